"""What a domain is: a kind of text, and the facts that it may tell, in many wordings.

A domain has leads (first sentences, which tell one to four facts) and clauses (sentences that tell one fact each). A
text is a lead and some clauses in any order. A wording names facts in braces; `{They}`, `{they}`, `{them}`, `{Their}`
and `{their}` stand for the person. One of `[these|words|]` is drawn, the last here is none; brackets may be nested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..words import Draw, words


@dataclass(frozen=True)
class Fact:
    """Something that a text tells word for word, the keys under which it may be asked for, and its type.

    `labels` are what a text may call it ("licence plate"): a fact that has some is told by wordings that fit all facts,
    too. `options` are the words of an enum; `units` are how a text writes a number ("{} kg").
    """

    keys: Sequence[str]
    draw: Callable[[Draw], str] | Callable[[Draw], list[str]]
    kind: str = "text"
    labels: Sequence[str] = ()
    options: Sequence[str] = ()
    units: Sequence[str] = ()


@dataclass(frozen=True)
class Judgement:
    """Something that follows from the wording: true or false, or one of a few words.

    `told_by` is a regular expression of words that tell it by the way: a text that has them already is not asked, and
    gets no wording that could contradict it.
    """

    keys: Sequence[str]
    wordings: Mapping[str, Sequence[str]]
    told_by: str = ""

    def is_told(self, text: str) -> bool:
        return bool(self.told_by) and re.search(self.told_by, text, re.IGNORECASE) is not None

    @property
    def kind(self) -> str:
        return "bool" if set(self.wordings) == {"true", "false"} else "enum"


@dataclass(frozen=True)
class Domain:
    facts: Mapping[str, Fact]
    leads: Sequence[str]
    clauses: Mapping[str, Sequence[str]]
    judgements: Mapping[str, Judgement] = field(default_factory=dict)
    fillers: Sequence[str] = ()
    subjects: Sequence[str] = ()
    adjectives: Sequence[str] = ()  # what its subject may be or not be: "insured"
    features: Sequence[str] = ()  # what it may have or not have: "a balcony", "parking"


def lines(text: str) -> list[str]:
    """The non-empty lines."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def keys(text: str) -> list[str]:
    return text.split()


def fact(
    names: str,
    draw: Callable[[Draw], str] | Callable[[Draw], list[str]],
    kind: str = "text",
    also: str = "",
    units: Sequence[str] = (),
    options: str = "",
) -> Fact:
    """A fact that a text may call by any of these names ("gate, gate number"), and the same and other keys for it."""
    labels = words(names)
    return Fact(
        [*(each.replace(" ", "_") for each in labels), *also.split()],
        draw,
        kind,
        labels,
        words(options) if options else (),
        units,
    )
