"""The reducer of random worlds: what it writes down is the same world, and what it leaves is what the fault needs."""

from __future__ import annotations

import pytest

from constrain import grammar
from constrain.grammar import Ordered, Repeat
from constrain.patterns import pattern
from tests.strategies import Tokens, World
from tests.worlds import _expressions, minimise, seeded_world, source


@pytest.mark.parametrize("kind", ["pattern", "assertion", "loose", "grammar", "any", "special"])
def test_a_world_that_is_written_down_is_the_same(kind: str) -> None:
    """Byte by byte, as a test would build it."""
    for seed in range(3, 12):
        world = seeded_world(kind, seed)
        names = {**vars(pattern), **vars(grammar), "Tokens": Tokens, "World": World}
        exec(source(world), names)
        again = names["world"]
        assert source(world) == source(again)
        codes = [[each.code for each in made.grammar.flatten().terminals] for made in (world, again)]
        assert codes[0] == codes[1]
        assert (world.tokens, world.script) == (again.tokens, again.script)


@pytest.mark.parametrize("kind", [Repeat, Ordered])
def test_what_is_left_is_what_fails(kind: type) -> None:
    """A fault that any node of a class shows leaves one such node, a token that ends texts, and no step."""

    def fails(world: World) -> bool:
        return any(
            isinstance(node, kind) for right in world.grammar.productions.values() for node in _expressions(right)
        )

    worlds = [world for seed in range(300) if fails(world := seeded_world("any", seed))]
    assert worlds
    for world in worlds[:5]:
        smallest = minimise(world, fails)
        assert () == smallest.script
        assert 1 == len(smallest.tokens.items)
        assert len(source(smallest)) < 400
