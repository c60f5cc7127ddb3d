"""Grammars made of grammars: one after another, one of several, repeated; and free text up to a mark.

For what surrounds the structured part of an answer: reasoning before it, tool calls within running text, envelopes.

>>> answer = sequence("<think>", free_text(until="</think>"), regex(r"[0-9]+"))
>>> answer.read("<think>It is even.</think>42")
('It is even.</think>', '42')

A text stands for itself wherever a grammar may stand. `read` gives the values of the parts: of a sequence, a tuple with
one for each part that is not a plain text; of a repetition, a list; of an optional part, None where it is missing.
Where a text can be divided in several ways, earlier parts are as long as they can be.

Chat formats write some of their marks (`<tool_call>`, `</think>`) as added tokens. Those are no text to a `Vocabulary`
unless it is told: `Vocabulary.from_huggingface(tokenizer, text_tokens=["<tool_call>", …])`. The mark can then be
written by its token and by its letters, as the tokenizer reads both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from constrain.errors import GrammarError
from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Grammar,
    Nonterminal,
    Once,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
)
from constrain.pattern import ANY, ANY_BYTE, Pattern, complement, concat, intersection, literal, literals
from constrain.pattern import repeat as repeat_pattern
from constrain.utf8 import CHARACTER

from .bytewise import by_bytes, ends

Part = Grammar | str
_TEXT = repeat_pattern(CHARACTER)


def sequence(*parts: Part) -> Grammar:
    """The parts one after another."""
    grammars = [_grammar(part, i) for i, part in enumerate(parts)]
    read = [not isinstance(part, str) for part in parts]

    def values(text: str) -> tuple[Any, ...]:
        pieces = _divided(lambda n: grammars[n] if n < len(grammars) else None, len(grammars).__eq__, text)
        found = zip(grammars, pieces, read, strict=True)
        return tuple(grammar.read(piece) for grammar, piece, wanted in found if wanted)

    return _combined("sequence", grammars, lambda starts: Sequence(starts), values)


def either(*parts: Part) -> Grammar:
    """One of the parts; its value is that of the first part that the text belongs to."""
    if not parts:
        raise GrammarError("either: there are no parts, so no text could ever be complete")
    grammars = [_grammar(part, i) for i, part in enumerate(parts)]

    def value(text: str) -> Any:
        for grammar in grammars:
            if len(text.encode()) in _ends(grammar, text.encode()):
                return grammar.read(text)
        raise ValueError(f"either: no part matches {text!r:.200}")

    return _combined("either", grammars, lambda starts: Choice(starts), value)


def repeat(part: Part, low: int = 0, high: int | None = None, *, separator: Part = "") -> Grammar:
    """The part `low` to `high` times (None: no bound), with `separator` between; its value is a list."""
    if low < 0 or (high is not None and high < low):
        raise ValueError(f"repeat: low is {low} and high is {high}; 0 <= low <= high is needed")
    item, between = _grammar(part, 0), _grammar(separator, 1)
    plain = separator == ""

    def written(starts: list[Expression]) -> Expression:
        if plain:
            return Repeat(starts[0], low, high)
        more = Sequence((starts[1], starts[0]))
        several = Sequence((starts[0], Repeat(more, max(low, 1) - 1, None if high is None else high - 1)))
        if high == 0:
            return Sequence(())
        return several if low else Repeat(several, 0, 1)

    step = 1 if plain else 2  # every so many pieces there is an item

    def values(text: str) -> list[Any]:
        most = len(text) + low + 1 if high is None else high

        def at(number: int) -> Grammar | None:
            return None if number >= most * step else between if number % step else item

        def may_end(number: int) -> bool:
            return low <= (number + step - 1) // step and (plain or not number or number % step == 1)

        return [item.read(piece) for piece in _divided(at, may_end, text)[::step]]

    return _combined("repeat", [item, between], written, values)


def optional(part: Part) -> Grammar:
    """The part or nothing; the value of nothing is None."""
    grammar = _grammar(part, 0)
    return _combined(
        "optional", [grammar], lambda starts: Repeat(starts[0], 0, 1), lambda text: grammar.read(text) if text else None
    )


def free_text(until: str | tuple[str, ...] | None = None, *, longest: int | None = None) -> Grammar:
    """Any text up to and with the first occurrence of `until`, or of one of several; None: any text at all.

    `longest` bounds the number of characters, with the stop.
    """
    stops = () if until is None else (until,) if isinstance(until, str) else tuple(until)
    if until is not None and not all(stops):
        raise GrammarError("free_text: a text to stop at must not be empty")
    pattern: Pattern = _TEXT if longest is None else repeat_pattern(CHARACTER, 0, longest)
    if stops:
        pattern = intersection(pattern, _up_to(stops, stops))
    name = "free text" if not stops else f"free text until {' or '.join(stops)}"
    return Grammar("text", {"text": Terminal(pattern, name)}, source="free_text")


def triggered(triggers: Mapping[str, Grammar], *, low: int = 0, high: int | None = None) -> Grammar:
    """Free text in which each trigger is followed by its grammar, `low` to `high` times in all.

    The value is a list of (text up to and with the trigger, value of what followed it), and the text after the last.

    >>> triggered({"<tool_call>": sequence(json_schema(Call), "</tool_call>")}, low=1)
    """
    if not triggers or not all(triggers):
        raise GrammarError("triggered: at least one trigger is needed, and none may be empty")
    marks = tuple(triggers)
    ways = [
        sequence(_terminal(_up_to((mark,), marks), f"free text until {mark}"), grammar)
        for mark, grammar in triggers.items()
    ]
    rest = intersection(_TEXT, complement(concat(ANY, _any_of(marks), ANY)))
    return sequence(repeat(either(*ways), low, high), _terminal(rest, "free text"))


def _any_of(texts: tuple[str, ...]) -> Pattern:
    return literals([text.encode() for text in texts])


def _up_to(ends: tuple[str, ...], stops: tuple[str, ...]) -> Pattern:
    """Texts that end with one of `ends` and hold none of `stops` before their last byte."""
    earlier = concat(ANY, _any_of(stops), ANY_BYTE, ANY)
    return intersection(_TEXT, concat(ANY, _any_of(ends)), complement(earlier))


def _terminal(pattern: Pattern, name: str) -> Grammar:
    return Grammar("text", {"text": Terminal(pattern, name)}, source=name)


def _grammar(part: Part, number: int) -> Grammar:
    if isinstance(part, Grammar):
        return part
    if isinstance(part, str):
        try:
            return Grammar("text", {"text": Terminal(literal(part.encode()), repr(part))}, source="text")
        except UnicodeEncodeError:
            raise GrammarError(f"part {number}, {part!r:.60}, has a lone surrogate, which no text can have") from None
    raise TypeError(f"part {number} must be a Grammar or a text, not {type(part).__name__}: {part!r:.60}")


def _combined(
    name: str,
    parts: list[Grammar],
    write: Callable[[list[Expression]], Expression],
    read: Callable[[str], Any],
) -> Grammar:
    """One grammar with the productions of all parts, each under names of its own."""
    productions: dict[str, Expression] = {name: Choice(())}
    starts: list[Expression] = []
    for number, part in enumerate(parts):
        prefix = f"{name} {number}: "
        for key, expression in part.productions.items():
            productions[prefix + key] = _renamed(expression, prefix)
        starts.append(Nonterminal(prefix + part.start))
    productions[name] = write(starts)
    return Grammar(name, productions, read=read, source=name)


def _renamed(expression: Expression, prefix: str) -> Expression:
    """The same expression with `prefix` before the name of every nonterminal. Works at any depth."""
    done: dict[int, Expression] = {}
    waiting: list[Expression] = [expression]
    while waiting:
        node = waiting[-1]
        inside = _inside(node)
        missing = [part for part in inside if id(part) not in done]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        if id(node) not in done:
            done[id(node)] = _rebuilt(node, [done[id(part)] for part in inside], prefix)
    return done[id(expression)]


def _inside(node: Expression) -> list[Expression]:
    if isinstance(node, Sequence | Choice):
        return list(node.parts)
    return [node.part] if isinstance(node, Repeat | Scope | Once) else []


def _rebuilt(node: Expression, parts: list[Expression], prefix: str) -> Expression:
    match node:
        case Nonterminal():
            return Nonterminal(prefix + node.name)
        case Sequence():
            return Sequence(parts)
        case Choice():
            return Choice(parts)
        case Repeat():
            return Repeat(parts[0], node.minimum, node.maximum)
        case Scope():
            return Scope(parts[0])
        case Once():
            return Once(node.mark, parts[0])
        case Terminal() | Distinct() | Require():
            return node
    raise TypeError(f"not an Expression: {node!r}")


def _ends(grammar: Grammar, data: bytes) -> list[int]:
    """Where the grammar's texts may end within a longer one."""
    constraint = grammar.__dict__.get("_by_bytes")
    if constraint is None:
        constraint = grammar.__dict__["_by_bytes"] = by_bytes(grammar)
    return ends(constraint, data)


def _divided(at: Callable[[int], Grammar | None], may_end: Callable[[int], bool], text: str) -> list[str]:
    """The text cut into pieces, the n-th a text of `at(n)`, of a number that `may_end` accepts."""
    data = text.encode()
    hopeless: set[tuple[int, int]] = set()
    cuts = [0]
    choices: list[list[int]] = []
    while True:
        number, start = len(choices), cuts[-1]
        if start == len(data) and may_end(number):
            return [data[a:b].decode() for a, b in pairwise(cuts)]
        grammar = at(number)
        stops: list[int] = []
        if grammar is not None and (number, start) not in hopeless:
            stops = [start + end for end in _ends(grammar, data[start:])]
        choices.append(stops)
        while choices and not choices[-1]:
            choices.pop()
            hopeless.add((len(choices), cuts[-1]))
            if choices:
                cuts.pop()
        if not choices:
            raise ValueError(f"the text is none of this grammar: {text!r:.200}")
        cuts.append(choices[-1].pop())
