"""Marks and free text: which tokens may write a special token's name, and where free text ends, judged by definition."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

import pytest

import constrain
from constrain import Constraint, Grammar, GrammarError, RejectedToken, Vocabulary, VocabularyError
from constrain.grammars import (
    choice,
    either,
    free_text,
    free_text_with,
    optional,
    regex,
    repeat,
    sequence,
    special,
    text_or_special,
)
from tests import tokenizers as some

Piece = bytes | str  # text, or the name of a special token
END = 256


def vocabulary(names: Iterable[str] = (), ends: Iterable[str] = ("<end>",)) -> Vocabulary:
    """All single bytes and, after them, an end and special tokens."""
    listed = [*ends, *names]
    items = [*(bytes((byte,)) for byte in range(256)), *[None] * len(listed)]
    special_tokens = {name: 256 + i for i, name in enumerate(listed)}
    return Vocabulary.from_bytes(items, end_ids=range(END, END + len([*ends])), special_tokens=special_tokens)


def ids(pieces: Iterable[Piece], words: Vocabulary) -> list[int]:
    """The tokens that write the pieces: single bytes, special tokens."""
    found: list[int] = []
    for piece in pieces:
        found.extend(piece if isinstance(piece, bytes) else [words.special_tokens[piece]])
    return found


def accepts(constraint: Constraint, pieces: Iterable[Piece]) -> bool:
    """Whether the pieces are a whole text."""
    matcher = constraint.matcher()
    try:
        for token in ids(pieces, constraint.vocabulary):
            matcher.advance(token)
    except RejectedToken:
        return False
    return matcher.is_accepting


# --- Free text, by its definition ------------------------------------------------------------------------------------

KINDS = {"text": lambda name: name, "special": special, "text or special": text_or_special}


def is_free_text(pieces: tuple[Piece, ...], stops: dict[str, str], have: set[str]) -> bool:
    """Whether the first stop to be complete is so at the very end, and is written as its kind wants it."""
    written = [piece.encode() if isinstance(piece, str) else piece for piece in pieces]
    text = b"".join(written)
    complete = [end for end in range(len(text) + 1) for stop in stops if text[:end].endswith(stop.encode())]
    if not complete or complete[0] != len(text) or any(isinstance(piece, str) for piece in pieces[:-1]):
        return False
    last = pieces[-1]
    if isinstance(last, str):
        return last in stops and last in have
    in_letters = [name for name, kind in stops.items() if kind == "text" or name not in have]
    return any(text.endswith(name.encode()) for name in in_letters)


@pytest.mark.parametrize("stops", [("ab",), ("aa",), ("aba",), ("ab", "b"), ("ab", "ba"), ("a", "ab"), ("bb", "abba")])
def test_free_text_ends_where_a_reader_sees_the_stop(stops: tuple[str, ...]) -> None:
    """By letters, by tokens or by both, for every text of a few letters and perhaps a token."""
    for kinds in itertools.product(KINDS, repeat=len(stops)):
        for have in ({"x"}, {stops[0]}, set(stops)):
            wanted = dict(zip(stops, kinds, strict=True))
            grammar = free_text(until=tuple(KINDS[kind](name) for name, kind in wanted.items()))
            # A name of one letter is that of an ordinary token, which `special` takes for what is asked for; and a
            # stop after which another is always complete is never asked for.
            asked = {name for name in stops if len(name) > 1 and not any(other in name[:-1] for other in stops)}
            if any(kind == "special" and name in asked - have for name, kind in wanted.items()):
                with pytest.raises(VocabularyError, match="has no special token"):
                    constrain.compile(grammar, vocabulary(have))
                continue
            try:
                constraint = constrain.compile(grammar, vocabulary(have))
            except GrammarError:
                constraint = None  # no text at all
            symbols: list[Piece] = [b"a", b"b", *sorted(have)]
            for length in range(5):
                for pieces in itertools.product(symbols, repeat=length):
                    expected = is_free_text(pieces, wanted, have)
                    assert expected == (constraint is not None and accepts(constraint, pieces)), (wanted, have, pieces)


def test_free_text_can_be_bounded() -> None:
    """`longest` counts characters, with the stop, whichever way it is written."""
    constraint = constrain.compile(free_text(until="</é>", longest=6), vocabulary(["</é>"]))

    assert accepts(constraint, ["éé".encode(), "</é>"])
    assert accepts(constraint, ["éé</é>".encode()])
    assert not accepts(constraint, [b"abc", "</é>"])
    assert not accepts(constraint, [b"abc</", b"\xc3\xa9>"])
    with pytest.raises(GrammarError):
        constrain.compile(free_text(until="</é>", longest=3), vocabulary(["</é>"]))


def is_triggered(text: str, calls: dict[str, str], low: int, high: int | None) -> bool:
    """Whether each first trigger to be complete is followed by a text of its pattern, `low` to `high` times."""
    ends = [end for end in range(len(text) + 1) if any(text[:end].endswith(name) for name in calls)]
    if not ends:
        return low <= 0
    return high != 0 and any(
        re.fullmatch(pattern, text[ends[0] : stop]) is not None
        and is_triggered(text[stop:], calls, low - 1, None if high is None else high - 1)
        for name, pattern in calls.items()
        if text[: ends[0]].endswith(name)
        for stop in range(ends[0], len(text) + 1)
    )


@pytest.mark.parametrize(
    "calls",
    [{"a": "b+"}, {"ab": "x*", "ba": "y"}, {"aa": "b?", "ab": "a"}, {"ab": "x", "xab": "y|xx"}, {"aba": "(ab)*"}],
)
@pytest.mark.parametrize(("low", "high"), [(0, None), (1, None), (0, 1), (2, 2)])
def test_triggers_by_definition(calls: dict[str, str], low: int, high: int | None) -> None:
    """Triggers that begin within one another, calls that look like triggers; the value has as many calls as asked."""
    grammar = free_text_with({name: regex(pattern) for name, pattern in calls.items()}, low=low, high=high)
    constraint = constrain.compile(grammar, vocabulary())
    letters = sorted({letter for letter in "".join(calls) + "".join(calls.values()) if letter.isalpha()})
    for length in range(7 if len(letters) < 3 else 6):
        for chosen in itertools.product(letters, repeat=length):
            text = "".join(chosen)
            expected = is_triggered(text, calls, low, high)
            assert expected == accepts(constraint, [text.encode()]), text
            if expected:
                found, rest = grammar.read(text)
                assert low <= len(found) <= (len(text) if high is None else high)
                assert text == "".join(begin + call for begin, call in found) + rest


def test_triggers_may_be_tokens() -> None:
    """Free text, a trigger by its token, its grammar, free text again; the value is read from the text."""
    call = sequence(regex("[0-9]"), text_or_special("</n>"))
    grammar = free_text_with({text_or_special("<n>"): call, "<w>": regex("[a-z]")}, low=1)
    with_tokens, without = (constrain.compile(grammar, vocabulary(names)) for names in (["<n>", "</n>"], []))

    assert accepts(with_tokens, [b"a <", "<n>", b"1", "</n>", b" b<w>c <m>"])
    assert not accepts(with_tokens, [b"a <n>1", "</n>"])
    assert not accepts(with_tokens, ["<n>", b"1</n>"])
    assert not accepts(with_tokens, ["<n>", b"x", "</n>"])
    assert not accepts(with_tokens, [b"a", "</n>"])
    assert not accepts(with_tokens, ["<n>", b"1", "</n>", "<n>"])
    assert accepts(without, [b"a <n>1</n> b<w>c <m>"])
    found, rest = grammar.read("a <<n>1</n> b<w>c <m>")
    assert (found, rest) == ([("a <<n>", ("1",)), (" b<w>", "c")], " <m>")


# --- Marks on their own ----------------------------------------------------------------------------------------------


def test_three_ways_to_write_a_mark() -> None:
    """A text: letters or token. `special`: the token. `text_or_special`: the token if there is one."""
    for have in (True, False):
        words = vocabulary(["<t>"] if have else [])
        token: list[Piece] = ["<t>"] if have else [b"\xff"]
        plain, chosen = (constrain.compile(sequence(part, "!"), words) for part in ("<t>", text_or_special("<t>")))
        assert accepts(plain, [b"<t>!"])
        assert accepts(plain, [*token, b"!"]) == have
        assert accepts(chosen, [b"<t>!"]) == (not have)
        assert accepts(chosen, [*token, b"!"]) == have
        assert not accepts(plain, [b"<", *token, b"!"])
    only = constrain.compile(sequence(special("<t>"), "!"), vocabulary(["<t>"]))
    assert accepts(only, ["<t>", b"!"])
    assert not accepts(only, [b"<t>!"])


def test_a_token_that_is_text_is_written_as_text() -> None:
    """Where the user made the token text (`text_tokens`), its name may be cut into any tokens."""
    words = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None, b"<t>"], end_ids=[END])
    matcher = constrain.compile(special("<t>"), words).matcher()

    assert matcher.allows(257)
    assert matcher.allows(ord("<"))


def test_ends_cannot_be_called_for() -> None:
    """They come where the text is complete; a text of that name is written in letters."""
    words = vocabulary(["<t>"])
    with pytest.raises(VocabularyError, match="ends the text"):
        constrain.compile(special("<end>"), words)

    constraint = constrain.compile(sequence(text_or_special("<end>"), text_or_special("<t>")), words)
    assert accepts(constraint, [b"<end>", "<t>"])
    assert not accepts(constraint, ["<end>", "<t>"])


def test_a_token_that_is_absent_is_named_with_its_neighbours() -> None:
    """Near names first, and the way on; ends are not proposed."""
    names = ["<tool_call>", "</tool_call>", "<pad>", *(f"<reserved_{i}>" for i in range(2000))]
    with pytest.raises(VocabularyError) as caught:
        constrain.compile(sequence("a", special("<toolcall>")), vocabulary(names, ends=["<tool_cal>"]))

    said = str(caught.value)
    assert "'<toolcall>'" in said
    assert "'<tool_call>', '</tool_call>'" in said
    assert "<tool_cal>" not in said
    assert "text_or_special()" in said
    assert len(said) < 600
    with pytest.raises(VocabularyError, match="nor any other"):
        constrain.compile(special("<t>"), vocabulary([]))


def test_long_names_are_neither_compared_nor_shown() -> None:
    """Finding near names costs time in their lengths squared, so only short ones take part."""
    names = [f"<{'ab' * 20_000}{i}>" for i in range(50)]
    with pytest.raises(VocabularyError) as caught:
        constrain.compile(special(f"<{'ba' * 20_000}>"), vocabulary([*names, "<pad>"]))

    assert "'<pad>'" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_texts_are_read_from_their_letters() -> None:
    """A constraint's text shows special tokens by name, and the grammar reads that; marks have no value of their own."""
    grammar = sequence(
        special("<think>"),
        free_text(until=special("</think>")),
        optional(sequence(special("<n>"), regex("[0-9]+"))),
        repeat(either(special("<a>"), choice(["b"])), separator=special("<n>")),
    )
    words = vocabulary(["<think>", "</think>", "<n>", "<a>"])
    constraint = constrain.compile(grammar, words)
    pieces: list[Piece] = ["<think>", "é </thin".encode(), "</think>", "<n>", b"12", "<a>", "<n>", b"b"]
    assert accepts(constraint, pieces)
    text = constraint.text([*ids(pieces, words), END])

    assert text == "<think>é </thin</think><n>12<a><n>b"
    assert constraint.read(text) == ("é </thin</think>", ("12",), ["<a>", "b"])


def test_tokens_within_text_are_not_marks() -> None:
    """A JSON string, or free text, cannot hold a special token; its letters are ordinary text there."""
    constraint = constrain.compile(sequence(special("<t>"), regex(".*"), special("<t>")), vocabulary(["<t>", "<u>"]))

    assert accepts(constraint, ["<t>", b"<t> \xc3\xa9", "<t>"])
    assert not accepts(constraint, ["<t>", b"a", "<u>", "<t>"])
    assert not accepts(constraint, ["<t>", "<t>", "<t>"])


@pytest.mark.parametrize("family", ["byte-level", "llama", "gemma", "unigram with bytes", "unigram", "suffix"])
def test_every_family_of_tokenizers_names_its_special_tokens(family: str) -> None:
    """Added tokens can be called for; beside them, text is what it is elsewhere."""
    tokenizer = some.tiny(family)
    words = Vocabulary.from_huggingface(tokenizer)
    tool, pad = (tokenizer.convert_tokens_to_ids(name) for name in ("<tool>", "<pad>"))
    constraint = constrain.compile(sequence(special("<tool>"), regex("[a-e]+"), special("<pad>")), words)
    matcher = constraint.matcher()

    assert words.special_tokens["<tool>"] == tool
    assert [tool] == [token for token in range(words.size) if matcher.allows(token)]
    matcher.advance(tool)
    for token in words.encode_greedy(b"ace"):
        matcher.advance(token)
    assert matcher.allows(pad)
    matcher.advance(pad)
    assert matcher.is_accepting
    assert constraint.text(matcher.tokens) == "<tool>ace<pad>"


def test_vocabularies_with_spaces_before_words_write_letters() -> None:
    """WordPiece cannot place a token between words without touching their spaces, and says so."""
    words = Vocabulary.from_huggingface(some.tiny("wordpiece"))
    with pytest.raises(VocabularyError, match="WordPiece"):
        constrain.compile(special("<tool>"), words)
    assert not constrain.compile(either("e", text_or_special("<tool>")), words).has_special_tokens


@pytest.mark.parametrize(
    ("tokenizer", "names"),
    [
        ("deepseek", ["<｜tool▁calls▁begin｜>", "<｜tool▁sep｜>"]),
        ("mistral", ["[TOOL_CALLS]", "[/INST]"]),
        ("llama2", ["<s>"]),
    ],
)
def test_real_tokenizers_have_their_marks(tokenizer: str, names: list[str]) -> None:
    """Those that chat formats need, each allowed exactly where it is called for."""
    real = some.real(tokenizer)
    words = Vocabulary.from_huggingface(real)
    matcher = constrain.compile(sequence(*map(special, names)), words).matcher()
    for name in names:
        row = constrain.allocate_bitmask(1, words)[0]
        matcher.fill_bitmask(row)
        assert constrain.allowed_tokens(row) == [real.convert_tokens_to_ids(name)]
        matcher.advance(real.convert_tokens_to_ids(name))
    assert matcher.is_accepting


def test_mistakes_are_explained() -> None:
    """Names that are none, stops that are none."""
    with pytest.raises(GrammarError, match="empty"):
        special("")
    with pytest.raises(GrammarError, match="lone surrogate"):
        text_or_special("\ud800")
    with pytest.raises(TypeError, match="a str is needed, not bytes"):
        special(b"<t>")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="special"):
        free_text(until=regex("a"))
    with pytest.raises(GrammarError, match="until"):
        free_text(until=())
    with pytest.raises(ValueError, match="longest is -1"):
        free_text(longest=-1)
    with pytest.raises(GrammarError, match="twice"):
        free_text_with({"<n>": regex("a"), special("<n>"): regex("b")})


def test_special_tokens_are_refused_where_their_byte_would_be_text() -> None:
    """A pattern over raw bytes beside special tokens keeps to text, and the token of the byte 0xFF is none there."""
    from constrain.grammar import Sequence, SpecialToken, Terminal
    from constrain.patterns.pattern import ANY

    anything = Grammar("a", {"a": Sequence((Terminal(ANY, "bytes"), SpecialToken("<t>")))})
    constraint = constrain.compile(anything, vocabulary(["<t>"]))

    assert accepts(constraint, [b"\xfe\x80", "<t>"])
    assert not constraint.matcher().allows(255)
    assert constrain.compile(Grammar("a", {"a": Terminal(ANY, "bytes")}), vocabulary(["<t>"])).matcher().allows(255)
