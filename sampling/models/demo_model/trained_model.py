"""The demo model: a small language model that fills in records from short English texts, with its weights.

It was trained from nothing on texts that a script wrote; `weights/README.md` is its model card. Loading needs no
network: the weights are files beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast
from transformers.utils import logging

WEIGHTS = Path(__file__).parent / "weights"
NAME = "constrain demo model"


def demo_model() -> tuple[Any, Any]:
    """The model (a Qwen2, in float32 on the CPU) and its byte-level BPE tokenizer.

    How it is to be asked is in `prompts`; its chat template writes what messages say in that
    form. Like Qwen's, its tokenizer has `<think>`, `</think>`, `<tool_call>` and `</tool_call>` as tokens of their own.
    """
    tokenizer = PreTrainedTokenizerFast.from_pretrained(WEIGHTS)
    with _no_progress_bar():
        model = AutoModelForCausalLM.from_pretrained(WEIGHTS, local_files_only=True)
    model.config._name_or_path = NAME
    model.name_or_path = NAME
    return model.float().eval(), tokenizer


@contextmanager
def _no_progress_bar() -> Iterator[None]:
    """transformers draws a bar even for weights that load in a few milliseconds."""
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
