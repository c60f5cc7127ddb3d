"""Alternatives written as a tree mean what they mean side by side."""

from __future__ import annotations

import gc

from hypothesis import given
from hypothesis import strategies as st

import constrain
from constrain.grammar import Choice, Embedded, Expression, Grammar, Sequence, SpecialToken, Terminal
from constrain.grammars import tools
from constrain.grammars.bytewise import byte_vocabulary
from constrain.grammars.tool_calls.prefix_tree import Item, Way, items_of, prefix_tree
from constrain.grammars.tool_calls.tools import forget
from constrain.patterns.pattern import byte_class, literal

DIGIT = Terminal(byte_class(((1 << 10) - 1) << 0x30), "digit")
MARK = SpecialToken("ü", SpecialToken.TOKEN_OR_TEXT)
ITEMS = st.one_of(st.text("aü", min_size=1, max_size=9), st.sampled_from([DIGIT, MARK]))


@given(st.lists(st.lists(ITEMS, max_size=3), min_size=1, max_size=9), st.integers(0, 2**32))
def test_a_tree_has_the_texts_of_its_ways(ways: list[list[Item]], seed: int) -> None:
    """Each way ends in a number of its own, so that none is taken for another."""
    written = [[_right(item) for item in items] for items in ways]
    ends = [Terminal(literal(b"=%d;" % number), str(number)) for number in range(len(ways))]
    flat = Grammar("s", {"s": Choice([Sequence([*items, end]) for items, end in zip(written, ends, strict=True)])})
    heads: list[Way] = [(items_of(items), end) for items, end in zip(written, ends, strict=True)]
    tree, kept = (Grammar("s", {"s": prefix_tree(heads, keep)}) for keep in (False, True))
    assert tree.flatten() == kept.flatten()

    one, other = (constrain.compile(grammar, byte_vocabulary()) for grammar in (flat, tree))
    for text in one.sample(20, seed=seed):
        assert other.accepts(text)
    for text in other.sample(20, seed=seed):
        assert one.accepts(text)


def _right(item: Item) -> Expression:
    return Terminal(literal(item.encode()), item) if isinstance(item, str) else item


def test_what_hangs_on_large_tools_goes_with_them() -> None:
    """Trees of small tools are kept for the next list; those of large ones would hold schemas of megabytes."""

    def embedded() -> int:
        gc.collect()
        return sum(type(each) is Embedded for each in gc.get_objects())

    def made(texts: int) -> None:
        parameters = {"type": "object", "properties": {"a": {"enum": [f"{i}" * 9 for i in range(texts)]}}}
        tools([{"name": f"f{number}", "parameters": parameters} for number in range(3)])

    forget()
    before = embedded()
    made(2_000)
    assert before == embedded()
    made(3)
    assert before < embedded()
    forget()
    assert before == embedded()
