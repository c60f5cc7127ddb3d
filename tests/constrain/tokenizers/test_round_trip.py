"""The round trip: bytes and decoder that disagree end in an error that names the token and both readings."""

from __future__ import annotations

from typing import Any

import pytest
from transformers import PreTrainedTokenizerFast

from constrain import Vocabulary, VocabularyError
from tests import tokenizers as some
from tests.tokenizers import text_ids


class _Lying(PreTrainedTokenizerFast):
    """Decodes one token as something else."""

    lie: tuple[str, str] = ("", "")

    def _decode(self, *args: Any, **kwargs: Any) -> str:
        return str(super()._decode(*args, **kwargs)).replace(*self.lie)


@pytest.mark.parametrize("name", ["byte-level", "llama", "unigram", "wordpiece"])
def test_bytes_and_decoder_that_disagree_are_an_error(name: str) -> None:
    """The message names the token, its bytes, and what the decoder says instead."""
    tokenizer = some.tiny(name)
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    word = max(i for i in text_ids(vocabulary) if (vocabulary.token_bytes[i] or b"").decode("utf-8", "ignore") == "é")
    lying = _Lying(tokenizer_object=tokenizer.backend_tokenizer, eos_token="</s>")
    lying.lie = ("é", "e")

    with pytest.raises(VocabularyError) as caught:
        Vocabulary.from_huggingface(lying)

    assert r"\xa9" in str(caught.value)
    assert "should give" in str(caught.value)
    assert vocabulary.token_bytes[word] == "é".encode()
