"""vLLM's logits processors, both interfaces, driven as the engine's runners drive them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
import torch

import constrain
from constrain import Constraint, Vocabulary
from constrain.grammars import regex
from constrain.sampling.models.demo_model import random_model
from tests.sampling.integrations.fakes import vllm_names

with vllm_names():
    from vllm.v1.sample.logits_processor.interface import BatchUpdate, MoveDirectionality

    from constrain.sampling.integrations import vllm_processor
    from constrain.sampling.integrations.vllm_processor import ConstraintProcessor

WIDTH, END = 512, 0
PATTERNS = ("[a-z]{3,5}-[0-9]{2}", "(yes|no|perhaps)+", "[0-9]{3,9}")
TOKENIZER = random_model()[1]


class Params:
    """A request's sampling parameters."""

    def __init__(self, spec: Any, stops: tuple[int, ...] = (), max_tokens: int = 10_000) -> None:
        self.extra_args = None if spec is None else {"constrain": spec}
        self.max_tokens = max_tokens
        self.all_stop_token_ids = {END, *stops}
        self.structured_outputs: Any = None
        self.ignore_eos = False


class Config:
    """A configuration of vLLM."""

    class model_config:
        tokenizer = TOKENIZER
        max_model_len = 20_000

        @staticmethod
        def get_vocab_size() -> int:
            return WIDTH


@pytest.fixture(autouse=True)
def tokenizer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """vLLM loads tokenizers from a folder; here it is at hand."""
    with vllm_names():
        import vllm.tokenizers

        monkeypatch.setattr(vllm.tokenizers, "cached_tokenizer_from_config", lambda config: config.tokenizer)
        yield


@cache
def compiled(pattern: str, stops: tuple[int, ...] = ()) -> Constraint:
    return constrain.compile(regex(pattern), Vocabulary.from_huggingface(TOKENIZER, size=WIDTH, end_ids=stops))


def reference(pattern: str, tokens: list[int], stops: tuple[int, ...] = ()) -> list[int]:
    """The tokens that may follow, by a matcher of its own."""
    matcher = compiled(pattern, stops).matcher()
    for token in tokens:
        matcher.advance(token)
    return [token for token in range(WIDTH) if matcher.allows(token)]


def allowed(row: torch.Tensor) -> list[int]:
    found: list[int] = row.isfinite().nonzero().flatten().tolist()
    return found


# V1: rows


class Rows:
    """A persistent batch of V1: requests are added into free rows, removed, and the last ones moved into the gaps."""

    def __init__(self, processor: Any, random: Random) -> None:
        self.processor, self.random = processor, random
        self.requests: list[tuple[str | None, list[int]]] = []  # of each row: its pattern and its live output list

    def step(self, new: list[tuple[str | None, list[int]]], leaving: set[int]) -> None:
        removed = sorted(leaving, reverse=True)
        added, moved = [], []
        free = sorted(leaving)
        for pattern, output in new:
            row = free.pop(0) if free else len(self.requests)
            if row in removed:
                removed.remove(row)  # a row that is used again is not told of
            spec = None if pattern is None else {"regex": pattern}
            added.append((row, Params(spec), [9, 9], output))
            if row == len(self.requests):
                self.requests.append((pattern, output))
            else:
                self.requests[row] = pattern, output
        for row in free:
            while self.requests and len(self.requests) - 1 in free and len(self.requests) - 1 > row:
                self.requests.pop()
            last = len(self.requests) - 1
            if row < last:
                self.requests[row] = self.requests.pop()
                moved.append((last, row, MoveDirectionality.UNIDIRECTIONAL))
            elif row == last:
                self.requests.pop()
        if len(self.requests) > 1 and self.random.random() < 0.5:
            a, b = self.random.sample(range(len(self.requests)), 2)
            self.requests[a], self.requests[b] = self.requests[b], self.requests[a]
            moved.append((a, b, MoveDirectionality.SWAP))
        changed = bool(removed or added or moved)
        update = BatchUpdate(len(self.requests), removed, added, moved) if changed else None
        self.processor.update_state(update)


@pytest.mark.parametrize("seed", range(12))
def test_rows_keep_their_constraints_through_all_moves(seed: int) -> None:
    """Requests come, end, are preempted and resumed with their tokens, moved and swapped; masks are their own."""
    random = Random(seed)
    processor: Any = ConstraintProcessor(Config, torch.device("cpu"), False)
    rows = Rows(processor, random)
    waiting: list[tuple[str | None, list[int]]] = []  # preempted
    for _ in range(25):
        leaving = {row for row, (_, output) in enumerate(rows.requests) if END in output}
        preempted = {row for row in range(len(rows.requests)) if row not in leaving and random.random() < 0.1}
        back, waiting = waiting, [(rows.requests[row][0], list(rows.requests[row][1])) for row in preempted]
        new = [(random.choice([*PATTERNS, None]), list[int]()) for _ in range(random.randint(0, 2))]
        rows.step([*new, *back], leaving | preempted)
        logits = torch.zeros(len(rows.requests), WIDTH)
        masked = processor.apply(logits)
        for row, (pattern, output) in enumerate(rows.requests):
            expected = list(range(WIDTH)) if pattern is None else reference(pattern, output)
            assert expected == allowed(masked[row]), (row, pattern, output)
            output.append(random.choice(expected))


def test_placeholders_are_read_when_they_are_known() -> None:
    """Asynchronous scheduling puts -1 into the list and the token itself there before the processors run."""
    processor: Any = ConstraintProcessor(Config, torch.device("cpu"), False)
    output: list[int] = []
    processor.update_state(BatchUpdate(1, [], [(0, Params({"regex": PATTERNS[0]}), None, output)], []))
    token = allowed(processor.apply(torch.zeros(1, WIDTH))[0])[3]
    output.append(-1)
    processor.update_state(None)
    output[0] = token

    assert reference(PATTERNS[0], [token]) == allowed(processor.apply(torch.zeros(1, WIDTH))[0])


@pytest.mark.parametrize("output", [[-1], [7, 7, 7], [10_000]])
def test_a_text_that_has_left_its_constraint_can_only_end(output: list[int], caplog: pytest.LogCaptureFixture) -> None:
    """Another processor forced a token, or it never became known: what follows is not passed off as constrained."""
    processor: Any = ConstraintProcessor(Config, torch.device("cpu"), False)
    processor.update_state(BatchUpdate(1, [], [(0, Params({"regex": PATTERNS[2]}), None, output)], []))

    assert [END] == allowed(processor.apply(torch.zeros(1, WIDTH))[0])
    assert "does not allow" in caplog.text


def test_stop_tokens_of_a_request_end_its_text() -> None:
    """They are allowed where the text is complete, and only there; text tokens among them are no text any more."""
    digit = TOKENIZER.encode("7", add_special_tokens=False)[0]
    processor: Any = ConstraintProcessor(Config, torch.device("cpu"), False)
    output: list[int] = []
    processor.update_state(BatchUpdate(1, [], [(0, Params({"regex": "[0-9]{1,2}"}, (digit,)), None, output)], []))
    first = allowed(processor.apply(torch.zeros(1, WIDTH))[0])
    assert digit not in first
    output.append(first[0])

    assert {digit, END} <= set(allowed(processor.apply(torch.zeros(1, WIDTH))[0]))


@pytest.mark.parametrize("slots", [False, True])
def test_no_text_is_cut_at_its_last_token(slots: bool) -> None:
    """Of 500 texts with budgets near their shortest, all are complete, with an end token where there is room for one.

    Drafts that the grammar allows and the budget does not come between.
    """
    random = Random(5)
    shortest = {pattern: compiled(pattern).matcher().tokens_to_end for pattern in PATTERNS}
    for _ in range(250):
        pattern = random.choice(PATTERNS)
        most = shortest[pattern] + random.randint(0, 9)
        output: list[int] = []
        spec = Params({"regex": pattern}, max_tokens=most + random.choice((0, 50)))
        prompt = [9, 9] if spec.max_tokens == most else [9] * (Config.model_config.max_model_len - most)
        states = States(1, len(prompt) + most + 2)
        processor: Any = ConstraintProcessor(Config, states) if slots else ConstraintProcessor(Config, None, False)
        if slots:
            states.prompt_len.np[0] = len(prompt)
            processor.add_request(0, spec)
        else:
            processor.update_state(BatchUpdate(1, [], [(0, spec, prompt, output)], []))
        while len(output) < most and END not in output:
            drafts = random.choices(reference(pattern, output), k=int(slots))
            if slots:
                states.total_len.np[0] = len(prompt) + len(output)
                states.all_token_ids.np[0, : len(prompt) + len(output)] = [*prompt, *output]
            context = Context(states, [(0, drafts)]) if slots else None
            rows = processor.apply(torch.zeros(1 + len(drafts), WIDTH), context)
            new = [random.choice(allowed(rows[0]))]
            if drafts == new and END not in new and len(output) + 1 < most:
                new.append(random.choice(allowed(rows[1])))
            output += new
        assert END in output or (len(output) == most and END in reference(pattern, output))
        assert END in output or most == shortest[pattern]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("(", "no JSON"),
        ({"regex": "("}, "missing"),
        ({"regex": "(?!a)a"}, "no text matches"),
        ({"json": {"type": "strange"}}, "strange"),
        ({"regex": "a", "json": {}}, "keys"),
        ({"json_object": False}, "must be true"),
        ([1], "give one of"),
    ],
)
def test_wrong_specs_are_refused_before_a_token(spec: Any, message: str) -> None:
    """In the process that takes requests, with the library's message."""
    with pytest.raises(ValueError, match=message):
        ConstraintProcessor.validate_params(Params(spec))


def test_what_would_break_a_constraint_is_refused() -> None:
    """A text that goes on after its end, and two constraints at once."""
    endless, double = Params({"regex": "a"}), Params({"regex": "a"})
    endless.ignore_eos = True
    double.structured_outputs = object()
    for params in (endless, double):
        with pytest.raises(ValueError, match=r"leave it out|not both"):
            ConstraintProcessor.validate_params(params)
    ConstraintProcessor.validate_params(Params(None))
    ConstraintProcessor.validate_params(Params('{"lark": "start: \\"a\\"+"}'))


def test_it_changes_what_is_likeliest() -> None:
    """vLLM skips processors that do not, for greedy requests."""
    processor: Any = ConstraintProcessor(Config, torch.device("cpu"), False)

    assert processor.is_argmax_invariant() is False
    assert vllm_processor.KEY == "constrain"


# V2: slots


class Buffer:
    """A buffer of the runner, on the device and on the host at once."""

    def __init__(self, *shape: int) -> None:
        self.gpu = torch.zeros(shape, dtype=torch.int32)
        self.np = self.gpu.numpy()


class States:
    def __init__(self, slots: int, length: int) -> None:
        self.all_token_ids, self.prompt_len, self.total_len = Buffer(slots, length), Buffer(slots), Buffer(slots)


class Context:
    """The layout of a step: for each request its slot, and the drafts that are checked with it."""

    def __init__(self, states: States, batch: list[tuple[int, list[int]]]) -> None:
        slots, places, tokens, positions = [], [], [], []
        for slot, drafts in batch:
            length = int(states.total_len.np[slot])
            for place, token in enumerate([int(states.all_token_ids.np[slot, length - 1]), *drafts]):
                slots.append(slot)
                places.append(place)
                tokens.append(token)
                positions.append(length - 1 + place)
        self.expanded_idx_mapping, self.expanded_local_pos = torch.tensor(slots), torch.tensor(places)
        self.input_ids, self.pos = torch.tensor(tokens), torch.tensor(positions)
        self.idx_mapping_np = np.array([slot for slot, _ in batch])


@pytest.mark.parametrize("seed", range(12))
def test_slots_keep_their_constraints_with_drafts_and_after_preemption(seed: int) -> None:
    """Rows are in another order every step, drafts are right or wrong, slots are used again, requests resumed."""
    random = Random(seed)
    states = States(6, 64)
    processor: Any = ConstraintProcessor(Config, states)
    running: dict[int, str | None] = {}

    def begin(slot: int, pattern: str | None, output: list[int]) -> None:
        states.prompt_len.np[slot] = 2
        states.total_len.np[slot] = 2 + len(output)
        states.all_token_ids.np[slot, : 2 + len(output)] = [9, 9, *output]
        wanted = processor.add_request(slot, Params(None if pattern is None else {"regex": pattern}))
        assert wanted is (pattern is not None)
        running[slot] = pattern

    for _ in range(25):
        for slot in range(6):
            if slot not in running and random.random() < 0.4:
                begin(slot, random.choice([*PATTERNS, None]), [])
            elif slot in running and random.random() < 0.1:  # preempted, and resumed in the same slot
                length = int(states.total_len.np[slot])
                begin(slot, running[slot], states.all_token_ids.np[slot, 2:length].tolist())
        if not running:
            continue
        order = random.sample(sorted(running), random.randint(1, len(running)))
        batch, expected, drawn = [], [], {}
        for slot in order:
            output = states.all_token_ids.np[slot, 2 : int(states.total_len.np[slot])].tolist()
            drafts, text = [], list(output)
            for _ in range(random.randint(0, 3)):
                pattern = running[slot]
                choices = list(range(WIDTH)) if pattern is None else reference(pattern, text)
                expected.append(choices)
                right = random.random() < 0.7
                token = random.choice(choices if right else sorted(set(range(WIDTH)) - set(choices)) or choices)
                drafts.append(token)
                if token not in choices:
                    break
                text.append(token)
            if len(drafts) == 0 or (running[slot] is None or drafts[-1] in expected[-1]):
                pattern = running[slot]
                expected.append(list(range(WIDTH)) if pattern is None else reference(pattern, text))
            else:
                expected.append(list(range(WIDTH)))  # after a wrong draft: never drawn from
            drawn[slot] = text[len(output) :] + ([random.choice(expected[-1])] if text == [*output, *drafts] else [])
            batch.append((slot, drafts))
        masked = processor.apply(torch.zeros(len(expected), WIDTH), Context(states, batch))
        assert expected == [allowed(row) for row in masked]
        for slot, new in drawn.items():
            length = int(states.total_len.np[slot])
            states.all_token_ids.np[slot, length : length + len(new)] = new
            states.total_len.np[slot] = length + len(new)
            if END in new or length > 40:
                del running[slot]


def test_steps_without_constraints_touch_nothing() -> None:
    """The same tensor comes back, and the device is not waited for."""
    states = States(2, 8)
    processor: Any = ConstraintProcessor(Config, states)
    processor.add_request(0, Params(None))
    states.total_len.np[0] = 2
    logits = torch.ones(1, WIDTH)

    assert processor.apply(logits, Context(states, [(0, [])])) is logits
    assert bool((logits == 1).all())
