"""Tiny models with random weights, made on the spot: an architecture each, any vocabulary width."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
import transformers
from transformers import (
    BartConfig,
    GemmaConfig,
    GPT2Config,
    GPTNeoXConfig,
    LlamaConfig,
    MistralConfig,
    PreTrainedModel,
    Qwen2Config,
    T5Config,
)

from constrain import Vocabulary

ARCHITECTURES = ("qwen2", "llama", "gemma", "t5", "bart", "gpt2", "mistral", "gpt_neox")
WIDTH, END = 40, 2  # of a tiny model whose tokens are letters
LETTERS = Vocabulary([None, None, None, *(bytes([65 + i]) for i in range(WIDTH - 3))], end_ids=[END])


@lru_cache(maxsize=64)
def tiny(
    architecture: str,
    width: int,
    *,
    end: int | tuple[int, ...] = 2,
    pad: int | None = 0,
    seed: int = 0,
    layers: int = 2,
) -> PreTrainedModel:
    """A model with `width` logits whose weights are large enough that its choices look anything but uniform."""
    ends: Any = end if isinstance(end, int) else list(end)
    common: dict[str, Any] = {"vocab_size": width, "eos_token_id": ends, "pad_token_id": pad, "bos_token_id": 1}
    decoder = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": layers, "num_attention_heads": 2}
    config: Any
    if architecture == "qwen2":
        config = Qwen2Config(**common, **decoder, num_key_value_heads=1, max_position_embeddings=1024)
    elif architecture == "llama":
        config = LlamaConfig(**common, **decoder, num_key_value_heads=2, max_position_embeddings=1024)
    elif architecture == "gemma":
        config = GemmaConfig(**common, **decoder, num_key_value_heads=1, head_dim=16, max_position_embeddings=1024)
    elif architecture == "mistral":  # which forgets all but the last tokens
        config = MistralConfig(**common, **decoder, num_key_value_heads=1, sliding_window=8)
    elif architecture == "gpt_neox":
        config = GPTNeoXConfig(**common, **decoder, max_position_embeddings=1024)
    elif architecture == "gpt2":
        config = GPT2Config(**common, n_embd=32, n_layer=layers, n_head=2, n_positions=1024)
    elif architecture == "t5":
        config = T5Config(
            **common, d_model=32, d_ff=48, d_kv=16, num_layers=layers, num_heads=2, decoder_start_token_id=pad or 0
        )
    elif architecture == "bart":
        config = BartConfig(
            **common,
            d_model=32,
            encoder_layers=layers,
            decoder_layers=layers,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=48,
            decoder_ffn_dim=48,
            decoder_start_token_id=end if isinstance(end, int) else end[0],
            forced_bos_token_id=1,
            forced_eos_token_id=end if isinstance(end, int) else end[0],
            max_position_embeddings=1024,
        )
    else:
        raise ValueError(architecture)
    torch.manual_seed(seed)
    kind = transformers.AutoModelForSeq2SeqLM if config.is_encoder_decoder else transformers.AutoModelForCausalLM
    model = kind.from_config(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0.0, 0.3)
    return model
