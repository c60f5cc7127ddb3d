"""A grammar that the core has written: productions in the form in which it reads them, trees only when asked for.

Compiling such a grammar takes the code as it is; `productions` becomes the same as trees when somebody looks at it, and
from then on it is what counts, since it may be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from constrain.flat_trees import packed, unpacked
from constrain.grammar import (
    _BLOCK_ENDS,
    BlockEnd,
    Choice,
    Expression,
    Grammar,
    LineEnd,
    Nonterminal,
    Repeat,
    SpecialToken,
    Terminal,
)
from constrain.grammar import Sequence as Then
from constrain.once import once

_TERMINAL, _NONTERMINAL, _SEQUENCE, _CHOICE, _REPEAT, _LINE = 0, 1, 2, 3, 4, 11


def block_end(kind: int) -> Terminal:
    """The terminal that stands for a `BlockEnd` in code."""
    return _BLOCK_ENDS[kind]


@dataclass(frozen=True)
class Written:
    """Terminals and names by number, each production's code, the number of the start: as `Grammar.flatten` has it."""

    terminals: list[Terminal]
    names: list[str]
    codes: list[bytes]
    start: int

    @once
    def trees(self) -> dict[str, Expression]:
        """The productions as trees."""
        reader = _Reader(self.terminals, self.names)
        return {name: reader.expression(code) for name, code in zip(self.names, self.codes, strict=True)}

    def __getstate__(self) -> dict[str, Any]:
        return {"packed": packed([self.terminals, self.names, self.codes, self.start])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(zip(("terminals", "names", "codes", "start"), unpacked(state["packed"]), strict=True))


class WrittenGrammar(Grammar[str]):
    """The grammar; several may share what is written, and each has its own `productions`."""

    may_have_scopes = False

    def __init__(self, written: Written) -> None:
        self.written = written
        self.start, self.source = written.names[written.start], "lark"
        self.read: Callable[[str], str] = str

    def __getattr__(self, name: str) -> Any:
        if name != "productions":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.productions = dict(self.written.trees)
        return self.productions

    def __repr__(self) -> str:
        count = len(self.__dict__.get("productions", self.written.names))
        return f"<Grammar {self.start}: {count} production{'s' if count != 1 else ''}>"

    def behind(self, terminal: Terminal, start: str) -> Grammar:
        """As for any grammar; the production stands last then."""
        if "productions" in self.__dict__:
            return super().behind(terminal, start)
        written = self.written
        code = bytearray((_TERMINAL,))
        _append(code, len(written.terminals))
        code.append(_NONTERMINAL)
        _append(code, written.start)
        code += bytes((_SEQUENCE, 2))
        terminals, names = [*written.terminals, terminal], [*written.names, start]
        out = WrittenGrammar(Written(terminals, names, [*written.codes, bytes(code)], len(written.names)))
        out.read = self.read
        return out

    def flatten(
        self, special: Callable[[SpecialToken], Expression] = lambda node: node.text
    ) -> tuple[list[Terminal], list[str], list[bytes], int]:
        """As it was written, unless somebody has seen the productions."""
        if "productions" in self.__dict__:
            return super().flatten(special)
        written = self.written
        return list(written.terminals), list(written.names), list(written.codes), written.start


def _append(code: bytearray, value: int) -> None:
    """A number as the core reads it: seven bits a byte, the lowest first, the high bit for more to come."""
    while value >= 0x80:
        code.append(value & 0x7F | 0x80)
        value >>= 7
    code.append(value)


class _Reader:
    """Trees from postfix code."""

    def __init__(self, terminals: Sequence[Terminal], names: Sequence[str]) -> None:
        self.terminals = terminals
        self.nonterminals = [Nonterminal(name) for name in names]
        self.ends = {kind: BlockEnd(kind) for kind in _BLOCK_ENDS}
        self.lines: dict[tuple[int, ...], LineEnd] = {}

    def expression(self, code: bytes) -> Expression:
        """One production's right side."""
        stack: list[Expression] = []
        at, size = 0, len(code)

        def number() -> int:
            nonlocal at
            value = shift = 0
            while True:
                byte = code[at]
                at += 1
                value |= (byte & 127) << shift
                if byte < 128:
                    return value
                shift += 7

        while at < size:
            kind = code[at]
            at += 1
            if kind == _TERMINAL:
                stack.append(self.terminals[number()])
            elif kind == _NONTERMINAL:
                stack.append(self.nonterminals[number()])
            elif kind == _REPEAT:
                number(), number()
                stack.append(Repeat(stack.pop()))
            elif kind == _LINE:
                first, line = number(), number()
                if line in self.ends:
                    stack.append(self.ends[line])
                else:
                    key = first, line, number(), number()
                    if key not in self.lines:
                        head = self.terminals[first]
                        made = self.lines[key] = LineEnd(head, self.terminals[key[2]], line, key[3])
                        made.head = head
                    stack.append(self.lines[key])
            else:
                count = number()
                parts = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(Then(parts) if kind == _SEQUENCE else Choice(parts))
        return stack[0]
