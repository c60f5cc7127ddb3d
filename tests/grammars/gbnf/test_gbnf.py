"""GBNF: masks against a slow reader that was written after llama.cpp's, and against llama.cpp itself where it is there."""

from __future__ import annotations

import re
from random import Random

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammars import gbnf

from ...reference.constraint import allowed
from ...reference.gbnf import Language, WrongError
from .corpus import CORPUS, LEFT, TRAPS, WRONG

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])


def accepts(constraint: constrain.Constraint, text: str | bytes) -> bool:
    """Whether masks, followed byte by byte, lead through `text` to an end."""
    matcher = constraint.matcher()
    for byte in text.encode() if isinstance(text, str) else text:
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return matcher.is_accepting


def mask(matcher: constrain.Matcher) -> list[int]:
    return [token for token in range(matcher.constraint.vocabulary.size) if matcher.allows(token)]


@pytest.mark.parametrize("name", CORPUS)
def test_the_repertoire_accepts_and_rejects(name: str) -> None:
    """Grammars such as llama.cpp's users have: texts of the language are accepted, others are not."""
    grammar, good, bad = CORPUS[name]
    constraint = constrain.compile(gbnf(grammar), BYTES)

    assert [] == [text for text in good if not accepts(constraint, text)]
    assert [] == [text for text in bad if accepts(constraint, text)]


@pytest.mark.parametrize("name", CORPUS)
def test_the_repertoire_is_what_the_slow_reader_says(name: str) -> None:
    """The same verdicts on texts and on their mutations."""
    grammar, good, bad = CORPUS[name]
    constraint, language = constrain.compile(gbnf(grammar), BYTES), Language(grammar)
    chance = Random(name)
    texts = [text[:40] for text in good + bad]
    texts += [mutated(chance, chance.choice(texts)) for _ in range(20)]

    assert [language.contains(text.encode()) for text in texts] == [accepts(constraint, text) for text in texts]


def mutated(chance: Random, text: str) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 2)):
        at = chance.randint(0, len(letters))
        letters[at : at + chance.randint(0, 2)] = chance.choice(["", "a", " ", "\n", "(", '"', "1", "é", "+", "日"])
    return "".join(letters)


@pytest.mark.parametrize(("grammar", "good", "bad"), TRAPS + LEFT)
def test_the_notation_is_read_as_llama_cpp_reads_it(grammar: str, good: list[str], bad: list[str]) -> None:
    """One trap a grammar, for us and for the slow reader."""
    constraint, language = constrain.compile(gbnf(grammar), BYTES), Language(grammar)

    for text in good + bad:
        assert (text in good) == accepts(constraint, text), text
        assert (text in good) == language.contains(text.encode()), text


@pytest.mark.parametrize(("grammar", "place", "words"), WRONG)
def test_errors_say_where_and_what(grammar: str, place: tuple[int, int] | None, words: str) -> None:
    """Line, column and a caret; and the slow reader refuses the grammar too."""
    with pytest.raises(GrammarError, match=re.escape(words)) as caught:
        gbnf(grammar)

    assert place == (None if caught.value.line is None else (caught.value.line, caught.value.column))
    assert place is None or "^" in str(caught.value.excerpt)
    with pytest.raises(WrongError):
        Language(grammar)


def test_a_caret_stands_below_the_place() -> None:
    """Also in a long line, of which a part is shown."""
    with pytest.raises(GrammarError) as caught:
        gbnf('root ::= "a"\nb ::= ("c" $ "d")')
    assert caught.value.excerpt == '    b ::= ("c" $ "d")\n               ^'

    with pytest.raises(GrammarError) as caught:
        gbnf("root ::= " + '"a" ' * 1000 + "$" + ' "b"' * 1000)
    shown, caret = str(caught.value.excerpt).split("\n")
    assert "$" == shown[caret.index("^")]


@pytest.mark.parametrize("token", ["<[1000]>", "!<think>", "!<[5]>*"])
def test_tokens_by_number_or_exclusion_are_refused(token: str) -> None:
    """What to write instead is in the message."""
    with pytest.raises(UnsupportedError, match="use") as caught:
        gbnf(f'root ::= "a" {token} "b"')
    assert caught.value.where == "line 1, column 14"


def test_a_token_by_its_name_is_that_special_token() -> None:
    """And not its letters; a vocabulary without it is refused."""
    grammar = gbnf('root ::= <think> "a"* </think>+ "b"')
    vocabulary = Vocabulary.from_bytes(
        [*(bytes((b,)) for b in range(256)), None, None, None],
        end_ids=[256],
        special_tokens={"<think>": 257, "</think>": 258},
    )
    matcher = constrain.compile(grammar, vocabulary).matcher()

    assert [257] == mask(matcher)
    matcher.advance(257)
    assert [ord("a"), 258] == mask(matcher)
    for token in (ord("a"), 258, 258, ord("b")):
        matcher.advance(token)
    assert matcher.is_accepting
    with pytest.raises(VocabularyError, match="<think>"):
        constrain.compile(grammar, BYTES)


def test_root_may_be_another_rule() -> None:
    """`root=` names the rule where texts begin."""
    constraint = constrain.compile(gbnf('root ::= "a" item\nitem ::= "b"', root="item"), BYTES)
    assert (True, False) == (accepts(constraint, "b"), accepts(constraint, "ab"))


def test_a_rule_without_any_text_is_refused_when_it_is_compiled() -> None:
    """As every grammar that no text matches."""
    with pytest.raises(GrammarError, match="no text"):
        constrain.compile(gbnf('root ::= "a" root'), BYTES)


# --- Random grammars -----------------------------------------------------------------------------------------------


def random_item(chance: Random, names: list[str], depth: int) -> str:
    kind = chance.random()
    if kind < 0.3:
        item = (
            '"' + "".join(chance.choice(["a", "b", "é", "\\x61", "\\u65E5"]) for _ in range(chance.randint(0, 2))) + '"'
        )
    elif kind < 0.5:
        item = chance.choice(
            ["[ab]", "[^a]", "[a-b]", ".", "[b-]", "[^\\u0080-\\U0010FFFF]", "[é日]", "[b-a]", "[]", "[-a]"]
        )
    elif kind < 0.8 or depth == 0:
        item = chance.choice(names)
    else:
        item = "(" + random_right(chance, names, depth - 1) + ")"
    if item not in ('""', "[]") and chance.random() < 0.3:
        item += chance.choice(["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{1,}", "?*", "+ ?", "{0}"])
    return item


def random_right(chance: Random, names: list[str], depth: int) -> str:
    ways = [
        " ".join(random_item(chance, names, depth) for _ in range(chance.randint(0, 3)))
        for _ in range(chance.randint(1, 3))
    ]
    return " | ".join(ways)


def random_grammar(chance: Random) -> str:
    """Rules that use each other as they like: recursion of every kind, empty texts, several rules of one name."""
    names = ["root", "x", "y-1"][: chance.randint(1, 3)]
    # an empty alternative at the end would take the next line for its own
    rules = [f"{name} ::= {random_right(chance, names, 2)} ()" for name in names]
    return "\n".join(rules)


TOKENS = [
    b"a",
    b"b",
    b"ab",
    b"ba",
    b"aab",
    b"\xc3",
    b"\xa9",
    "é".encode(),
    "a日".encode(),
    b"\xe6\x97",
    b"\xa5b",
    b"c",
    b"\xff",
]


def differences(seed: int, steps: int) -> list[str]:
    """Where the masks of a random grammar differ from the slow reader's."""
    chance = Random(seed)
    grammar = random_grammar(chance)
    language = Language(grammar)
    vocabulary = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), *TOKENS, None], end_ids=[256 + len(TOKENS)])
    if language.is_empty:
        with pytest.raises(GrammarError):
            constrain.compile(gbnf(grammar), vocabulary)
        return []
    try:
        constraint = constrain.compile(gbnf(grammar), vocabulary)
    except GrammarError as error:
        return [f"{seed}: {error}"]
    matcher, text = constraint.matcher(), b""
    found = []
    for _ in range(steps):
        expected, got = allowed(language, vocabulary, text), mask(matcher)
        if expected != got:
            found.append(f"{seed}: {grammar!r} after {text!r}: expected {expected}, got {got}")
            break
        texts = [token for token in got if token < 256 + len(TOKENS)]
        if not texts:
            break
        token = chance.choice([t for t in texts if t < 256 and chr(t) in "ab"] or texts)
        if chance.random() < 0.4:
            token = chance.choice(texts)
        matcher.advance(token)
        text += vocabulary.token_bytes[token] or b""
    return found


def test_random_grammars_have_the_masks_of_the_slow_reader() -> None:
    """Whole masks, token by token, along random texts."""
    assert [] == [line for seed in range(60) for line in differences(seed, 4)]


@pytest.mark.slow
def test_many_random_grammars_have_the_masks_of_the_slow_reader() -> None:
    """The same, 400 grammars."""
    assert [] == [line for seed in range(1000, 1400) for line in differences(seed, 6)]


# --- Hostile texts ----------------------------------------------------------------------------------------------------

MANY = 20_000
HOSTILE = {
    "deep groups": ("root ::= " + "(" * MANY + '"a"' + ")" * MANY, "a"),
    "deep alternatives": ("root ::= " + '("a" | "b" root ' * MANY + ")" * MANY, "a"),
    "deep stars": ("root ::= " + "(" * MANY + '"a" root?' + ")*" * MANY, "aaa"),
    "stars on stars": ('root ::= "a"' + "*" * MANY, "aaa"),
    "a chain of rules": (
        "root ::= r0\n" + "".join(f'r{i} ::= "a"{{0,9}} "b" r{i + 1}\n' for i in range(MANY)) + f'r{MANY} ::= "z"',
        "ab" * MANY + "z",
    ),
    "a ring of rules": (
        "root ::= r0\n" + "".join(f'r{i} ::= "a" r{i + 1} | "b"\n' for i in range(MANY)) + f"r{MANY} ::= root",
        "aab",
    ),
    "doubling": ("root ::= r0\n" + "".join(f"r{i} ::= r{i + 1} r{i + 1}\n" for i in range(60)) + 'r60 ::= "z"?', "zz"),
    "counts of counts": ('root ::= (((("a"? "b"){1,1000}){1,1000}){1,1000}){1,1000}', "abb"),
    "many words": ("root ::= " + " | ".join(f'"w{i}"' for i in range(MANY)), "w77"),
    "a count of a recursion": ('root ::= ("(" root? ")"){0,1000000}', "(())()"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_grammars_are_bounded(name: str) -> None:
    """Neither depth, nor counts, nor numbers of rules crash or hang."""
    grammar, text = HOSTILE[name]
    assert accepts(constrain.compile(gbnf(grammar), BYTES), text)


@pytest.mark.parametrize(
    ("grammar", "error"),
    [
        ("root ::= " + "(" * MANY, GrammarError),
        ("root ::= " + '"a" ' * MANY + '"', GrammarError),
        ("root ::= [" + "a" * MANY, GrammarError),
        ('root ::= "a"{' + "9" * MANY + "}", LimitExceeded),
        ("#" * (1 << 22) + "\n", LimitExceeded),
        ('root ::= "a" \0', GrammarError),
        ('root ::= "a\0"', GrammarError),
        ('root ::= "\ud800"', GrammarError),
    ],
)
def test_hostile_texts_are_refused(grammar: str, error: type[Exception]) -> None:
    """Unterminated, endless or unspellable: refused, with a message of bounded length."""
    with pytest.raises(error) as caught:
        gbnf(grammar)
    assert len(str(caught.value)) < 1000


# --- llama.cpp itself -------------------------------------------------------------------------------------------------


def test_llama_cpp_reads_the_same_texts() -> None:
    """Its parser takes what we take and refuses what we refuse, but for its own limits."""
    llama = pytest.importorskip("llama_cpp", reason="llama-cpp-python takes minutes to compile; it judges where it is")

    def taken(grammar: str) -> bool:
        sampler = llama.llama_sampler_init_grammar(None, grammar.encode(), b"root")
        if sampler:
            llama.llama_sampler_free(sampler)
        return bool(sampler)

    right = [*(grammar for grammar, _, _ in CORPUS.values()), *(grammar for grammar, _, _ in TRAPS)]
    assert [] == [grammar for grammar in right if not taken(grammar)]
    # no text at all is no constraint there, and of numbers the wrong way round it writes rules until memory ends
    assert [] == [grammar for grammar, _, _ in WRONG if grammar and "{5,2}" not in grammar and taken(grammar)]
