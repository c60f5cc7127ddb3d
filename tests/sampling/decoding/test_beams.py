"""Beam search under constraints, against an exhaustive search of small languages; and what surrounds it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import Constraint, Matcher, Vocabulary, compile  # noqa: E402
from constrain.grammars import choice, regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    Batch,
    ForcedText,
    FunctionModel,
    GuidedModel,
    HuggingFaceModel,
    LanguageModel,
    Request,
    Row,
    Sampling,
    Search,
    decode,
)
from constrain.sampling.decoding.beam_search.beams import BeamSearch  # noqa: E402
from constrain.sampling.decoding.beam_search.groups import GroupBeamSearch  # noqa: E402
from constrain.sampling.stages import (  # noqa: E402
    EncoderRepetitionPenalty,
    Greedy,
    Guidance,
    Mask,
    MirostatV2,
    RepetitionPenalty,
    Temperature,
)
from tests.sampling.decoding.worlds import END, PROMPT, VOCABULARY, constraint, function_model  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

MASKED = Pipeline([Mask()])
LETTERS = Vocabulary([None, *(bytes([c]) for c in b"abemnosy"), b"ye", b"es", b"yes", b"no", b"yb"], end_ids=[0])


def run(model: LanguageModel, search: Search, *requests: Request, pipeline: Pipeline = MASKED, **options: Any) -> Batch:
    options.setdefault("vocabulary", VOCABULARY)
    batch = search.batch(model, pipeline, requests, **options)
    for _ in decode(batch, search):
        pass
    batch.done.sort(key=lambda row: (row.request.key or 0, row.number))
    return batch


def text(row: Row, vocabulary: Vocabulary = VOCABULARY) -> bytes:
    return vocabulary.decode(row.tokens)


def sequences(matcher: Matcher, left: int) -> Iterator[list[int]]:
    """All token sequences of complete texts of at most `left` tokens, each with its end token."""
    for token in range(VOCABULARY.size):
        if token == END and matcher.is_accepting:
            yield [END]
        elif token != END and left and matcher.allows(token):
            after = matcher.fork()
            after.advance(token)
            yield from ([token, *rest] for rest in sequences(after, left - 1))


def exhaustive(model: LanguageModel, limited: Constraint, left: int, penalty: float, gnmt: bool) -> dict[bytes, float]:
    """The score of every text of the language, by its best cut into tokens."""
    found: dict[bytes, float] = {}
    for sequence in sequences(limited.matcher(), left):
        context, logits = model.begin([PROMPT])
        total = 0.0
        for token in sequence:
            total += float(logits.view(-1).log_softmax(-1)[token])
            logits = context.read([[token]])
        length = ((4 + len(sequence)) / 6) if gnmt else len(sequence)
        written = VOCABULARY.decode(sequence)
        found[written] = max(found.get(written, -math.inf), total / length**penalty)
    return found


@pytest.mark.parametrize("infinite", [(1,), (1, 2), (3, 4)])
def test_tokens_at_infinity_share_all_there_is(infinite: tuple[int, ...]) -> None:
    """In scores, and in the log-probabilities that are told, which are those of plain sampling."""
    logits = torch.zeros(5)
    logits[list(infinite)] = math.inf
    model = FunctionModel(lambda rows: torch.stack([logits] * len(rows)), 5)
    (row, *_) = run(model, BeamSearch(2), Request(PROMPT, constraint("a|b"), 3), log_probabilities=True).done
    chances = [1 / len(infinite) if token in infinite else 0.0 for token in row.tokens]
    assert chances == pytest.approx([math.exp(each) for each in row.log_probabilities])
    plain = run(
        model,
        Sampling(),
        Request(PROMPT, constraint("a|b"), 3),
        pipeline=Pipeline([Mask(), Greedy()]),
        log_probabilities=True,
    )
    assert not any(map(math.isnan, plain.done[0].log_probabilities))


def random_pattern(source: random.Random, depth: int = 3) -> str:
    kind = source.randrange(6) if depth else 0
    if kind <= 1:
        return source.choice(["a", "b", "c", "ab", "ba"])
    if kind <= 3:
        return random_pattern(source, depth - 1) + random_pattern(source, depth - 1)
    if kind == 4:
        return f"(?:{random_pattern(source, depth - 1)}|{random_pattern(source, depth - 1)})"
    return f"(?:{random_pattern(source, depth - 1)})" + source.choice(["?", "*", "{1,2}"])


@pytest.mark.parametrize("seed", range(25))
def test_with_enough_beams_the_result_is_the_best_of_the_language(seed: int) -> None:
    """Texts and scores of an exhaustive search, for a random language, model and length penalty."""
    source = random.Random(seed)
    limited, model = constraint(random_pattern(source)), function_model(seed)
    penalty, gnmt, left = source.choice([0.0, 1.0, 0.6, -0.5]), source.random() < 0.5, source.randrange(3, 6)
    expected = exhaustive(model, limited, left, penalty, gnmt)
    best = sorted(expected, key=lambda each: -expected[each])[:40]
    search = BeamSearch(
        300, returned=40, length_penalty=penalty, normalise="gnmt" if gnmt else "power", early_stopping="never"
    )

    found = run(model, search, Request(PROMPT, limited, left, fit=False)).done

    complete = [row for row in found if row.finish_reason == "stop"]
    assert [expected[each] for each in best] == pytest.approx([row.score for row in complete], abs=1e-5)
    assert [expected[text(row)] for row in complete] == pytest.approx([row.score for row in complete], abs=1e-5)
    assert len(set(map(text, complete))) == len(complete)


SEARCHES = {
    "beams": lambda beams: BeamSearch(beams, returned=beams),
    "early": lambda beams: BeamSearch(beams, returned=beams, early_stopping=True),
    "never": lambda beams: BeamSearch(beams, returned=beams, early_stopping="never", length_penalty=0.0),
    "sampled": lambda beams: BeamSearch(beams, returned=beams, sample=True),
    "groups": lambda beams: GroupBeamSearch(beams, 2 if beams % 2 == 0 else 1, 0.7, returned=beams),
}


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("beams", [1, 2, 3, 4, 6])
def test_beams_find_as_many_texts_as_the_language_has(kind: str, beams: int) -> None:
    """Different texts, however many cuts into tokens each of them has; what is missing is said, never filled up."""
    languages = [
        ["yes", "no"],
        ["yes", "ye", "no"],
        ["yes", "ye", "yesno", "no", "man"],
        ["yes"],
        ["y", "ya", "yb", "no"],
    ]
    for seed in range(6):
        for words in languages:
            limited = compile(choice(words), LETTERS)
            model = function_model(seed, sharpness=3.0, width=LETTERS.size)

            rows = run(model, SEARCHES[kind](beams), Request([1], limited, 20), vocabulary=LETTERS, seeds=[seed]).done

            found = [text(row, LETTERS).decode() for row in rows if row.finish_reason == "stop"]
            missing = [row for row in rows if row.finish_reason == "unavailable"]
            assert min(beams, len(words)) == len(set(found)) == len(found)
            assert set(found) <= set(words)
            assert beams - len(found) == len(missing)
            assert all(row.tokens == [] and row.score is None for row in missing)


@pytest.mark.parametrize("kind", SEARCHES)
def test_within_a_budget_every_hypothesis_is_complete(kind: str) -> None:
    """Random languages and budgets, the least one among them: each text is in the language and short enough."""
    source = random.Random(kind)
    for seed in range(60):
        limited = constraint(random_pattern(source))
        least = limited.matcher().tokens_to_end
        budget = least + source.choice([0, 0, 1, 2, 5])
        requests = [Request(PROMPT, limited, budget, key=0), Request(PROMPT[:1], limited, budget + 1, key=1)]

        rows = run(function_model(seed), SEARCHES[kind](source.randrange(1, 5)), *requests, seeds=seed).done

        assert rows[0].finish_reason == "stop"
        for key in (0, 1):
            mine = [row for row in rows if row.request.key == key and row.finish_reason != "unavailable"]
            assert len({text(row) for row in mine}) == len(mine) > 0
            for row in mine:
                assert row.finish_reason == "stop"
                assert len(row.tokens) <= row.request.max_tokens
                matcher = limited.matcher()
                for token in row.tokens:
                    matcher.advance(token)
                assert matcher.is_accepting
                assert row.matcher is not None
                assert row.matcher.is_finished


def test_what_the_limit_cuts_off_is_returned_only_where_no_text_is_complete() -> None:
    """Without `fit`; without a constraint, hypotheses at the limit are as good as others, as in transformers."""
    long = run(function_model(1), BeamSearch(3, returned=3), Request(PROMPT, constraint("a{9}"), 4, fit=False)).done
    mixed = run(function_model(1), BeamSearch(3, returned=3), Request(PROMPT, constraint("a|b{9}"), 4, fit=False)).done

    assert ["length", "unavailable", "unavailable"] == [row.finish_reason for row in long]
    assert b"aaaa" == text(long[0])
    assert ["stop", "unavailable", "unavailable"] == [row.finish_reason for row in mixed]
    assert b"a" == text(mixed[0])


def test_the_limit_leaves_room_for_the_end_token() -> None:
    """A constrained text of as many tokens as there may be is complete, and its end counts in its score."""
    model = function_model(4)
    expected = exhaustive(model, constraint("a{3}"), 3, 1.0, False)

    row = run(model, BeamSearch(2), Request(PROMPT, constraint("a{3}"), 3)).done[0]

    assert "stop" == row.finish_reason
    assert expected[b"aaa"] == pytest.approx(row.score)


def test_rows_do_not_depend_on_batch_mates() -> None:
    """Prompts of several languages and lengths, drawn or not: alone as together."""
    requests = [
        Request(PROMPT, constraint(), 6, key=0),
        Request([2], None, 5, key=1),
        Request([3, 1], constraint("(ab)*c"), 9, key=2),
        Request([1, 2, 3, 1], constraint("a|b"), 3, key=3),
    ]
    for sample in (False, True):
        together = run(function_model(7), BeamSearch(3, returned=3, sample=sample), *requests, seeds=[5, 6, 7, 8]).done
        for request, seed in zip(requests, (5, 6, 7, 8), strict=True):
            alone = run(function_model(7), BeamSearch(3, returned=3, sample=sample), request, seeds=[seed]).done

            mine = [row for row in together if row.request.key == request.key]
            assert [(row.tokens, row.score) for row in mine] == [(row.tokens, row.score) for row in alone]


def successive(weights: dict[int, float], count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every order of `count` draws without replacement, and its probability."""
    if not count or not weights:
        yield (), 1.0
        return
    total = sum(weights.values())
    for token, weight in weights.items():
        rest = {other: each for other, each in weights.items() if other != token}
        for order, probability in successive(rest, count - 1):
            yield (token, *order), weight / total * probability


def test_beam_sampling_draws_without_replacement_by_the_scores() -> None:
    """Which tokens begin the beams, over many seeds: by the law of successive draws, as `torch.multinomial` has it.

    Of 2 · 2 draws the two likeliest that do not end run on; a text may end only at the first two draws.
    """
    model = function_model(3, sharpness=0.6, width=LETTERS.size)
    logits = model.begin([PROMPT])[1][0]
    weights = dict(enumerate(logits.softmax(-1).tolist()))
    expected: dict[tuple[int, ...], float] = {}
    for order, probability in successive(weights, 4):
        running = sorted((token for token in order if token != END), key=lambda token: -weights[token])[:2]
        outcome = (END in order[:2], *running)
        expected[outcome] = expected.get(outcome, 0.0) + probability
    drawn: dict[tuple[int, ...], int] = {}
    total = 3000
    search = BeamSearch(2, sample=True)
    requests = [Request(PROMPT, None, 6, key=key) for key in range(total)]
    batch = search.batch(model, MASKED, requests, vocabulary=LETTERS, seeds=3)
    search.step(batch)
    rows: dict[int, list[Row]] = {}
    for row in batch.rows:
        rows.setdefault(row.request.key, []).append(row)
    for mine in rows.values():
        outcome = (bool(mine[0].search.prompt.ended[0].rows), *(row.tokens[0] for row in mine))
        drawn[outcome] = drawn.get(outcome, 0) + 1

    assert drawn.keys() <= expected.keys()
    common = [outcome for outcome, p in expected.items() if p * total >= 5]
    square = sum((drawn.get(each, 0) - expected[each] * total) ** 2 / (expected[each] * total) for each in common)
    freedom = len(common) - 1
    assert freedom >= 20
    assert square < freedom + 4 * (2 * freedom) ** 0.5


def test_a_penalty_of_its_own_follows_every_prompt() -> None:
    """Parameters with a value for each prompt go with its beams, in batches where prompts end at different times."""
    sources = torch.tensor([[1, 1], [2, 3], [4, 4]])
    languages = [constraint("a|b"), constraint("(a|b|c){4}"), constraint("(a|c)*")]
    requests = [Request(PROMPT, each, 7, key=key) for key, each in enumerate(languages)]

    def stages(which: list[int]) -> Pipeline:
        penalties = [[3.0, 0.5, 1.7][i] for i in which]
        temperatures = [[0.5, 2.0, 1.0][i] for i in which]
        source = EncoderRepetitionPenalty(2.0, sources[which])
        return Pipeline([source, RepetitionPenalty(penalties), Mask(), Temperature(temperatures)])

    together = run(function_model(2), BeamSearch(3, returned=3), *requests, pipeline=stages([0, 1, 2])).done
    for key in range(3):
        alone = run(function_model(2), BeamSearch(3, returned=3), requests[key], pipeline=stages([key])).done

        mine = [row for row in together if row.request.key == key]
        assert [(row.tokens, row.score) for row in mine] == [(row.tokens, row.score) for row in alone]


def test_guidance_goes_with_the_beams() -> None:
    """The unconditional rows move with the beams: the same as a model whose logits are the guided ones."""
    scale, negative = 1.8, [3, 3]
    model = function_model(6)

    def guided(rows: list[list[int]]) -> Any:
        c = model.logits(rows).log_softmax(-1)
        u = model.logits([negative + row[len(PROMPT) :] for row in rows]).log_softmax(-1)
        return u + scale * (c - u)

    class Plain(type(model)):  # type: ignore[misc]
        def logits(self, rows: list[list[int]]) -> Any:
            return guided(rows)

    request = Request(PROMPT, constraint(), 6)
    pipeline = Pipeline([Guidance(scale), Mask()])
    found = run(GuidedModel(model, [negative]), BeamSearch(3, returned=3), request, pipeline=pipeline).done

    # The scores of guidance are not normalised, and those of a plain model are: compare token by token instead.
    for row in found:
        total = 0.0
        for at, token in enumerate([*row.tokens, END]):
            total += float(guided([[*PROMPT, *row.tokens[:at]]])[0, token])
        assert total / (len(row.tokens) + 1) == pytest.approx(row.score, abs=1e-4)
    assert len({text(row) for row in found}) == 3


def test_forced_text_is_read_at_once_and_counts() -> None:
    """Fewer passes; the score is the sum over all tokens, as the model gives them, and the texts are the same here."""
    limited = constraint("(a|b)cabcabcab(a|b)cc")
    forced = ForcedText(VOCABULARY)
    model = function_model(9)
    plain = run(model, BeamSearch(4, returned=4), Request(PROMPT, limited, 40))
    quick = run(model, BeamSearch(4, returned=4), Request(PROMPT, limited, 40), forced=forced, log_probabilities=True)

    assert {text(row) for row in plain.done} == {text(row) for row in quick.done}
    assert quick.passes < plain.passes
    for row in quick.done:
        assert row.forced > 5
        context, logits = model.begin([PROMPT])
        expected = []
        for token in [*row.tokens, END]:
            expected.append(float(logits.view(-1).log_softmax(-1)[token]))
            logits = context.read([[token]])
        assert expected[:-1] == pytest.approx(row.log_probabilities, abs=1e-5)
        assert len(row.constrained) == len(row.tokens)
        assert sum(expected) / len(expected) == pytest.approx(row.score, abs=1e-5)


@pytest.mark.parametrize("architecture", ["llama", "t5"])
def test_constrained_beams_of_real_models(architecture: str) -> None:
    """Caches follow: scores are those of the texts read again, with forced text where rows may differ in length."""
    pieces = [None, None, None, *(bytes([97 + i]) for i in range(26)), b"date", b"is", b" ", b"20", b":"]
    vocabulary = Vocabulary(pieces, end_ids=[2])
    model = HuggingFaceModel(tiny(architecture, vocabulary.size))
    limited = compile(regex("(the date|my day) is: (mon|tues|sun)day"), vocabulary)
    requests = [Request([5, 6, 7], limited, 40, key=0), Request([9, 9, 4, 8, 3], limited, 40, key=1)]
    for forced in (None, ForcedText(vocabulary)):
        rows = run(model, BeamSearch(3, returned=3), *requests, vocabulary=vocabulary, forced=forced).done

        assert 6 == len({(row.request.key, text(row, vocabulary)) for row in rows})
        for row in rows:
            assert row.finish_reason == "stop"
            context, logits = model.begin([row.request.prompt])
            total = 0.0
            for token in [*row.tokens, 2]:
                total += float(logits.view(-1).log_softmax(-1)[token])
                logits = context.read([[token]])
            assert total / (len(row.tokens) + 1) == pytest.approx(row.score, abs=1e-4)


def test_a_stop_text_ends_a_hypothesis() -> None:
    """The text before it is the result; of the same text, only the best hypothesis stays."""
    rows = run(function_model(2), BeamSearch(4, returned=4), Request(PROMPT, constraint("[abc]*"), 8, (b"c",))).done

    texts = [text(row)[: len(text(row)) - row.cut] for row in rows if row.finish_reason == "stop"]
    assert 4 == len(set(texts))
    assert all(b"c" not in each for each in texts)
    assert any(row.cut for row in rows)


def test_the_stopping_rules_differ() -> None:
    """True stops at once, False by the heuristic, "never" only when nothing better can come: passes do not fall."""
    passes = {}
    for rule in (True, False, "never"):
        search = BeamSearch(3, early_stopping=rule, length_penalty=2.0)
        passes[rule] = sum(run(function_model(seed), search, Request(PROMPT, None, 12)).passes for seed in range(8))

    assert passes[True] < passes["never"]
    assert passes[True] <= passes[False] <= passes["never"]


def test_what_makes_no_sense_is_refused() -> None:
    request = Request(PROMPT, constraint(), 6)
    with pytest.raises(ValueError, match="remembers the one that was drawn"):
        run(function_model(1), BeamSearch(2), request, pipeline=Pipeline([Mask(), MirostatV2()]))
    with pytest.raises(ValueError, match="at least 1"):
        BeamSearch(0)
    with pytest.raises(ValueError, match="expected 1 to 2"):
        BeamSearch(2, returned=3)
    with pytest.raises(ValueError, match='"power" or "gnmt"'):
        BeamSearch(2, normalise="mean")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="early_stopping"):
        BeamSearch(2, early_stopping="always")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of equal size"):
        GroupBeamSearch(5, 2, 0.5)
    with pytest.raises(ValueError, match="diversity_penalty"):
        GroupBeamSearch(4, 2, -1.0)


def test_the_last_candidates_are_the_same_whether_asked_for_at_once_or_not() -> None:
    """The order of candidates is one, however many are looked at first."""
    search = BeamSearch(2)
    batch = search.batch(function_model(1), MASKED, [Request(PROMPT, None, 6)], vocabulary=VOCABULARY)
    search.step(batch)
    from constrain.sampling.decoding.continuations import Continuations

    batch.read()
    rows = range(len(batch.rows))
    few, many = (Continuations(batch, sample=False, looked_at=count) for count in (2, 50))

    assert list(many.of(rows)) == list(few.of(rows))
    assert list(islice(many.of(rows), 3)) == sorted(many.of(rows), key=lambda each: -each.total)[:3]
