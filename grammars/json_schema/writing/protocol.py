"""What the writers of arrays and objects ask of the writer of all containers, which calls them for each."""

from __future__ import annotations

from typing import Protocol

from constrain.grammar import Expression, Terminal

from ..formula import Formula
from ..options import Options
from ..values import numbers
from ..values.compilation import Context
from ..values.evaluate import Evaluator


class WriterLike(Protocol):
    """`Writer`, as far as the writers of containers see it; what its members mean stands there."""

    context: Context
    evaluator: Evaluator
    options: Options
    productions: dict[str, Expression]
    check_productivity: bool
    has_count_guard: bool
    listing_left: int

    def expression(self, formula: Formula, depth: int) -> Expression: ...
    def members(
        self, named: dict[str, Formula], rest: Formula, required: tuple[str, ...], filled: bool
    ) -> list[Expression] | None: ...
    def numbers(self, union: numbers.Union, formula: Formula) -> list[Expression]: ...
    def atoms(self, bits: int) -> Terminal: ...
    def state(self, pointer: str) -> None: ...
    def impossible(self, name: str, why: str) -> None: ...
