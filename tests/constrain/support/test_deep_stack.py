"""On a thread with a small stack everything works that works elsewhere: what recurses finds room, or raises our error."""

from __future__ import annotations

import pytest

from constrain import _native
from constrain.support.deep_stack import NEEDED, roomy

from ..own_process import run

GRAMMARS = {
    "schema": "json_schema({'$ref': '#/$defs/a', '$defs': {'a': {'type': 'array', 'items': {'$ref': '#/$defs/a'}}}})",
    "deep schema": "json_schema(nested(lambda s: {'type': 'array', 'items': s}, {'type': 'null'}, 200))",
    "deep constant": "json_schema({'const': nested(lambda s: [s], None, 300)})",
    "deep regex": "regex('(' * 400 + 'a' + ')?b' * 400)",
    "deep lark": "lark('start: ' + '(' * 150 + '\"a\"' + ')+' * 150)",
    "lark chain": "lark('start: r0\\n' + '\\n'.join(f'r{i}: \"a\" r{i + 1} | \"b\"' for i in range(300)) + '\\nr300: \"c\"')",
    "deep gbnf": "gbnf('root ::= ' + '(' * 300 + '\"a\"' + ')' * 300)",
    "choice": "choice([str(i) for i in range(3000)])",
}
PROGRAM = """
    import sys, threading
    import constrain
    from constrain.grammars import choice, gbnf, json_schema, lark, regex
    from tests.constrain.stress import SHARED, walk

    def nested(wrap, value, times):
        for _ in range(times):
            value = wrap(value)
        return value

    def work():
        try:
            constraint = constrain.compile(eval(sys.argv[1]), SHARED)
            text = constraint.text(walk(constraint, 60))
            print("works", len(text))
        except constrain.ConstrainError as error:
            print(type(error).__name__, str(error)[:100])

    threading.stack_size(int(sys.argv[2]))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
"""


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS)
def test_a_small_stack_changes_nothing(grammar: str) -> None:
    """A thread with 128 KB compiles and walks to the same text, or the same error, as one with 32 MB."""
    expected = run(PROGRAM, grammar, str(32 << 20))
    assert expected
    assert expected == run(PROGRAM, grammar, str(128 << 10))


@pytest.mark.parametrize(
    "name", ["nested_complements", "deep_repeat", "chain_with_bodies", "cubic", "rounds_of_nothing"]
)
def test_hostile_input_is_survived_on_a_small_stack(name: str) -> None:
    """What nests or recurses deepest of the hostile cases ends as it does elsewhere, not in a crash."""
    out = run(
        """
        import sys, threading
        import constrain
        from constrain import ConstrainError
        from tests.attacks.core import CASES, EASY
        from tests.attacks.run import worst_mask

        def work():
            try:
                worst_mask(constrain.compile(*(CASES | EASY)[sys.argv[1]]()), long=True)
            except ConstrainError:
                pass
            print("survived")

        threading.stack_size(128 << 10)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """,
        name,
        seconds=120,
    )
    assert "survived\n" == out


def test_what_needs_room_is_called_where_there_is_room() -> None:
    """With room a function is called in place; without, on another thread that has some, with its result or error."""
    out = run(
        """
        import contextvars, threading
        from constrain import _native
        from constrain.support.deep_stack import NEEDED, roomy

        variable = contextvars.ContextVar("variable")

        @roomy
        def look(fail=False):
            if fail:
                raise KeyError("as it was raised")
            return threading.get_ident(), _native.stack_left() >= NEEDED, variable.get()

        def work():
            variable.set("of the caller")
            assert _native.stack_left() < NEEDED
            thread, enough, value = look()
            print(thread == threading.get_ident(), enough, value)
            try:
                look(fail=True)
            except KeyError as error:
                print(error)

        threading.stack_size(128 << 10)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """
    )
    assert ["False True of the caller", "'as it was raised'"] == out.splitlines()


def test_a_usual_stack_has_room() -> None:
    """The main thread calls in place."""
    assert _native.stack_left() >= NEEDED
    here = []
    roomy(lambda: here.append(_native.stack_left()))()
    assert abs(here[0] - _native.stack_left()) < 1 << 16
