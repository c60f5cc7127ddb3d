"""What people pass to `generate`, as what loops take: prompts as token ids, what describes a text as a constraint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import torch

from constrain.arguments import described
from constrain.constraint import Constraint
from constrain.constraint_cache import constraint_cache
from constrain.descriptions import compile, grammar_of, is_choice
from constrain.errors import UnsupportedError, VocabularyError
from constrain.grammar import Grammar
from constrain.shorten import shown
from constrain.vocabulary import Vocabulary

from .decoding.model import LanguageModel

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
    if not isinstance(prompts, Sequence):
        raise TypeError(
            f"prompts are texts, chat messages or token ids, not {type(prompts).__name__}"
            + ("; give list(prompts), or use generate_each()" if isinstance(prompts, Iterable) else "")
        )
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


def encoded(tokenizer: Any, prompt: Any, template: Mapping[str, Any]) -> list[int]:
    """One prompt as token ids; chat messages through the tokenizer's template, with these arguments of its own.

    Raises TypeError for what is no prompt, and for arguments of a template where there are no messages.
    """
    messages = is_chat(prompt)
    if template and not messages:
        raise TypeError(f"{', '.join(template)}: for chat templates, and this prompt is no list of chat messages")
    if tokenizer is None and (messages or isinstance(prompt, str)):
        raise TypeError("without a tokenizer, prompts are lists of token ids")
    if isinstance(prompt, str):
        return list(tokenizer(prompt)["input_ids"])
    if isinstance(prompt, torch.Tensor):
        prompt = prompt.tolist()
    if not isinstance(prompt, Sequence):
        raise TypeError(f"a prompt is a text, a list of chat messages or of token ids, not {type(prompt).__name__}")
    if messages:
        _refuse_pictures(prompt)
        text = tokenizer.apply_chat_template(list(prompt), add_generation_prompt=True, tokenize=False, **template)
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])
    return [int(token) for token in prompt]


def _refuse_pictures(messages: Iterable[Any]) -> None:
    """Raises UnsupportedError where a message has a part that is no text: the loops here read token ids alone."""
    for number, message in enumerate(messages):
        content = message.get("content") if isinstance(message, Mapping) else None
        for part in content if isinstance(content, (list, tuple)) else ():
            kind = part.get("type") if isinstance(part, Mapping) else None
            if kind is not None and kind != "text":
                raise UnsupportedError(
                    f"message {number} has a part of type {shown(kind)}, and generate() reads text alone; give the "
                    "processor's output (pixel_values, …) to model.generate with a ConstraintLogitsProcessor",
                    feature=f"{kind} in messages",
                    where=f"messages[{number}]",
                )
