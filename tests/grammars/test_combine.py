"""Grammars made of grammars: what they accept, what their values are, and that free text ends where it should."""

from __future__ import annotations

import itertools
import json
import re
from random import Random

import pytest
from pydantic import BaseModel

from constrain import Grammar, GrammarError
from constrain.grammars import choice, either, free_text, free_text_with, json_schema, optional, regex, repeat, sequence
from tests.grammars.json_schema.instances import accepts, compiled, random_text


class Call(BaseModel):
    """A call of a tool."""

    name: str
    arguments: dict[str, int]


def random_combination(random: Random, depth: int) -> tuple[Grammar | str, str]:
    """A grammar, and a regular expression for the same texts."""
    if not depth or random.random() < 0.2:
        pattern = random.choice(["a", "b", "ab", "a*", "[ab]", "(?:ab)+"])
        return (pattern, pattern) if pattern.isalpha() and random.random() < 0.5 else (regex(pattern), pattern)
    kind = random.choice(["sequence", "either", "repeat", "separated", "optional"])
    parts = [random_combination(random, depth - 1) for _ in range(random.randint(1, 3))]
    grammars, patterns = [part[0] for part in parts], [f"(?:{part[1]})" for part in parts]
    low, high = random.randint(0, 2), random.choice([None, 2, 3])
    if kind == "sequence":
        return sequence(*grammars), "".join(patterns)
    if kind == "either":
        return either(*grammars), "|".join(patterns)
    if kind == "optional":
        return optional(grammars[0]), f"{patterns[0]}?"
    if kind == "repeat":
        return repeat(grammars[0], low, high), f"{patterns[0]}{{{low},{'' if high is None else high}}}"
    more = f"(?:,{patterns[0]}){{{max(low, 1) - 1},{'' if high is None else high - 1}}}"
    return repeat(grammars[0], low, high, separator=","), f"(?:{patterns[0]}{more})" + ("" if low else "?")


@pytest.mark.parametrize("seed", range(60))
def test_combinations_mean_what_the_same_expressions_mean(seed: int) -> None:
    """Random combinations accept the texts of the regular expression put together in the same way, and read them."""
    grammar, pattern = random_combination(Random(seed), 3)
    whole = grammar if isinstance(grammar, Grammar) else sequence(grammar)
    constraint, expected = compiled(whole), re.compile(pattern)
    for length in range(5):
        for letters in itertools.product("ab,", repeat=length):
            text = "".join(letters)
            found = accepts(constraint, text)
            assert found == bool(expected.fullmatch(text)), (pattern, text)
            if found:
                whole.read(text)
            else:
                with pytest.raises(ValueError, match="text"):
                    sequence(whole).read(text)


def test_values_of_the_parts() -> None:
    """A sequence gives a tuple, a repetition a list, plain texts give nothing."""
    call = json_schema(Call)
    one = sequence("<tool_call>", call, "</tool_call>")
    several = sequence(free_text(until="</think>"), repeat(one, 1, separator="\n"), optional(regex("!+")))
    written = json.dumps({"name": "add", "arguments": {"a": 1}})
    text = f"hm < hm</think><tool_call>{written}</tool_call>\n<tool_call>{written}</tool_call>"

    assert accepts(compiled(several), text)
    thought, calls, mark = several.read(text)
    assert thought == "hm < hm</think>"
    assert calls == [(Call(name="add", arguments={"a": 1}),)] * 2
    assert mark is None
    assert several.read(text + "!!")[2] == "!!"
    assert either(choice(["a"]), call).read(written) == Call(name="add", arguments={"a": 1})


@pytest.mark.parametrize("stops", [("ab",), ("aba",), ("aa", "ab"), ("b", "ab"), ("é",)])
def test_free_text_ends_at_the_first_stop(stops: tuple[str, ...]) -> None:
    """A text belongs to it if a stop is at its end and none earlier; every prefix without a stop can go on."""
    constraint = compiled(free_text(until=stops))
    for length in range(6):
        for letters in itertools.product("abé", repeat=length):
            text = "".join(letters)
            first = min((text.find(stop) + len(stop) for stop in stops if stop in text), default=None)
            assert accepts(constraint, text) == (first == len(text)), text


def test_free_text_without_an_end_is_any_text() -> None:
    """Any characters, no broken ones, and no more than `longest`."""
    assert accepts(compiled(free_text()), "any, é\n\x00😀")
    assert accepts(compiled(free_text(longest=2)), "😀😀")
    assert not accepts(compiled(free_text(longest=2)), "abc")
    assert not accepts(compiled(free_text()), "\ud800")


def test_triggers_call_for_their_grammars() -> None:
    """What follows a trigger obeys; between them anything goes but a trigger; the value tells the pieces."""
    grammar = free_text_with(
        {"<n>": sequence(regex("[0-9]+"), "</n>"), "<w>": sequence(regex("[a-z]+"), "</w>")}, low=1
    )
    constraint = compiled(grammar)
    text = "one <n>1</n> and <w>two</w> <more>"

    assert accepts(constraint, text)
    assert not accepts(constraint, "none")
    assert not accepts(constraint, "one <n>x</n>")
    assert not accepts(constraint, text + "<n>")
    found, rest = grammar.read(text)
    assert found == [("one <n>", ("1",)), (" and <w>", ("two",))]
    assert rest == " <more>"


def test_masks_lead_to_complete_texts() -> None:
    """Following the masks of a combination never leads to a dead end, and what comes out can be read."""
    grammar = sequence("<think>", free_text(until="</think>", longest=40), json_schema(Call))
    for seed in range(20):
        text = random_text(compiled(grammar), Random(seed), patience=40)
        assert isinstance(grammar.read(text)[1], Call)


def test_deep_combinations_are_fine() -> None:
    """Nesting costs no recursion."""
    grammar: Grammar = regex("a")
    for _ in range(300):
        grammar = sequence(grammar, "b")

    assert accepts(compiled(grammar), "a" + "b" * 300)


def test_mistakes_are_explained() -> None:
    """Wrong parts, counts and stops say what is wrong."""
    with pytest.raises(TypeError, match="part 1"):
        sequence("a", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="low is 3"):
        repeat("a", 3, 2)
    with pytest.raises(GrammarError, match="empty"):
        free_text(until="")
    with pytest.raises(GrammarError, match="trigger"):
        free_text_with({})
