"""What describes texts, as a grammar: a type, a pattern, choices, a JSON Schema; and `compile`, which takes them all.

This is where the core meets the front ends: each kind of description is read by one of `constrain.grammars`, which is
imported when the first one comes, so whoever brings a `Grammar` needs none of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, get_origin, overload

from .budget import Cancellation, Limits, budgeted, limited
from .constraint import CACHE_BYTES, Constraint
from .constraint import compile as compile_grammar
from .grammar import Grammar, Value
from .support.arguments import classes, described, instance, public
from .support.deep_stack import roomy
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from typing import _SpecialForm

    from typing_extensions import TypeAliasType

    class Adapter(Protocol[Value]):
        """What reads a text as a value of its type, as Pydantic's `TypeAdapter` does."""

        def validate_json(self, data: str, /) -> Value: ...

    Typed = type[Value] | Grammar[Value] | Adapter[Value]  # what says by its type how texts are read
    Text = re.Pattern[str] | list[str] | tuple[str, ...]  # a pattern, or texts to choose from
    # A schema, and annotations of which type checkers do not tell functions the type. Not `Any`: mypy would then take
    # every type with an `Any` in it for ambiguous.
    Untyped = Mapping[str, Any] | UnionType | TypeAliasType | _SpecialForm


@overload
def compile(
    description: Typed[Value],
    vocabulary: Vocabulary,
    *,
    cache_bytes: int = CACHE_BYTES,
    timeout: float | None = None,
    limits: Limits | None = None,
    cancel: Cancellation | None = None,
) -> Constraint[Value]: ...
@overload
def compile(
    description: Text,
    vocabulary: Vocabulary,
    *,
    cache_bytes: int = CACHE_BYTES,
    timeout: float | None = None,
    limits: Limits | None = None,
    cancel: Cancellation | None = None,
) -> Constraint[str]: ...
@overload
def compile(
    description: Untyped,
    vocabulary: Vocabulary,
    *,
    cache_bytes: int = CACHE_BYTES,
    timeout: float | None = None,
    limits: Limits | None = None,
    cancel: Cancellation | None = None,
) -> Constraint[Any]: ...
@public
@roomy
def compile(
    description: Any,
    vocabulary: Vocabulary,
    *,
    cache_bytes: int = CACHE_BYTES,
    timeout: float | None = None,
    limits: Limits | None = None,
    cancel: Cancellation | None = None,
) -> Constraint[Any]:
    """Compiles what describes texts for a vocabulary.

    That is a `Grammar` (from `regex`, `json_schema`, `lark`, …), a Pydantic model, dataclass or another type (JSON), a
    JSON Schema as a mapping, a compiled `re.Pattern`, or a list of texts to choose from (`grammar_of`). What the front
    ends take options for, as the layout of JSON, is said by calling them. A Pydantic `TypeAdapter` tells type checkers
    what an annotation such as `Annotated[str, …]` is, which they cannot take from it alone.

    Raises `GrammarError` if no text matches, `VocabularyError` if the vocabulary cannot spell any that does,
    `LimitExceeded` if the grammar passes a budget, and what the front end raises. Costs the grammar's size, not the
    vocabulary's. `timeout` (seconds) and `limits` bound this call, and another thread may end it by `cancel.cancel()`,
    which raises `Cancelled`; front ends are bounded in the same way by the context manager `constrain.limited`. After
    all of these, and after Ctrl-C, compiling the same again works. `cache_bytes` bounds what the constraint remembers
    of texts met so far (configurations, sets, masks); past it, it starts afresh, and matchers find their way back by
    replaying their tokens.

    Threads: any number may compile at once, on one vocabulary or several. Work in the core is done without the
    interpreter lock. Processes may fork meanwhile: `os.fork` waits until no thread is in the core, so the child may use
    everything, and threads that are about to enter it wait until the fork is done. A daemon thread that is in the core
    when the interpreter shuts down stops there.

    >>> constraint = compile(regex(r"[a-z]+@[a-z]+"), vocabulary)
    >>> constraint = compile(Invoice, vocabulary)
    """
    if isinstance(description, Grammar) and limits is None and timeout is None and cancel is None:
        return compile_grammar(description, vocabulary, cache_bytes=cache_bytes)
    with limited(limits, timeout=timeout, cancel=cancel):
        return _compiled(description, vocabulary, cache_bytes)


@budgeted
def _compiled(description: Any, vocabulary: Vocabulary, cache_bytes: int) -> Constraint[Any]:
    """Read and compiled under one budget."""
    instance(vocabulary, Vocabulary, "vocabulary", "a Vocabulary, e.g. Vocabulary.from_huggingface(tokenizer)")
    return compile_grammar(grammar_of(description), vocabulary, cache_bytes=cache_bytes)


_WAYS = {
    str: "; a text alone may mean many things: regex(…), choice([…]), lark(…), json_schema(…)",
    Constraint: "; it is compiled already",
}


def grammar_of(description: Any) -> Grammar[Any]:
    """The grammar of the texts that a type, a schema, a pattern or a list of texts describes; a grammar is its own.

    A compiled pattern is that of `re.fullmatch`; texts, a `Literal` of texts and an `Enum` of texts are choices, the
    latter read back as its members. A mapping is a JSON Schema; all other types are JSON, as Pydantic reads it. Raises
    TypeError for what describes no text, and what the front ends raise.
    """
    if isinstance(description, Grammar):
        return description
    from .grammars import choice, json_schema, regex

    if isinstance(description, re.Pattern):
        return regex(description.pattern, description.flags)
    if is_choice(description):
        return choice(description)
    if isinstance(description, Mapping):
        return json_schema(description)
    if get_origin(description) is Literal and all(isinstance(each, str) for each in get_args(description)):
        return choice(get_args(description))
    if isinstance(description, type) and issubclass(description, Enum):
        members = list(description)
        if members and all(isinstance(member.value, str) for member in members):
            texts = choice(member.value for member in members)
            grammar = Grammar(texts.start, texts.productions, read=description, source=description.__name__)
            grammar.label = texts.label
            return grammar
        return json_schema(description)
    if isinstance(description, type) or any(hasattr(description, name) for name in _OF_TYPES):
        return json_schema(description)
    raise TypeError(
        "a description of texts is a Grammar (from regex(), choice(), json_schema(), …), a Pydantic model, a dataclass "
        "or another type, a JSON Schema as a mapping, a compiled re.Pattern or a list of texts to choose from, not "
        f"{described(description)}"
        + next((way for kind, way in _WAYS.items() if isinstance(description, kind)), classes(description))
    )


# What marks annotations: those of generics and unions, TypeAliasType, NewType; and a TypeAdapter.
_OF_TYPES = ("__origin__", "__args__", "__value__", "__supertype__", "validate_json")


def is_choice(description: Any) -> bool:
    """Whether this is a list of texts to choose from."""
    return isinstance(description, (list, tuple)) and bool(description) and all(isinstance(d, str) for d in description)


def after_thinking(
    grammar: Grammar[Any] | None, *, begin: str, end: str, after: str, max_tokens: int, optional: bool
) -> Grammar[Any]:
    """Free text of at most `max_tokens` tokens between two marks, then `after` and the grammar's texts (None: any).

    `read` is the grammar's, and is given the text after the thought. `optional`: the texts may stand alone.
    """
    from .grammars.combine import optional as perhaps
    from .grammars.combine import sequence
    from .grammars.free_text import free_text
    from .grammars.special import text_or_special

    answer = free_text() if grammar is None else grammar
    marks = [text_or_special(begin)] if begin else []
    thought = sequence(*marks, free_text(until=text_or_special(end), max_tokens=max_tokens), after)
    whole = sequence(perhaps(thought) if optional else thought, answer)
    return Grammar(whole.start, whole.productions, read=answer.read, source=answer.source, families=whole.families)


@public
def describe(description: Any, *, form: Literal["types", "example"] = "types", max_characters: int = 20_000) -> str:
    """What texts are asked for, in words for a prompt: see `constrain.grammars.describe`, which this is.

    >>> prompt = f"Extract the person.\n\nAnswer with JSON like this:\n{describe(Person)}"
    """
    from .grammars.describing import describe as describe_it

    return describe_it(description, form=form, max_characters=max_characters)
