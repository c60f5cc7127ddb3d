"""Patterns of Rust's crate `regex`, as Pydantic reads them: its own core says what each of them matches.

Random patterns have every construct that the crate knows, wrong ones too; what we refuse the crate must refuse.
"""

from __future__ import annotations

from random import Random

import pytest
from pydantic_core import SchemaError, SchemaValidator, ValidationError, core_schema

from constrain import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars.regex import rust, search, translate
from constrain.pattern import Pattern

from ...reference.patterns import matches

Judge = SchemaValidator | None


def judge(source: str) -> Judge:
    """The crate's own reading; None if the pattern is no pattern there."""
    try:
        return SchemaValidator(core_schema.str_schema(pattern=source))
    except SchemaError:
        return None


def finds(judged: SchemaValidator, text: str) -> bool:
    """Whether the pattern is found in the text."""
    try:
        judged.validate_python(text)
    except ValidationError:
        return False
    return True


def read(source: str) -> Pattern | None:
    """The texts in which we find the pattern; None if it is no pattern to us."""
    try:
        return translate(search(rust(source)))
    except (GrammarError, UnsupportedError):
        return None


def disagreement(source: str, texts: list[str]) -> str | None:
    """Where we and the crate read a pattern otherwise."""
    judged = judge(source)
    try:
        pattern = read(source)
    except LimitExceeded:
        return None
    if judged is None or pattern is None:
        return None if judged is None and pattern is None else f"{source!r}: read by us {pattern is not None}"
    for text in texts:
        if finds(judged, text) != matches(pattern, text.encode()):
            return f"{source!r} on {text!r}: found by the crate {finds(judged, text)}"
    return None


_CLASSES = [
    r"\d",
    r"\D",
    r"\s",
    r"\S",
    r"\w",
    r"\W",
    r"\pL",
    r"\PL",
    r"\p{Greek}",
    r"\P{Lu}",
    r"\p{sc=Grek}",
    r"\p{scx!=Greek}",
    r"\p{greek}",
    r"\p{Is_Alphabetic}",
    r"\p{Any}",
]
_CLASSES += [r"\p{L}\p{N}", r"\p{gcb=CR}", r"\p{^L}", r"\p{Klingon}", r"\p{age:3.0}", r"\pZ", r"\p{ASCII}", r"\p{Nd}"]
_POSIX = [
    "[:alpha:]",
    "[:^alpha:]",
    "[:digit:]",
    "[:word:]",
    "[:^space:]",
    "[:punct:]",
    "[:upper:]",
    "[:xdigit:]",
    "[:foo:]",
    "[:ascii:]",
    "[:blank:]",
]
_CHARACTERS = [
    r"a",
    r"b",
    r"k",
    r"s",
    r"A",
    r"S",
    r"-",
    r"é",
    r"ß",
    r"ſ",
    r"σ",
    r"Σ",
    r"\x41",
    r"\x{e9}",
    r"\x{",
    r"e9",
    r"}",
    r"\u{3c3}",
    r"\u0041",
    r"\U00000061",
    r"\-",
    r"\.",
    r"\]",
    r"\&",
    r"\n",
    r"\t",
    r"\x7F",
    r"\xE9",
    r"\~",
    r"\#",
    r"&",
    r"~",
    r"^",
    r":",
    r"1",
    r"_",
]
_CHARACTERS += [" ", "#", "\n", "\\ ", "²", "\u0301", "١"]
_ANCHORS = [
    r"^",
    r"$",
    r"\A",
    r"\z",
    r"\b",
    r"\B",
    r"\b{start}",
    r"\b{end}",
    r"\b{start-half}",
    r"\b{end-half}",
    r"\<",
    r"\>",
    r"\b{foo}",
    r"\b{2}",
]
_FOREIGN = [
    r"(?=a)",
    r"(?!a)",
    r"(?<=a)",
    r"\1",
    r"\Z",
    r"\h",
    r"(?#x)",
    r"(?>a)",
    r"\k<n>",
    r"{",
    r"}",
    r"]",
    r"a{,2}",
    r"\Qa\E",
    r"\c",
    r"(?",
    r"(?)",
    r"*a",
    r"\_",
    r"\é",
]
_TIMES = (
    "*",
    "+",
    "?",
    "{2}",
    "{1,2}",
    "{0,2}",
    "{2,}",
    "{ 2 , 3 }",
    "{2, }",
    "*?",
    "+?",
    "??",
    "{2}?",
    "**",
    "+ +",
    "{2}{2}",
    "{2,1}",
)
_FLAGS = (
    "i",
    "m",
    "s",
    "x",
    "U",
    "u",
    "R",
    "-i",
    "-u",
    "-x",
    "i-s",
    "mR",
    "sR",
    "im",
    "ix",
    "-s",
    "i-u",
    "mRi",
    "ii",
    "i-",
    "q",
)


class Writer:
    """Writes one random pattern; `rare` is how often something may be wrong."""

    def __init__(self, random: Random, rare: float = 0.02) -> None:
        self.random, self.rare = random, rare

    def alternatives(self, depth: int) -> str:
        return "|".join(self.sequence(depth) for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))))

    def sequence(self, depth: int) -> str:
        return "".join(self.piece(depth) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3))))

    def piece(self, depth: int) -> str:
        atom = self.atom(depth)
        return atom + self.random.choice(_TIMES) if self.random.random() < 0.25 else atom

    def atom(self, depth: int) -> str:
        random = self.random
        if random.random() < self.rare:
            return random.choice(_FOREIGN)
        kind = random.random()
        if depth <= 0 or kind < 0.3:
            return random.choice(_CHARACTERS)
        if kind < 0.4:
            return random.choice(_CLASSES)
        if kind < 0.45:
            return "."
        if kind < 0.6:
            return random.choice(_ANCHORS)
        if kind < 0.75:
            return self.set(2)
        if kind < 0.8:
            return f"(?{random.choice(_FLAGS)})"
        lead = random.choice(
            ("", "?:", "?P<n>", "?<m.1[]>", f"?{random.choice(_FLAGS)}:", f"?{random.choice(_FLAGS)}:")
        )
        return f"({lead}{self.alternatives(depth - 1)})"

    def set(self, depth: int) -> str:
        random = self.random
        lead = random.choice(("", "", "^", "]", "-", "^-", "^]", "--", " "))
        return f"[{lead}{''.join(self.member(depth) for _ in range(random.choice((0, 1, 2, 2, 3))))}]"

    def member(self, depth: int) -> str:
        random = self.random
        kind = random.random()
        if kind < 0.35:
            return random.choice(_CHARACTERS)
        if kind < 0.45:
            return random.choice(_CLASSES)
        if kind < 0.55:
            return random.choice(_POSIX)
        if kind < 0.7:
            low, high = sorted((random.choice("aAksz09é"), random.choice("aAksz09é")))
            return f"{low}{random.choice(('-', '-', '-', ' - '))}{high}"
        if kind < 0.85 or depth <= 0:
            return random.choice(("&&", "--", "~~", "-", "&", "~"))
        return self.set(depth - 1)


LETTERS = "aAbkKsſSßéÉσΣς1_-. \t\r\n\x0b\x85\xa0&~:#^]²١\u0301\u2160\u200dβИʼ"


def written(random: Random) -> tuple[str, list[str]]:
    """A pattern and texts near it: single letters, and some of the characters that it names."""
    source = Writer(random).alternatives(3)
    if random.random() < 0.4:
        source = f"^{source}$" if random.random() < 0.5 else rf"\A(?:{source})\z"
    letters = random.sample(LETTERS, 6) + [c for c in source if c.isalnum()][:6]
    texts = ["", *random.sample(LETTERS, 8), "\r\n", "a\r\nb", "a\n"]
    texts += ["".join(random.choice(letters) for _ in range(random.randint(1, 5))) for _ in range(16)]
    return source, texts


@pytest.mark.parametrize("seed", range(6))
def test_random_patterns_mean_what_the_crate_means(seed: int) -> None:
    """Every verdict, on patterns and on texts, is the crate's."""
    random = Random(seed)
    found = [disagreement(*written(random)) for _ in range(400)]
    assert [] == [each for each in found if each is not None]
