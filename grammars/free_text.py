"""Free text up to a mark, and marks that call for a grammar: reasoning, running text with tool calls in it.

Which text is meant does not depend on the vocabulary: a stop is what a reader of the finished text would take for it.
How it is spelled does: see `marks`.

Reasoning, as chat models write it before the answer:

- Qwen 3, DeepSeek R1, GLM 4.5: `sequence(text_or_special("<think>"), free_text(until=text_or_special("</think>")), …)`;
  where the prompt ends within the thought, as that of DeepSeek R1 does, it begins with the free text.
- Magistral: the same with `[THINK]` and `[/THINK]`.
- gpt-oss: `sequence(special("<|channel|>"), "analysis", special("<|message|>"), free_text(until=special("<|end|>")),
  special("<|start|>"), "assistant", special("<|channel|>"), "final", special("<|message|>"), …)`.

A thought that may be missing is `optional(sequence(…))`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError
from constrain.grammar import Choice, Expression, Grammar, Sequence, SpecialToken, Terminal
from constrain.patterns.pattern import repeat as repeat_pattern
from constrain.patterns.utf8 import CHARACTER
from constrain.support.arguments import instance, integer, public
from constrain.support.deep_stack import roomy

from .combine import Part, either, grammar_of, repeat, sequence
from .region import MOST_TOKENS
from .special import Mark, before, mark, text_of, without


@public
@roomy
@budgeted
def free_text(
    until: Part | tuple[Part, ...] | None = None,
    *,
    longest: int | None = None,
    max_tokens: int | None = None,
    limits: Limits | None = None,
) -> Grammar[str]:
    """Any text up to and with the first occurrence of `until`, or of one of several; None: any text at all.

    A stop is a text, which may be written in letters or by a special token of just that name; `special(…)`, only by the
    token; or `text_or_special(…)`, by the token where there is one. In letters a stop never stands before the end,
    however it is to be written. `longest` bounds the number of characters, with the stop, and `max_tokens` the number
    of tokens before it, as `region` counts them: a stop in letters counts as long as it could still become other text.
    The value is the text.
    Stops that are too long or too many raise `LimitExceeded`, as `limits` says for this call.

    >>> free_text(until=text_or_special("</think>"), max_tokens=200)
    """
    budget = None if max_tokens is None else integer(max_tokens, "max_tokens", 1, MOST_TOKENS)
    longest = None if longest is None else integer(longest, "longest", None, None)
    if longest is not None and longest < 0:
        raise ValueError(f"free_text: longest is {longest}; it counts characters, so 0 or more")
    if until is None:
        return text_of(Terminal(repeat_pattern(CHARACTER, 0, longest), "free text", max_tokens=budget))
    stops = tuple(mark(stop, "free_text: until") for stop in (until if isinstance(until, tuple) else (until,)))
    if not stops:
        raise GrammarError("free_text: until has no texts; leave it out for a text that nothing stops")
    ways: list[Expression] = [
        Sequence((text, Choice([SpecialToken(stop.name, stop.spelling) for stop in shared])))
        for text, shared in before(stops, longest, budget)
    ]
    return Grammar("text", {"text": Choice(ways)}, source="free_text")


@public
@roomy
@budgeted
def free_text_with(
    triggers: Mapping[str | Grammar, Part],
    *,
    low: int = 0,
    high: int | None = None,
    limits: Limits | None = None,
) -> Grammar[tuple[list[tuple[str, Any]], str]]:
    """Free text in which each trigger is followed by its grammar, `low` to `high` times in all.

    Triggers are what `free_text` stops at. The value is a list of (text up to and with the trigger, value of what
    followed it), and the text after the last. `limits` bounds this call, as in `free_text`.

    >>> call = sequence(json_schema(Call), text_or_special("</tool_call>"))
    >>> free_text_with({text_or_special("<tool_call>"): call}, low=1)
    """
    instance(triggers, Mapping, "triggers", "a mapping of triggers to the grammars that they call for")
    marks = tuple(mark(trigger, "free_text_with: a trigger") for trigger in triggers)
    if not marks:
        raise GrammarError("free_text_with: at least one trigger is needed")
    names = [trigger.name for trigger in marks]
    if len(set(names)) < len(names):
        raise GrammarError(f"free_text_with: {next(name for name in names if names.count(name) > 1)!r} stands twice")
    called = {
        trigger.name: _called(trigger, grammar_of(part, i))
        for i, (trigger, part) in enumerate(zip(marks, triggers.values(), strict=True))
    }
    ways = [sequence(text_of(text), either(*(called[m.name] for m in shared))) for text, shared in before(marks)]
    whole = sequence(repeat(either(*ways), low, high), text_of(without(marks)))
    return Grammar(
        whole.start, whole.productions, read=_Triggered(whole), source="free_text_with", families=whole.families
    )


@dataclass(frozen=True)
class _Triggered:
    """What each trigger called for, and the texts before and after."""

    whole: Grammar

    def __call__(self, text: str) -> tuple[list[tuple[str, Any]], str]:
        pieces, rest = self.whole.read(text)
        return [(begin + name, value) for begin, (name, value) in pieces], rest


def _called(trigger: Mark, grammar: Grammar) -> Grammar:
    """The trigger and its grammar; the value is the trigger's name and what was read by the grammar."""
    both = sequence(trigger, grammar)
    return Grammar(both.start, both.productions, read=_Called(trigger.name, grammar), families=both.families)


@dataclass(frozen=True)
class _Called:
    """The trigger's name, and the value of what follows it."""

    name: str
    grammar: Grammar

    def __call__(self, text: str) -> tuple[str, Any]:
        return self.name, self.grammar.read(text[len(self.name) :])
