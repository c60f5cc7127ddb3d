"""Forms fetched all at once are those that are asked for one by one, and reading from them is reading by name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from constrain import LimitExceeded, Vocabulary, VocabularyError
from constrain.tokenizers import huggingface, names
from constrain.tokenizers.decoders import BYTE_ALPHABET, interpret
from constrain.tokenizers.reading import Reading
from tests import tokenizers as some

CHARACTER = {byte: character for character, byte in BYTE_ALPHABET.items()}


def both(tokenizer: Any, text_tokens: Any = ()) -> tuple[Reading, Reading]:
    """What is spelled together, and what is spelled token by token."""
    backend: Any = huggingface.backend_of(tokenizer)
    stated = huggingface.stated_by(backend)
    found = names.read(backend)
    assert stated is not None
    assert found is not None
    packed = huggingface.read_packed(tokenizer, backend, found, stated, text_tokens)
    return packed, huggingface.read_by_name(tokenizer, backend, stated, text_tokens)


def same(one: Reading, other: Reading) -> bool:
    return list(one.tokens) == list(other.tokens) and one[1:] == other[1:]


def byte_level(tokens: list[bytes]) -> Tokenizer:
    """A byte-level tokenizer of just these tokens."""
    forms = ["".join(map(CHARACTER.__getitem__, data)) for data in tokens]
    tokenizer = Tokenizer(models.BPE({form: number for number, form in enumerate(forms)}, []))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


@pytest.mark.parametrize("name", some.REAL)
def test_real_tokenizers_are_read_together_as_one_by_one(name: str) -> None:
    """Each of them, byte-level and SentencePiece: all tokens, end ids and names; also with added tokens as text."""
    tokenizer = some.real(name)
    for text_tokens in ((), "added"):
        assert same(*both(tokenizer, text_tokens))


@pytest.mark.parametrize("family", some.TINY)
def test_tiny_tokenizers_are_read_together_as_one_by_one(family: str) -> None:
    """All families whose texts keep their first space."""
    tokenizer = some.tiny(family)
    stated = huggingface.stated_by(tokenizer.backend_tokenizer)
    if stated is None or stated.strips_leading_space:
        pytest.skip("read by name only")
    assert same(*both(tokenizer))


ODD = st.sampled_from(
    [
        b"\x0e",
        b"\x0f\x0f",
        b"a\x10",
        b"\xef\xbf\xbd",
        b"\xc3",
        b"\xc3a",
        b"\xa9",
        b"\xe2\x82",
        b"<unused7>",
        b" ",
        b"\0",
    ]
)


@settings(deadline=None)
@given(st.lists(st.one_of(ODD, st.binary(min_size=1, max_size=4)), unique=True), st.randoms())
def test_whatever_the_tokens_are(extra: list[bytes], random: Any) -> None:
    """Broken characters at the ends of tokens and within, U+FFFD itself: read as they are."""
    tokens = [bytes((byte,)) for byte in range(256)] + [data for data in extra if len(data) > 1]
    random.shuffle(tokens)

    packed, spelled = both(byte_level(tokens))

    assert list(packed.tokens) == [None if b"unused" in data else data for data in tokens]
    assert same(packed, spelled)


@st.composite
def models_of_words(draw: st.DrawFn) -> dict[str, int]:
    """Forms with spaces and NUL in them, at ids with holes, near and far."""
    form = st.text(st.sampled_from("ab \0▁<0xC3>"), min_size=1, max_size=4)
    ids = st.integers(0, 12) | st.sampled_from([30, 4095, 4096, 9000])
    return draw(st.dictionaries(form, ids, min_size=1, max_size=12))


@settings(deadline=None)
@given(models_of_words())
def test_forms_are_those_that_are_asked_for_one_by_one(forms: dict[str, int]) -> None:
    """Free ids and forms with spaces are not confused; two forms with one id count as the one that the model shows."""
    tokenizer = Tokenizer(models.WordLevel(forms, unk_token=next(iter(forms))))
    tokenizer.add_special_tokens([AddedToken("<added>", special=True)])

    found = names.read(tokenizer)

    assert found is not None
    expected = {n: tokenizer.model.id_to_token(n) for n in sorted(set(forms.values()))}
    assert expected == dict(zip(found.ids.tolist(), found.forms, strict=True))
    assert all(form == found.get(number) for number, form in expected.items())
    assert found.get(9001) is None


@settings(deadline=None, max_examples=300)
@given(models_of_words(), models_of_words())
def test_different_vocabularies_have_different_digests(one: dict[str, int], other: dict[str, int]) -> None:
    """And equal ones equal digests."""

    def read(forms: dict[str, int]) -> tuple[dict[int, str], bytes]:
        found = names.read(Tokenizer(models.WordLevel(forms, unk_token=next(iter(forms)))))
        assert found is not None
        return dict(zip(found.ids.tolist(), found.forms, strict=True)), found.digest()

    (first, digest), (second, another) = read(one), read(other)

    assert (first == second) == (digest == another)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a b": 0, "c": 2}, {"a": 0, "b": 1, "c": 2}),  # a space, and a free id after it
        ({"a\0b": 0, "c": 2}, {"a": 0, "b": 1, "c": 2}),
        ({"a\0b": 0, "c": 1}, {"a": 0, "b\0c": 1}),
        ({"ab": 0, "c": 1}, {"a": 0, "bc": 1}),
        ({"a": 0, "b": 1}, {"a": 1, "b": 0}),
        ({"a": 0, "b": 1}, {"a": 0, "b": 2}),
    ],
)
def test_what_reads_alike_has_another_digest(one: dict[str, int], other: dict[str, int]) -> None:
    """Pairs that a digest of the concatenated forms would confuse."""
    digests = [names.read(Tokenizer(models.WordLevel(forms, unk_token="c"))) for forms in (one, other)]
    assert len({found.digest() for found in digests if found is not None}) == 2


STEPS: list[dict[str, Any]] = [
    {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
    {"type": "Replace", "pattern": {"String": "ab"}, "content": ""},
    {"type": "Replace", "pattern": {"String": "\0"}, "content": "x"},
    {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
    {"type": "ByteFallback"},
    {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    {"type": "ByteLevel"},
]
FORMS = st.lists(st.text(st.sampled_from("ab▁ \0é😀Ġ<0x>")) | st.sampled_from(["<0x00>", "<0xC3>", "<0xa9>"]))


@given(st.lists(st.sampled_from(STEPS), max_size=3), FORMS)
def test_spelling_together_is_spelling_one_by_one(steps: list[dict[str, Any]], forms: list[str]) -> None:
    """Whatever the steps of the decoder and the characters in the forms."""
    try:
        spelling = interpret({"type": "Sequence", "decoders": steps})
    except VocabularyError:  # a step rewrites the text as a whole
        return
    if spelling is not None:
        assert [data or None for data in spelling.spell(forms)] == list(spelling.spell_packed(forms))


def test_the_users_tokenizer_stays_as_it_is() -> None:
    """Its decoder is not exchanged, and nothing is added."""
    tokenizer = some.tiny("llama").backend_tokenizer
    before = tokenizer.to_str()

    names.read(tokenizer)

    assert json.loads(before) == json.loads(tokenizer.to_str())


def test_what_only_looks_like_a_tokenizer_is_read_by_name() -> None:
    """`names.read` knows what the library's own class does, and nothing of others."""
    assert names.read(object()) is None
    assert names.read(some.PythonTokenizer({"a": 0})) is None


def test_a_decode_of_the_users_own_is_heard() -> None:
    """One that changes what tokens spell is found out, whatever the decoder states."""

    class Own(PreTrainedTokenizerFast):
        def decode(self, *args: Any, **kwargs: Any) -> str:
            return str(super().decode(*args, **kwargs)).replace("e", "a")

    backend = some.tiny("byte-level").backend_tokenizer
    changed = PreTrainedTokenizerFast(tokenizer_object=backend)
    changed.decode = lambda *args, **kwargs: ""
    for tokenizer in (Own(tokenizer_object=backend), changed):
        assert not huggingface.decodes_as_the_library(tokenizer)
        with pytest.raises(VocabularyError):
            Vocabulary.from_huggingface(tokenizer, end_ids=[0])
    for tokenizer in (backend, PreTrainedTokenizerFast(tokenizer_object=backend)):
        assert huggingface.decodes_as_the_library(tokenizer)


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters are counted while forms are fetched."""
    monkeypatch.setattr(names, "MAX_TEXT_BYTES", 100)
    with pytest.raises(LimitExceeded, match="more than 100 characters"):
        Vocabulary.from_huggingface(some.tiny("byte-level"))


def test_an_unknown_id_among_text_tokens_is_refused_either_way() -> None:
    """The message is the same."""
    tokenizer = some.tiny("byte-level")
    backend: Any = tokenizer.backend_tokenizer
    stated, found = huggingface.stated_by(backend), names.read(backend)
    assert stated is not None
    assert found is not None
    with pytest.raises(VocabularyError, match=r"lists 10000, and .* has no such token"):
        huggingface.read_packed(tokenizer, backend, found, stated, [10_000])
    with pytest.raises(VocabularyError, match=r"lists 10000, and .* has no such token"):
        huggingface.read_by_name(tokenizer, backend, stated, [10_000])
