"""What is kept of a generation when it is recorded: for each token what the model, the mask and the stages said of it.

Everything is plain data, and `to_json` and `from_json` are each other's inverse. Probabilities are numbers from 0 to 1,
entropies are in bits. A file may come from anywhere, so `from_json` checks every field before it believes it.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from constrain.support.shown import shown

VERSION = 1  # of the JSON form
_FAMILY = "constrain recording"


@dataclass(frozen=True)
class Refusal:
    """Why a token may not come next: its byte number `byte` (from 1) cannot stand there, and `expected` says what can.

    `byte` is None where no byte is to blame: an end token too early, a special token, or a text that could not be
    completed within its budget; then `expected` says which.
    """

    byte: int | None
    expected: str


@dataclass(frozen=True)
class Candidate:
    """A token that might have come: its probability as the model gave it, after the mask, and after all stages.

    `spelling` are its bytes, and empty for end, special and padding tokens; these may have a `name`. `refusal` is None
    where the constraint allows it.
    """

    token: int
    spelling: bytes
    name: str
    model: float
    masked: float
    final: float
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Effect:
    """What a stage did: how many tokens it left possible, and to the token that came: its probability afterwards, and
    by how much its score was moved (None where that is no finite number)."""

    left: int
    probability: float
    moved: float | None


@dataclass(frozen=True)
class RecordedToken:
    """One token of the text, and the choice that it was.

    `kind`: "chosen" by the sampler; "forced", text that the constraint left no choice about, for which no stage was
    asked; or "end", where the text ended: then the probabilities are those of all end tokens together, and `token` is
    the likeliest of them.

    `model` is the token's probability as the model gave it, `before` and `masked` what it was just before and after
    the mask, and `final` after all stages, of which `effects` tells one by one. `allowed` counts the tokens that the
    mask left, and `removed` is the probability that it took away. `entropy` is that of the model's distribution,
    `final_entropy` that of the last one. `path` is the place in the value (JSON alone), `expected` what the grammar
    expected here, in words; both are empty where nothing is known. `candidates` are the likeliest allowed tokens,
    `refused` the likeliest forbidden ones, best first.
    """

    token: int
    spelling: bytes
    name: str
    kind: Literal["chosen", "forced", "end"]
    model: float
    before: float
    masked: float
    final: float
    allowed: int
    removed: float
    entropy: float
    final_entropy: float
    path: str
    expected: str
    effects: tuple[Effect, ...]
    candidates: tuple[Candidate, ...]
    refused: tuple[Candidate, ...]


@dataclass(frozen=True)
class Recording:
    """How one text came about. `stages` names the stages of the sampler, in the order of each token's `effects`.

    `width` is the number of tokens that the model has logits for. `constraint` is the source of the grammar, and empty
    for free text; `model` and `search` are for the reader.

    >>> recording = generate(model, tokenizer, prompt, Invoice, record=True).recording
    >>> [token.removed for token in recording.tokens if token.kind == "chosen"]
    """

    prompt: str
    text: str
    complete: bool
    finish_reason: str
    model: str
    constraint: str
    search: str
    stages: tuple[str, ...]
    width: int
    tokens: tuple[RecordedToken, ...]

    @property
    def written(self) -> list[RecordedToken]:
        """The tokens of the text, without its end."""
        return [token for token in self.tokens if token.kind != "end"]

    def to_json(self) -> str:
        """The recording as JSON. Bytes are written in hexadecimal."""
        return json.dumps({"family": _FAMILY, "version": VERSION, **_plain(self)}, allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Recording:
        """The recording that `to_json` wrote. Raises ValueError, with the place, for anything else."""
        try:
            data = json.loads(text, parse_constant=_refuse_constant)
        except RecursionError:
            raise ValueError("no recording: it is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"no recording: {error}") from None
        if not isinstance(data, dict) or data.pop("family", None) != _FAMILY:
            raise ValueError(f'no recording: expected a JSON object whose "family" is "{_FAMILY}"')
        version = data.pop("version", None)
        if version != VERSION:
            raise ValueError(f"the recording has version {shown(version, 40)}, and this library reads {VERSION}")
        recording = _read(cls, data, "the recording")
        assert isinstance(recording, Recording)
        for number, token in enumerate(recording.tokens):
            if len(token.effects) not in (0, len(recording.stages)):
                raise ValueError(
                    f"tokens[{number}].effects has {len(token.effects)} entries, and there are "
                    f"{len(recording.stages)} stages"
                )
        return recording


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _plain(value: Any) -> Any:
    """The value in what JSON has."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


# ---- reading ----


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: Any, place: str) -> Any:
    """`data` as a value of the type `kind`; raises ValueError with the place."""
    if isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(data, dict):
            raise _wrong(place, "an object", data)
        hints = _hints(kind)
        missing, strange = hints.keys() - data.keys(), data.keys() - hints.keys()
        if missing or strange:
            raise ValueError(f"{place}: {'no' if missing else 'an unknown'} field {shown(min(missing or strange), 60)}")
        inner = "" if place == "the recording" else f"{place}."
        return kind(**{name: _read(hint, data[name], f"{inner}{name}") for name, hint in hints.items()})
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        if not isinstance(data, list):
            raise _wrong(place, "a list", data)
        return tuple(_read(inside[0], each, f"{place}[{number}]") for number, each in enumerate(data))
    if origin in (Union, types.UnionType):
        return None if data is None else _read(inside[0], data, place)
    if origin is Literal:
        if not isinstance(data, str) or data not in inside:
            raise _wrong(place, " or ".join(f'"{each}"' for each in inside), data)
        return data
    return _SCALARS[kind](data, place)


def _wrong(place: str, expected: str, data: Any) -> ValueError:
    return ValueError(f"{place} is {shown(data, 80)}; expected {expected}")


def _text(data: Any, place: str) -> str:
    if not isinstance(data, str):
        raise _wrong(place, "a text", data)
    return data


def _bytes(data: Any, place: str) -> bytes:
    try:
        return bytes.fromhex(_text(data, place))
    except ValueError:
        raise _wrong(place, "bytes in hexadecimal", data) from None


def _integer(data: Any, place: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < 1 << 53:
        raise _wrong(place, "a whole number that is not negative", data)
    return data


def _number(data: Any, place: str) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool) or not abs(data) < 1e300 or not math.isfinite(data):
        raise _wrong(place, "a number", data)
    return float(data)


def _flag(data: Any, place: str) -> bool:
    if not isinstance(data, bool):
        raise _wrong(place, "true or false", data)
    return data


_SCALARS: dict[Any, Callable[[Any, str], Any]] = {
    str: _text,
    bytes: _bytes,
    int: _integer,
    float: _number,
    bool: _flag,
}
