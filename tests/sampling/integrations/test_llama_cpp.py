"""llama-cpp-python with constraints, over a tiny model written as GGUF."""

# ruff: noqa: E402
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.engine
llama_cpp = pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed (.ci/engines llama-cpp)")
gguf = pytest.importorskip("gguf", reason="gguf is not installed (.ci/engines llama-cpp)")

import numpy as np

import constrain
from constrain.errors import ConstrainError, LimitExceeded, UnsupportedError
from constrain.grammars import json_schema
from constrain.sampling.integrations.llama_cpp import constrained, vocabulary_of

PATTERN = "[a-z]{3,5}-[0-9]{2,9}"
WORDS = ["▁the", "▁date", "is", "yes", "no", "20", "ab", '{"', '":', "▁"]


def write_model(path: Path) -> None:
    """A Llama of one layer with random weights, and a SentencePiece vocabulary of bytes and a few pieces."""
    random = np.random.default_rng(0)
    tokens = [b"<unk>", b"<s>", b"</s>", *(f"<0x{byte:02X}>".encode() for byte in range(256))]
    tokens += [word.encode() for word in WORDS] + [b"<call>"]
    kinds = [2, 3, 3, *[6] * 256, *[1] * len(WORDS), 3]  # unknown, control, byte, normal
    writer = gguf.GGUFWriter(str(path), "llama")
    width, size = 32, len(tokens)
    writer.add_context_length(512)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(64)
    writer.add_head_count(2)
    writer.add_head_count_kv(2)
    writer.add_rope_dimension_count(16)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(size)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([-float(number) for number in range(size)])
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    shapes: dict[str, tuple[int, ...]] = {"token_embd": (size, width), "output": (size, width), "output_norm": (width,)}
    block = {
        "attn_q": (width, width),
        "attn_k": (width, width),
        "attn_v": (width, width),
        "attn_output": (width, width),
    }
    block |= {"ffn_gate": (64, width), "ffn_up": (64, width), "ffn_down": (width, 64)}
    shapes |= {f"blk.0.{name}": shape for name, shape in block.items()}
    shapes |= {"blk.0.attn_norm": (width,), "blk.0.ffn_norm": (width,)}
    for name, shape in shapes.items():
        values = np.ones(shape) if len(shape) == 1 else random.normal(0, 0.3, shape)
        writer.add_tensor(f"{name}.weight", values.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    write_model(path)
    return llama_cpp.Llama(str(path), n_ctx=256, verbose=False, n_threads=1, seed=3)


def text_of(completion: Any) -> str:
    return str(completion["choices"][0]["text"])


def test_the_vocabulary_is_what_llama_cpp_writes(llm: Any) -> None:
    """Bytes, pieces with their spaces, control tokens that are no text, and ends."""
    vocabulary = vocabulary_of(llm)

    assert llm.n_vocab() == vocabulary.size
    assert b"A" == vocabulary.token_bytes[3 + 65]
    assert b" the" == vocabulary.token_bytes[259]
    assert None is vocabulary.token_bytes[1]
    assert 2 in vocabulary.end_ids
    assert "<call>" in vocabulary.special_tokens


@pytest.mark.parametrize(
    ("spec", "pattern"),
    [
        ({"regex": PATTERN}, PATTERN),
        ({"choice": ["yes", "no", "perhaps"]}, "yes|no|perhaps"),
        ({"lark": 'start: A ("," A)~2..4\nA: /[ab]{1,2}/'}, "[ab]{1,2}(,[ab]{1,2}){2,4}"),
        ('{"gbnf": "root ::= [0-9]{5,9}"}', "[0-9]{5,9}"),
    ],
)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_completions_obey(llm: Any, spec: Any, pattern: str, temperature: float) -> None:
    """Greedy and sampled, with penalties and truncation behind the mask."""
    completion = llm("the date is ", logits_processor=constrained(llm, spec), max_tokens=60, temperature=temperature)

    assert "stop" == completion["choices"][0]["finish_reason"]
    assert re.fullmatch(pattern, text_of(completion)), text_of(completion)


def test_json_completes_within_max_tokens(llm: Any) -> None:
    """Two strings that the model would never close; too few tokens are refused."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "required": ["a", "b"],
    }
    record = constrain.compile(json_schema(schema, extra="forbid"), vocabulary_of(llm))
    processors = constrained(llm, record, max_tokens=40)
    found = json.loads(text_of(llm("the ", logits_processor=processors, max_tokens=40, temperature=1.0)))

    assert {"a", "b"} == found.keys()
    with pytest.raises(LimitExceeded):
        constrained(llm, record, max_tokens=5)


def test_streamed_completions_obey(llm: Any) -> None:
    """The parts together."""
    parts = llm("the ", logits_processor=constrained(llm, {"regex": PATTERN}), max_tokens=60, stream=True)

    assert re.fullmatch(PATTERN, "".join(text_of(part) for part in parts))


def test_a_processor_that_is_used_for_another_text_ends_it(llm: Any) -> None:
    """llama.cpp drops exceptions on their way through C; nothing goes on without a constraint, and the error is kept."""
    processors = constrained(llm, {"regex": "[0-9]{9}"})
    llm("the date is ", logits_processor=processors, max_tokens=20)
    completion = llm("no", logits_processor=processors, max_tokens=20)

    assert "" == text_of(completion)
    assert isinstance(processors[0].error, ConstrainError)


def test_what_cannot_be_kept_is_refused(llm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong spec, and drafts, which processors cannot tell from text."""
    with pytest.raises(ConstrainError, match="missing"):
        constrained(llm, {"regex": "("})
    monkeypatch.setattr(llm, "draft_model", object())
    with pytest.raises(UnsupportedError, match="drafts"):
        constrained(llm, {"regex": "a"})
