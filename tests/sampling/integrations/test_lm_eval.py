"""lm-evaluation-harness: tasks whose texts obey, through its own evaluation."""

from __future__ import annotations

import re
from typing import Any

import pytest

lm_eval = pytest.importorskip("lm_eval", reason="lm-evaluation-harness is the harness")
datasets = pytest.importorskip("datasets", reason="its tasks are data sets")
from lm_eval.api.instance import Instance  # noqa: E402
from lm_eval.api.task import ConfigurableTask  # noqa: E402

from constrain.errors import LimitExceeded  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling.integrations.lm_eval import ConstrainedLM  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

ANSWER = "The answer is -?[1-9][0-9]{0,2}"


@pytest.fixture(scope="module")
def model() -> Any:
    model, tokenizer = random_model()
    return ConstrainedLM(pretrained=model, tokenizer=tokenizer, constraint=regex(ANSWER), batch_size=3)


def asked(count: int, **options: Any) -> list[Any]:
    prompts = [f"{'What is ' * (i % 4)}{i} plus {i}? " for i in range(count)]
    return [Instance("generate_until", {}, (each, {"until": ["\n"], **options}), i) for i, each in enumerate(prompts)]


def test_a_task_is_evaluated_on_texts_that_obey(model: Any) -> None:
    """As users run it: every sample is whole, whatever the random weights prefer."""
    task = ConfigurableTask(
        config={
            "task": "sums",
            "custom_dataset": lambda **_: {"test": datasets.Dataset.from_list([{"n": i} for i in range(7)])},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{n}} + {{n}} = ",
            "doc_to_target": "The answer is {{n + n}}",
            "generation_kwargs": {"until": ["\n\n"], "max_gen_toks": 30},
            "metric_list": [{"metric": "exact_match"}],
        }
    )
    found = lm_eval.simple_evaluate(model=model, tasks=[task], bootstrap_iters=0, log_samples=True)
    samples = found["samples"]["sums"]
    assert len(samples) == 7
    assert all(re.fullmatch(ANSWER, sample["resps"][0][0]) for sample in samples)
    assert 0 <= found["results"]["sums"]["exact_match,none"] <= 1


@pytest.mark.parametrize("options", [{}, {"do_sample": True, "temperature": 1.0}, {"num_beams": 3}], ids=str)
def test_batches_obey_and_complete(model: Any, options: dict[str, Any]) -> None:
    """Padded batches, draws and beams; near the limit, the texts that still fit."""
    for most in (30, 12):
        texts = model.generate_until(asked(7, max_gen_toks=most, **options), disable_tqdm=True)
        assert all(re.fullmatch(ANSWER, text) for text in texts), texts
    with pytest.raises(LimitExceeded):
        model.generate_until(asked(1, max_gen_toks=2), disable_tqdm=True)


def test_a_text_of_until_ends_before(model: Any) -> None:
    """The harness cuts texts there, constrained or not."""
    texts = model.generate_until(asked(2, until=[" is"], max_gen_toks=30), disable_tqdm=True)
    assert texts == ["The answer", "The answer"]


def test_likelihoods_are_the_models_own(model: Any) -> None:
    pairs = [Instance("loglikelihood", {}, ("Is it? ", answer), i) for i, answer in enumerate((" yes", " no"))]
    plain = lm_eval.models.huggingface.HFLM(pretrained=model.model, tokenizer=model.tokenizer, batch_size=3)
    assert model.loglikelihood(pairs) == plain.loglikelihood(pairs)
    assert re.match("[^T]", plain.generate_until(asked(1, max_gen_toks=9), disable_tqdm=True)[0])
