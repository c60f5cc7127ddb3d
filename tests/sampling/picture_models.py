"""Tiny random models that see pictures, each with a processor of its own kind, made on the spot without a hub."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
import transformers
from PIL import Image
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
from transformers.models.gemma3.image_processing_pil_gemma3 import Gemma3ImageProcessorPil
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from tests.sampling.random_model import random_model

KINDS = ("qwen2_vl", "qwen2_5_vl", "gemma3", "idefics3", "smolvlm", "llava")
SIDE = 56  # pixels of a picture's sides
TEXT = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
    "max_position_embeddings": 512,
}
VISION = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 2}
_TEMPLATE = (
    "{{% for message in messages %}}{{{{ message.role }}}}: {{% if message.content is string %}}{{{{ message.content }}}}"
    "{{% else %}}{{% for part in message.content %}}{{% if part.type == 'text' %}}{{{{ part.text }}}}"
    "{{% elif part.type == 'image' %}}"
    "{}{{% endif %}}{{% endfor %}}{{% endif %}}{{% endfor %}} Answer: "
)


@lru_cache
def seeing(kind: str, seed: int = 0) -> tuple[Any, Any]:
    """A model and its processor."""
    _, tokenizer = random_model()
    model, processor = _MAKERS[kind](tokenizer, seed)
    generator = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.dim() > 1:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * (0.4 if "vis" in name else 0.25))
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    return model.eval(), processor


def picture(seed: int, width: int = SIDE, height: int = SIDE) -> Image.Image:
    """Coloured squares, others for each seed."""
    generator = torch.Generator().manual_seed(seed)
    return Image.fromarray((torch.rand((4, 4, 3), generator=generator) * 255).to(torch.uint8).numpy(), "RGB").resize(
        (width, height), Image.Resampling.NEAREST
    )


def asked(text: str, *pictures: Image.Image) -> list[dict[str, Any]]:
    """A chat message with pictures before the text."""
    parts: list[dict[str, Any]] = [{"type": "image", "image": each} for each in pictures]
    return [{"role": "user", "content": [*parts, {"type": "text", "text": text}]}]


def _number(tokenizer: Any, *tokens: str) -> list[int]:
    tokenizer.add_special_tokens({"additional_special_tokens": list(tokens)})
    found: list[int] = tokenizer.convert_tokens_to_ids(list(tokens))
    return found


def _ends(tokenizer: Any) -> dict[str, Any]:
    return {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}


def _qwen(tokenizer: Any, seed: int, kind: str) -> tuple[Any, Any]:
    start, end, image, video = _number(
        tokenizer, "<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"
    )
    vision: dict[str, Any] = {"depth": 2, "num_heads": 2, "patch_size": 14}
    if kind == "Qwen2VL":
        vision |= {"embed_dim": 32, "hidden_size": 32, "mlp_ratio": 2}
    else:
        vision |= {"hidden_size": 32, "out_hidden_size": 32, "intermediate_size": 48, "fullatt_block_indexes": [1]}
        vision |= {"window_size": 28}
    name = "Qwen2VL" if kind == "Qwen2VL" else "Qwen2_5_VL"
    config = getattr(transformers, f"{name}Config")(
        text_config={
            **TEXT,
            **_ends(tokenizer),
            "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [1, 1, 2]},
        },
        vision_config=vision,
        image_token_id=image,
        video_token_id=video,
        vision_start_token_id=start,
        vision_end_token_id=end,
    )
    base: Any = getattr(transformers, f"{name}Processor")
    # Without a reader of videos, which needs torchvision.
    unchecked = type(base.__name__, (base,), {"check_argument_for_proper_class": lambda *_: None})
    processor = unchecked(
        Qwen2VLImageProcessorPil(min_pixels=28 * 28, max_pixels=112 * 112),
        tokenizer,
        chat_template=_TEMPLATE.format("<|vision_start|><|image_pad|><|vision_end|>"),
    )
    return getattr(transformers, f"{name}ForConditionalGeneration")(config), processor


def _gemma3(tokenizer: Any, seed: int) -> tuple[Any, Any]:
    tokenizer.boi_token, tokenizer.eoi_token, tokenizer.image_token = "<boi>", "<eoi>", "<img>"
    begin, end, image = _number(tokenizer, "<boi>", "<eoi>", "<img>")
    tokenizer.boi_token_id, tokenizer.eoi_token_id, tokenizer.image_token_id = begin, end, image
    config = transformers.Gemma3Config(
        text_config={**TEXT, **_ends(tokenizer), "head_dim": 8, "sliding_window": 8,
                     "layer_types": ["sliding_attention", "full_attention"]},
        vision_config={**VISION, "image_size": SIDE, "patch_size": 14},
        mm_tokens_per_image=4,
        boi_token_index=begin,
        eoi_token_index=end,
        image_token_index=image,
    )  # fmt: skip
    processor = transformers.Gemma3Processor(
        Gemma3ImageProcessorPil(size={"height": SIDE, "width": SIDE}),
        tokenizer,
        chat_template=_TEMPLATE.format("<boi>"),
        image_seq_length=4,
    )
    return transformers.Gemma3ForConditionalGeneration(config), processor


def _idefics(tokenizer: Any, seed: int, kind: str) -> tuple[Any, Any]:
    processor = transformers.Idefics3Processor(
        Idefics3ImageProcessorPil(
            size={"longest_edge": SIDE}, max_image_size={"longest_edge": SIDE}, do_image_splitting=False
        ),
        tokenizer,
        image_seq_len=4,
        chat_template=_TEMPLATE.format("<image>"),
    )
    config = getattr(transformers, f"{kind}Config")(
        text_config={**TEXT, **_ends(tokenizer), "model_type": "llama"},
        vision_config={**VISION, "image_size": SIDE, "patch_size": 14},
        scale_factor=2,
        image_token_id=processor.image_token_id,
        **_ends(tokenizer),
    )
    return getattr(transformers, f"{kind}ForConditionalGeneration")(config), processor


def _llava(tokenizer: Any, seed: int) -> tuple[Any, Any]:
    (image,) = _number(tokenizer, "<image>")
    config = transformers.LlavaConfig(
        text_config={**TEXT, **_ends(tokenizer), "model_type": "llama"},
        vision_config={**VISION, "image_size": SIDE, "patch_size": 14, "model_type": "clip_vision_model"},
        image_token_index=image,
        vision_feature_layer=-1,
    )
    processor = transformers.LlavaProcessor(
        CLIPImageProcessorPil(size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE}),
        tokenizer,
        patch_size=14,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=_TEMPLATE.format("<image>"),
    )
    return transformers.LlavaForConditionalGeneration(config), processor


_MAKERS: dict[str, Any] = {
    "qwen2_vl": lambda tokenizer, seed: _qwen(tokenizer, seed, "Qwen2VL"),
    "qwen2_5_vl": lambda tokenizer, seed: _qwen(tokenizer, seed, "Qwen2_5_VL"),
    "gemma3": _gemma3,
    "idefics3": lambda tokenizer, seed: _idefics(tokenizer, seed, "Idefics3"),
    "smolvlm": lambda tokenizer, seed: _idefics(tokenizer, seed, "SmolVLM"),
    "llava": _llava,
}
