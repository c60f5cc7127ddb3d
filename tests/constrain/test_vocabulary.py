"""Vocabularies as values: what they hold and spell, how they are kept, and what is refused."""

from __future__ import annotations

import copy
import hashlib
import pickle
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import GrammarError, LimitExceeded, Vocabulary, VocabularyError
from constrain.grammars import regex
from constrain.patterns.pattern import encode
from constrain.storage import tables_file as prepared
from constrain.storage import vocabulary_file as saved_vocabulary
from constrain.tokenizers import reading
from constrain.tokenizers.packed_tokens import PackedTokens
from tests import tokenizers as some
from tests.reference.patterns import Automaton


@st.composite
def vocabularies(draw: st.DrawFn) -> Vocabulary:
    """Small vocabularies of any content, padded, with any flags and names."""
    tokens = draw(st.lists(st.none() | st.binary(max_size=6), min_size=1, max_size=20))
    size = draw(st.integers(max(1, len(tokens) - 3), len(tokens) + 40))
    ends = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=3))
    free = [number for number in range(size) if number >= len(tokens) or not tokens[number] or number in ends]
    names = draw(st.dictionaries(st.text(min_size=1, max_size=4), st.sampled_from(free), max_size=3))
    special = {name: number for number, name in {number: name for name, number in names.items()}.items()}
    return Vocabulary(tokens, end_ids=ends, size=size, strips_leading_space=draw(st.booleans()), special_tokens=special)


# ---- content ----


def test_tokens_ends_and_size_are_kept_as_given() -> None:
    """Empty tokens and end ids are no text, and padding is None."""
    vocabulary = Vocabulary.from_bytes([b"a", b"", None, b"bc", b"d"], end_ids=[4, 2, 4], size=40)

    assert vocabulary.token_bytes == (b"a", None, None, b"bc", None, *[None] * 35)
    assert vocabulary.end_ids == (2, 4)
    assert vocabulary.size == 40
    assert vocabulary.words == 2
    assert not vocabulary.strips_leading_space


@pytest.mark.parametrize(("size", "words"), [(1, 1), (32, 1), (33, 2), (128_256, 4008), (151_936, 4748)])
def test_words_are_the_size_in_units_of_32_rounded_up(size: int, words: int) -> None:
    """The width of a row of a bitmask."""
    assert words == Vocabulary([b"a"], end_ids=[0], size=size).words


@pytest.mark.parametrize(
    ("tokens", "options", "message"),
    [
        ([], {"end_ids": [0]}, "without tokens"),
        ([b"a"], {"end_ids": []}, "end_ids="),
        ([b"a"], {"end_ids": [1]}, r"end id 1 .*end at 0"),
        ([b"a"], {"end_ids": [-1]}, "count from 0"),
        ([b"a"], {"end_ids": [0.0]}, "no token id"),
        ([b"a"], {"end_ids": [True]}, "no token id"),
        ([b"a", b"b"], {"end_ids": [1], "size": 1}, "size="),
        ([b"a"], {"end_ids": [0], "size": 0}, "without tokens"),
        ([b"a"], {"end_ids": [0], "size": -4}, "count from 0"),
        ([b"a", "b"], {"end_ids": [0]}, "token 1 is 'b'"),
        ([b"a", bytearray(b"b")], {"end_ids": [0]}, "token 1 is bytearray"),
        ([b"a", 0], {"end_ids": [0]}, "token 1 is 0"),
        (["b" * 5000], {"end_ids": [0]}, "token 0 is 'bbb"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"<x>": 0}}, "'<x>' has id 0, which is the text b'a'"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"<x>": 2}}, "'<x>' has id 2, and ids end at 1"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"<x>": -1}}, "'<x>' is -1"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"": 1}}, "not empty"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"\ud800": 1}}, "special token 1 is named"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {b"<x>": 1}}, "a name is a text"),
        ([b"a", None], {"end_ids": [1], "special_tokens": {"<x>": 1, "<y>": 1}}, "'<x>' and '<y>' have one id, 1"),
    ],
)
def test_what_makes_no_vocabulary_is_refused(tokens: Sequence[Any], options: dict[str, Any], message: str) -> None:
    """With the token or id, what was found, and where it helps, the way on."""
    with pytest.raises(VocabularyError, match=message) as caught:
        Vocabulary(tokens, **options)

    assert len(str(caught.value)) < 400


def test_limits_are_kept_with_both_numbers() -> None:
    """Too many tokens, too long a token, too much text."""
    longest, most = reading.MAX_TOKEN_BYTES, reading.MAX_TEXT_BYTES // reading.MAX_TOKEN_BYTES
    cases: list[tuple[Sequence[bytes | None], int | None, int]] = [
        ([b"a"], 1 << 40, reading.MAX_TOKENS),
        ([None] * (reading.MAX_TOKENS + 1), None, reading.MAX_TOKENS),
        ([b"a" * (longest + 1)], None, longest),
        ([b"a" * longest] * (most + 1), None, reading.MAX_TEXT_BYTES),
    ]
    for tokens, size, limit in cases:
        with pytest.raises(LimitExceeded) as caught:
            Vocabulary(tokens, end_ids=[0], size=size)
        assert caught.value.limit == limit
        assert caught.value.needed is not None
        assert caught.value.needed > limit
        assert str(limit) in str(caught.value)
    assert Vocabulary([b"a" * longest, b"b"], end_ids=[1], size=reading.MAX_TOKENS).size == reading.MAX_TOKENS


# ---- spelling ----


def test_decoding_joins_the_bytes() -> None:
    """Tokens that are no text add nothing, and ids outside are refused."""
    vocabulary = Vocabulary([b"a", b" b", None], end_ids=[2])

    assert vocabulary.decode([1, 0, 2, 1]) == b" ba b"
    assert vocabulary.decode([]) == b""
    for wrong in (3, -1):
        with pytest.raises(VocabularyError, match=f"token {wrong} "):
            vocabulary.decode([wrong])


def test_a_leading_space_is_dropped_only_where_words_carry_one() -> None:
    """The flag changes the first space of a text and nothing else."""
    tokens = [b" a", b"b", b"\n", None]

    assert Vocabulary(tokens, end_ids=[3]).decode([0, 1, 0]) == b" ab a"
    stripping = Vocabulary(tokens, end_ids=[3], strips_leading_space=True)
    assert stripping.decode([0, 1, 0]) == b"ab a"
    assert stripping.encode_greedy(b"ab a") == [0, 1, 0]


@given(vocabularies(), st.lists(st.integers(0, 50), max_size=12))
def test_greedy_encoding_spells_the_text(vocabulary: Vocabulary, tokens: list[int]) -> None:
    """Whatever it gives decodes to the text; with a token for every byte it never fails."""
    text = vocabulary.decode([t for t in tokens if t < vocabulary.size])

    with suppress(VocabularyError):
        assert text == vocabulary.decode(vocabulary.encode_greedy(text))
    complete = Vocabulary(
        [*map(bytes, zip(range(256))), *vocabulary.token_bytes, None], end_ids=[256 + vocabulary.size]
    )
    assert text == complete.decode(complete.encode_greedy(text))


def test_greedy_encoding_takes_the_longest_and_says_where_it_fails() -> None:
    """Longest first, lowest id first among equals."""
    vocabulary = Vocabulary([b"a", b"ab", b"abc", b"ab", None], end_ids=[4])

    assert vocabulary.encode_greedy(b"abcaba") == [2, 1, 0]
    with pytest.raises(VocabularyError, match=r"b'd'.*byte 3"):
        vocabulary.encode_greedy(b"abcd")


def test_what_can_be_spelled_is_reported() -> None:
    """Single bytes as a mask."""
    tokens = [b"a", b"b", b"d", "é".encode(), b"\xc3", b"ab", "日".encode(), b" c", None]
    vocabulary = Vocabulary(tokens, end_ids=[8])

    single = {i for i in range(256) if vocabulary.single_bytes >> i & 1}
    missing = {i for i in range(256) if vocabulary.missing_bytes >> i & 1}

    assert single == set(b"abd\xc3")
    assert single | missing == set(range(256))
    assert single.isdisjoint(missing)


def test_a_vocabulary_with_every_byte_spells_everything() -> None:
    """There is nothing to keep to."""
    assert Vocabulary([*map(bytes, zip(range(256))), None], end_ids=[256]).spellable is None


_UNITS = [
    b"a",
    b"b",
    b" ",
    b" a",
    "é".encode(),
    "è".encode(),
    b"\xc3",
    b"\xa9",
    b"\xa8",
    "€".encode(),
    b"\xe2",
    b"\x82",
]
_UNITS += [b"\xac", b"\xe2\x82", b"\x82\xac", b"b\xc3", b"\xa9a", b" b", "é€".encode(), b"ab", b"\xff"]


@settings(max_examples=400, deadline=None)
@given(st.sets(st.sampled_from(_UNITS), min_size=1), st.booleans(), st.randoms(use_true_random=False))
def test_spellable_texts_can_be_finished_from_wherever_a_token_ends(
    items: set[bytes], strips: bool, random: Any
) -> None:
    """Any tokens that spell a beginning of such a text can be followed by tokens that spell the rest."""
    vocabulary = Vocabulary([*sorted(items), None], end_ids=[len(items)], strips_leading_space=strips)
    pattern = vocabulary.spellable
    assert pattern is not None
    language = Automaton(pattern)
    text = b""
    for _ in range(8):  # a random walk through the pattern, kept where a text of it ends
        following = sorted(language.following(text))
        if not following:
            break
        text += bytes([random.choice(following)])
    while text and not language.contains(text):
        text = text[:-1]

    assert language.contains(b"")
    reached = [True] + [False] * len(text)
    for at in range(len(text)):
        for item in items if reached[at] else ():
            if text.startswith(item, at):
                reached[at + len(item)] = True
    finishes = [False] * len(text) + [True]
    for at in reversed(range(len(text))):
        finishes[at] = any(text.startswith(item, at) and finishes[at + len(item)] for item in items)
    assert [at for at in range(len(text) + 1) if reached[at]] == [
        at for at in range(len(text) + 1) if reached[at] and finishes[at]
    ]


@pytest.mark.parametrize("family", ["unigram", "wordpiece", "suffix", "word level"])
def test_incomplete_families_spell_their_characters(family: str) -> None:
    """T5's kind spells what is made of its characters, WordPiece no two spaces and none at the end."""
    vocabulary = Vocabulary.from_huggingface(some.tiny(family))
    pattern = vocabulary.spellable
    assert pattern is not None
    language = Automaton(pattern)

    begin = b" " if vocabulary.strips_leading_space else b""
    assert language.contains(begin + "café".encode()) == (family != "word level")
    assert language.contains(begin + b"e o") == (family != "suffix")
    assert language.contains(begin + b"e  o") == (family == "unigram")
    assert language.contains(begin + b"e ") == (family == "unigram")
    assert not language.contains(begin + "א".encode())


# ---- as a value ----


@given(vocabularies(), vocabularies())
def test_equality_is_that_of_content(one: Vocabulary, other: Vocabulary) -> None:
    """Bytes, ends, size, flag and names together, and nothing else, make the digest."""

    def content(vocabulary: Vocabulary) -> Any:
        return (
            vocabulary.token_bytes,
            vocabulary.end_ids,
            vocabulary.size,
            vocabulary.strips_leading_space,
            vocabulary.special_tokens,
        )

    again = Vocabulary(
        one.token_bytes,
        end_ids=reversed(one.end_ids),
        size=one.size,
        strips_leading_space=one.strips_leading_space,
        special_tokens=dict(reversed(list(one.special_tokens.items()))),
    )
    assert one == again
    assert hash(one) == hash(again)
    assert (content(one) == content(other)) == (one == other) == (one.digest == other.digest)
    assert one != "a text"


def test_digests_tell_neighbours_apart() -> None:
    """Where bytes move from one token to the next, or None becomes padding, the digest changes."""
    made = [
        Vocabulary([b"ab", b"c", None], end_ids=[2]),
        Vocabulary([b"a", b"bc", None], end_ids=[2]),
        Vocabulary([b"a", b"bc", None, None], end_ids=[2]),
        Vocabulary([b"a", b"bc", None], end_ids=[2], size=5),
        Vocabulary([b"a", b"bc", None], end_ids=[1]),
        Vocabulary([b"a", b"bc", None], end_ids=[1, 2]),
        Vocabulary([b"a", b"bc", None], end_ids=[2], strips_leading_space=True),
        Vocabulary([None, b"abc", None], end_ids=[2]),
        Vocabulary([None, b"abc", None], end_ids=[2], special_tokens={"ab": 0, "c": 2}),
        Vocabulary([None, b"abc", None], end_ids=[2], special_tokens={"a": 0, "bc": 2}),
        Vocabulary([None, b"abc", None], end_ids=[2], special_tokens={"c": 0, "ab": 2}),
    ]

    assert len(made) == len({vocabulary.digest for vocabulary in made})


def test_the_digest_is_the_same_for_ever() -> None:
    """It names tables on disk, so it must not change with the library; this is how it is made, and one value of it."""
    vocabulary = Vocabulary([b"a", None, b"bc"], end_ids=[1], size=4, strips_leading_space=True)
    none = 0xFFFFFFFF
    content = struct.pack("<4I I 4I", 1, 1, 4, 1, 1, 1, none, 2, none) + b"abc"

    assert vocabulary.digest == hashlib.sha256(content).hexdigest()
    assert vocabulary.digest == "5d3d25f967c100446df7f45c458a00397533f1e4c74e25a1c769bffe32480bae"


@given(vocabularies())
def test_copies_and_pickles_are_equal(vocabulary: Vocabulary) -> None:
    """Copies are the vocabulary itself, since nothing can change it; other processes get an equal one."""
    assert copy.copy(vocabulary) is vocabulary
    assert copy.deepcopy([vocabulary])[0] is vocabulary
    received = pickle.loads(pickle.dumps(vocabulary))
    assert received == vocabulary
    assert received.token_bytes == vocabulary.token_bytes


def test_the_core_is_built_once_for_all_threads() -> None:
    """However many ask at the same time."""
    vocabulary = Vocabulary([*map(bytes, zip(range(256))), None], end_ids=[256])
    start = threading.Barrier(8)
    seen: list[Any] = []

    def ask() -> None:
        start.wait()
        seen.append(vocabulary.native)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(seen) == 8
    assert {id(vocabulary.native)} == set(map(id, seen))
    assert vocabulary.native.size == 257


def test_repr_is_short() -> None:
    """For messages: the size, the ends and the beginning of the digest."""
    vocabulary = Vocabulary([b"a"], end_ids=range(1000), size=1000)

    assert vocabulary.digest[:12] in repr(vocabulary)
    assert len(repr(vocabulary)) < 150


def test_vocabularies_need_neither_torch_nor_transformers() -> None:
    """Not to be imported, made, saved and loaded."""
    program = (
        "import sys, constrain.vocabulary as v, tempfile, os\n"
        "x = v.Vocabulary([b'a', None], end_ids=[1])\n"
        "p = os.path.join(tempfile.mkdtemp(), 'v')\n"
        "x.save(p); assert v.Vocabulary.load(p) == x\n"
        "assert not {'torch', 'transformers', 'tokenizers', 'sentencepiece', 'tiktoken'} & set(sys.modules)\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


# ---- keeping ----


@settings(deadline=None)
@given(vocabularies())
def test_what_is_saved_is_loaded(vocabulary: Vocabulary) -> None:
    """Everything comes back, and the file is the content with its digest before it, and what is prepared after it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vocabulary"
        vocabulary.save(path)
        loaded = Vocabulary.load(path)
        data = path.read_bytes()

    assert loaded == vocabulary
    assert loaded.token_bytes == vocabulary.token_bytes
    assert loaded.end_ids == vocabulary.end_ids
    assert loaded.strips_leading_space == vocabulary.strips_leading_space
    assert loaded.special_tokens == vocabulary.special_tokens
    assert data[:8] == saved_vocabulary.MAGIC
    content, mark, _ = data[40:].partition(prepared.MAGIC)
    assert data[8:40].hex() == vocabulary.digest == hashlib.sha256(content).hexdigest()
    assert mark


def test_real_vocabularies_survive_being_saved(tmp_path: Path) -> None:
    """A hundred thousand tokens, in a file of their bytes, their lengths and their order."""
    vocabulary = Vocabulary.from_tiktoken(some.file_of("llama3"), end_ids=[128001, 128009], size=128256)

    vocabulary.save(tmp_path / "v")

    assert Vocabulary.load(tmp_path / "v") == vocabulary
    assert Vocabulary.load(str(tmp_path / "v")).token_bytes == vocabulary.token_bytes
    assert (tmp_path / "v").stat().st_size < 2_000_000
    assert [entry.name for entry in tmp_path.iterdir()] == ["v"]


def test_saving_replaces_whole_or_not_at_all(tmp_path: Path) -> None:
    """An older file is replaced; where writing fails, nothing is left behind."""
    old, new = Vocabulary([b"a", None], end_ids=[1]), Vocabulary([b"b", None], end_ids=[1])
    old.save(tmp_path / "v")
    new.save(tmp_path / "v")
    assert Vocabulary.load(tmp_path / "v") == new

    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        new.save(tmp_path / "folder")
    with pytest.raises(OSError, match="absent"):
        new.save(tmp_path / "absent" / "v")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "v"]


_TOKENS = (b"a", None, "é".encode(), b"\xff", None)
_SAVED, _NAMED = (
    saved_vocabulary.to_bytes(
        saved_vocabulary.content(saved_vocabulary.Saved(PackedTokens.of(_TOKENS), (1, 4), False, special))
    )
    for special in ((), ((1, "<é>"), (4, "<end>")))
)
_DIGEST = hashlib.sha256(_SAVED[40:]).digest()
_PREPARED = _SAVED + prepared.to_bytes(prepared.Prepared(struct.pack("<3I", 0, 2, 3)), _DIGEST)


def _load(data: bytes) -> Vocabulary:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "v"
        path.write_bytes(data)
        return Vocabulary.load(path)


@pytest.mark.parametrize("saved", [_SAVED, _NAMED, _PREPARED], ids=["without names", "with names", "prepared"])
def test_every_single_change_to_a_file_is_noticed(saved: bytes) -> None:
    """Each bit of it flipped, each beginning of it (but one that is a vocabulary itself), and anything after it."""
    assert _load(saved).token_bytes == _TOKENS
    assert _load(saved).special_tokens == ({"<é>": 1, "<end>": 4} if saved is _NAMED else {})

    spoiled = [saved[:cut] for cut in range(len(saved)) if saved[:cut] != _SAVED] + [saved + b"\0", saved * 2, b""]
    for at in range(len(saved)):
        for bit in range(8):
            copied = bytearray(saved)
            copied[at] ^= 1 << bit
            spoiled.append(bytes(copied))
    for data in spoiled:
        with pytest.raises(VocabularyError):
            saved_vocabulary.from_bytes(data, "the file")


_NO_NAMES = struct.pack("<4I 4I", 1, 2, 3, 1, 2, 1, 0xFFFFFFFF, 0) + b"a"  # which says that names follow


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (struct.pack("<4I", 2, 0, 1, 1) + struct.pack("<2I", 0, 0), "format version 2"),
        (struct.pack("<4I", 1, 4, 1, 1) + struct.pack("<2I", 0, 0), "flags 0x4"),
        (struct.pack("<4I", 1, 0, 0xFFFFFFFF, 1), "4294967295 tokens"),
        (struct.pack("<4I", 1, 0, 1 << 22, 1), "cut off"),
        (struct.pack("<4I", 1, 0, 2, 3) + bytes(20), "3 end ids"),
        (struct.pack("<4I", 1, 0, 0, 0), "without tokens"),
        (struct.pack("<4I", 1, 0, 1, 0) + struct.pack("<I", 0), "no end-of-sequence"),
        (struct.pack("<4I", 1, 0, 1, 1) + struct.pack("<2I", 7, 0), "end id 7"),
        (struct.pack("<4I", 1, 0, 2, 1) + struct.pack("<3I", 1, 0xFFFFFFF0, 0), "4294967280 bytes, limit"),
        (struct.pack("<4I", 1, 0, 2, 1) + struct.pack("<3I", 1, 5, 0) + b"abc", "should take 5 bytes, and 3"),
        (struct.pack("<4I", 1, 0, 2, 1) + struct.pack("<3I", 1, 1, 0) + b"abc", "should take 1 bytes, and 3"),
        (_NO_NAMES, "0 named tokens, and 0 bytes"),
        (_NO_NAMES + struct.pack("<I", 0), "0 named tokens"),
        (_NO_NAMES + struct.pack("<I", 4), "4 named tokens"),
        (_NO_NAMES + struct.pack("<2I", 1, 1), "1 named tokens, and 8 bytes"),
        (_NO_NAMES + struct.pack("<3I", 1, 1, 2) + b"x", "names should take 2 bytes, and 1"),
        (_NO_NAMES + struct.pack("<3I", 1, 1, 1) + b"\xff", "no UTF-8"),
        (_NO_NAMES + struct.pack("<3I", 1, 1, 0), "not empty"),
        (_NO_NAMES + struct.pack("<3I", 1, 7, 1) + b"x", "id 7, and ids end at 2"),
        (_NO_NAMES + struct.pack("<3I", 1, 0, 1) + b"x", "which is the text b'a'"),
        (_NO_NAMES + struct.pack("<5I", 2, 1, 2, 1, 1) + b"xx", "two special tokens have one name"),
        (_NO_NAMES + struct.pack("<5I", 2, 1, 1, 1, 1) + b"xy", "have one id, 1"),
    ],
)
def test_a_forged_file_with_a_right_digest_is_still_checked(content: bytes, message: str) -> None:
    """Anyone can compute a digest, so what is in the file is checked as anything from outside."""
    with pytest.raises(VocabularyError, match=message):
        _load(saved_vocabulary.to_bytes(content))


@pytest.mark.parametrize("order", [(0, 2, 3), (3, 2, 0), (0, 0, 3), (0, 2), (0, 1, 3), (0, 2, 99), (0, 2, 3, 3), ()])
def test_an_order_is_used_only_where_it_is_one(order: tuple[int, ...]) -> None:
    """A wrong one, with a right digest, is passed over, and the trie is what it is without one."""
    section = prepared.Prepared(struct.pack(f"<{len(order)}I", *order))

    loaded = _load(_SAVED + prepared.to_bytes(section, _DIGEST))

    assert loaded.native.order == struct.pack("<3I", 0, 2, 3)
    assert loaded.native.statistics() == _load(_SAVED).native.statistics()


def test_what_another_version_prepared_is_passed_over() -> None:
    """The vocabulary is as good without; one that was prepared for another vocabulary is refused."""
    body = struct.pack("<2I", prepared.VERSION + 1, 9) + b"whatever"
    other = prepared.MAGIC + hashlib.sha256(_DIGEST + body).digest() + body

    assert _load(_SAVED + other) == _load(_SAVED)
    with pytest.raises(VocabularyError, match="digest"):
        _load(_NAMED + _PREPARED[len(_SAVED) :])


@given(vocabularies())
def test_tries_with_and_without_a_known_order_are_equal(vocabulary: Vocabulary) -> None:
    """The order that a trie states is by bytes, then by id, and makes the same trie."""
    texts = [(data, number) for number, data in enumerate(vocabulary.token_bytes) if data]
    expected = [number for _, number in sorted(texts)]
    loaded = pickle.loads(pickle.dumps(vocabulary))
    loaded._prepared = prepared.Prepared(vocabulary.native.order)

    assert list(struct.unpack(f"<{len(texts)}I", vocabulary.native.order)) == expected
    assert loaded.native.order == vocabulary.native.order
    assert loaded.native.statistics() == vocabulary.native.statistics()


def test_a_forged_token_beyond_the_limit_is_refused() -> None:
    """A token of 100,000 bytes is within the limits of the file and beyond that of a token."""
    content = struct.pack("<4I 3I", 1, 0, 2, 1, 1, 100_000, 0) + bytes(100_000)

    with pytest.raises(VocabularyError, match="100000 bytes, limit 65535"):
        _load(saved_vocabulary.to_bytes(content))


@given(st.binary(max_size=300))
def test_noise_is_no_saved_vocabulary(data: bytes) -> None:
    """With or without the magic in front of it."""
    for content in (data, saved_vocabulary.MAGIC + data, saved_vocabulary.to_bytes(data)):
        with suppress(VocabularyError):
            saved_vocabulary.from_bytes(content, "noise")
            Vocabulary._from_saved(saved_vocabulary.from_bytes(content, "noise"))


def test_a_pickle_is_no_saved_vocabulary(tmp_path: Path) -> None:
    """Nothing in a file is ever run."""
    (tmp_path / "v").write_bytes(pickle.dumps(Vocabulary([b"a", None], end_ids=[1])))

    with pytest.raises(VocabularyError, match="no saved vocabulary"):
        Vocabulary.load(tmp_path / "v")


def test_places_that_are_no_files(tmp_path: Path) -> None:
    """Absent is the system's error; a folder, a device and a huge file are ours, at once."""
    with pytest.raises(FileNotFoundError):
        Vocabulary.load(tmp_path / "absent")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 40)  # sparse: takes no space
    for path in (tmp_path, tmp_path / "huge", Path("/dev/zero")):
        with pytest.raises(VocabularyError):
            Vocabulary.load(path)


def test_patterns_of_what_is_spellable_are_small() -> None:
    """Thousands of characters make one node, so compiling for T5 costs little more than for Llama."""
    tokens = [chr(c).encode() for c in range(0x4E00, 0x4E00 + 5000)]

    pattern = Vocabulary([*tokens, None], end_ids=[5000]).spellable

    assert pattern is not None
    assert len(encode(pattern)) < 5000 * 4 + 100


def test_a_saved_token_of_no_bytes_is_no_text(tmp_path: Path) -> None:
    """A file whose digest is right, but with tokens of length 0, which `save` never writes, is read as the constructor would."""
    usual = Vocabulary.from_bytes([b"a", b"b", None, None], end_ids=[2])
    lengths = usual.packed.lengths.copy()
    lengths[3] = 0
    odd = saved_vocabulary.Saved(PackedTokens(usual.packed.text, lengths), (2,), False)
    path = tmp_path / "odd"
    saved_vocabulary.write(path, saved_vocabulary.content(odd))
    loaded = Vocabulary.load(path)

    assert usual == loaded
    assert usual.token_bytes == loaded.token_bytes
    assert usual.decode([0, 3, 1]) == loaded.decode([0, 3, 1]) == b"ab"


@pytest.mark.parametrize("pattern", [r"a(?!a)a", r"[^\s\S]"])
def test_an_empty_grammar_is_told_alike_on_every_vocabulary(pattern: str) -> None:
    """Where some bytes are no tokens, too: it is the grammar that is wrong, not the vocabulary."""
    whole = [*(bytes((byte,)) for byte in range(256)), None]
    lacking = [None if spelled == b"\xc3" else spelled for spelled in whole]
    said = []
    for tokens in (whole, lacking):
        with pytest.raises(GrammarError, match="no text matches this grammar") as caught:
            constrain.compile(regex(pattern), Vocabulary(tokens, end_ids=[256]))
        said.append(str(caught.value))
    assert said[0] == said[1]
