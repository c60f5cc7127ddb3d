"""What an object's members may be: keys by name, and the other keys, split by what their values must be."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from constrain.budget import check_share
from constrain.grammar import Choice, Expression

from ..formula import Formula
from ..values import strings
from ..values.object_shape import Objects
from ..values.strings import Strings
from .protocol import WriterLike

_MOST_CLASSES = 256


class Known(NamedTuple):
    """A key mentioned by name and still possible; `witnesses` gives the value once it also meets some clauses."""

    key: str
    value: Expression
    required: bool
    witnesses: tuple[tuple[int, Expression], ...]  # bits of clauses met, value


def nothing() -> Expression:
    return Choice(())


def is_nothing(value: Expression) -> bool:
    return type(value) is Choice and not value.parts


def choice(ways: Collection[Expression]) -> Expression:
    return next(iter(ways)) if len(ways) == 1 else Choice(tuple(ways))


def split_keys(
    shape: Objects, names: list[str], writer: WriterLike, at: Formula
) -> list[tuple[strings.Union, Formula]]:
    """The keys that are not mentioned by name, split by which patterns they match, and what their values must satisfy.

    Classes whose values are impossible are left out, those of equal values are one.
    """
    formulas, escapes = writer.context.formulas, writer.options.escapes
    never = formulas.never
    start: strings.Union = (Strings(excluded=frozenset(names)),) if names else strings.ANY
    for language in shape.keys:
        start = strings.meet(start, language, escapes)
    found = [(start, formulas.always)]
    for layer in shape.layers:
        if not layer.patterns:
            if layer.rest is not formulas.always:
                found = [(language, formulas.both(demand, layer.rest)) for language, demand in found]
                found = [(language, demand) for language, demand in found if demand is not never]
            continue
        together: dict[Formula, strings.Union] = {}
        for language, demand in layer.patterns:
            together[demand] = strings.join(together[demand], language) if demand in together else language
        after: list[tuple[strings.Union, Formula]] = []
        for language, demand in found:
            parts = [(language, demand, False)]
            for wanted, pattern in together.items():
                inside = [
                    (strings.meet(language, pattern, escapes), formulas.both(demand, wanted), True)
                    for language, demand, _ in parts
                ]
                outside = [
                    (strings.meet(language, strings.negation(pattern, escapes), escapes), demand, matched)
                    for language, demand, matched in parts
                ]
                parts = [part for part in (*inside, *outside) if part[0] and part[1] is not never]
                check_key_classes(len(parts), at)
            after += [
                (language, demand if matched else formulas.both(demand, layer.rest))
                for language, demand, matched in parts
            ]
        found = [(language, demand) for language, demand in after if demand is not never]
        check_key_classes(len(found), at)
    merged: dict[Formula, strings.Union] = {}
    for language, demand in found:
        if language:
            merged[demand] = strings.join(merged[demand], language) if demand in merged else language
    return [(language, demand) for demand, language in merged.items()]


def check_key_classes(count: int, at: Formula) -> None:
    check_share(count, _MOST_CLASSES, f"{at.pointer}: overlapping patternProperties split the keys", "kinds")
