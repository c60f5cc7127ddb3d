"""`regex` is `re.fullmatch`: on the standard library's patterns, on random ones, and over all of Unicode.

Patterns are judged by their definition (`reference.patterns`), which shares no code with the engine, and once more
through the engine itself.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, UnsupportedError, Vocabulary
from constrain.grammars import regex
from constrain.grammars.regex import Spelling, parse, translate
from constrain.grammars.regex.casefold import folding
from constrain.grammars.regex.categories import all_characters
from constrain.grammars.regex.charset import RELEVANT, code_points, hashable
from constrain.grammars.regex.front import _POSIX_CLASSES
from constrain.grammars.regex.ranges import Ranges, members
from constrain.patterns.pattern import (
    Ahead,
    Behind,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    concat,
    encode,
    literal,
    repeat,
)
from tests.steps import at_most

from ...reference.patterns import Spans, matches
from .patterns import FAMILIES, TooSlow, matches_whole, patterns, texts, time_limit

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # `re` warns of `[[`

EXPECTED_REFUSALS = ("backreference", "lookahead in", "condition on an open group")
BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


def pattern_of(source: str, flags: int = 0) -> Pattern:
    """The one terminal of `regex(source, flags)`."""
    return regex(source, flags).productions["regex"].pattern  # type: ignore[attr-defined,no-any-return]


def alphabet(family: str) -> str:
    """Letters that tell the constructs of a family apart."""
    constructs = FAMILIES[family]
    return "aAb" if family == "case" else "ab\n" if "anchor" in constructs else "abc"


def judged(family: str, seed: int, count: int, tried: list[str]) -> list[tuple[str, dict[str, bool]]]:
    """Random patterns with what `re` says of each text."""
    found: list[tuple[str, dict[str, bool]]] = []
    for source in patterns(family, seed, count):
        compiled = re.compile(source)
        try:
            with time_limit(2):
                verdicts = {text: matches_whole(compiled, text) for text in tried}
        except TooSlow:
            continue
        found.append((source, {text: verdict for text, verdict in verdicts.items() if verdict is not None}))
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_random_patterns_mean_what_re_means(family: str) -> None:
    """Every short text matches the translation of a random pattern when, and only when, `re.fullmatch` accepts it."""
    refused = 0
    for source, verdicts in judged(family, 1, 80, texts(alphabet(family), 4)):
        try:
            pattern = pattern_of(source)
        except (UnsupportedError, LimitExceeded) as error:
            feature = getattr(error, "feature", EXPECTED_REFUSALS[0])
            expected_refusal = feature.startswith(EXPECTED_REFUSALS)
            assert expected_refusal, (source, feature)
            refused += 1
            continue

        wrong = [text for text, expected in verdicts.items() if matches(pattern, text.encode()) != expected]
        assert wrong == [], source
    assert refused <= 15


@pytest.mark.parametrize("family", FAMILIES)
def test_the_engine_accepts_what_re_accepts(family: str) -> None:
    """Byte by byte through a compiled constraint, exactly the texts that `re.fullmatch` accepts can be written."""
    letters = alphabet(family)
    given_up = 0
    for source, verdicts in judged(family, 2, 120, texts(letters, 4)):
        expected = {text for text, verdict in verdicts.items() if verdict}
        try:
            constraint = constrain.compile(regex(source), BYTES)
            written = writable(constraint, letters, 4) & verdicts.keys()
        except GrammarError:
            written = set()  # nothing at all matches
        except (UnsupportedError, LimitExceeded):
            given_up += 1
            continue

        assert expected == written, source
    assert given_up <= 15


def writable(constraint: constrain.Constraint, letters: str, longest: int) -> set[str]:
    """The texts that a matcher lets through and accepts."""
    found: set[str] = set()
    waiting = [("", constraint.matcher())]
    while waiting:
        text, matcher = waiting.pop()
        if matcher.is_accepting:
            found.add(text)
        for letter in letters if len(text) < longest else "":
            if matcher.allows(ord(letter)):
                branch = matcher.fork()
                branch.advance(ord(letter))
                waiting.append((text + letter, branch))
    return found


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "case"])
def test_first_match_is_what_re_match_finds(family: str) -> None:
    """With `first_match`, a pattern at any place of a text ends exactly where `re.match` ends there."""
    tried = texts("ab\n" if "anchor" in FAMILIES[family] else "ab", 3)
    for source in patterns(family, 3, 50):
        compiled = re.compile(source)
        try:
            pattern = translate(parse(source), first_match=True)
        except (UnsupportedError, LimitExceeded):
            continue
        for text in tried:
            spans = Spans(text.encode())
            for start in range(len(text) + 1):
                try:
                    found = compiled.match(text, start)
                except SystemError:
                    continue
                expected = set() if found is None else {found.end()}
                assert expected == set(spans.ends(pattern, start)), (source, text, start)


def test_the_standard_library_s_patterns() -> None:
    """All patterns of `test.re_tests`, on their own texts and all parts of them; syntax errors are syntax errors."""
    re_tests = pytest.importorskip("test.re_tests")
    tried: dict[str, set[str]] = {}
    for source, text, *_ in re_tests.tests:
        parts = (
            {text[i:j] for i in range(len(text) + 1) for j in range(i, len(text) + 1)} if isinstance(text, str) else ()
        )
        tried.setdefault(source, set()).update(parts)
    agreed = refused = wrong_syntax = 0
    for source, parts in tried.items():
        try:
            compiled = re.compile(source)
        except re.error:
            with pytest.raises(GrammarError):
                regex(source)
            wrong_syntax += 1
            continue
        try:
            pattern = pattern_of(source)
        except UnsupportedError as error:
            refused += error.feature == "backreference to an unbounded group"
            continue
        for text in parts:
            if len(text) <= 40 and not any(0xD800 <= ord(c) < 0xE000 for c in text):
                assert matches_whole(compiled, text) == matches(pattern, text.encode()), (source, text)
        agreed += 1
    assert agreed + refused + wrong_syntax == len(tried)
    assert agreed > 250
    assert 5 < refused < 12  # `(a+)\1` and the like, which are not regular
    assert wrong_syntax > 30


# --- Characters ------------------------------------------------------------------------------------------------------

SETS = [
    *(r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", ".", "a", "K", "ſ", "İ", "ß", "ẞ", "Σ", "ς", "µ"),
    *("[a-z]", "[^a-z]", "[k-s]", "[^Kx]", r"[\w-]", r"[^\W\d]", r"[\s\S]", "[ᾀ-ᾏ]", "[Α-Ω]", "[\u0345a]"),
    *("\U00010400", "[^\U00010400]", "[\U00010400a]", "[\U00010428a]", "[\U00010400-\U00010410]"),
    *("[a-\U0010ffff]", "[^\u0100-\U00010410]", "[\u0200-\U0001ffff]", r"[\d\U0001e900]"),
]


def single(source: str, flags: int) -> Ranges:
    """The set of a pattern that matches one character."""
    parsed = parse(source, flags)
    ((op, value),) = parsed.items
    return code_points(op, hashable(op, value), parsed.flags & RELEVANT)


@pytest.mark.parametrize("source", SETS)
def test_sets_hold_exactly_the_characters_that_re_finds(source: str) -> None:
    """Over all 1,114,112 code points, with and without ASCII and IGNORECASE."""
    for flags in (0, re.ASCII, re.IGNORECASE, re.ASCII | re.IGNORECASE, re.DOTALL):
        expected = tuple((m.start(), m.end() - 1) for m in re.finditer(f"(?:{source})+", all_characters(), flags))
        assert expected == single(source, flags), flags


def test_every_cased_letter_matches_what_re_lets_it_match() -> None:
    """Under IGNORECASE each literal that has a case, or is one's lower case, matches the same letters as in `re`."""
    table = folding(False)
    cased = {*table.lower, *table.lower.values(), *table.extra}
    everything = "".join(map(chr, sorted(cased | {other for more in table.extra.values() for other in more})))
    for c in cased:
        expected = [ord(other) for other in re.findall(re.escape(chr(c)), everything, re.IGNORECASE)]
        assert expected == list(members(single(re.escape(chr(c)), re.IGNORECASE))), hex(c)


@pytest.mark.parametrize(
    ("source", "flags"),
    [
        (r"\w+\s\d", 0),
        ("(?i)straße|ſtop|K", 0),
        ("[^é-€]{1,2}", 0),
        (r"(?a)\w\W|(?u:\w)é", re.ASCII),
        ("a b # comment\n c", re.VERBOSE),
        ("^a$\n^b$", re.MULTILINE),
        (r"\N{EM DASH}|\u20ac|\U0001f600|\x41|\101", 0),
    ],
)
def test_texts_beyond_ascii(source: str, flags: int) -> None:
    """Characters are written in UTF-8, and each matches as a whole."""
    pattern = pattern_of(source, flags)
    tried = [
        "a b",
        "é\u20033",
        "STRASSE",
        "straße",
        "STRAẞE",
        "ſTOP",
        "stop",
        "\u212a",
        "k",
        "ê",
        "€",
        "ab",
        "éé",
        "aé",
    ]
    tried += ["abc", "a\nb", "—", "😀", "A", "é", "x 1", "_\x1c٣", "a!"]
    for text in tried:
        assert (re.fullmatch(source, text, flags) is not None) == matches(pattern, text.encode()), text


@pytest.mark.parametrize("flags", ["(?i)", "(?ai)"])
def test_edges_of_words_where_case_counts_for_nothing(flags: str) -> None:
    """Conditions on a neighbour are put into characters as they are: what IGNORECASE adds is no neighbour of that kind."""
    neighbours = ["", " ", "a", "\u0345", "\u03b9", "\u017f", "s", "\u212a", "k", "_", "\u0130", "i", "-"]
    for source in (r".?\bs\b.?", r".?\Bk.?", r".?\b\u03b9\b.?", r"\W?\bk(?!\w).?", r".?(?<![a-j])\bs+\b(?![^k]).?"):
        pattern = pattern_of(flags + source)
        for before, middle, after in product(neighbours, ["s", "K", "\u0345", "\u0399", "\u017f"], neighbours):
            text = before + middle + after
            found = re.fullmatch(flags + source, text) is not None

            assert found == matches(pattern, text.encode()), (source, text)


def test_surrogates_cannot_be_written() -> None:
    """A lone surrogate has no spelling in UTF-8, so a pattern that needs one has no texts."""
    with pytest.raises(GrammarError, match="no text"):
        constrain.compile(regex("a\ud800"), BYTES)
    around = pattern_of("[\ud7ff-\ue000]")
    assert [matches(around, c.encode()) for c in "\ud7ff\ue000\ue001"] == [True, True, False]


# --- Particular constructs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "yes", "no"),
    [
        (r"(?:a|ab){2}+", ["aa"], ["aba", "abab"]),  # each round keeps to its first match
        (r"(?>(?:a|ab){2})", ["aa", "aba"], ["abab"]),  # the rounds together keep to theirs
        (r"(?>a*)a", [], ["a", "aa"]),
        (r"(?:|a)*+b", ["b"], ["ab"]),
        (r"(?>a*?)b", ["b"], ["ab"]),
        (r"(a|b)*c\1", ["aca", "abcb"], ["c", "abca"]),
        (r"(?:(a)|b)*(?(1)c|d)", ["ac", "bd", "abc"], ["ad", "bc"]),
        (r"""(["'])[^"']*\1""", ['"x"', "''"], ["\"x'"]),
        (r"(?i:(a))\1", ["aa", "AA"], ["aA"]),
        (r"(?i)(a)\1", ["aA", "Aa"], ["ab"]),
        (r"(?=(a|ab))\1c", ["ac"], ["abc"]),
        (r"(?<=(?=a)a)b|a(?<=a\b)", ["a"], ["b", "ab"]),
        (r"(?:(?!ab).)*", ["", "ba", "bb"], ["ab", "bab"]),
        (r"a$\n", ["a\n"], ["a"]),
        (r"(?m:^a$\n?)+", ["a\na", "a\n"], ["aa"]),
        (r"\B", [], ["", "a"]) if re.fullmatch(r"\B", "") is None else (r"\B", [""], ["a"]),
        (r"x{,2}y", ["y", "xxy"], ["xxxy"]),
        (r"x{a}", ["x{a}"], ["x"]),
        (r"(?P<n>a|b)(?P=n)", ["aa", "bb"], ["ab"]),
        (r"(?#note)a(?x: b )c", ["abc"], ["a b c"]),
    ],
)
def test_constructs(source: str, yes: list[str], no: list[str]) -> None:
    """The fine points, each with texts for and against; `re` has the last word."""
    pattern = pattern_of(source)
    for text in (*yes, *no):
        assert (re.fullmatch(source, text) is not None) == (text in yes), text
        assert matches(pattern, text.encode()) == (text in yes), text


@pytest.mark.parametrize(
    ("source", "feature", "position"),
    [
        (r"x(a+)b\1", "backreference to an unbounded group", 6),
        (r"a(?P<n>[ab]*)(?P=n)", "backreference to an unbounded group", 13),
        (r"(?:(a)x|[ab])*+\1", "backreference into a possessive repetition", 15),
    ],
)
def test_what_is_not_regular_is_refused_with_its_place(source: str, feature: str, position: int) -> None:
    """The error names the construct and where it stands, and shows it."""
    with pytest.raises(UnsupportedError) as caught:
        regex(source)
    assert caught.value.feature == feature
    assert f"position {position} " in caught.value.where
    assert str(caught.value).splitlines()[-1] == " " * (4 + position) + "^"


@pytest.mark.parametrize(
    ("source", "way_on"),
    [
        (r"\p{Lu}\w+", "; dialect='rust' or dialect='ecmascript' reads it"),
        ("(?<name>a)", "; dialect='rust' or dialect='ecmascript' reads it"),
        (r"a\z", "; dialect='rust' reads it"),
        ("(?<=a+)b", "; dialect='ecmascript' reads it"),
        ("ab(?i)c", "; put them first"),
        (r"\((?R)?\)", ": lark(…)"),
        ("(a", "regular expression)\n"),
        (r"\K", "regular expression)\n"),  # Annex B of ECMAScript reads it as K
        ("a**", "regular expression)\n"),
    ],
)
def test_a_pattern_of_another_dialect_is_told_which(source: str, way_on: str) -> None:
    """Where that reads it, or what does."""
    with pytest.raises(GrammarError) as caught:
        regex(source)

    assert way_on in str(caught.value)


def test_slashes_around_a_pattern_are_told() -> None:
    """JavaScript's code has them, and a pattern that begins after one matches nothing."""
    vocabulary = Vocabulary.from_bytes([b"a", None], end_ids=[1])
    with pytest.raises(GrammarError, match=r"^regex: no text matches this grammar; slashes stand for themselves"):
        constrain.compile(regex("/^a$/g"), vocabulary)


def test_the_caret_counts_columns() -> None:
    """A wide character takes two, a mark on another none."""
    with pytest.raises(GrammarError) as caught:
        regex("日e\u0301[a")
    assert "    日e\u0301[a\n       ^" == caught.value.excerpt


def test_a_syntax_error_shows_the_place() -> None:
    """Line and column count from one, and a caret stands below the place."""
    with pytest.raises(GrammarError) as caught:
        regex("(?x)\n  a(b\n")
    assert (caught.value.line, caught.value.column) == (2, 4)
    assert caught.value.excerpt == "      a(b\n       ^"


@pytest.mark.parametrize(
    "source", ["*", "a**", "(", "[b-a]", r"\1", "(?<=a*)b", "(?z)", r"\q", "x{4294967295}", "(?P<1>a)"]
)
def test_what_re_refuses_is_refused(source: str) -> None:
    """Whatever `re.compile` raises, the user sees a `GrammarError`."""
    with pytest.raises((re.error, OverflowError)):
        re.compile(source)
    with pytest.raises(GrammarError):
        regex(source)


def test_arguments_are_checked() -> None:
    """Bytes and compiled patterns are refused with advice, impossible flags as errors, and DEBUG prints nothing."""
    with pytest.raises(UnsupportedError, match="str pattern"):
        regex(b"a")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"\.pattern"):
        regex(re.compile("a"))  # type: ignore[arg-type]
    with pytest.raises(GrammarError, match="LOCALE"):
        regex("a", re.LOCALE)
    with pytest.raises(GrammarError, match="incompatible"):
        regex("a", re.ASCII | re.UNICODE)


@pytest.mark.parametrize(
    ("source", "column", "itself"),
    [
        ("[[:digit:]]+", 2, r"[\[:digit:]]+"),
        ("a[^a-z[:^alpha:]]", 7, r"a[^a-z\[:^alpha:]]"),
        ("x%{IP:client}", 2, r"x%\{IP:client\}"),
    ],
)
@pytest.mark.parametrize("dialect", ["python", "ecmascript"])
def test_classes_and_names_of_other_readers_are_refused(source: str, column: int, itself: str, dialect: Any) -> None:
    """Since these read plain characters there; a backslash says that they are meant."""
    with pytest.raises(UnsupportedError, match=rf"^regex:1:{column}: .*write `\S*\\"):
        regex(source, dialect=dialect)
    if dialect == "python":
        text = "[]" if "digit" in source else "aA]" if "alpha" in source else "x%{IP:client}"
        assert re.fullmatch(source, text)
        assert re.fullmatch(itself, text)
        assert constrain.compile(regex(itself), BYTES).accepts(text)


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        ("[[:]", 0, "["),
        ("[%{IP}]", 0, "P"),
        ("%{2}", 0, "%%"),
        (r"\%{IP}", 0, "%{IP}"),
        ("(?#%{IP})a", 0, "a"),
        ("(?x) a [#]  # [[:alpha:]] or %{IP}\n", 0, "a#"),
        ("a  # [[:alpha:]] or %{IP}\n b", re.VERBOSE, "ab"),
    ],
)
def test_what_no_other_reader_takes_for_a_class_or_name_is_read(source: str, flags: int, text: str) -> None:
    """Sets that are no class, names in sets, behind a backslash and in comments, and counts."""
    assert re.fullmatch(source, text, flags)
    assert constrain.compile(regex(source, flags), BYTES).accepts(text)


@pytest.mark.parametrize("source", [r"a\\%{IP}", "(?x) [[:digit:]]  # digits", "(?x) (?# so) [[:digit:]]"])
def test_backslashes_and_comments_hide_no_other(source: str) -> None:
    """They end where Python says."""
    with pytest.raises(UnsupportedError, match=r"dialect='rust'|not the pattern"):
        regex(source)


def test_the_way_on_from_a_class_of_posix_is_that_class() -> None:
    """What the message says to write in its place has the characters that Rust's class has; without brackets around it
    Rust, too, reads characters, and the message says how these are written."""
    for name in _POSIX_CLASSES:
        for sign in ("", "^"):
            bare, within = f"[:{sign}{name}:]", f"[_[:{sign}{name}:]]"
            with pytest.raises(UnsupportedError) as alone:
                regex(bare)
            with pytest.raises(UnsupportedError) as inside:
                regex(within)
            written, itself = re.findall(r"write `(.*?)`(?=[;\n]|$)", str(alone.value))
            rust = constrain.compile(regex(f"[[:{sign}{name}:]]", dialect="rust"), BYTES)
            plain = constrain.compile(regex(f"[:{sign}{name}:]", dialect="rust"), BYTES)
            said, chars = (constrain.compile(regex(one), BYTES) for one in (written, itself))
            for character in map(chr, range(128)):
                assert said.accepts(character) == rust.accepts(character), (written, character)
                assert chars.accepts(character) == plain.accepts(character), (itself, character)
            if not sign:
                assert f"write `{written[1:-1]}` in its place" in str(inside.value)


def test_debug_flag_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """`re.DEBUG` is for those who look at `re`'s own code."""
    regex("a|b", re.DEBUG)
    assert capsys.readouterr().out == ""


# --- Size ------------------------------------------------------------------------------------------------------------


def assertions_in(pattern: Pattern) -> int:
    """How many assertions stand in a pattern."""
    inner = getattr(pattern, "parts", ()) or ((pattern.part,) if hasattr(pattern, "part") else ())
    return isinstance(pattern, (Ahead, Behind)) + sum(map(assertions_in, inner))


def test_patterns_stay_small() -> None:
    """Literals are one node, keywords one trie, counted repetition is not unrolled, outer anchors vanish."""
    assert isinstance(pattern_of("^hello, world$"), Literal)
    assert isinstance(pattern_of("|".join(f"word{n}" for n in range(0, 1000, 7)).replace("word", "", 1)), Literals)
    assert isinstance(pattern_of("x{1000000}"), Repetition)
    assert assertions_in(pattern_of(r"\A(?:^a|b$)\Z")) == 0
    assert assertions_in(pattern_of(r"^(?:(?:a|b)+,?)*$")) == 0


@pytest.mark.parametrize(
    "source",
    [
        "(a|a)*b" * 1000,
        "x{1000000}",
        "(?:" * 50 + "a" + "{0,1000}){0,1000}" * 50,
        "a" * (1 << 20),
        "a" * ((1 << 20) + 1),
        r"\w" * 100_000,
        "(" * 100_000,
        "(" * 150 + "a" + ")" * 150,
        "(?>" * 150 + "a|b" + ")*c" * 150,
        "(?=" * 150 + "a" + ")" * 150,
        "(?>(?:a|ab){0,1000}c)",
        "(?>" + "|".join("a" * n for n in range(1, 500)) + ")b",
        r"([a-z]{9})\1",
        r"(.)\1",
        "(a|b)" * 30 + "".join(rf"\{n}" for n in range(1, 31)),
        "(?<=" + r"\b(?:a|b)" * 30 + ")b",
        "[" * 10_000,
    ],
    ids=lambda source: f"{source[:20]}... ({len(source)})",
)
def test_hostile_patterns_end_soon(source: str) -> None:
    """A pattern is translated in bounded work or refused, whatever it looks like."""
    message = ""
    try:
        with at_most(5_000_000):
            encode(pattern_of(source))
    except (GrammarError, LimitExceeded, UnsupportedError) as error:
        message = str(error)
    assert len(message) < 1000


# --- Other spellings -------------------------------------------------------------------------------------------------


def json_characters(ranges: Ranges) -> Pattern:
    """ASCII as it may stand in a JSON string: raw, by its short escape, by its number."""
    spelled: list[Pattern] = []
    for c in (c for c in members(ranges) if c < 0x80):
        spelled.append(literal(rf"\u{c:04x}".encode()))
        if c >= 0x20 and chr(c) not in '"\\':
            spelled.append(literal(bytes((c,))))
        short = {'"': rb"\"", "\\": rb"\\", "\n": rb"\n"}.get(chr(c))
        if short:
            spelled.append(literal(short))
    return alternation(*spelled)


QUOTE = literal(b'"')
JSON = Spelling(json_characters, start=QUOTE, end=QUOTE, before=concat(QUOTE, repeat(json_characters(((0, 0x7F),)))))


@pytest.mark.parametrize("family", ["core", "anchors", "atomic and lookaround", "backreferences and lookaround"])
def test_a_pattern_can_be_spelled_in_another_way(family: str) -> None:
    """Over a JSON string, the pattern means what it means over the decoded text, however that is escaped."""
    spellings = {"a": ["a", r"\u0061"], "b": ["b"], "\n": [r"\n", r"\u000a"], '"': [r"\""]}
    for number, source in enumerate(patterns(family, 4, 15)):
        source = "(?a)" + source
        try:
            pattern = concat(QUOTE, translate(parse(source), JSON), QUOTE)
        except (UnsupportedError, LimitExceeded):
            continue
        compiled = re.compile(source)
        for text in texts('ab\n"', 3):
            escaped = "".join(spellings[c][(number + i) % len(spellings[c])] for i, c in enumerate(text))
            expected = matches_whole(compiled, text)
            assert expected in (None, matches(pattern, f'"{escaped}"'.encode())), (source, text)
