"""The demo model's tokenizer: byte-level BPE whose pieces never cross the edge of a word.

A word is cut the same way wherever it stands, after a space, a quote or a bracket, so copying it from the text into a
JSON string repeats its tokens. Digits stand in pairs from the left: most numbers are one to three tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

WORDS = r"\p{L}+|\d{1,2}|\s|[^\p{L}\d\s]+"
MARKS = ["<think>", "</think>", "<tool_call>", "</tool_call>"]


def train_tokenizer(texts: Iterable[str], size: int) -> Any:
    """A tokenizer of `size` tokens in all: an end and a padding token, the bytes, what occurs most, and four marks."""
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    inner.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(MARKS),
        special_tokens=["<end>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    inner.train_from_iterator(texts, trainer)
    inner.add_special_tokens(MARKS)
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, eos_token="<end>", pad_token="<pad>", clean_up_tokenization_spaces=False
    )
