"""Trees of patterns and expressions as byte code, written in Python: the oracle of native/python/encode_trees.cc.

One operation a node, in postfix order, numbers as unsigned LEB128; constrain/native/pattern/bytecode_reader.cc and
constrain/native/network/network.cc read it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.grammar import (
    _BLOCK_ENDS,
    BlockEnd,
    Choice,
    Distinct,
    Expression,
    Grammar,
    LineEnd,
    Named,
    Names,
    Nonterminal,
    Once,
    Ordered,
    Repeat,
    Require,
    Scope,
    SpecialToken,
    Terminal,
)
from constrain.grammar import Sequence as Sequence_
from constrain.patterns.pattern import (
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
)


def number(value: int) -> bytes:
    """`value` as unsigned LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def text(data: bytes) -> bytes:
    """`data` after its length."""
    return number(len(data)) + data


def bounds(node: Repetition | Repeat) -> bytes:
    """The numbers of a repetition, a maximum being one more, and none 0."""
    return number(node.minimum) + number(0 if node.maximum is None else node.maximum + 1)


def flat(node: Any) -> list[Any]:
    """The parts of a node, those of its own kind replaced by theirs, at any depth."""
    return [leaf for part in node.parts for leaf in (flat(part) if type(part) is type(node) else [part])]


def encode(node: Pattern) -> bytes:
    """The byte code of a pattern."""
    match node:
        case Empty():
            return b"\x00"
        case Epsilon():
            return b"\x01"
        case Literal():
            return b"\x02" + text(node.data)
        case ByteClass():
            members = [byte for byte in range(256) if node.mask >> byte & 1]
            lows = [byte for byte in members if byte - 1 not in members]
            highs = [byte for byte in members if byte + 1 not in members]
            ranges = bytes(byte for pair in zip(lows, highs, strict=True) for byte in pair)
            if ranges and 1 + len(ranges) < 32:
                return b"\x0c" + number(len(lows)) + ranges
            return b"\x03" + node.mask.to_bytes(32, "little")
        case Concatenation():
            parts = flat(node)
            return b"".join(map(encode, parts)) + b"\x04" + number(len(parts))
        case Alternation() | Intersection():
            code = b"\x05" if type(node) is Alternation else b"\x06"
            return b"".join(map(encode, node.parts)) + code + number(len(node.parts))
        case Complement():
            return encode(node.part) + b"\x07"
        case Repetition():
            return encode(node.part) + b"\x08" + bounds(node)
        case Ahead() | Behind():
            return encode(node.part) + bytes((9 if type(node) is Ahead else 10, node.negative))
        case Literals():
            return b"\x0b" + number(len(node.items)) + b"".join(map(text, node.items))
    raise TypeError(f"not a Pattern: {node!r}")


def flatten(
    grammar: Grammar, special: Callable[[SpecialToken], Expression] = lambda node: node.text
) -> tuple[list[Terminal], list[str], list[bytes], int]:
    """Terminals, nonterminal names, code by production, index of the start."""
    names = list(grammar.productions)
    terminals: list[Terminal] = []

    def terminal(node: Terminal) -> bytes:
        if not any(node is known for known in terminals):
            terminals.append(node)
        return number(next(i for i, known in enumerate(terminals) if known is node))

    def code(node: Expression) -> bytes:
        match node:
            case Terminal():
                return b"\x00" + terminal(node)
            case Nonterminal():
                return b"\x01" + number(names.index(node.name))
            case Sequence_() | Choice():
                parts = flat(node)
                header = b"\x02" if type(node) is Sequence_ else b"\x03"
                return b"".join(map(code, parts)) + header + number(len(parts))
            case Repeat():
                if node.between is None:
                    return code(node.part) + b"\x04" + bounds(node)
                return code(node.part) + code(node.between) + b"\x0d" + bounds(node)
            case Ordered():
                between = terminal(node.between)
                inside = b"".join(map(code, node.parts))
                return inside + b"\x0c" + between + number(len(node.parts)) + bytes(node.required)
            case Scope():
                return b"\x09" + code(node.part) + b"\x08"
            case Once():
                return b"\x0a" + code(node.part) + b"\x05" + number(node.mark)
            case Require():
                figures = (len(node.marks), *node.marks, node.minimum, 0 if node.below is None else node.below + 1)
                return b"\x06" + b"".join(map(number, figures))
            case Distinct():
                return b"\x07" + terminal(node.terminal) + number(node.spelling)
            case SpecialToken():
                return code(special(node))
            case LineEnd():
                head, tail = terminal(node.head), terminal(node.tail)
                return b"\x0b" + head + number(node.kind) + tail + number(node.tab)
            case Names():
                return b"\x10" + text(node.catalogue)
            case Named():
                return b"\x11" + terminal(node.terminal) + number(node.action) + number(node.number)
            case BlockEnd():
                return b"\x0b" + terminal(_BLOCK_ENDS[node.kind]) + number(node.kind)
        raise TypeError(f"not an Expression: {node!r}")

    codes = [code(expression) for expression in grammar.productions.values()]
    return terminals, names, codes, names.index(grammar.start)
