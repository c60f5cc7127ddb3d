"""`lark()`: the texts that lark itself accepts, in every mode, with lark as the judge.

The corpus's texts, random walks through the masks and mutations of both are put to `lark.Lark.parse` and to a matcher
that reads them byte by byte: the verdicts must be the same, and no walk may get stuck.
"""

from __future__ import annotations

import itertools
import random
import re
import sys
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

import lark as judge
import pytest
from lark.lark import PostLex

import constrain
from constrain import ConstrainError, GrammarError, LimitExceeded, UnsupportedError, Vocabulary
from constrain.grammars import lark
from constrain.grammars.lark.loading.load import load
from tests.grammars.lark.corpus import CORPUS, MODES

BYTES = Vocabulary.from_bytes([*(bytes([b]) for b in range(256)), None], end_ids=[256])


def accepts(constraint: constrain.Constraint, text: str) -> bool:
    """Whether the matcher takes every byte of the text and may end there."""
    matcher = constraint.matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return matcher.is_accepting


def takes(matcher: constrain.Matcher, piece: bytes) -> bool:
    """Advances by the bytes of a token; whether all were allowed."""
    for byte in piece:
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return True


def judged(grammar: str, parser: str, lexer: str, postlex: PostLex | None = None, start: str = "start") -> judge.Lark:
    """Lark's own parser, without interegular's comparison of terminals, which only warns (and crashes on some)."""
    with patch.object(judge.lexer, "has_interegular", False):
        return judge.Lark(grammar, parser=parser, lexer=lexer, postlex=postlex, start=start)


def verdict(parser: judge.Lark, text: str) -> bool:
    """Whether lark accepts; its own crash on ambiguous ignored text (lark 1.3.1) comes after it has accepted."""
    try:
        parser.parse(text)
    except RuntimeError as error:
        assert "multiple start symbol" in str(error)
    except Exception:
        return False
    return True


def walk(constraint: constrain.Constraint, chance: random.Random, alphabet: str) -> str | None:
    """A random prefix of the language, mostly over `alphabet`; None where it ends inside a character."""
    matcher = constraint.matcher()
    out = bytearray()
    for _ in range(chance.randint(1, 25)):
        allowed = [byte for byte in range(256) if matcher.allows(byte)]
        if not allowed:
            assert matcher.is_accepting, f"stuck after {bytes(out)!r}"
            break
        liked = [byte for byte in allowed if chr(byte) in alphabet]
        byte = chance.choice(liked if liked and chance.random() < 0.9 else allowed)
        matcher.advance(byte)
        out.append(byte)
    try:
        return out.decode()
    except UnicodeDecodeError:
        return None


def mutations(texts: list[str], chance: random.Random, alphabet: str, count: int) -> list[str]:
    """Texts with a few characters put in, left out or changed."""
    out = []
    for _ in range(count):
        letters = list(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            place = chance.randint(0, len(letters))
            letters[place : place + chance.randint(0, 1)] = chance.choice([[], [chance.choice(alphabet)]])
        out.append("".join(letters))
    return out


def disagreements(
    grammar: str,
    texts: list[str],
    parser: str,
    lexer: str,
    rounds: int,
    seed: int = 1,
    postlex: PostLex | None = None,
) -> list[str]:
    """Texts on which lark and the constraint differ; empty also where both refuse the grammar or have no text."""
    chance = random.Random(seed)
    alphabet = "".join(sorted(set("".join(texts)))) + "a1 é"
    try:
        reference = judged(grammar, parser, lexer, postlex)
    except Exception:
        with pytest.raises(constrain.ConstrainError):
            lark(grammar, parser=parser, lexer=lexer, postlex=postlex)
        return []
    try:
        constraint = constrain.compile(lark(grammar, parser=parser, lexer=lexer, postlex=postlex), BYTES)
    except GrammarError:  # no text at all
        return [text for text in mutations(texts, chance, alphabet, rounds) + texts if verdict(reference, text)]
    walks = [walk(constraint, chance, alphabet) for _ in range(rounds)]
    known = [*texts, *(text for text in walks if text is not None)]
    return [
        text
        for text in dict.fromkeys([*known, *mutations(known, chance, alphabet, 2 * rounds)])
        if verdict(reference, text) is not accepts(constraint, text)
    ]


@pytest.mark.parametrize(("parser", "lexer"), MODES)
@pytest.mark.parametrize("name", CORPUS)
def test_verdicts_are_those_of_lark(name: str, parser: str, lexer: str) -> None:
    """On the corpus, masks followed byte by byte accept exactly what lark accepts, and never lead nowhere."""
    grammar, texts = CORPUS[name]

    assert [] == disagreements(grammar, texts, parser, lexer, rounds=12)


@pytest.mark.slow
@pytest.mark.parametrize(("parser", "lexer"), MODES)
@pytest.mark.parametrize("name", CORPUS)
def test_verdicts_are_those_of_lark_at_length(name: str, parser: str, lexer: str) -> None:
    """The same with many more texts."""
    grammar, texts = CORPUS[name]

    assert [] == disagreements(grammar, texts, parser, lexer, rounds=400, seed=2)


def random_grammar(chance: random.Random) -> str:
    """A small grammar over a few letters, whose terminals overlap as often as not."""
    pieces = ["a", "b", "ab", "a+", "b*a", "a?b", "[ab]", "(a|ab)", "a+?", "ba", "c", "a(?!b)", "(b|c)+", "a$", "c?"]
    names = ["A", "B", "C", "D"][: chance.randint(2, 4)]
    lines = []
    for name in names:
        body = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 2)))
        priority = chance.choice(["", "", "", ".1", ".2"])
        quoted = chance.random() < 0.3 and re.fullmatch("[abc]+", body)
        lines.append(f'{name}{priority}: "{body}"' if quoted else f"{name}{priority}: /{body}/")
    symbols = [*names, *names, "x", "y", '"a"', '"b"']
    for rule in ("start", "x", "y"):
        ways = [
            " ".join(chance.choice(symbols) for _ in range(chance.randint(0, 3))) for _ in range(chance.randint(1, 3))
        ]
        lines.append(f"{rule}: " + " | ".join(ways))
    if chance.random() < 0.4:
        lines.append(chance.choice(['%ignore " "', "%ignore /[ c]+/", "%ignore C", '%ignore "b"']))
    return "\n".join(lines)


def differ_on_random_grammars(seeds: range, rounds: int) -> list[tuple[int, str, str, str]]:
    """(seed, parser, lexer, text) for every disagreement on random grammars."""
    found = []
    for seed in seeds:
        grammar = random_grammar(random.Random(seed))
        for parser, lexer in MODES:
            for text in disagreements(grammar, ["a", "ab", "abc", "b a", "cc"], parser, lexer, rounds, seed):
                found.append((seed, parser, lexer, text))
    return found


def test_random_grammars_agree_with_lark() -> None:
    """Random rules over overlapping terminals: lark's verdict in every mode."""
    assert [] == differ_on_random_grammars(range(25), rounds=10)


@pytest.mark.slow
def test_many_random_grammars_agree_with_lark() -> None:
    """The same, a thousand grammars."""
    assert [] == differ_on_random_grammars(range(1000, 2000), rounds=25)


AROUND = [
    "a",
    "b",
    "ab",
    "a+",
    "b*a",
    "a?b",
    "[ab]",
    "(a|ab)",
    "a+?",
    "a(?!b)",
    "a$",
    "c?",
    "(?=b)",
    r"b\b",
    r"\B",
    r"\b",
]
AROUND += [
    "^",
    "(?<=a)",
    "(?<!a)",
    "(?<!b)",
    "(?<=ab)",
    "(?<!ba)",
    "(?m:^)",
    r"\A",
    "(?<=b|c)",
    r"(?<=\n)",
    "(?<= )",
    r"\n",
]
AROUND += ["(?>a|ab)", "(?>a*)", "(?>ab|a)", "a++", "(?:a|ab)++", "(?>a(?=b)|ac)", "[ab]?+", "(?!a(?=b))", r"(?!ab\b)"]
AROUND += [
    "(?=a$|b)",
    "(?>(?:ab|a)(?!c))",
    "(?:ab|a|b){1,2}+",
    r"(?!\ba)",
    "(?>(?<=a)b|a)",
    "(?=(?!ab)a)",
    "(?>a+?b|a)",
]
AROUND += ["(?>[ab]*+c|a)", "(?:a?b|a){2,3}+", "(?>(?:a|ab)*?c|a)", "(?m:$)", "(?>a$|ab)", "(?!(?>a|ab)c)", "(?>|a)b"]


def grammar_that_looks_around(chance: random.Random) -> str:
    """Rules over terminals that look at what stands before and after them, and hold groups that are matched once."""
    names = ["A", "B", "C", "D"][: chance.randint(1, 4)]
    lines = []
    for name in names:
        body = "".join(chance.choices(AROUND, k=chance.randint(1, 4)))
        priority = chance.choice(["", "", "", ".1", ".2"])
        lines.append(
            f"{name}{priority}: /{body}/" if chance.random() < 0.85 else f'{name}: "{chance.choice(["a", "ab"])}"'
        )
    symbols = [*names, *names, "x", '"b"']
    for rule in ("start", "x"):
        ways = [" ".join(chance.choices(symbols, k=chance.randint(1, 3))) for _ in range(chance.randint(1, 3))]
        lines.append(f"{rule}: " + " | ".join(ways))
    ignored = ["", "", '%ignore " "', "%ignore /c+/", r"%ignore /\b /", "%ignore /(?<=a)c| /"]
    return "\n".join([*lines, chance.choice(ignored)])


def differ_by_short_texts(grammar: str, parser: str, lexer: str) -> list[str]:
    """The texts of up to four characters that lark and the masks do not agree on: accepted, or begun by an accepted one."""
    try:
        reference = judged(grammar, parser, lexer)
    except Exception:
        with pytest.raises(constrain.ConstrainError):
            lark(grammar, parser=parser, lexer=lexer)
        return []
    texts = ["".join(letters) for count in range(5) for letters in itertools.product("abc \n", repeat=count)]
    chance = random.Random(grammar)
    known = {text for text in [*texts[:31], *chance.sample(texts, 150)] if verdict(reference, text)}
    begun = {text[:length] for text in known for length in range(len(text) + 1)}
    try:
        constraint = constrain.compile(lark(grammar, parser=parser, lexer=lexer), BYTES)
    except GrammarError:  # no text at all
        return sorted(known)
    chance.seed(grammar)
    differ = [
        text for text in [*texts[:31], *chance.sample(texts, 150)] if accepts(constraint, text) != (text in known)
    ]
    return differ + [text for text in begun if not takes(constraint.matcher(), text.encode())]


@pytest.mark.parametrize(("parser", "lexer"), MODES)
def test_terminals_see_what_stands_around_them(parser: str, lexer: str) -> None:
    """Lookbehinds, boundaries and anchors at a terminal's start, atomic groups, lookarounds inside others: as lark has it."""
    grammars = [grammar_that_looks_around(random.Random(seed)) for seed in range(40)]

    assert [] == [(g, differ) for g in grammars if (differ := differ_by_short_texts(g, parser, lexer))]


@pytest.mark.slow
@pytest.mark.parametrize(("parser", "lexer"), MODES)
def test_many_terminals_see_what_stands_around_them(parser: str, lexer: str) -> None:
    """The same, six hundred grammars."""
    grammars = [grammar_that_looks_around(random.Random(seed)) for seed in range(1000, 1600)]

    assert [] == [(g, differ) for g in grammars if (differ := differ_by_short_texts(g, parser, lexer))]


LOOKING = ["a", "b", "ab", "a+", "b*a", "a?b", "(a|ab)", "a+?", "a(?!b)", "a$", "c?", "(?=b)", "(?!ab)", r"b\b", r"\B"]
LOOKING += ["(?=a|$)", "(?!c|bb)", "[abc]+", "(?:a(?!c)|ab)", "[abc]*?", "(?!$)", "c(?=ab)", "(?<!b)c"]


def differ_on_lookaheads(seeds: range) -> list[tuple[str, str]]:
    """(grammar, text) where lark and we differ in dynamic_complete, on random terminals that look around."""
    found = []
    for seed in seeds:
        chance = random.Random(seed)
        names = ["A", "B", "C"][: chance.randint(1, 3)]
        lines = [f"{name}: /{''.join(chance.choices(LOOKING, k=chance.randint(1, 4)))}/" for name in names]
        symbols = [*names, *names, "x", '"b"']
        for rule in ("start", "x"):
            ways = [" ".join(chance.choices(symbols, k=chance.randint(1, 3))) for _ in range(chance.randint(1, 3))]
            lines.append(f"{rule}: " + " | ".join(ways))
        lines += chance.choice([[], [], ['%ignore " "'], ["%ignore /c+/"]])
        grammar = "\n".join(lines)
        texts = ["".join(chance.choices("abc ", (4, 3, 2, 1), k=chance.randint(1, 5))) for _ in range(60)]
        try:
            reference = judged(grammar, "earley", "dynamic_complete")
        except judge.exceptions.LarkError:
            continue
        try:
            constraint = constrain.compile(lark(grammar, parser="earley", lexer="dynamic_complete"), BYTES)
        except GrammarError:  # no text at all
            found += [(grammar, text) for text in texts if verdict(reference, text)]
            continue
        found += [(grammar, text) for text in texts if verdict(reference, text) is not accepts(constraint, text)]
    return found


def test_a_lookahead_sees_the_cut_where_a_terminal_ends_early() -> None:
    """In dynamic_complete a terminal also ends where it matches a beginning of its match, taken by itself."""
    assert [] == differ_on_lookaheads(range(60))


@pytest.mark.slow
def test_many_lookaheads_see_the_cut() -> None:
    """The same, two thousand grammars."""
    assert [] == differ_on_lookaheads(range(1000, 3000))


@pytest.mark.parametrize("text", ["a", "aa", "ab", "aab", "aba", "abb", "baa", "bab"])
def test_an_early_end_needs_a_match_that_goes_on(text: str) -> None:
    """`a` alone is no match in `ab`, where `b` follows; in `aab`, `aa` is cut out of the match `aab`."""
    grammar = "start: (A | B)+\nA: /a+b$|a+$/\nB: /b/"
    reference = judged(grammar, "earley", "dynamic_complete")
    constraint = constrain.compile(lark(grammar, parser="earley", lexer="dynamic_complete"), BYTES)

    assert verdict(reference, text) is accepts(constraint, text)


def test_tokens_that_span_terminals_are_masked_exactly() -> None:
    """With multi-byte tokens too, a token is allowed exactly if its bytes one after another are."""
    pieces = [
        b"i",
        b"f",
        b"if",
        b"ifx",
        b" ",
        b"x",
        b"x=",
        b"=1",
        b"1;",
        b";",
        b"return",
        b"return ",
        b"=",
        b"1",
        b"f x",
    ]
    pieces += [bytes([byte]) for byte in range(256)]
    vocabulary = Vocabulary.from_bytes([*pieces, None], end_ids=[len(pieces)])
    grammar = lark(CORPUS["keywords"][0])
    tokens, by_bytes = constrain.compile(grammar, vocabulary), constrain.compile(grammar, BYTES)
    chance = random.Random(3)
    for _ in range(60):
        matcher, single = tokens.matcher(), by_bytes.matcher()
        for _ in range(8):
            expected = []
            for number, piece in enumerate(pieces):
                trial = single.fork()
                if takes(trial, piece):
                    expected.append(number)

            assert expected == [t for t in range(len(pieces)) if matcher.allows(t)]
            if not expected:
                break
            token = chance.choice(expected)
            matcher.advance(token)
            for byte in pieces[token]:
                single.advance(byte)


def test_lark_reads_its_own_language() -> None:
    """lark.lark, the grammar of grammars, accepts the corpus's grammars as lark's reader of it does."""
    source = (Path(judge.__file__).parent / "grammars" / "lark.lark").read_text()
    reference = judged(source, "lalr", "contextual")
    constraint = constrain.compile(lark(source), BYTES)
    texts = [grammar for grammar, _ in CORPUS.values()]
    texts += mutations(texts, random.Random(4), 'aA:|()[]"/\n ~%', 60)

    assert [verdict(reference, text) for text in texts] == [accepts(constraint, text) for text in texts]


@pytest.mark.parametrize(
    ("grammar", "error", "words"),
    [
        ("start: a", GrammarError, "Rule 'a' used but not defined"),
        ("start: (", GrammarError, "lark:1:"),
        ('begin: "a"', GrammarError, "pass start='begin'"),
        ('START: "a"', GrammarError, "START is a terminal"),
        ('start: A\nA: "a" | A "b"', GrammarError, "Recursion"),
        ('start: A\nA: "a"?', GrammarError, "may be empty"),
        ('start: a | b\na: "x"\nb: "x"', GrammarError, "not LALR(1)"),
        ("start: A\nA: /(a/", GrammarError, "missing )"),
        ("start: A\nA: /(?<=b)a/", GrammarError, "no text matches"),
        ("start: A\nA: /a(?>.(?<=ba)b|c)/", UnsupportedError, "terminal A: a lookbehind in an atomic group"),
        ("start: A\nA: /a(?<=(?=a)a)b/", UnsupportedError, "a lookaround inside a lookbehind"),
        ("start: A\nA: /a(?<=a|bc)d/", GrammarError, "terminal A: look-behind requires fixed-width"),
        ("start: A\nA: /(?P<q>a)(?P=q)/", UnsupportedError, "backreference"),
        ("start: A\nA: /(?>a|b)(?<=(?>a))c/", UnsupportedError, "an atomic group inside a lookbehind"),
        ("start: A\nA: /(?i)a/", GrammarError, "(?i:...)"),
        ("start: A B\nA: /(?P<q>a)/\nB: /(?P<q>b)/", GrammarError, "`q` is taken"),
        ("%import secret.A\nstart: A", GrammarError, "import_paths"),
        ("%import .secret.A\nstart: A", GrammarError, "import_paths"),
        ("start: A\nA: /(?>(?:a|ab)*[ab]{30}|(?:b|ba)*[ab]{30})c/", LimitExceeded, "steps"),
        ("start: A\nA: /(?:(?:(?:a{99}){99}){99}){99}/", LimitExceeded, "60000"),
        ("start: " + "(" * 5000 + '"a"' + ")" * 5000, LimitExceeded, "nested"),
    ],
)
def test_what_cannot_be_kept_is_refused(grammar: str, error: type[Exception], words: str) -> None:
    """Errors name what is wrong, of the kind that says whose fault it is."""
    with pytest.raises(error, match=re.escape(words)):
        lark(grammar)


def test_an_error_shows_its_place() -> None:
    """Line, column and a caret below the place."""
    with pytest.raises(GrammarError) as caught:
        lark('start: "a"\nother: )\n')

    assert (2, 8) == (caught.value.line, caught.value.column)
    assert "    other: )\n           ^" == caught.value.excerpt


@pytest.mark.parametrize(
    ("grammar", "place", "words"),
    [
        ('start: a | b\na: "x"\nb: "x"', "2:1", "give one a priority (`a.2: …`)"),
        ('start: x{A} | y{A}\n\n?x{t}: t\ny{t}: t\nA: "a"', "3:1", "not LALR(1)"),
        ('start: "a"\nx: "b"\nstart: "b"', "3:1", "more than once"),
        ('x{a}: a\nstart: x{A, B}\nA: "a"\nB: "b"', "2:8", "expected 1, got 2"),
        ('start: A\nA: "x"\nB: C\nC: B', "3:1", "Recursion"),
        ("start: A\nA.2: /(?P<q>a)(?P=q)/", "2:1", "a backreference"),
        ("start: WS\n%import comon.WS", "2:9", "in none of import_paths"),
        ('start: A\nA: ""', "2:4", "leave it out where nothing may stand"),
        ("%import common.NOPE -> X\nstart: X", "1:16", "`common` defines no NOPE"),
        ("%import common (WS, NOPE)\nstart: NOPE", "1:21", "`common` defines no NOPE"),
        ('%import common\nstart: "a"', "1:9", "as in `%import common.NAME`"),
        ('start: "a"\n%override foo: "b"', "2:1", "leave `%override` out"),
        ('start: "a"\n%ignore FOO', "2:9", "not defined"),
        ('start: "a"\n%ignore WS', "2:9", "not defined; write `%import common.WS`"),
        ("start: CNAME", "1:8", "write `%import common.CNAME`"),
        ("start: NUMBR", "1:8", "did you mean `NUMBER`, of `%import common.NUMBER`?"),
        ('start: itme\n// itme:\n!item.2: "a"', "1:8", "did you mean `item`?"),
        ('start: "a"~3..1', "1:11", "3..1"),
        ('start: "a".."bc"', "1:10", "a range is of two characters"),
        ('start: a\na: "x" b+\nb: "y" a', "2:1", "each alternative of `a` holds `b`, and that `a` again"),
        ('%declare X\nstart: X "a"', "2:1", "nobody makes the declared terminal X"),
        ("start: x\nx{a}: a", "1:1", "a template without its arguments"),
    ],
)
def test_an_error_about_a_name_has_its_place(grammar: str, place: str, words: str) -> None:
    """Where lark's loader or a table knows a name alone, the text is asked where that stands."""
    with pytest.raises(ConstrainError, match=re.escape(words)) as caught:
        lark(grammar)

    assert str(caught.value).startswith(f"lark:{place}: ")


@pytest.mark.parametrize(
    "options",
    [
        {"parser": "cyk"},
        {"postlex": object()},
        {"use_bytes": True},
        {"strict": True},
        {"ambiguity": "explicit"},
        {"start": ["start", "other"]},
    ],
)
def test_options_that_change_the_language_and_are_not_kept_are_refused(options: dict[str, object]) -> None:
    """No option is taken that would be ignored."""
    with pytest.raises(UnsupportedError):
        lark('start: "a"', **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [{"parser": "lal"}, {"parser": "earley", "lexer": "contextual"}, {"lexer": "dynamic"}, {"priority": "high"}],
)
def test_options_that_lark_does_not_know_are_values_out_of_range(options: dict[str, str]) -> None:
    """What Lark refuses by itself is a ValueError."""
    with pytest.raises(ValueError, match=f"{[*options][-1]} is"):
        lark('start: "a"', **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("priority", [None, "auto", "normal", "invert"])
@pytest.mark.parametrize(("parser", "lexer"), [("lalr", "basic"), ("lalr", "contextual"), ("earley", "basic")])
@pytest.mark.parametrize(
    "grammar",
    [
        "start: A | B C\nA.2: /ab/\nB: /a/\nC: /b/",
        "start: A C | B\nA.-1: /ab?/\nB.1: /abc|b/\nC: /c/",
        "start: x C | y D\nx.2: A\ny.1: A\nA: /a/\nC: /c/\nD: /c|d/",
        "start: x y\nx.2: A |\ny: A | A A\nA: /a/",
    ],
)
def test_priorities_count_as_the_option_says(
    grammar: str, priority: Literal["auto", "normal", "invert"] | None, parser: str, lexer: str
) -> None:
    """`priority` keeps, negates or drops priorities, which change what a lexer reads and which reduction wins."""
    texts = ["", *("".join(word) for size in range(1, 4) for word in itertools.product("abcd", repeat=size))]
    try:
        reference = judge.Lark(grammar, parser=parser, lexer=lexer, priority=priority)
    except judge.exceptions.GrammarError:
        with pytest.raises(GrammarError):
            lark(grammar, parser=parser, lexer=lexer, priority=priority)
        return
    constraint = constrain.compile(lark(grammar, parser=parser, lexer=lexer, priority=priority), BYTES)

    assert [verdict(reference, text) for text in texts] == [accepts(constraint, text) for text in texts]


def test_a_list_of_one_start_is_that_start() -> None:
    """As in lark."""
    constraint = constrain.compile(lark('x: "a"', start=["x"]), BYTES)

    assert accepts(constraint, "a")
    assert not accepts(constraint, "")


def test_a_grammar_reads_no_file_but_from_import_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the working directory nor the folder of `__main__` is searched; `import_paths` are, cycles end."""
    (tmp_path / "mine.lark").write_text('A: "a"\n')
    (tmp_path / "cycle.lark").write_text("%import cycle.A\n")
    monkeypatch.chdir(tmp_path)
    for name in ("mine", ".mine"):
        with pytest.raises(GrammarError):
            lark(f"%import {name}.A\nstart: A")

    assert accepts(constrain.compile(lark("%import mine.A\nstart: A+", import_paths=[tmp_path]), BYTES), "aa")
    with pytest.raises(LimitExceeded):
        lark("%import cycle.A\nstart: A", import_paths=[tmp_path])


def test_a_relative_import_looks_beside_the_file_that_the_caller_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in lark, also from file to file, and in the words of lark's own loader; what is not relative does not look there."""
    (tmp_path / "mine.lark").write_text('A: "a"')
    (tmp_path / "both.lark").write_text('%import .mine.A\nB: A "b"')
    path = tmp_path / "main.lark"
    grammar = "%import .both.B\nstart: B+"
    for by_lark in (False, True):
        if by_lark:
            monkeypatch.setattr(sys.modules[load.__module__], "known", lambda: False)
        constraint = constrain.compile(lark(grammar, source_path=path), BYTES)

        assert accepts(constraint, "abab")
        assert verdict(judge.Lark(grammar, source_path=str(path)), "abab")
        with pytest.raises(GrammarError, match="import_paths"):
            lark(grammar)
    with pytest.raises(GrammarError, match="import_paths"):
        lark("%import both.B\nstart: B+", source_path=path)
    with pytest.raises(GrammarError):
        lark("%import ..both.B\nstart: B+", source_path=tmp_path / "inner" / "main.lark")
    with pytest.raises(TypeError, match="source_path"):
        lark('start: "a"', source_path=b"main.lark")  # type: ignore[arg-type]


OF_REGEX = [r"\p{Lu}", r"\p{L}+", r"[\p{Ll}_]", r"\w+", r"\d", r"\b", r"\Ba", "(?i:k)", "(?i:ß)", "[[:alpha:]]+", r"\s"]
OF_REGEX += [r"[^\w]", "(?>a|ab)", "(?:a|ab){2}+", "[a-c]", r"\P{L}", "(?<g>a)", "(?i:[k-s])", ".", "^a", r"\Z", "b"]


@pytest.mark.parametrize(("parser", "lexer"), MODES)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_expressions_of_the_package_regex(parser: str, lexer: str) -> None:
    """With `regex=True`: its properties and classes, its letters and cases, its possessive repetitions."""
    pytest.importorskip("regex")
    compared = 0
    for seed in range(25):
        chance = random.Random(seed)
        body = "".join(chance.choices(OF_REGEX, k=chance.randint(1, 3)))
        grammar = f"start: (A | B)+\nA: /{body}/\nB: /{chance.choice(OF_REGEX).replace('<g>', '<h>')}/"
        options: dict[str, Any] = {"parser": parser, "lexer": lexer, "regex": True}
        try:
            with patch.object(judge.lexer, "has_interegular", False):
                reference = judge.Lark(grammar, **options)
        except Exception:
            with pytest.raises(constrain.ConstrainError):
                lark(grammar, **options)
            continue
        texts = ["".join(chance.choices("aKkßſ é1_\n\u0301ÀK٣b", k=chance.randint(1, 4))) for _ in range(60)]
        try:
            constraint = constrain.compile(lark(grammar, **options), BYTES)
        except GrammarError:  # no text at all
            assert not any(verdict(reference, text) for text in texts)
            continue
        compared += 1

        assert [] == [(grammar, t) for t in texts if verdict(reference, t) is not accepts(constraint, t)]
    assert compared > 5


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("a(?R)?b", "(?R"),
        ("(?:ab){e<=1}", "fuzzy"),
        (r"\X", r"`\X`"),
        (r"a\Kb", r"`\K`"),
        ("(?|a|b)", "(?|a|b"),
        ("(?V1)[a--b]", "(?V1"),
        (r"\p{Nonsense}", "unknown property"),
        (r"\p", "expected"),
    ],
)
def test_what_only_regex_has_is_refused(expression: str, words: str) -> None:
    """Recursion, fuzzy matching, graphemes and the like, and properties that nobody knows."""
    pytest.importorskip("regex")
    with pytest.raises(constrain.ConstrainError, match=re.escape(words)):
        lark(f"start: A\nA: /{expression}/", regex=True)


@pytest.mark.parametrize(
    ("grammar", "place", "words"),
    [
        ('start: "a" %json {"type": "object"}', (1, 12), "json_schema(schema)"),
        ('start: A\nA: %regex { "substring_words": "x y" }', (2, 4), "choice(["),
        ('%llguidance {}\nstart: "a"', (1, 1), "leave the line out"),
        ('start[capture="x"]: "a"', (1, 1), "leave captures out"),
        ('start: "<|a|>" <|think|> "a"', (1, 16), "special("),
        ('start: <[12]> "a"', (1, 8), "special("),
        ("start: A & B\nA: /a/\nB: /b/", (1, 10), "(?="),
        ('start: A\nA: ~B\nB: "x"', (2, 4), "(?!if"),
        ("start: UNESCAPED_STRING\n%import common.UNESCAPED_STRING", (2, 1), "ESCAPED_STRING"),
        ("grammar Small;\nstart : ID ;\nID : [a-z]+ ;", (1, 1), "ANTLR"),
        ('start ::= "a"', (1, 1), "ebnf(text)"),
    ],
)
def test_other_dialects_are_named_with_what_to_write_here(grammar: str, place: tuple[int, int], words: str) -> None:
    """Llguidance's and Outlines' additions to Lark's notation, ANTLR's and EBNF's rules."""
    with pytest.raises(GrammarError, match=re.escape(words)) as caught:
        lark(grammar)

    assert place == (caught.value.line, caught.value.column)


@pytest.mark.parametrize(
    ("grammar", "place", "words"),
    [
        ("start: 'a'", (1, 8), "double quotes"),
        ('start: "a"{2,3}', (1, 11), '`"a"~2..3`'),
        ('start: "a"{2}', (1, 11), "`~3`"),
        ('start: "a" {"b"}', (1, 12), "`(…)*`"),
        ('start = "a"', (1, 7), "colon"),
        ('start -> "a"', (1, 7), "colon"),
        ('start: "a"\nb: "b";', (2, 7), "leave `;` out"),
        ('start: a, b\na: "a"\nb: "b"', (1, 9), "without commas"),
        ("start: [a-z]+", (1, 10), "/[a-z]/"),
        ("start: \\d", (1, 8), "/\\d/"),
        ('start: (* c *) "a"', (1, 9), "`//`"),
        ('Start: "a"', (1, 2), "small letters"),
        ('start: "a"\n  "b"', (2, 3), "next line"),
        ('start: "a"*?', (1, 12), "/.*?x/"),
        ("start: a..z", (1, 9), '"a".."z"'),
        ('start: ("+" /(.*)/ LF)+\n%import common.LF', (1, 13), "`[/(.+)/]`"),
        ("start: A\nA: /a*/", (2, 1), "`[A]`"),
        ('start: "if" NAME "then" NAME\nNAME: /[a-z]+/', (2, 1), "never reads `then` after NAME"),
        ("start: WORD NUMBER\nWORD: /\\w+/\nNUMBER: /[0-9]+/", (2, 1), "never reads NUMBER after WORD"),
        ("start: A\nA: b\nb: /x/", (2, 1), "b in capitals"),
        ('root: "a"', (None, None), "start='root'"),
        (
            'start: ("a" "b"\nx: "y"',
            (1, 16),
            "`)` is needed to close the `(` of line 1, column 8, before the rule ends",
        ),
        ('start: ("a" | [ "("\n', (1, 20), "to close the `[` of line 1, column 15"),
        ('start: ("a" "b"]', (1, 16), "column 8, not `]`"),
        ('start: "a" )', (1, 12), "`)` closes nothing"),
        ('start: "a" "b\n', (1, 12), 'it ends in its line, with `"`'),
        ("start: /ab\n", (1, 8), "it ends in its line, with `/`"),
        ('start "a"', (1, 7), "colon"),
    ],
)
def test_slips_are_named_with_what_to_write(grammar: str, place: tuple[int | None, int | None], words: str) -> None:
    """What hands that are used to EBNF, GBNF, ANTLR and `re` write is named where it stands, with the way on."""
    with pytest.raises(GrammarError, match=re.escape(words)) as caught:
        constrain.compile(lark(grammar), BYTES)

    assert place == (caught.value.line, caught.value.column)


def test_what_a_blank_separates_is_not_blamed() -> None:
    """A terminal that would swallow another is no reason where something ignored, or its own end, parts them."""
    lark('start: "if" NAME "then" NAME\nNAME: /[a-z]+/\n%ignore " "')
    lark("start: A B\nA: /[a-z]+?/\nB: /[a-z]+/")
    with pytest.raises(GrammarError) as caught:
        lark("start: A C\nA: /[a-z]+/\nC: /(?<=b)1(?<=2)/")
    assert "never reads" not in str(caught.value)


@pytest.mark.parametrize(
    "grammar",
    ['start: A~2\nA: "<|x|>" | "&" | /~A%json/\nB: "b', "start: A // <|x|> & %json\n", "start: (A # ~B\nA: /a/"],
)
def test_marks_in_literals_and_comments_mean_nothing(grammar: str) -> None:
    """A grammar that is wrong for another reason is told that reason."""
    with pytest.raises(GrammarError) as caught:
        lark(grammar)

    assert "llguidance" not in str(caught.value)


@pytest.mark.parametrize("mode", [("lalr", "contextual"), ("lalr", "basic"), ("earley", "basic")])
@pytest.mark.parametrize(
    "grammar",
    [
        'start: A+\nA: /[ab]+/\nC: /#[a-]*/\n%ignore " "\n%ignore C',
        'start: (A|M)+\nA: /a/\nM: "-"\nC: /--a*/\n%ignore C\n%ignore / +/',
        'start: x+\nx: A "-" A | "#"\nA: "a"\nC.2: /#a?/\n%ignore C\n%ignore " "',
    ],
)
def test_what_is_ignored_may_be_blank_alone(grammar: str, mode: tuple[str, str]) -> None:
    """Lark's own texts in which its lexer drops no token but white space: what it would drop is never read otherwise."""
    dropped: list[str] = []

    def note(token: Any) -> Any:
        dropped.append(token)
        return token

    parser, lexer = mode
    names = judge.Lark(grammar, parser=parser, lexer=lexer).ignore_tokens
    reference = judge.Lark(grammar, parser=parser, lexer=lexer, lexer_callbacks=dict.fromkeys(names, note))
    constraint = constrain.compile(lark(grammar, parser=parser, lexer=lexer, ignored="blank"), BYTES)
    comments = 0
    for text in map("".join, itertools.chain.from_iterable(itertools.product("a-# ", repeat=n) for n in range(5))):
        dropped.clear()
        good = verdict(reference, text)
        blank = not any(token.strip() for token in dropped)
        comments += good and not blank
        assert accepts(constraint, text) == (good and blank), text
    assert comments
