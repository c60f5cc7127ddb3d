"""A tiny random model of every causal class that transformers has: its own configuration, made small name by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

WIDTH, END, PAD = 40, 2, 1
LAYERS = 2
KINDS = tuple(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)
SMALL: dict[str, Any] = {
    **dict.fromkeys(("hidden_size", "n_embd", "d_model", "dim_model", "emb_dim", "embedding_size", "model_dim"), 32),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "num_layers", "n_layers", "decoder_layers", "encoder_layers"), 2),
    **dict.fromkeys(("num_attention_heads", "n_head", "num_heads", "n_heads", "decoder_attention_heads"), 4),
    **dict.fromkeys(
        ("encoder_attention_heads", "lightning_num_attention_heads", "mamba_n_heads", "mamba_num_heads"), 4
    ),
    **dict.fromkeys(("num_key_value_heads", "num_kv_heads"), 2),
    **dict.fromkeys(
        ("intermediate_size", "ffn_dim", "decoder_ffn_dim", "encoder_ffn_dim", "dff", "dim_ff", "n_inner"), 48
    ),
    **dict.fromkeys(
        ("moe_intermediate_size", "shared_expert_intermediate_size", "feed_forward_size", "expert_ffn_hidden_size"), 48
    ),
    **dict.fromkeys(
        ("moe_shared_expert_intermediate_size", "shared_intermediate_size", "ffn_hidden_size", "d_ff", "d_inner"), 48
    ),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "zero_expert_num"), 4),
    **dict.fromkeys(("num_experts_per_tok", "moe_topk", "moe_k"), 2),
    **dict.fromkeys(("n_group", "topk_group", "num_expert_groups", "n_shared_experts", "num_shared_experts"), 1),
    **dict.fromkeys(
        ("head_dim", "attention_head_size", "v_head_dim", "qk_nope_head_dim", "global_head_dim", "d_head"), 8
    ),
    **dict.fromkeys(("qk_rope_head_dim", "rotary_dim"), 4),
    **dict.fromkeys(("linear_num_key_heads", "linear_num_value_heads"), 2),
    **dict.fromkeys(
        ("linear_key_head_dim", "linear_value_head_dim", "mamba_d_head", "mamba_head_dim", "attention_hidden_size"), 16
    ),
    **dict.fromkeys(("state_size", "mamba_d_state", "ssm_state_size"), 8),
    **dict.fromkeys(("q_lora_rank", "kv_lora_rank"), 16),
    **dict.fromkeys(("image_size", "patch_size"), 16),
    **dict.fromkeys(("vocab_size", "vocab_size_per_layer_input"), WIDTH),
    "pad_token_id": PAD,
    "eos_token_id": END,
    "bos_token_id": 0,
    "max_position_embeddings": 256,
}
# What the names above do not make small, or at odds with itself.
MIXED = {"num_hidden_layers": 4, "layer_types": ["linear_attention", "full_attention"] * 2}
MLA = {"num_key_value_heads": 4}  # attention with compressed keys: a key for each head
ROTATED = {**MLA, "head_dim": 4}
INDEXED = {**MLA, "index_head_dim": 16, "index_n_heads": 2}
KIMI = {**MLA, **MIXED, "linear_head_dim": 16, "linear_num_heads": 2, "mlp_layer_types": ["dense"] * 4}
SPECIAL: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("qwen3_next", "qwen3_5_text", "qwen3_5_moe_text", "granitemoehybrid"), MIXED),
    **dict.fromkeys(("axk2", "deepseek_v2", "glm4_moe_lite", "minicpm3"), MLA),
    **dict.fromkeys(("axk1", "deepseek_v3", "longcat_flash", "youtu"), ROTATED),
    **dict.fromkeys(("deepseek_v32", "glm_moe_dsa"), INDEXED),
    **dict.fromkeys(
        ("bailing_hybrid", "kimi_linear"),
        KIMI,
    ),
    "bamba": {"num_hidden_layers": 4, "attn_layer_indices": [1, 3], "mamba_n_heads": 4, "mamba_d_head": 16},
    "granitemoehybrid": {**MIXED, "mamba_n_heads": 4, "mamba_d_head": 16},
    "jamba": {"num_hidden_layers": 4, "attn_layer_period": 2, "attn_layer_offset": 1},
    "lfm3": {"num_hidden_layers": 4, "layer_types": ["conv", "full_attention", "conv", "sliding_attention"]},
    "lfm2_moe": {"num_hidden_layers": 4, "layer_types": ["conv", "full_attention"] * 2},
    "qwen4_exp_text": {
        "num_hidden_layers": 4,
        "layer_types": ["linear_attention", "full_attention"] * 2,
    },
    "recurrent_gemma": {"num_hidden_layers": 3, "attention_window_size": 6, "num_key_value_heads": 1, "lru_width": 32},
    "nemotron_h": {
        "layers_block_type": ["linear_attention", "full_attention"] * 2,
        "n_groups": 1,
        "mamba_head_dim": 16,
    },
    "zamba": {
        "num_hidden_layers": 4,
        "layers_block_type": ["linear_attention", "hybrid"] * 2,
        "attention_hidden_size": 64,
        "attention_head_dim": 16,
        "num_key_value_heads": 4,
        "mamba_dt_rank": 4,
    },
    "zamba2": {
        "num_hidden_layers": 4,
        "layers_block_type": ["linear_attention", "hybrid"] * 2,
        "num_key_value_heads": 4,
        "n_mamba_heads": 4,
        "mamba_headdim": 16,
        "attention_hidden_size": 64,
        "attention_head_dim": 16,
    },
    "roc_bert": {"shape_vocab_size": 8, "pronunciation_vocab_size": 8},
    "gpt_neo": {"num_layers": 2, "attention_types": [[["global", "local"], 1]], "window_size": 4},
    "rwkv": {"attention_hidden_size": 32},
    "xlstm": {"num_blocks": 2, "num_heads": 4},
    "reformer": {
        "attn_layers": ["local", "local"],
        "axial_pos_embds": False,
        "num_attention_heads": 2,
        "attention_head_size": 16,
        "local_attn_chunk_length": 64,
    },
    "mamba2": {"num_heads": 4, "head_dim": 16, "n_groups": 1, "hidden_size": 32},
    "falcon_h1": {"mamba_d_ssm": 64, "mamba_n_heads": 4, "mamba_d_head": 16},
    "xmod": {"default_language": "en_XX"},
    "zaya": {"num_experts_per_tok": 1},
}


def shrunk(kind: type, default: Any = None) -> dict[str, Any]:
    """Arguments that make a configuration of this class small."""
    default = kind() if default is None else default
    settable = {
        name
        for name in SMALL
        if name in default.to_dict()
        and not (isinstance(getattr(kind, name, None), property) and getattr(kind, name).fset is None)
    }
    mapped = set(getattr(kind, "attribute_map", {}))
    given = {name: SMALL[name] for name in sorted(settable - mapped)}
    for name in getattr(kind, "sub_configs", {}):
        own = getattr(default, name, None)
        if own is not None:
            given[name] = shrunk(type(own), own)
    if "sliding_window" in default.to_dict() and default.sliding_window:
        given["sliding_window"] = 6
    given.update(SPECIAL.get(getattr(kind, "model_type", ""), {}))
    return given


@cache
def tiny(kind: str, seed: int = 0) -> PreTrainedModel:
    """A random model of the causal class that `AutoModelForCausalLM` has for configurations of this kind."""
    config_class = CONFIG_MAPPING[kind]
    config = config_class(**shrunk(config_class))
    for part in (config, config.get_text_config(decoder=True)):
        if hasattr(part, "is_decoder"):
            part.is_decoder = True
    with torch.device("meta"):
        size = sum(each.numel() for each in AutoModelForCausalLM.from_config(config).parameters())
    if size > 4_000_000:
        raise ValueError(f"{kind}: {size} parameters are not small")
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0.0, 0.3)
    return model
