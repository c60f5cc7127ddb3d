"""Backreferences to groups without bound that are regular all the same; the judge is `re.fullmatch`."""

from __future__ import annotations

import fnmatch
import re
import threading
import warnings
from itertools import product
from random import Random

import pytest

import constrain
from constrain import Constraint, LimitExceeded, UnsupportedError, Vocabulary
from constrain.grammars import json_schema, regex
from constrain.grammars.regex.lengths import Lengths, TooLong, add, made, repeated, scaled, union

VOCABULARY = Vocabulary([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


def accepted(constraint: Constraint, alphabet: str, longest: int) -> set[str]:
    """All texts of the constraint over the alphabet that are not longer."""
    found: set[str] = set()
    waiting = [("", constraint.matcher())]
    while waiting:
        text, matcher = waiting.pop()
        if matcher.is_accepting:
            found.add(text)
        for character in alphabet if len(text) < longest else "":
            branch = matcher.fork()
            for byte in character.encode():
                if not branch.allows(byte):
                    break
                branch.advance(byte)
            else:
                waiting.append((text + character, branch))
    return found


def matched(pattern: str, alphabet: str, longest: int, flags: int = 0) -> set[str]:
    """What `re` says."""
    compiled = re.compile(pattern, flags)
    texts = ("".join(each) for size in range(longest + 1) for each in product(alphabet, repeat=size))
    return {text for text in texts if compiled.fullmatch(text)}


REGULAR = [
    r"(a+)\1",
    r"(a+)a\1$",
    r"(a*)\1",
    r"b(a+)\1b|a",
    r"(a{2,})\1{2}",
    r"(a{2,})(?:\1|a)?",
    r"((?:aa)+|aaa)\1?b",
    r"(a+)(?:a|\1aa){1,2}",
    r"(a+)(a+)\1\2",
    r"(a+)(a*)\2\1\1",
    r"(a+)(?:(a*)\1\2)",
    r"(?:(a+)\1b)*",
    r"(?P<x>a+?)(?P=x)",
    r"(?=b*a)b*(a+)\1",
    r"(?=(a+)\1b)a*b",
    r"(?!(a+)\1b)[ab]*",
    r"(?=(.*?b))\1a",
    r"(?=(a*))\1a?b",
    r"(?=(a+|ab))\1b",
    r"(?=(a*)b)\1[ab]+",
    r"(?=(a|ab)(b|$))\1(a|b)*\2",
    r"(?=(?P<g0>.*?ab))(?P=g0)(?=(?P<g1>.*?b))(?P=g1).*",
    r"(?:(?=(a+|b))\1b?)*",
    r"(?=(a*?))\1b",
    r"(?=((a|b)*b))\1",
    r"(?=(a+)\1)a*",
    r"(?:(?=(a|b))\1)+\1",
    r"(a+)?\1",
    r"(a+)??a\1{1,2}b",
    r"(a+)?(?:aa|\1)",
    r"b?(a+)?\1?a",
    r"(a+)?(a*)\2(?:\1|a)|b",
]


@pytest.mark.parametrize("pattern", REGULAR)
def test_regular_backreferences_mean_what_re_says(pattern: str) -> None:
    """Every text of up to nine characters is accepted exactly where `re.fullmatch` matches it."""
    expected = matched(pattern, "ab", 9)

    assert expected == accepted(constrain.compile(regex(pattern), VOCABULARY), "ab", 9)


@pytest.mark.parametrize(
    ("pattern", "alphabet"),
    [
        (r"(?i)(a+)\1", "aAb"),
        (r"(?i:(a+))\1", "aA"),
        (r"(?i)(k+)\1", "kK\u212a"),
        (r"(?i)(1+)a\1", "1aA"),
        (r"(?i)(s+)\1", "sSſ"),
    ],
)
def test_case_is_taken_as_re_takes_it(pattern: str, alphabet: str) -> None:
    """With IGNORECASE a reference takes other cases, and only where that is all there is, only lengths count."""
    try:
        constraint = constrain.compile(regex(pattern), VOCABULARY)
    except UnsupportedError:
        assert not re.search(r"\(\?i\)\([ak]", pattern)  # these are regular
        return

    assert matched(pattern, alphabet, 6) == accepted(constraint, alphabet, 6)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a*)b\1",
        r"(aa+)\1+",
        r"(.*)\1",
        r"(a+)b*\1",
        r"(a+)(b+)\1",
        r"(\w+)\1",
        r"(?>(a+)\1)a",
        r"(a|b+)\1",
        r"(?:(a+)?\1b)*",
        r"(a+)?+\1",
    ],
)
def test_others_are_refused_with_their_place(pattern: str) -> None:
    """What is not regular, or not of these classes, is an UnsupportedError that shows the reference."""
    with pytest.raises(
        UnsupportedError, match=r"backreference to a group of unbounded length.*; have group 1"
    ) as caught:
        regex(pattern)
    _, shown, caret = str(caught.value).splitlines()
    assert f"position {pattern.index(chr(92) + '1')} " in caught.value.where
    assert "\\1" == shown[caret.index("^") :][:2]


@pytest.mark.parametrize("seed", range(40))
def test_random_patterns_with_references_mean_what_re_says(seed: int) -> None:
    """Ten random patterns with groups, references, loops and lookarounds a seed; what is not refused is exact."""
    random = Random(seed)

    def piece(depth: int, groups: list[int]) -> str:
        kind = random.randrange(9 if depth else 3)
        if kind <= 1:
            return random.choice("aaab")
        if kind == 2:
            return rf"\{random.choice(groups)}" if groups and random.random() < 0.7 else "a"
        inner = "".join(piece(depth - 1, groups) for _ in range(random.randrange(1, 3)))
        if kind <= 4:
            return f"(?:{inner})" + random.choice(["*", "+", "?", "{2}", "{1,2}", "{2,}", "*?", "+?"])
        if kind == 5:
            return f"(?:{inner}|{piece(depth - 1, groups)})"
        if kind == 6:
            return f"(?={inner})" if random.random() < 0.7 else f"(?!{inner})"
        counter[0] += 1
        number = counter[0]
        body = "".join(piece(depth - 1, []) for _ in range(random.randrange(1, 3)))
        if counter[0] != number:
            return f"(?:{body})"  # numbers would not be in order
        groups.append(number)
        return rf"(?=({body}))\{number}" if kind == 7 else group(body)

    def group(body: str) -> str:
        return f"({body}{random.choice(['', '+', '*', '{2,}'])}){random.choice(['', '', '?', '??'])}"

    for _ in range(10):
        groups: list[int] = []
        counter = [0]
        pattern = "".join(piece(3, groups) for _ in range(3))
        try:
            re.compile(pattern)
            constraint = constrain.compile(regex(pattern), VOCABULARY)
        except (re.error, constrain.ConstrainError):
            continue
        assert matched(pattern, "ab", 7) == accepted(constraint, "ab", 7), pattern


@pytest.mark.parametrize("glob", ["*abc*d", "a*b*c*", "*[!a]*b", "**a?b*"])
def test_globs_are_read_as_every_python_translates_them(glob: str) -> None:
    """`fnmatch.translate` writes atomic groups since Python 3.11, and lookaheads with references before; both work."""
    number = iter(range(9))
    older = re.sub(
        r"\(\?>(\.\*\?[^()]*)\)", lambda m: f"(?=(?P<g{(n := next(number))}>{m[1]}))(?P=g{n})", fnmatch.translate(glob)
    )

    for pattern in (fnmatch.translate(glob), older):
        expected = matched(pattern, "abcd", 5)
        assert expected == accepted(constrain.compile(regex(pattern), VOCABULARY), "abcd", 5)


@pytest.mark.parametrize("pattern", [r"^(a+)\1$", r"^(?=(a*))\1b$", r"^(?:(?=(a+|b))\1b?)*$", r"^(a*)a\1$"])
def test_json_patterns_have_them_too(pattern: str) -> None:
    """The keyword `pattern`, which is ECMAScript's, has the same classes; here both languages mean the same."""
    grammar = json_schema({"type": "string", "pattern": pattern})
    matcher_texts = accepted(constrain.compile(grammar, VOCABULARY), '"ab', 9)

    assert {f'"{text}"' for text in matched(pattern, "ab", 7)} == matcher_texts


def test_no_warning_leaks_from_patterns() -> None:
    """Patterns of which Python warns are read without a warning, also in threads, and the filters stay as they were."""
    before = list(warnings.filters)
    seen: list[str] = []
    made_grammars = []

    def read() -> None:
        for pattern in ("[[a]", "[a&&b]", "[a||b]", "[a~~b]", "[!--]", "[^[a]"):
            made_grammars.append(regex(pattern))

    def shown(message: warnings.WarningMessage, *rest: object) -> None:
        seen.append(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = shown  # type: ignore[assignment]
        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert [] == seen
    assert 24 == len(made_grammars)
    assert before == list(warnings.filters)


@pytest.mark.parametrize("seed", range(60))
def test_sets_of_lengths_are_what_they_stand_for(seed: int) -> None:
    """Unions, sums, multiples and repetitions of random periodic sets, against the same on plain sets up to a bound."""
    random = Random(seed)
    size = 150

    def drawn() -> Lengths:
        start, period = random.randrange(7), random.randrange(6)
        return made(random.getrandbits(start + period), start, period)

    def plain(each: Lengths) -> set[int]:
        bits = each.upto(size)
        return {n for n in range(size) if bits >> n & 1}

    a, b, factor = drawn(), drawn(), random.randrange(4)
    low = random.randrange(4)
    high = random.choice([None, low, low + 2])
    first, second = plain(a), plain(b)

    assert first | second == plain(union(a, b))
    sums = {x + y for x in first for y in second if x + y < size}
    assert sums == plain(add(a, b))
    assert {n * factor for n in first if n * factor < size} == plain(scaled(a, factor))
    powers = [{0}]
    while len(powers) <= (size if high is None else high):
        powers.append({x + y for x in powers[-1] for y in first if x + y < size})
    assert set().union(*powers[low:]) == plain(repeated(a, low, high))


@pytest.mark.parametrize(("one", "other"), [(4, 5), (3, 7), (6, 10)])
def test_multiples_of_two_lengths_add_up_to_all_but_a_few(one: int, other: int) -> None:
    """The last sum that is missing is far above both periods (Sylvester 1884): `(a{4})*(a{5})*` has no text of 11."""
    sums = add(made(1, 0, one), made(1, 0, other)).upto(200)
    assert {n for n in range(200) if any((n - x) % other == 0 for x in range(0, n + 1, one))} == {
        n for n in range(200) if sums >> n & 1
    }


def test_large_counts_are_bounded() -> None:
    """What takes too long lengths to write down is refused as before, in little time."""
    with pytest.raises(TooLong):
        add(made(1 << 4000, 4000, 4001), made(1 << 3989, 3989, 3990))
    with pytest.raises((UnsupportedError, LimitExceeded)):
        regex(r"((?:a{997})+|(?:a{991})+)\1")
    assert regex(r"(?:a+){0,100000}(a{50000}|a+)\1")
