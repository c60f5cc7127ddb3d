"""`Result.confidence`: probabilities of a text's parts, against the enumeration of what else could stand there."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from constrain import Matcher, Vocabulary, allocate_bitmask, allowed_tokens, compile  # noqa: E402
from constrain.grammars import choice, json_schema, lark, regex, sequence  # noqa: E402
from constrain.sampling import Confidences, generate, generate_each, stream  # noqa: E402
from constrain.sampling.decoding import BeamSearch, FunctionModel  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

SPANNING = [
    '{"',
    '": ',
    "true",
    "tr",
    "ue,",
    "false",
    '"x',
    'x"',
    '"xy"',
    'y"}',
    ', "',
    "12",
    "1,",
    "2}",
    ' "',
    ": t",
    "e}",
]
VOCABULARY = Vocabulary(
    [None, *(bytes((i,)) for i in range(32, 127)), *(each.encode() for each in SPANNING)], end_ids=[0]
)
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "boolean"}, "b": {"enum": ["x", "xy", "y"]}, "c": {"enum": [1, 12, 2]}},
    "required": ["a", "b", "c"],
    "additionalProperties": False,
}
VALUE = re.compile(rb'true|false|"[^"]*"|12|2|1(?=[,}])')  # only of 1, what follows tells that it is over


def scores(seed: int) -> Callable[[Sequence[int]], Any]:
    def score(tokens: Sequence[int]) -> Any:
        generator = torch.Generator().manual_seed(hash((seed, *tokens[-3:])) % (1 << 60))
        return 2 * torch.randn(VOCABULARY.size, generator=generator)

    return score


def allowed(matcher: Matcher) -> list[int]:
    row = allocate_bitmask(1, VOCABULARY)[0]
    matcher.fill_bitmask(row)
    return allowed_tokens(row)


def enumerated(score: Any, read: list[int], matcher: Matcher, begun: bytes) -> dict[bytes, float]:
    """The mass of every value that may follow `begun`, whatever the tokens: all ways on until the value is over."""
    masses: dict[bytes, float] = {}

    def go(read: list[int], matcher: Matcher, text: bytes, log: float) -> None:
        value = VALUE.match(text[len(begun) :]) if text.startswith(begun) else None
        if value is not None:
            masses[value[0]] = masses.get(value[0], 0.0) + math.exp(log)
            return
        if not (text.startswith(begun) or begun.startswith(text)):
            return
        logs = score(read).double().log_softmax(-1)
        for token in allowed(matcher):
            after = matcher.fork()
            after.advance(token)
            go([*read, token], after, text + (VOCABULARY.token_bytes[token] or b""), log + float(logs[token]))

    go(read, matcher, b"", 0.0)
    return {value: mass / sum(masses.values()) for value, mass in masses.items()}


@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 99), skips=st.booleans())
def test_choices_are_compared_with_all_that_could_stand_there(seed: int, skips: bool) -> None:
    """A boolean, texts and numbers of which one begins another, in tokens that straddle their borders."""
    score = scores(seed)
    model = FunctionModel(lambda rows: torch.stack([score(row) for row in rows]), VOCABULARY.size)
    constraint = compile(SCHEMA, VOCABULARY)

    result = generate(model, None, [5, 6], constraint, do_sample=True, seeds=seed, skip_forced=skips, confidence=True)

    assert isinstance(result.confidence, Confidences)
    assert {"/a", "/b", "/c"} == set(result.confidence) == result.confidence.exact
    data = result.text.encode()
    for name in "abc":
        start = data.index(b'"%s": ' % name.encode()) + 5
        matcher, at, read = constraint.matcher(), 0, [5, 6]
        for token in result.tokens:  # up to the token that the value begins in
            end = at + len(VOCABULARY.token_bytes[token] or b"")
            if end > start:
                break
            matcher.advance(token)
            at, read = end, [*read, token]
        expected = enumerated(score, read, matcher, data[at:start])
        value = VALUE.match(data[start:])
        assert value is not None
        assert expected[value[0]] == pytest.approx(result.confidence[f"/{name}"], abs=1e-6)


def test_other_parts_have_the_product_of_their_tokens() -> None:
    """Among the tokens that were allowed; forced ones count 1."""
    score = scores(1)
    model = FunctionModel(lambda rows: torch.stack([score(row) for row in rows]), VOCABULARY.size)
    constraint = compile(regex("id=([a-z]{3})!"), VOCABULARY)

    result = generate(model, None, [5], constraint, confidence=True, skip_forced=False)

    assert result.confidence is not None
    assert not result.confidence.exact
    matcher, read, log, at = constraint.matcher(), [5], 0.0, 0
    for token in result.tokens:
        end = at + len(VOCABULARY.token_bytes[token] or b"")
        if end > 3 and at < 6:
            logs = score(read).double()
            log += float(logs[token] - logs[allowed(matcher)].logsumexp(-1))
        matcher.advance(token)
        read, at = [*read, token], end
    assert math.exp(log) == pytest.approx(result.confidence["1"], abs=1e-6)


@pytest.fixture(scope="module")
def pair() -> Any:
    return random_model()


def test_every_grammar_names_its_parts(pair: Any) -> None:
    """Pointers, groups, rules, the parts of a sequence; else the whole."""
    sums = lark('start: term (SIGN term)*\nterm: "x" | "yy"\nSIGN: "+" | "-"')
    for grammar, names, exact in [
        (choice(["yes", "no"]), {""}, {""}),
        (regex("(?P<mood>good|bad)( very)?"), {"mood"}, {"mood"}),
        (sequence("a ", json_schema({"type": "boolean"}), regex("( b| c)")), {"0", "1/1"}, {"0", "1/1"}),
        (json_schema({"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 1}), {"/0"}, {"/0"}),
    ]:
        found = generate(*pair, "x: ", grammar, confidence=True, max_tokens=20).confidence
        assert found is not None
        assert found.keys() - {"2"} >= names, found
        assert found.exact >= exact
        assert all(0 <= each <= 1 for each in found.values())
    result = generate(*pair, "x: ", sums, confidence=True, max_tokens=6)
    assert result.confidence is not None
    terms = [name for name in result.confidence if name.startswith("term")]
    assert len(re.findall("x|yy", result.text)) == len(terms)
    assert set(terms) <= result.confidence.exact


def test_every_mode_tells_it_and_none_pays_without_being_asked(pair: Any, tmp_path: Any) -> None:
    """Beams, batches, streams, files, free text; a text that was cut off has none."""
    passes = [0]
    hook = pair[0].register_forward_hook(lambda *_: passes.__setitem__(0, passes[0] + 1))
    grammar = choice(["yes", "no"])
    asked: dict[str, Any] = {"confidence": True, "max_tokens": 9}
    plain = generate(*pair, "x: ", grammar, max_tokens=9)
    one, passes[0] = passes[0], 0
    single = generate(*pair, "x: ", grammar, **asked)
    hook.remove()
    assert plain.confidence is None
    assert plain.text == single.text
    assert one < passes[0]

    expected = pytest.approx(single.confidence, abs=1e-5)
    beams = generate(*pair, "x: ", grammar, search=BeamSearch(2, returned=2), **asked)
    assert 1.0 == pytest.approx(sum(each.confidence[""] for each in beams), abs=1e-5)
    batch = generate(*pair, ["x: ", "longer: "], grammar, **asked)
    assert batch[0].confidence == expected
    streamed = next(part.result for part in stream(*pair, "x: ", grammar, **asked) if part.result)
    assert streamed.confidence == expected
    path = tmp_path / "results.jsonl"
    for _ in range(2):  # the second time from the file
        (_, found) = next(iter(generate_each(*pair, ["x: "], grammar, resume=path, **asked)))
        assert found.confidence == expected
        assert {""} == found.confidence.exact
    healed = generate(*pair, "x: ye", regex("s|t"), heal=True, **asked)
    assert 0 < healed.confidence[""] <= 1
    assert {""} == generate(*pair, "x", None, **asked).confidence.keys()
    assert generate(*pair, "x", regex("(ab){50}"), fit=False, **asked).confidence is None
    guided = generate(*pair, "x: ", grammar, guidance_scale=2.0, **asked)
    if guided.text == single.text:
        assert guided.confidence == expected
