"""A grammar compiled against a vocabulary: built once, immutable, shared by rows and threads.

Compiling flattens the grammar into byte code, from which the native core builds a transition network; it costs 0.1 ms
for a small grammar and some ms for a large one, because nothing is computed for the vocabulary as a whole. Masks are
worked out where a text first arrives and kept; tables of token behaviour are shared by all grammars of the process that
meet the same residual pattern.

Vocabularies that cannot spell every byte (SentencePiece without byte fallback, WordPiece) would make dead ends: a text
could need a character that no token has. For those, every terminal is intersected with the texts over characters that
the vocabulary can spell, before the core drops what has become impossible; and if nothing is left then, with the texts
that whole tokens can spell (`tokenizers/spellable.py`).

Special tokens that the grammar calls for become terminals over bytes that no text has
(`compiling/special_tokens.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Generic
from weakref import WeakValueDictionary

from . import _native, metrics
from .bitmask import allocate_bitmask
from .budget import Cancellation, Limits, budgeted, limited
from .compiling import common_tables
from .compiling import distinct_lexemes as scopes
from .compiling.composed import Composed
from .compiling.one_pattern import one_pattern
from .compiling.special_tokens import Resolver
from .errors import GrammarError, LimitExceeded, UnsupportedError, VocabularyError
from .events import EventReader
from .grammar import _BLOCK_ENDS, Grammar, Terminal, Value
from .matcher import Matcher
from .patterns.pattern import Pattern, encode, intersection, literal
from .storage import constraint_file as saved_constraint
from .storage import vocabulary_file as saved_vocabulary
from .storage.constraint_file import Parts, SavedConstraint, SavedGrammar
from .support.arguments import described, instance, integer, listed, public
from .support.deep_stack import roomy
from .support.shown import shown
from .texts.questions import Asking
from .texts.text_graph import Texts, Unit
from .tokenizers import spellable
from .tokenizers.reading import read_file
from .tokenizers.special_tokens import UNMARKED
from .vocabulary import Vocabulary

CACHE_BYTES = 256 << 20


class Constraint(Asking, Generic[Value]):
    """A `Grammar` compiled against a `Vocabulary`. Immutable; share it freely between rows, threads and requests.

    `Constraint[Invoice]` is, to type checkers, one whose texts are read as an `Invoice`.

    A copy is the constraint itself. A pickle carries the grammar and the vocabulary, and compiles them where it is
    loaded; a process that has a vocabulary of the same content uses its own, with the tables made so far. As always
    with pickle, load only what you trust. `save` and `load` need no pickle and are quicker: they carry what the core
    was given, and the process that loads it has the vocabulary already.

    Threads: any number may make matchers of it and use them, one thread a matcher. What one has worked out serves all;
    where two need the same mask that nobody has made, one waits for the other, without the interpreter lock.
    """

    __slots__ = (
        "__weakref__",
        "_built_of",
        "_names",
        "_saved",
        "_texts",
        "cache_bytes",
        "grammar",
        "has_regions",
        "native",
        "vocabulary",
    )
    grammar: Grammar[Value]
    _built_of: tuple[Grammar[Any], Pattern | None]  # the grammar and the alphabet whose parts the core has

    @budgeted
    def __init__(self, grammar: Grammar[Value], vocabulary: Vocabulary, *, cache_bytes: int = CACHE_BYTES) -> None:
        instance(grammar, Grammar, "grammar", "a Grammar, made by regex(), choice(), json_schema() or lark()")
        instance(vocabulary, Vocabulary, "vocabulary", "a Vocabulary, e.g. Vocabulary.from_huggingface(tokenizer)")
        self.grammar, self.vocabulary = grammar, vocabulary
        self.cache_bytes = integer(cache_bytes, "cache_bytes", 0, None)
        self._texts: Texts | None = None
        self._saved: SavedConstraint | None = None
        alphabet = vocabulary.spellable
        if alphabet is None:
            self._build_or_say_why_not()
        elif not self._build_of_characters(alphabet) and not self._build_of_tokens():
            self._build_or_say_why_not()
            raise VocabularyError(
                f"{grammar.source}: this vocabulary cannot spell any text of the grammar so that it could be finished "
                "from wherever a token ends (it has no token for some characters and no byte fallback); take those "
                "characters out of the grammar"
            )
        constraints[id(self)] = self
        grammar.compiled()
        if alphabet is None and not vocabulary.strips_leading_space:
            grammar.begun(self)

    def _build_or_say_why_not(self) -> None:
        """Build it of the whole grammar; if no text matches, say where."""
        try:
            self._build(self.grammar, None)
        except GrammarError as error:
            raise GrammarError(f"{self.grammar.source}: {error}{self.grammar.why_empty()}") from None

    def _build_of_characters(self, alphabet: Pattern) -> bool:
        """Build it of what characters of the vocabulary spell; whether some text is left."""
        try:
            self._build(self.grammar, alphabet)
        except GrammarError:
            return False
        return self._can_begin()

    def _build(self, grammar: Grammar, alphabet: Pattern | None, *, in_letters: bool = False) -> None:
        """Have the core build it, with every terminal kept to texts of `alphabet`."""
        self._take(_parts(grammar, self.vocabulary, alphabet, in_letters=in_letters))
        self._built_of = grammar, alphabet

    def _take(self, parts: Parts) -> None:
        """Have the core build it of these parts."""
        vocabulary = self.vocabulary
        tokens = vocabulary.native_with_special if parts.special else vocabulary.native
        self._names = vocabulary.special_names if parts.special else {}
        terminals, names, productions = list(parts.terminals), list(parts.names), list(parts.productions)
        self.native = _native.Constraint(
            tokens,
            terminals,
            names,
            productions,
            parts.start,
            self.cache_bytes,
            parts.families,
            list(parts.regions),
            list(parts.embedded),
            parts.lazy,
        )
        self.has_regions = bool(parts.regions)  # parts with a budget of tokens, of which masks depend then as well

    def _build_of_tokens(self) -> bool:
        """Build it of what whole tokens spell, where characters do not do; whether some text is left, and small enough.

        A grammar that is one pattern is kept to whole texts of tokens, another one terminal by terminal.
        """
        grammar, vocabulary = self.grammar, self.vocabulary
        terminals = grammar.flatten().terminals
        if vocabulary.strips_leading_space or _regions(terminals):
            return False
        whole = one_pattern(grammar)
        patterns = [terminal.pattern for terminal in terminals] if whole is None else [whole]
        tokens = spellable.within(vocabulary.token_bytes, patterns)
        if not 0 < sum(map(len, tokens)) <= spellable.MOST_BYTES:
            return False
        if whole is not None:
            grammar = Grammar(grammar.start, {grammar.start: Terminal(whole, grammar.start)}, source=grammar.source)
        try:
            self._build(grammar, spellable.closed(tokens, whole=whole is not None))
            return self._can_begin()
        except GrammarError:
            return False

    def _can_begin(self) -> bool:
        """Whether some token is allowed at the beginning."""
        bitmask = allocate_bitmask(1, self.vocabulary)
        try:
            self.matcher().fill_bitmask(bitmask[0])
        except LimitExceeded:  # a region has too few tokens, as whoever writes a text will be told
            if not self.has_regions:
                raise
            return True
        return bool(bitmask.any())

    def matcher(self) -> Matcher:
        """A matcher at the beginning of the text."""
        return Matcher(self)

    @property
    def has_special_tokens(self) -> bool:
        """Whether the grammar calls for special tokens, and the vocabulary has them."""
        return bool(self._names)

    def special_name(self, token: int) -> str | None:
        """The name of a special token that the grammar could call for; None for all others."""
        name = self._names.get(token)
        return None if name is None else name.decode()

    def text(self, tokens: list[int] | tuple[int, ...]) -> str:
        """The text that the tokens spell; end tokens, and a leading space that the decoder strips, do not count.

        Special tokens that the grammar calls for are written by their names, as a tokenizer's `decode` shows them.
        """
        last = self.vocabulary.size - 1
        ids = [integer(token, "a token in tokens", 0, last) for token in listed(tokens, "tokens", "a list of tokens")]
        spelled = b"".join(self.vocabulary.token_bytes[t] or self._names.get(t, b"") for t in ids)
        if self.vocabulary.strips_leading_space and spelled.startswith(b" "):
            spelled = spelled[1:]
        return spelled.decode("utf-8", "replace")

    @roomy
    def read(self, text: str) -> Value:
        """The finished text as a value: an instance of the model, the parsed JSON, or the text itself.

        Raises what the reader raises (`pydantic.ValidationError`, say), and `LimitExceeded` for what is too deep.
        """
        instance(text, str, "text", "a str")
        try:
            return self.grammar.read(text)
        except RecursionError:
            raise LimitExceeded(
                f"{self.grammar.source}: reading the text as a value takes more calls inside each other than Python "
                "allows; bound its depth in the grammar, or read it in another way"
            ) from None

    def _asked(self, unit: Unit = "bytes") -> Texts:
        """The texts, special tokens in letters where bytes are counted; looked at once for all calls."""
        if unit == "tokens" and self._names:
            return Texts(self)
        if self._texts is None:
            source = self
            if self._names:
                source = object.__new__(type(self))
                source.grammar, source.vocabulary, source.cache_bytes = self.grammar, self.vocabulary, self.cache_bytes
                source._texts = source._saved = None
                if self._saved is None:
                    source._build(self.grammar, self.vocabulary.spellable, in_letters=True)
                else:
                    assert self._saved.letters is not None
                    source._take(self._saved.letters)
            self._texts = Texts(source)
        return self._texts

    def _forget_texts(self) -> None:
        self._texts = None

    def _events(self) -> EventReader | None:
        return self.grammar.events()

    # ---- keeping it ----

    def to_bytes(self) -> bytes:
        """The compiled grammar in a form for other processes that have the vocabulary (`storage/constraint_file.py`);
        no pickle.

        What texts are read as goes along where it is the text itself or parsed JSON; a reader of the user's own, a
        Pydantic model for one, has to be named again by whoever loads it.
        """
        saved = self._saved
        if saved is None:
            grammar, vocabulary = self.grammar, self.vocabulary
            parts = _parts(self._built_of[0], vocabulary, self._built_of[1], whole=True)
            letters = _parts(grammar, vocabulary, vocabulary.spellable, in_letters=True) if self._names else None
            read = saved_constraint.reader_name(grammar.read)
            saved = SavedConstraint(
                parts, letters, vocabulary.digest, self.cache_bytes, grammar.source, grammar.kind, read
            )
        return saved_constraint.to_bytes(saved)

    @classmethod
    @public
    def from_bytes(
        cls,
        data: bytes,
        vocabulary: Vocabulary,
        *,
        read: Callable[[str], Value] | None = None,
        cache_bytes: int | None = None,
    ) -> Constraint[Value]:
        """What `to_bytes` gave, on the same vocabulary; its masks are the same. See `load`."""
        instance(data, (bytes, bytearray, memoryview), "data", "bytes, as to_bytes() gives them")
        return cls._from_saved(bytes(data), "the saved constraint", vocabulary, read, cache_bytes)

    @public
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what `to_bytes` gives to a file; an existing one is replaced whole."""
        instance(path, (str, bytes, os.PathLike), "path", "a path")
        saved_vocabulary.write_whole(path, [self.to_bytes()])

    @classmethod
    @public
    def load(
        cls,
        path: str | os.PathLike[str],
        vocabulary: Vocabulary,
        *,
        read: Callable[[str], Value] | None = None,
        cache_bytes: int | None = None,
    ) -> Constraint[Value]:
        """Read what `save` wrote: 0.2 ms for MaskBench's median schema, 5 ms at p99, which compile in 0.6 and 17.

        `vocabulary` must be of the same content as the one that it was compiled for; `Vocabulary.load` has it, with
        its tables, in some 30 ms. `read` turns finished texts into values in place of the grammar's own reader. If that
        was the user's own, and none is given, masks are as they were and only `read` fails. The grammar is there in
        compiled form alone, so it cannot be combined with others, and tells no events while a text is written.
        `cache_bytes` is as it was, unless given.

        Raises `GrammarError` for a file that is damaged, cut off, something else, or of another version of this
        library; `VocabularyError` where the vocabulary is another; what `open` raises where there is no file.

        >>> constraint.save("invoice.constraint")
        >>> constraint = Constraint.load("invoice.constraint", vocabulary, read=Invoice.model_validate_json)
        """
        instance(path, (str, bytes, os.PathLike), "path", "a path")
        try:
            data = read_file(path)
        except (LimitExceeded, VocabularyError) as error:
            raise GrammarError(f"no saved constraint: {error}") from error
        return cls._from_saved(data, str(os.fspath(path)), vocabulary, read, cache_bytes)

    @classmethod
    @roomy
    @budgeted
    def _from_saved(
        cls,
        data: bytes,
        place: str,
        vocabulary: Vocabulary,
        read: Callable[[str], Value] | None,
        cache_bytes: int | None,
    ) -> Constraint[Value]:
        with metrics.timed("load"):
            instance(vocabulary, Vocabulary, "vocabulary", "a Vocabulary, e.g. Vocabulary.load(path)")
            if read is not None and not callable(read):
                raise TypeError(f"read must be a function of the text, not {described(read)}")
            saved = saved_constraint.from_bytes(data, place)
            if saved.symbols:
                raise GrammarError(f"{place} holds a grammar, which belongs to no vocabulary, and no constraint")
            if saved.vocabulary != vocabulary.digest:
                raise VocabularyError(
                    f"{place} was compiled for the vocabulary {saved.vocabulary[:12]}, and this one is "
                    f"{vocabulary.digest[:12]}; load the vocabulary saved with it, or compile the grammar again"
                )
            constraint = cls.__new__(cls)
            constraint.grammar = SavedGrammar(saved, read)
            constraint.vocabulary, constraint._saved, constraint._texts = vocabulary, saved, None
            constraint.cache_bytes = (
                saved.cache_bytes if cache_bytes is None else integer(cache_bytes, "cache_bytes", 0, None)
            )
            try:
                constraint._take(saved.parts)
            except (GrammarError, UnsupportedError) as error:
                raise GrammarError(f"{place} is damaged: {error}; compile it again") from None
            constraints[id(constraint)] = constraint
            common_tables.complete(constraint.grammar, vocabulary)
            return constraint

    def __repr__(self) -> str:
        return f"<Constraint {self.grammar!r} on {self.vocabulary!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._saved is not None:
            return _loaded, (self.to_bytes(), self.vocabulary, self.grammar.read, self.cache_bytes)
        return _compiled, (self.grammar, self.vocabulary, self.cache_bytes)

    def __copy__(self) -> Constraint[Value]:
        return self

    def __deepcopy__(self, memo: object) -> Constraint[Value]:
        return self


def _compiled(grammar: Grammar, vocabulary: Vocabulary, cache_bytes: int) -> Constraint:
    return Constraint(grammar, vocabulary, cache_bytes=cache_bytes)


def _loaded(data: bytes, vocabulary: Vocabulary, read: Callable[[str], Any], cache_bytes: int) -> Constraint:
    return Constraint.from_bytes(data, vocabulary, read=read, cache_bytes=cache_bytes)


@roomy
def compile(
    grammar: Grammar[Value],
    vocabulary: Vocabulary,
    *,
    cache_bytes: int = CACHE_BYTES,
    timeout: float | None = None,
    limits: Limits | None = None,
    cancel: Cancellation | None = None,
) -> Constraint[Value]:
    """Compiles a grammar for a vocabulary, as `constrain.compile` does, which takes other descriptions of texts too."""
    with metrics.timed("compile"):
        if limits is None and timeout is None and cancel is None:
            constraint = Constraint(grammar, vocabulary, cache_bytes=cache_bytes)
        else:
            with limited(limits, timeout=timeout, cancel=cancel):
                constraint = Constraint(grammar, vocabulary, cache_bytes=cache_bytes)
    common_tables.complete(grammar, vocabulary)
    return constraint


def _parts(
    grammar: Grammar,
    vocabulary: Vocabulary,
    alphabet: Pattern | None,
    *,
    in_letters: bool = False,
    whole: bool = False,
) -> Parts:
    """What the core is given of a grammar, with every terminal kept to texts of `alphabet`.

    `in_letters`: special tokens are what a finished text shows of them, the letters of their names. `whole`: embedded
    grammars are written out, as they are where an alphabet changes their terminals.
    """
    if alphabet is not None and (lacking := grammar.needed_bytes & vocabulary.missing_bytes):
        found = bytes(byte for byte in range(256) if lacking >> byte & 1)
        raise VocabularyError(
            f"{grammar.source}: needs bytes that are no tokens of this vocabulary: {shown(found, 60)}"
        )
    source = grammar
    changed = whole or in_letters or vocabulary.strips_leading_space or alphabet is not None
    if not changed and isinstance(grammar, Composed) and grammar.rights is not None:
        return _composed_parts(grammar, vocabulary)
    if not changed and (lazy := grammar.lazy_graph()) is not None:
        return Parts((), (), (), 0, (), lazy=lazy)
    if vocabulary.strips_leading_space:
        source = grammar.after(_SPACE, "text after its leading space")  # which the decoder strips
    if alphabet is not None and source.may_have_scopes:
        source = scopes.with_few_listed(source, alphabet, vocabulary.native)
    special = Resolver(vocabulary, grammar.source)
    flat = source.flatten() if in_letters else source.flatten(special)
    terminals = flat.terminals
    tokens = special.tokens
    codes = _codes_beside_tokens(terminals, tokens, alphabet) if tokens else _codes(terminals, alphabet)
    names = [terminal.name for terminal in terminals]
    regions = [] if in_letters else _regions(terminals)
    return Parts(codes, names, flat.codes, flat.start, flat.families, regions, bool(tokens))


def _composed_parts(grammar: Composed, vocabulary: Vocabulary) -> Parts:
    special = Resolver(vocabulary, grammar.source)
    flat, embedded = grammar.flat(special)
    codes = (
        _codes_beside_tokens(flat.terminals, special.tokens, None) if special.tokens else _codes(flat.terminals, None)
    )
    names = [terminal.name for terminal in flat.terminals]
    cores = [each.core for each in embedded]
    return Parts(codes, names, flat.codes, flat.start, (), _regions(flat.terminals), bool(special.tokens), cores)


constraints: WeakValueDictionary[int, Constraint] = WeakValueDictionary()  # those that are alive, by id
_SPACE = Terminal(literal(b" "), "leading space")
_BLOCK_END = next(iter(_BLOCK_ENDS.values()))


def _is_block_end(terminal: Terminal) -> bool:
    """Whether the terminal is the end of a block, or a copy of one; its byte alone tells nothing."""
    return terminal.name == _BLOCK_END.name and terminal.code == _BLOCK_END.code


def _regions(terminals: list[Terminal]) -> list[int]:
    """How many tokens a lexeme of each terminal may take, 0 for any number; nothing where all may."""
    budgets = [terminal.max_tokens or 0 for terminal in terminals]
    return budgets if any(budgets) else []


def _codes(terminals: list[Terminal], alphabet: Pattern | None) -> list[bytes]:
    """The terminals' byte code, within what the vocabulary can spell."""
    if alphabet is None:
        return [terminal._code or terminal.code for terminal in terminals]  # mostly there: no call for each
    # The leading space stands before a token that spells it, whatever the alphabet says of spaces; ends of blocks are
    # read without a byte.
    return [t.code if t is _SPACE or _is_block_end(t) else encode(intersection(t.pattern, alphabet)) for t in terminals]


def _codes_beside_tokens(terminals: list[Terminal], tokens: set[int], alphabet: Pattern | None) -> list[bytes]:
    """The same where some terminals are special tokens, whose bytes no other terminal may match."""
    codes = []
    for terminal in terminals:
        if id(terminal) in tokens or _is_block_end(terminal) or (alphabet is None and spellable.is_text(terminal)):
            codes.append(terminal.code)
        else:
            codes.append(encode(intersection(terminal.pattern, UNMARKED, *(() if alphabet is None else (alphabet,)))))
    return codes
