"""Random patterns in the syntax of ECMAScript's or Rust's expressions, wrong ones among them, and texts near them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Constructs:
    """What a dialect has, each of which may also stand inside of a set, but for anchors, heads and foreign ones."""

    characters: list[str]
    classes: list[str]
    anchors: list[str]
    heads: list[str]  # of groups, after the bracket
    inline: list[str]  # groups that only set flags, and references
    set_heads: list[str]
    in_sets: list[str]  # what stands in sets only
    nests: bool  # whether sets do
    foreign: list[str]


# fmt: off
def _list(text: str) -> list[str]:
    """Constructs with blanks between them."""
    return text.split(" ")


RUST = Constructs(
    characters=[*_list(
        r"a b k A S - é ß σ Σ & ~ : 1 _ # ² ١ ́ \x41 \u0041 \- \. \] \n \t s ſ ^ \x{e9} \u{3c3} "
        r"\U00000061 \& \x7F \xE9 \~ \#"
    ), " ", "\n", "\\x{ e9 }", "\\ "],
    classes=_list(
        r"\d \D \s \S \w \W \pL \PL \p{Greek} \P{Lu} \p{sc=Grek} \p{scx!=Greek} \p{greek} "
        r"\p{Is_Alphabetic} \p{Any} \p{L}\p{N} \p{gcb=CR} \p{^L} \p{Klingon} \p{age:3.0} \pZ \p{ASCII} "
        r"\p{Nd}"
    ),
    anchors=_list(
        r"^ $ \A \z \b \B \b{start} \b{end} \b{start-half} \b{end-half} \< \> \b{foo} \b{2}"
    ),
    heads=[*_list(
        r"?: ?P<n> ?<m.1[]> ?i: ?m: ?s: ?x: ?u: ?R: ?-i: ?-u: ?i-s: ?mR: ?sR: ?ix: ?mRi: ?ii: ?i-: ?q:"
    ), ""],
    inline=_list(
        r"(?i) (?m) (?s) (?x) (?U) (?u) (?R) (?-i) (?-u) (?-x) (?i-s) (?mR) (?im) (?ix) (?i-u) (?ii) "
        r"(?i-) (?q)"
    ),
    set_heads=[*_list(
        r"^ ] - ^- ^] --"
    ), "", "", " "],
    in_sets=_list(
        r"[:alpha:] [:^alpha:] [:digit:] [:word:] [:^space:] [:punct:] [:upper:] [:xdigit:] [:foo:] "
        r"[:ascii:] [:blank:] && && -- -- ~~ ~~ - & ~"
    ),
    nests=True,
    foreign=_list(
        r"(?=a) (?!a) (?<=a) \1 \Z \h (?#x) (?>a) \k<n> { } ] a{,2} \Qa\E \c (? (?) *a \_ \é ++ **"
    ),
)
ECMASCRIPT = Constructs(
    characters=[*_list(
        r"a b k A S - é ß σ Σ & ~ : 1 _ # ² ١ ́ \x41 \u0041 \- \. \] \n \t 😀 \u{e9} \u{1F600} "
        r"\ud83d\ude00 \/ \v \cJ \0 \ud83d ,"
    ), " ", "\n"],
    classes=_list(
        r"\d \D \s \S \w \W \p{L} \P{Lu} \p{sc=Grek} \p{scx=Greek} \p{Alphabetic} \p{greek} \p{Emoji}"
    ),
    anchors=_list(
        r"^ $ \b \B"
    ),
    heads=[*_list(
        r"?: ?<n> ?= ?! ?<= ?<! ?i: ?m: ?s: ?i-s: ?-i: ?im: ?mi-: ?-: ?ii: ?x:"
    ), ""],
    inline=_list(
        r"\1 \2 \k<n>"
    ),
    set_heads=[*_list(
        r"^ - ^-"
    ), "", ""],
    in_sets=_list(
        r"- \b [ ( ^ $ . && -- | \B"
    ),
    nests=False,
    foreign=_list(
        r"\Z \A \h (?#x) (?>a) (?P<n>a) \c (? *a \_ \é \07 \8 (?i) \x4 \u{110000} \u{} \p \pL \a \z "
        r"[[:alpha:]] a{2 {2} a{,2} ++ ** ] { }"
    ),
)
# fmt: on
_TIMES = [*_list("* + ? {2} {1,2} {0,2} {2,} *? +? ?? {2}? {2}{2} {2,1}"), "{ 2 , 3 }", "{2, }"]
_LETTERS = "aAbkKsſSßéÉσΣς1_-. \t\r\n\x0b\x85\xa0&~:#^[]{}(,²١\u0301\u2160\u200dβИʼ\u2028\ufeff😀\0"


class Writer:
    """Writes one random pattern; `rare` is how often a part may be a foreign one."""

    def __init__(self, random: Random, constructs: Constructs, rare: float = 0.02) -> None:
        self.random, self.constructs, self.rare = random, constructs, rare

    def alternatives(self, depth: int) -> str:
        return "|".join(self.sequence(depth) for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))))

    def sequence(self, depth: int) -> str:
        return "".join(self.piece(depth) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3))))

    def piece(self, depth: int) -> str:
        atom = self.atom(depth)
        return atom + self.random.choice(_TIMES) if self.random.random() < 0.25 else atom

    def atom(self, depth: int) -> str:
        random, constructs = self.random, self.constructs
        if random.random() < self.rare:
            return random.choice(constructs.foreign)
        kind = random.random()
        if depth <= 0 or kind < 0.3:
            return random.choice(constructs.characters)
        for share, parts in ((0.4, constructs.classes), (0.45, ["."]), (0.57, constructs.anchors)):
            if kind < share:
                return random.choice(parts)
        if kind < 0.75:
            return self.set(2)
        if kind < 0.8:
            return random.choice(constructs.inline)
        return f"({random.choice(constructs.heads)}{self.alternatives(depth - 1)})"

    def set(self, depth: int) -> str:
        members = (self.member(depth) for _ in range(self.random.choice((0, 1, 2, 2, 3))))
        return f"[{self.random.choice(self.constructs.set_heads)}{''.join(members)}]"

    def member(self, depth: int) -> str:
        random, constructs = self.random, self.constructs
        kind = random.random()
        for share, parts in ((0.35, constructs.characters), (0.45, constructs.classes), (0.65, constructs.in_sets)):
            if kind < share:
                return random.choice(parts)
        if kind < 0.8 or depth <= 0 or not constructs.nests:
            low, high = sorted((random.choice("aAksz09é"), random.choice("aAksz09é")))
            return f"{low}{random.choice(('-', '-', '-', ' - '))}{high}"
        return self.set(depth - 1)


def written(random: Random, constructs: Constructs) -> tuple[str, list[str]]:
    """A pattern and texts near it: single letters, and some of the characters that it names."""
    source = Writer(random, constructs).alternatives(3)
    if random.random() < 0.4:
        source = f"^{source}$" if random.random() < 0.5 else f"^(?:{source})$"
    letters = random.sample(_LETTERS, 6) + [c for c in source if c.isalnum()][:6]
    texts = ["", *random.sample(_LETTERS, 8), "\r\n", "a\r\nb", "a\n"]
    return source, texts + ["".join(random.choice(letters) for _ in range(random.randint(1, 5))) for _ in range(16)]
