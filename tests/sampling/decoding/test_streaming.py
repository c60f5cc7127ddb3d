"""`stream` and `astream`: parts that nothing takes back, whose concatenation is the text of the result."""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from pydantic import BaseModel, Field, field_validator  # noqa: E402

import constrain  # noqa: E402
from constrain import Vocabulary  # noqa: E402
from constrain.grammars import choice, free_text, json_schema, regex, sequence, special  # noqa: E402
from constrain.sampling import Pipeline, astream, generate, stream  # noqa: E402
from constrain.sampling.decoding import FunctionModel, Request, Row  # noqa: E402
from constrain.sampling.decoding.texts import CertainText, Characters, text_of  # noqa: E402
from constrain.sampling.stages import Categorical, Mask  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

torch.set_num_threads(1)


class Point(BaseModel):
    x: int = Field(ge=0, le=99)
    name: str = Field(max_length=5)


class Even(BaseModel):
    n: int = Field(ge=1, le=1)

    @field_validator("n")
    @classmethod
    def is_even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("odd")
        return value


@pytest.fixture(scope="module")
def pair() -> Any:
    return random_model()


@pytest.mark.parametrize("seed", range(3))
def test_the_parts_of_a_prompt_are_the_text_of_its_result(pair: Any, seed: int) -> None:
    """For any constraints, budgets and stop texts, and they are what `generate` gives with the same seed."""
    rng = random.Random(seed)
    kinds = [json_schema(Point), regex("[é-ü😀]{1,9}"), None, regex("(ab|é){3,8}"), choice(["yes", "no"]), list[str]]
    count = 9
    prompts = ["".join(rng.choice("invoice of ") for _ in range(rng.randrange(1, 9))) for _ in range(count)]
    constraints = [rng.choice(kinds) for _ in range(count)]
    options: dict[str, Any] = {
        "max_tokens": rng.choice([12, 40]),
        "stop": rng.sample(["ba", "é", '"', "in", "aaa", "x: "], 2),
        "do_sample": True,
        "fit": rng.random() < 0.5,
        "batch_size": 4,
        "seeds": seed,
    }
    texts = [""] * count
    results: list[Any] = [None] * count
    for part in stream(*pair, prompts, constraints, **options):
        assert results[part.prompt] is None
        texts[part.prompt] += part.text
        results[part.prompt] = part.result
    assert texts == [result.text for result in results]
    assert generate(*pair, prompts, constraints, **options) == results


def certain_by_force(text: bytes, stops: list[bytes], alphabet: list[bytes]) -> bytes:
    """What all results of texts that go on from `text` have in common, by trying continuations."""
    found = []
    for more in itertools.product([b"", *alphabet], repeat=max(map(len, stops))):
        whole = text + b"".join(more)
        at = min((whole.find(stop) for stop in stops if stop in whole), default=len(whole))
        found.append(whole[:at])
    low, high = min(found), max(found)
    return next((low[:i] for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), low)


@pytest.mark.parametrize("stops", [[b"ab"], [b"aab"], [b"aba", b"b"], [b"abab", b"bb"]])
def test_text_is_sent_as_soon_as_no_stop_text_can_reach_it(stops: list[bytes]) -> None:
    """Neither earlier nor later: what is held back could be a stop text's beginning."""
    letters = [b"a", b"b", b"c"]
    vocabulary = Vocabulary([*letters, None], end_ids=[3])
    for tokens in itertools.product(range(3), repeat=5):
        certain, sent, text = CertainText(Request((), stop=tuple(stops)), vocabulary), b"", b""
        for token in tokens:
            text += letters[token]
            if any(stop in text for stop in stops):
                at = min(text.find(stop) for stop in stops if stop in text)
                sent += certain.feed([token], cut=len(text) - at, last=True)
                assert text[:at] == sent
                break
            sent += certain.feed([token])
            assert certain_by_force(text, stops, letters) == sent, (text, stops)


def test_characters_come_whole_and_at_once() -> None:
    """Cut anywhere, bytes give the characters that `decode` gives, each with its last byte."""
    rng = random.Random(1)
    for _ in range(500):
        data = bytes(
            rng.choice(["é😀a".encode()[rng.randrange(7)], rng.randrange(256)]) for _ in range(rng.randrange(9))
        )
        characters, text = Characters(), ""
        for byte in data:
            text += characters.feed(bytes((byte,)))
        assert data.decode("utf-8", "replace") == text + characters.feed(b"", last=True)
    characters = Characters()
    assert ["", "é", "x", "", "", "", "😀"] == [characters.feed(bytes((byte,))) for byte in "éx😀".encode()]


def test_a_leading_space_is_stripped_once() -> None:
    """Where the vocabulary strips it: the text begins after it, whatever token it comes with."""
    vocabulary = Vocabulary([b" a", b"b", b" ", None], end_ids=[3], strips_leading_space=True)
    for tokens in itertools.product(range(3), repeat=3):
        row = Row(Request(()), tokens=list(tokens))
        certain = CertainText(row.request, vocabulary)
        parts = [certain.feed([token]) for token in tokens]
        assert vocabulary.decode(tokens) == b"".join(parts)
        assert vocabulary.decode(tokens).decode() == text_of(row, vocabulary)


def test_special_tokens_that_the_grammar_calls_for_are_written_by_name(pair: Any) -> None:
    """In parts as in the result."""
    grammar = sequence(special("<think>"), free_text(until=special("</think>")), regex("[0-9]{2}"))
    parts = list(stream(*pair, "x", grammar, max_tokens=30, do_sample=True, seeds=2))
    assert parts[-1].result is not None
    assert "".join(map(str, parts)) == parts[-1].result.text
    assert parts[0].text.startswith("<think>")


@pytest.mark.parametrize("grammar", [json_schema(Point), json_schema(dict[str, Point | int | list[bool]])])
def test_events_and_partial_objects_lead_to_the_value(pair: Any, grammar: Any) -> None:
    """The last partial object is the value; the parts of a string are it."""
    for seed in range(4):
        parts = list(stream(*pair, "x", grammar, partial=True, max_tokens=60, do_sample=True, seeds=seed))
        result = parts[-1].result
        assert result is not None
        assert result.complete
        assert result.value == parts[-1].partial
        events = [event for part in parts for event in part.events]
        assert ((), "value", result.value) == events[-1]
        for path, _, value in (event for event in events if event.kind == "value" and isinstance(event.value, str)):
            assert value == "".join(e.value for e in events if e.path == path and e.kind == "part")
        opened = [part.partial for part in parts if part.partial is not None]
        assert {type(result.value)} == set(map(type, opened))


def test_one_failing_prompt_does_not_lose_the_others(pair: Any) -> None:
    """A constraint that does not compile, a prompt too long, a validator that raises: each in its own result."""
    prompts = ["a", "b", "c " * 3000, "d", "e"]
    constraints = [regex("[ab]{3}"), 7, regex("[ab]"), Even, regex("[ab]{2}")]
    texts, results = [""] * 5, dict[int, Any]()
    for part in stream(*pair, prompts, constraints, max_tokens=20):
        texts[part.prompt] += part.text
        if part.result is not None:
            results[part.prompt] = part.result
    assert [True, False, False, True, True] == [results[i].complete for i in range(5)]
    assert [None, TypeError, constrain.LimitExceeded, ValueError, None] == [
        next((k for k in (TypeError, constrain.LimitExceeded, ValueError) if isinstance(results[i].error, k)), None)
        for i in range(5)
    ]
    assert [3, 0, 0, len('{"n":1}'), 2] == [len("".join(text.split())) for text in texts]
    assert ["stop", "error", "error", "stop", "stop"] == [results[i].finish_reason for i in range(5)]


def test_a_single_prompt_that_fails_raises(pair: Any) -> None:
    """After the parts that there are."""
    parts = stream(*pair, "x", Even, max_tokens=20)
    with pytest.raises(ValueError, match="odd"):
        list(parts)


def test_beams_cannot_be_streamed(pair: Any) -> None:
    """They are refused before anything is computed."""

    class Late(constrain.sampling.decoding.Search):
        def step(self, batch: Any) -> None: ...

    with pytest.raises(TypeError, match="nothing of it can be streamed"):
        stream(*pair, "x", regex("a"), search=Late())


def test_prompts_are_taken_from_an_iterator_as_there_is_room(pair: Any) -> None:
    """An endless one as well; closing the stream ends it."""
    taken = 0

    def prompts() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "x"

    with stream(*pair, prompts(), regex("[ab]{4}"), max_tokens=9, batch_size=3, skip_forced=False) as parts:
        finished = [part.prompt for part in itertools.islice(parts, 60) if part.result is not None]
    assert finished[:3] == [0, 1, 2]
    assert taken <= len(finished) + 3 + 1


def test_cancelling_frees_the_row_and_closing_the_rest(pair: Any) -> None:
    """A cancelled prompt's last part says so; after `close` no cache is left."""
    parts = stream(*pair, ["x", "y"], regex("[ab]{40}"), max_tokens=60)
    for _ in range(6):
        next(parts)
    batch: Any = parts._scheduler.batch
    cache = weakref.ref(batch.context.cache)
    parts.cancel(1)
    assert 1 == batch.context.rows
    rest = [next(parts) for _ in range(3)]
    assert ["cancelled"] == [part.result.finish_reason for part in rest if part.result is not None]
    del batch
    parts.close()
    gc.collect()
    assert cache() is None
    assert [] == list(parts)


# ---- asyncio ----

WIDTH = 8
LETTERS = Vocabulary([*(bytes([97 + i]) for i in range(7)), None], end_ids=[7])
LETTER = constrain.compile(regex("[a-g]{20}"), LETTERS)
DRAW = Pipeline([Mask(), Categorical()])


class Slow:
    """A model that counts its passes, and takes some time for each without the interpreter lock."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.passes, self.seconds = 0, seconds

    def __call__(self, rows: list[list[int]]) -> Any:
        self.passes += 1
        time.sleep(self.seconds)
        return torch.zeros(len(rows), WIDTH)


def parts_of(function: Any, prompts: Any = ((1,),), **options: Any) -> Any:
    return astream(FunctionModel(function, WIDTH), None, [list(p) for p in prompts], LETTER, sampler=DRAW, **options)


def test_astream_gives_what_stream_gives(pair: Any) -> None:
    """Part for part."""
    options: dict[str, Any] = {"max_tokens": 40, "seeds": 5, "do_sample": True, "events": True}
    constraints = [json_schema(Point), regex("[a-c]{9}")]

    async def collected() -> list[Any]:
        return [part async for part in astream(*pair, ["x", "y"], constraints, **options)]

    assert list(stream(*pair, ["x", "y"], constraints, **options)) == asyncio.run(collected())


def test_the_event_loop_is_not_blocked() -> None:
    """While a pass of the model takes long, other tasks run."""

    async def main() -> int:
        beats = 0

        async def beat() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0.01)
                beats += 1

        task = asyncio.create_task(beat())
        async for part in parts_of(Slow(0.05)):
            if part.result is not None:
                break
        task.cancel()
        return beats

    assert 20 < asyncio.run(main())


def test_a_slow_consumer_holds_the_model_back() -> None:
    """No more than `ahead` parts wait; nothing is computed for a consumer that does not come."""
    function = Slow()

    async def main() -> None:
        parts = parts_of(function, ahead=3)
        await anext(parts)
        await asyncio.sleep(0.3)
        assert function.passes <= 1 + 3 + 1
        await parts.aclose()

    asyncio.run(main())


@pytest.mark.parametrize("how", ["aclose", "drop", "with", "timeout"])
def test_leaving_ends_the_thread_and_frees_the_cache(how: str) -> None:
    """However the consumer leaves."""

    async def main() -> tuple[Any, threading.Thread]:
        parts = parts_of(Slow(0.005), prompts=[(1,), (2,)])
        await anext(parts)
        batch = weakref.ref(parts._worker.parts._scheduler.batch)
        thread = parts._thread
        if how == "aclose":
            await parts.aclose()
            with pytest.raises(StopAsyncIteration):
                await anext(parts)
        elif how == "with":
            async with parts:
                await anext(parts)
        elif how == "timeout":

            async def rest() -> None:
                async with parts:
                    async for _ in parts:
                        await asyncio.sleep(0.01)

            with pytest.raises(TimeoutError):
                await asyncio.wait_for(rest(), 0.05)
        return batch, thread

    batch, thread = asyncio.run(main())
    gc.collect()
    thread.join(5)
    gc.collect()
    assert not thread.is_alive()
    assert batch() is None


def test_cancelling_one_prompt_of_several_from_the_event_loop() -> None:
    """The others go on to their ends."""

    async def main() -> dict[int, str]:
        reasons = {}
        parts = parts_of(Slow(), prompts=[(1,), (2,), (3,)], batch_size=2)
        async for part in parts:
            if part.prompt == 0:
                parts.cancel(1)
            if part.result is not None:
                reasons[part.prompt] = part.result.finish_reason
        return reasons

    assert {0: "stop", 1: "cancelled", 2: "stop"} == asyncio.run(main())


def test_what_the_loop_raises_is_raised_to_the_consumer() -> None:
    """On the event loop, after the parts that came before."""

    def fails(rows: list[list[int]]) -> Any:
        if len(rows[0]) > 4:
            raise MemoryError("full")
        return torch.zeros(len(rows), WIDTH)

    async def main() -> None:
        parts = astream(FunctionModel(fails, WIDTH), None, [1], LETTER, sampler=DRAW)
        await anext(parts)
        with pytest.raises(MemoryError, match="full"):
            async for _ in parts:
                pass

    asyncio.run(main())
