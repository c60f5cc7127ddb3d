"""How tokens are to be chosen, out of a model's own configuration and the caller's options: a pipeline and a search.

The names and meanings of options are those of transformers' `GenerationConfig`; what its `generate` would take from the
model's own configuration counts here too, and can be read in `Result.sampler`. An option that is not understood is an
error, and so is one that a sampler of the caller's takes the place of.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from constrain.support.arguments import described, instance, integer
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from ..decoding.drafting.draft_model import DraftModel
from ..decoding.drafting.drafts import Drafter, PromptLookup
from ..decoding.drafting.speculation import Speculation
from ..decoding.huggingface import HuggingFaceModel
from ..decoding.model import LanguageModel
from ..decoding.search import Sampling, Search
from ..pipelines.pipeline import Pipeline
from ..stages.bias.prefix_function import PrefixFunction
from ..stages.drawing.draw import Draw
from ..stages.foreign import ForeignProcessor
from ..stages.mask import Mask
from ..stages.stage import Role, Stage
from .inputs import width_of
from .options import NAMES, Options

SAMPLING = ("do_sample", "temperature", "top_k", "top_p", "min_p", "top_h", "typical_p", "epsilon_cutoff", "eta_cutoff")
BEAMS = ("num_beams", "num_beam_groups", "diversity_penalty", "length_penalty", "early_stopping")
_SHAPING = (*SAMPLING, *BEAMS, "penalty_alpha", "repetition_penalty", "no_repeat_ngram_size", "guidance_scale")
_NOT_HERE = {  # what loops of ours do in another way, or not at all
    "stop_strings": "use stop=[…]",
    "token_healing": "use heal=True",
    "constraints": "what describes the texts is the argument `constraint`",
    "grammar": "what describes the texts is the argument `constraint`",
    "past_key_values": "use prompt_cache=PromptCache(), which keeps what has been read of prompts from call to call",
    "assistant_tokenizer": "use draft=TextDrafts(model, its tokenizer, tokenizer), of constrain.sampling.decoding",
    "use_mtp": "use model.generate with a ConstraintLogitsProcessor",
    "assistant_early_exit": "use model.generate with a ConstraintLogitsProcessor",
    "custom_generate": "write a Search of your own for search=",
    "force_words_ids": "put the words into the constraint",
    "dola_layers": "use model.generate with a ConstraintLogitsProcessor",
    "assistant_model": "use draft=, with the same model",
    "output_attentions": "call the model on the result's tokens",
    "output_hidden_states": "call the model on the result's tokens",
    "inputs_embeds": "use model.generate with a ConstraintLogitsProcessor",
    "max_new_tokens": "use max_tokens",
    "max_length": "use max_tokens",
    "eos_token_id": "it is the vocabulary's end_ids",
    "input_ids": "they are the prompts",
    "inputs": "they are the prompts",
    "output_scores": "use logprobs=True",
    "output_logits": "use logprobs=True",
    "return_dict_in_generate": "a Result has all there is",
}
# In a generation configuration these would change the text too; its stop_strings are obeyed.
_REFUSED = (
    *("token_healing", "constraints", "force_words_ids", "dola_layers", "assistant_ensemble_weight", "use_mtp"),
    "assistant_early_exit",
)
# What values of options may be, where a wrong one would be overlooked, or be told of by another name.
_WHOLE = {"num_beams": 1, "num_beam_groups": 1, "top_k": 0, "no_repeat_ngram_size": 0, "prompt_lookup_num_tokens": 0}
_PARTS = ("top_p", "min_p", "typical_p", "top_h")  # of a probability
_POSITIVE = ("repetition_penalty",)
# What shapes only draws, with the values that change nothing.
_SHAPING_DRAWS: dict[str, tuple[float, ...]] = {
    "temperature": (0, 1),
    "top_k": (0,),
    "top_p": (1,),
    "min_p": (0,),
    "top_h": (1,),
    "typical_p": (1,),
    "epsilon_cutoff": (0,),
    "eta_cutoff": (0,),
}
_OF_THE_SOURCE = {
    "encoder_repetition_penalty": "EncoderRepetitionPenalty",
    "encoder_no_repeat_ngram_size": "EncoderNoRepeatNGram",
}


@dataclass(frozen=True)
class Settings:
    """What chooses tokens (`pipeline`), which rows go on (`search`), and the configuration that they were read from."""

    pipeline: Pipeline
    search: Search
    config: Any


def settings_of(model: Any, asked: Options, *, returned: int, end_tokens: Sequence[int] = ()) -> Settings:
    """Raises TypeError for options that are unknown or at odds with each other, ValueError for values out of range."""
    options, sampler, search = asked.choosing, asked.sampler, asked.search
    config = _updated(model, options)
    config.max_new_tokens = asked.max_tokens
    beams = config.num_beams or 1
    config.eos_token_id = list(end_tokens) or config.eos_token_id
    if search is None:
        search = _search(config, beams, returned)
        search = _with_drafts(search, config, asked.draft)
    elif asked.draft is not None:
        raise TypeError("draft= and search= both say how texts are made; a Speculation has drafters of its own")
    else:
        for name in (*BEAMS, "penalty_alpha"):
            if options.get(name):
                raise TypeError(f"{name}={options[name]!r} and search={search!r} would both say which rows go on")
        beams = 1
    if sampler is None:
        if not config.do_sample:
            _refuse_without_draws(config, options)
        draws = beams == 1 and not config.penalty_alpha
        stages = Pipeline.transformers(config, draw=draws, vocabulary_size=width_of(model)).stages
        at = next(i for i, stage in enumerate(stages) if isinstance(stage, Mask))
        own: list[Stage] = [ForeignProcessor(processor) for processor in asked.logits_processor]
        if asked.prefix_allowed_tokens_fn is not None:
            own.append(PrefixFunction(asked.prefix_allowed_tokens_fn, search.copies))
        return Settings(Pipeline([*stages[:at], *own, *stages[at:]], order="free"), search, config)
    if asked.prefix_allowed_tokens_fn is not None:
        raise TypeError(
            "prefix_allowed_tokens_fn= is the stage PrefixFunction(…); put it into the pipeline of sampler="
        )
    if asked.logits_processor:
        raise TypeError(
            "logits_processor= and sampler= would both shape the scores; put the processors into the pipeline"
        )
    for name in _SHAPING:
        if options.get(name):
            raise TypeError(
                f"{name}={options[name]!r} and sampler= would both choose tokens; put it into the pipeline"
                + (", or leave the sampler out: beams need scores, not draws" if name == "num_beams" else "")
            )
    draws = any(stage.role is Role.DRAW for stage in sampler.stages)
    if not draws:
        raise TypeError("the sampler draws nothing; end it in Greedy(), Categorical() or another draw")
    if beams > 1 or config.penalty_alpha:
        raise TypeError(
            f"the model's generation_config asks for {search!r}, and sampler= draws tokens for rows of their own; "
            "pass num_beams=1, or leave the sampler out"
        )
    assert isinstance(sampler.stages[-1], Draw)
    return Settings(sampler, search, config)


def _updated(model: Any, options: Mapping[str, Any]) -> Any:
    """The model's generation configuration with the options."""
    for name, way in _NOT_HERE.items():
        if name in options:
            raise TypeError(f"{name} is no option here: {way}")
    from transformers import GenerationConfig

    config = options.get("generation_config") or getattr(model, "generation_config", None) or GenerationConfig()
    config = copy.deepcopy(config)
    unknown = config.update(**{name: value for name, value in options.items() if name != "generation_config"})
    if unknown:
        name = min(unknown)
        near = nearest(name, [*NAMES, "constraint", "seeds", "progress", *config.to_dict()])
        way_on = f"did you mean {near!r}?" if near else "help(constrain.sampling.generate) lists them"
        raise TypeError(f"there is no option {name!r}; {way_on}")
    for name in _REFUSED:
        if getattr(config, name, None):
            raise TypeError(
                f"the generation_config sets {name}={getattr(config, name)!r}, which is not done here: "
                f"{_NOT_HERE.get(name, 'use model.generate with a ConstraintLogitsProcessor')}; set it to None there"
            )
    _check_values(config)
    for name, stage in _OF_THE_SOURCE.items():
        if getattr(config, name, None) not in (None, 0, 1.0):
            raise TypeError(
                f"{name}={getattr(config, name)!r} looks at the source of each prompt; here it is a stage of "
                f"sampler=, {stage}(…, encoder_ids), or set it to None"
            )
    return config


def _refuse_without_draws(config: Any, options: Mapping[str, Any]) -> None:
    """ValueError for an option of this call that would change nothing, as the likeliest token is taken anyway."""
    for name, same in _SHAPING_DRAWS.items():
        value = options.get(name)
        if value is not None and value not in same and not (name == "top_k" and config.penalty_alpha):
            raise ValueError(
                f"{name}={shown(value)} shapes what tokens are drawn from, and without do_sample=True the likeliest "
                f"one is taken; pass do_sample=True, or leave {name} out"
            )


def _check_values(config: Any) -> None:
    """TypeError or ValueError, by the option's name, for a value that it cannot have."""
    given = {
        name: value for name in (*_WHOLE, *_PARTS, *_POSITIVE) if (value := getattr(config, name, None)) is not None
    }
    for name, value in given.items():
        if name in _WHOLE:
            integer(value, name, _WHOLE[name])
            continue
        instance(value, Real, name, "a number")
        if name in _PARTS and not 0 <= value <= 1:
            raise ValueError(f"{name} is {shown(value)}; it must be from 0 to 1")
        if name in _POSITIVE and not value > 0:
            raise ValueError(f"{name} is {shown(value)}; it must be above 0")
    if config.do_sample is not None:
        instance(config.do_sample, int, "do_sample", "a bool")
    if config.temperature is not None:
        instance(config.temperature, Real, "temperature", "a number")
        if not config.temperature >= 0:
            raise ValueError(f"temperature is {shown(config.temperature)}; it must not be below 0")
    if config.do_sample and config.temperature == 0:
        raise ValueError(
            f"temperature is {shown(config.temperature)}, and do_sample=True draws tokens, for which it must be above "
            "0; do_sample=False always takes the likeliest one"
        )


def _search(config: Any, beams: int, returned: int) -> Search:
    if config.penalty_alpha:
        from ..decoding.contrastive import ContrastiveSearch

        return ContrastiveSearch(config.penalty_alpha, config.top_k or 0)
    if beams == 1:
        return Sampling(returned)
    if returned > beams:
        raise ValueError(f"num_return_sequences={returned} asks for more texts than num_beams={beams} makes")
    rules: dict[str, Any] = {
        "returned": returned,
        "length_penalty": 1.0 if config.length_penalty is None else config.length_penalty,
        "early_stopping": False if config.early_stopping is None else config.early_stopping,
    }
    from ..decoding.beam_search.beams import BeamSearch
    from ..decoding.beam_search.groups import GroupBeamSearch

    if (config.num_beam_groups or 1) > 1:
        return GroupBeamSearch(beams, config.num_beam_groups, config.diversity_penalty or 0.0, **rules)
    return BeamSearch(beams, sample=bool(config.do_sample), **rules)


def _with_drafts(search: Search, config: Any, draft: Any) -> Search:
    """The search with the guesses that were asked for."""
    drafters: list[Drafter] = []
    if config.prompt_lookup_num_tokens:
        drafters.append(PromptLookup(longest=config.max_matching_ngram_size or 2))
    if draft is not None:
        given = draft if isinstance(draft, (list, tuple)) else [draft]
        for each in given:
            if not isinstance(each, (Drafter, LanguageModel)) and not hasattr(each, "config"):
                raise TypeError(
                    f"draft must be a model, a LanguageModel or a Drafter, or several, not {described(each)}"
                )
        drafters += [each if isinstance(each, Drafter) else DraftModel(_adapted(each)) for each in given]
    if not drafters:
        return search
    if not isinstance(search, Sampling):
        raise TypeError(
            "draft= and prompt_lookup_num_tokens= guess texts that are written token by token, and "
            f"{type(search).__name__} weighs several at once; leave the drafts out, or what asks for it (num_beams, …)"
        )
    length = config.prompt_lookup_num_tokens or config.num_assistant_tokens or 8
    return Speculation(drafters, length=length, copies=search.copies)


def _adapted(model: Any) -> LanguageModel:
    return model if isinstance(model, LanguageModel) else HuggingFaceModel(model)
