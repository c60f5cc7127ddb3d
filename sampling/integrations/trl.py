"""TRL's GRPO on constrained completions: what the trainer is to reward and to learn from obeys, and has an end.

    from constrain.sampling.integrations.trl import Rollouts

    trainer = GRPOTrainer(model, rewards, args=args, train_dataset=prompts, rollout_func=Rollouts(Invoice))

`Rollouts` takes the place of the trainer's own call of `generate` (`GRPOTrainer._generate`, TRL 1.16), with the same
configuration. The log-probabilities are those of the draws, under the mask, as TRL asks of vLLM
(`processed_logprobs`): a token that the constraint left no choice about has 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from constrain.errors import UnsupportedError

from ..generation.generate import generate
from ..generation.inputs import encoded, is_chat, tokenizer_of
from ..generation.thinking import thinking_of

if TYPE_CHECKING:
    from trl import GRPOTrainer

    from ..generation.result import Result


# Options of `generate`, and where they are to be said.
_NOT_HERE = {
    **dict.fromkeys(("temperature", "top_p", "top_k", "min_p", "repetition_penalty"), "GRPOConfig has it"),
    **dict.fromkeys(("generation_config", "num_beams"), "GRPOConfig(generation_kwargs={…}) has it"),
    "max_tokens": "it is max_completion_length of GRPOConfig",
    "template": "it is chat_template_kwargs of GRPOConfig",
    "logprobs": "the trainer always needs them",
    "stop": "a completion is whole; say in the constraint where it ends",
}


class Rollouts:
    """A `rollout_func` of TRL's `GRPOTrainer`: one completion of each prompt, which obeys `constraint`.

    `constraint` is what `generate` takes, for all prompts. How tokens are drawn says the trainer's configuration
    (`temperature`, `top_p`, `generation_kwargs`, …), and a completion has at most `max_completion_length` tokens, the
    end token among them. `thinking` is a number of tokens, of these, in which the model thinks freely first; False for
    none. `options` are others of `generate`, `batch_size` say.

    A prompt whose completion fails stops the training with its error. Raises TypeError for options that the trainer's
    configuration says or that would leave completions unfinished, ValueError for a prompt without tokens,
    UnsupportedError where the trainer generates elsewhere (`use_vllm`), or goes on unconstrained after a call (`tools`,
    `environment_factory`).
    """

    def __init__(self, constraint: Any, *, thinking: int | bool = False, **options: Any) -> None:
        for name, instead in _NOT_HERE.items():
            if name in options:
                raise TypeError(f"Rollouts takes no {name}: {instead}")
        self.constraint, self.thinking, self.options = constraint, thinking, options

    def __call__(self, prompts: list[Any], trainer: GRPOTrainer) -> dict[str, list[Any]]:
        """The tokens of each prompt and of its completion, the end token included, whose log-probability is None."""
        from trl.models import unwrap_model_for_generation

        _check(trainer)
        tokenizer, args = trainer.processing_class, trainer.args
        room = trainer.max_completion_length - self._thoughts(tokenizer) - 1  # for the end token
        if room < 1:
            raise ValueError(
                f"max_completion_length is {trainer.max_completion_length}, and thought, marks and end token take "
                f"{trainer.max_completion_length - room}; raise it, or lower thinking="
            )
        chat = {"chat_template": trainer.chat_template, **trainer.chat_template_kwargs}
        template = chat if is_chat(prompts[0]) else {}
        prompt_ids = [list(encoded(tokenizer, each, template)) for each in prompts]
        if not all(prompt_ids):
            raise ValueError(f"prompt {prompt_ids.index([])} has no tokens, and the trainer needs one to go on from")
        unwrapped = unwrap_model_for_generation(
            trainer.model_wrapped,
            trainer.accelerator,
            gather_deepspeed3_params=args.ds3_gather_for_generation,
            gradient_checkpointing_kwargs=args.gradient_checkpointing_kwargs,
        )
        with unwrapped as model, torch.no_grad():
            results = generate(
                model,
                tokenizer,
                prompts,
                self.constraint,
                generation_config=trainer.generation_config,
                max_tokens=room,
                thinking=self.thinking,
                template=template,
                logprobs=True,
                **self.options,
            )
        end = tokenizer_of(tokenizer).eos_token_id
        completions = [_completion(each, end) for each in results]
        return {
            "prompt_ids": prompt_ids,
            "completion_ids": [ids for ids, _ in completions],
            "logprobs": [logprobs for _, logprobs in completions],
        }

    def _thoughts(self, tokenizer: Any) -> int:
        """How many tokens a thought and its marks may have."""
        thinking = thinking_of(self.thinking, tokenizer)
        return 0 if thinking is None else thinking.room


def _completion(result: Result[Any], end: int) -> tuple[list[int], Sequence[float | None]]:
    """Its tokens and their log-probabilities. Raises what the text has failed with."""
    if not result.complete:
        raise result.error or RuntimeError(f"a completion ended with {result.finish_reason}: {result.text!r}")
    assert result.constrained_logprobs is not None
    return [*result.tokens, end], [*result.constrained_logprobs, None]


def _check(trainer: GRPOTrainer) -> None:
    if trainer.use_vllm:
        raise UnsupportedError(
            "use_vllm=True generates in vLLM, and these rollouts in the model itself: leave use_vllm out, or "
            "rollout_func, and constrain there (vllm_structured_outputs_regex)",
            feature="use_vllm",
            where="GRPOConfig",
        )
    if trainer.tools:
        raise UnsupportedError(
            "after a call of a tool the trainer writes the next turn itself, without the constraint; leave tools out",
            feature="tools",
            where="GRPOTrainer",
        )
