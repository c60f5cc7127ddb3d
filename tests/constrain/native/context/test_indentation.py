"""`LineEnd` and `BlockEnd`: blocks by indentation, against a reader of lines that keeps the stack by hand."""

from __future__ import annotations

import itertools

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammar import BlockEnd, Choice, Expression, Grammar, LineEnd, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import byte_class, concat, literal, repeat

BLANK = byte_class(1 << 32 | 1 << 9)
HEAD = Terminal(concat(repeat(concat(literal(b"\n"), repeat(BLANK))), literal(b"\n")), "line end")
TAIL = Terminal(repeat(BLANK), "indentation")


def blocks(tab: int) -> Grammar:
    """Statements `x` and `:` with a block; each ends with its line, or with the text."""

    def line_end(kind: int) -> LineEnd:
        return LineEnd(HEAD, TAIL, kind, tab)

    def statement(last: Expression, inner: str, end: Expression) -> Expression:
        block = (line_end(LineEnd.DEEPER), Repeat(Nonterminal("level")), Nonterminal(inner), end)
        return Choice(
            (Sequence((Terminal(literal(b"x"), "x"), last)), Sequence((Terminal(literal(b":"), ":"), *block)))
        )

    level, shallower = line_end(LineEnd.LEVEL), line_end(LineEnd.SHALLOWER)
    return Grammar(
        "text",
        {
            "text": Sequence((Repeat(Nonterminal("level")), Choice((Sequence(()), Nonterminal("ends"))))),
            # behind the statement: the block goes on, it ends here, the text ends here
            "level": statement(level, "closes", BlockEnd(BlockEnd.LAST)),
            "closes": statement(shallower, "closes", BlockEnd(BlockEnd.INNER)),
            "ends": statement(Sequence(()), "ends", BlockEnd(BlockEnd.TEXT)),
        },
    )


def reads(text: str, tab: int) -> bool:
    """By definition: a stack of widths, empty lines left out; a block after each `:`, and nowhere else.

    A text may end behind a statement; behind a line end, where no block is open.
    """
    if not text:
        return True
    lines = text.split("\n")
    finished = len(lines) > 1 and not lines[-1].strip()
    if finished:
        lines[-1] += "end"
    stack, opening = [0], False
    for number, line in enumerate(lines):
        body = line.lstrip(" \t")
        if number and not body:
            continue
        indentation = line[: len(line) - len(body)]
        width = indentation.count(" ") + tab * indentation.count("\t")
        if opening != (width > stack[-1]) or (number == 0 and indentation):
            return False
        if opening:
            stack.append(width)
        while width < stack[-1]:
            stack.pop()
        if width != stack[-1] or body not in ("x", ":", "end"):
            return False
        opening = body == ":"
    return not opening and (not finished or stack == [0])


BYTES = Vocabulary.from_bytes([*(bytes([byte]) for byte in range(256)), None], end_ids=[256])


def follow(constraint: constrain.Constraint, text: str) -> bool | None:
    """None where the text is refused on the way, else whether it may end."""
    matcher = constraint.matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return None
        matcher.advance(byte)
    return matcher.is_accepting


@pytest.mark.parametrize("tab", [1, 2, 3])
def test_texts_are_accepted_by_definition(tab: int) -> None:
    """All texts of up to seven characters are read, and a prefix is allowed exactly if one of them goes on from it."""
    constraint = constrain.compile(blocks(tab), BYTES)
    texts = ["".join(each) for length in range(8) for each in itertools.product("x:\n \t", repeat=length)]
    accepted = [text for text in texts if reads(text, tab)]

    found = [text for text in texts if follow(constraint, text)]
    assert accepted == found
    # two characters at least complete what has begun: a line end, and a statement
    begun = {text[:length] for text in accepted for length in range(4)}
    assert begun == {text for text in texts if len(text) < 4 and follow(constraint, text) is not None}


@pytest.mark.parametrize("tab", [1, 2, 8])
def test_lines_may_be_indented_however_far(tab: int) -> None:
    """A width of thousands of spaces or hundreds of tabs is met by the next lines as any other is."""
    constraint = constrain.compile(blocks(tab), BYTES)
    far = 6000
    lines = {"spaces": " " * far, "tabs": "\t" * (far // tab), "both": "\t" * 5 + " " * (far - 5 * tab)}
    for first in lines.values():
        for second in (*lines.values(), " " * (far - 1), " " * (far + 1), "\t" * (far // tab - 1), ""):
            text = f":\n{first}x\n{second}x\n"
            assert reads(text, tab) == (follow(constraint, text) is True), (first[:9], second[:9])
        deeper = f":\n{first}:\n{first} x\n{first}x\n"
        assert reads(deeper, tab)
        assert follow(constraint, deeper) is True


def test_forks_share_the_stack_and_rollback_restores_it() -> None:
    """Like every other part of a matcher's state."""
    matcher = constrain.compile(blocks(8), BYTES).matcher()
    for byte in b":\n  :\n    x\n":
        matcher.advance(byte)
    fork = matcher.fork()
    for byte in b"x\n":
        fork.advance(byte)
    state = matcher.state
    for byte in b"  x":
        matcher.advance(byte)
    matcher.rollback(3)

    assert state == matcher.state
    assert state != fork.state
    assert matcher.is_accepting
