"""A grammar that the core has written: productions in the form in which it reads them, trees only when asked for.

Compiling such a grammar takes the code as it is; `productions` becomes the same as trees when somebody looks at it, and
from then on it is what counts, since it may be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from constrain.grammar import (
    _BLOCK_ENDS,
    BlockEnd,
    Choice,
    Expression,
    FlatGrammar,
    Grammar,
    LineEnd,
    Nonterminal,
    Repeat,
    SpecialToken,
    Terminal,
)
from constrain.grammar import Sequence as Then
from constrain.patterns.bytecode import GrammarCode, number, number_at
from constrain.support.flat_trees import packed, unpacked
from constrain.support.once import once


def block_end(kind: int) -> Terminal:
    """The terminal that stands for a `BlockEnd` in code."""
    return _BLOCK_ENDS[kind]


@dataclass(frozen=True)
class Written:
    """A flat grammar, and its trees once somebody has asked for them."""

    flat: FlatGrammar

    @once
    def trees(self) -> dict[str, Expression]:
        """The productions as trees."""
        flat = self.flat
        reader = _Reader(flat.terminals, flat.names)
        return {name: reader.expression(code) for name, code in zip(flat.names, flat.codes, strict=True)}

    def __getstate__(self) -> dict[str, Any]:
        return {"packed": packed(list(self.flat))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self)["flat"] = FlatGrammar(*unpacked(state["packed"]))


class WrittenGrammar(Grammar[str]):
    """The grammar; several may share what is written, and each has its own `productions`."""

    may_have_scopes = False

    def __init__(self, written: Written) -> None:
        self.written = written
        self.start, self.source = written.flat.names[written.flat.start], "lark"
        self.read: Callable[[str], str] = str

    def __getattr__(self, name: str) -> Any:
        flat = self.written.flat if name in ("productions", "families") else None
        if flat is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "families":
            self.families = {flat.names[i]: flat.names[family] for i, family in enumerate(flat.families) if i != family}
        else:
            self.productions = dict(self.written.trees)
        return vars(self)[name]

    def __repr__(self) -> str:
        count = len(self.__dict__.get("productions", self.written.flat.names))
        return f"<Grammar {self.start}: {count} production{'s' if count != 1 else ''}>"

    def after(self, terminal: Terminal, start: str) -> Grammar:
        """As for any grammar; the production stands last then."""
        if "productions" in self.__dict__:
            return super().after(terminal, start)
        flat, last = self.written.flat, len(self.written.flat.names)
        code = b"".join(
            (
                bytes((GrammarCode.TERMINAL,)) + number(len(flat.terminals)),
                bytes((GrammarCode.NONTERMINAL,)) + number(flat.start),
                bytes((GrammarCode.SEQUENCE, 2)),
            )
        )
        terminals, names, families = [*flat.terminals, terminal], [*flat.names, start], [*flat.families, last]
        out = WrittenGrammar(Written(FlatGrammar(terminals, names, [*flat.codes, code], last, families)))
        out.read = self.read
        return out

    def flatten(self, special: Callable[[SpecialToken], Expression] = lambda node: node.text) -> FlatGrammar:
        """As it was written, unless somebody has seen the productions."""
        return super().flatten(special) if "productions" in self.__dict__ else self.written.flat


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

        def operand() -> int:
            nonlocal at
            value, at = number_at(code, at)
            return value

        while at < size:
            kind = code[at]
            at += 1
            if kind == GrammarCode.TERMINAL:
                stack.append(self.terminals[operand()])
            elif kind == GrammarCode.NONTERMINAL:
                stack.append(self.nonterminals[operand()])
            elif kind == GrammarCode.REPEAT:
                operand(), operand()
                stack.append(Repeat(stack.pop()))
            elif kind == GrammarCode.LINE:
                first, line = operand(), operand()
                if line in self.ends:
                    stack.append(self.ends[line])
                else:
                    key = first, line, operand(), operand()
                    if key not in self.lines:
                        head = self.terminals[first]
                        made = self.lines[key] = LineEnd(head, self.terminals[key[2]], line, key[3])
                        made.head = head
                    stack.append(self.lines[key])
            else:
                count = operand()
                parts = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(Then(parts) if kind == GrammarCode.SEQUENCE else Choice(parts))
        return stack[0]
