"""`classify`: which of some labels an answer is, as probabilities.

Drawing the first token of a label lets labels win by their first letters, and a label of several tokens lose by being
cut. Here each label has the probability that the model would write just it and then end, in whatever tokens.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar, get_args, get_origin, overload

from constrain.support.arguments import described, integer, listed, public
from constrain.support.shown import shown

from ..decoding.alternatives import MOST_SPELLINGS, TOLERANCE, Place, Weights, shares, weigh
from ..decoding.huggingface import HuggingFaceModel
from ..decoding.model import LanguageModel
from .inputs import check_vocabulary, compiled, encoded, is_one_prompt, tokenizer_of, vocabulary_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from constrain.constraint import Constraint

    Chat = Sequence[Mapping[str, Any]]
    Prompt = str | Chat | Sequence[int]
    Prompts = Sequence[str] | Sequence[Chat] | Sequence[Sequence[int]]

_ROOM = 256  # tokens of a label, for caches of a fixed size

Label = TypeVar("Label")
Member = TypeVar("Member", bound=Enum)


@dataclass(frozen=True)
class Classification(Generic[Label]):
    """What `classify` says of one prompt: `value` is the most probable label.

    `probabilities` has every label in the order given, and sums to 1. `mass` is how probable it is that the model would
    write any of the labels, without a constraint: where it is tiny, the prompt does not lead to the labels, and the
    probabilities say little. `missing` bounds by how much each of them may differ from the exact one.
    """

    value: Label
    probabilities: dict[Label, float]
    mass: float
    missing: float = field(default=0.0, repr=False)

    @property
    def confidence(self) -> float:
        """The probability of `value`."""
        return self.probabilities[self.value]


class ClassifyOptions(TypedDict, total=False):
    """The options of `classify`."""

    tolerance: float
    max_spellings: int
    batch_size: int
    tools: Sequence[Any] | None
    enable_thinking: bool | None
    template: Mapping[str, Any] | None


@overload
def classify(
    model: Any, tokenizer: Any, prompts: Prompt, labels: type[Member], **options: Unpack[ClassifyOptions]
) -> Classification[Member]: ...
@overload
def classify(
    model: Any, tokenizer: Any, prompts: Prompt, labels: Sequence[str], **options: Unpack[ClassifyOptions]
) -> Classification[str]: ...
@overload
def classify(
    model: Any, tokenizer: Any, prompts: Prompts, labels: type[Member], **options: Unpack[ClassifyOptions]
) -> list[Classification[Member]]: ...
@overload
def classify(
    model: Any, tokenizer: Any, prompts: Prompts, labels: Sequence[str], **options: Unpack[ClassifyOptions]
) -> list[Classification[str]]: ...
@overload
def classify(model: Any, tokenizer: Any, prompts: Any, labels: Any, **options: Unpack[ClassifyOptions]) -> Any: ...
@public
def classify(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    labels: Any,
    *,
    tolerance: float = TOLERANCE,
    max_spellings: int = MOST_SPELLINGS,
    batch_size: int = 16,
    tools: Sequence[Any] | None = None,
    enable_thinking: bool | None = None,
    template: Mapping[str, Any] | None = None,
) -> Any:
    """How probable each label is as the model's answer to a prompt.

    `prompts` is a text, chat messages or token ids, or a list of such, as for `generate`; `labels` are texts, a
    `Literal`, `bool`, or an `Enum`, whose members the labels then are. They are written as `generate` writes them:
    texts as they stand, and where some are numbers, booleans or None, all as JSON. One prompt gives a
    `Classification`, a list of them a list.

    **What is computed.** P(label | prompt) is the probability under the model that, right after the prompt, it writes
    the label and ends: the sum over all token sequences that spell the label, of the product of their tokens'
    probabilities and that of an end token. These are normalised over the labels, so what comes out is conditioned on
    the answer being one of them. They are the model's own: no temperature, no penalties. That the end counts is why
    `"yes"` is not charged with `"yes, but …"`. The labels' order in the list has no influence, that in the prompt may.

    **What it costs.** One pass for the prompts, and usually two to four more for the spellings, of which those of the
    most probability are read first. The search ends when what it has not read could change no probability by more than
    `tolerance`; 0 reads them all. A long label has more spellings than atoms, of which a handful matter; where
    `max_spellings` were read for one prompt and more would matter, LimitExceeded says what is undecided.

    Raises ValueError for a label that comes twice, TypeError for labels that are none, and what `compile` raises.

    >>> classify(model, tokenizer, "I love it. This review is ", ["positive", "negative", "neutral"]).value
    """
    values = _values(labels)
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 <= tolerance < 1:
        raise ValueError(f"tolerance is {shown(tolerance, 60)}; a number from 0 to less than 1 is needed")
    most = integer(max_spellings, "max_spellings", 1)
    size = integer(batch_size, "batch_size", 1)
    single = is_one_prompt(prompts)
    asked = [prompts] if single else list(prompts)
    given = {"tools": tools, "enable_thinking": enable_thinking}
    arguments = {name: value for name, value in given.items() if value is not None} | dict(template or {})
    processor, tokenizer = tokenizer, tokenizer_of(tokenizer)
    vocabulary = vocabulary_of(model, tokenizer)
    check_vocabulary(vocabulary, model, tokenizer)
    constraint = compiled(list(values.values()), vocabulary)
    assert constraint is not None
    adapter = model if isinstance(model, LanguageModel) else HuggingFaceModel(model)
    tokens = [encoded(processor, each, arguments) for each in asked]
    texts = [text.encode() for text in values.values()]
    for each in tokens:
        adapter.check(each, min(_ROOM, max(map(len, texts))))
    found: list[Classification[Any]] = []
    for start in range(0, len(tokens), size):
        weighed = _weighed(adapter, tokens[start : start + size], constraint, texts, tolerance=tolerance, most=most)
        found += [_classification(each, list(values)) for each in weighed]
    return found[0] if single else found


def _values(labels: Any) -> dict[Any, str]:
    """Each label, and how it is written: as `generate` writes it, texts as they stand, all else as JSON."""
    wanted = "a list of texts, a Literal, an Enum or bool"
    if isinstance(labels, type) and issubclass(labels, Enum):
        pairs = [(member, member.value) for member in labels]
    elif labels is bool or get_origin(labels) is Literal:
        pairs = [(each, each) for each in (get_args(labels) or (True, False))]
    else:
        pairs = [(each, each) for each in listed(labels, "labels", wanted)]
        for each, _ in pairs:
            if not isinstance(each, str):
                raise TypeError(f"labels must be {wanted}, and one is {described(each)}; numbers stand in a Literal")
    if not pairs:
        raise ValueError("labels is empty; give at least one text")
    plain = all(isinstance(value, str) for _, value in pairs)
    texts: dict[Any, str] = {}
    for label, value in pairs:
        if not isinstance(value, str | int | None):
            raise TypeError(f"a label is a text, an integer, a boolean or None, and one is {described(value)}")
        if label in texts:
            raise ValueError(f"the label {shown(value, 60)} stands twice; each needs a text of its own")
        texts[label] = value if plain and isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return texts


def _weighed(
    model: LanguageModel,
    prompts: Sequence[Sequence[int]],
    constraint: Constraint[Any],
    texts: Sequence[bytes],
    **limits: Any,
) -> list[Weights]:
    """The weights of the labels after each prompt of a batch."""
    stripped = constraint.vocabulary.strips_leading_space
    places = [Place(constraint.matcher(), texts, ended=True, stripped=stripped) for _ in prompts]
    return weigh(*model.begin(prompts, room=_ROOM), places, **limits)


def _classification(weights: Weights, labels: Sequence[Any]) -> Classification[Any]:
    probabilities = dict(zip(labels, shares(weights), strict=True))
    total = weights.total
    missing = 0.0 if weights.missing == -math.inf else math.exp(min(0.0, weights.missing - total))
    return Classification(max(labels, key=probabilities.__getitem__), probabilities, math.exp(total), missing)
