"""`lark(..., postlex=...)`: blocks by indentation, as lark's Indenter makes them, with lark as the judge."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import lark as judge
import pytest
from lark.indenter import Indenter, PythonIndenter

import constrain
from constrain import GrammarError, UnsupportedError, Vocabulary
from constrain.grammars import lark, sequence, special
from tests.grammars.lark.test_lark import BYTES, accepts, disagreements, judged, mutations, takes, verdict, walk


class Tree(Indenter):
    """The example of lark's documentation."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


class Brackets(Tree):
    """With brackets, and tabs that are narrow."""

    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    tab_len = 2


class Single(Brackets):
    """A tab is a space."""

    tab_len = 1


TREE = """
?start: _NL* tree
tree: NAME _NL [_INDENT tree+ _DEDENT]
%import common.CNAME -> NAME
%import common.WS_INLINE
%declare _INDENT _DEDENT
%ignore WS_INLINE
_NL: /(\\r?\\n[\\t ]*)+/
"""
BLOCKS = """
start: (_NL | stmt)*
stmt: "x" _NL | "if" ":" block ["else" ":" block] | "(" "x"* [start] ")" _NL | "[" "x"* "]"
block: "x" _NL | _NL _INDENT stmt+ _DEDENT
COMMENT: /#[^\\n]*/
_NL: (/\\r?\\n[\\t ]*/ | COMMENT)+
%declare _INDENT _DEDENT
%ignore " "
%ignore COMMENT
"""
WORDS = """
start: stmt+
stmt: "do" NAME _NL _INDENT stmt+ _DEDENT end? | NAME ("=" NAME)? _NL
end: "done" _NL
NAME: /[a-z]+/
_NL: /\\n */
%declare _INDENT _DEDENT
%ignore " "
"""
LAST_LINE = """
start: item+
item: "a" | "a" ":" _NL _INDENT (item _NL?)+ _DEDENT
_NL: /\\n[ \\t]*/
%declare _INDENT _DEDENT
"""
DIRECT = """
start: _NL? "a" _NL _INDENT "b" _NL? _DEDENT "c"? _NL?
_NL: /(\\n[ \\t]*)+/
%declare _INDENT _DEDENT
"""
GRAMMARS: dict[str, tuple[str, type[Indenter], list[str]]] = {
    "tree": (TREE, Tree, ["a\n    b\n    c\n        d\n    e\n", "\na\n", "a\n\tb\n        c\n", "a\n b\n  c\n d\n"]),
    "blocks": (
        BLOCKS,
        Brackets,
        [
            "x\n",
            "if:\n x\n",
            "if:\n  x\n  x\nx\n",
            "if:\n x\n if:\n\tx\nelse: x\n",
            "(x\n x)\n",
            "# a b\nx\n",
            "x\n # a\n",
        ],
    ),
    "narrow": (BLOCKS, Single, ["if:\n\tx\n x\n", "if:\n \tif:x\n\t else:\n\t\t\tx\n", "(\n x\n)\n", "[x] \n"]),
    "words": (
        WORDS,
        Tree,
        ["do a\n b\n c = d\ndone\n", "a\n", "do do\n done\n", "do a\n do b\n  c\ndone\n", "do a\n b"],
    ),
    "last line": (LAST_LINE, Tree, ["a:\n a", "a:\n a:\n  a", "a:\n a\n a\na", "aa", "a:\n aaa:\n   a\n   "]),
    "direct": (DIRECT, Tree, ["a\n b\nc", "a\n b", "\na\n\n  b\n  ", "a\nb", "\n a\n  b\n c"]),
}
CASES = [(name, mode) for name in GRAMMARS for mode in (("lalr", "contextual"), ("lalr", "basic"), ("earley", "basic"))]


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_verdicts_are_those_of_lark(name: str, mode: tuple[str, str]) -> None:
    """On grammars with blocks, masks followed byte by byte accept exactly what lark accepts, and never lead nowhere."""
    grammar, kind, texts = GRAMMARS[name]

    assert [] == disagreements(grammar, texts, *mode, rounds=60, postlex=kind())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), CASES)
def test_verdicts_are_those_of_lark_at_length(name: str, mode: tuple[str, str]) -> None:
    """The same with many more texts."""
    grammar, kind, texts = GRAMMARS[name]

    assert [] == disagreements(grammar, texts, *mode, rounds=2000, seed=2, postlex=kind())


def random_grammar(chance: random.Random) -> str:
    """Rules over a few letters, each of which opens and closes its own blocks and brackets."""

    def body(depth: int) -> str:
        parts = []
        for _ in range(chance.randint(1, 3)):
            draw = chance.random()
            if draw < 0.2 and depth < 2:
                parts.append(f"_NL _INDENT {body(depth + 1)} _DEDENT")
            elif draw < 0.3 and depth < 2:
                parts.append(f'"(" {body(depth + 1)} ")"')
            else:
                parts.append(chance.choice(['"a"', '"b"', "_NL", "stmt", "stmt*", "_NL?", '"a"?', "W"]))
        return " ".join(parts)

    lines = ["start: " + chance.choice(["stmt*", "stmt+ _NL?", "(_NL | stmt)*", "_NL? stmt"])]
    lines.append("stmt: " + " | ".join(body(0) for _ in range(chance.randint(1, 3))))
    lines.append(chance.choice(["W: /[ab]+/", "W: /a b/", 'W: "ab"']))
    lines.append(
        "_NL: " + chance.choice(["/\\n[ \\t]*/", "/(\\n[ \\t]*)+/", "/\\n */", "(/\\n[ \\t]*/ | /#[^\\n]*/)+"])
    )
    lines.append("%declare _INDENT _DEDENT")
    if chance.random() < 0.5:
        lines.append(chance.choice(['%ignore " "', "%ignore /#.*/", "%ignore /[ \\t]+/"]))
    return "\n".join(lines)


def differ_on_random_grammars(seeds: range, rounds: int) -> list[tuple[int, str, str, str]]:
    """(seed, parser, lexer, text) for every disagreement on random grammars."""
    found = []
    texts = ["a\n a", "a\n b\na", "(a\n b)", "a\n  b\n  b\n a\n", "a\n\n b\n", "\n a", "ab#a\n b", "a\n\tb\n"]
    for seed in seeds:
        grammar = random_grammar(random.Random(seed))
        for parser, lexer in (("lalr", "contextual"), ("lalr", "basic"), ("earley", "basic")):
            try:
                wrong = disagreements(grammar, texts, parser, lexer, rounds, seed, postlex=Brackets())
            except UnsupportedError as error:
                assert error.feature == "postlex"
                continue
            found += [(seed, parser, lexer, text) for text in wrong]
    return found


def test_random_grammars_agree_with_lark() -> None:
    """Random rules with blocks and brackets: lark's verdict in every mode."""
    assert [] == differ_on_random_grammars(range(40), rounds=10)


@pytest.mark.slow
def test_many_random_grammars_agree_with_lark() -> None:
    """The same, a thousand grammars."""
    assert [] == differ_on_random_grammars(range(1000, 2000), rounds=30)


def test_tokens_that_span_lines_are_masked_exactly() -> None:
    """A token is allowed exactly if its bytes one after another are, whatever lines and blocks it ends."""
    pieces = [
        "\n  ",
        "\n ",
        " ",
        "  ",
        "\n\n",
        "x\n",
        "x\n  x",
        "\n   x\n",
        "\n x\n  x\n",
        "if:\n ",
        ":\n\t",
        "#a b\n ",
        "\nif",
    ]
    pieces += ["\t", "\n\t", "\n  if:\n   x\n  ", ":\n  x\n\n", "x\nx\n", " \n x", "(\n", ")\n "]
    tokens = [piece.encode() for piece in pieces] + [bytes([byte]) for byte in range(256)]
    vocabulary = Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
    grammar = lark(BLOCKS, postlex=Brackets())
    constraint, by_bytes = constrain.compile(grammar, vocabulary), constrain.compile(grammar, BYTES)
    chance = random.Random(3)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    for _ in range(150):
        matcher, single = constraint.matcher(), by_bytes.matcher()
        for _ in range(10):
            expected = [number for number, piece in enumerate(tokens) if takes(single.fork(), piece)]
            matcher.fill_bitmask(row)

            assert expected == [t for t in range(len(tokens)) if row[t >> 5] >> (t & 31) & 1]
            assert expected == [t for t in range(len(tokens)) if matcher.allows(t)]
            if not expected:
                break
            long = [t for t in expected if t < len(pieces)]
            token = chance.choice(long if long and chance.random() < 0.8 else expected)
            matcher.advance(token)
            for byte in tokens[token]:
                single.advance(byte)


def test_blocks_may_be_as_wide_and_as_deep_as_one_likes() -> None:
    """Two hundred blocks within each other, and one that is indented by sixty tabs."""
    constraint = constrain.compile(lark(BLOCKS, postlex=Tree()), BYTES)
    deep = "".join(" " * depth + "if:\n" for depth in range(200)) + " " * 200 + "x\n"
    wide = "if:\n" + "\t" * 60 + "x\n" + " " * 480 + "x\nx\n"

    assert accepts(constraint, deep + " " * 100 + "x\n")
    assert not accepts(constraint, deep.replace("if:\n", "if:\n", 1) + " " * 300 + "x\n")
    assert accepts(constraint, wide)
    assert not accepts(constraint, wide.replace(" x", "x"))


PYTHON = (Path(judge.__file__).parent / "grammars" / "python.lark").read_text()
PROGRAMS = [
    "x = 1\n",
    "if x:\n    y = [\n  1,\n2]\nelse:\n    pass\n",
    "def f(a, *, b: int = 3, **c) -> None:\n    '''Text.'''\n    return lambda u: u if a else not b\n\n\nprint(f(1)[2:3].d)\n",
    "class A(B):\n    x: int\n\n    def f(self):\n        for i in range(3):  # counts\n            yield i\n        # done\n    y = 0\n",
    "try:\n  a\nexcept E as e:\n  raise\nfinally:\n  b = await c, *d\n",
    "match x:\n  case [1, *_] if y: pass\n  case A(b=2):\n      return\n",
    "import a.b as c, d\nfrom . import (e,\n f)\nwith a as b, c: del d\n",
    '@a.b(1)\nasync def f(): return f\'{x}\' """y\nz""", 0x1f, 1_0.5e-3j\n',
    "while 1:\n\tif a == b != c in d is not e: break\n\tcontinue\n",
]


@pytest.fixture(scope="module")
def python() -> constrain.Constraint:
    """Lark's own grammar of Python with its own Indenter."""
    return constrain.compile(lark(PYTHON, "file_input", postlex=PythonIndenter()), BYTES)


def test_python_is_read_as_lark_reads_it(python: constrain.Constraint) -> None:
    """Programs, mutations of them and random walks: lark's verdict on lark's grammar of Python."""
    reference = judged(PYTHON, "lalr", "contextual", PythonIndenter(), "file_input")
    chance = random.Random(5)
    alphabet = "abifx01 \n\t\"':,.=()[]{}#\\*é"
    walks = [walk(python, chance, alphabet) for _ in range(60)]
    texts = [*PROGRAMS, *(text for text in walks if text is not None), *mutations(PROGRAMS, chance, alphabet, 150)]

    assert [True] * len(PROGRAMS) == [accepts(python, program) for program in PROGRAMS]
    assert [] == [text for text in texts if verdict(reference, text) is not accepts(python, text)]


def source_files(largest: int) -> list[str]:
    """The standard library's own sources."""
    texts = [path.read_bytes() for path in sorted(Path(ast.__file__).parent.glob("*.py"))]
    return [text.decode() for text in texts if len(text) <= largest]


def test_python_files_are_accepted(python: constrain.Constraint) -> None:
    """What the standard library holds can be generated, where lark can read it."""
    reference = judged(PYTHON, "lalr", "contextual", PythonIndenter(), "file_input")
    texts = source_files(6000)

    assert len(texts) > 20
    assert [verdict(reference, text) for text in texts] == [accepts(python, text) for text in texts]


@pytest.mark.slow
def test_many_python_files_are_accepted(python: constrain.Constraint) -> None:
    """The same with all but the largest, and with mutations of them."""
    reference = judged(PYTHON, "lalr", "contextual", PythonIndenter(), "file_input")
    texts = source_files(60_000)
    texts += mutations(source_files(3000), random.Random(6), "abifx01 \n\t\"':,.=()[]{}#\\*é", 1000)

    assert [] == [text for text in texts if verdict(reference, text) is not accepts(python, text)]


class Overriding(PythonIndenter):
    """Does something of its own."""

    def handle_NL(self, token: judge.Token) -> Any:  # noqa: N802
        yield token


class Computed(PythonIndenter):
    """Has an attribute that is a program."""

    @property
    def tab_len(self) -> int:  # type: ignore[override]
        return 4


class Twice(PythonIndenter):
    """Uses a terminal in two ways."""

    OPEN_PAREN_types = ["_NEWLINE"]  # noqa: RUF012


class Unset(PythonIndenter):
    """A tab that is nothing."""

    tab_len = 0


@pytest.mark.parametrize(
    ("grammar", "postlex", "words"),
    [
        (BLOCKS, object(), "subclasses of lark.indenter.Indenter"),
        (BLOCKS, Overriding(), "Overriding.handle_NL"),
        (BLOCKS, Computed, "Computed.tab_len"),
        (BLOCKS, Twice(), "two meanings"),
        (BLOCKS, Unset, "from 1 to 65535"),
        (BLOCKS.replace("%declare _INDENT", '_INDENT: "i"\n%declare'), Tree(), "a pattern of its own"),
        (BLOCKS.replace("stmt+ _DEDENT", "stmt+"), Tree(), "does not itself close"),
        (BLOCKS.replace('"x"* "]"', '"x"*'), Brackets(), "does not itself close"),
        (DIRECT.replace("(\\n[ \\t]*)+", "\\n {0,4}"), Tree(), "every indentation"),
        (DIRECT.replace("(\\n[ \\t]*)+", "\\n[ \\t]*(?!b)"), Tree(), "lookahead"),
        (DIRECT + 'x: "\\n"\n%extend start: x', Tree(), "retypes"),
    ],
)
def test_what_cannot_be_kept_is_refused(grammar: str, postlex: Any, words: str) -> None:
    """Overridden methods, rules that open blocks for others, line ends without an indentation."""
    with pytest.raises(UnsupportedError, match=words):
        lark(grammar, postlex=postlex)


def test_dynamic_lexers_take_no_indenter() -> None:
    """Neither in lark; earley's own choice of a lexer is then basic."""
    with pytest.raises(GrammarError, match="postlex"):
        lark(TREE, parser="earley", lexer="dynamic", postlex=Tree())

    assert accepts(constrain.compile(lark(TREE, parser="earley", postlex=Tree()), BYTES), "a\n b\n c\n")


def test_an_indenter_may_be_given_as_a_class() -> None:
    """Its attributes are all that is read."""
    assert accepts(constrain.compile(lark(TREE, postlex=Tree), BYTES), "a\n b\n c\n")


def test_ends_of_blocks_need_no_token() -> None:
    """A vocabulary may lack bytes, as SmolLM2's does, and special tokens may stand beside blocks."""
    grammar = lark(TREE, postlex=Tree())
    text = "a\n  b\n    c\n  d\n"
    ascii_alone = Vocabulary([bytes([byte]) for byte in range(128)] + [b""], end_ids=[128])
    assert constrain.compile(grammar, ascii_alone).accepts(text)
    assert not constrain.compile(grammar, ascii_alone).accepts("a\n    b\n  c\n")

    tokens = [bytes([byte]) for byte in range(256)] + [None, None]
    marked = Vocabulary(tokens, end_ids=[256], special_tokens={"<go>": 257})
    matcher = constrain.compile(sequence(special("<go>"), grammar), marked).matcher()
    matcher.advance(257)
    matcher.advance_text(text)
    assert matcher.is_accepting
