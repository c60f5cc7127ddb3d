"""The cache of vocabularies: what comes from a file is what the tokenizer says, whatever became of the file."""

from __future__ import annotations

import errno
import hashlib
import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from constrain import MatcherBatch, Vocabulary, allocate_bitmask, compile
from constrain.compiling import common_tables
from constrain.grammars import json_schema
from constrain.storage import tables_file as saved_tables
from constrain.storage import vocabulary_cache
from constrain.tokenizers import huggingface
from constrain.tokenizers.decoders import BYTE_ALPHABET
from tests import tokenizers as some

CHARACTER = {byte: character for character, byte in BYTE_ALPHABET.items()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of the test's own, where files come to lie."""
    monkeypatch.setenv("CONSTRAIN_CACHE", str(tmp_path))
    monkeypatch.setattr(vocabulary_cache.later, "delay", 3600)  # files are written where a test says `finish`
    yield tmp_path / "vocabularies"
    vocabulary_cache.finish()


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tokenizers that were really read, one entry a reading."""
    readings: list[Any] = []
    read = huggingface.read

    def noted(tokenizer: Any, **options: Any) -> Any:
        readings.append(tokenizer)
        return read(tokenizer, **options)

    monkeypatch.setattr(huggingface, "read", noted)
    return readings


def kept(tokenizer: Any, **options: Any) -> Vocabulary:
    """The vocabulary, its file written."""
    vocabulary = Vocabulary.from_huggingface(tokenizer, **options)
    vocabulary_cache.finish()
    return vocabulary


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def same(one: Vocabulary, other: Vocabulary) -> bool:
    """Equal in every respect, not by the digest alone, which a file states."""
    return (
        one.token_bytes == other.token_bytes
        and (one.end_ids, one.size, one.strips_leading_space) == (other.end_ids, other.size, other.strips_leading_space)
        and dict(one.special_tokens) == dict(other.special_tokens)
        and one.native.order == other.native.order
    )


# ---- hits ----


@pytest.mark.parametrize("family", some.TINY)
def test_a_tokenizer_is_read_once(family: str, folder: Path, decoded: list[Any]) -> None:
    """The second vocabulary is the first one's equal and comes from a file; all families of fast tokenizers."""
    tokenizer = some.tiny(family)

    first = kept(tokenizer)
    second = Vocabulary.from_huggingface(tokenizer)

    assert len(decoded) == 1
    assert len(files(folder)) == 1
    assert same(first, second)
    assert same(second, Vocabulary.from_huggingface(tokenizer, cache=False))


@pytest.mark.parametrize("name", ["llama3", "deepseek", "llama2"])
def test_real_tokenizers_too(name: str, folder: Path, decoded: list[Any]) -> None:
    """With their names of special tokens."""
    tokenizer = some.real(name)
    assert same(kept(tokenizer), Vocabulary.from_huggingface(tokenizer))
    assert len(decoded) == 1


def test_common_tables_come_along(folder: Path) -> None:
    """Masks are the same as without."""
    tokenizer = some.tiny("byte-level")
    first = kept(tokenizer)
    grammar = json_schema({"type": "array", "items": {"type": "string"}})
    loaded, plain = Vocabulary.from_huggingface(tokenizer), Vocabulary.from_huggingface(tokenizer, cache=False)

    assert loaded.kinds == first.kinds == {"json"}
    assert loaded.has_saved_tables
    assert not plain.has_saved_tables
    batches = [MatcherBatch([compile(grammar, each)]) for each in (loaded, plain, first)]
    for token in [None, *plain.encode_greedy(b'["aZ \xc3\xa9 \\n", "')]:
        masks = []
        for batch in batches:
            if token is not None:
                batch.advance([token])
            masks.append(allocate_bitmask(1, plain))
            batch.fill_bitmask(masks[-1])
        assert all((masks[0] == mask).all() for mask in masks)


def test_tables_of_kinds_that_came_later_are_added(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without tables gets them once a grammar that needs them is compiled, and is written no second time."""
    tokenizer = some.tiny("byte-level")
    with monkeypatch.context() as before:
        before.setattr(common_tables, "_kinds", {})
        kept(tokenizer)
    bare = Vocabulary.from_huggingface(tokenizer)
    assert bare.kinds == set()

    compile(json_schema({"type": "string"}), bare)
    vocabulary_cache.finish()

    assert Vocabulary.from_huggingface(tokenizer).kinds == {"json"}
    [file] = files(folder)
    written = file.stat().st_mtime_ns
    compile(json_schema({"type": "number"}), bare)
    vocabulary_cache.finish()
    assert written == file.stat().st_mtime_ns


# ---- misses: what decides the vocabulary decides the key ----


def byte_level(extra: dict[str, int], *, added: Any = (), end: str | None = "Ā") -> PreTrainedTokenizerFast:
    """All bytes and these forms, with added tokens of a content and whether they are special."""
    forms = {CHARACTER[byte]: byte for byte in range(256)} | extra
    tokenizer = Tokenizer(models.BPE(forms, []))
    tokenizer.decoder = decoders.ByteLevel()
    for content, special in added:
        token = AddedToken(content, special=special, normalized=False)
        tokenizer.add_special_tokens([token]) if special else tokenizer.add_tokens([token])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=end)


def test_a_tokenizer_that_differs_in_one_token_is_another(folder: Path, decoded: list[Any]) -> None:
    """One form, one id, one added token, its being special, the end, what is asked for: each has its own file."""
    usual: dict[str, Any] = {"extra": {"ab": 256, "cd": 257}, "added": [("<x>", True)]}
    changes: list[dict[str, Any]] = [
        {},
        {"extra": {"ab": 256, "ce": 257}},
        {"extra": {"ab": 257, "cd": 256}},
        {"extra": {"ab": 256, "cd": 258}},
        {"added": [("<y>", True)]},
        {"added": [("<x>", False)]},
        {"added": []},
        {"end": "!"},
    ]
    options: list[dict[str, Any]] = [
        {"size": 300},
        {"size": 301},
        {"end_ids": [7]},
        {"generation_config": {"eos_token_id": 8}},
        {"text_tokens": "added"},
        {"text_tokens": ["<x>"]},
    ]
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [(usual | change, {}) for change in changes] + [
        (usual, option) for option in options
    ]

    for _ in range(2):  # made, and then loaded
        for parts, option in cases:
            tokenizer = byte_level(**parts)
            assert same(kept(tokenizer, **option), Vocabulary.from_huggingface(tokenizer, cache=False, **option))

    assert len(files(folder)) == len(cases)
    assert len(decoded) == len(cases) + 2 * len(cases)  # the misses of the first round, and those without cache


FORM = st.text(st.sampled_from("abĠÃ©é "), min_size=1, max_size=3)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.dictionaries(FORM, st.integers(256, 262), max_size=4), min_size=2, max_size=4))
def test_whatever_was_cached_the_masks_are_the_tokenizers_own(several: list[dict[str, int]]) -> None:
    """Tokenizers much alike, one after the other through one cache: each gets the vocabulary that it would get without."""
    import tempfile

    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONSTRAIN_CACHE", place)
        patch.setattr(common_tables, "_kinds", {})
        for extra in [*several, *several]:
            clean = {form: number for number, form in {number: form for form, number in extra.items()}.items()}
            tokenizer = byte_level(clean, end="!")
            try:
                expected = Vocabulary.from_huggingface(tokenizer, cache=False)
            except Exception as error:
                with pytest.raises(type(error)):
                    kept(tokenizer)
            else:
                assert same(expected, kept(tokenizer))


def test_a_tokenizer_changed_in_memory_is_another(folder: Path) -> None:
    """Its file and name are what they were, its tokens are not."""
    tokenizer = byte_level({"ab": 256})
    first = kept(tokenizer)
    tokenizer.backend_tokenizer.model = byte_level({"ba": 256}).backend_tokenizer.model
    second = kept(tokenizer)
    tokenizer.backend_tokenizer.decoder = decoders.Fuse()

    assert (b"ab", b"ba") == (first.token_bytes[256], second.token_bytes[256])
    assert "Ġ".encode() == Vocabulary.from_huggingface(tokenizer).token_bytes[32]


def test_code_and_versions_are_in_the_key(folder: Path, monkeypatch: pytest.MonkeyPatch, decoded: list[Any]) -> None:
    """Another build of this library, or another version of theirs, reads the tokenizer itself."""
    import tokenizers
    import transformers

    tokenizer = some.tiny("llama")
    kept(tokenizer)
    for module in (tokenizers, transformers):
        with monkeypatch.context() as other:
            other.setattr(module, "__version__", "0.0.1")
            kept(tokenizer)
    with monkeypatch.context() as other:
        other.setattr(vocabulary_cache, "_code", lambda: ("another",))
        kept(tokenizer)
    kept(tokenizer)

    assert len(decoded) == len(files(folder)) == 4


def test_a_decode_of_the_users_own_is_never_cached(folder: Path) -> None:
    """What it does is in no digest; nor is what a tokenizer written in Python does."""

    class Own(PreTrainedTokenizerFast):
        def decode(self, *args: Any, **kwargs: Any) -> Any:
            return super().decode(*args, **kwargs)

    backend = some.tiny("byte-level").backend_tokenizer
    changed = PreTrainedTokenizerFast(tokenizer_object=backend)
    changed.decode = lambda *args, **options: backend.decode(*map(list, args), skip_special_tokens=False)
    python = some.PythonTokenizer({"a": 0, "</s>": 1}, special=[1])
    for tokenizer in (Own(tokenizer_object=backend), changed, python):
        assert huggingface.facts(tokenizer, ()) is None
        kept(tokenizer, end_ids=[1])
    assert files(folder) == []


# ---- files that are not what they should be ----


def spoil(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o600)


def test_a_damaged_file_is_a_miss_and_is_replaced(folder: Path, decoded: list[Any]) -> None:
    """Cut off anywhere, any bit flipped, something else altogether: the vocabulary is right, and then the file."""
    tokenizer = some.tiny("byte-level")
    expected = kept(tokenizer)
    (path,) = files(folder)
    good = path.read_bytes()
    draw = random.Random(7)
    spoiled = [good[:cut] for cut in [0, 1, 8, 40, 71, 75, 76, 100, 120, len(good) - 1]]
    spoiled += [good[: draw.randrange(len(good))] for _ in range(20)]
    for at in [*range(0, 160, 3), *(draw.randrange(len(good)) for _ in range(60))]:
        spoiled.append(good[:at] + bytes([good[at] ^ 1 << draw.randrange(8)]) + good[at + 1 :])
    spoiled += [good + b"\0", good * 2, b"\0" * len(good), b"\x80\x04K\x01.", good[:72] + b"\xff" * 4 + good[76:]]
    beside = good.index(saved_tables.MAGIC)
    for data in [*spoiled, good[:beside]]:
        spoil(path, data)
        decoded.clear()
        assert same(expected, Vocabulary.from_huggingface(tokenizer))
        assert len(decoded) == 1
    vocabulary_cache.finish()

    assert good == path.read_bytes()


def test_every_bit_is_guarded(folder: Path) -> None:
    """No single flip is believed: the whole of a small file, bit by bit."""
    content = Vocabulary.from_bytes([b"a", None], end_ids=[1], special_tokens={"<e>": 1})
    key = "ab" * 32
    made = vocabulary_cache.Content(
        content._content(), saved_tables.Prepared(content.native.order), frozenset({"json"})
    )
    assert vocabulary_cache.store(key, made)
    (path,) = files(folder)
    good = path.read_bytes()
    found = vocabulary_cache.load(key)
    assert found is not None
    assert found.kinds == {"json"}
    for at in range(len(good)):
        for bit in range(8):
            spoil(path, good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :])
            assert vocabulary_cache.load(key) is None, (at, bit)


def test_a_file_under_another_name_is_a_miss(folder: Path) -> None:
    """One vocabulary's file, copied to where another's should be, is not that other's."""
    one, other = byte_level({"ab": 256}), byte_level({"ba": 256})
    kept(one)
    (first,) = files(folder)
    kept(other)
    (second,) = set(files(folder)) - {first}
    spoil(second, first.read_bytes())

    assert b"ba" == Vocabulary.from_huggingface(other).token_bytes[256]


def test_a_forged_file_with_right_digests_is_still_checked(folder: Path) -> None:
    """Tables that point anywhere do not crash, since the core looks at every number; masks need not be right then."""
    tokenizer = some.tiny("byte-level")
    vocabulary = kept(tokenizer)
    assert vocabulary._cached is not None
    draw = random.Random(3)
    tables = vocabulary._for_cache().prepared.tables
    for _ in range(40):
        forged = bytearray(tables)
        for _ in range(5):
            forged[draw.randrange(len(forged))] ^= 1 << draw.randrange(8)
        prepared = saved_tables.Prepared(draw.randbytes(400), bytes(forged))
        content = vocabulary_cache.Content(vocabulary._content(), prepared, frozenset({"json"}))
        assert vocabulary_cache.store(vocabulary._cached, content)
        loaded = Vocabulary.from_huggingface(tokenizer)
        assert same(vocabulary, loaded)
        compile(json_schema({"type": "string"}), loaded).matcher().completion()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling", "world-writable", "huge"])
def test_places_that_are_no_files_of_ours(kind: str, folder: Path) -> None:
    """A folder, a pipe, a link to nothing, a file that anyone may write, one beyond all limits: each a miss, at once."""
    tokenizer = some.tiny("byte-level")
    expected = kept(tokenizer)
    (path,) = files(folder)
    if kind == "world-writable":
        path.chmod(0o666)
    elif kind == "huge":
        with path.open("r+b") as file:
            file.truncate(1 << 40)  # sparse: takes no space
    else:
        path.unlink()
        if kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(folder / "nothing")
    key = path.name.partition(".")[0]

    assert vocabulary_cache.load(key) is None
    assert same(expected, kept(tokenizer))
    assert kind == "folder" or vocabulary_cache.load(key) is not None


# ---- writing ----


def test_files_are_private(folder: Path) -> None:
    """The folder is the user's, and so is each file; nothing else is left there."""
    before = os.umask(0)
    try:
        kept(some.tiny("byte-level"))
    finally:
        os.umask(before)
    (path,) = files(folder)
    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def _refuse(number: int) -> Any:
    def refuse(*args: Any, **options: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize("what", ["replace", "mkstemp", "fdopen", "mkdir"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_what_cannot_be_written_is_left(
    what: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch, decoded: list[Any]
) -> None:
    """A full disk, a folder of others, a read-only system: no error, nothing half-written, and the vocabulary is there."""
    tokenizer = some.tiny("byte-level")
    with monkeypatch.context() as broken:
        owner: Any = {"mkstemp": "tempfile.mkstemp", "mkdir": "pathlib.Path.mkdir"}.get(what, f"os.{what}")
        broken.setattr(owner, _refuse(number))
        first = kept(tokenizer)
        assert vocabulary_cache.later.waiting == {}
    assert [] == files(folder)
    assert same(first, kept(tokenizer))
    assert len(decoded) == 2
    assert len(files(folder)) == 1


def test_a_folder_that_may_not_be_written_is_read(folder: Path, decoded: list[Any]) -> None:
    """What is there serves; what is not stays away."""
    kept(some.tiny("byte-level"))
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("this user may write anywhere")
        kept(some.tiny("byte-level"))
        kept(some.tiny("llama"))
        assert len(decoded) == 2
    finally:
        folder.chmod(0o700)
    assert len(files(folder)) == 1


@pytest.mark.parametrize("place", ["/dev/null/nowhere", "\0", "x" * 5000])
def test_a_place_that_cannot_be(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder, no error."""
    try:
        monkeypatch.setenv("CONSTRAIN_CACHE", place)
    except ValueError:
        monkeypatch.setattr(vocabulary_cache, "folder", lambda: Path(place))
    tokenizer = some.tiny("byte-level")
    assert same(kept(tokenizer), kept(tokenizer))


_PROGRAM = """
import sys
from tests import tokenizers as some
from constrain import Vocabulary, grammars
from constrain.storage import vocabulary_cache
for _ in range(int(sys.argv[1])):
    for path in vocabulary_cache.folder().glob("*") if sys.argv[2] else ():
        path.unlink(missing_ok=True)
    vocabulary = Vocabulary.from_huggingface(some.tiny("byte-level"))
    assert vocabulary.token_bytes == Vocabulary.from_huggingface(some.tiny("byte-level"), cache=False).token_bytes
    if sys.argv[2]:
        vocabulary_cache.finish()
"""


def started(*arguments: str) -> subprocess.Popen[bytes]:
    root = Path(__file__).parents[3]
    return subprocess.Popen([sys.executable, "-c", _PROGRAM, *arguments], cwd=root, stderr=subprocess.PIPE)


def test_processes_that_write_and_remove_at_once(folder: Path) -> None:
    """Each reads right, whatever the other does in between, and what stays is whole."""
    processes = [started("25", "x") for _ in range(2)]
    for process in processes:
        _, errors = process.communicate(timeout=240)
        assert (0, b"") == (process.returncode, errors)
    kept(some.tiny("byte-level"))
    assert all(".vocabulary" == path.suffix for path in files(folder))


def test_what_was_read_is_written_as_the_process_ends(folder: Path) -> None:
    """A program that is done before the half second is over leaves its file all the same."""
    _, errors = started("1", "").communicate(timeout=240)
    assert b"" == errors
    assert len(files(folder)) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_while_a_file_waits_to_be_written(folder: Path) -> None:
    """The child makes and writes vocabularies of its own, and ends; the parent writes what it was to write."""
    Vocabulary.from_huggingface(some.tiny("byte-level"))
    child = os.fork()
    if child == 0:
        status = 1
        try:
            assert vocabulary_cache.later.waiting == {}
            kept(some.tiny("llama"))
            status = 0
        finally:
            os._exit(status)
    assert 0 == os.waitpid(child, 0)[1]
    vocabulary_cache.finish()
    assert len(files(folder)) == 2


def test_files_used_longest_ago_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All together stay within the limit; a use counts, and the newest stays even if it is too large by itself."""
    tokenizers = [byte_level({f"x{i}": 256}) for i in range(4)]
    paths: list[Path] = []
    for age, tokenizer in zip((40, 30, 20), tokenizers, strict=False):
        kept(tokenizer)
        (path,) = set(files(folder)) - set(paths)
        paths.append(path)
        os.utime(path, (0, time.time() - age * 86_400))
    size = paths[0].stat().st_size
    monkeypatch.setattr(vocabulary_cache, "LIMIT", int(3.5 * size))
    Vocabulary.from_huggingface(tokenizers[0])  # the oldest is used
    foreign = folder / "notes.txt"
    foreign.write_text("mine")
    dead, living = (folder / f"{'0' * 64}.vocabulary.{end}" for end in ("dead", "living"))
    dead.write_bytes(b"half")
    living.write_bytes(b"half")
    os.utime(dead, (0, time.time() - 86_400))

    kept(tokenizers[3])

    assert [True, False, True] == [path.exists() for path in paths]
    assert (foreign.exists(), dead.exists(), living.exists()) == (True, False, True)
    monkeypatch.setattr(vocabulary_cache, "LIMIT", 0)
    kept(byte_level({"y": 256}))
    assert 1 == sum(path.suffix == ".vocabulary" for path in files(folder))


# ---- where, and whether ----


@pytest.mark.parametrize("value", ["0", "off", "OFF", " off "])
def test_the_variable_turns_it_off(value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or written, and no digest is made."""
    monkeypatch.setenv("CONSTRAIN_CACHE", value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(huggingface, "facts", None)
    assert vocabulary_cache.folder() is None
    assert vocabulary_cache.load("00" * 32) is None
    assert not vocabulary_cache.store("00" * 32, vocabulary_cache.Content(b"", saved_tables.NOTHING, frozenset()))
    kept(some.tiny("byte-level"))
    assert [] == list(tmp_path.iterdir())


def test_the_argument_turns_it_off(folder: Path, decoded: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """For one vocabulary; the file that another has made is not looked at."""
    kept(some.tiny("byte-level"))
    monkeypatch.setattr(vocabulary_cache, "load", None)
    assert not kept(some.tiny("byte-level"), cache=False).is_cached
    kept(some.tiny("llama"), cache=False)
    assert len(decoded) == 3
    assert len(files(folder)) == 1


def test_the_folder_is_the_systems_for_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG's on Linux, unless relative; Library/Caches on macOS; the local application data on Windows."""
    monkeypatch.delenv("CONSTRAIN_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    end = Path("constrain", "vocabularies")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/me")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    expected = {"linux": Path("/var/cache/me"), "darwin": tmp_path / "Library" / "Caches", "win32": Path("/local")}
    for platform, place in expected.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert place / end == vocabulary_cache.folder()
    monkeypatch.setattr(sys, "platform", "linux")
    for void in ("relative", ""):
        monkeypatch.setenv("XDG_CACHE_HOME", void)
        assert tmp_path / ".cache" / end == vocabulary_cache.folder()
    monkeypatch.setattr(Path, "home", _homeless)
    assert vocabulary_cache.folder() is None
    assert Vocabulary.from_huggingface(some.tiny("byte-level")).end_ids


def _homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_tests_leave_the_users_cache_alone() -> None:
    """`conftest.py` has turned it off for all of them, and for the processes that they start."""
    assert "off" == os.environ["CONSTRAIN_CACHE"]
    assert vocabulary_cache.folder() is None


def test_the_key_tells_values_and_places_apart() -> None:
    """Facts that would be the same when put together have different keys."""
    facts: list[Any] = [("ab",), ("a", "b"), (b"ab",), ("1",), (1,), (None,), ((1,), 2), (1, (2,)), ("a', 'b",)]
    keys = {vocabulary_cache.key_of(each) for each in facts}
    assert len(facts) == len(keys)
    assert all(len(key) == 2 * hashlib.sha256().digest_size for key in keys)
