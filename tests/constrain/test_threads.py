"""Objects shared between threads give the same masks; those of one thread at a time refuse a second; nothing crashes."""

from __future__ import annotations

import pytest

from .own_process import SLOWER, run
from .stress import WORK

SECONDS = 1.5 * min(SLOWER, 4)  # of each stress run


def test_compiled_things_are_shared_by_threads_of_every_kind() -> None:
    """Threads compile, fill, prepare and read on one vocabulary at once, and afterwards all texts are what they were."""
    run(
        """
        import sys
        from tests.constrain import stress
        expected = [stress.walk(constraint, 40) for constraint in stress.shared]
        threads, faults = stress.at_once([*stress.WORK, "share", "fill_rows"], float(sys.argv[1]))
        for thread in threads:
            thread.join()
        assert not faults, faults
        assert expected == [stress.walk(constraint, 40) for constraint in stress.shared]
        """,
        str(SECONDS),
    )


def test_small_patterns_do_not_wait_for_a_long_one() -> None:
    """While one thread reads an enumeration of 20,000 texts, another compiles small ones of the same vocabulary.

    Of these there were 120 to 200 where the store of patterns was kept until the long one was read, thousands since.
    """
    program = """
        import itertools, threading
        import constrain
        from constrain.grammars import json_schema

        tokens = [*(bytes((byte,)) for byte in range(256)), None]
        vocabulary = constrain.Vocabulary.from_bytes(tokens, end_ids=[256])
        row = constrain.allocate_bitmask(1, vocabulary)[0]
        long = json_schema({"enum": [f"{i:x}" * 9 for i in range(20_000)]})
        begun, ended = threading.Event(), threading.Event()

        def read() -> None:
            begun.set()
            constrain.compile(long, vocabulary)
            ended.set()

        thread = threading.Thread(target=read)
        thread.start()
        begun.wait()
        for number in itertools.count():
            constrain.compile(json_schema({"enum": [f"small {number}"]}), vocabulary).matcher().fill_bitmask(row)
            if ended.is_set():
                break
        thread.join()
        print(number)
    """
    assert 300 < int(run(program))


def test_long_work_takes_turns_and_gives_them_back() -> None:
    """Never more than cores but one, in a forked child none of others; none are left by what ends, fails, is cancelled."""
    program = """
        import os, threading
        import constrain
        from constrain import _native
        from constrain.grammars import json_schema

        tokens = [*(bytes((byte,)) for byte in range(256)), None]
        vocabulary = constrain.Vocabulary.from_bytes(tokens, end_ids=[256])
        stop = constrain.Cancellation()

        def work(number: int) -> None:
            limits = [constrain.Limits(), constrain.Limits(steps=3_000_000)][number % 2]
            cancel = stop if number == 2 else None
            try:
                with constrain.limited(limits, cancel=cancel):
                    grammar = json_schema({"enum": [f"{number}{i:x}" * 9 for i in range(9_000)]})
                    constrain.compile(grammar, vocabulary)
            except constrain.ConstrainError as error:
                ended.append(type(error).__name__)
            else:
                ended.append("compiled")

        ended: list[str] = []
        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        most = 0
        while any(thread.is_alive() for thread in threads):
            if (now := _native.turns()) and not most:
                stop.cancel()
                child = os.fork()
                if not child:
                    os._exit(_native.turns())
                assert os.waitpid(child, 0)[1] == 0
            most = max(most, now)
        assert 1 <= most <= max(2, len(os.sched_getaffinity(0))) - 1, most
        assert set(ended) == {"compiled", "LimitExceeded", "Cancelled"}, ended
        assert _native.turns() == 0
    """
    run(program)


def test_rows_may_be_replaced_while_a_call_uses_them() -> None:
    """A call works on the rows that the list had when it came: what another thread puts there comes next time."""
    run(
        """
        import sys, threading, time
        import constrain
        from constrain import MaskBank, MatcherBatch
        from constrain.grammars import regex
        from tests.constrain.stress import SHARED

        compiled = [constrain.compile(regex(f"[a-c]{{{i},}}(x|yz)*"), SHARED) for i in range(8)]
        batch = MatcherBatch([compiled[i % 8] for i in range(64)])
        bitmask = constrain.allocate_bitmask(64, SHARED)
        bank = MaskBank(SHARED, 256)
        end, calls = time.monotonic() + float(sys.argv[1]), []

        def use():
            while time.monotonic() < end:
                for call in (
                    lambda: batch.fill_bitmask(bitmask, threads=2),
                    lambda: batch.prepare(threads=2),
                    lambda: bank.find(batch),
                    lambda: batch.advance([97] * 64),
                ):
                    call()
                    calls.append(1)

        def replace():
            while time.monotonic() < end:
                for i in range(64):
                    batch.rows[i] = None
                for i in range(64):
                    batch.rows[i] = compiled[i % 8].matcher()

        threads = [threading.Thread(target=use), threading.Thread(target=replace)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert calls and len(calls) % 4 == 0
        """,
        str(SECONDS),
    )


def test_what_belongs_to_one_thread_refuses_another() -> None:
    """Two threads that move one matcher, batch or bank: each call does its work or says that it is in use."""
    out = run(
        """
        import sys, threading, time
        import constrain
        from constrain import MaskBank, MatcherBatch
        from constrain.grammars import regex
        from tests.constrain.stress import SHARED

        constraint = constrain.compile(regex("([a-c]{2,9}x?)*"), SHARED, cache_bytes=1 << 14)
        matcher = constraint.matcher()
        batch, bank = MatcherBatch([constraint.matcher() for _ in range(8)]), MaskBank(SHARED, 64)
        end, said, faults = time.monotonic() + float(sys.argv[1]), set(), []

        def move():
            row = constrain.allocate_bitmask(1, SHARED)  # two calls that read may be at work at once
            while time.monotonic() < end:
                for call in (
                    lambda: matcher.advance(97),
                    lambda: matcher.fill_bitmask(row[0]),
                    lambda: matcher.allows(98),
                    lambda: matcher.is_accepting,
                    lambda: matcher.tokens,
                    lambda: matcher.fork(),
                    lambda: matcher.explain(3),
                    lambda: len(matcher) > 30 and matcher.rollback(20),
                    lambda: batch.advance([97] * 8),
                    lambda: bank.find(batch),
                    lambda: bank.take_written(),
                ):
                    try:
                        call()
                    except RuntimeError as error:
                        said.add(str(error).partition("it is in use")[1])
                    except (constrain.RejectedToken, ValueError):
                        pass
                    except BaseException as fault:
                        faults.append(fault)

        threads = [threading.Thread(target=move) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults, faults
        assert said <= {"it is in use"}, said
        assert matcher.tokens == matcher.fork().tokens
        constraint.matcher().advance(97)
        """,
        str(SECONDS),
    )
    assert "" == out


@pytest.mark.parametrize("kind", WORK)
def test_a_program_may_end_while_daemon_threads_work(kind: str) -> None:
    """The interpreter shuts down with threads amid calls without its lock: they stop, and the exit status is 0."""
    for _ in range(4 if SLOWER == 1 else 1):
        out = run(
            """
            import sys, time
            from tests.constrain import stress
            stress.at_once([sys.argv[1]] * 4, 60, daemon=True)
            time.sleep(0.3)
            print("ends")
            """,
            kind,
        )
        assert "ends\n" == out
