"""One processor in call after call of `generate`, in any order of modes: which call is which, and nothing carried over.

The judge is `re`; models, prompts and modes are drawn at random. `pytest -m slow` draws many more.
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import regex  # noqa: E402
from transformers import LogitsProcessor  # noqa: E402

import constrain  # noqa: E402
from constrain import ConstrainError, UnsupportedError, Vocabulary  # noqa: E402
from constrain.grammars import regex as grammar  # noqa: E402
from constrain.sampling.huggingface import (  # noqa: E402
    ConstraintLogitsProcessor,
    SynthIDTextWatermarkLogitsProcessor,
    UnbatchedClassifierFreeGuidanceLogitsProcessor,
)
from tests.sampling.tiny_models import tiny  # noqa: E402

PAD, START, END = 0, 1, 2
TOKENS: list[bytes | None] = [None, None, None, b"a", b"b", b"ab", b"c", b"0", b"1", b"-", b"cc", b"b-"]
WIDTH = 19  # a padded output layer
PATTERNS = (r"(ab|c){1,5}-[01]{2}", r"a*b", r"[abc01-]{3,9}", r"(a|b|ab){2,}c")
VOCABULARY = Vocabulary.from_bytes(TOKENS, end_ids=[END])
CONSTRAINTS = [constrain.compile(grammar(pattern), VOCABULARY) for pattern in PATTERNS]
MODES: dict[str, dict[str, Any]] = {
    "greedy": {},
    "sampling": {"do_sample": True},
    "several": {"do_sample": True, "num_return_sequences": 3, "top_k": 4},
    "beams": {"num_beams": 3},
    "beams, all": {"num_beams": 4, "num_return_sequences": 4},
    "beam sampling": {"num_beams": 3, "do_sample": True},
    "assisted": {"assistant": True},
    "assisted sampling": {"assistant": True, "do_sample": True},
    "prompt lookup": {"prompt_lookup_num_tokens": 3},
    "guidance": {"guidance_scale": 1.5},
    "static cache": {"cache_implementation": "static"},
    "scores kept": {"output_scores": True, "output_logits": True, "return_dict_in_generate": True},
}
ONE_ROW = {"assisted", "assisted sampling", "prompt lookup"}
FEW = {
    "greedy",
    "sampling",
    "several",
    "beams",
    "beams, all",
    "beam sampling",
    "scores kept",
}  # of encoder-decoder models


def judged(row: list[int], which: int) -> None:
    """The row is a text of the language, or the beginning of one where the tokens ran out."""
    stop = row.index(END) if END in row else None
    text = b"".join(TOKENS[token] or b"?" for token in row[:stop]).decode()
    pattern = regex.compile(PATTERNS[which])

    assert pattern.fullmatch(text, partial=stop is None), (text, PATTERNS[which], row)


def calls_in_a_row(architecture: str, seed: int, calls: int = 6) -> None:
    """One processor, one random call after the other; prompts often go on from what the last call wrote."""
    choose = random.Random(seed)
    model = tiny(architecture, WIDTH, end=END, pad=PAD, seed=seed % 3)
    draft = tiny(architecture, WIDTH, end=END, pad=PAD, seed=seed % 3 + 5, layers=1)
    decoder_only = not model.config.is_encoder_decoder
    which = choose.randrange(len(PATTERNS))
    processor = ConstraintLogitsProcessor(CONSTRAINTS[which])
    last = None
    for _ in range(calls):
        mode = choose.choice([name for name in MODES if decoder_only or name in FEW])
        options = dict(MODES[mode])
        if options.pop("assistant", False):
            options["assistant_model"] = draft
        rows = 1 if mode in ONE_ROW else choose.choice((1, 2, 3))
        length = choose.randrange(1, 6)
        ids = torch.tensor([[choose.randrange(3, 12) for _ in range(length)] for _ in range(rows)])
        if last is not None and decoder_only and choose.random() < 0.7:
            ids = last[choose.randrange(len(last)) :][:1, : choose.randrange(1, last.shape[1] + 1)]
        mask = torch.ones_like(ids)
        if len(ids) > 1 and ids.shape[1] > 1 and choose.random() < 0.5:
            ids[0, 0], mask[0, 0] = PAD, 0
        torch.manual_seed(seed)
        output = model.generate(
            ids,
            attention_mask=mask,
            max_new_tokens=choose.choice((1, 2, 25)),
            eos_token_id=END,
            pad_token_id=PAD,
            logits_processor=[processor],
            **options,
        )
        start = processor.prompt_length
        assert start is not None
        last = getattr(output, "sequences", output)
        assert start == (ids.shape[1] if decoder_only else 1), mode
        if "output_logits" in options:
            assert not any(step.isinf().any() for step in output.logits)
            again = ConstraintLogitsProcessor(CONSTRAINTS[which], prompt_length=start)
            for place, (scores, logits) in enumerate(zip(output.scores, output.logits, strict=True)):
                expected = again(last[:, : start + place], logits.clone())
                assert torch.equal(expected.isneginf(), scores.isneginf()), (mode, place)
        for row in last[:, start:].tolist():
            judged(row, which)


@pytest.mark.parametrize("architecture", ["qwen2", "llama", "gpt2", "t5", "bart"])
def test_a_processor_may_be_used_again_and_again(architecture: str) -> None:
    """Whatever the modes, and also where a prompt is the last one and a part of what was generated."""
    for seed in range(3):
        calls_in_a_row(architecture, seed)


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["qwen2", "llama", "gpt2", "t5", "bart"])
def test_again_and_again_at_length(architecture: str) -> None:
    """The same with more seeds and longer rows of calls."""
    for seed in range(3, 60):
        calls_in_a_row(architecture, seed, calls=12)


def test_a_prompt_that_goes_on_from_the_last_text_begins_anew() -> None:
    """By any number of its tokens; the constraint begins where the prompt ends."""
    model = tiny("qwen2", WIDTH, end=END, pad=PAD)
    processor = ConstraintLogitsProcessor(CONSTRAINTS[0])

    def generate(ids: Any, tokens: int) -> Any:
        mask = torch.ones_like(ids)
        return model.generate(ids, attention_mask=mask, max_new_tokens=tokens, logits_processor=[processor])

    first = generate(torch.tensor([[7, 8, 9]]), 25)
    for more in range(first.shape[1] - 3):
        prompt = first[:, : 3 + more]
        judged(generate(prompt, 25)[0, prompt.shape[1] :].tolist(), 0)
    once = generate(torch.tensor([[7, 8, 9]]), 1)
    judged(generate(once, 25)[0, 4:].tolist(), 0)


def test_guidance_and_watermarks_notice_new_calls_too() -> None:
    """What looks at the generated tokens has to know where they begin: a second call gives what a fresh one gives."""
    model = tiny("qwen2", WIDTH, end=END, pad=PAD)

    def marks() -> list[Any]:
        return [
            UnbatchedClassifierFreeGuidanceLogitsProcessor(1.5, model),
            SynthIDTextWatermarkLogitsProcessor(3, [5, 6, 7], 64, 0, 16, "cpu"),
        ]

    ids = torch.tensor([[7, 8, 9]])
    for used, fresh in zip(marks(), marks(), strict=True):
        first = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=6, logits_processor=[used])
        prompt = first[:, :5]
        mask = torch.ones_like(prompt)
        again = model.generate(prompt, attention_mask=mask, max_new_tokens=6, logits_processor=[used])
        assert torch.equal(
            model.generate(prompt, attention_mask=mask, max_new_tokens=6, logits_processor=[fresh]), again
        )


def test_a_call_inside_a_call_is_its_own() -> None:
    """A processor that asks another model for texts, again and again, within one call of `generate`."""
    model = tiny("qwen2", WIDTH, end=END, pad=PAD)
    inner = ConstraintLogitsProcessor(CONSTRAINTS[0])

    class Asking(LogitsProcessor):
        def __call__(self, input_ids: Any, scores: Any) -> Any:
            mask = torch.ones_like(input_ids)
            out = model.generate(input_ids, attention_mask=mask, max_new_tokens=25, logits_processor=[inner])
            judged(out[0, input_ids.shape[1] :].tolist(), 0)
            return scores

    outer = ConstraintLogitsProcessor(CONSTRAINTS[1])
    ids = torch.tensor([[7, 8]])
    mask = torch.ones_like(ids)
    out = model.generate(ids, attention_mask=mask, max_new_tokens=9, logits_processor=[Asking(), outer])
    judged(out[0, 2:].tolist(), 1)


def test_calls_in_several_threads_share_a_processor() -> None:
    """Each call has its own rows and its own room."""
    model = tiny("qwen2", WIDTH, end=END, pad=PAD)
    processor = ConstraintLogitsProcessor(CONSTRAINTS[2])
    wrong: list[BaseException] = []

    def run(seed: int) -> None:
        try:
            ids = torch.tensor([[3 + seed, 4, 5]] * (1 + seed % 2))
            for _ in range(3):
                out = model.generate(
                    ids, attention_mask=torch.ones_like(ids), max_new_tokens=12, logits_processor=[processor]
                )
                for row in out[:, 3:].tolist():
                    judged(row, 2)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == wrong


def test_continuous_batching_is_refused_before_the_first_token() -> None:
    """transformers would drop the processor there without a word."""
    model = tiny("qwen2", WIDTH, end=END, pad=PAD)
    processors = [ConstraintLogitsProcessor(CONSTRAINTS[0])]
    ids = torch.tensor([[7, 8, 9]])

    with pytest.raises(UnsupportedError, match="continuous batching"):
        model.generate(ids, cache_implementation="paged", logits_processor=processors)
    with pytest.raises(UnsupportedError, match="continuous batching"):
        model.generate_batch([[7, 8, 9]], logits_processor=processors)


FIRST_CALLS = """
from tests.sampling.tiny_models import tiny
import torch
model, draft = tiny("qwen2", 27, end=26), tiny("qwen2", 27, end=26, seed=5, layers=1)
from constrain import UnsupportedError, Vocabulary, compile
from constrain.grammars import regex
from constrain.sampling import ConstraintLogitsProcessor, Pipeline
from constrain.sampling.stages import Greedy, Mask
letters = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(97, 123)), None], end_ids=[26])
date, ids = compile(regex("abc|abcd"), letters), torch.tensor([[3, 4, 3, 4]])
{first}
"""


@pytest.mark.parametrize(
    "first",
    [
        "out = model.generate(ids, assistant_model=draft, max_new_tokens=9, logits_processor=[{processor}])",
        "out = model.generate(ids, prompt_lookup_num_tokens=3, max_new_tokens=9, logits_processor=[{processor}])",
        """
try:
    out = model.generate(ids, cache_implementation="paged", max_new_tokens=9, logits_processor=[{processor}])
except UnsupportedError:
    out = torch.tensor([[0] * 4 + [0, 1, 2, 26]])""",
    ],
)
def test_the_first_call_of_a_process_is_like_any_other(first: str) -> None:
    """Also where its processor is made between looking `generate` up and calling it."""
    processors = "ConstraintLogitsProcessor(date)", "Pipeline([Mask(), Greedy()]).processor(constraint=date)"
    judge = "assert out[0, 4:].tolist() in ([0, 1, 2, 26], [0, 1, 2, 3, 26]), out"
    for processor in processors:
        code = FIRST_CALLS.replace("{first}", first.replace("{processor}", processor)) + judge
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert 0 == ran.returncode, ran.stderr


def test_in_a_loop_of_ones_own_what_may_be_either_is_refused() -> None:
    """Going back may be a step of speculation or a new prompt; only the caller knows."""
    processor = ConstraintLogitsProcessor(CONSTRAINTS[1])
    row = [7, 8, 9]

    def step(ids: list[int]) -> Any:
        return processor(torch.tensor([ids]), torch.zeros(1, WIDTH))

    step(row)
    step([*row, 3])
    step([*row, 3, 3])
    with pytest.raises(ConstrainError, match="prompt_length"):
        step([*row, 3])
    processor.reset()
    assert torch.equal(
        step([*row, 3]), ConstraintLogitsProcessor(CONSTRAINTS[1])(torch.tensor([row]), torch.zeros(1, WIDTH))
    )
