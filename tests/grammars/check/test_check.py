"""`check_lark` and `check_gbnf`: findings are true, and true ones are found."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import product
from random import Random

import lark as judge
import pytest
from lark.indenter import PythonIndenter

from constrain import ConstrainError, GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars import library
from constrain.grammars.check import Report, check_gbnf, check_lark


def names(report: Report, kind: str) -> list[tuple[str, ...]]:
    return [finding.names for finding in report.of(kind)]


@pytest.mark.parametrize(
    ("first", "second", "length"),
    [
        ("[a-z]+", "[a-f]{2}", 2),
        ("a+", "(?:aa)+", 2),
        (r"\w+", "[0-9]+", 1),
        (r"\d+", "٣٤|x", 2),  # digits of all scripts
        ("(?i:abc)", "ABC", 3),
        ("a(?!b)", "a", 1),
        ('"[^"]*"', '".*"', 2),
        ("[a-z]+(?<!b)", "ab|ac", 2),
        ("x{5,}", "x{2,7}", 5),
        ("a|bb", "b{2}", 2),
    ],
)
def test_a_collision_has_an_example_that_both_match(first: str, second: str, length: int) -> None:
    """A shortest one; `re` agrees that both match it."""
    (finding,) = check_lark(f"start: (A | B)+\nA: /{first}/\nB: /{second}/").of("collision")

    assert set(finding.names) == {"A", "B"}
    assert finding.example is not None
    assert (length, True, True) == (
        len(finding.example),
        bool(re.fullmatch(first, finding.example)),
        bool(re.fullmatch(second, finding.example)),
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("[a-z]+", "[0-9]+"),
        ("a(?=b)", "a"),
        ("(?:ab)+", "(?:ba)+"),
        ("a{3}", "a{4,}"),
        ("[a-z]+(?<!b)", "ab|cb"),
        ("é+", "e+"),
    ],
)
def test_terminals_without_a_common_text_do_not_collide(first: str, second: str) -> None:
    """Lookarounds count."""
    report = check_lark(f"start: (A | B)+\nA: /{first}/\nB: /{second}/")

    assert [] == report.of("collision")
    assert () == report.passed_over


def test_the_winner_is_the_one_that_lark_takes() -> None:
    """On random pairs of terminals, the first name of a collision is the type of lark's token."""
    chance = Random(1)
    met = 0
    for _ in range(60):
        first, second = (
            "".join(chance.choice(["a", "b", "[ab]", "a?", "b+", "[abc]*"]) for _ in range(3)) for _ in range(2)
        )
        grammar = f"start: (A | B)+\nA: /{first}/\nB: /{second}/"
        try:
            report = check_lark(grammar, lexer="basic")
        except GrammarError:
            continue
        if report.refusal is not None:
            continue
        for finding in report.of("collision"):
            met += 1
            assert finding.example is not None
            tokens = list(judge.Lark(grammar, parser="lalr", lexer="basic").lex(finding.example))
            assert finding.names[0] == tokens[0].type
    assert met > 10


def test_only_terminals_that_may_stand_in_one_place_collide() -> None:
    """The contextual lexer keeps apart what the basic lexer does not; a priority settles; keywords retype."""
    grammar = 'start: "(" WORD ")" | "[" LETTERS "]"\nWORD: /[a-z]+/\nLETTERS: /[a-f]+/'

    assert [] == check_lark(grammar).of("collision")
    assert [("LETTERS", "WORD")] == [
        tuple(sorted(pair)) for pair in names(check_lark(grammar, lexer="basic"), "collision")
    ]
    assert [] == check_lark(grammar.replace("WORD:", "WORD.1:"), lexer="basic").of("collision")
    assert [] == check_lark('start: "if" NAME\nNAME: /[a-z]+/').of("collision")


def test_what_is_unused_or_never_ends_is_told_with_its_line() -> None:
    """Rules, terminals, imports; used ones are not told, nor what stands within terminals."""
    report = check_lark(
        """start: a (b | c)* | sep{a, ","}
sep{x, s}: x (s x)*
a: NUMBER
b: "(" b ")"
c: d
d: c
?spare: lost
lost: WORD
alone{x}: x
NUMBER: DIGIT+
WORD: "w"
%import common (DIGIT, INT)
%import common.WS
%ignore WS"""
    )

    assert [("spare", 7), ("lost", 8), ("alone", 9), ("WORD", 11), ("INT", 12)] == [
        (f.names[0], f.line) for f in sorted(report.of("unused"), key=lambda f: f.line or 0)
    ]
    assert {("b", 4), ("c", 5), ("d", 6)} == {(f.names[0], f.line) for f in report.of("unproductive")}


def test_terminals_that_match_nowhere_are_told_with_the_rules_that_need_them() -> None:
    """One that looks beyond its own text is none of them."""
    report = check_lark("""start: A | b
b: B
A: /a(?!b)/ | /(?<=x)y(?=z)/
B: /(?!x)x/i""")

    assert [("B",), ("b",)] == names(report, "unproductive")
    assert [4, 2] == [f.line for f in report.of("unproductive")]


def test_terminals_that_others_take_are_told_with_the_rules_that_need_them() -> None:
    """Each alone has texts; the lexer gives all of them to others, or nobody makes it."""
    report = check_lark('start: a | b\na: NUM\nb: INT "s"\nNUM: /[0-9]+(\\.[0-9]+)?/\nINT: /[0-9]+/')
    assert [("INT",), ("b",)] == names(report, "unproductive")
    report = check_lark('start: a | b\na: OP\nb: LT | LE\nOP: "<" | "<="\nLT: "<"\nLE: "<="')
    assert [("OP",), ("a",)] == names(report, "unproductive")

    blocks = (
        'start: line+\nline: NAME NL | NAME ":" NL _INDENT line+ _DEDENT\nNAME: /[a-z]+/\n'
        "NL: /(\\r?\\n[\\t ]*)+/\n%declare _INDENT _DEDENT\n"
    )
    lost = [("_DEDENT",), ("_INDENT",)]
    assert lost == names(check_lark(blocks), "unproductive")
    assert lost == names(check_lark(blocks, postlex=PythonIndenter()), "unproductive")
    assert not names(check_lark(blocks.replace("NL", "_NEWLINE"), postlex=PythonIndenter()), "unproductive")


@pytest.mark.parametrize("seed", range(150))
def test_no_terminal_that_lark_reads_is_told_never_to_come(seed: int) -> None:
    """By lark itself, on texts of one to three terminals, some with equal or overlapping expressions."""
    random = Random(seed)
    names_ = ["A", "B", "C", "D"]
    sources = ["/a/", "/[ab]/", "/a|b/", '"a"', '"ab"', "/ab?/", "/[a-c]+/", '"c"', "/b+/"]
    lines = [f"{name}: {random.choice(sources)}" for name in names_]
    rules = [" ".join(random.choices([*names_, '"!"', '"x"'], k=random.choice((1, 2, 3)))) for _ in range(3)]
    text = "start: " + " | ".join(rules) + "\n" + "\n".join(lines)
    lexer = random.choice(["contextual", "basic"])
    try:
        report = check_lark(text, lexer=lexer)
        parser = judge.Lark(text, parser="lalr", lexer=lexer)
    except (ConstrainError, judge.exceptions.LarkError):
        return
    seen: set[str] = set()
    for length in range(1, 5):
        for letters in product("abc!x", repeat=length):
            with suppress(judge.exceptions.LarkError):
                seen |= {token.type for token in parser.parse("".join(letters)).scan_values(lambda _: True)}
    told = {name for (name,) in names(report, "unproductive") if name.isupper()}
    assert not told & seen, (text, lexer)


def test_keywords_beside_words_are_told_where_nothing_is_ignored() -> None:
    """There `findx` is a text, and `find x` is none."""
    assert [("FIND", "NAME")] == names(check_lark('start: "find" NAME\nNAME: /[a-z]+/'), "joined")
    assert not names(check_lark('start: "find" NAME\nNAME: /[a-z]+/\n%ignore " "'), "joined")
    assert not names(check_lark('start: "find" "(" NAME ")"\nNAME: /[a-z]+/'), "joined")
    assert not names(check_lark('start: "v" INT "." INT | INT "px" | "user_" INT\nINT: /[0-9]+/'), "joined")


def test_conflicts_are_told_as_lark_settles_them() -> None:
    """Shift over reduce, and rules by priority; a grammar without conflicts has none."""
    dangling = 'start: stmt\nstmt: "if" stmt | "if" stmt "else" stmt | "x"'
    (finding,) = check_lark(dangling).of("conflict")
    assert (("stmt",), 2) == (finding.names, finding.line)
    assert 'after `stmt: "if" stmt`, before "else": lark reads on' == finding.message

    (finding,) = check_lark('start: a "x" | b "x"\na.2: "t"\nb.1: "t"').of("conflict")
    assert ("b",) == finding.names
    assert "lark ends a, of higher priority" in finding.message

    assert [] == check_lark('start: "(" start ")" | "x"').of("conflict")
    assert [] == check_lark(dangling, parser="earley", lexer="basic").of("conflict")


@pytest.mark.parametrize(
    ("terminal", "words"),
    [
        (r"/\w+/", "734 ranges"),
        (r"/[^\W\d]\w*/", "734 ranges"),
        ("/a(?=b)b?/", "looks ahead (`(?=...)`)"),
        ("/ab(?<!c)/", "looks behind (`(?<!...)`)"),
        (r"/a\b/", "word boundary"),
        ("/<.*?>/", "lazy"),
        ("/a{0,500}b/", "up to 500 times"),
    ],
)
def test_slow_constructs_are_told(terminal: str, words: str) -> None:
    """In the author's terms."""
    report = check_lark(f"start: A\nA: {terminal}")
    assert any(words in finding.message and finding.line == 2 for finding in report.of("cost")), report.of("cost")


@pytest.mark.parametrize("terminal", ["/[0-9A-Za-z_]+/", '"a"', "/[^a]+b{1,9}/", r"/(?a:\w+)/", "/./"])
def test_quick_constructs_are_not(terminal: str) -> None:
    """Nothing is said of what costs nothing."""
    assert [] == check_lark(f"start: A\nA: {terminal}").of("cost")


def test_repetitions_of_rules_are_told() -> None:
    """Those that are long."""
    report = check_lark('start: a~2..100\na: "x"~3')
    assert [(1, "`~2..100`")] == [(f.line, f.message.split(" ")[0]) for f in report.of("cost")]


def test_a_refused_grammar_is_reported_with_its_refusal() -> None:
    """What can be said is said; what cannot even be read raises."""
    report = check_lark("start: A | b\nb: b\nA: /(?P<q>a)(?P=q)/")
    assert isinstance(report.refusal, UnsupportedError)
    assert [("b",)] == names(report, "unproductive")
    assert report.productions is None
    with pytest.raises(GrammarError, match="lark:1:"):
        check_lark("start: (")
    with pytest.raises(LimitExceeded):
        check_lark("start: " + "(" * 5000 + '"a"' + ")" * 5000)


@pytest.mark.parametrize("name", library.names())
def test_the_library_is_clean(name: str) -> None:
    """No collisions, conflicts, or idle definitions in our own grammars."""
    report = check_lark(library.read(name), source=name, **library.entry(name).options())

    assert [] == [finding for finding in report.findings if finding.kind != "cost"]
    assert report.refusal is None


def test_gbnf_findings() -> None:
    """Unused, redefined and endless rules, and what llama.cpp reads otherwise."""
    report = check_gbnf(
        """root ::= a b | c{0,5000} | e
a ::= a "x" | "y"
b ::= "b"
c ::= "(" c ")"
d ::= b
e ::= f? e "x" | "z"
b ::= [0-9]
f ::= "f"
""",
        source="mine.gbnf",
    )

    assert [("d",)] == names(report, "unused")
    assert [("c",)] == names(report, "unproductive")
    assert [(("b",), 7)] == [(f.names, f.line) for f in report.of("redefined")]
    assert {("a", "left"), ("e", "left"), ("root", "count")} == {
        (f.names[0], "left" if "left-recursive" in f.message else "count") for f in report.of("portability")
    }
    assert str(report).startswith("mine.gbnf: GBNF\n6 rules; ")
    assert isinstance(check_gbnf('x ::= "a"').refusal, GrammarError)
    assert "no text matches `root`" in str(check_gbnf('root ::= "a" root').refusal)


def test_a_report_reads_as_a_page() -> None:
    """Sections with counts, lines, and at the end what is in order."""
    report = check_lark("start: (A | B)+\nA: /a+/\nB: /[ab]/", source="mine.lark")
    page = re.sub(r"\d+ productions, made in [\d.]+ s", "N productions", str(report))

    assert page == (
        "mine.lark: lalr/contextual\n"
        "1 rule, 2 terminals; N productions\n"
        "\n"
        "Terminals that match the same text (1):\n"
        "  line 3    A and B both match 'a': lark tries A first, as it may be longer\n"
        "\n"
        "Every rule can be written; no conflicts; nothing is unused; nothing is slow by its form."
    )
