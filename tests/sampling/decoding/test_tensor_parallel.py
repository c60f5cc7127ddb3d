"""Two ranks that share a model draw the same tokens, seeds or not: their texts are equal, and those of one process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from constrain.errors import UnsupportedError
from constrain.grammars import regex
from constrain.sampling import generate
from constrain.sampling.decoding.huggingface import HuggingFaceModel
from tests.sampling.random_model import random_model

ROOT = Path(__file__).parents[3]
PROGRAM = """
import json, os, sys
import torch
import torch.distributed as dist
from transformers import AutoModelForCausalLM, AutoTokenizer
from constrain.grammars import regex
from constrain.sampling import generate

dist.init_process_group("gloo")
rank = dist.get_rank()
if sys.argv[3] == "spread":
    model = AutoModelForCausalLM.from_pretrained(sys.argv[1], tp_plan="auto").eval()
else:  # every rank has all of it, and computes what ranks that share it would
    model = AutoModelForCausalLM.from_pretrained(sys.argv[1]).eval()
    model._tp_size = 2
assert model.tp_size == 2
tokenizer = AutoTokenizer.from_pretrained(sys.argv[1])
grammar = regex("[a-z]{5,20}[0-9]+")
torch.manual_seed(rank)  # what ranks draw by themselves differs
options = {"max_tokens": 24, "do_sample": True, "temperature": 2.0}
texts = [
    [each.text for each in generate(model, tokenizer, ["The ", "A longer prompt "], grammar, seeds=seeds, **options)]
    for seeds in (3, None, None)
]
dist.barrier()
with open(f"{sys.argv[2]}/{rank}.json", "w") as file:
    json.dump(texts, file)
dist.barrier()
dist.destroy_process_group()
"""


@pytest.mark.skipif(not torch.distributed.is_available(), reason="this torch is built without distributed")
@pytest.mark.parametrize("way", ["copied", pytest.param("spread", marks=pytest.mark.engine)])
def test_ranks_write_the_same_texts(way: str, tmp_path: Path) -> None:
    """With a seed they are the texts of a single process; without, ranks share one that differs from call to call."""
    if way == "spread":
        pytest.importorskip("accelerate", reason="transformers spreads a model over ranks by accelerate's help")
    model, tokenizer = random_model()
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--standalone"]
    command += [str(tmp_path / "program.py"), str(tmp_path / "model"), str(tmp_path), way]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False, cwd=ROOT)
    assert 0 == done.returncode, done.stderr[-3000:]
    first, second = (json.loads((tmp_path / f"{rank}.json").read_text()) for rank in (0, 1))
    assert first == second
    seeded, one, other = first
    assert one != other
    options = {"max_tokens": 24, "do_sample": True, "temperature": 2.0, "seeds": 3}
    alone = generate(model, tokenizer, ["The ", "A longer prompt "], regex("[a-z]{5,20}[0-9]+"), **options)
    assert [each.text for each in alone] == seeded


def test_ranks_that_nothing_names_need_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a model is spread over some of the ranks, no seed can be shared without knowing which."""
    model, _ = random_model()
    monkeypatch.setattr(type(model), "tp_size", 2, raising=False)
    monkeypatch.setattr(torch.distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.distributed, "get_world_size", lambda: 4)
    with pytest.raises(UnsupportedError, match="2 of 4 ranks"):
        HuggingFaceModel(model).agreed(1)
