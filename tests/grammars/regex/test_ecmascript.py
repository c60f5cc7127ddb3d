"""ECMAScript patterns, as JSON Schema uses them: found anywhere in the text, with ECMA-262's meaning.

The tables were checked with V8; where Node.js is installed, random patterns are compared with it on the spot.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random

import pytest

from constrain import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars.regex import ecma, search, translate
from constrain.grammars.regex.charset import code_points, hashable
from constrain.grammars.regex.ranges import Ranges, count
from constrain.pattern import Ahead, Behind, Literal, Pattern

from ...reference.patterns import matches
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
        (r"(b+)a\1", 0),
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


NODE = """
for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').filter(x => x)) {
  const [source, texts] = JSON.parse(line);
  let pattern = null;
  try { pattern = new RegExp(source, 'u'); } catch (_) { try { pattern = new RegExp(source); } catch (_) {} }
  console.log(JSON.stringify(pattern && texts.map(text => pattern.test(text))));
}
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
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
    script = "\n".join(json.dumps([source, tried]) for source in sources)
    answer = subprocess.run(["node", "-e", NODE], input=script, capture_output=True, text=True, timeout=60, check=True)
    for source, line in zip(sources, answer.stdout.splitlines(), strict=True):
        verdicts = json.loads(line)
        try:
            pattern = found(source)
        except (UnsupportedError, LimitExceeded):
            continue
        except GrammarError:
            assert verdicts is None, source
            continue
        assert verdicts == [matches(pattern, text.encode()) for text in tried], source
