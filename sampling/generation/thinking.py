"""Models that think before they answer: which do, how their thoughts are marked, and where a thought ends in a text.

A thought is free text between two marks, with a budget of tokens; the answer after it keeps the constraint. Both are
one grammar, so every search can think, and no token is read twice. Who thinks is told by the prompt, whose template may
have opened a thought already, or by the template and the tokenizer, which name the marks; then the model may begin with
the mark, or with the answer. (gpt-oss, whose thoughts are messages of a channel of their own, is not among them.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

from constrain.constraint import Constraint, compile
from constrain.descriptions import after_thinking
from constrain.errors import UnsupportedError
from constrain.support.arguments import described, integer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from constrain.vocabulary import Vocabulary

BUDGET = 1024  # tokens of a thought, unless a number is given
_KEPT = 64  # constraints with a thought before them that are kept for the next prompt, of each constraint
_TAIL = 64  # tokens at a prompt's end in which an opened thought is looked for
_PAIRS = {  # of marks, and what the models that use them write between thought and answer
    ("<think>", "</think>"): "\n\n",
    ("[THINK]", "[/THINK]"): "",
    ("<seed:think>", "</seed:think>"): "",
    ("<|START_THINKING|>", "<|END_THINKING|>"): "",
}

_constraints: WeakKeyDictionary[Any, dict[Any, Constraint]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Thinking:
    """How a model marks its thoughts: for `generate(…, thinking=Thinking("<think>", "</think>", max_tokens=200))`.

    `begin` and `end` are the marks, written by a special token where the vocabulary has one of just that name, `after`
    what stands between thought and answer, and `max_tokens` bounds the thought. `optional`: the model may answer at
    once. Where the prompt ends within a thought, as some chat templates have it, `begin` is not written again.
    """

    begin: str = "<think>"
    end: str = "</think>"
    after: str = "\n\n"
    max_tokens: int = BUDGET
    optional: bool = False

    @property
    def room(self) -> int:
        """How many tokens the thought may have, with its marks: a byte each at most."""
        return self.max_tokens + len((self.begin + self.end + self.after).encode())


@dataclass(frozen=True)
class Thought:
    """What of a text is thought: up to `end`, and after `begin`, which is "" where the prompt has opened it."""

    begin: bytes
    end: bytes
    optional: bool


Asked = Literal["auto"] | bool | int | tuple[str, str] | Thinking


def thinking_of(asked: Any, tokenizer: Any) -> Thinking | None:
    """What `thinking=` means for this tokenizer; None for no thoughts.

    Raises ValueError where thoughts are asked for, and nothing says how this model marks them.
    """
    if asked is False or asked is None:
        return None
    if isinstance(asked, Thinking):
        integer(asked.max_tokens, "thinking.max_tokens", 1)
        if not asked.end:
            raise ValueError("thinking.end is empty; a text that ends a thought is needed")
        return asked
    if isinstance(asked, tuple) and len(asked) == 2 and all(isinstance(each, str) and each for each in asked):
        begin, end = asked
        return Thinking(begin, end, _PAIRS.get((begin, end), ""))
    if asked == "auto" or isinstance(asked, int):
        budget = BUDGET if asked == "auto" or asked is True else integer(asked, "thinking", 1)
        found = marks_of(tokenizer)
        if found is not None:
            return Thinking(*found, _PAIRS.get(found, ""), budget, optional=asked == "auto")
        if asked == "auto":
            return None
        raise ValueError(
            "nothing says how this model marks its thoughts: neither its chat template nor its tokenizer has marks "
            'that are known; give them, as thinking=("<think>", "</think>")'
        )
    raise TypeError(
        'thinking must be "auto", True, False, a number of tokens, a pair of marks or a Thinking, not '
        f"{described(asked)}"
    )


def marks_of(tokenizer: Any) -> tuple[str, str] | None:
    """The marks that the tokenizer's `response_template` names, or its chat template and its tokens have.

    A template that knows only the mark that ends a thought takes it out of former answers.
    """
    told = getattr(tokenizer, "response_template", None)
    fields = told.get("fields") if isinstance(told, Mapping) else None
    for name in ("thinking", "reasoning_content", "reasoning"):
        field = fields.get(name) if isinstance(fields, Mapping) else None
        marks: list[Any] = [field.get(each) for each in ("open", "close")] if isinstance(field, Mapping) else []
        marks = [each[0] if isinstance(each, list) and each else each for each in marks]  # of several, the first
        if marks and all(isinstance(each, str) and each.strip() for each in marks):
            return marks[0].strip(), marks[1].strip()
    written = getattr(tokenizer, "chat_template", None)
    templates = written.values() if isinstance(written, Mapping) else [written]
    text = "".join(each for each in templates if isinstance(each, str))
    tokens = tokenizer.get_added_vocab() if text and hasattr(tokenizer, "get_added_vocab") else {}
    return next(((begin, end) for begin, end in _PAIRS if end in text or (begin in text and end in tokens)), None)


def tail_of(vocabulary: Vocabulary, prompt: Sequence[int]) -> bytes:
    """The end of a prompt, which may have opened a thought, or closed one again, which means: do not think."""
    tail, pieces = prompt[-_TAIL:], vocabulary.token_bytes
    names = {number: name.encode() for name, number in vocabulary.special_tokens.items()}
    spelled = [(pieces[each] if each < vocabulary.size else None) or names.get(each, b"") for each in tail]
    return b"".join(spelled).rstrip()


class Thinker:
    """Makes requests of one task think. `asked` is the argument of `generate`."""

    def __init__(self, asked: Any, tokenizer: Any, vocabulary: Vocabulary) -> None:
        self.auto = asked == "auto"
        self.thinking = thinking_of(asked, tokenizer)
        self.vocabulary = vocabulary

    def thought(self, prompt: Sequence[int], *, chat: bool) -> tuple[Thinking, Thought] | None:
        """How a text thinks after this prompt; None where it does not."""
        tail = tail_of(self.vocabulary, prompt)
        known = [self.thinking] if self.thinking is not None else []
        if self.auto:
            known += [Thinking(begin, end, after) for (begin, end), after in _PAIRS.items()]
        for thinking in known:
            if thinking.begin and tail.endswith(thinking.begin.encode()):
                return thinking, Thought(b"", thinking.end.encode(), False)
            if self.auto and tail.endswith(thinking.end.encode()):
                return None
        if self.thinking is None or (self.auto and not chat):
            return None
        return self.thinking, Thought(self.thinking.begin.encode(), self.thinking.end.encode(), self.thinking.optional)

    def constraint(self, answer: Constraint | None, thinking: Thinking, thought: Thought) -> Constraint:
        """The constraint of a thought and the answer after it; None: of any answer. It reads answers."""
        key = thinking, thought, self.vocabulary.digest
        owner = answer if answer is not None else self.vocabulary
        known = _constraints.setdefault(owner, {})
        if key not in known:
            if len(known) >= _KEPT:
                known.clear()
            begin = thinking.begin if thought.begin else ""
            grammar = after_thinking(
                None if answer is None else answer.grammar,
                begin=begin,
                end=thinking.end,
                after=thinking.after,
                max_tokens=thinking.max_tokens,
                optional=thought.optional,
            )
            known[key] = compile(grammar, self.vocabulary)
        return known[key]


class ThoughtReader:
    """Takes the thought off a text that comes in pieces. `told` is what of the thought is certain."""

    def __init__(self, thought: Thought, after: bytes) -> None:
        self.thought, self.after = thought, after
        self._state: Literal["begin", "inside", "after", "answer"] = "begin" if thought.begin else "inside"
        self._held = b""
        self.begun = not thought.begin  # whether there is a thought
        self.told = b""

    @property
    def is_inside(self) -> bool:
        """Whether the thought has begun and not ended."""
        return self._state == "inside"

    def feed(self, data: bytes, *, last: bool = False) -> bytes:
        """What of the text is answer."""
        self._held += data
        if self._state == "begin":
            begin = self.thought.begin
            if self._held.startswith(begin):
                self._held, self._state, self.begun = self._held[len(begin) :], "inside", True
            elif not begin.startswith(self._held) or last:
                self._state = "answer"
        if self._state == "inside":
            thought, mark, rest = self._held.partition(self.thought.end)
            if mark:
                self.told += thought
                self._held, self._state = rest, "after"
            else:
                sure = len(self._held) if last else max(0, len(self._held) - len(self.thought.end) + 1)
                self.told += self._held[:sure]
                self._held = self._held[sure:]
        if self._state == "after" and (len(self._held) >= len(self.after) or last):
            gap = self._held if self.after.startswith(self._held) else self.after  # a text may end within it
            self._held, self._state = self._held.removeprefix(gap), "answer"
        if self._state != "answer":
            return b""
        answer, self._held = self._held, b""
        return answer


def check_thinking(stop: Sequence[bytes], heal: int) -> None:
    """Raises UnsupportedError for what cannot be had beside a thought."""
    for name, given in (("stop", bool(stop)), ("heal", bool(heal))):
        if given:
            raise UnsupportedError(
                f"{name}= and thinking= are not done together: a thought might hold what is looked for; pass "
                "thinking=False, or leave it out",
                feature=f"{name} with thinking",
                where=name,
            )
