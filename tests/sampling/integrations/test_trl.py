"""GRPO of TRL on completions that obey: the trainer itself, some steps of a tiny model, against its own generation."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

trl = pytest.importorskip("trl", reason="TRL is the trainer")
datasets = pytest.importorskip("datasets", reason="TRL takes data sets")
import torch  # noqa: E402

from constrain import Vocabulary, compile  # noqa: E402
from constrain.errors import LimitExceeded, UnsupportedError  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from constrain.sampling.integrations.trl import Rollouts  # noqa: E402
from tests.sampling.random_model import chatting_model  # noqa: E402

SCHEMA = {
    "type": "object",
    "properties": {"paid": {"type": "boolean"}, "total": {"enum": [1, 20, 300]}},
    "required": ["paid", "total"],
    "additionalProperties": False,
}
THINKS = "{% for each in messages %}{{ each.content }}{% endfor %}{{ '<think>' }}"


class Seen:
    """A reward that remembers what it was shown."""

    __name__ = "seen"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, completions: list[Any], **columns: Any) -> list[float]:
        texts = [each if isinstance(each, str) else each[0]["content"] for each in completions]
        self.texts += texts
        return [float(sum(map(ord, text)) % 11) for text in texts]


def trainer(tmp_path: Path, rollouts: Any, prompts: Any = None, *, template: str = "", **options: Any) -> Any:
    model, tokenizer = chatting_model()
    tokenizer.chat_template = template or tokenizer.chat_template
    asked = {"max_completion_length": 40, "num_generations": 4, "per_device_train_batch_size": 8, "max_steps": 2}
    args = trl.GRPOConfig(
        output_dir=str(tmp_path), report_to="none", save_strategy="no", disable_tqdm=True, use_cpu=True, bf16=False,
        learning_rate=1e-3, seed=1, **{**asked, **options},
    )  # fmt: skip
    data = datasets.Dataset.from_dict({"prompt": prompts or [f"Invoice {i}: " for i in range(6)]})
    return trl.GRPOTrainer(
        model, Seen(), args=args, train_dataset=data, processing_class=tokenizer, rollout_func=rollouts
    )


@pytest.mark.parametrize("chat", [False, True], ids=["texts", "chats"])
def test_a_trainer_learns_from_texts_that_obey(tmp_path: Path, chat: bool) -> None:
    """Every text that is rewarded is whole; weights change; each prompt has its group."""
    prompts = [[{"role": "user", "content": f"Invoice {i}?"}] for i in range(6)] if chat else None
    made = trainer(tmp_path, Rollouts(SCHEMA), prompts)
    before = {name: each.clone() for name, each in made.model.named_parameters()}
    made.train()
    assert len(made.reward_funcs[0].texts) == 16
    for text in made.reward_funcs[0].texts:
        assert set(json.loads(text)) == {"paid", "total"}
    assert any(not torch.equal(each, before[name]) for name, each in made.model.named_parameters())
    [first, *_] = [log for log in made.state.log_history if "completions/clipped_ratio" in log]
    assert first["completions/clipped_ratio"] == 0


def test_tokens_are_the_prompts_and_what_was_drawn(tmp_path: Path) -> None:
    """Log-probabilities are those of a pass over the whole text under the mask, at the trainer's temperature."""
    pattern = "(yes|no|[0-9]{1,3})!?"
    made = trainer(tmp_path, Rollouts(regex(pattern)), temperature=0.7, top_k=0)
    tokenizer, prompts = made.processing_class, ["a", "Invoice 1: ", "The total"]
    found = made.rollout_func(prompts, made)
    assert found["prompt_ids"] == tokenizer(prompts)["input_ids"]
    constraint = compile(regex(pattern), Vocabulary.from_huggingface(tokenizer, model=made.model))
    for prompt, ids, logprobs in zip(found["prompt_ids"], found["completion_ids"], found["logprobs"], strict=True):
        assert ids[-1] == tokenizer.eos_token_id
        assert re.fullmatch(pattern, tokenizer.decode(ids[:-1]))
        assert len(ids) == len(logprobs)
        assert logprobs[-1] is None
        with torch.no_grad():
            logits = made.model(torch.tensor([prompt + ids])).logits[0, len(prompt) - 1 : -1].float()
        mask = ConstraintLogitsProcessor(constraint, prompt_length=len(prompt))
        for at, (token, said) in enumerate(zip(ids[:-1], logprobs[:-1], strict=True)):
            masked = mask(torch.tensor([prompt + ids[:at]]), logits[at : at + 1].clone())
            expected = float((masked / 0.7).log_softmax(-1)[0, token])
            assert math.isclose(said, expected, abs_tol=1e-3)


def test_thoughts_count(tmp_path: Path) -> None:
    """Free thoughts before the form, all within `max_completion_length`; the trainer learns from both."""
    prompts = [[{"role": "user", "content": f"Invoice {i}?"}] for i in range(6)]
    made = trainer(tmp_path, Rollouts(SCHEMA, thinking=15), prompts, template=THINKS, max_completion_length=80)
    found = made.rollout_func(prompts, made)
    for ids in found["completion_ids"]:
        assert len(ids) <= 80
        _, mark, answer = made.processing_class.decode(ids[:-1]).partition("</think>")
        assert mark
        assert set(json.loads(answer)) == {"paid", "total"}
    made.train()


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    made = trainer(tmp_path, Rollouts(SCHEMA), max_completion_length=3)
    with pytest.raises(LimitExceeded):
        made.train()
    made.rollout_func.thinking = ("<think>", "</think>")
    with pytest.raises(ValueError, match="max_completion_length is 3, and thought, marks and end token take 1042"):
        made.rollout_func(["a"], made)
    made.use_vllm = True
    with pytest.raises(UnsupportedError, match="vllm_structured_outputs_regex"):
        made.rollout_func(["a"], made)
    made.use_vllm, made.tools = False, [print]
    with pytest.raises(UnsupportedError, match="tool"):
        made.rollout_func(["a"], made)


def test_options_of_the_trainer_and_prompts_without_tokens(tmp_path: Path) -> None:
    """What would be drawn in another way than the trainer thinks, or not to its end, is refused before it begins."""
    for options, instead in (
        ({"temperature": 0.1}, "GRPOConfig has it"),
        ({"max_tokens": 5}, "max_completion_length"),
        ({"stop": ["b"]}, "say in the constraint"),
        ({"num_beams": 2}, "generation_kwargs"),
    ):
        with pytest.raises(TypeError, match=instead):
            Rollouts(SCHEMA, **options)
    made = trainer(tmp_path, Rollouts(SCHEMA))
    with pytest.raises(ValueError, match="prompt 1 has no tokens"):
        made.rollout_func(["a", ""], made)
