"""Special tokens, said slowly: a grammar and a vocabulary in which they are codes of two bytes that no text has.

A code is 0xFF and a number, so the oracle for plain grammars serves. Texts are kept to bytes other than 0xFF, which
UTF-8 has not; where no special token can come at all, grammar and vocabulary are what they are in letters.
"""

from __future__ import annotations

from collections.abc import Callable

from constrain import Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Ordered, Repeat, Sequence, SpecialToken, Terminal
from constrain.patterns.pattern import byte_class, intersection, literal, repeat

MARK = b"\xff"


def changed(node: Expression, leaf: Callable[[Expression], Expression]) -> Expression:
    """The expression with other leaves."""
    match node:
        case Sequence() | Choice():
            return type(node)(tuple(changed(part, leaf) for part in node.parts))
        case Repeat():
            between = None if node.between is None else _separator(node.between, leaf)
            return Repeat(changed(node.part, leaf), node.minimum, node.maximum, between)
        case Ordered():
            between = _separator(node.between, leaf)
            return Ordered(tuple(changed(part, leaf) for part in node.parts), node.required, between)
    return leaf(node)


def _separator(between: Expression, leaf: Callable[[Expression], Expression]) -> Terminal:
    """Another terminal, or the same where `leaf` puts something else for it."""
    assert isinstance(between, Terminal)
    found = leaf(between)
    return found if isinstance(found, Terminal) else between


def special_tokens(node: Expression) -> list[SpecialToken]:
    """Those that the expression calls for."""
    found: list[SpecialToken] = []

    def leaf(part: Expression) -> Expression:
        if isinstance(part, SpecialToken):
            found.append(part)
        return part

    changed(node, leaf)
    return found


def coded(grammar: Grammar, vocabulary: Vocabulary) -> tuple[Grammar, Vocabulary]:
    """Both without special tokens, for the oracle; masks, texts of tokens and languages are those of the originals."""
    usable = {
        name: number
        for name, number in vocabulary.special_tokens.items()
        if number not in vocabulary.end_ids and not vocabulary.strips_leading_space
    }
    called = [node.name for right in grammar.productions.values() for node in special_tokens(right)]
    if not called:
        return grammar, vocabulary
    marked = any(name in usable for name in called)
    codes = {name: MARK + bytes((number,)) for number, name in enumerate(usable)}
    clean = repeat(byte_class((1 << 255) - 1))
    texts: dict[int, Terminal] = {}

    def text(terminal: Terminal) -> Terminal:
        if id(terminal) not in texts:
            pattern = intersection(terminal.pattern, clean) if marked else terminal.pattern
            if vocabulary.spellable is not None:
                pattern = intersection(pattern, vocabulary.spellable)
            texts[id(terminal)] = Terminal(pattern, terminal.name)
        return texts[id(terminal)]

    def leaf(node: Expression) -> Expression:
        if isinstance(node, Terminal):
            return text(node)
        if not isinstance(node, SpecialToken):
            return node
        if node.name not in usable:
            return text(node.text)
        token = Terminal(literal(codes[node.name]), node.name)
        return Choice((token, text(node.text))) if node.spelling == SpecialToken.TOKEN_AND_TEXT else token

    items = list(vocabulary.token_bytes)
    if marked:
        items = [None if item is not None and MARK in item else item for item in items]
        for name, number in usable.items():
            items[number] = codes[name]
    rights = {name: changed(right, leaf) for name, right in grammar.productions.items()}
    return Grammar(grammar.start, rights), Vocabulary.from_bytes(items, end_ids=vocabulary.end_ids)
