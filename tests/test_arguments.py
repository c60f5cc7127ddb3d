"""Wrong arguments: every public function answers in our words, names the argument, and shows what was given."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import constrain
import constrain.grammars
import constrain.sampling
from constrain import (
    ConstrainError,
    Constraint,
    Grammar,
    Limits,
    MaskBank,
    Matcher,
    MatcherBatch,
    Vocabulary,
    allocate_bitmask,
    allowed_tokens,
)
from constrain.grammars import (
    choice,
    either,
    free_text,
    free_text_with,
    gbnf,
    json_schema,
    lark,
    library,
    optional,
    prepare,
    regex,
    repeat,
    sequence,
    special,
    text_or_special,
    tools,
)
from constrain.sampling import Pipeline, stages
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.stages import Categorical, Mask, Stage, Temperature, TopK

V = Vocabulary([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
C = constrain.compile(regex("[a-z]+"), V)
IDS = torch.zeros(2, 1, dtype=torch.int64)
P = Pipeline([Mask(), Categorical()])
W = V.words


def M() -> Matcher:
    return C.matcher()


def B() -> MatcherBatch:
    return MatcherBatch([C, None])


def R() -> Any:
    return P.start(IDS, constraint=C, seeds=0)


def read_only() -> np.ndarray:
    """A row that must not be written to."""
    row = np.zeros(W, np.int32)
    row.flags.writeable = False
    return row


def shifted() -> np.ndarray:
    """A row that begins at an odd address."""
    return np.zeros(4 * W + 1, np.int8)[1:].view(np.int32)


ANY: Any = None  # wrong types are the point here
FIVE: Any = 5

# The call, and what the message must have: the argument's name first.
CALLS: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    # Matchers: the core's own methods.
    "advance a text": (lambda: M().advance("2"), ("token", "'2'")),
    "advance -1": (lambda: M().advance(-1), ("token", "-1", "from 0 to 256")),
    "advance a large number": (lambda: M().advance(10**30), ("token", "10000", "from 0 to 256")),
    "advance 2**32": (lambda: M().advance(2**32), ("token", "4294967296")),
    "advance 2**32 - 1": (lambda: M().advance(2**32 - 1), ("token", "4294967295")),
    "advance a float": (lambda: M().advance(97.0), ("token", "float: 97.0")),
    "advance None": (lambda: M().advance(None), ("token", "None")),
    "advance nothing": (lambda: M().advance(), ("token", "advance()")),
    "advance two": (lambda: M().advance(1, 2), ("token", "advance(1, 2)")),
    "advance by another name": (lambda: M().advance(tok=1), ("token", "tok=")),
    "allows a text": (lambda: M().allows("2"), ("token", "'2'")),
    "allows -1": (lambda: M().allows(-1), ("token", "-1")),
    "explain a float": (lambda: M().explain(1.5), ("token", "1.5")),
    "explain -1": (lambda: M().explain(-1), ("token", "-1")),
    "rollback -1": (lambda: M().rollback(-1), ("tokens", "-1")),
    "rollback a text": (lambda: M().rollback("1"), ("tokens", "'1'")),
    "rollback too many": (lambda: M().rollback(5), ("5 tokens of 0",)),
    "forced -1": (lambda: M().forced_bytes(-1), ("limit", "-1")),
    "forced a text": (lambda: M().forced_bytes("a"), ("limit", "'a'")),
    "fill uint32": (lambda: M().fill_bitmask(np.zeros(W, np.uint32)), ("row", "int32", "uint32")),
    "fill float": (lambda: M().fill_bitmask(np.zeros(W, np.float32)), ("row", "int32", "float32")),
    "fill int64": (lambda: M().fill_bitmask(np.zeros(W, np.int64)), ("row", "int32", "int64")),
    "fill every other": (lambda: M().fill_bitmask(np.zeros(2 * W, np.int32)[::2]), ("row", "not contiguous")),
    "fill read-only": (lambda: M().fill_bitmask(read_only()), ("row", "read-only")),
    "fill short": (lambda: M().fill_bitmask(np.zeros(1, np.int32)), ("row", "1 words", "needs 9")),
    "fill two dimensions": (lambda: M().fill_bitmask(np.zeros((1, W), np.int32)), ("row", "(9,)", "(1, 9)")),
    "fill a list": (lambda: M().fill_bitmask([0] * W), ("row", "list")),
    "fill None": (lambda: M().fill_bitmask(None), ("row", "None")),
    "fill bytes": (lambda: M().fill_bitmask(bytes(4 * W)), ("row", "bytes")),
    "fill a wrong tensor": (lambda: M().fill_bitmask(torch.zeros(W, dtype=torch.int64)), ("row", "torch.int64")),
    "fill nothing": (lambda: M().fill_bitmask(), ("row", "fill_bitmask()")),
    "a matcher of a grammar": (lambda: Matcher(regex("a")), ("constraint", "Grammar")),
    # Constraints.
    "compile a text": (lambda: constrain.compile("a", V), ("Grammar", "'a'", "regex(…)")),
    "compile a constraint": (lambda: constrain.compile(ANY or C, V), ("Constraint", "compiled already")),
    "compile without vocabulary": (lambda: constrain.compile(regex("a"), ANY), ("vocabulary", "None")),
    "a constraint of 5": (lambda: Constraint(ANY, V), ("grammar", "None")),
    "cache_bytes a text": (lambda: constrain.compile(regex("a"), V, cache_bytes="x"), ("cache_bytes", "'x'")),
    "cache_bytes -1": (lambda: constrain.compile(regex("a"), V, cache_bytes=-1), ("cache_bytes", "-1")),
    "cache_bytes a float": (lambda: constrain.compile(regex("a"), V, cache_bytes=1e6), ("cache_bytes", "1000000.0")),
    "text of 5": (lambda: C.text(5), ("tokens", "5")),
    "text of a high token": (lambda: C.text([10**9]), ("tokens", "1000000000", "from 0 to 256")),
    "text of -1": (lambda: C.text([-1]), ("tokens", "-1")),
    "read 5": (lambda: C.read(5), ("text", "5")),
    # Batches.
    "a batch of 5": (lambda: MatcherBatch(5), ("rows", "5")),
    "a batch of one constraint": (lambda: MatcherBatch(C), ("rows", "Constraint")),
    "a batch of grammars": (lambda: MatcherBatch([None, regex("a")]), ("rows[1]", "Grammar")),
    "batch fill one row": (lambda: B().fill_bitmask(np.zeros(W, np.int32)), ("bitmask", "(2, 9)", "(9,)")),
    "batch fill uint32": (lambda: B().fill_bitmask(np.zeros((2, W), np.uint32)), ("bitmask", "uint32")),
    "batch fill by columns": (
        lambda: B().fill_bitmask(np.zeros((2, W), np.int32, order="F")),
        ("bitmask", "not contig"),
    ),
    "batch fill few rows": (lambda: B().fill_bitmask(np.zeros((1, W), np.int32)), ("bitmask", "1 rows", "2")),
    "batch fill narrow": (lambda: B().fill_bitmask(np.zeros((2, 1), np.int32)), ("bitmask", "1 words", "9")),
    "batch fill None": (lambda: B().fill_bitmask(None), ("bitmask", "None")),
    "no threads": (lambda: B().fill_bitmask(allocate_bitmask(2, V), threads=0), ("threads", "0")),
    "threads a text": (lambda: B().fill_bitmask(allocate_bitmask(2, V), threads="a"), ("threads", "'a'")),
    "many threads": (lambda: B().prepare(threads=2**40), ("threads", str(2**40))),
    "batch advance 5": (lambda: B().advance(5), ("tokens", "5")),
    "batch advance one": (lambda: B().advance([1]), ("tokens", "1", "2 rows")),
    "batch advance a text": (lambda: B().advance([97, "b"]), ("tokens[1]", "'b'")),
    "batch advance -1": (lambda: B().advance([-1, 0]), ("tokens[0]", "-1")),
    "batch advance much": (lambda: B().advance([97, 10**30]), ("tokens[1]", "1000")),
    "reorder 5": (lambda: B().reorder([5]), ("sources", "5", "from 0 to 1")),
    "reorder a text": (lambda: B().reorder("ab"), ("sources", "'ab'")),
    "a bank of 5": (lambda: MaskBank(ANY), ("vocabulary", "None")),
    "a bank of many": (lambda: MaskBank(V, 2**40), ("capacity", str(2**40))),
    "a bank of a text": (lambda: MaskBank(V, "a"), ("capacity", "'a'")),
    "a bank of wide text": (lambda: MaskBank(V, words="a"), ("words", "'a'")),
    "a bank finds a list": (lambda: MaskBank(V, 4).find([M()]), ("rows", "list")),
    # Bitmasks.
    "allocate -1": (lambda: allocate_bitmask(-1, V), ("rows", "-1")),
    "allocate for 5": (lambda: allocate_bitmask(1, ANY), ("vocabulary", "None")),
    "allowed of floats": (lambda: allowed_tokens(np.zeros(W)), ("row", "float64")),
    "allowed of two rows": (lambda: allowed_tokens(allocate_bitmask(2, V)), ("row", "(2, 9)")),
    "allowed of 5": (lambda: allowed_tokens(5), ("row", "5")),
    # Vocabularies.
    "tokens 5": (lambda: Vocabulary(5, end_ids=[0]), ("tokens", "5")),
    "tokens a text": (lambda: Vocabulary("abc", end_ids=[0]), ("tokens", "'abc'")),
    "a token 5": (lambda: Vocabulary([5], end_ids=[0]), ("token 0", "5")),
    "end_ids 5": (lambda: Vocabulary([b"a"], end_ids=5), ("end_ids", "5")),
    "an end id -1": (lambda: Vocabulary([b"a"], end_ids=[-1]), ("end id", "-1")),
    "size a text": (lambda: Vocabulary([b"a", None], end_ids=[1], size="a"), ("size", "'a'")),
    "special_tokens 5": (lambda: Vocabulary([b"a", None], end_ids=[1], special_tokens=5), ("special_tokens", "5")),
    "decode 5": (lambda: V.decode(5), ("tokens", "5")),
    "decode a text": (lambda: V.decode(["a"]), ("tokens", "'a'")),
    "encode a text": (lambda: V.encode_greedy("a"), ("text", "'a'")),
    "has a text": (lambda: V.has_text("a"), ("data", "'a'")),
    "save to 5": (lambda: V.save(5.0), ("path", "5.0")),
    "save tables": (lambda: V.save("nowhere", table_bytes="a"), ("table_bytes", "'a'")),
    "load 5": (lambda: Vocabulary.load(5.0), ("path", "5.0")),
    # Grammars.
    "a grammar from 5": (lambda: Grammar(5, {}), ("start", "5")),
    "a grammar of 5": (lambda: Grammar("a", 5), ("productions", "5")),
    "a production 5": (lambda: Grammar("a", {"a": FIVE}), ("productions['a']", "5")),
    "a grammar read by 5": (lambda: Grammar("a", {"a": ANY}, read=5), ("read", "5")),
    "regex 5": (lambda: regex(5), ("pattern", "int")),
    "regex flags": (lambda: regex("a", "i"), ("flags", "'i'")),
    "choice of 5": (lambda: choice(5), ("options", "5")),
    "choice of a text": (lambda: choice("a"), ("options", "'a'")),
    "choice of [5]": (lambda: choice([5]), ("option 0", "5")),
    "either 5": (lambda: either(5), ("part 0", "5")),
    "sequence 5": (lambda: sequence("a", 5), ("part 1", "5")),
    "optional 5": (lambda: optional(5), ("part 0", "5")),
    "repeat low": (lambda: repeat("a", 1.5), ("low", "1.5")),
    "repeat high": (lambda: repeat("a", 0, "x"), ("high", "'x'")),
    "free text until": (lambda: free_text(until=5), ("until", "int")),
    "free text longest": (lambda: free_text(longest="a"), ("longest", "'a'")),
    "triggers": (lambda: free_text_with(["a"]), ("triggers", "['a']")),
    "free_text_with low": (lambda: free_text_with({"a": "b"}, low="x"), ("low", "'x'")),
    "special 5": (lambda: special(5), ("special", "5")),
    "text or special 5": (lambda: text_or_special(5), ("text_or_special", "5")),
    "gbnf 5": (lambda: gbnf(5), ("text", "int")),
    "gbnf root": (lambda: gbnf('root ::= "a"', 5), ("root", "5")),
    "lark 5": (lambda: lark(5), ("grammar", "int")),
    "lark start": (lambda: lark('start: "a"', 5), ("start", "5")),
    "lark paths": (lambda: lark('start: "a"', import_paths=5), ("import_paths", "5")),
    "lark flags": (lambda: lark('start: "a"', g_regex_flags="x"), ("g_regex_flags", "'x'")),
    "lark lexer": (lambda: lark('start: "a"', lexer=5), ("lexer", "5")),
    "library 5": (lambda: library.load(5), ("name", "5")),
    "prepare 5": (lambda: prepare(5), ("vocabulary", "5")),
    "schema 5": (lambda: json_schema(5), ("schema", "5")),
    "layout 5": (lambda: json_schema({}, layout=5), ("layout", "5")),
    "layout another": (lambda: json_schema({}, layout="wide"), ("layout", "'wide'")),
    "indent": (lambda: json_schema({}, indent=1.5), ("indent", "1.5")),
    "property_order": (lambda: json_schema({}, property_order=[]), ("property_order", "[]")),
    "escapes": (lambda: json_schema({}, escapes="long"), ("escapes", "'long'")),
    "digits": (lambda: json_schema({}, digits=1.5), ("digits", "1.5")),
    "max_gap": (lambda: json_schema({}, max_gap=-1), ("max_gap", "-1")),
    "max_depth": (lambda: json_schema({}, max_depth="a"), ("max_depth", "'a'")),
    "max_shapes": (lambda: json_schema({}, max_shapes="a"), ("max_shapes", "'a'")),
    "max_states": (lambda: json_schema({}, max_states=None), ("max_states", "None")),
    "registry": (lambda: json_schema({}, registry=5), ("registry", "5")),
    "tools 5": (lambda: tools(5), ("definitions", "5")),
    "tools [5]": (lambda: tools([5]), ("definition 0", "5")),
    "tools format": (lambda: tools([], format=5), ("format", "5")),
    "tools calls": (lambda: tools([], calls=5), ("calls", "5")),
    # Samplers.
    "start with a list": (lambda: P.start([[1, 2, 3]]), ("prompt_ids", "[[1, 2, 3]]")),
    "start with floats": (lambda: P.start(torch.zeros(1, 2)), ("prompt_ids", "float32")),
    "start with a row": (lambda: P.start(torch.zeros(2, dtype=torch.int64)), ("prompt_ids", "(2,)")),
    "start with NumPy": (lambda: P.start(np.zeros((1, 2), np.int64)), ("prompt_ids", "array")),
    "attention_mask a list": (lambda: P.start(IDS, attention_mask=[[1]]), ("attention_mask", "[[1]]")),
    "attention_mask too long": (lambda: P.start(IDS, attention_mask=torch.ones(3, 1)), ("attention_mask", "(3, 1)")),
    "constraint a grammar": (lambda: P.start(IDS, constraint=regex("a")), ("constraint[0]", "Grammar")),
    "end_tokens 5": (lambda: P.start(IDS, end_tokens=5), ("end_tokens", "5")),
    "end_tokens a text": (lambda: P.start(IDS, end_tokens=["a"]), ("end_tokens", "'a'")),
    "seeds a float": (lambda: P.start(IDS, seeds=1.5), ("seeds", "1.5")),
    "seeds texts": (lambda: P.start(IDS, seeds=["a", "b"]), ("seeds", "'a'")),
    "sample a list": (lambda: R().sample([1]), ("logits", "[1]")),
    "sample three rows": (lambda: R().sample(torch.zeros(3, 257)), ("logits", "(3, 257)")),
    "scores of a list": (lambda: R().scores([1]), ("logits", "[1]")),
    "rows advance a text": (lambda: R().advance("ab"), ("tokens", "'ab'")),
    "rows advance floats": (lambda: R().advance(torch.zeros(2)), ("tokens", "float32")),
    "rows advance much": (lambda: R().advance([10**30, 97]), ("tokens[0]", "1000")),
    "rows advance one": (lambda: R().advance([1]), ("1 tokens", "2 rows")),
    "rows rollback a text": (lambda: R().rollback("a"), ("tokens", "'a'")),
    "rows rollback -1": (lambda: R().rollback(-1), ("-1 tokens",)),
    "rows reorder a text": (lambda: R().reorder("ab"), ("sources", "'ab'")),
    "rows reorder 5": (lambda: R().reorder([5]), ("sources", "5")),
    "a pipeline of 5": (lambda: Pipeline(5), ("stages", "5")),
    "a stage 5": (lambda: Pipeline([5]), ("stage 0", "5")),
    "a pipeline from 5": (lambda: Pipeline.from_string(5), ("order", "5")),
    "explain 5": (lambda: P.explain(5, torch.zeros(2, 257)), ("rows", "5")),
    "explain another row": (lambda: P.explain(R(), torch.zeros(2, 257), row=7), ("row", "7")),
    "temperature a text": (lambda: Temperature("a"), ("temperature", "'a'")),
    "top_k 0": (lambda: TopK(0), ("top_k", "0")),
    "a processor of a grammar": (lambda: ConstraintLogitsProcessor(regex("a")), ("Grammar", "compile")),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_named_and_shown(name: str) -> None:
    """TypeError, ValueError or an error of ours, whose message has the argument's name and what was given."""
    call, wanted = CALLS[name]

    with pytest.raises((TypeError, ValueError, ConstrainError)) as caught:
        call()

    message = str(caught.value)
    assert "incompatible function arguments" not in message
    assert not [part for part in wanted if part not in message], message


def test_numbers_of_all_kinds_are_tokens() -> None:
    """What Python can use as an index is a token, a count and a limit: of NumPy, of torch, of the user's own."""

    class Own:
        def __index__(self) -> int:
            return 97

    for token in (97, np.int64(97), np.uint8(97), torch.tensor(97), np.array(97), Own()):
        matcher = M()
        assert matcher.allows(token)
        matcher.advance(token)
        assert "allowed" in matcher.explain(token)
        matcher.rollback(np.int64(1))
        assert b"" == matcher.forced_bytes(np.int64(3))
        assert [] == matcher.tokens


def test_a_refused_call_changes_nothing() -> None:
    """After calls with wrong arguments a matcher, and a batch, are as they were."""
    matcher, batch = M(), B()
    matcher.advance(97)

    for wrong in ("a", -1, None, 10**30):
        with pytest.raises((TypeError, ValueError)):
            matcher.advance(wrong)
        with pytest.raises((TypeError, ValueError)):
            batch.advance([97, 2.5 if wrong is None else wrong])  # None is a row that takes nothing

    assert [97] == matcher.tokens
    assert [[], None] == [row if row is None else row.tokens for row in batch.rows]


def test_what_somebody_put_into_the_rows_is_named() -> None:
    """A batch whose `rows` were changed to something else says which row is none."""
    batch = B()
    batch.rows[1] = regex("a")  # type: ignore[call-overload]

    for call in (
        lambda: batch.fill_bitmask(allocate_bitmask(2, V)),
        lambda: batch.advance([97, 97]),
        batch.prepare,
        lambda: MaskBank(V, 4).find(batch),
    ):
        with pytest.raises(TypeError, match=r"rows\[1\] must be a Matcher or None, not RegexGrammar"):
            call()


# What takes whatever it is given, or says itself what it does not know (the options of transformers).
_OF_THEIR_OWN = {"limited", "generate", "generate_each", "stream", "astream"}
DOORS = {
    f"{module.__name__}.{name}": function
    for module in (constrain, constrain.grammars, constrain.sampling)
    for name in module.__all__
    if callable(function := getattr(module, name)) and not isinstance(function, type) and name not in _OF_THEIR_OWN
} | {"Vocabulary": Vocabulary, "ConstraintLogitsProcessor": ConstraintLogitsProcessor}
DOORS |= {"Limits": Limits} | {
    name: kind for name, kind in vars(stages).items() if isinstance(kind, type) and issubclass(kind, Stage)
}
DOORS |= {
    f"Vocabulary.{name}": getattr(Vocabulary, name) for name in dir(Vocabulary) if name.startswith(("from_", "load"))
}


@pytest.mark.parametrize("name", DOORS)
def test_an_unknown_argument_is_answered_by_those_there_are(name: str) -> None:
    """Every public function says of a keyword that it does not know which was meant, or which it has."""
    known = [
        each.name for each in inspect.signature(DOORS[name]).parameters.values() if each.kind != each.VAR_POSITIONAL
    ]

    with pytest.raises(TypeError, match=r"\(\) has no argument `qqq`; (its arguments are|it has none)"):
        DOORS[name](qqq=1)
    for each in known:
        if len(each) > 3 and each != "options":
            with pytest.raises(TypeError, match=rf"`; did you mean `{each}`\?"):
                DOORS[name](**{each + "z": 1})


def test_calls_that_lack_arguments_say_what_there_are() -> None:
    """And errors within a function are its own."""
    with pytest.raises(
        TypeError, match=r"regex\(\): missing a required argument: 'pattern'; its arguments are pattern, "
    ):
        regex()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="must be a str, got int"):
        regex(FIVE)
