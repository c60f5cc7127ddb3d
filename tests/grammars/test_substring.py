"""`substring_pattern`: what may be copied from a text, against all runs of its words, listed."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random
from typing import Any

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, Vocabulary
from constrain.grammars import json_schema, regex, substring_pattern

BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
PIECES = [
    *("a", "ab", "b2", "é", "e\u0301", "कि", "_", " ", "\n ", ",", ".", "$", "^"),
    *("(", ")", "[", "]", "{", "|", "\\", "/", '"', "-", "😀"),
]


def runs(text: str, most: int, *, characters: bool = False) -> set[str]:
    """All runs of at most so many words, by looking at each character: a letter, a mark, a joiner, a space or a sign."""
    words: list[str] = []
    spaced: list[bool] = []
    space = inside = False
    for character in text:
        if character.isspace():
            space, inside = True, False
            continue
        letter = character.isalnum() or character in "_\u0301ि"
        if letter and inside and not characters:
            words[-1] += character
        else:
            words.append(character)
            spaced.append(space)
        space, inside = False, letter
    found = set()
    for start in range(len(words)):
        run = words[start]
        found.add(run)
        for word, after_space in [*zip(words, spaced, strict=True)][start + 1 : start + most]:
            run += " " * after_space + word
            found.add(run)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_runs_match(seed: int) -> None:
    """Of random texts with signs that mean something in patterns; also as values in JSON, and as `re` reads it."""
    random = Random(seed)
    text = "".join(random.choice(PIECES) for _ in range(random.randrange(1, 9))) + "x"
    most, characters = random.randint(1, 4), random.random() < 0.3
    pattern = substring_pattern(text, unit="character" if characters else "word", most=most)
    right = runs(text, most, characters=characters)
    accepts = constrain.compile(regex(pattern), BYTES).accepts
    schema = {"type": "string", "pattern": pattern}
    value = constrain.compile(json_schema(schema), BYTES).accepts

    wrong = {a + b for a, b in product([*right, ""], ["", " ", "x", ",", *right])}
    wrong |= {text[i:j] for i in range(len(text)) for j in range(i, len(text) + 1)}
    for tried in right | wrong:
        assert (tried in right) == accepts(tried) == bool(re.fullmatch(pattern, tried)), (text, tried)
        assert (tried in right) == value(json.dumps(tried, ensure_ascii=False)), (text, tried)


def test_words_are_not_cut() -> None:
    """White space is one space, a run ends before a comma, and words that come twice may go on either way."""
    accepts = constrain.compile(regex(substring_pattern("Ada King lives in\nOslo, Ada Lee.", most=3)), BYTES).accepts
    for text in ("Ada", "Ada King", "Ada Lee", "Ada King lives", "in Oslo", "Oslo, Ada", "Lee."):
        assert accepts(text), text
    for text in ("", "Ad", "da King", "Ada King lives in", "in\nOslo", "King Lee", "ada", "Ada  King", " Ada", "Ada "):
        assert not accepts(text), text


def test_scripts_without_spaces_are_copied_by_characters() -> None:
    """A name within a sentence is a run of characters, not of words."""
    text = "田中さんは東京に住んでいます。"
    assert not re.fullmatch(substring_pattern(text), "東京")
    assert re.fullmatch(substring_pattern(text, unit="character"), "東京")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"text": 5}, TypeError, "text must be a text, not"),
        ({"text": "a", "most": 0}, ValueError, "most is 0"),
        ({"text": "a", "most": 101}, ValueError, "100"),
        ({"text": "a", "unit": "line"}, ValueError, "unit is 'line'; choose one of 'word', 'character'"),
        ({"text": " \n"}, GrammarError, "no words"),
        ({"text": "a \ud800 b"}, GrammarError, "surrogate at position 2"),
        (
            {"text": "a " * 20_000},
            LimitExceeded,
            r"40000 characters\) make a pattern of 640000 characters, limit 500000",
        ),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """With the argument, its value and the way on."""
    with pytest.raises(error, match=message):
        substring_pattern(**arguments)


def test_the_limit_bounds_the_pattern() -> None:
    """Also where words are of one character, which take seven, or eight with a backslash."""
    for text in ("ab " * 3000, "." * 3900, "..a " * 1300, "$" * 3000):
        assert len(substring_pattern(text, most=16)) <= 500_000
    with pytest.raises(LimitExceeded, match="make a pattern of 800000 characters"):
        substring_pattern("." * 100_000, most=1)


def test_long_texts_are_compiled() -> None:
    """Two thousand words, some of them in many places."""
    random = Random(0)
    text = " ".join(f"w{random.randrange(400)}" for _ in range(2000))
    accepts = constrain.compile(regex(substring_pattern(text, most=8)), BYTES).accepts
    words = text.split()
    for start in range(0, 1990, 97):
        assert accepts(" ".join(words[start : start + 8]))
        assert not accepts(" ".join(words[start : start + 9]))
