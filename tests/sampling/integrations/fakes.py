"""Stand-ins for the few names of vLLM that its logits processors are made of, where vLLM is not installed.

They are the interface alone: two abstract classes, an enumeration and a record, with the fields that vLLM 0.32 has. What
the engine does with them is tested where it is installed (`test_vllm_live.py`).
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Processor:
    """What both interfaces are to a subclass: nothing that runs."""


class _SlotProcessor:
    pass


class _Direction(enum.Enum):
    UNIDIRECTIONAL = enum.auto()
    SWAP = enum.auto()


@dataclass(frozen=True)
class _BatchUpdate:
    batch_size: int
    removed: Any
    added: Any
    moved: Any


_ROWS = {"LogitsProcessor": _Processor, "MoveDirectionality": _Direction, "BatchUpdate": _BatchUpdate}
_NAMES: dict[str, dict[str, Any]] = {
    "vllm": {},
    "vllm.tokenizers": {"cached_tokenizer_from_config": lambda config: config.tokenizer},
    "vllm.v1": {},
    "vllm.v1.sample": {},
    "vllm.v1.sample.logits_processor": {},
    "vllm.v1.sample.logits_processor.interface": _ROWS,
    "vllm.v1.worker": {},
    "vllm.v1.worker.gpu": {},
    "vllm.v1.worker.gpu.sample": {},
    "vllm.v1.worker.gpu.sample.logits_processor": {},
    "vllm.v1.worker.gpu.sample.logits_processor.interface": {"LogitsProcessor": _SlotProcessor},
}


@contextmanager
def vllm_names() -> Iterator[None]:
    """The stand-ins where the real names would be imported from, for a while; nothing if vLLM is there."""
    if find_spec("vllm") is not None:
        yield
        return
    for name, members in _NAMES.items():
        module = ModuleType(name)
        module.__path__ = []
        vars(module).update(members)
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    try:
        yield
    finally:
        for name in _NAMES:
            del sys.modules[name]
