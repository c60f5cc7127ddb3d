"""Keywords that a lexer takes out of another terminal's texts: spelled along its automaton, whichever way is faster."""

from __future__ import annotations

import random

import constrain
from constrain.grammar import Grammar, Terminal
from constrain.grammars.lark.lexing.compiler import add_terminal
from constrain.grammars.lark.lexing.lexer import Walker
from constrain.grammars.lark.lexing.pike_vm import FREE, Machine
from constrain.grammars.lark.lexing.program import Program
from constrain.grammars.lark.lexing.state_elimination import texts
from constrain.patterns.pattern import Pattern
from tests.grammars.lark.test_lark import BYTES, accepts, disagreements

WORDS = ["a", "ab", "abc", "b", "ba", "cab", "k", "s"]
NAMES = ["[a-c]+", "(?:a|ab)c?", "[a-ck-s]+(?!b)", "ab?|b[ac]*", "[A-Ca-c]+", "a(?=b)|[abc]+?", "[^b]+"]


def matches(pattern: Pattern, text: str) -> bool:
    grammar = Grammar("text", {"text": Terminal(pattern, "word")})
    return accepts(constrain.compile(grammar, BYTES), text)


def test_a_chain_is_what_the_automaton_spells() -> None:
    """Both ways give the same texts, by the obligation left."""
    chance = random.Random(7)
    taken = 0
    for _ in range(60):
        word, flag = chance.choice(WORDS), chance.choice(["", "i"])
        program = Program()
        sources = {"NAME": chance.choice(NAMES), "WORD": f"(?i:{word})" if flag else word}
        starts = {name: add_terminal(program, name, source, 0)[0] for name, source in sources.items()}
        walker = Walker(Machine(program, dict.fromkeys(starts, 0)), starts, {}, literals={"WORD": (word, not flag)})
        automaton = walker.automaton(("NAME", (), (), False), FREE)
        chain = walker._chain(automaton, "WORD")
        spelled = texts(walker._spelled(automaton, "WORD"), walker.alphabet)
        if chain is None:
            continue
        taken += len(chain)

        assert spelled.keys() == chain.keys()
        for left, own in chain.items():
            for text in (word, word.upper(), word.title(), word + "a", word[:-1], word.replace("k", "\N{KELVIN SIGN}")):
                assert matches(spelled[left].pattern, text) == matches(own.pattern, text)
    assert taken > 20


def test_many_keywords_agree_with_lark() -> None:
    """Words in any case, next to names that hold them, owing each other their longest match: lark's verdicts."""
    chance = random.Random(11)
    for seed in range(12):
        words = chance.sample(WORDS, 4)
        ways = " | ".join(f'"{word}"{chance.choice(["", "i"])}' for word in words)
        name = chance.choice(["/[a-c]+/", "/[a-ck-s]+/i", "/[a-z]/", "/a|ab|[bc]+/"])
        grammar = f'start: (w | NAME | "-")+\nw: {ways}\nNAME: {name}\n%ignore " "'
        texts = ["".join(chance.choice([*WORDS, "-", " ", "C"]) for _ in range(6)) for _ in range(6)]
        for lexer in ("basic", "contextual"):
            assert [] == disagreements(grammar, texts, "lalr", lexer, 20, seed)
