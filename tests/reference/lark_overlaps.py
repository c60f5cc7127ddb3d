"""Whether one text leads two terminals on together, pair of nodes by pair of nodes, in plain Python."""

from __future__ import annotations

from constrain.grammars.lark.lexing.overlaps import MAX_PAIRS
from constrain.grammars.lark.lexing.pike_vm import Machine
from constrain.grammars.lark.lexing.program import CHAR, MATCH, SPLIT


class Overlaps:
    """Of the terminals that begin at the given nodes."""

    def __init__(self, machine: Machine, starts: dict[str, int]) -> None:
        self.machine, self.starts = machine, starts

    def may_match(self, node: int, name: str) -> bool:
        """Whether a thread at `node` may come to a match when the text goes on with a token of the terminal."""
        return name in self.starts and self.overlap(node, self.starts[name], False, None)

    def overlap(self, earlier: int, own: int, equal: bool, beyond: frozenset[str] | None) -> bool:
        """Whether one text can lead `earlier` to a match, and `own` as far or to a match (`equal`: both to a match).

        Where `own` has matched, `earlier` must be able to go on with one of the terminals `beyond` (None: it may).
        """
        nodes, accepted = self.machine.nodes, self.machine.accepted
        stack = [(earlier, own)]
        seen = set(stack)
        while stack:
            pair = stack.pop()
            a, b = (self.plain(node) for node in pair)
            for x in a:
                for y in b:
                    if nodes[x][0] == MATCH:
                        if not equal or nodes[y][0] == MATCH:
                            return True
                    elif nodes[y][0] == MATCH:
                        if not equal and (beyond is None or any(self.may_match(x, name) for name in beyond)):
                            return True
                    elif accepted[x] & accepted[y]:
                        following = nodes[x][2], nodes[y][2]
                        if following not in seen:
                            if len(seen) > MAX_PAIRS:
                                return True
                            seen.add(following)
                            stack.append(following)
        return False

    def plain(self, node: int) -> tuple[int, ...]:
        """The nodes to which `node` leads without a character, lookarounds passed as if they were fulfilled."""
        out: list[int] = []
        seen: set[int] = set()
        stack = [node]
        while stack:
            at = stack.pop()
            if at in seen:
                continue
            seen.add(at)
            what = self.machine.nodes[at]
            if what[0] == SPLIT:
                stack.extend(what[1])
            elif what[0] in (CHAR, MATCH):
                out.append(at)
            else:
                stack.append(what[4])
        return tuple(out)
