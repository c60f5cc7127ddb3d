"""The loop does not wait: masks are begun before the forward pass, and compiled steps of a static cache say the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from constrain.batch import MatcherBatch
from constrain.sampling import Pipeline
from constrain.sampling.decoding import (
    Batch,
    ForcedText,
    FunctionModel,
    HuggingFaceModel,
    PromptLookup,
    Request,
    Sampling,
    Search,
    Speculation,
    decode,
)
from constrain.sampling.decoding.model import FunctionContext
from constrain.sampling.stages import Categorical, Greedy, Mask
from tests.sampling.decoding.worlds import PROMPT, VOCABULARY, constraint, function_model
from tests.sampling.tiny_models import tiny

PIPELINE = Pipeline([Mask(), Categorical()])


@pytest.mark.parametrize("search", [Sampling, lambda: Speculation(PromptLookup())], ids=["sampling", "drafts"])
@pytest.mark.parametrize("forced", [False, True])
def test_masks_are_begun_before_the_forward_pass(
    search: Callable[[], Search], forced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever way rows move: by a token, by forced text, by drafts; between, nothing asks for a mask."""
    events: list[str] = []

    def noted(owner: Any, name: str, event: str) -> None:
        inner = getattr(owner, name)

        def noting(*given: Any, **options: Any) -> Any:
            events.append(event)
            return inner(*given, **options)

        monkeypatch.setattr(owner, name, noting)

    noted(MatcherBatch, "prepare", "begin")
    noted(MatcherBatch, "fill_bitmask", "fill")
    noted(FunctionContext, "read", "pass")
    request = Request(PROMPT, constraint("(a|bcabcab){16}"), max_tokens=120)
    batch = Batch(
        function_model(1),
        PIPELINE,
        [request] * 3,
        vocabulary=VOCABULARY,
        forced=ForcedText(VOCABULARY) if forced else None,
        seeds=0,
    )
    for _ in decode(batch, search()):
        pass

    passes = [at for at, event in enumerate(events) if event == "pass"]
    assert len(passes) > 4
    for at in passes:
        last_fill = max((i for i in range(at) if events[i] == "fill"), default=-1)
        assert "begin" in events[last_fill + 1 : at]


def test_forced_text_at_the_beginning_is_read_with_the_prompt() -> None:
    """It costs no pass of its own, and the text is the same."""
    model = function_model(1)
    request = Request(PROMPT, constraint("abcabc(a|b)"), max_tokens=12)
    texts = {}
    for name, forced in (("plain", None), ("forced", ForcedText(VOCABULARY))):
        batch = Batch(model, Pipeline([Mask(), Greedy()]), [request], vocabulary=VOCABULARY, forced=forced, seeds=0)
        for _ in decode(batch, Sampling()):
            pass
        row = batch.done[0]
        texts[name] = b"".join(VOCABULARY.token_bytes[token] or b"" for token in row.tokens)
        assert (name == "forced") == (row.forced > 0)
        assert len(row.tokens) - row.forced - 1 == batch.passes  # the prompt's pass gives the first one

    assert texts["plain"] == texts["forced"]


def written(model: HuggingFaceModel | FunctionModel) -> list[list[int]]:
    """What four prompts of two lengths lead to."""
    requests = [Request([5 + i, 9, 30, *[7] * (i % 2)], max_tokens=12, key=i) for i in range(4)]
    batch = Batch(model, Pipeline([Mask(), Greedy()]), requests, seeds=0)
    for _ in decode(batch, Sampling()):
        pass
    return [row.tokens for row in sorted(batch.done, key=lambda row: row.request.key)]


@pytest.mark.slow
def test_a_compiled_step_says_what_the_model_says() -> None:
    """`compile=True` on the CPU; a second generation of the same size compiles nothing again."""
    model = tiny("llama", 64, layers=1)
    compiled = HuggingFaceModel(model, cache="static", compile=True)

    assert written(HuggingFaceModel(model)) == written(compiled)
    before = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    assert written(HuggingFaceModel(model)) == written(compiled)
    assert 0 < before == torch._dynamo.utils.counters["stats"]["unique_graphs"]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_a_captured_step_says_what_the_model_says() -> None:
    """On CUDA the compiled step is a captured graph."""
    model = tiny("llama", 64, layers=1).to("cuda")

    assert written(HuggingFaceModel(model)) == written(HuggingFaceModel(model, cache="static", compile=True))
