"""SGLang's grammar backend, driven as its scheduler drives it; SGLang itself needs a GPU to serve."""

# ruff: noqa: E402
from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.engine
pytest.importorskip("sglang", reason="SGLang is not installed (.ci/engines sglang)")

import torch
from sglang.srt.constrained import base_grammar_backend
from sglang.srt.constrained.base_grammar_backend import GrammarRow, InvalidGrammarObject

import constrain
from constrain import Vocabulary, allowed_tokens
from constrain.errors import ConstrainError
from constrain.grammars import regex
from constrain.sampling.integrations import sglang_plugin
from constrain.sampling.integrations.sglang import ConstrainBackend, ConstrainGrammar, json_options, tell_budget
from constrain.sampling.models.demo_model import random_model

WIDTH, END = 512, 0
TOKENIZER = random_model()[1]


def backend(**options: Any) -> ConstrainBackend:
    return ConstrainBackend(TOKENIZER, WIDTH, {END}, **options)


def grammar(pattern: str) -> ConstrainGrammar:
    vocabulary = Vocabulary.from_huggingface(TOKENIZER, size=WIDTH)
    return ConstrainGrammar(constrain.compile(regex(pattern), vocabulary).matcher(), "regex")


def tokens_of(text: str) -> list[int]:
    found: list[int] = TOKENIZER.encode(text, add_special_tokens=False)
    return found


@pytest.mark.parametrize(
    ("kind", "spec", "text", "other"),
    [
        ("json", '{"type": "array", "items": {"type": "integer"}}', "[1, 2]", '["a"]'),
        ("json", "$$ANY$$", "true", "tru"),
        ("regex", "[a-z]{2}", "ab", "a1"),
        ("ebnf", 'root ::= "a" "b"', "ab", "aa"),
        ("ebnf", '#!lark\nstart: "a" "b"', "ab", "aa"),
        (
            "structural_tag",
            '{"structures": [{"begin": "<f>", "schema": {"type": "boolean"}, "end": "</f>"}], "triggers": ["<f"]}',
            "so <f>true</f>",
            "<f>1</f>",
        ),
    ],
)
def test_all_kinds_of_requests_are_compiled(kind: str, spec: str, text: str, other: str) -> None:
    """On the backend's threads, then from its cache as copies that know nothing of each other."""
    made = backend()
    future, hit = made.get_cached_or_future_value((kind, spec), False)
    assert not hit
    made.set_cache((kind, spec), future.result(timeout=30))
    for _ in range(2):
        copy, hit = made.get_cached_or_future_value((kind, spec), False)
        assert hit
        for token in [*tokens_of(text), END]:
            assert not copy.is_terminated()
            copy.accept_token(token)
        assert copy.is_terminated()
        refused = made.get_cached_or_future_value((kind, spec), False)[0]
        with pytest.raises(ValueError, match=r"refused|not complete"):
            [refused.accept_token(token) for token in [*tokens_of(other), END]]


@pytest.mark.parametrize(("kind", "spec"), [("regex", "("), ("json", "{"), ("ebnf", "x"), ("structural_tag", "{}")])
def test_bad_specs_carry_their_message(kind: str, spec: str) -> None:
    """As the object by which SGLang refuses the request."""
    future, _ = backend().get_cached_or_future_value((kind, spec), False)
    found = future.result(timeout=30)

    assert isinstance(found, InvalidGrammarObject)
    assert found.error_message


@pytest.mark.parametrize("seed", range(15))
def test_an_object_is_its_matcher_through_copies_and_rollbacks(seed: int) -> None:
    """Accept, rollback, copy, fill and batched fill, beside matchers that read the text again."""
    random = Random(seed)
    start = grammar("([a-z]{1,3}-)+[0-9]{2}")
    live: list[tuple[ConstrainGrammar, list[int]]] = [(start, [])]

    def following(tokens: list[int]) -> list[int]:
        matcher = start.matcher.constraint.matcher()
        for token in tokens:
            matcher.advance(token)
        return [token for token in range(WIDTH) if matcher.allows(token)]

    for _ in range(25):
        number = random.randrange(len(live))
        each, taken = live[number]
        act = random.random()
        if act < 0.6 and END not in taken:
            token = random.choice(following(taken))
            each.accept_token(token)
            taken.append(token)
            assert each.current_token == token
        elif act < 0.8 and taken:
            count = random.randint(1, len(taken))
            each.rollback(count)
            del taken[-count:]
        elif len(live) < 5:
            live.append((each.copy(), list(taken)))
        assert each.is_terminated() is (END in taken)
    mask = start.allocate_vocab_mask(WIDTH, len(live) + 1, "cpu")
    start.fill_vocab_mask_batched([GrammarRow(row, each) for row, (each, _) in enumerate(live)], mask)
    alone = torch.full_like(mask, -1)
    for row, (each, taken) in enumerate(live):
        assert following(taken) == allowed_tokens(mask[row].numpy())
        each.fill_vocab_mask(alone, row)
    assert torch.equal(mask, alone)
    assert bool((mask[-1] == -1).all())
    logits = torch.zeros(len(mask), WIDTH)
    start.apply_vocab_mask(logits, start.move_vocab_mask(mask, "cpu"))
    assert [row.isfinite().nonzero().flatten().tolist() for row in logits[:-1]] == [following(t) for _, t in live]
    start.reset_vocab_mask(mask)
    assert bool((mask == -1).all())


@pytest.mark.parametrize("thinks", [False, True])
def test_no_text_is_cut_at_its_last_token(thinks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 250 requests with budgets near their shortest text, through SGLang's manager and a reasoner, none is cut."""
    from sglang.srt.constrained.grammar_manager import GrammarManager
    from sglang.srt.constrained.reasoner_grammar_backend import ReasonerGrammarObject

    monkeypatch.setattr(GrammarManager, "_apply_request_reasoning_config", lambda self, req: None)
    sglang_plugin._tell_budgets()
    manager, random = object.__new__(GrammarManager), Random(3)
    patterns = ("[a-z]{3,90}-[0-9]{2}", "(yes|no)+", "\\((a|b|c)+\\)", "[0-9]{2,}")
    constraints = {pattern: grammar(pattern).matcher.constraint for pattern in patterns}
    for _ in range(250):
        each = ConstrainGrammar(constraints[random.choice(patterns)].matcher(), "regex")
        thought = random.randrange(6) * thinks
        given: Any = each
        if thinks:
            given = ReasonerGrammarObject(each, [7])
            given.maybe_init_reasoning(True)
        most = thought + thinks + each.matcher.tokens_to_end + random.randint(1, 9)
        request = Request(given, most)
        manager._apply_request_reasoning_config(request)
        output: list[int] = []
        mask = each.allocate_vocab_mask(WIDTH, 1, "cpu")
        while len(output) < most and not given.is_terminated():
            token = 7 if len(output) == thought else 11
            if not thinks or len(output) > thought:
                draft = random.choice([token for token in range(WIDTH) if each.matcher.allows(token)])
                given.accept_token(draft)  # a draft of a tree, whose mask is filled and which is taken back
                each.is_terminated() or given.fill_vocab_mask(mask, 0)
                given.rollback(1)
                given.fill_vocab_mask(mask, 0)
                token = random.choice(allowed_tokens(mask[0].numpy()))
            given.accept_token(token)
            output.append(token)
        assert given.is_terminated(), (most, thought, output)
        assert request.aborted is None


class Request:
    """What of SGLang's `Req` a grammar is told by."""

    def __init__(self, given: Any, most: int) -> None:
        self.grammar, self.sampling_params = given, SimpleNamespace(max_new_tokens=most)
        self.aborted: str | None = None

    def set_finish_with_abort(self, message: str) -> None:
        self.aborted = message


def test_a_request_with_too_few_tokens_is_aborted_with_both_numbers() -> None:
    """Before a token is drawn."""
    request = Request(grammar("[0-9]{30}"), 4)
    tell_budget(request)

    assert "the shortest text takes" in (request.aborted or "")
    assert "max_new_tokens is 4" in (request.aborted or "")


def test_forced_text_is_jumped_over() -> None:
    """As the tokenizer cuts it; after the end, nothing is forced."""
    each = grammar('\\{"customer": "(Ann|Bob)"\\}')
    tokens, text = each.try_jump_forward(TOKENIZER)
    assert text == TOKENIZER.decode(tokens)
    assert '{"customer": "'.startswith(text)
    assert len(text) > 8
    assert (text, -1) == each.jump_forward_str_state((tokens, text))
    each.jump_and_retokenize([], tokens, -1)
    assert len(tokens) == len(each.matcher)
    free = grammar("[ab]+")
    assert free.try_jump_forward(TOKENIZER) is None
    for token in (*tokens_of("a"), END):
        free.accept_token(token)
    assert free.try_jump_forward(TOKENIZER) is None


def test_text_that_was_cut_anew_is_followed_or_refused() -> None:
    """Tokens in common stay; where the new ones lead nowhere, the object stays where it was."""
    each = grammar("abc[0-9]")
    old = [*tokens_of("a"), *tokens_of("b")]
    for token in old:
        each.accept_token(token)
    each.jump_and_retokenize(old, [*old, *tokens_of("c")], -1)
    assert b"abc" == each.matcher.constraint.vocabulary.decode(each.matcher.tokens)
    with pytest.raises(ValueError, match="cut again"):
        each.jump_and_retokenize([*old, *tokens_of("c")], [*old, *tokens_of("7")], -1)
    assert b"abc" == each.matcher.constraint.vocabulary.decode(each.matcher.tokens)


def test_it_is_registered_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once or more often; the server's choices and the registry know it."""
    from sglang.srt.arg_groups import choices

    monkeypatch.setattr(base_grammar_backend, "GRAMMAR_BACKEND_REGISTRY", {})
    monkeypatch.setattr(choices, "GRAMMAR_BACKEND_CHOICES", kept := list(choices.GRAMMAR_BACKEND_CHOICES))
    monkeypatch.setattr(choices, "add_grammar_backend_choices", kept.extend)
    sglang_plugin.register()
    sglang_plugin.register()

    assert 1 == kept.count("constrain")
    assert base_grammar_backend.GRAMMAR_BACKEND_REGISTRY == {"constrain": sglang_plugin.backend}


def test_options_of_the_server_are_kept_or_refused() -> None:
    """White space as JSON's layout; what would not be kept is an error when the server starts."""
    assert {} == json_options(SimpleNamespace())
    assert {"layout": "compact"} == json_options(SimpleNamespace(constrained_json_disable_any_whitespace=True))
    assert {"layout": "any", "max_gap": 3} == json_options(SimpleNamespace(constrained_json_max_whitespace_cnt=3))
    for refused in ({"constrained_json_whitespace_pattern": " ?"}, {"enable_strict_thinking": True}):
        with pytest.raises(ConstrainError, match="not kept"):
            json_options(SimpleNamespace(**refused))


def test_a_reasoner_is_put_around_the_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    """SGLang does that for its own backends only; without it, a constraint would hold while the model thinks."""
    from sglang.srt import runtime_context
    from sglang.srt.constrained import reasoner_grammar_backend
    from sglang.srt.parser import reasoning_parser

    serving = SimpleNamespace(reasoning_parser=None)
    monkeypatch.setattr(runtime_context, "get_serving", lambda: serving)
    assert isinstance(sglang_plugin.backend(None, TOKENIZER, WIDTH, {END}), ConstrainBackend)
    serving.reasoning_parser = "qwen3"
    monkeypatch.setattr(reasoner_grammar_backend, "ReasonerGrammarBackend", lambda made, *_, **__: ("around", made))
    monkeypatch.setattr(reasoning_parser, "ReasoningParser", lambda **_: None)
    around, made = sglang_plugin.backend(None, TOKENIZER, WIDTH, {END})

    assert "around" == around
    assert isinstance(made, ConstrainBackend)
