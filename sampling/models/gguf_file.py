"""Reads GGUF, llama.cpp's format of one file: metadata, and tensors that are quantised in blocks.

A file is a header, named values, the name, shape, type and place of each tensor, and their data. What a length says is
compared with the bytes that are left before anything is made of it, so a damaged file costs no more than its size.
A tensor is dequantised at once, in whole-array operations; one after the other is read, so memory holds one at a time.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md; the blocks: `ggml-common.h` there.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import numpy as np
from numpy.typing import NDArray

from constrain.errors import ConstrainError

Floats = NDArray[np.float32]
_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_LEAST_BYTES = {_STRING: 8} | {kind: struct.calcsize("<" + code) for kind, code in _SCALARS.items()}
_DIMENSIONS = 4  # of a tensor, at most


def _halves(blocks: NDArray[np.uint8], at: int) -> Floats:
    """The number in half precision at a place of each block, (blocks, 1)."""
    return blocks[:, at : at + 2].copy().view(np.float16).astype(np.float32)


def _nibbles(blocks: NDArray[np.uint8], at: int, out: Floats) -> None:
    """32 numbers of 4 bits in 16 bytes: first the low halves of all bytes, then the high ones."""
    np.bitwise_and(blocks[:, at : at + 16], 15, out=out[:, :16], casting="unsafe")
    np.right_shift(blocks[:, at : at + 16], 4, out=out[:, 16:], casting="unsafe")


def _q4_0(blocks: NDArray[np.uint8], out: Floats) -> None:
    _nibbles(blocks, 2, out)
    out -= 8
    out *= _halves(blocks, 0)


def _q4_1(blocks: NDArray[np.uint8], out: Floats) -> None:
    _nibbles(blocks, 4, out)
    out *= _halves(blocks, 0)
    out += _halves(blocks, 2)


def _q8_0(blocks: NDArray[np.uint8], out: Floats) -> None:
    np.multiply(blocks[:, 2:].view(np.int8), _halves(blocks, 0), out=out)


def _f32(blocks: NDArray[np.uint8], out: Floats) -> None:
    out[:] = blocks.view(np.float32)


def _f16(blocks: NDArray[np.uint8], out: Floats) -> None:
    out[:] = blocks.view(np.float16)


def _bf16(blocks: NDArray[np.uint8], out: Floats) -> None:
    out.view(np.uint32)[:] = blocks.view(np.uint16)
    out.view(np.uint32)[:] <<= 16


@dataclass(frozen=True)
class _Kind:
    """A type of tensors: so many bytes make so many numbers."""

    name: str
    bytes: int
    numbers: int
    read: Callable[[NDArray[np.uint8], Floats], None]


_KINDS = {
    0: _Kind("F32", 4, 1, _f32),
    1: _Kind("F16", 2, 1, _f16),
    2: _Kind("Q4_0", 18, 32, _q4_0),
    3: _Kind("Q4_1", 20, 32, _q4_1),
    8: _Kind("Q8_0", 34, 32, _q8_0),
    30: _Kind("BF16", 2, 1, _bf16),
}


@dataclass(frozen=True)
class _Place:
    shape: tuple[int, ...]  # as torch has it, rows first
    kind: int
    offset: int  # bytes after the beginning of all data


class GGUFFile:
    """An open file: `values` by name, `shapes` of tensors by name, and `tensor(name)`, which reads one.

    Raises ConstrainError for a file that is damaged or no GGUF, OSError as `open` does.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self._size = file.seek(0, 2)
            file.seek(0)
            reader = _Reader(file, self._size, self._refuse)
            if reader.bytes(4) != b"GGUF":
                self._refuse("it does not begin with `GGUF`")
            version, tensors, values = (reader.scalar(code) for code in "IQQ")
            if version not in (2, 3):
                self._refuse(f"it is of version {version}, and 2 and 3 can be read")
            self.values = dict(reader.named_value() for _ in reader.count(values, 13))
            self._places = dict(reader.place() for _ in reader.count(tensors, 24))
            alignment = self.values.get("general.alignment", 32)
            if not isinstance(alignment, int) or not 0 < alignment <= 1 << 16:
                self._refuse(f"general.alignment is {alignment!r}")
            self._data = -(-file.tell() // alignment) * alignment
        if len(self._places) != tensors:
            self._refuse("two tensors have one name")

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {name: place.shape for name, place in self._places.items()}

    @property
    def unread_kinds(self) -> set[int]:
        """ggml's numbers of those types of tensors in this file that `tensor` cannot read."""
        return {place.kind for place in self._places.values()} - set(_KINDS)

    def tensor(self, name: str) -> Floats:
        """A tensor in single precision."""
        place = self._places[name]
        kind, count = _KINDS[place.kind], math.prod(place.shape)
        if place.shape[-1] % kind.numbers:
            self._refuse(f"{name}: rows of {place.shape[-1]:,} numbers are no whole blocks of {kind.name}")
        length = count // kind.numbers * kind.bytes
        begin = self._data + place.offset
        if begin + length > self._size:
            self._refuse(f"{name} ends at byte {begin + length:,}, and the file has {self._size:,}; it may be cut off")
        blocks = np.fromfile(self.path, np.uint8, length, offset=begin).reshape(-1, kind.bytes)
        if blocks.size != length:
            self._refuse("it has become shorter while it was read")
        result = np.empty((len(blocks), kind.numbers), np.float32)
        kind.read(blocks, result)
        return result.reshape(place.shape)

    def _refuse(self, why: str) -> NoReturn:
        raise ConstrainError(f"{self.path}: no GGUF file that can be read: {why}")


class _Reader:
    """The header, front to back; nothing is read beyond the file."""

    def __init__(self, file: BinaryIO, size: int, refuse: Callable[[str], NoReturn]) -> None:
        self._file, self._left, self._refuse = file, size, refuse

    def bytes(self, length: int) -> bytes:
        if length > self._left:
            at = self._file.tell()
            self._refuse(f"at byte {at:,} it should go on for {length:,} bytes, and {self._left:,} are left")
        self._left -= length
        return self._file.read(length)

    def scalar(self, code: str) -> Any:
        form = struct.Struct("<" + code)
        return form.unpack(self.bytes(form.size))[0]

    def count(self, things: int, least: int) -> range:
        """For so many things of at least so many bytes each."""
        if things * least > self._left:
            self._refuse(f"it should have {things:,} parts more of {least} bytes or more, and {self._left:,} are left")
        return range(things)

    def text(self) -> str:
        return self.bytes(self.scalar("Q")).decode("utf-8", "surrogateescape")

    def named_value(self) -> tuple[str, Any]:
        name = self.text()
        return name, self._value(name, self.scalar("I"))

    def _value(self, name: str, kind: int) -> Any:
        if kind in _SCALARS:
            return self.scalar(_SCALARS[kind])
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY:
            self._refuse(f"the value of {name!r} has the unknown type {kind}")
        inner, length = self.scalar("I"), self.scalar("Q")
        if inner not in _LEAST_BYTES:
            self._refuse(f"the list {name!r} has items of the type {inner}, which cannot be read")
        items = self.count(length, _LEAST_BYTES[inner])
        if inner == _STRING:
            return [self.text() for _ in items]
        code = np.dtype(_SCALARS[inner]).newbyteorder("<")
        return np.frombuffer(self.bytes(length * code.itemsize), code)  # a list would take ten times the file's bytes

    def place(self) -> tuple[str, _Place]:
        name, dimensions = self.text(), self.scalar("I")
        if not 1 <= dimensions <= _DIMENSIONS:
            self._refuse(f"the tensor {name!r} has {dimensions:,} dimensions")
        shape = tuple(self.scalar("Q") for _ in range(dimensions))[::-1]
        if 0 in shape:
            self._refuse(f"the tensor {name!r} has the shape {shape}")
        return name, _Place(shape, self.scalar("I"), self.scalar("Q"))
