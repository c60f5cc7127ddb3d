"""Hypothesis strategies: texts of a grammar, and values of a model, for tests of programs that read them.

Needs hypothesis, which nothing else here does. A text is drawn step by step along the grammar, so none is thrown away,
and a failing one is shrunk to a shorter text of the same grammar.

>>> @given(texts(regex("[0-9]{1,3}")))
... def test_numbers_are_read(text): int(text)
>>> @given(values(Invoice))
... def test_invoices_survive(invoice): assert load(dump(invoice)) == invoice
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .constraint import Constraint
from .grammar import Grammar
from .support.arguments import integer
from .texts.text_graph import MAX_STATES, Texts
from .vocabulary import Vocabulary

try:
    from hypothesis import reject
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "constrain.testing needs hypothesis; pip install hypothesis", name="hypothesis"
    ) from error

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from typing_extensions import Unpack

    from .grammars.json_schema.options import JsonSchemaOptions

__all__ = ["texts", "values"]

Of = TypeVar("Of")


def texts(grammar: Grammar | Constraint, *, soft_limit: int = 100, max_states: int = MAX_STATES) -> SearchStrategy[str]:
    """Texts of a grammar, or of a constraint, whose vocabulary then bounds the characters.

    After `soft_limit` bytes a text takes a short way to its end. Shrinks towards short texts and plain letters. Raises
    what `compile` raises, at once.
    """
    constraint = grammar if isinstance(grammar, Constraint) else Constraint(grammar, _bytes())
    choices = _Choices(constraint, integer(max_states, "max_states", 1))
    return _texts(choices, integer(soft_limit, "soft_limit"))


@overload
def values(source: type[Of], **options: Unpack[JsonSchemaOptions]) -> SearchStrategy[Of]: ...
@overload
def values(source: TypeAdapter[Of], **options: Unpack[JsonSchemaOptions]) -> SearchStrategy[Of]: ...
@overload
def values(source: Grammar[Of]) -> SearchStrategy[Of]: ...
@overload
def values(source: Any, **options: Unpack[JsonSchemaOptions]) -> SearchStrategy[Any]: ...
def values(source: Any, **options: Any) -> SearchStrategy[Any]:
    """Values of a model, a dataclass, an annotation, a JSON Schema, or a grammar: texts of it, read.

    What a model's own validators refuse, and no schema says, is drawn again. `options` are those of `json_schema`.
    """
    from .grammars import json_schema

    grammar = source if isinstance(source, Grammar) else json_schema(source, **options)
    return texts(grammar).map(_Reader(grammar))


class _Reader:
    """The value of a text; one that is refused does not count."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def __call__(self, text: str) -> Any:
        try:
            return self.grammar.read(text)
        except ValueError:  # also pydantic's
            reject()


@lru_cache(1)
def _bytes() -> Vocabulary:
    return Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


class _Choices:
    """The choices at each state, worked out once: the simplest first, because Hypothesis shrinks to first choices.

    The simplest is the way out: to choose the first each time gives a short text of the grammar.
    """

    def __init__(self, constraint: Constraint, max_states: int) -> None:
        self.constraint, self.max_states = constraint, max_states
        self.texts = constraint._asked()
        self.known: dict[int, list[tuple[int, tuple[int, ...]]]] = {}

    def begin(self) -> Texts:
        """For another text; earlier ones are forgotten before they leave no room for it."""
        if self.texts.crowded(self.max_states):
            self.constraint._forget_texts()
            self.texts, self.known = self.constraint._asked(), {}
        return self.texts

    def at(self, state: int, text: bytes) -> list[tuple[int, tuple[int, ...]]]:
        """The states that may follow where a text leads, each with the bytes that lead there; the way out first."""
        found = self.known.get(state)
        if found is None:
            found = [
                (way.state, tuple(sorted(way.symbols, key=_rank)))
                for way in self.texts.ways(state, "bytes", self.max_states)
            ]
            out = self.texts.way_out(state, text, self.max_states)  # empty where the text may end, simpler still
            found.sort(
                key=lambda way: (out[0] not in way[1] if out else 0, self.texts.graph.depth(way[0]), _rank(way[1][0]))
            )
            self.known[state] = found
        return found


@st.composite
def _texts(draw: st.DrawFn, choices: _Choices, soft_limit: int) -> str:
    texts = choices.begin()
    out, state = bytearray(), texts.start
    while len(out) < soft_limit:
        ways, ends = choices.at(state, bytes(out)), texts.graph.accepting(state)
        chosen = draw(st.integers(0, len(ways) - 1 + ends)) if len(ways) + ends > 1 else 0
        if ends and not chosen:
            break
        state, symbols = ways[chosen - ends]
        out.append(symbols[draw(st.integers(0, len(symbols) - 1)) if len(symbols) > 1 else 0])
    else:
        out += texts.way_out(state, bytes(out), choices.max_states)
    return out.decode("utf-8", "replace")


def _rank(symbol: int) -> tuple[int, int]:
    """Letters and digits first, then what is printable, then the rest."""
    return (0 if chr(symbol).isascii() and chr(symbol).isalnum() else 1 if 0x20 <= symbol < 0x7F else 2), symbol
