"""A process may fork while its threads work: the child finds every lock open and works on, and so does the parent."""

from __future__ import annotations

import os

import pytest

from .own_process import SLOWER, run
from .stress import WORK

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork"),
]

FORKING = """
    import os, signal, sys, threading, time, warnings
    from tests.constrain import stress

    warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads
    kinds, forks = sys.argv[1].split(","), int(sys.argv[2])
    threads, faults = stress.at_once(kinds, 600, daemon=True)
    for number in range(forks):
        time.sleep(0.003 * (number % 5))
        child = os.fork()
        if child == 0:
            signal.alarm(int(sys.argv[3]))  # a child that hangs is killed by it
            try:
                for work in stress.WORK.values():
                    work()
                stress.walk(stress.shared[0])
            except BaseException as fault:
                print(repr(fault), flush=True)
                os._exit(1)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status == 0, f"child {number} of {forks} ended with {status}"
    assert not faults, faults
"""


@pytest.mark.parametrize("kind", WORK)
def test_a_child_works_whatever_a_thread_was_doing(kind: str) -> None:
    """Of forks amid one kind of work, every child can do all kinds."""
    run(FORKING, f"{kind},{kind}", "6" if SLOWER == 1 else "2", str(60 * SLOWER), seconds=240)


def test_a_child_works_under_load_of_every_kind() -> None:
    """The same beside a thread for each kind; and no fork waits forever, however busy the threads are."""
    run(FORKING, ",".join(WORK), "12" if SLOWER == 1 else "3", str(60 * SLOWER), seconds=400)


def test_a_child_may_use_what_a_thread_had_in_use() -> None:
    """What belonged to a thread of the parent at the moment of the fork belongs to the child."""
    run(
        """
        import os, signal, threading, time, warnings
        import constrain
        from constrain import MatcherBatch
        from tests.constrain import stress

        warnings.simplefilter("ignore", DeprecationWarning)
        rows = MatcherBatch([stress.shared[i % 3] for i in range(60)])
        bitmask = constrain.allocate_bitmask(60, stress.SHARED)
        rows.fill_bitmask(bitmask, threads=1)
        stop = []

        def fill():
            while not stop:
                rows.fill_bitmask(bitmask, threads=1)
                time.sleep(0)

        thread = threading.Thread(target=fill)
        thread.start()
        for _ in range(30):
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                rows.advance([constrain.allowed_tokens(row)[0] for row in bitmask])
                assert all(len(matcher) == 1 for matcher in rows.rows)
                os._exit(0)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert status == 0, status
        stop.append(1)
        thread.join()
        """,
        seconds=120,
    )
