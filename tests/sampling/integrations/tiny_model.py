"""A model of random weights in a folder, of the kind that engines load by path; and what requests ask of it."""

from __future__ import annotations

from pathlib import Path


def save_tiny_model(folder: Path, *, seed: int = 0) -> Path:
    """Save a Llama of two layers, in bfloat16, with the tokenizer of `random_model`; its logits are 512 wide."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    from tests.sampling.random_model import random_model

    _, tokenizer = random_model(seed)
    tokenizer.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=512,
        hidden_size=128,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
        tie_word_embeddings=False,
    )
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0.0, 0.2)
    model.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
