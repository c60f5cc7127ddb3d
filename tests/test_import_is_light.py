"""What `import constrain` costs: neither torch nor transformers, so a program that only builds masks starts fast."""

from __future__ import annotations

import subprocess
import sys

import pytest

_ENGINES = (
    *("vllm", "sglang", "ray", "starlette", "uvicorn", "openai", "llama_cpp", "mlx", "mlx_lm"),
    *("onnxruntime_genai", "constrain.sampling.integrations.ray", "constrain.sampling.integrations.server"),
)
_HEAVY = ("torch", "transformers", "tokenizers", "lark", "pydantic", "pytest")


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        ("import constrain", _HEAVY),
        ("from constrain import MatcherBatch, Vocabulary", _HEAVY),
        ("import constrain.grammars", ("torch", "transformers")),
        ("import constrain.sampling, constrain.sampling.decoding, constrain.sampling.integrations", _ENGINES),
        ("import constrain.sampling.integrations.local_chat", ("starlette", "uvicorn")),
    ],
)
def test_import_loads_nothing_heavy(statement: str, heavy: tuple[str, ...]) -> None:
    """A fresh interpreter that runs the statement has none of the heavy packages in `sys.modules`."""
    code = f"import sys; {statement}; print(*(name for name in {heavy!r} if name in sys.modules))"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert loaded.split() == []
