"""Members that an object names and can never have, because no value satisfies all that is asked of theirs.

A schema is not wrong for that, so nothing raises: the member is left out of the grammar. But whoever wrote
`{"minLength": 5, "maxLength": 3}` meant something else. Found by writing the grammar once more, without the native
part, and asking of each member's expression whether a text can be derived from it: so contradictions between `allOf`
and its neighbours, or within what a member holds, are found as well as those of two keywords.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from constrain.compiling.rewriting import rewritten
from constrain.errors import ConstrainError, GrammarError
from constrain.grammar import Expression, Grammar, Terminal

from ..bytewise import by_bytes
from .formula import Formula, Formulas
from .source.document import Subschema
from .source.pointers import within
from .values.object_shape import Objects
from .writing.keys import nothing
from .writing.productivity import productive
from .writing.writer import Writer


class Unwritten(NamedTuple):
    """A member: the pointer of its object, its key, and the pointer of what is asked of its value."""

    pointer: str
    key: str
    demand: str

    @property
    def place(self) -> str:
        """Where the value is spoken of, if by one subschema."""
        return f"{self.pointer}/properties/{within(self.key)}" if self.demand == "#" else self.demand


def unwritten(writer: Writer, root: Formula) -> list[Unwritten]:
    """Of all objects of a schema, the members that no text has; those that the schema forbids outright are not listed.

    Raises what compiling the schema raises.
    """
    formulas = writer.context.formulas
    writer.build(root)
    asked: dict[Unwritten, list[str]] = {}
    questions: dict[str, Expression] = {}
    for formula, shapes, depth in list(writer.objects()):
        keys = dict.fromkeys(key for shape in shapes for key in _named(shape))
        for key in keys:
            demands = [shape.at(key, formulas) for shape in shapes]
            if formulas.always in demands or _is_forbidden(key, shapes, formulas):
                continue
            member = Unwritten(formula.pointer, key, demands[0].pointer)
            for demand in demands:
                name = f"{len(questions)} asked"
                questions[name] = writer.expression(demand, depth + 1)
                asked.setdefault(member, []).append(name)
    writer.run()
    kept = _Kept()
    alive = productive({name: rewritten(each, kept) for name, each in {**writer.productions, **questions}.items()})
    return [member for member, names in asked.items() if alive.isdisjoint(names)]


def _named(shape: Objects) -> Iterator[str]:
    for layer in shape.layers:
        yield from layer.names


def _is_forbidden(key: str, shapes: tuple[Objects, ...], formulas: Formulas) -> bool:
    """Whether the author said so: `false` stands there, or what older drafts have for it."""
    demands = [layer.names.get(key) for shape in shapes for layer in shape.layers]
    return any(
        demand is formulas.never or (isinstance(demand, Subschema) and demand.schema in ({"not": {}}, {"not": True}))
        for demand in demands
    )


class _Kept:
    """Leaves as they are, but for terminals of which the engine finds no text: patterns and bounds that exclude one."""

    def __init__(self) -> None:
        self.known: dict[bytes, bool] = {}

    def __call__(self, leaf: Expression) -> Expression:
        if not isinstance(leaf, Terminal):
            return leaf
        has_text = self.known.get(leaf.code)
        if has_text is None:
            has_text = self.known[leaf.code] = _has_text(leaf)
        return leaf if has_text else nothing()


def _has_text(terminal: Terminal) -> bool:
    try:
        by_bytes(Grammar("one", {"one": terminal}))
    except GrammarError:
        return False
    except ConstrainError:  # it would take long to find out
        return True
    return True
