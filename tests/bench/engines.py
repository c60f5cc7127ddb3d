"""Every engine behind one small protocol, so that a benchmark times the same three things of each.

An `Engine` is made once for a tokenizer and compiles sources; what it compiles starts sequences; a `Sequence` holds
three callables bound as early as possible, so that a timed call is the engine's own and hardly anything else. Masks
go into `engine.row`, a NumPy row of int32 words kept from the start, by the cheapest way the engine offers (a pointer
where it takes one). Each adapter is written from the engine's own documentation, with its defaults except where a
default changes the language; those places carry a comment. Peers are imported by name, since they need not be there.

What an engine makes once for a vocabulary belongs to no grammar and is not timed: llguidance's slices, xgrammar's
sorted vocabulary, and our `constrain.grammars.prepare` (`constrain-unprepared` goes without).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from tests.bench.tokens import Tokenizer

if TYPE_CHECKING:
    from constrain import Grammar

Kind = Literal["schema", "regex", "lark", "library"]  # the last: the name of a grammar of our library


class Refused(Exception):
    """The engine does not take the source; the message is its own."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """One sequence: `fill()` writes the next token's mask into the engine's row, `advance(token)` takes the token.

    `advance` returning False, or any exception, means that the engine refuses the token; `can_stop()` tells whether
    the text may end here. `matcher` is the engine's own object, for its `batch`.
    """

    fill: Callable[[], object]
    advance: Callable[[int], object]
    can_stop: Callable[[], bool]
    matcher: Any = None


Start = Callable[[], Sequence]
Fill = Callable[[], object]


class Engine(Protocol):
    """What a benchmark needs of an engine."""

    row: np.ndarray[Any, np.dtype[np.int32]]
    distribution: str

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None: ...

    def compile(self, kind: Kind, source: str) -> Start:
        """Compile `source` and return what starts a sequence; raises the engine's own error, or `Refused`."""
        ...

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        """What fills a row of `bitmask` for each matcher, on so many threads; `Refused` if it cannot use them."""
        ...


def _row(tokenizer: Tokenizer) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros((tokenizer.size + 31) // 32, np.int32)


class Constrain:
    """This library with the vocabulary's common tables made; `property_order` is passed to `json_schema`."""

    distribution = "constrain-decoding"
    property_order: Literal["schema", "any"] = "schema"
    prepared = True

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        import constrain
        from constrain import Vocabulary
        from constrain.grammars import prepare

        self.row = _row(tokenizer)
        self._compile = constrain.compile
        self._vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
        if self.prepared:
            prepare(self._vocabulary)

    def compile(self, kind: Kind, source: str) -> Start:
        from constrain.grammars import library
        from constrain.grammars.json_schema import json_schema
        from constrain.grammars.lark import lark
        from constrain.grammars.regex import regex

        grammar: Grammar
        if kind == "schema":
            grammar = json_schema(source, property_order=self.property_order)
        elif kind == "regex":
            grammar = regex(source)
        elif kind == "library":
            grammar = library.load(source)
        else:
            grammar = lark(source)
        return self.started(grammar)

    def started(self, grammar: Grammar) -> Start:
        """What starts sequences of a grammar that is there."""
        constraint = self._compile(grammar, self._vocabulary)

        def start() -> Sequence:
            matcher = constraint.matcher()
            fill = partial(matcher.fill_bitmask, self.row)
            return Sequence(fill, matcher.advance, lambda: matcher.is_accepting, matcher)

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        from constrain import MatcherBatch

        return partial(MatcherBatch(matchers).fill_bitmask, bitmask, threads=threads)


class ConstrainUnprepared(Constrain):
    """This library as it comes, with no table made before the first schema."""

    prepared = False


class ConstrainAnyOrder(Constrain):
    """This library with keys in any order."""

    property_order = "any"


class LLGuidance:
    """llguidance's LLMatcher. A further sequence is a `deep_copy` of the first one's beginning, as in MaskBench."""

    distribution = "llguidance"

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        llguidance = import_module("llguidance")
        self.row = _row(tokenizer)
        self.matcher_type = llguidance.LLMatcher
        if tokenizer.pattern:
            self.peer_tokenizer = llguidance.LLTokenizer.from_tiktoken(
                encoder={data: token for token, data in tokenizer.text.items()},
                special_tokens={f"<|special_{i}|>": i for i, data in enumerate(tokenizer.tokens) if data is None},
                pattern=tokenizer.pattern,
                eos_token=tokenizer.end_ids,
                n_vocab=None,
                slices=None,
            )
        else:  # forced tokens are then found by a call to Python
            wrapper = llguidance.TokenizerWrapper(_Encoder(tokenizer))
            self.peer_tokenizer = llguidance.LLTokenizer(wrapper, n_vocab=tokenizer.size, eos_token=tokenizer.end_ids)
        self._executor = llguidance.LLExecutor
        self._fill = import_module("llguidance.numpy").fill_next_token_bitmask_par

    def compile(self, kind: Kind, source: str) -> Start:
        # log_level=0 only keeps the engine from writing to the terminal.
        if kind == "library":
            raise Refused("a grammar of ours")
        name = {"schema": "json_schema", "regex": "regex", "lark": "lark"}[kind]
        grammar = getattr(self.matcher_type, f"grammar_from_{name}")(source)
        first = self.matcher_type(self.peer_tokenizer, grammar, log_level=0)
        if first.is_error():
            raise Refused(first.get_error())
        pointer, size = self.row.ctypes.data, self.row.nbytes

        def start() -> Sequence:
            matcher = first.deep_copy()
            fill = partial(matcher.unsafe_compute_mask_ptr, pointer, size)
            return Sequence(fill, matcher.consume_token, matcher.is_accepting, matcher)

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        rows = [(matcher, row) for row, matcher in enumerate(matchers)]
        return partial(self._fill, self._executor(threads), rows, bitmask)


class _Encoder:
    """A tokenizer as llguidance wants to see it."""

    bos_token_id = None

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokens = [data or b"" for data in tokenizer.tokens]
        self.special_token_ids = [token for token, data in enumerate(tokenizer.tokens) if data is None]
        self.eos_token_id = tokenizer.end_ids[0]
        self._encode = tokenizer.encode

    def __call__(self, text: str | bytes) -> list[int]:
        return self._encode(text.decode() if isinstance(text, bytes) else text)


class XGrammar:
    """xgrammar's GrammarCompiler and GrammarMatcher, with the cache that its compiler keeps by default."""

    distribution = "xgrammar"
    # The specification's meaning: properties that a schema does not mention are allowed unless it forbids them.
    strict = False

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        xgrammar = import_module("xgrammar")
        self.row = _row(tokenizer)
        self._rows = self.row.reshape(1, -1)
        self.matcher_type, self._batch = xgrammar.GrammarMatcher, xgrammar.BatchGrammarMatcher
        self._end_ids = tokenizer.end_ids
        # An empty token is what xgrammar takes for a special one.
        tokens = [data or b"" for data in tokenizer.tokens]
        information = xgrammar.TokenizerInfo(
            tokens, xgrammar.VocabType.RAW, vocab_size=tokenizer.size, stop_token_ids=tokenizer.end_ids
        )
        self.compiler = xgrammar.GrammarCompiler(information, max_threads=threads)

    def compile(self, kind: Kind, source: str) -> Start:
        if kind == "schema":
            compiled = self.compiler.compile_json_schema(source, strict_mode=self.strict)
        elif kind == "regex":
            compiled = self.compiler.compile_regex(source)
        elif kind == "library":
            raise Refused("a grammar of ours")
        else:
            compiled = self.compiler.compile_lark(source)
        return self.started(compiled)

    def structural_tag(self, tag: dict[str, Any]) -> Start:
        """The same of a structural tag."""
        return self.started(self.compiler.compile_structural_tag(tag))

    def started(self, compiled: Any) -> Start:
        """What starts sequences of a compiled grammar."""

        def start() -> Sequence:
            matcher = self.matcher_type(compiled)

            def can_stop() -> bool:
                matcher.fill_next_token_bitmask(self._rows)
                return any(self.row[end >> 5] >> (end & 31) & 1 for end in self._end_ids)

            fill = partial(matcher.fill_next_token_bitmask, self._rows)
            return Sequence(fill, matcher.accept_token, can_stop, matcher)

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        return partial(self._batch(threads).batch_fill_next_token_bitmask, matchers, bitmask)


class XGrammarStrict(XGrammar):
    """xgrammar as it comes: every object is closed, whatever the schema says."""

    strict = True


class GLRMask:
    """glrmask with the strategy that it chooses itself."""

    distribution = "glrmask"

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        glrmask = import_module("glrmask")
        self.row = _row(tokenizer)
        self._grammar = glrmask.Grammar
        self._vocabulary = glrmask.Vocab.from_id_to_bytes(tokenizer.text)

    def compile(self, kind: Kind, source: str) -> Start:
        if kind == "schema":
            grammar = self._grammar.from_json_schema(source)
        elif kind == "regex":
            grammar = self._grammar.from_lark("start: /" + source.replace("/", "\\/") + "/")
        elif kind == "library":
            raise Refused("a grammar of ours")
        else:
            grammar = self._grammar.from_lark(source)
        constraint = grammar.compile(self._vocabulary)

        def start() -> Sequence:
            state = constraint.start()
            return Sequence(partial(state.fill_mask, self.row), state.commit_token, state.is_accepting, state)

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        if threads != 1:
            raise Refused("one row a call")

        def fill() -> None:
            for matcher, row in zip(matchers, bitmask, strict=True):
                matcher.fill_mask(row)

        return fill


class Outlines:
    """outlines-core: the schema as one regular expression, indexed by the whole vocabulary."""

    distribution = "outlines-core"

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        self._core = import_module("outlines_core")
        self._regex = self._core.json_schema.build_regex_from_schema
        self.row = _row(tokenizer)
        tokens: dict[bytes, list[int]] = {}
        for token, data in tokenizer.text.items():
            tokens.setdefault(data, []).append(token)
        self._vocabulary = self._core.Vocabulary(tokenizer.end_ids[0], tokens)

    def compile(self, kind: Kind, source: str) -> Start:
        if kind in ("lark", "library"):
            raise Refused("regular languages only")
        index = self._core.Index(self._regex(source) if kind == "schema" else source, self._vocabulary)
        pointer, words = self.row.ctypes.data, len(self.row)

        def start() -> Sequence:
            guide = self._core.Guide(index)
            fill = partial(guide.write_mask_into, pointer, words, 4)
            return Sequence(fill, partial(guide.advance, return_tokens=False), guide.is_finished, guide)

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        if threads != 1:
            raise Refused("one row a call")
        words = bitmask.shape[1]
        calls = [
            partial(m.write_mask_into, row.ctypes.data, words, 4) for m, row in zip(matchers, bitmask, strict=True)
        ]

        def fill() -> None:
            for call in calls:
                call()

        return fill


class MaskForge:
    """maskforge's Compiler with its default caches, which are for schemas met again."""

    distribution = "maskforge"

    def __init__(self, tokenizer: Tokenizer, threads: int) -> None:
        maskforge = import_module("maskforge")
        self._bytes = bytearray(4 * len(_row(tokenizer)))
        self.row = np.frombuffer(self._bytes, np.int32)
        self.compiler = maskforge.Compiler()
        self._vocabulary = maskforge.Vocabulary.from_id_ordered_tokens(
            tokenizer.tokens, eos_token_id=tokenizer.end_ids[0], logits_vocab_size=tokenizer.size
        )

    def compile(self, kind: Kind, source: str) -> Start:
        if kind != "schema":
            raise Refused("JSON Schema only")
        bound = self.compiler.compile(source).bind(self._vocabulary)

        def start() -> Sequence:
            session = bound.start_session()
            return Sequence(
                partial(session.write_mask, self._bytes), session.advance, lambda: session.is_accepting, session
            )

        return start

    def batch(self, matchers: list[Any], bitmask: np.ndarray[Any, np.dtype[np.int32]], threads: int) -> Fill:
        raise Refused("one row a call")


ENGINES: dict[str, type[Engine]] = {
    "constrain": Constrain,
    "constrain-any": ConstrainAnyOrder,
    "constrain-unprepared": ConstrainUnprepared,
    "llguidance": LLGuidance,
    "xgrammar": XGrammar,
    "xgrammar-strict": XGrammarStrict,
    "glrmask": GLRMask,
    "outlines": Outlines,
    "maskforge": MaskForge,
}


def version_of(name: str) -> str:
    """The installed version of the engine called `name`; PackageNotFoundError where there is none."""
    return version(ENGINES[name].distribution)
