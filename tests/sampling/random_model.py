"""A language model of a few thousand random weights and its tokenizer, made on the spot, for tests.

It knows nothing, which is the point: whatever comes out in the right shape is the constraint's work.
"""

from __future__ import annotations

from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

_TEXT = (
    'The invoice of 2024-05-17 names Ada Lovelace as the customer; the total is 129.50, paid: {"name": "Ada", '
    '"total": 129.5, "paid": true, "items": ["lamp", "desk"]}. The quick brown fox jumps over the dog. '
)


def chatting_model() -> tuple[Any, Any]:
    """The same with a chat template, and a name."""
    model, tokenizer = random_model()
    tokenizer.chat_template = "{% for each in messages %}{{ each.role }}: {{ each.content }}\n{% endfor %}"
    model.name_or_path = "a random model"
    return model, tokenizer


def random_model(seed: int = 0) -> tuple[Any, Any]:
    """A model (Qwen2, two layers, CPU) and a byte-level BPE tokenizer; the same ones for the same seed.

    As in Qwen's tokenizer, `<think>`, `</think>`, `<tool_call>` and `</tool_call>` are tokens of their own.
    """
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=480,
        special_tokens=["<end>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    inner.train_from_iterator([_TEXT] * 4, trainer)
    inner.add_special_tokens(["<think>", "</think>", "<tool_call>", "</tool_call>"])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<end>", pad_token="<pad>")
    torch.manual_seed(seed)
    config = Qwen2Config(
        vocab_size=512,  # wider than the tokenizer, as real models are
        hidden_size=48,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    model = Qwen2ForCausalLM(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0.0, 0.25)
    return model, tokenizer
