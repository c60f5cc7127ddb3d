"""tiktoken's and Tekken's files, well formed and not."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from constrain import LimitExceeded, Vocabulary, VocabularyError
from tests import tokenizers as some


def _lines(*lines: bytes) -> bytes:
    return b"\n".join(lines) + b"\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no tokens"),
        (_lines(b"YQ== 0", b"nonsense"), ":2: expected base64 and a rank"),
        (_lines(b"YQ== 0", b"", b"Y! 1"), ":3: expected base64"),
        (_lines(b"YQ== 0", b"YQ== -1"), ":2: .*numbers below"),
        (_lines(b"YQ== 0", b"Yg== 99999999999999999999"), ":2: .*numbers below"),
        (_lines(b"YQ== 0", b"Yg== 0"), ":2: rank 0 was given before, in line 1"),
        (_lines(b"YQ== 0", b"Yg== 1 2"), ":2: expected"),
        (_lines(b"YQ== 0", b"Yg== \xff"), ":2: expected"),
        (b"\x00" * 1000, ":1: expected"),
    ],
)
def test_malformed_tiktoken_files_are_refused(content: bytes, message: str) -> None:
    """The error says which line and what is in it."""
    with pytest.raises(VocabularyError, match=message):
        Vocabulary.from_tiktoken(content, end_ids=[9])


def _tekken(**changes: Any) -> dict[str, Any]:
    entries = [{"rank": i, "token_bytes": base64.b64encode(bytes([i])).decode()} for i in range(256)]
    config = {"default_vocab_size": 266, "default_num_special_tokens": 10}
    return {"config": config, "vocab": entries, **changes}


def test_tekken_finds_its_end_token_by_name() -> None:
    """Newer files list their special tokens; older ones do not, and have the end third."""
    listed = [{"rank": i, "token_str": f"[{i}]", "is_control": i != 4} for i in range(10)]
    listed[7]["token_str"] = "</s>"

    assert Vocabulary.from_tekken(_tekken()).end_ids == (2,)
    assert Vocabulary.from_tekken(_tekken(special_tokens=listed)).end_ids == (7,)
    admitted = Vocabulary.from_tekken(_tekken(special_tokens=listed), text_tokens=["[3]"]).token_bytes
    assert admitted[:10] == (None, None, None, b"[3]", *[None] * 6)
    assert Vocabulary.from_tekken(_tekken(special_tokens=listed), text_tokens="added").token_bytes[4] == b"[4]"


def test_tekken_names_its_special_tokens() -> None:
    """By what the file lists, else by Mistral's own list; a name that is text is none of them."""
    old = Vocabulary.from_tekken(some.file_of("tekken"))
    listed = [{"rank": i, "token_str": ["</s>", "[ARGS]", "[THINK]"][i], "is_control": i != 2} for i in range(3)]
    new = Vocabulary.from_tekken(_tekken(special_tokens=listed), text_tokens="added")

    assert [old.special_tokens[name] for name in ("</s>", "[TOOL_CALLS]", "<SPECIAL_20>")] == [2, 9, 20]
    assert dict(list(new.special_tokens.items())[:3]) == {"</s>": 0, "[ARGS]": 1, "<SPECIAL_3>": 3}
    assert new.token_bytes[2] == b"[THINK]"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"config": ' + b"9" * 10_000 + b"}",
        _tekken(config=7),
        _tekken(config={"default_vocab_size": 10, "default_num_special_tokens": 10}),
        _tekken(config={"default_vocab_size": 267, "default_num_special_tokens": 10}),
        _tekken(config={"default_vocab_size": "266", "default_num_special_tokens": 10}),
        _tekken(config={"default_vocab_size": 2**60, "default_num_special_tokens": 10}),
        _tekken(config={"default_vocab_size": 266, "default_num_special_tokens": -5}),
        _tekken(vocab={}),
        _tekken(vocab=[None] * 256),
        _tekken(vocab=[{"rank": 0, "token_bytes": "YQ=="}] * 256),
        _tekken(vocab=[{"rank": i, "token_bytes": "Y!"} for i in range(256)]),
        _tekken(vocab=[{"rank": i - 1, "token_bytes": "YQ=="} for i in range(256)]),
        _tekken(vocab=[{"rank": i, "token_bytes": ""} for i in range(256)]),
        _tekken(special_tokens=[{"rank": 400, "token_str": "</s>"}]),
        _tekken(special_tokens=[{"rank": "2", "token_str": "</s>"}]),
        _tekken(special_tokens={"</s>": 2}),
    ],
)
def test_malformed_tekken_files_are_refused(content: Any) -> None:
    """No nonsense in any field gets through, and none takes long."""
    with pytest.raises((VocabularyError, LimitExceeded)):
        Vocabulary.from_tekken(content)
