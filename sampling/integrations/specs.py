"""What a request asks for, as text, and the constraint that it means: shared by the engines' modules.

Engines hand on a kind (`json`, `regex`, `choice`, `grammar`, …) and a text. `grammar_of` reads it; `Constraints`
compiles it on the engine's vocabulary and keeps what was compiled last, because the requests of a service repeat
themselves. Whatever is wrong with a spec is a `ConstrainError` with the library's own message.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from constrain.budget import limited
from constrain.constraint import Constraint
from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Grammar
from constrain.grammars import abnf, any_notation, choice, ebnf, gbnf, json_schema, lark, regex, structural_tag
from constrain.serving.constraint_cache import ConstraintCache
from constrain.support.shown import shown
from constrain.vocabulary import Vocabulary

from ..decoding.batch import refuse_short_budget
from ..decoding.requests import Request

KINDS = ("json", "json_object", "regex", "choice", "grammar", "structural_tag", "lark", "gbnf", "ebnf", "abnf")
ANY_OBJECT = '{"type": "object"}'
_KEPT = 256  # constraints; one is some kilobytes until texts have met it, and then up to `cache_bytes`
_VOCABULARIES = 8  # with ends of their own
_CACHE_BYTES = 64 << 20  # of one constraint: a service has many


def grammar_of(
    kind: str, text: str, *, special_tokens: Iterable[str] = (), json_options: Mapping[str, Any] | None = None
) -> Grammar[Any]:
    """The grammar of a spec: one of `KINDS`, and its text.

    `json` is a schema as JSON; `choice` a list of texts as JSON; `grammar` a grammar in the notation that it names or
    alone can be in (`constrain.grammars.any_notation`). `json_options` are arguments of `json_schema`; by
    `special_tokens` the text of structural tags may be spelled. Raises ConstrainError for what is wrong with the spec.
    """
    options = dict(json_options or {})
    try:
        if kind == "json":
            return json_schema(text, **options)
        if kind == "json_object":
            return json_schema(ANY_OBJECT, **options)
        if kind == "choice":
            return choice(_choices(text))
        if kind == "structural_tag":
            return structural_tag(text, special_tokens=special_tokens, **options)
        readers: dict[str, Callable[[str], Grammar[Any]]] = {
            "regex": regex,
            "grammar": any_notation,
            "lark": lark,
            "gbnf": gbnf,
            "ebnf": ebnf,
            "abnf": abnf,
        }
        return readers[kind](text)
    except KeyError:
        raise GrammarError(f"a spec of kind {shown(kind, 60)} is not known; known are {', '.join(KINDS)}") from None
    except (TypeError, ValueError) as error:  # what a front end says of arguments that are not of its types
        raise GrammarError(f"{kind}: {error}") from None


def _choices(text: str) -> list[str]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GrammarError(f"choice: a list of texts as JSON is needed: {error}") from None
    if not isinstance(options, list):
        raise GrammarError(f"choice: a list of texts is needed, not {shown(options, 100)}")
    return options


def spec_of(given: Any) -> tuple[str, str]:
    """The kind and the text of a spec: `{"regex": "[0-9]+"}` as a mapping or as JSON, with one key of `KINDS`.

    A schema, a list of choices and a structural tag may stand there as JSON values or as text. Raises GrammarError.
    """
    spec = given
    if isinstance(given, str):
        try:
            spec = json.loads(given)
        except (ValueError, RecursionError) as error:
            raise GrammarError(f"the constraint is no JSON: {error}; {_FORM}") from None
    if not isinstance(spec, Mapping):
        raise GrammarError(f"the constraint is {shown(given, 100)}; {_FORM}")
    if len(spec) != 1 or next(iter(spec)) not in KINDS:
        raise GrammarError(f"the constraint has the keys {shown(list(spec), 200)}; {_FORM}")
    [(kind, value)] = spec.items()
    if kind == "json_object":
        if value is not True:
            raise GrammarError(f"json_object must be true, not {shown(value, 100)}; leave it out for free text")
        return kind, ""
    if kind in ("json", "choice", "structural_tag") and not isinstance(value, str):
        try:
            return kind, json.dumps(value)
        except (TypeError, ValueError, RecursionError) as error:
            raise GrammarError(f"{kind}: the value cannot be written as JSON: {error}") from None
    if not isinstance(value, str):
        raise GrammarError(f"{kind} must be a text, not {shown(value, 100)}")
    return kind, value


_FORM = f'give one of {", ".join(KINDS)}, as in {{"regex": "[0-9]+"}}'


class Constraints:
    """Compiles specs on one tokenizer's vocabulary, and keeps the last ones and the last refusals.

    `ends` of a request are the tokens that end its text. They are part of the vocabulary, because an end token is
    never text and is allowed exactly where the text is complete; so each different set costs a vocabulary.
    `timeout` (seconds) bounds one spec; None: the library's own limits, which are some seconds.

    Threads: any number may ask. Two that ask for the same new spec at once compile it once.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        json_options: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        kept: int = _KEPT,
    ) -> None:
        self.vocabulary, self.json_options, self.timeout = vocabulary, dict(json_options or {}), timeout
        self._cache = ConstraintCache(entries=kept, cache_bytes=_CACHE_BYTES)
        self._vocabularies: OrderedDict[frozenset[int], Vocabulary] = OrderedDict()
        self._lock = threading.Lock()  # held while a vocabulary is made

    def of(
        self, kind: str, text: str, ends: Iterable[int] | None = None, *, max_tokens: int | None = None
    ) -> Constraint:
        """The constraint of a spec, on the vocabulary that ends in `ends` (None or none: in its own end tokens).

        Raises LimitExceeded where no text is complete within `max_tokens`.
        """
        vocabulary = self._ending_in(frozenset(ends or ()) or frozenset(self.vocabulary.end_ids))
        found = self._cache.compile(self._grammar, text, vocabulary, timeout=self.timeout, kind=kind)
        if max_tokens is not None:
            with limited(timeout=self.timeout):
                refuse_short_budget(Request([], found, max_tokens), way="")
        return found

    def _grammar(self, text: str, *, kind: str) -> Grammar[Any]:
        special = self.vocabulary.special_tokens
        try:
            return grammar_of(kind, text, special_tokens=special, json_options=self.json_options)
        except RecursionError:
            raise LimitExceeded(f"{kind}: the spec is nested too deeply to be read") from None

    def _ending_in(self, ends: frozenset[int]) -> Vocabulary:
        base = self.vocabulary
        if ends == frozenset(base.end_ids):
            return base
        with self._lock:
            found = self._vocabularies.pop(ends, None)
            if found is None:
                found = Vocabulary(
                    base.packed,
                    end_ids=ends,
                    strips_leading_space=base.strips_leading_space,
                    special_tokens=base.special_tokens,
                )
            self._vocabularies[ends] = found
            if len(self._vocabularies) > _VOCABULARIES:
                self._vocabularies.popitem(last=False)
            return found
