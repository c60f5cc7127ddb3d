"""What a constraint tells of its texts without a model: whether one is valid, how many there are, which, and some."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from math import isfinite
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, overload

from .. import budget
from ..errors import LimitExceeded
from ..events import EventReader, Path
from ..support.arguments import instance, integer, listed
from .check import Check
from .text_graph import MAX_STATES, PRINTABLE, Table, Texts, Unit

if TYPE_CHECKING:
    from ..grammar import Grammar
    from ..vocabulary import Vocabulary


class Asking:
    """The part of a `Constraint` that answers questions about texts."""

    __slots__ = ()
    vocabulary: Vocabulary
    grammar: Grammar[Any]

    @abstractmethod
    def text(self, tokens: list[int] | tuple[int, ...]) -> str:
        """The text that the tokens spell."""

    @abstractmethod
    def _asked(self, unit: Unit = "bytes") -> Texts:
        """The texts, special tokens in letters where bytes are counted; looked at once for all calls."""

    @abstractmethod
    def _forget_texts(self) -> None:
        """Forgets what calls have looked at."""

    @abstractmethod
    def _events(self) -> EventReader | None:
        """Tells parts of a value while its text is read; None where the grammar knows of none."""

    @budget.asking
    def accepts(self, text: str | bytes) -> bool:
        """Whether the text is one of the grammar's, as far as the vocabulary can spell them.

        Special tokens count by the letters of their names, as `text` writes them.

        >>> constraint.accepts('{"total": 3}')
        True
        """
        texts, data = self._asked(), _encoded(text)
        state = texts.graph.read(texts.start, data)[1]
        return state >= 0 and texts.graph.accepting(state)

    @budget.asking
    def check(self, text: str | bytes) -> Check:
        """Whether the text is valid; if not, where and why it fails, or that it only begins a valid one.

        >>> print(constraint.check('{"total": x}'))
        'x' at line 1, column 11: expected `-`, `0` to `9`, at the beginning of integer
        {"total": x}
                  ^
        """
        texts, data = self._asked(), _encoded(text)
        taken, state = texts.graph.read(texts.start, data)
        whole = text if isinstance(text, str) else data.decode("utf-8", "replace")
        at = state
        if state < 0:
            while taken and data[taken] & 0xC0 == 0x80:  # of the character some bytes may have been read
                taken -= 1
            at = texts.graph.read(texts.start, data[:taken])[1]
        position = len(data[:taken].decode("utf-8", "surrogatepass" if isinstance(text, str) else "replace"))
        valid = state >= 0 and texts.graph.accepting(state)
        path = self._path(data[:taken])
        meant = "" if valid else self.grammar.meant(whole, position)
        return Check(whole, valid, state >= 0 and not valid, position, texts.graph.expected(at), path, meant)

    def _path(self, data: bytes) -> Path | None:
        """The part of the value that is being read where the beginning of a text ends, if the grammar tells."""
        reader = self._events()
        if reader is None or reader.path is None:
            return None
        with suppress(ValueError):  # a text that the grammar tells nothing of any more
            reader.feed(data)
        return reader.path

    @budget.asking
    def count(
        self, *, max_bytes: int | None = None, max_tokens: int | None = None, max_states: int = MAX_STATES
    ) -> int:
        """How many texts there are, exactly; with `max_bytes`, of at most so many bytes of UTF-8.

        `max_tokens` counts the ways to write texts in at most so many tokens, the end token not among them. Raises
        ValueError where there are endlessly many, and `LimitExceeded` where more than `max_states` states of the
        grammar would have to be looked at.

        >>> constrain.compile(regex("[a-z]{2,3}"), vocabulary).count()
        18252
        """
        unit, most = _length(max_bytes=max_bytes, max_tokens=max_tokens)
        return self._asked(unit).count(most, unit, integer(max_states, "max_states", 1))

    def texts(self, limit: int | None = None, *, max_states: int = MAX_STATES) -> Iterator[str]:
        """The texts, shorter ones (in bytes) first, those of one length in the order of their bytes; at most `limit`.

        They are made one by one, so an endless language takes no more than what is taken of it. Raises `LimitExceeded`
        as `count` does.

        >>> list(constrain.compile(regex("(ab|c)*"), vocabulary).texts(limit=5))
        ['', 'c', 'ab', 'cc', 'abc']
        """
        most = None if limit is None else integer(limit, "limit")
        found = self._asked().listed(integer(max_states, "max_states", 1))
        return (data.decode("utf-8", "replace") for data in islice(found, most))

    @overload
    def sample(
        self,
        random: Random | int | None = None,
        *,
        num_bytes: int | None = None,
        max_bytes: int | None = None,
        num_tokens: int | None = None,
        max_tokens: int | None = None,
        weights: Sequence[float] | None = None,
        readable: bool = False,
        soft_limit: int = 200,
        max_states: int = MAX_STATES,
    ) -> str: ...
    @overload
    def sample(
        self,
        n: int,
        /,
        *,
        seed: Random | int,
        num_bytes: int | None = None,
        max_bytes: int | None = None,
        num_tokens: int | None = None,
        max_tokens: int | None = None,
        weights: Sequence[float] | None = None,
        readable: bool = False,
        soft_limit: int = 200,
        max_states: int = MAX_STATES,
    ) -> list[str]: ...
    @budget.asking
    def sample(
        self,
        random: Random | int | None = None,
        *,
        seed: Random | int | None = None,
        num_bytes: int | None = None,
        max_bytes: int | None = None,
        num_tokens: int | None = None,
        max_tokens: int | None = None,
        weights: Sequence[float] | None = None,
        readable: bool = False,
        soft_limit: int = 200,
        max_states: int = MAX_STATES,
    ) -> str | list[str]:
        """A random text of the grammar, without a model; `random` is a `random.Random`, or a seed.

        `sample(n, seed=…)` gives a list of n texts, each drawn again.

        - With `num_bytes` or `max_bytes`: each text of this length, or of at most this length, is equally probable,
          exactly. With `weights` (256 numbers, for each byte one) a text is as probable as the product of its weights.
        - With `num_tokens` or `max_tokens`: the same of sequences of tokens, of which several may spell one text;
          `weights` has a number for each token. This takes every token of every state, so it is for small vocabularies.
        - Without a length: a random walk. At each byte the next state of the grammar is drawn, each as probable as the
          others and as the end where the text may end, and then one of the bytes that lead there; with `weights`, bytes
          by their weights, the end weighing 1. After `soft_limit` bytes it takes a short way to the end, so texts may
          be somewhat longer.

        With `readable` characters are printable ASCII; the walk takes letters and digits where it can, and others where
        the grammar has nothing else.

        Raises ValueError where no text has such a length (or weight), and `LimitExceeded` as `count` does: a language
        of nested rules has more states with every length, and the walk serves then.
        """
        states, soft_limit = integer(max_states, "max_states", 1), integer(soft_limit, "soft_limit")
        count = None
        if seed is not None:
            if random is None:
                raise TypeError("sample(n, seed=…) gives n texts; for one text the seed comes first: sample(1)")
            count, random = integer(random, "the number of texts (before seed=)"), seed
        generator = random if isinstance(random, Random) else Random(random)
        unit, most = _length(num_bytes=num_bytes, max_bytes=max_bytes, num_tokens=num_tokens, max_tokens=max_tokens)
        wanted = 256 if unit == "bytes" else self.vocabulary.size
        if readable and weights is not None:
            raise ValueError("readable and weights both say which characters come; give one of them")
        if readable and most is not None:
            spelled = [bytes((byte,)) for byte in range(256)] if unit == "bytes" else self.vocabulary.token_bytes
            weights = [
                float(bool(each) and PRINTABLE.issuperset(each)) for each in map(bytes, (s or b"" for s in spelled))
            ]
        weighed = None if weights is None else _weights(weights, wanted)
        texts = self._asked(unit)
        if most is None:

            def draw() -> str:
                its = self._asked(unit)
                begun = its.looked_at > 0
                before = None if isinstance(generator, SystemRandom) else generator.getstate()
                try:
                    text = its.walk(generator, soft_limit, weighed, states, readable=readable)
                except LimitExceeded:
                    if not begun or not its.full(states):
                        raise
                    # Earlier texts have used up what there is, not this one.
                    self._forget_texts()
                    if before is not None:
                        generator.setstate(before)
                    text = self._asked(unit).walk(generator, soft_limit, weighed, states, readable=readable)
                return text.decode("utf-8", "replace")

        else:
            at_most = max_bytes is not None or max_tokens is not None
            table = Table(texts, most, unit, weighed, states, at_most=at_most)
            if not table.total:
                length = f"{'at most ' if at_most else ''}{most} {unit}"
                raise ValueError(f"no text has {length}{'' if weights is None else ' and a weight above 0'}")

            def draw() -> str:
                symbols = table.draw(generator)
                return bytes(symbols).decode("utf-8", "replace") if unit == "bytes" else self.text(symbols)

        return draw() if count is None else [draw() for _ in range(count)]


def _encoded(text: str | bytes) -> bytes:
    """The bytes of a text; those of lone surrogates are none that a grammar of texts has."""
    instance(text, (str, bytes), "text", "a str, or its bytes")
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def _length(**given: int | None) -> tuple[Unit, int | None]:
    """The unit and the number of the one length that is given, or bytes and None."""
    found = [(name, value) for name, value in given.items() if value is not None]
    if len(found) > 1:
        raise ValueError(
            f"{' and '.join(name for name, _ in found)} are both given; one of them says how long texts are"
        )
    if not found:
        return "bytes", None
    name, value = found[0]
    return ("tokens" if name.endswith("tokens") else "bytes"), integer(value, name)


def _weights(weights: Sequence[float], wanted: int) -> list[float]:
    numbers = [float(each) for each in listed(weights, "weights", "a list of numbers")]
    if len(numbers) != wanted:
        raise ValueError(f"weights has {len(numbers)} numbers; {wanted} are needed, one for each symbol")
    for symbol, weight in enumerate(numbers):
        if not (isfinite(weight) and weight >= 0):
            raise ValueError(f"weights[{symbol}] is {weight}; a weight is finite and not negative")
    return numbers
