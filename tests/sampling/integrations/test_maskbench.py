"""MaskBench's schemas through each adapter's own interface: verdicts are the library's, whoever asks.

An instance is fed token by token, as an engine would choose it: it is accepted if every token, and an end at last, is
allowed by the masks or taken by the objects that the engine would ask. A schema that the library refuses is refused.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

import constrain
from constrain import Constraint, Vocabulary
from constrain.errors import ConstrainError
from constrain.grammars import json_schema
from constrain.sampling.integrations.one_text import OneText
from tests import data
from tests.sampling.integrations.fakes import vllm_names
from tests.sampling.random_model import random_model

WIDTH, END = 512, 0
TOKENIZER = random_model()[1]
Verdict = Callable[[str, list[int]], bool]  # of a schema, and the tokens of a text with its end


def vocabulary() -> Vocabulary:
    return Vocabulary.from_huggingface(TOKENIZER, size=WIDTH)


def compiled(schema: str) -> Constraint:
    return constrain.compile(json_schema(schema), KNOWN)


KNOWN = vocabulary()


def by_masks(mask: Callable[[list[int]], torch.Tensor], tokens: list[int]) -> bool:
    """Whether each token is possible where `mask` has been given those before it."""
    return all(bool(mask(tokens[:at])[token].isfinite()) for at, token in enumerate(tokens))


def vllm_backend() -> Verdict:
    pytest.importorskip("vllm", reason="vLLM is not installed (.ci/engines vllm)")
    from vllm.config.structured_outputs import StructuredOutputsConfig
    from vllm.v1.structured_output.backend_types import StructuredOutputOptions

    from constrain.sampling.integrations.vllm import ConstrainBackend

    engine = SimpleNamespace(structured_outputs_config=StructuredOutputsConfig(backend="guidance"))
    backend = ConstrainBackend(engine, TOKENIZER, WIDTH)
    bitmask = backend.allocate_token_bitmask(1)

    def verdict(schema: str, tokens: list[int]) -> bool:
        grammar = backend.compile_grammar(StructuredOutputOptions.JSON, schema, {END})
        valid = grammar.validate_tokens(tokens) == tokens
        for token in tokens:
            grammar.fill_bitmask(bitmask, 0)
            allowed = bool(int(bitmask[0, token // 32]) >> token % 32 & 1)
            assert allowed is grammar.accept_tokens("r", [token])
            if not allowed:
                break
        assert valid is grammar.is_terminated()
        return valid

    return verdict


def sglang_backend() -> Verdict:
    pytest.importorskip("sglang", reason="SGLang is not installed (.ci/engines sglang)")
    from sglang.srt.constrained.base_grammar_backend import InvalidGrammarObject

    from constrain.sampling.integrations.sglang import ConstrainBackend

    backend = ConstrainBackend(TOKENIZER, WIDTH, {END})

    def verdict(schema: str, tokens: list[int]) -> bool:
        grammar = backend.dispatch_json(schema)
        if isinstance(grammar, InvalidGrammarObject):
            raise ConstrainError(grammar.error_message)
        each = grammar.copy()
        mask = each.allocate_vocab_mask(WIDTH, 1, "cpu")
        for token in tokens:
            each.fill_vocab_mask(mask, 0)
            logits = torch.zeros(1, WIDTH)
            each.apply_vocab_mask(logits, mask)
            if not bool(logits[0, token].isfinite()):
                return False
            each.accept_token(token)
        return bool(each.is_terminated())

    return verdict


def vllm_processor() -> Verdict:
    with vllm_names():
        import vllm.tokenizers
        from vllm.v1.sample.logits_processor.interface import BatchUpdate

        from constrain.sampling.integrations.vllm_processor import ConstraintProcessor

        vllm.tokenizers.cached_tokenizer_from_config = lambda config: TOKENIZER
        config: Any = SimpleNamespace(model_config=SimpleNamespace(get_vocab_size=lambda: WIDTH, max_model_len=10**6))
        processor: Any = ConstraintProcessor(config, torch.device("cpu"), False)

    def verdict(schema: str, tokens: list[int]) -> bool:
        params = SimpleNamespace(
            extra_args={"constrain": json.dumps({"json": json.loads(schema)})},
            max_tokens=10**6,
            all_stop_token_ids={END},
            structured_outputs=None,
            ignore_eos=False,
        )
        try:
            ConstraintProcessor.validate_params(params)
        except ValueError as error:
            raise ConstrainError(str(error)) from error
        output: list[int] = []
        processor.update_state(BatchUpdate(1, [], [(0, params, None, output)], []))

        def mask(before: list[int]) -> torch.Tensor:
            output[:] = before
            masked: torch.Tensor = processor.apply(torch.zeros(1, WIDTH))[0]
            return masked

        return by_masks(mask, tokens)

    return verdict


def continuous_batching() -> Verdict:
    pytest.importorskip("transformers.generation.continuous_batching", reason="needs transformers 5")
    from constrain.sampling.integrations.continuous_batching import ConstraintPerRequest

    processor = ConstraintPerRequest()

    def verdict(schema: str, tokens: list[int]) -> bool:
        state: Any = SimpleNamespace(
            logit_processor_kwargs={"constraint": compiled(schema)},
            initial_tokens=[9],
            _true_initial_tokens=0,
            generated_tokens=[],
            max_new_tokens=None,
        )

        def mask(before: list[int]) -> torch.Tensor:
            state.generated_tokens = before
            rows = processor.prepare_tensor_args([SimpleNamespace(state=state)])
            return processor(torch.zeros(1, WIDTH), rows)[0]

        return by_masks(mask, tokens)

    return verdict


def one_text() -> Verdict:
    def verdict(schema: str, tokens: list[int]) -> bool:
        one = OneText(compiled(schema))

        def mask(before: list[int]) -> torch.Tensor:
            bits = np.unpackbits(one.bitmask([9, *before], WIDTH).view(np.uint8), bitorder="little")
            return torch.where(torch.from_numpy(bits).bool(), 0.0, -torch.inf)

        return by_masks(mask, tokens)

    return verdict


def onnxruntime() -> Verdict:
    from constrain.sampling.integrations.onnxruntime import Masks

    def verdict(schema: str, tokens: list[int]) -> bool:
        shown: dict[str, Any] = {"tokens": [9]}
        generator = SimpleNamespace(
            get_logits=lambda: np.zeros((1, 1, WIDTH), np.float32),
            set_logits=lambda logits: shown.update(logits=logits),
            get_sequence=lambda row: np.array(shown["tokens"]),
        )
        masks = Masks(generator, compiled(schema))

        def mask(before: list[int]) -> torch.Tensor:
            shown["tokens"] = [9, *before]
            masks.apply()
            return torch.from_numpy(shown["logits"][0, 0])

        return by_masks(mask, tokens)

    return verdict


def mlx() -> Verdict:
    mx = pytest.importorskip("mlx.core", reason="mlx is not installed (.ci/engines mlx)")
    from constrain.sampling.integrations.mlx import ConstraintProcessor

    def verdict(schema: str, tokens: list[int]) -> bool:
        processor = ConstraintProcessor(compiled(schema))

        def mask(before: list[int]) -> torch.Tensor:
            return torch.from_numpy(np.array(processor(mx.array([9, *before]), mx.zeros((1, WIDTH)))[0]))

        return by_masks(mask, tokens)

    return verdict


def llama_cpp() -> Verdict:
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed (.ci/engines llama-cpp)")
    from constrain.sampling.integrations.llama_cpp import ConstraintProcessor

    def verdict(schema: str, tokens: list[int]) -> bool:
        processor = ConstraintProcessor(compiled(schema))
        table = np.recarray(WIDTH, dtype=[("id", np.intc), ("logit", np.single), ("p", np.single)])

        def mask(before: list[int]) -> torch.Tensor:
            table.logit[:] = 0
            return torch.from_numpy(np.array(processor(np.array([9, *before], np.intc), table.logit)))

        return by_masks(mask, tokens)

    return verdict


def cases(count: int) -> Iterator[tuple[str, list[str]]]:
    """Schemas, and the texts of their instances."""
    with gzip.open(data.need("maskbench", "dev.jsonl.gz"), "rt", encoding="utf-8") as lines:
        entries = Random(1).sample([json.loads(line) for line in lines], count)
    for entry in entries:
        texts = [json.dumps(test["data"], ensure_ascii=False) for test in entry["tests"]]
        yield json.dumps(entry["schema"]), [text for text in texts if len(text) < 600]


@pytest.mark.parametrize(
    ("adapter", "count"),
    [
        pytest.param(vllm_backend, 200, marks=pytest.mark.engine),
        pytest.param(sglang_backend, 200, marks=pytest.mark.engine),
        pytest.param(mlx, 200, marks=pytest.mark.engine),
        pytest.param(llama_cpp, 200, marks=pytest.mark.engine),
        (vllm_processor, 60),
        (continuous_batching, 60),
        (one_text, 60),
        (onnxruntime, 60),
    ],
)
def test_verdicts_are_the_librarys(adapter: Callable[[], Verdict], count: int) -> None:
    """Of so many schemas and all their instances."""
    verdict, asked = adapter(), 0
    for schema, texts in cases(count):
        try:
            constraint = compiled(schema)
        except ConstrainError:
            with pytest.raises(ConstrainError):
                verdict(schema, [END])
            continue
        for text in texts:
            tokens = [*TOKENIZER.encode(text, add_special_tokens=False), END]
            assert verdict(schema, tokens) is (constraint.matcher().validate(tokens) == len(tokens)), (schema, text)
            asked += 1
    assert asked > count
