"""What is read of a grammar without lark's loader is what that loader makes of it, to the last rule and name."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import lark as judge
import lark.load_grammar as loader
import pytest
from lark.lexer import BasicLexer, LexerState
from lark.utils import TextSlice

from constrain import ConstrainError, GrammarError, LimitExceeded
from constrain.grammars import lark, library
from constrain.grammars._native import load_lark
from constrain.grammars.lark.loading import load as load_module
from constrain.grammars.lark.loading.fallback import by_lark, prepare
from constrain.grammars.lark.loading.load import _read, known, objects
from constrain.grammars.lark.loading.sources import Sources, tokens
from tests.bench import code_grammars
from tests.grammars.lark.corpus import CORPUS
from tests.steps import at_most

LIBRARY = Path(judge.__file__).parent / "grammars"
TEXTS = {
    **{name: text for name, (text, _) in CORPUS.items()},
    **{name: library.read(name) for name in library.names()},
    **{f"bench/{name}": code_grammars.grammar(name) for name in code_grammars.LANGUAGES},
    **{f"lark/{path.stem}": path.read_text() + '\nstart: "x"' for path in sorted(LIBRARY.glob("*.lark"))},
}
PIECES = [
    *"abc",
    *(
        "x_",
        "_y",
        "A",
        "B",
        "_C",
        '"+"',
        '"if"',
        '"b"i',
        '"\\""',
        "/[a-z]+/",
        "/a|b/i",
        '"a".."f"',
        "t{a}",
        't{"x"}',
        "u{B, a}",
    ),
]


def width(pattern: Any) -> Any:
    """How short and long lark takes the texts to be; None of what is no regular expression."""
    try:
        return pattern.min_width, pattern.max_width
    except Exception:
        return None


def said(found: Any) -> Any:
    """What lark's loader says of a grammar's texts: terminals, rules and what is ignored, in order."""
    terminals, rules, ignored = found
    priorities = [r.options.priority for r in rules]
    return (
        [(t.name, t.pattern, t.pattern.to_regexp(), t.priority) for t in terminals],
        [width(t.pattern) for t in terminals],
        [(str(r.origin.name), [(s.name, s.is_term) for s in r.expansion]) for r in rules],
        priorities,
        # rules that share a priority, as far as they have one
        [
            [o and r.options is x.options for x in rules[at : at + 2]]
            for at, (r, o) in enumerate(zip(rules, priorities, strict=True))
        ],
        list(ignored),
    )


def differs(text: str, keep: Any = ()) -> str | None:
    """What is wrong where the text was read; None also where it was left to lark."""
    try:
        ours = _read(text, "start", [], keep)
    except ConstrainError:
        ours = None
    if ours is None:
        return None
    try:
        theirs = by_lark(text, "start", [], keep)
    except Exception as error:
        return f"lark refuses it: {error}"
    return None if said(objects(ours)) == said(theirs) else "it is something else"


def random_part(chance: random.Random, depth: int) -> str:
    """Something between two spaces."""
    inner = depth - 1
    atom = str(chance.choice(PIECES))
    if depth and chance.random() < 0.5:
        atom = chance.choice(("({})", "[{}]")).format(random_ways(chance, inner))
    if chance.random() < 0.4:
        atom += chance.choice(("?", "*", "+", "~2", "~0..2", "~1..3", "*", "+", "?", " ~ 50", "~3..70", "~0..0"))
    return atom


def random_ways(chance: random.Random, depth: int) -> str:
    """Alternatives."""
    return " | ".join(
        " ".join(random_part(chance, depth) for _ in range(chance.choice((0, 1, 1, 1, 2, 3))))
        for _ in range(chance.choice((1, 1, 1, 2)))
    )


def random_text(chance: random.Random) -> str:
    """A grammar with every construct, few of them refused."""
    lines = [f"start: {random_ways(chance, 2)}{chance.choice((' -> one', '', ''))}"]
    for name in ("a", "b", "c", "x_", "_y", "t{p}", "u{p, q}"):
        modifiers = chance.choice(("", "", "!", "?", "?!")) if not name.startswith("_") else chance.choice(("", "!"))
        ways = random_ways(chance, chance.randint(0, 2))
        if "{" in name:
            ways = f"{random_part(chance, 1)} | p " + chance.choice(
                ("", "p*", "[p]", "t{p}", '"z"+' if "q" in name else "p")
            )
        lines.append(f"{modifiers}{name}{chance.choice(('', '', '.2', '.-1'))}: {ways}")
    words = ['"if"', "/b+/", '"b"i', '("c" | "cd" | /[x-z]/)', '"a".."f"', '"x"~2..3', '["u"] "v"', '"é" "\\n"', "B"]
    for name in ("A", "B", "_C"):
        lines.append(f"{name}{chance.choice(('', '', '.3'))}: {chance.choice(words[: -1 if name == 'B' else None])}")
    lines += chance.sample(
        [
            "%ignore B",
            '%ignore " " | /\\t/',
            "%import common.INT",
            "%import common (LCASE_LETTER, WS)",
            "%import common.SIGNED_FLOAT -> N",
            "%declare D E",
            '%import common.LETTER\n%override LETTER: "o" | DIGIT\n%import common.DIGIT',
            '%import common.HEXDIGIT\n%extend HEXDIGIT: "e"',
            "// a comment",
            "%import python (simple_stmt, string)",
        ],
        chance.randint(0, 3),
    )
    chance.shuffle(lines)
    return chance.choice(("\n", "\n\n", "\n  // so\n")).join(lines)


def mutated(text: str, chance: random.Random) -> str:
    """Some lines of the text with a few characters changed, moved or left out."""
    lines = text.split("\n")
    if len(lines) > 40:
        first = chance.randrange(len(lines) - 30)
        lines = ["start: a"] * chance.randint(0, 1) + lines[first : first + 30]
    letters = list("\n".join(lines))
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 2)] = chance.choice(
            (
                *'"/\\|()[]{}~?*+!.:,%aA_1 \n#i',
                "->",
                "..",
                "%ignore ",
                "\\\\",
                '\\"',
                "//",
                "start",
                "\n  |",
                "\r\n",
                "x*",
            )
        )
    return "".join(letters)


@pytest.mark.parametrize("name", TEXTS)
def test_real_grammars_are_read_as_by_lark(name: str) -> None:
    """The corpus, lark's own grammars, the library and the benchmark; all but one without its help."""
    assert differs(TEXTS[name]) is None
    assert differs(TEXTS[name], "*") is None
    assert (_read(TEXTS[name], "start", [], []) is None) == (name in ("extend", "lark/lark"))


def test_random_grammars_are_read_as_by_lark() -> None:
    """Brackets, options, counts and templates inside each other, aliases, priorities, imports."""
    found = [(seed, differs(random_text(random.Random(seed)), "*")) for seed in range(150)]

    assert [] == [each for each in found if each[1]]


def test_wrong_grammars_are_left_to_lark() -> None:
    """Texts with a few characters changed are read as by lark, or not at all."""
    found = []
    texts = list(TEXTS.values())
    for seed in range(400):
        chance = random.Random(seed)
        text = mutated(chance.choice(texts), chance)
        found.append((text, differs(text)))

    assert [] == [each for each in found if each[1]]


def test_no_more_is_written_than_was_reckoned() -> None:
    """Alternatives and symbols of all rules: under a limit of one less than there are, a text is refused."""
    refused = 0
    for text in (*TEXTS.values(), *(random_text(random.Random(seed)) for seed in range(300))):
        found = _read(text, "start", [], "*")
        if found is None or not len(found):
            continue
        most = sum(1 + len(body) for _, body, _ in found.rules) - 1
        with pytest.raises(LimitExceeded, match="symbols"):
            load_lark(text, "start", [], True, Sources([], None), [1 << 40, most, 1 << 40, 1 << 40, 1 << 40])
        refused += 1

    assert refused > 150


@pytest.mark.slow
def test_many_grammars_are_read_as_by_lark() -> None:
    """The same on thousands; most of the random ones are read."""
    texts = [random_text(random.Random(seed)) for seed in range(1000, 6000)]
    read = sum(_read(text, "start", [], []) is not None for text in texts)
    for seed in range(1000, 20_000):
        chance = random.Random(seed)
        texts.append(mutated(chance.choice([*TEXTS.values(), *texts[:100]]), chance))

    assert read > 1000
    assert [] == [each for each in ((text, differs(text)) for text in texts) if each[1]]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_tokens_are_those_of_lark(text: str) -> None:
    """Kinds and texts, wherever lark finds tokens at all."""
    prepare()
    lexer: Any = BasicLexer(loader._get_parser().lexer_conf)
    theirs = list(lexer.lex(LexerState(TextSlice(text, 0, len(text))), None))

    assert [(t.type, t.value) for t in theirs] == list(zip(*tokens(text), strict=True))


HOSTILE = {
    "a string without an end": 'start: "a"\n' + 'A: "' + "\\" * 60,
    "an expression without an end": "start: /" + "\\\\" * 40,
    "blank lines": 'start: "a"' + "\n" * 200_000 + ")",
    "brackets that follow each other": "start: " + " ".join(f'("a{i}")' for i in range(4000)) + " nothing",
    "brackets inside each other": "start: " + "(" * 3000 + '"a"' + ")" * 3000,
    "options": "start: " + " ".join(f'"a{i}"?' for i in range(4000)),
    "rules that may be left out": "start: "
    + " ".join(f"r{i}" for i in range(4000))
    + "".join(f'\nr{i}: "a{i}"?' for i in range(4000)),
    "a priority": f"start.{'1' * 5000}: A\nA: /a/",
    "what only another module reads": 'start: A\nA: /(?|(|){60}b)/ | "c"',
    "the same beside what lark is asked about": 'start: A\nA: /(?|(|){60}b)/ | "c"\n%extend A: "d"',
    "a template without end": "start: t{A}\nt{x}: t{u{x}} | x\nu{x}: x\nA: /a/",
    "templates that are given to themselves": "start: t{t, A}\nt{f, x}: f{f, u{x}} | x\nu{x}: x\nA: /a/",
    "template names that double": "start: t0{A}\n"
    + "".join(f"t{i}{{x}}: t{i + 1}{{p{{x, x}}}}\n" for i in range(60))
    + "t60{x}: x\np{x, y}: x y\nA: /a/",
    "templates of many alternatives": "start: "
    + " ".join(f"t{i}{{A}}" for i in range(100))
    + "".join(f"\nt{i}{{x}}: {'(x | B) ' * 14}" for i in range(100))
    + "\nA: /a/\nB: /b/",
    "counts inside each other": f"start: {'(' * 8}A{' ~ 40)' * 8}\nA: /a/",
    "a large count of many": f"start: ({' | '.join(f'A{i}' for i in range(300))}) ~ 52"
    + "".join(f"\nA{i}: /a{i}/" for i in range(300)),
    "many alternatives that are long": f"start: {'A ' * 20_000}{'(A | B) ' * 14}\nA: /a/\nB: /b/",
    "many rules of many alternatives": "start: r0"
    + "".join(f"\nr{i}: {'(A | B) ' * 14}" for i in range(3000))
    + "\nA: /a/\nB: /b/",
    "terminals that double": 'start: A40\nA0: "a"' + "".join(f"\nA{i + 1}: A{i} A{i}" for i in range(40)),
    "terminals that double in a circle": 'start: A40\nA0: "a" A40'
    + "".join(f"\nA{i + 1}: A{i} A{i}" for i in range(40)),
    "alternatives that double": 'start: A40\nA0: "a"' + "".join(f'\nA{i + 1}: A{i} | A{i} "b"' for i in range(40)),
    "long terminals twice each": f"start: B0\nA: /{'a' * 50_000}/" + "".join(f"\nB{i}: A A" for i in range(9000)),
    "expressions that are ignored": 'start: "a"' + "".join(f"\n%ignore /[ab]{i}/" for i in range(20_000)),
    "definitions that need nothing": "".join(f"r{i}: r{i + 1}\n" for i in range(15_000))
    + "r15000: A\nstart: A\nA: /a/",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_or_read_soon(name: str) -> None:
    """Whatever lark's own lexer or loader takes exponential or quadratic time over."""
    if name == "definitions that need nothing":
        with at_most(160_000_000):
            assert len(lark(HOSTILE[name]).productions) < 5
    else:
        with pytest.raises((GrammarError, LimitExceeded)):
            lark(HOSTILE[name])


@pytest.mark.parametrize("name", [name for name in HOSTILE if {"terminals", "templates"} & set(name.split())])
def test_hostile_texts_are_refused_soon_by_lark_too(name: str) -> None:
    """Also where its loader is asked, as it is for `%extend`."""
    with pytest.raises((GrammarError, LimitExceeded)):
        lark(HOSTILE[name] + '\nEXTENDED: "e"\n%extend EXTENDED: "d"')


def test_brackets_that_follow_each_other_are_read() -> None:
    """Thousands of them, over which lark's loader takes cubic time before it gives up."""
    text = "start: " + " ".join(f'("{word}")' for word in (f"a{i}" for i in range(2000)))

    assert len(lark(text).productions) > 2000


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("start: A B\nA: /a/\nB: /[0-9+/", (3, 5)),
        ('start: A\nA: "x"\n  | /a(?P<x/i', (3, 5)),  # flags stand before the pattern that is read, so where it begins
        ('%import common.WORD\nstart: WORD "a"~2 /a**/', (2, 22)),
        ("start: A\nA: /(/\n%extend A: /b/", (2, 5)),
    ],
)
def test_a_wrong_expression_is_shown_where_it_stands(text: str, place: tuple[int, int]) -> None:
    """In the grammar's text, not counted from the expression's own beginning."""
    with pytest.raises(GrammarError, match=r"^lark:\d+:\d+: .*, in the expression '/") as caught:
        lark(text)
    assert place == (caught.value.line, caught.value.column)


def test_one_grammar_is_imported_from_one_place() -> None:
    """With a dot before it and without are two places, of which lark takes neither for the other."""
    with pytest.raises(GrammarError, match=r"`common` is imported both with and without a dot"):
        lark("%import common.INT\n%import .common.WS\nstart: INT WS")


def test_the_notation_is_that_of_the_installed_lark() -> None:
    """Where it is not, lark reads every grammar itself, and this says that the core's reader is to be looked at."""
    assert known()


def test_another_notation_is_left_to_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lark with other tokens or rules reads its grammars itself."""
    monkeypatch.setattr(loader, "RULES", {**loader.RULES, "more": ["NUMBER"]})

    assert _read('start: "a"', "start", [], []) is None
    assert len(load_module.load('start: "a"', "start", [], []).rules) == 1


class _Alarm(Exception):
    pass


@pytest.mark.parametrize("native", [True, False])
def test_what_a_handler_of_signals_raises_is_no_error_of_the_grammar(
    native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a time-out by `signal.alarm` does, while the loader is at work, lark's own or ours."""

    def raised(*_: object) -> None:
        raise _Alarm

    monkeypatch.setattr(load_module, "_read" if native else "by_lark", raised)
    if not native:
        monkeypatch.setattr(load_module, "_read", lambda *_: None)
    with pytest.raises(_Alarm):
        lark('start: "an alarm"')


def test_what_an_import_path_raises_is_the_callers() -> None:
    """A function may look for grammars anywhere; only that it finds none there is said by `OSError`."""

    def fails(*_: object) -> tuple[str, str]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lark("%import elsewhere.A\nstart: A", import_paths=[fails])
