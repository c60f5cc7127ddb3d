"""Tokenizers written in Python, which state no rule and are learnt by asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from transformers import ByT5Tokenizer

from constrain import Vocabulary
from tests import tokenizers as some
from tests.tokenizers import PythonTokenizer


def _bert(folder: Path) -> Any:
    legacy = pytest.importorskip("transformers.models.bert.tokenization_bert_legacy")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdef.,!?'", *("##" + c for c in "abcdef"), "hello", "é"]
    (folder / "vocab.txt").write_text("\n".join(words))
    return legacy.BertTokenizerLegacy(str(folder / "vocab.txt"))


def test_bert_written_in_python_is_read_by_asking(tmp_path: Path) -> None:
    """Its decoder states no rule; the spaces and `##` are learnt from what it says."""
    tokenizer = _bert(tmp_path)

    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[3])

    assert vocabulary.strips_leading_space
    hello, joined, word = tokenizer.convert_tokens_to_ids(["hello", "##a", "é"])
    assert [vocabulary.token_bytes[i] for i in (hello, joined, word)] == [b" hello", b"a", b" \xc3\xa9"]
    assert {None} == {vocabulary.token_bytes[i] for i in tokenizer.all_special_ids}


def test_byt5_has_a_token_for_every_byte() -> None:
    """Its tokens are the characters up to U+00FF, which its decoder takes for bytes and shows none of if broken."""
    tokenizer = ByT5Tokenizer()

    vocabulary = Vocabulary.from_huggingface(tokenizer)

    assert [bytes([byte]) for byte in range(256)] == list(vocabulary.token_bytes[3:259])
    assert {None} == {*vocabulary.token_bytes[:3], *vocabulary.token_bytes[259:]}
    assert vocabulary.decode(tokenizer("naïve 😀")["input_ids"]).decode() == "naïve 😀"


def test_python_tokenizer_with_byte_alphabet_or_bytes() -> None:
    """Tokens in GPT-2's alphabet, and tokens that are bytes themselves, as in Qwen's first tokenizer."""
    fast = some.tiny("byte-level")
    expected = Vocabulary.from_huggingface(fast)
    special = set(fast.added_tokens_decoder)
    by_name = PythonTokenizer({name: i for name, i in fast.get_vocab().items() if i not in special}, fast, special)
    by_bytes = PythonTokenizer(
        {data: i for i, data in enumerate(expected.token_bytes) if data is not None}, fast, special
    )

    assert expected.token_bytes == Vocabulary.from_huggingface(by_name, size=expected.size).token_bytes
    assert expected.token_bytes == Vocabulary.from_huggingface(by_bytes, size=expected.size).token_bytes
