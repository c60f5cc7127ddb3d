"""The grammar library, checked both ways: what a grammar accepts its format's own reader accepts, and what people write.

For each grammar, random texts (derived from lark's rules, and walked under our masks) go to real lark, to our engine
and to an independent reader; and real texts, right and wrong, get the same verdict from all three.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from functools import cache
from pathlib import Path
from random import Random

import lark as judge
import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import lark, library

from ...generators import Derivations
from .readers import reads
from .texts import GOOD, LEFT_OUT, WRONG

for _needed in ("sqlglot", "pycparser", "graphql", "isodate", "rfc3986", "pydot"):
    pytest.importorskip(_needed, reason="the readers come with the extra `test`")

NAMES = library.names()
BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
BLANK_MATTERS = ("csv", "iso8601", "mermaid", "regex", "url")


@cache
def reader_of(name: str) -> judge.Lark:
    """Real lark, in the mode that the grammar is written for."""
    return judge.Lark(library.read(name), **library.entry(name).options())


@cache
def constraint_of(name: str) -> constrain.Constraint:
    return constrain.compile(library.load(name), BYTES)


def lark_accepts(name: str, text: str) -> bool:
    try:
        reader_of(name).parse(text)
    except (judge.exceptions.LarkError, AssertionError, IndexError):
        return False
    return True


def accepts(name: str, text: str) -> bool:
    """Whether masks, followed byte by byte, lead through `text` to an end."""
    matcher = constraint_of(name).matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return matcher.is_accepting


def reader_reads(name: str, text: str) -> bool:
    with contextlib.redirect_stdout(io.StringIO()):  # pydot prints what it cannot read
        return reads(name, text)


@pytest.mark.parametrize("name", NAMES)
def test_real_texts_are_accepted(name: str) -> None:
    """By lark, by our masks and by the format's reader."""
    assert [] == [text for text in GOOD[name] if not reader_reads(name, text)]
    assert [] == [text for text in GOOD[name] if not lark_accepts(name, text)]
    assert [] == [text for text in GOOD[name] if not accepts(name, text)]


@pytest.mark.parametrize("name", NAMES)
def test_wrong_texts_are_rejected(name: str) -> None:
    """Broken ones by all three; those left out of the grammar by lark and our masks alone."""
    assert [] == [text for text in WRONG[name] if reader_reads(name, text)]
    assert [] == [text for text in LEFT_OUT[name] if not reader_reads(name, text)]
    assert [] == [text for text in WRONG[name] + LEFT_OUT[name] if lark_accepts(name, text) or accepts(name, text)]


@pytest.mark.slow
def test_most_of_the_standard_library_is_python() -> None:
    """Nine in ten of its modules are read to the end; what is left out is named in the grammar's head."""
    files = sorted(Path(inspect.__file__).parent.glob("*.py"))[::2]
    texts = [file.read_text(encoding="utf-8") for file in files]
    read = sum(accepts("python", text) for text in texts)

    assert read >= 0.9 * len(texts)


def derived(name: str, seeds: range) -> list[str]:
    """Random texts that lark accepts."""
    spaces = ("",) if name in BLANK_MATTERS else ("", *(" ",) * 7)
    derivations = Derivations(reader_of(name), spaces)
    texts = []
    for seed in seeds:
        chance = Random(seed)
        text = derivations.text(chance, chance.choice([5, 15, 40]))
        if lark_accepts(name, text):
            texts.append(text)
    return list(dict.fromkeys(texts))


@pytest.mark.parametrize("name", NAMES)
def test_random_derivations_are_read(name: str) -> None:
    """What lark derives and accepts, our masks and the format's reader accept."""
    texts = derived(name, range(150))

    assert len(texts) > 15
    assert [] == [text for text in texts if not reader_reads(name, text)]
    assert [] == [text for text in texts if not accepts(name, text)]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_random_derivations_are_read(name: str) -> None:
    """The same with thousands."""
    texts = derived(name, range(1_000, 9_000))

    assert [] == [text for text in texts if not reader_reads(name, text)]
    assert [] == [text for text in texts[:1500] if not accepts(name, text)]


def walked(name: str, chance: Random, steps: int, constraint: constrain.Constraint | None = None) -> str | None:
    """A text drawn under our masks, printable characters first; None if it was not complete after many steps."""
    matcher = (constraint or constraint_of(name)).matcher()
    out = bytearray()
    for step in range(4 * steps):
        allowed = [byte for byte in range(257) if matcher.allows(byte)]
        assert allowed, f"stuck after {bytes(out)!r}"
        if 256 in allowed and (step >= steps or chance.random() < 0.03 or len(allowed) == 1):
            return out.decode()
        plain = [byte for byte in allowed if 32 <= byte < 127] or [byte for byte in allowed if byte < 256]
        if 10 in allowed and name == "python" and chance.random() < 0.1:
            plain = [10]
        byte = chance.choice(plain if chance.random() < 0.97 else [byte for byte in allowed if byte < 256] or plain)
        matcher.advance(byte)
        out.append(byte)
    return None


@pytest.mark.parametrize("name", NAMES)
def test_texts_drawn_under_the_masks_are_read(name: str) -> None:
    """Complete ones are accepted by lark and by the format's reader; none gets stuck."""
    texts = [text for seed in range(25) if (text := walked(name, Random(seed), 60)) is not None]

    assert [] == [text for text in texts if not lark_accepts(name, text)]
    assert [] == [text for text in texts if not reader_reads(name, text)]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_texts_drawn_under_the_masks_are_read(name: str) -> None:
    """The same with many, and longer ones."""
    texts = [text for seed in range(1000, 1600) if (text := walked(name, Random(seed), 150)) is not None]

    assert [] == [text for text in texts if not lark_accepts(name, text)]
    assert [] == [text for text in texts if not reader_reads(name, text)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if library.entry(name).lexer != "contextual"])
def test_texts_drawn_in_the_usual_mode_are_read_too(name: str) -> None:
    """Keywords are kept apart from names by the terminals themselves, so lark's contextual lexer reads the same."""
    options = {**library.entry(name).options(), "lexer": "contextual"}
    reader = judge.Lark(library.read(name), **options)
    constraint = constrain.compile(lark(library.read(name), **options), BYTES)
    texts = [text for seed in range(2000, 2300) if (text := walked(name, Random(seed), 150, constraint)) is not None]

    for text in texts:
        reader.parse(text)
    assert [] == [text for text in texts if not reader_reads(name, text)]


def mutated(text: str, chance: Random) -> str:
    """The text with a piece left out, doubled, moved or replaced."""
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at, width = chance.randint(0, len(letters)), chance.randint(0, 3)
        piece = letters[at : at + width]
        letters[at : at + width] = chance.choice([[], piece * 2, [chance.choice("a0 .,:;()[]{}<>\"'=+-*/|&\n#%_é\\")]])
    return "".join(letters)


def verdicts_differ(name: str, seeds: range) -> list[str]:
    texts = GOOD[name] + derived(name, range(60))
    chances = [Random(seed) for seed in seeds]
    tried = dict.fromkeys(mutated(chance.choice(texts), chance) for chance in chances)
    return [text for text in tried if lark_accepts(name, text) is not accepts(name, text)]


@pytest.mark.parametrize("name", NAMES)
def test_verdicts_on_damaged_texts_are_those_of_lark(name: str) -> None:
    """Whether lark accepts what a small change makes of a text, so do the masks."""
    assert [] == verdicts_differ(name, range(150))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_verdicts_on_many_damaged_texts_are_those_of_lark(name: str) -> None:
    """The same with thousands."""
    assert [] == verdicts_differ(name, range(1000, 4000))


def test_names_and_heads() -> None:
    """The library lists its grammars; each says what it is and in which mode of lark it is read."""
    assert set(NAMES) == set(GOOD) == set(WRONG)
    for name in NAMES:
        entry = library.entry(name)
        assert entry.description
        assert entry.mode.startswith("lalr/")
    assert library.entry("json").mode == "lalr/contextual"
    with pytest.raises(ValueError, match=r"'cobol'.*'json'"):
        library.read("cobol")
    with pytest.raises(ValueError, match="choose one of"):
        library.read("../library/json")


def test_a_grammar_is_read_by_the_front_door() -> None:
    """`lark(library.read(name))` is what `load` does, with the options of its mode."""
    constraint = constrain.compile(lark(library.read("json")), BYTES)
    matcher = constraint.matcher()
    for byte in b'{"a": [1]}':
        matcher.advance(byte)
    assert matcher.is_accepting
