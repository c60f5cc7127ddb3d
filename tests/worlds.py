"""Playing a random world on the engine and on the oracle, and, where they differ, finding the smallest such world.

    python -m tests.worlds grammar --seeds 0:20000     # counterexamples are printed as Python, ready for a test

`play` follows a world's script and compares everything a matcher says after each step. `minimise` drops steps and
tokens and shrinks the grammar for as long as the difference remains; it tries each candidate in a process of its own,
so crashes and endless loops are minimised like wrong masks.
"""

from __future__ import annotations

import argparse
import faulthandler
import inspect
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

import numpy as np

import constrain
from constrain import GrammarError, RejectedToken, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammar import Expression, Grammar, Nonterminal, Ordered, Sequence, SpecialToken, Terminal
from constrain.patterns.pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    EPSILON,
    Alternation,
    ByteClass,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)
from constrain.support.flat_trees import Node

from .laws import generate
from .reference.constraint import Oracle, allowed, forced, oracle_of
from .reference.patterns import TooBig
from .reference.special import MARK, coded
from .strategies import Tokens, World, oracle_under, random_world, vocabulary_of

Compile = Callable[[Grammar, Vocabulary], Any]


class Mismatch(AssertionError):
    """The engine and the oracle differ."""


# --- Playing ---------------------------------------------------------------------------------------------------------


@dataclass
class _Position:
    """A matcher and what the oracle knows of it."""

    matcher: Any
    tokens: list[int]
    text: bytes = b""
    finished: bool = False


def _play_whole_tokens(constraint: Any, grammar: Grammar) -> int:
    """Where characters spell no text, but whole tokens do: what is generated is a text, and nothing gets stuck.

    Which texts these are is judged in `tests/constrain/tokenizers/test_spellable.py`.
    """
    plain, _ = coded(grammar, constraint.vocabulary)
    for seed in range(3):
        text = generate(constraint, Random(seed), 40)
        if text is not None and plain is grammar and not oracle_of(plain).contains(text):
            raise Mismatch(f"generated {text!r}, which is no text")
    return 1


def play(world: World, compile: Compile = constrain.compile) -> int:
    """Follows the script, comparing after each step; returns the number of masks compared.

    Raises `Mismatch` where the engine is wrong, `UnsupportedError` where it refuses the grammar, and `TooBig` where
    the oracle does.
    """
    vocabulary = vocabulary_of(world.tokens)
    oracle, seen = oracle_under(world.grammar, vocabulary)
    try:
        constraint = compile(world.grammar, vocabulary)
    except (GrammarError, VocabularyError) as error:
        if oracle.viable(b""):
            raise Mismatch(f"refused, though there are texts: {error}") from error
        return 0
    if not oracle.viable(b""):
        if vocabulary.spellable is None:
            raise Mismatch("compiled, though there is no text")
        return _play_whole_tokens(constraint, world.grammar)
    known: dict[int, tuple[list[int], bytes]] = {}  # mask and forced bytes by state
    here = _Position(constraint.matcher(), [])
    left_behind: list[_Position] = []
    masks = _compare(here, oracle, seen, known)
    for kind, number in world.script:
        if kind == "restart":
            here = _Position(constraint.matcher(), [])
        elif kind == "fork":
            left_behind.append(here)
            here = replace(here, matcher=here.matcher.fork(), tokens=list(here.tokens))
        elif kind == "rollback":
            if number > len(here.tokens):
                continue  # the script has been shortened
            here.matcher.rollback(number)
            here = _replayed(here.matcher, here.tokens[: len(here.tokens) - number], seen)
        elif kind == "reject":
            if number not in allowed(oracle, seen, here.text, here.finished):
                _reject(here.matcher, number)
        elif number in allowed(oracle, seen, here.text, here.finished):
            here.matcher.advance(number)
            here = _replayed(here.matcher, [*here.tokens, number], seen)
        masks += _compare(here, oracle, seen, known)
    return masks + sum(_compare(position, oracle, seen, known) for position in left_behind)


def _replayed(matcher: Any, tokens: list[int], vocabulary: Vocabulary) -> _Position:
    text = b"".join(vocabulary.token_bytes[token] or b"" for token in tokens)
    return _Position(matcher, tokens, text, bool(tokens) and tokens[-1] in vocabulary.end_ids)


def _reject(matcher: Any, token: int) -> None:
    before = matcher.state, matcher.tokens
    try:
        matcher.advance(token)
    except RejectedToken as error:
        _same("RejectedToken.token", token, error.token)
        _same("after RejectedToken", before, (matcher.state, matcher.tokens))
    else:
        raise Mismatch(f"advance took token {token}, which is not allowed")


def _same(what: str, expected: object, found: object) -> None:
    if expected != found:
        raise Mismatch(f"{what}: expected {expected!r}, found {found!r}")


def _compare(here: _Position, oracle: Oracle, vocabulary: Vocabulary, known: dict[int, tuple[list[int], bytes]]) -> int:
    """Everything that the matcher says here against the oracle."""
    matcher, text = here.matcher, here.text
    where = f"after {text!r}{' and the end' if here.finished else ''}"
    expected = allowed(oracle, vocabulary, text, here.finished)
    row = np.full(vocabulary.words, -1, dtype=np.int32)
    matcher.fill_bitmask(row)
    found = constrain.allowed_tokens(row)
    if expected != found:
        extra = {token: vocabulary.token_bytes[token] if token < vocabulary.size else "padding" for token in found}
        missing = {token: vocabulary.token_bytes[token] for token in expected if token not in extra}
        for token in expected:
            extra.pop(token, None)
        raise Mismatch(f"mask {where}: wrongly allowed {extra}, wrongly refused {missing}")
    _same(f"allows {where}", expected, [token for token in range(vocabulary.size) if matcher.allows(token)])
    _same(f"is_accepting {where}", here.finished or oracle.contains(text), matcher.is_accepting)
    _same(f"is_finished {where}", here.finished, matcher.is_finished)
    _same(f"tokens {where}", here.tokens, matcher.tokens)
    forced_bytes = b"" if here.finished else forced(oracle, text, 64)
    named = matcher.constraint.vocabulary.special_tokens.values()
    special = {number for number in named if vocabulary.token_bytes[number]}
    if special:  # which have codes for the oracle, and are not to be forced
        forced_bytes = forced_bytes.partition(MARK)[0]
    _same(f"forced bytes {where}", forced_bytes, matcher.forced_bytes(64))
    state = matcher.state
    _same(f"state {where}", known.setdefault(state, (expected, forced_bytes)), (expected, forced_bytes))
    token = (len(text) * 7 + len(expected)) % vocabulary.size
    said = matcher.explain(token)
    item = vocabulary.token_bytes[token]
    if token not in expected and item is not None and not here.finished and token not in special:
        dead = next(end for end in range(1, len(item) + 1) if not oracle.viable(text + item[:end]))
        if f"byte {dead} of {len(item)}" not in said:
            raise Mismatch(f"explain({token}) {where}: {item!r} dies at byte {dead}, said {said!r}")
    return 1


# --- Minimising ------------------------------------------------------------------------------------------------------


def minimise(world: World, fails: Callable[[World], bool], seconds: float = 120) -> World:
    """A smallest world that still fails: no step, token or node of it can be spared."""
    deadline = time.monotonic() + seconds
    progress = True
    while progress:
        progress = False
        for smaller in _smaller_worlds(world):
            if time.monotonic() > deadline:
                return world
            if fails(smaller):
                world, progress = smaller, True
                break
    return world


def _smaller_worlds(world: World) -> Iterator[World]:
    script, tokens = world.script, world.tokens
    for begin, end in _stretches(len(script)):
        yield replace(world, script=script[:begin] + script[end:])
    yield from (replace(world, grammar=grammar) for grammar in _smaller_grammars(world.grammar))
    full = {bytes((byte,)) for byte in range(256)} <= set(tokens.items)
    for begin, end in _stretches(len(tokens.items)):
        if full and all(len(item or b"") == 1 for item in tokens.items[begin:end]):
            continue
        fewer = _without(world, begin, end)
        if fewer is not None:
            yield fewer
    if full:
        for begin, end in _stretches(len(tokens.items)):
            fewer = _without(world, begin, end)
            if fewer is not None:
                yield fewer
    if tokens.size > len(tokens.items):
        yield replace(world, tokens=replace(tokens, size=len(tokens.items)))
    for number, item in enumerate(tokens.items):
        for begin, end in _stretches(len(item or b"")) if not full or len(item or b"") > 2 else ():
            shorter = (item or b"")[:begin] + (item or b"")[end:]
            if shorter:
                items = (*tokens.items[:number], shorter, *tokens.items[number + 1 :])
                yield replace(world, tokens=replace(tokens, items=items))


def _stretches(length: int) -> Iterator[tuple[int, int]]:
    """All, halves, quarters ... single places, the last first."""
    width = length
    while width:
        for end in range(length, 0, -width):
            yield max(0, end - width), end
        width //= 2


def _without(world: World, begin: int, end: int) -> World | None:
    """The world without the tokens from `begin` to `end`, all ids moved down; None if no end id would be left."""

    def moved(token: int) -> int:
        return token if token < begin else token - (end - begin)

    tokens = world.tokens
    ends = tuple(moved(token) for token in tokens.end_ids if not begin <= token < end)
    if not ends:
        return None
    script = tuple(
        (kind, moved(number) if kind in ("advance", "reject") else number)
        for kind, number in world.script
        if kind not in ("advance", "reject") or not begin <= number < end
    )
    items = tokens.items[:begin] + tokens.items[end:]
    special = tuple((name, moved(token)) for name, token in tokens.special if not begin <= token < end)
    return World(world.grammar, Tokens(items, ends, tokens.size - (end - begin), special), script)


def _smaller_grammars(grammar: Grammar) -> Iterator[Grammar]:
    productions = grammar.productions
    used = {
        node.name for right in productions.values() for node in _expressions(right) if isinstance(node, Nonterminal)
    }
    for name in productions:
        if name != grammar.start and name not in used:
            yield Grammar(grammar.start, {other: right for other, right in productions.items() if other != name})
    for name, right in productions.items():
        if name != grammar.start and not isinstance(right, Sequence):
            yield Grammar(grammar.start, {**productions, name: Sequence(())})
        for smaller in _smaller_nodes(right):
            yield Grammar(grammar.start, {**productions, name: smaller})
    terminals = {
        id(node): node for right in productions.values() for node in _expressions(right) if isinstance(node, Terminal)
    }
    for terminal in terminals.values():
        for pattern in _smaller_nodes(terminal.pattern):
            changed = Terminal(pattern, terminal.name)
            yield Grammar(
                grammar.start, {name: _exchanged(right, terminal, changed) for name, right in productions.items()}
            )


# Nodes are taken apart and made again by the arguments of their classes, or of functions that keep trees short.
_MAKERS: dict[type, Callable[..., Any]] = {
    Literal: literal,
    Literals: literals,
    ByteClass: byte_class,
    Repetition: repeat,
    Complement: complement,
    Concatenation: lambda parts: concat(*parts),
    Alternation: lambda parts: alternation(*parts),
    Intersection: lambda parts: intersection(*parts),
}
_LEAVES = {id(EMPTY): "EMPTY", id(EPSILON): "EPSILON", id(ANY): "ANY", id(ANY_BYTE): "ANY_BYTE"}


def _fields(node: Node) -> dict[str, Any]:
    names = inspect.signature(type(node)).parameters
    return {} if id(node) in _LEAVES else {name: getattr(node, name) for name in names if name != "code"}


def _made(node: Node, **changed: Any) -> Any:
    return _MAKERS.get(type(node), type(node))(**_fields(node) | changed)


def _inside(node: Node) -> Iterator[Node]:
    """The nodes just inside one that are of its kind: expressions in an expression, patterns in a pattern."""
    kind = Expression if isinstance(node, Expression) else Pattern
    for value in _fields(node).values():
        yield from (each for each in (value if isinstance(value, tuple | list) else (value,)) if isinstance(each, kind))


def _expressions(node: Expression) -> Iterator[Expression]:
    yield node
    for part in _inside(node):
        yield from _expressions(cast(Expression, part))


def _exchanged(value: Any, old: Expression, new: Expression) -> Any:
    if value is old:
        return new
    if isinstance(value, tuple | list):
        return tuple(_exchanged(each, old, new) for each in value)
    if not isinstance(value, Expression) or isinstance(value, Terminal):
        return value
    return _made(value, **{name: _exchanged(each, old, new) for name, each in _fields(value).items()})


def _smaller_nodes(node: Node) -> Iterator[Any]:
    """Nothing in the place of a node, what is inside it, and the node with one of its fields smaller."""
    nothing: Node = Sequence(()) if isinstance(node, Expression) else EPSILON
    fields = _fields(node)
    if id(node) in _LEAVES or (isinstance(node, Sequence) and not node.parts):
        return
    yield nothing
    yield from _inside(node)
    if isinstance(node, SpecialToken):
        yield node.text
    if isinstance(node, Terminal):  # its pattern is made smaller in all its places at once
        return
    if "minimum" in fields:
        for low, high in _smaller_bounds(fields["minimum"], fields["maximum"]):
            yield _made(node, minimum=low, maximum=high)
    if isinstance(node, Ordered):
        for i in range(len(node.parts)):
            parts, required = ((*each[:i], *each[i + 1 :]) for each in (node.parts, node.required))
            yield _made(node, parts=parts, required=required)
    if isinstance(node, ByteClass):
        bits = [1 << byte for byte in range(256) if node.mask >> byte & 1]
        for begin, end in _stretches(len(bits)):
            yield byte_class(sum(bits[:begin] + bits[end:]))
    for name in fields.keys() - {"minimum", "maximum", "name", "mask", "required"}:
        for smaller in _smaller_values(fields[name]):
            with suppress(ValueError):  # of parts that belong to other fields
                yield _made(node, **{name: smaller})


def _smaller_values(value: Any) -> Iterator[Any]:
    if isinstance(value, Node):
        yield from _smaller_nodes(value)
    elif isinstance(value, tuple | list):
        for i, each in enumerate(value):
            yield (*value[:i], *value[i + 1 :])
            yield from ((*value[:i], smaller, *value[i + 1 :]) for smaller in _smaller_values(each))
    elif isinstance(value, bytes):
        yield from (value[:begin] + value[end:] for begin, end in _stretches(len(value)))
    elif value:
        yield type(value)()


def _smaller_bounds(low: int, high: int | None) -> Iterator[tuple[int, int | None]]:
    for smaller in {0, low // 2, low - 1} - {low, -1}:
        yield smaller, high
        if high is not None:
            yield smaller, high - (low - smaller)
    if high is not None:
        for smaller in {low, (low + high) // 2, high - 1} - {high, low - 1}:
            yield low, smaller
    else:
        yield low, low + 1


# --- Writing down ----------------------------------------------------------------------------------------------------


def _written(value: Any, terminals: Mapping[int, str]) -> str:
    """A node or a field of one as Python; `terminals` are variables."""
    if isinstance(value, tuple | list):
        return f"({''.join(_written(each, terminals) + ', ' for each in value)})"
    if not isinstance(value, Node):
        return repr(value)
    if id(value) in terminals or id(value) in _LEAVES:
        return terminals.get(id(value)) or _LEAVES[id(value)]
    if isinstance(value, ByteClass):
        members, others = (bytes(b for b in range(256) if (value.mask >> b & 1) == bit) for bit in (1, 0))
        few, before = (members, "") if len(members) <= len(others) else (others, "ANY_BYTE.mask - ")
        return f"byte_class({before}sum(1 << b for b in {few!r}))"
    told = ", ".join(f"{name}={_written(each, terminals)}" for name, each in _fields(value).items())
    return f"{type(value).__name__}({told})"


def source(world: World) -> str:
    """The world as Python, as a regression test would build it."""
    lines = []
    terminals: dict[int, str] = {}
    for right in world.grammar.productions.values():
        for node in _expressions(right):
            if isinstance(node, Terminal) and id(node) not in terminals:
                lines.append(f"t{len(terminals)} = {_written(node, {})}")
                terminals[id(node)] = f"t{len(terminals)}"
    rights = ", ".join(f"{name!r}: {_written(right, terminals)}" for name, right in world.grammar.productions.items())
    lines.append(f"grammar = Grammar({world.grammar.start!r}, {{{rights}}})")
    tokens = world.tokens
    special = f", {tokens.special!r}" if tokens.special else ""
    lines.append(f"tokens = Tokens({tokens.items!r}, {tokens.end_ids!r}, {tokens.size}{special})")
    lines.append(f"world = World(grammar, tokens, {world.script!r})")
    return "\n".join(lines)


# --- Many worlds, from the command line ------------------------------------------------------------------------------


def seeded_world(kind: str, seed: int) -> World:
    """The same world for the same kind and seed, on every machine."""
    return random_world(Random(f"{kind} {seed}"), kind)


def outcome(world: World, seconds: int = 30) -> str:
    """How playing the world ends, found out in a process of its own: "" for well, else what went wrong."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(seconds)
        try:
            os.write(write, _outcome_here(world).encode()[:4000])
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        message = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "hang" if number == signal.SIGALRM else f"crash by {signal.Signals(number).name}"
    return message


def _outcome_here(world: World) -> str:
    try:
        play(world)
    except (TooBig, UnsupportedError):
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _kind_of_failure(message: str) -> str:
    """The first words, by which a candidate must fail like the original."""
    return " ".join(message.replace(":", " ").split()[:2])


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random worlds; print minimal counterexamples.")
    parser.add_argument("kind", choices=("pattern", "assertion", "loose", "grammar", "any", "special"))
    parser.add_argument("--seeds", default="0:1000", help="first:last")
    parser.add_argument("--keep-going", type=int, default=3, help="stop after so many failures")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments = parser.parse_args()
    first, last = map(int, arguments.seeds.split(":"))
    began = time.monotonic()
    masks, failures, counts = 0, 0, Counter[str]()
    for start in range(first, last, 200):
        seeds = range(start, min(last, start + 200))
        for seed, message in _played_apart(arguments.kind, seeds, counts):
            failures += 1
            print(f"--- {arguments.kind} {seed}: {message}", flush=True)
            world = seeded_world(arguments.kind, seed)
            wanted = _kind_of_failure(message)
            smallest = minimise(world, lambda w: _kind_of_failure(outcome(w, 10)) == wanted)  # noqa: B023
            print(f"# {outcome(smallest, 10)}\n{source(smallest)}\n", flush=True)
            if failures >= arguments.keep_going:
                break
        if failures >= arguments.keep_going or time.monotonic() - began > arguments.seconds:
            break
    masks = counts.pop("masks", 0)
    print(f"{arguments.kind}: {masks} masks, {dict(counts)}, {failures} failures, {time.monotonic() - began:.0f} s")
    return int(failures > 0)


def _played_apart(kind: str, seeds: range, counts: Counter[str]) -> Iterator[tuple[int, str]]:
    """Plays the seeds in a process of its own; yields those that fail, also by a crash."""
    while seeds:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            faulthandler.enable()
            with os.fdopen(write, "w") as pipe:
                for seed in seeds:
                    signal.alarm(60)
                    print("begin", seed, file=pipe, flush=True)
                    print(*_one(kind, seed), file=pipe, flush=True)
            os._exit(0)
        os.close(write)
        last = seeds.start - 1
        reported = True
        with os.fdopen(read) as pipe:
            for line in pipe:
                word, _, rest = line.rstrip("\n").partition(" ")
                if word == "begin":
                    last, reported = int(rest), False
                    continue
                reported = True
                if word == "failed":
                    yield last, rest
                else:
                    counts[word] += 1
                    counts["masks"] += int(rest or 0)
        os.waitpid(child, 0)
        if not reported:
            yield last, outcome(seeded_world(kind, last)) or "crash, not repeated"
        seeds = range(last + 1, seeds.stop)


def _one(kind: str, seed: int) -> tuple[str, object]:
    try:
        return "played", play(seeded_world(kind, seed))
    except TooBig:
        return "too_big", 0
    except UnsupportedError:
        return "unsupported", 0
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}".replace("\n", " ")[:2000]


if __name__ == "__main__":
    sys.exit(main())
