"""The Triton kernel means what the definition says: on a GPU where there is one, else by Triton's interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("triton")

from constrain.sampling.kernels import definition, fused  # noqa: E402
from constrain.sampling.kernels.splitmix import exponential  # noqa: E402
from tests.sampling.chains import Case, Cases  # noqa: E402

SMALL = (1, 7, 33, 100, 1024, 1025, 1500)


def compare(case: Case) -> None:
    """Scores and tokens of the Triton kernel are the definition's, bit by bit, on the device of the case."""
    assert "triton" in fused.kernels(case.logits)
    scores = definition.process(case.logits, case.chain, *case.given())
    assert torch.equal(scores, fused.process(case.logits, case.chain, kernel="triton", **case.named())), case
    drawn = fused.sample(case.logits, case.uniforms, case.chain, kernel="triton", allow_empty=True, **case.named())
    assert torch.equal(definition.draw(scores, case.uniforms), drawn), case
    keys = ((case.uniforms - 0.5) * 2.0**64).long()
    drawn = fused.sample(case.logits, keys, case.chain, kernel="triton", allow_empty=True, **case.named())
    assert torch.equal(definition.race(scores, exponential(keys, scores.shape[1])), drawn), case


def interpret(seed: int, count: int) -> None:
    """Runs `count` cases in a process of its own, because Triton decides when it is imported."""
    code = (
        f"from tests.sampling.test_triton import *\ncases = Cases({seed}, widths=SMALL)\n"
        f"for _ in range({count}):\n    compare(next(cases))"
    )
    environment = {**os.environ, "TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1"}
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], cwd=root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU to run it on")
def test_interpreted_kernel_equals_the_definition() -> None:
    """Some cases of all kinds, small because the interpreter takes a second for each."""
    interpret(0, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
def test_interpreted_kernel_equals_the_definition_at_length(seed: int) -> None:
    """The same over more of them."""
    interpret(seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("races", [False, True])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 2, 3, 0)])
def test_kernel_compiles_for_a_gpu_that_is_not_here(order: tuple[int, ...], races: bool) -> None:
    """Down to machine code for compute capability 9.0, with no approximate division and no fused rounding."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from constrain.sampling.kernels import triton_chain

    names = list(triton_chain._rows.arg_names)
    types = {"logits": "*bf16", "mask": "*i32", "seen": "*i32", "counts": "*i32", "parameters": "*fp64",
             "uniforms": "*i64" if races else "*fp64", "work": "*fp32", "zone": "*fp32", "tokens": "*i64"}  # fmt: skip
    constants = dict(zip(("FIRST", "SECOND", "THIRD", "FOURTH"), order, strict=True)) | {
        "EXACT": True,
        "RACES": races,
        "BLOCK": 1024,
    }
    signature = {name: "constexpr" if name in constants else types.get(name, "i32") for name in names}
    source = ASTSource(triton_chain._rows, signature, {(names.index(name),): v for name, v in constants.items()})
    compiled = triton.compile(source, GPUTarget("cuda", 90, 32), {"num_warps": 8, "enable_fp_fusion": False})

    assert compiled.asm["cubin"]
    assert "div.rn.f32" in compiled.asm["ptx"]
    assert "div.full" not in compiled.asm["ptx"]
    assert "fma.rn.f32" not in compiled.asm["ptx"]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@pytest.mark.parametrize("seed", range(4))
def test_kernel_on_the_gpu_equals_the_definition(seed: int) -> None:
    """Dtypes, widths, strides, masks, histories, orders; and it is the kernel chosen by default."""
    cases = Cases(seed)
    for _ in range(100):
        case = next(cases)
        moved = [None if x is None else x.cuda() for x in (case.logits, case.uniforms, *case.given())]
        on_gpu = Case(moved[0], case.chain, moved[1], *moved[2:])
        assert "triton" == fused.kernels(on_gpu.logits)[0]
        compare(on_gpu)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_rows_of_a_real_width_on_the_gpu() -> None:
    """151,936 columns, flat and peaked."""
    from constrain.sampling.kernels.chain import Chain

    generator = torch.Generator("cuda").manual_seed(0)
    for spread in (0.01, 1.0, 4.0):
        logits = torch.randn(4, 151_936, generator=generator, device="cuda") * spread
        uniforms = torch.rand(4, generator=generator, device="cuda", dtype=torch.float64)
        for chain in (Chain(temperature=0.7, top_p=0.95), Chain(1.05, temperature=0.7, top_k=20, top_p=0.8), Chain()):
            compare(Case(logits, chain, uniforms, None, None, None))
