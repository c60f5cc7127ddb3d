"""Tables made in the background change time and nothing else, and whatever becomes of process and vocabulary, no harm."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from itertools import product

import pytest

import constrain
from constrain import Vocabulary, common_tables
from constrain.common_tables import Sample
from constrain.grammar import Grammar
from constrain.grammars import json_schema, prepare, regex, tools
from tests.constrain.own_process import SLOWER
from tests.laws import behaviour

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 9}, "b": {"type": "number"}},
    "additionalProperties": {"type": "array", "items": {"type": "integer"}},
}
TEXT = b'{"a": "x\\n", "b": -1.5, "c": [1, 20]}'


def vocabulary(letters: str = 'a1 ":,{}') -> Vocabulary:
    """Every byte, and all texts of two and three of the letters; another one each time."""
    texts = ["".join(text).encode() for length in (2, 3) for text in product(letters, repeat=length)]
    tokens = [*(bytes((byte,)) for byte in range(256)), *texts, None]
    return Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with two cores, whatever this one has, and switched on."""
    monkeypatch.setattr(common_tables, "_cores", lambda: 2)
    monkeypatch.delenv(common_tables.SWITCH, raising=False)


def tables(of: Vocabulary) -> bytes:
    """All that are dear enough to be saved."""
    return of.native.tables(1 << 24)


def masks(of: Vocabulary, grammar: Grammar) -> list[object]:
    matcher = constrain.compile(grammar, of).matcher()
    found: list[object] = [behaviour(matcher)]
    for byte in TEXT:
        matcher.advance(byte)
        found.append(behaviour(matcher))
    return found


def test_the_background_changes_no_mask() -> None:
    """Masks asked for while it works, and after it, are those without it; and what `prepare` makes, it makes."""
    grammar = json_schema(SCHEMA)
    alone = vocabulary()
    alone.kinds_met.add("json")
    expected = masks(alone, grammar)

    for _ in range(5):
        helped = vocabulary()
        assert masks(helped, grammar) == expected
        prepare(helped)
        assert masks(helped, grammar) == expected


def test_walking_now_makes_the_tables_that_masks_would_make() -> None:
    """The core's walk of a sample leaves the tables of a matcher that fills every mask on the way."""
    sample = Sample(json_schema(SCHEMA), TEXT)
    by_hand, by_core = vocabulary(), vocabulary()
    by_hand.kinds_met.add("json")
    matcher = constrain.compile(sample.grammar, by_hand).matcher()
    row = constrain.allocate_bitmask(1, by_hand)[0]
    for byte in TEXT:
        matcher.fill_bitmask(row)
        matcher.advance(byte)
    matcher.fill_bitmask(row)

    common_tables.make(by_core, [sample])

    assert tables(by_core) == tables(by_hand) != b""


def test_it_begins_once_for_a_vocabulary_and_a_kind() -> None:
    """The first JSON grammar begins it; a second one, a regex, and a vocabulary that is prepared do not."""
    first, second = json_schema(True), json_schema(SCHEMA)
    fresh = vocabulary()
    assert not common_tables.begin(regex("a+"), fresh)
    assert common_tables.begin(first, fresh)
    assert not common_tables.begin(second, fresh)

    prepared = vocabulary()
    prepare(prepared)
    assert not common_tables.begin(first, prepared)


def test_compile_begins_it() -> None:
    """Nothing need be called for it."""
    fresh = vocabulary()
    constrain.compile(json_schema(True), fresh)
    assert fresh.kinds_met == {"json"}


def test_grammars_of_tool_calls_are_of_the_kind() -> None:
    """Arguments are JSON."""
    definition = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    assert tools([definition]).kind == json_schema(True).kind == "json"
    assert regex("a").kind == ""


def test_where_it_does_not_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """Switched off, on one core, with saved tables, without a token for every byte."""
    grammar = json_schema(True)
    with monkeypatch.context() as one:
        one.setattr(common_tables, "_cores", lambda: 1)
        assert not common_tables.begin(grammar, vocabulary())
    with monkeypatch.context() as off:
        off.setenv(common_tables.SWITCH, "0")
        assert not common_tables.begin(grammar, vocabulary())
    saved = vocabulary()
    prepare(saved)
    saved.save(f"{tmp_path}/v")
    assert not common_tables.begin(grammar, Vocabulary.load(f"{tmp_path}/v"))
    few = Vocabulary.from_bytes([b"{", b"}", b'"', b"a", None], end_ids=[4])
    assert not common_tables.begin(grammar, few)
    assert common_tables.begin(grammar, vocabulary())


def test_what_goes_wrong_in_a_sample_ends_it_alone() -> None:
    """A text that is none of the grammar's, no text, code that is no grammar: the next sample has its tables."""
    good = Sample(json_schema(SCHEMA), TEXT)
    bad = [Sample(regex("a+"), b"aab"), Sample(regex("a+"), b""), Sample(regex("a"), b"b")]
    expected, found = vocabulary(), vocabulary()
    common_tables.make(expected, [good])
    common_tables.make(found, [*bad, good])
    assert tables(found) == tables(expected)

    broken = [([b"\x63"], ["start"], [b"\xff"], 7, b"aa"), good.flat()]
    third = vocabulary()
    third.native.walk_samples(broken, wait=True)
    third.native.walk_samples(broken, wait=False)
    assert tables(third) == tables(expected)


def test_many_vocabularies_that_go_at_once() -> None:
    """The background keeps none of them: where nobody else has it, it stops."""
    gone = []
    for _ in range(30):
        some = vocabulary("ab")
        constrain.compile(json_schema(True), some).matcher()
        gone.append(weakref.ref(some))
        del some
    gc.collect()
    assert [ref() for ref in gone] == [None] * 30


def test_threads_that_compile_at_once_begin_it_and_agree() -> None:
    """Eight requests on one new vocabulary."""
    grammar, shared = json_schema(SCHEMA), vocabulary()
    alone = vocabulary()
    alone.kinds_met.add("json")
    expected = masks(alone, grammar)
    found: list[list[object]] = []
    threads = [threading.Thread(target=lambda: found.append(masks(shared, grammar))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_meanwhile_leaves_no_lock_closed() -> None:
    """The child makes masks on the vocabulary that the parent's background was working on."""
    grammar = json_schema(SCHEMA)
    for _ in range(10):
        shared = vocabulary()
        constrain.compile(grammar, shared)
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            masks(shared, grammar)
            prepare(shared)
            os._exit(0)
        assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


_PROGRAM = """
import constrain
from constrain import Vocabulary, common_tables
from constrain.grammars import json_schema
common_tables._cores = lambda: 2
tokens = [bytes((byte,)) for byte in range(256)] + [f"{i:x}".encode() for i in range(256, 70_000)] + [None]
vocabulary = Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])
assert common_tables.begin(json_schema(True), vocabulary)
"""


def test_a_program_may_end_meanwhile() -> None:
    """It ends at once, without a word, whatever the background was doing."""
    for ending in ("", "raise SystemExit(0)", "import os; os._exit(0)", "del vocabulary"):
        ended = subprocess.run(
            [sys.executable, "-c", _PROGRAM + ending],
            capture_output=True,
            timeout=60 * SLOWER,
            check=False,
            text=True,
        )
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
