"""The automaton of one terminal beside those that lark tries before it, made state by state from threads.

As slow as it is plain: every class of characters is stepped for itself, every thread by its definition in
`grammars/lark/lexing/pike_vm.py`. `whole` says whether no match hides a thread that could have gone on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from constrain.errors import UnsupportedError
from constrain.grammars.lark.lexing.lexer import Walker
from constrain.grammars.lark.lexing.pike_vm import Machine, Obligation, Thread
from constrain.grammars.lark.lexing.program import MATCH
from constrain.grammars.lark.lexing.state_elimination import Automaton, minimise


def automaton(
    walker: Walker, name: str, competitors: Sequence[str], complete: bool = False
) -> tuple[Automaton[Obligation], int, bool]:
    """The minimal automaton, the number of states before it was that, and `whole`."""
    machine = walker.machine
    first = (
        tuple(t for competitor in competitors for t in machine.begin(walker.starts[competitor], competitor)),
        machine.begin(walker.starts[name], name),
    )
    numbers = {first: 0}
    queue = deque([first])
    edges: list[dict[int, int]] = [{}]
    outcomes = [walker._ended(name, complete, *first)]
    whole = not competitors
    while queue:
        state = queue.popleft()
        before, own = state
        for number in walker.classes:
            if not any(thread[0] >= 0 and number in machine.accepted[thread[0]] for thread in own):
                continue
            rest = machine.step(before, number)
            if rest and machine.final(rest[-1]):
                continue
            following = rest, machine.step(own, number)
            if not following[1]:
                continue
            whole = whole and not drops(machine, own, number, following[1])
            if following not in numbers:
                numbers[following] = len(edges)
                edges.append({})
                outcomes.append(walker._ended(name, complete, *following))
                matched = any(t[0] >= 0 and machine.nodes[t[0]][0] == MATCH for t in following[1])
                whole = whole and (not matched or (len(following[1]) == 1 and bool(outcomes[-1])))
                queue.append(following)
            edges[numbers[state]][number] = numbers[following]
    return minimise(Automaton(edges, outcomes)), len(edges), whole


def drops(machine: Machine, threads: tuple[Thread, ...], number: int, after: tuple[Thread, ...]) -> bool:
    """Whether a step to `after` leaves out threads that could go on, since one before them has matched."""
    if not after or not machine.final(after[-1]):
        return False
    try:
        moves = {moved for thread in threads for moved in machine._move(thread, number)}
    except UnsupportedError:  # nobody can say how it would go on
        return True
    return len(moves) != len(after)
