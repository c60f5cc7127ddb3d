"""Contrastive search against a slow one that reads every candidate again, with constraints and budgets."""

from __future__ import annotations

import copy
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import compile  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    Batch,
    ForcedText,
    GuidedModel,
    HuggingFaceModel,
    Request,
    decode,
)
from constrain.sampling.decoding.contrastive import ContrastiveSearch  # noqa: E402
from constrain.sampling.stages import Mask, MirostatV2, RepetitionPenalty  # noqa: E402
from tests.sampling.decoding.worlds import VOCABULARY, function_model  # noqa: E402
from tests.sampling.tiny_models import END, LETTERS, WIDTH, tiny  # noqa: E402

PROMPTS = [[5, 6, 7, 8], [9, 30], [11, 12, 5, 6, 7, 8, 20], [9, 30]]


def run(model: Any, search: ContrastiveSearch, *requests: Request, pipeline: Pipeline, **options: Any) -> Batch:
    batch = search.batch(model, pipeline, requests, **({"vocabulary": LETTERS} | options))
    for _ in decode(batch, search):
        pass
    batch.done.sort(key=lambda row: row.request.key or 0)
    return batch


def states(model: Any, prompt: list[int], tokens: list[int]) -> tuple[Any, Any]:
    """The last hidden states (tokens, size) and logits (width,) after prompt and text, without any cache."""
    if model.config.is_encoder_decoder:
        inputs = {"input_ids": torch.tensor([prompt]), "decoder_input_ids": torch.tensor([[0, *tokens]])}
    else:
        inputs = {"input_ids": torch.tensor([[*prompt, *tokens]])}
    with torch.no_grad():
        output = model(**inputs, output_hidden_states=True, use_cache=False)
    hidden = output.decoder_hidden_states if model.config.is_encoder_decoder else output.hidden_states
    return hidden[-1][0], output.logits[0, -1]


def slow(
    model: Any, prompt: list[int], alpha: float, top_k: int, penalty: float, constraint: Any, most: int
) -> list[int]:
    """Su et al., line by line."""
    text: list[int] = []
    matcher = None if constraint is None else constraint.matcher()
    pipeline = Pipeline([RepetitionPenalty(penalty)])
    while len(text) < most:
        hidden, logits = states(model, prompt, text)
        seen = [0, *text] if model.config.is_encoder_decoder else [*prompt, *text]
        scores = pipeline.start(torch.tensor([seen]), seeds=0).scores(logits[None])[0]
        if matcher is not None:
            for token in range(WIDTH):
                if not matcher.allows(token):
                    scores[token] = -float("inf")
        best, tokens = scores.softmax(-1).topk(top_k)
        values = []
        for probability, token in zip(best.tolist(), tokens.tolist(), strict=True):
            if scores[token] == -float("inf"):
                continue
            after = states(model, prompt, [*text, token])[0][-1]
            similar = torch.nn.functional.cosine_similarity(hidden, after[None]).max()
            values.append(((1 - alpha) * probability - alpha * float(similar), token))
        token = max(values, key=lambda each: each[0])[1]
        if token == END:
            break
        text.append(token)
        if matcher is not None:
            matcher.advance(token)
            if matcher.is_accepting and not any(matcher.allows(each) for each in range(WIDTH) if each != END):
                break
    return text


@pytest.mark.parametrize("architecture", ["llama", "gpt2", "t5"])
@pytest.mark.parametrize(("alpha", "top_k", "penalty"), [(0.6, 4, 1.0), (0.3, 5, 1.4), (0.9, 2, 1.0)])
def test_texts_are_those_of_the_slow_search(architecture: str, alpha: float, top_k: int, penalty: float) -> None:
    """In a padded batch with equal prompts, and one by one."""
    plain = tiny(architecture, WIDTH, end=END)
    pipeline = Pipeline([RepetitionPenalty(penalty), Mask()])
    requests = [Request(prompt, None, 8, key=i) for i, prompt in enumerate(PROMPTS)]
    expected = [slow(plain, prompt, alpha, top_k, penalty, None, 8) for prompt in PROMPTS]

    search = ContrastiveSearch(alpha, top_k)
    together = run(HuggingFaceModel(plain), search, *requests, pipeline=pipeline, log_probabilities=True).done
    alone = [run(HuggingFaceModel(plain), search, each, pipeline=pipeline).done[0] for each in requests[:2]]

    assert expected == [row.tokens for row in together]
    assert expected[:2] == [row.tokens for row in alone]
    for row in together:
        logits = [states(plain, list(row.request.prompt), row.tokens[:at])[1] for at in range(len(row.tokens))]
        plainly = [float(each.log_softmax(-1)[token]) for each, token in zip(logits, row.tokens, strict=True)]
        assert plainly == pytest.approx(row.log_probabilities, abs=1e-4)


@pytest.mark.parametrize("architecture", ["llama", "t5"])
def test_candidates_are_those_that_the_constraint_allows(architecture: str) -> None:
    """Also with forced text, which is read at once, and within the least budget."""
    plain = tiny(architecture, WIDTH, end=END)
    limited = compile(regex("(AB|C|DEF){2,6}X{8}(Y|Z)"), LETTERS)
    least = limited.matcher().tokens_to_end
    requests = [Request(prompt, limited, 40, key=i) for i, prompt in enumerate(PROMPTS)]
    pipeline = Pipeline([Mask()])
    search = ContrastiveSearch(0.6, 4)
    expected = [slow(plain, prompt, 0.6, 4, 1.0, limited, 40) for prompt in PROMPTS]

    stepwise = run(HuggingFaceModel(plain), search, *requests, pipeline=pipeline)
    quick = run(HuggingFaceModel(plain), search, *requests, pipeline=pipeline, forced=ForcedText(LETTERS))
    short = run(HuggingFaceModel(plain), search, Request(PROMPTS[0], limited, least), pipeline=pipeline)

    assert expected == [row.tokens for row in stepwise.done]
    assert expected == [row.tokens for row in quick.done]
    assert all(row.finish_reason == "stop" for row in [*stepwise.done, *quick.done, *short.done])
    assert quick.passes < stepwise.passes or architecture == "t5"
    assert limited.text(short.done[0].tokens) == "CC" + 8 * "X" + limited.text(short.done[0].tokens)[-1]


def test_alpha_zero_is_greedy_and_guidance_is_followed() -> None:
    """With alpha 0 only probabilities count; the second contexts of guidance move with the candidates."""
    from constrain.sampling.decoding import Sampling
    from constrain.sampling.stages import Greedy, Guidance

    plain = HuggingFaceModel(tiny("llama", WIDTH, end=END))
    for model, stages in ((plain, []), (GuidedModel(plain, [[4, 4]]), [Guidance(1.7)])):
        requests = [Request(prompt, None, 10, key=i) for i, prompt in enumerate(PROMPTS)]
        greedy = Sampling()
        batch = greedy.batch(model, Pipeline([*stages, Mask(), Greedy()]), requests, vocabulary=LETTERS)
        for _ in decode(batch, greedy):
            pass
        batch.done.sort(key=lambda row: row.request.key)

        found = run(model, ContrastiveSearch(0.0, 3), *requests, pipeline=Pipeline([*stages, Mask()])).done

        assert [row.tokens for row in batch.done] == [row.tokens for row in found]


def test_in_bfloat16_it_runs() -> None:
    """Hidden states of any dtype are compared in float32."""
    half = copy.deepcopy(tiny("llama", WIDTH, end=END)).to(torch.bfloat16)
    limited = compile(regex("(AB|CD){3}"), LETTERS)

    row = run(HuggingFaceModel(half), ContrastiveSearch(0.5, 4), Request([5], limited, 9), pipeline=Pipeline([Mask()]))

    assert "stop" == row.done[0].finish_reason


def test_what_makes_no_sense_is_refused() -> None:
    model, request = HuggingFaceModel(tiny("llama", WIDTH, end=END)), Request([5], None, 4)
    search = ContrastiveSearch(0.5, 2)
    with pytest.raises(ValueError, match="expected 0 to 1"):
        ContrastiveSearch(1.5, 2)
    with pytest.raises(ValueError, match="at least 1 token"):
        ContrastiveSearch(0.5, 0)
    with pytest.raises(ValueError, match="make its batches by"):
        search.step(Batch(model, Pipeline([]), [request], vocabulary=LETTERS))
    with pytest.raises(ValueError, match="remembers the one"):
        run(model, search, request, pipeline=Pipeline([MirostatV2()]))
    with pytest.raises(NotImplementedError, match="no hidden states"):
        run(function_model(1), search, request, pipeline=Pipeline([]), vocabulary=VOCABULARY)
