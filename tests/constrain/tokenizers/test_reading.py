"""What all readers of files have in common: noise and odd paths are refused, at once and by our errors."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constrain import LimitExceeded, Vocabulary, VocabularyError
from constrain.tokenizers import reading


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_noise_is_no_tokenizer_file(content: bytes) -> None:
    """Random bytes are refused by every reader, and never with another error than ours."""
    for reader in (Vocabulary.from_sentencepiece, Vocabulary.from_tekken, Vocabulary.from_tiktoken):
        with suppress(VocabularyError, LimitExceeded):
            reader(content, end_ids=[0])


def test_paths_that_are_no_plain_files(tmp_path: Path) -> None:
    """A missing file is the system's error; a folder or an endless device is ours, at once."""
    readers: list[Callable[..., Vocabulary]] = [
        Vocabulary.from_sentencepiece,
        Vocabulary.from_tekken,
        Vocabulary.from_tiktoken,
    ]
    for reader in readers:
        with pytest.raises(FileNotFoundError):
            reader(tmp_path / "absent", end_ids=[0])
        with pytest.raises(VocabularyError, match="not a regular file"):
            reader(tmp_path, end_ids=[0])
        with pytest.raises(VocabularyError, match="not a regular file"):
            reader("/dev/zero", end_ids=[0])
        with pytest.raises(VocabularyError, match="no path"):
            reader(7, end_ids=[0])
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(reading.MAX_FILE_BYTES + 1)  # sparse: takes no space
    for reader in readers:
        with pytest.raises(LimitExceeded):
            reader(huge, end_ids=[0])
