"""How many containers can stand inside each other in the texts of a grammar: a longest path, or no bound in a cycle."""

from __future__ import annotations

from collections.abc import Iterator

from constrain.grammar import Distinct, Expression, Nonterminal, Terminal, parts_of

_OPENING = frozenset(("{", "[", "{}", "[]"))  # names of terminals that begin a container


def deepest(start: str, productions: dict[str, Expression]) -> int | None:
    """At most so many containers are inside each other, each production being one at most; None: any number.

    Productions that depend on each other are taken together (Tarjan 1972); where one of them is a container, there is
    no bound. Linear in the size of the grammar, without recursion.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    depth: dict[str, int] = {}  # of finished productions
    path: list[str] = []
    waiting: list[tuple[str, bool, set[str], Iterator[str]]] = []

    def enter(name: str) -> None:
        index[name] = low[name] = len(index)
        path.append(name)
        opens, used = _looked_at(productions[name])
        waiting.append((name, opens, used, iter(used)))

    opening: dict[str, bool] = {}
    uses: dict[str, set[str]] = {}
    enter(start)
    while waiting:
        name, opens, used, following = waiting[-1]
        for other in following:
            if other not in index:
                enter(other)
                break
            if other not in depth:
                low[name] = min(low[name], index[other])
        else:
            waiting.pop()
            opening[name], uses[name] = opens, used
            if waiting:
                low[waiting[-1][0]] = min(low[waiting[-1][0]], low[name])
            if low[name] == index[name]:
                at = path.index(name)
                group = set(path[at:])
                del path[at:]
                containers = sum(opening[each] for each in group)
                if containers and (len(group) > 1 or name in used):
                    return None
                below = [depth[other] for each in group for other in uses[each] if other not in group]
                depth.update(dict.fromkeys(group, containers + max(below, default=0)))
    return depth[start]


def _looked_at(expression: Expression) -> tuple[bool, set[str]]:
    """Whether a container begins in the expression itself, and the names it uses."""
    opens, used, waiting = False, set(), [expression]
    while waiting:
        node = waiting.pop()
        if type(node) is Distinct:  # the bracket of an array whose items must differ, for one
            node = node.terminal
        if type(node) is Terminal:
            opens = opens or node.name in _OPENING
        elif type(node) is Nonterminal:
            used.add(node.name)
        else:
            waiting.extend(parts_of(node))
    return opens, used
