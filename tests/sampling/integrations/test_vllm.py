"""vLLM's structured outputs: registration, the objects that its engine calls, and its checks of requests."""

# ruff: noqa: E402
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.engine
pytest.importorskip("vllm", reason="vLLM is not installed (.ci/engines vllm)")

import torch
from vllm.config.structured_outputs import StructuredOutputsConfig
from vllm.exceptions import VLLMValidationError
from vllm.sampling_params import SamplingParams, StructuredOutputsParams
from vllm.v1.structured_output.backend_types import (
    StructuredOutputBackend,
    StructuredOutputGrammar,
    StructuredOutputOptions,
)

import constrain
from constrain import Vocabulary, allowed_tokens
from constrain.errors import ConstrainError
from constrain.grammars import regex
from constrain.sampling.integrations import vllm_constraints, vllm_plugin
from constrain.sampling.integrations.vllm import ConstrainBackend, ConstrainGrammar
from constrain.sampling.models.demo_model import random_model

WIDTH, END = 512, 0
TOKENIZER = random_model()[1]
ROOT = Path(__file__).resolve().parents[3]


class Engine:
    """A configuration of vLLM as a backend sees it."""

    def __init__(self, **options: Any) -> None:
        self.structured_outputs_config = StructuredOutputsConfig(backend="guidance", **options)


class Model:
    """A model's configuration as a check of a request sees it."""

    is_diffusion = False

    def __init__(self, ends: Any = None) -> None:
        self.ends = ends

    def get_vocab_size(self) -> int:
        return WIDTH

    def try_get_generation_config(self) -> dict[str, Any]:
        return {} if self.ends is None else {"eos_token_id": self.ends}


def backend(**options: Any) -> ConstrainBackend:
    return ConstrainBackend(Engine(**options), TOKENIZER, WIDTH)


def text_tokens(text: str) -> list[int]:
    found: list[int] = TOKENIZER.encode(text, add_special_tokens=False)
    return found


TAG = {"type": "tag", "begin": "<tool_call>", "content": {"type": "regex", "pattern": "[0-9]"}, "end": "</tool_call>"}


@pytest.mark.parametrize(
    ("kind", "spec", "text", "other"),
    [
        ("JSON", '{"type": "array", "items": {"type": "integer"}}', "[1, 2]", '["a"]'),
        ("JSON_OBJECT", "", '{"a": 1}', "[1]"),
        ("REGEX", "[a-z]{2}", "ab", "a1"),
        ("GRAMMAR", 'start: "a" "b"', "ab", "aa"),
        ("GRAMMAR", '#!gbnf\nroot ::= "ab"', "ab", "aa"),
        ("CHOICE", '["yes", "no"]', "yes", "maybe"),
        ("STRUCTURAL_TAG", json.dumps({"type": "structural_tag", "format": TAG}), "<tool_call>7</tool_call>", "7"),
    ],
)
def test_all_kinds_of_requests_are_compiled(kind: str, spec: str, text: str, other: str) -> None:
    """Texts of the kind are accepted to the end, others are not."""
    grammar = backend().compile_grammar(StructuredOutputOptions[kind], spec, {END})

    assert isinstance(grammar, StructuredOutputGrammar)
    assert not grammar.accept_tokens("r", [*text_tokens(other), END])
    assert not grammar.is_terminated()
    assert grammar.accept_tokens("r", [*text_tokens(text), END])
    assert grammar.is_terminated()


@pytest.mark.parametrize("seed", range(20))
def test_a_grammar_is_its_matcher_through_drafts_and_rollbacks(seed: int) -> None:
    """Accept, validate, fill, rollback and reset in any order, beside a matcher that reads the text again."""
    random = Random(seed)
    vocabulary = Vocabulary.from_huggingface(TOKENIZER, size=WIDTH)
    constraint = constrain.compile(regex("([a-z]{1,3}-)+[0-9]{2}"), vocabulary)
    grammar, taken = ConstrainGrammar(constraint), list[int]()
    bitmask = torch.full((3, vocabulary.words), -1, dtype=torch.int32)

    def following(tokens: list[int]) -> list[int]:
        matcher = constraint.matcher()
        for token in tokens:
            matcher.advance(token)
        return [token for token in range(WIDTH) if matcher.allows(token)]

    for _ in range(30):
        choices = following(taken)
        grammar.fill_bitmask(bitmask, 1)
        assert choices == allowed_tokens(bitmask[1].numpy())
        assert [-1, -1] == [int(bitmask[0, 0]), int(bitmask[2, 0])]
        draft = [random.choice(choices) if random.random() < 0.8 else random.randrange(-1, WIDTH) for _ in range(3)]
        right: list[int] = []
        while len(right) < 3 and END not in taken and draft[len(right)] in following([*taken, *right]):
            right.append(draft[len(right)])
        assert right == grammar.validate_tokens(draft) or END in right
        if random.random() < 0.5:
            assert grammar.accept_tokens("r", draft) is (len(right) == 3 or END in [*taken, *right])
            if len(right) == 3 or END in right:
                taken += right[: right.index(END) + 1] if END in right else right
            assert grammar.is_terminated() is (END in taken)
        elif taken:
            count = random.randint(1, len(taken))
            grammar.rollback(count)
            del taken[-count:]
    grammar.reset()
    grammar.fill_bitmask(bitmask, 0)
    assert following([]) == allowed_tokens(bitmask[0].numpy())


def test_bitmasks_have_the_engines_layout() -> None:
    """int32, a bit a token, everything allowed at first, on the host."""
    mask = backend().allocate_token_bitmask(5)

    assert isinstance(backend(), StructuredOutputBackend)
    assert (5, WIDTH // 32) == mask.shape
    assert torch.int32 == mask.dtype
    assert bool((mask == -1).all())


def test_settings_of_the_engine_hold_for_json() -> None:
    """No white space, and no keys but those named, where the configuration says so."""
    schema = '{"type": "object", "properties": {"a": {"type": "integer"}}}'
    for options, text, other in (
        ({"disable_any_whitespace": True}, '{"a":1}', '{"a": 1}'),
        ({"disable_additional_properties": True}, '{"a": 1}', '{"a": 1, "b": 2}'),
    ):
        for source, taken in ((text, True), (other, False)):
            grammar = backend(**options).compile_grammar(StructuredOutputOptions.JSON, schema, {END})
            assert taken is grammar.accept_tokens("r", [*text_tokens(source), END])


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """vLLM with the library in the place of guidance, for one test; asks for a request's verdict."""
    import vllm.v1.structured_output as manager
    from vllm.v1.structured_output import backend_guidance, backend_xgrammar

    for owner, name in (
        (manager, "GuidanceBackend"),
        (backend_guidance, "GuidanceBackend"),
        (backend_guidance, "validate_guidance_grammar"),
        (backend_xgrammar, "validate_xgrammar_grammar"),
        (SamplingParams, "_validate_structured_outputs"),
        (manager.StructuredOutputManager, "_get_constraint_bounds"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # so that it is put back
    monkeypatch.setenv(vllm_plugin.VARIABLE, "guidance")
    vllm_plugin.register()
    vllm_plugin.register()  # processes may load plugins more than once
    assert manager.GuidanceBackend is ConstrainBackend

    def check(
        asked: StructuredOutputsParams, engine: str = "guidance", model: Any = None, **params: Any
    ) -> SamplingParams:
        given = SamplingParams(structured_outputs=asked, **params)
        config = StructuredOutputsConfig(backend=engine)
        given._validate_structured_outputs(model or Model(), config, TOKENIZER)
        return given

    return check


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (StructuredOutputsParams(regex="("), "regex:1:1"),
        (StructuredOutputsParams(regex="(?!a)a"), "no text matches"),
        (StructuredOutputsParams(json={"type": "strange"}), "must be one of"),
        (StructuredOutputsParams(json='{"type": "integer", "minimum": 2, "maximum": 1}'), "no"),
        (StructuredOutputsParams(grammar="a text"), "no notation"),
        (StructuredOutputsParams(grammar='a ::= "x"\nroot ::= a a'), "different things"),
        (
            StructuredOutputsParams(structural_tag='{"type": "structural_tag", "format": {"type": "x"}}'),
            "known formats",
        ),
        (StructuredOutputsParams(choice=[]), "empty list"),
    ],
)
def test_bad_specs_are_refused_when_the_request_comes(
    checked: Any, asked: StructuredOutputsParams, message: str
) -> None:
    """By a VLLMValidationError, which is HTTP 400, with the library's message."""
    with pytest.raises(VLLMValidationError, match=message):
        checked(asked)


def test_what_other_backends_refuse_passes(checked: Any) -> None:
    """Their checks do not run: lookaheads, `not`, several patterns of keys; the request is marked for this backend."""
    schema = {"not": {"type": "string"}, "patternProperties": {"^a": {}, "^b": {}}}
    for asked in (StructuredOutputsParams(regex="(?=ab)a[a-z]"), StructuredOutputsParams(json=schema)):
        assert "guidance" == checked(asked).structured_outputs._backend
        assert "guidance" == checked(asked, "auto").structured_outputs._backend
    assert ["yes", "no"] == checked(StructuredOutputsParams(choice=["yes", "no"])).structured_outputs.choice


def test_what_would_not_be_kept_is_refused(checked: Any) -> None:
    """Another backend, options of one request that only an engine has, a text that goes on after its end."""
    with pytest.raises(VLLMValidationError, match="CONSTRAIN_VLLM_BACKEND is 'guidance'"):
        checked(StructuredOutputsParams(regex="a"), "xgrammar")
    with pytest.raises(VLLMValidationError, match="whitespace_pattern"):
        checked(StructuredOutputsParams(json={}, whitespace_pattern=" "))
    with pytest.raises(VLLMValidationError, match="ignore_eos"):
        checked(StructuredOutputsParams(regex="a"), ignore_eos=True)
    with pytest.raises(VLLMValidationError, match="cannot spell"):
        checked(StructuredOutputsParams(regex="7"), stop_token_ids=text_tokens("7"))
    with pytest.raises(VLLMValidationError, match=r"the shortest text takes .* and max_tokens is 3"):
        checked(StructuredOutputsParams(regex="[0-9]{50}"), max_tokens=3)
    assert checked(StructuredOutputsParams(regex="7"), model=Model([0, 1]))


class Thinker:
    """A reasoner for which the token `DONE` ends a thought."""

    def __init__(self, **_: Any) -> None:
        pass

    def is_reasoning_end(self, tokens: Any) -> bool:
        return DONE in tokens

    def is_reasoning_end_streaming(self, tokens: Any, new: Any) -> bool:
        return DONE in new


DONE = 7
SPECS = (
    {"regex": "[a-z]{3,90}-[0-9]{2}"},
    {"choice": ["yes", "no", "perhaps not today"]},
    {"json": {"type": "array", "items": {"type": "string", "minLength": 3}, "minItems": 1}},
    {"json": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]}},
    {"json_object": True},
    {"grammar": 'start: "(" start ")" | WORD\nWORD: /[a-z]{2,}/'},
    {"structural_tag": json.dumps({"type": "structural_tag", "format": TAG})},
)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("thinks", [False, True])
def test_no_text_is_cut_at_its_last_token(thinks: bool) -> None:
    """Of 250 requests with budgets near their shortest text and drafts, through the manager, none ends by "length"."""
    from vllm.v1.core.sched.utils import check_stop
    from vllm.v1.request import Request, RequestStatus
    from vllm.v1.structured_output import StructuredOutputManager

    random = Random(2)
    config = SimpleNamespace(
        model_config=SimpleNamespace(skip_tokenizer_init=True, max_model_len=300, is_diffusion=False),
        parallel_config=SimpleNamespace(distributed_executor_backend=None),
        scheduler_config=SimpleNamespace(max_num_seqs=1),
        structured_outputs_config=SimpleNamespace(enable_in_reasoning=False),
        num_speculative_tokens=3,
    )
    manager: Any = StructuredOutputManager(config)
    manager.backend, manager.tokenizer = backend(), TOKENIZER
    manager.reasoner_cls = Thinker if thinks else None
    for number in range(250):
        params = SamplingParams(structured_outputs=StructuredOutputsParams(**random.choice(SPECS)), max_tokens=1)
        params.update_from_generation_config({}, END)
        thought = random.randrange(6) * thinks
        request = Request(str(number), [9] * random.choice((3, 200)), params, None)
        grammar = manager._create_grammar(request)
        request.structured_output_request.grammar = grammar
        request.max_tokens = most = thought + thinks + grammar.matcher.tokens_to_end + random.randint(1, 20)
        if random.random() < 0.5:
            request.max_tokens, config.model_config.max_model_len = 9_999, request.num_prompt_tokens + most
        while not request.is_finished():
            written = request.num_output_tokens
            drafts = [DONE if written + i == thought else 11 for i in range(3 if written <= thought and thinks else 0)]
            while len(drafts) < 3 and grammar.matcher.constraint:
                drafts.append(random.randrange(WIDTH))
            drafts = manager.validate_tokens(request, drafts)
            mask = manager.grammar_bitmask(
                {request.request_id: request}, [request.request_id], {request.request_id: drafts}
            )
            new: list[int] = []
            for place, row in enumerate(mask):
                free = thinks and written + place <= thought
                token = (DONE if written + place == thought else 11) if free else random.choice(allowed_tokens(row))
                new.append(token)
                if place < len(drafts) and token != drafts[place]:
                    break
            for count, token in enumerate(new, 1):
                request.append_output_token_ids(token)
                if check_stop(request, config.model_config.max_model_len):
                    del new[count:]
                    break
            assert manager.accept_tokens(request, new)
        assert RequestStatus.FINISHED_STOPPED == request.status, (params.structured_outputs, most, thought)
        assert grammar.is_terminated()
        config.model_config.max_model_len = 300


def test_without_the_variable_nothing_changes() -> None:
    """In a process of its own: the names are vLLM's, and the library's module for it is not even imported."""
    code = """
import sys
from vllm.plugins import load_general_plugins
load_general_plugins()
import vllm.v1.structured_output as manager
from vllm.v1.structured_output import backend_guidance, backend_xgrammar
assert manager.GuidanceBackend.__module__ == "vllm.v1.structured_output.backend_guidance"
assert manager.XgrammarBackend.__module__ == "vllm.v1.structured_output.backend_xgrammar"
assert backend_guidance.validate_guidance_grammar.__module__ == "vllm.v1.structured_output.backend_guidance"
assert "constrain.sampling.integrations.vllm" not in sys.modules
print("constrain.sampling.integrations.vllm_plugin" in sys.modules)
"""
    environment = {name: value for name, value in os.environ.items() if name != vllm_plugin.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT, check=True
    )

    assert "True" == done.stdout.split()[-1]


def test_unknown_places_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine does not start with a name that says nothing, or with a vLLM whose names are others."""
    monkeypatch.setenv(vllm_plugin.VARIABLE, "klingon")
    with pytest.raises(ValueError, match="xgrammar, guidance, outlines"):
        vllm_plugin.register()
    monkeypatch.setenv(vllm_plugin.VARIABLE, "outlines")
    from vllm.v1.structured_output import backend_outlines

    monkeypatch.delattr(backend_outlines, "validate_structured_output_request_outlines")
    with pytest.raises(RuntimeError, match="validate_structured_output_request_outlines"):
        vllm_plugin.register()


def test_tokenizers_that_cannot_be_read_are_named() -> None:
    """With the way on."""
    with pytest.raises(ConstrainError, match="tokenizer_mode"):
        vllm_constraints.constraints_of(object(), 10, StructuredOutputsConfig())
