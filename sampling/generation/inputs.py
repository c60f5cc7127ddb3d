"""What people pass to `generate`, as what loops take: prompts as token ids, what describes a text as a constraint."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
import torch

from constrain.constraint import Constraint
from constrain.descriptions import compile, grammar_of, is_choice
from constrain.errors import UnsupportedError, VocabularyError
from constrain.grammar import Grammar
from constrain.serving.constraint_cache import constraint_cache
from constrain.support.arguments import described
from constrain.support.shown import shown
from constrain.vocabulary import Vocabulary

from ..decoding.model import LanguageModel
from ..decoding.pictures import PicturePrompt, with_pictures

Description = Any  # a Constraint, what `constrain.descriptions` reads, or None

_vocabularies: WeakKeyDictionary[Any, dict[Any, Vocabulary]] = WeakKeyDictionary()
_checked: WeakKeyDictionary[Any, WeakSet[Vocabulary]] = WeakKeyDictionary()  # vocabularies that fit a tokenizer
_constraints: WeakKeyDictionary[Any, dict[str, Constraint]] = WeakKeyDictionary()


def vocabulary_of(model: Any, tokenizer: Any) -> Vocabulary:
    """The vocabulary of a tokenizer at the width of a model's logits; read once for both."""
    if tokenizer is None:
        raise TypeError("without a tokenizer, the constraints must be compiled: they say what tokens spell")
    config = getattr(model, "generation_config", None)
    ends = getattr(config, "eos_token_id", None)
    width = width_of(model)
    key = (width, tuple(ends) if isinstance(ends, list) else ends)
    known = _vocabularies.setdefault(tokenizer, {})
    if key not in known:
        if isinstance(model, LanguageModel):
            known[key] = Vocabulary.from_huggingface(tokenizer, size=width)
        else:
            known[key] = Vocabulary.from_huggingface(tokenizer, model=model)
    return known[key]


def width_of(model: Any) -> int:
    """How many logits a model gives: one of transformers, or a `LanguageModel`."""
    if isinstance(model, LanguageModel):
        return model.width
    config: Any = getattr(model, "config", None)
    if not hasattr(config, "get_text_config"):
        raise TypeError(
            f"the model must be one of transformers or a LanguageModel, not {described(model)}; a function from tokens "
            "to logits becomes one by constrain.sampling.decoding.FunctionModel(function, width=…)"
        )
    width: int = config.get_text_config(decoder=True).vocab_size
    return width


def check_vocabulary(vocabulary: Vocabulary, model: Any, tokenizer: Any) -> None:
    """Raises VocabularyError where a constraint was compiled for another tokenizer than this one, or for other logits.

    Some dozens of tokens are compared, spread over all: a vocabulary of another tokenizer differs in most.
    """
    if vocabulary.size < width_of(model):
        raise VocabularyError(
            f"the constraint's vocabulary has {vocabulary.size} tokens, and the model gives {width_of(model)} logits; "
            "make it with Vocabulary.from_huggingface(tokenizer, model=model)"
        )
    if not hasattr(tokenizer, "decode") or vocabulary in _checked.setdefault(tokenizer, WeakSet()):
        return
    ids = [i for i in range(0, vocabulary.size, max(1, vocabulary.size // 64)) if vocabulary.token_bytes[i]]
    said = [str(tokenizer.decode([i])).strip() for i in ids]
    spelled = [(vocabulary.token_bytes[i] or b"").decode("utf-8", "replace").strip() for i in ids]
    compared = [(a, b) for a, b in zip(said, spelled, strict=True) if "\ufffd" not in a + b]
    if compared and sum(a == b for a, b in compared) * 2 < len(compared):
        number = next(i for i, a, b in zip(ids, said, spelled, strict=True) if a != b)
        raise VocabularyError(
            f"the constraint was compiled for another tokenizer: token {number} is "
            f"{vocabulary.token_bytes[number]!r} in its vocabulary, and the tokenizer decodes it to "
            f"{tokenizer.decode([number])!r}"
        )
    _checked[tokenizer].add(vocabulary)


def constraints_of(descriptions: Any, count: int) -> list[Description]:
    """One description for each of `count` prompts, out of one for all or a list with one for each.

    A list of texts is one choice, for all prompts. Raises ValueError where the numbers do not agree.
    """
    if not isinstance(descriptions, (list, tuple)) or is_choice(descriptions):
        return [descriptions] * count
    if descriptions and not any(map(_describes, descriptions)):
        raise TypeError(
            f"a list of texts is a choice, and this one has {described(descriptions[0])}; write choices as texts"
        )
    if len(descriptions) != count:
        if not descriptions:
            raise ValueError(
                "constraint is an empty list, which has no text to choose from and no constraint for a prompt; give "
                "the texts, one constraint for each prompt, or None for free text"
            )
        raise ValueError(
            f"{len(descriptions)} constraints for {count} prompts; give one for all, or a list with one for each"
        )
    return list(descriptions)


def _describes(description: Any) -> bool:
    """Whether this is no plain value, which could only be one of several to choose from."""
    return not isinstance(description, (bool, int, float))


def compiled(description: Description, vocabulary: Vocabulary) -> Constraint | None:
    """The description as a constraint on this vocabulary, kept for the next call; None for None.

    Raises TypeError for what describes no text, and what the front ends and `compile` raise.
    """
    if description is None or isinstance(description, Constraint):
        return description
    if not isinstance(description, (Grammar, type, re.Pattern)):  # what is known by its content
        return constraint_cache.compile(grammar_of, description, vocabulary)
    known = _constraints.setdefault(description, {})
    if vocabulary.digest not in known:
        known[vocabulary.digest] = compile(description, vocabulary)
    return known[vocabulary.digest]


# Prompts.


def is_one_prompt(prompts: Any) -> bool:
    """A text, one conversation (messages are mappings), or one list of ids. Raises TypeError for what is no prompt."""
    if isinstance(prompts, str):
        return True
    if isinstance(prompts, torch.Tensor):
        return prompts.dim() == 1
    if _is_encoding(prompts):
        return True
    if not isinstance(prompts, Sequence):
        way_on = "; give list(prompts), or use generate_each()" if isinstance(prompts, Iterable) else ""
        if isinstance(prompts, Mapping) and "role" in prompts:
            way_on = "; a chat is a list of messages, [message]"
        raise TypeError(f"prompts are texts, chat messages or token ids, not {type(prompts).__name__}" + way_on)
    if prompts and _is_encoding(prompts[0]):
        return False
    if prompts and isinstance(prompts[0], Mapping) and "role" not in prompts[0]:
        raise TypeError(
            f"prompts is a list of {described(prompts[0])}: chat messages have a role and content; give the texts"
        )
    return bool(prompts) and isinstance(prompts[0], (int, Mapping))


def is_chat(prompt: Any) -> bool:
    """Whether this is a list of messages."""
    if isinstance(prompt, (str, torch.Tensor)) or not isinstance(prompt, Sequence):
        return False
    return bool(prompt) and isinstance(prompt[0], Mapping)


def _is_processor(tokenizer: Any) -> bool:
    """Whether this is a processor of transformers; whoever has one has imported its module, which takes a while."""
    module = sys.modules.get("transformers.processing_utils")
    return module is not None and isinstance(tokenizer, module.ProcessorMixin)


def tokenizer_of(tokenizer: Any) -> Any:
    """The tokenizer of a processor of transformers, which has one beside what reads pictures; others as they are."""
    if _is_processor(tokenizer):
        inner = getattr(tokenizer, "tokenizer", None)
        if inner is None:
            raise TypeError(f"{type(tokenizer).__name__} has no tokenizer, and texts are written in tokens")
        return inner
    return tokenizer


def encoded(tokenizer: Any, prompt: Any, template: Mapping[str, Any]) -> Sequence[int]:
    """One prompt as token ids, a `PicturePrompt` where it has pictures.

    Chat messages go through the template of the tokenizer (or processor), with these arguments of its own. Raises
    TypeError for what is no prompt, and for arguments of a template where there are no messages, UnsupportedError for
    pictures that are not read.
    """
    messages = is_chat(prompt)
    if template and not messages:
        raise TypeError(f"{', '.join(template)}: for chat templates, and this prompt is no list of chat messages")
    if _is_encoding(prompt):
        return _with_inputs(prompt)
    if tokenizer is None and (messages or isinstance(prompt, str)):
        raise TypeError("without a tokenizer, prompts are lists of token ids")
    if isinstance(prompt, str):
        return list(tokenizer_of(tokenizer)(prompt)["input_ids"])
    if isinstance(prompt, (torch.Tensor, np.ndarray)):
        prompt = prompt.tolist()
    if not isinstance(prompt, Sequence):
        row = isinstance(prompt, Mapping) and "role" not in prompt
        raise TypeError(
            f"a prompt is a text, a list of chat messages or of token ids, not {described(prompt)}"
            + ("; of rows of a data set give the column with the prompts: dataset[name]" if row else "")
        )
    if messages:
        part = _part_without_text(prompt)
        if part is not None and _is_processor(tokenizer):
            return _seen(tokenizer, prompt, part, template)
        _refuse_part(part, "a tokenizer reads text alone; give the model's processor (AutoProcessor) in its place")
        tokenizer = tokenizer_of(tokenizer) if _has_template(tokenizer_of(tokenizer)) else tokenizer
        try:
            text = tokenizer.apply_chat_template(list(prompt), add_generation_prompt=True, tokenize=False, **template)
        except Exception as error:
            if type(error).__name__ != "UndefinedError":  # Jinja's, which may not be installed
                raise
            raise TypeError(
                f"the chat template asks for more than the messages have: {error}; a message is "
                "{'role': 'user', 'content': …}"
            ) from None
        return list(tokenizer_of(tokenizer)(text, add_special_tokens=False)["input_ids"])
    return [int(token) for token in prompt]


# Pictures.


def _is_encoding(prompt: Any) -> bool:
    """Whether this is what a tokenizer or processor returns."""
    return isinstance(prompt, Mapping) and "input_ids" in prompt


def _has_template(tokenizer: Any) -> bool:
    return getattr(tokenizer, "chat_template", None) is not None


def _with_inputs(encoding: Mapping[str, Any]) -> Sequence[int]:
    """The one prompt that a processor's output has, its padding left out.

    Raises TypeError for what is no tensor, ValueError for several prompts.
    """
    ids = torch.as_tensor(encoding["input_ids"])
    ids = ids.unsqueeze(0) if ids.dim() == 1 else ids
    if ids.dim() != 2 or len(ids) != 1:
        raise ValueError(
            f"input_ids has shape {tuple(ids.shape)}: a prompt is one row; give a list with what the processor returns "
            "for each prompt"
        )
    mask = torch.as_tensor(encoding["attention_mask"]) if encoding.get("attention_mask") is not None else None
    real = torch.ones_like(ids).bool() if mask is None else mask.reshape(ids.shape).bool()
    inputs = {}
    for name, value in encoding.items():
        if name in ("input_ids", "attention_mask") or value is None:
            continue
        try:
            tensor = torch.as_tensor(value)
        except (TypeError, ValueError, RuntimeError):
            raise TypeError(
                f"{name} is {described(value)}, and models read tensors; call the processor with return_tensors='pt'"
            ) from None
        inputs[name] = tensor[:, real[0]] if name.endswith("token_type_ids") else tensor
    return with_pictures(ids[real].tolist(), inputs)


def _seen(processor: Any, messages: Any, part: tuple[int, str], template: Mapping[str, Any]) -> Sequence[int]:
    """Messages with pictures as a processor reads them."""
    encoding = processor.apply_chat_template(
        list(messages), add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt", **template
    )
    prompt = _with_inputs(encoding)
    if not isinstance(prompt, PicturePrompt):
        _refuse_part(part, f"{type(processor).__name__} makes nothing of it")
    return prompt


def _part_without_text(messages: Iterable[Any]) -> tuple[int, str] | None:
    """The first part of a message that is no text: the message's number, and the part's type."""
    for number, message in enumerate(messages):
        content = message.get("content") if isinstance(message, Mapping) else None
        for part in content if isinstance(content, (list, tuple)) else ():
            kind = part.get("type") if isinstance(part, Mapping) else None
            if kind is not None and kind != "text":
                return number, str(kind)
    return None


def _refuse_part(part: tuple[int, str] | None, reason: str) -> None:
    if part is not None:
        number, kind = part
        raise UnsupportedError(
            f"message {number} has a part of type {shown(kind)}, and {reason}",
            feature=f"{kind} in messages",
            where=f"messages[{number}]",
        )
