"""Every family of tokenizers, tiny and real: the bytes of their tokens are what their own decoders say."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import tokenizers
from transformers import PreTrainedTokenizerFast

from constrain import Vocabulary, VocabularyError
from tests import tokenizers as some
from tests.tokenizers import is_whole, text_ids

_BYTE_COMPLETE = ("byte-level", "llama", "gemma", "unigram with bytes")
_PIECES = (*some.SENTENCEPIECE, "llama", "gemma", "unigram", "unigram with bytes")


class Family(NamedTuple):
    """A tokenizer and what was read of it."""

    name: str
    tokenizer: Any
    vocabulary: Vocabulary


@pytest.fixture(scope="module", params=[*some.TINY, *some.REAL])
def family(request: pytest.FixtureRequest) -> Family:
    """Each tokenizer in turn; one is loaded at a time, since the large ones take 100 MB."""
    name: str = request.param
    tokenizer = some.tiny(name) if name in some.TINY else some.real(name)
    return Family(name, tokenizer, Vocabulary.from_huggingface(tokenizer))


def test_every_token_alone_decodes_to_its_bytes(family: Family) -> None:
    """For every text token whose bytes are whole characters, the decoder says just these, up to spaces."""
    tokens = family.vocabulary.token_bytes
    ids = [i for i in text_ids(family.vocabulary) if is_whole(tokens[i] or b"")]
    if family.vocabulary.strips_leading_space:  # a piece that continues a word is shown raw at the start
        ids = [i for i in ids if (tokens[i] or b"").startswith(b" ")]

    said = family.tokenizer.backend_tokenizer.decode_batch([[i] for i in ids], skip_special_tokens=False)

    wrong = [
        (i, tokens[i], text)
        for i, text in zip(ids, said, strict=True)
        if (tokens[i] or b"").decode().replace(" ", "") != text.replace(" ", "")
    ]
    assert len(ids) > 40
    assert wrong == []


def test_sequences_decode_to_the_concatenated_bytes(family: Family) -> None:
    """Any sequence of tokens decodes to the concatenation of their bytes, broken characters among them."""
    ids, draw = text_ids(family.vocabulary), random.Random(family.name)
    tokens = family.vocabulary.token_bytes
    first = next(i for i in ids if (tokens[i] or b"").strip().isalpha() and family.tokenizer.decode([i]).isalpha())

    for _ in range(400):
        sequence = [first, *draw.choices(ids, k=draw.randrange(1, 40))]
        text = family.vocabulary.decode(sequence)
        # Decoders of pieces replace every byte of a broken run, those of bytes only what is broken.
        if family.name not in _PIECES or is_whole(text):
            said = family.tokenizer.decode(sequence, skip_special_tokens=False, clean_up_tokenization_spaces=False)
            assert text.decode("utf-8", "replace").rstrip() == said.rstrip()


def test_bytes_are_those_of_the_ranks(family: Family) -> None:
    """The bytes found through GPT-2's alphabet are those in the file, also where they are no text."""
    if family.name not in (*some.TIKTOKEN, "tekken"):
        pytest.skip("has no file of ranks")
    first = 1000 if family.name == "tekken" else 0
    expected = {first + rank: data for data, rank in some.ranks(family.name).items()}

    assert expected == {i: data for i, data in enumerate(family.vocabulary.token_bytes) if data is not None}


def test_added_and_special_tokens_are_no_text(family: Family) -> None:
    """No added token, no special token and nothing beyond the tokenizer has bytes."""
    tokenizer = family.tokenizer
    padded = Vocabulary(family.vocabulary.token_bytes, end_ids=[0], size=family.vocabulary.size + 1100)
    kept_out = {*tokenizer.added_tokens_decoder, *tokenizer.all_special_ids, *family.vocabulary.end_ids}

    assert {None} == {family.vocabulary.token_bytes[i] for i in kept_out}
    assert (None,) * 1100 == padded.token_bytes[-1100:]


@pytest.mark.parametrize("name", [*some.TIKTOKEN, "tekken"])
def test_rank_files_are_read_as_written(name: str) -> None:
    """tiktoken's ids are the ranks, and Tekken's follow its special tokens."""
    first = 1000 if name == "tekken" else 0
    expected = {first + rank: data for data, rank in some.ranks(name).items()}

    if name == "tekken":
        vocabulary = Vocabulary.from_tekken(some.file_of(name))
    else:
        vocabulary = Vocabulary.from_tiktoken(some.file_of(name), end_ids=[len(expected) + 5])

    assert expected == {i: data for i, data in enumerate(vocabulary.token_bytes) if data is not None}
    assert vocabulary.missing_bytes == 0


@pytest.mark.parametrize("name", some.SENTENCEPIECE)
def test_sentencepiece_file_and_fast_tokenizer_agree(name: str) -> None:
    """The model file read directly, a loaded processor, and what transformers makes of it are one vocabulary."""
    path = some.file_of(name)
    direct = Vocabulary.from_sentencepiece(path)

    assert direct == Vocabulary.from_huggingface(some.real(name))
    assert direct == Vocabulary.from_sentencepiece(path.read_bytes())
    processor = pytest.importorskip("sentencepiece").SentencePieceProcessor(model_file=str(path))
    assert direct == Vocabulary.from_sentencepiece(processor)
    assert direct.end_ids == (processor.eos_id(),)
    assert direct.missing_bytes == 0
    for i, data in enumerate(direct.token_bytes):
        form = processor.id_to_piece(i)
        if processor.is_byte(i):
            assert bytes([int(form[3:5], 16)]) == data
        elif data is not None:
            assert form.replace("▁", " ") == data.decode()
        else:
            assert processor.is_control(i) or processor.is_unknown(i) or form.startswith("[")


@pytest.mark.parametrize("name", ["llama3", "cl100k"])
def test_tiktoken_encoding_is_read_as_its_file(name: str) -> None:
    """An Encoding gives its ranks, and its end of text ends the text."""
    tiktoken = pytest.importorskip("tiktoken")
    table = some.ranks(name)
    end = len(table) + 7
    encoding = tiktoken.Encoding(
        name, pat_str=r"\s+|\S+", mergeable_ranks=table, special_tokens={"<|endoftext|>": end, "<|x|>": end + 1}
    )

    vocabulary = Vocabulary.from_tiktoken(encoding)

    assert vocabulary.end_ids == (end,)
    assert vocabulary.size == end + 2
    assert vocabulary.token_bytes == Vocabulary.from_tiktoken(table, end_ids=[end], size=end + 2).token_bytes


def test_converter_of_transformers_changes_no_bytes() -> None:
    """Llama 3's file, turned into a fast tokenizer by transformers itself, keeps the bytes of its ranks."""
    from transformers.convert_slow_tokenizer import TikTokenConverter

    path = some.file_of("llama3")
    converted = TikTokenConverter(str(path), extra_special_tokens=["<|begin|>", "<|end|>"]).converted()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=converted, eos_token="<|end|>")

    vocabulary = Vocabulary.from_huggingface(tokenizer, size=128256)

    names = {"<|begin|>": 128000, "<|end|>": 128001}
    assert vocabulary == Vocabulary.from_tiktoken(path, special_tokens=names, end_ids=[128001], size=128256)
    assert vocabulary.special_tokens == names
    text = 'def f(x): return {"ключ": "値", "😀": [1.5e-3]}\n\t\u2028 \x00 end  '
    assert vocabulary.decode(tokenizer.encode(text, add_special_tokens=False)).decode() == text


def test_one_wrong_token_among_a_hundred_thousand_is_named() -> None:
    """The check decodes every token, so a single one that differs is found, whichever it is."""
    tokenizer = some.real("llama3")
    guilty = 98_765
    expected = {rank: data for data, rank in some.ranks("llama3").items()}[guilty]

    def decode(ids: list[int], **options: Any) -> str:
        return str(tokenizer.decode([i if i != guilty else guilty + 1 for i in ids], **options))

    wrapped = SimpleNamespace(
        backend_tokenizer=tokenizer.backend_tokenizer, decode=decode, get_vocab=tokenizer.get_vocab, eos_token_id=5
    )

    with pytest.raises(VocabularyError, match=rf"token {guilty} .*{expected.decode()}"):
        Vocabulary.from_huggingface(wrapped)


@pytest.mark.parametrize("name", some.TINY)
def test_encoding_a_text_and_joining_the_bytes_gives_it_back(name: str) -> None:
    """What a tokenizer makes of a text that it can spell, the vocabulary turns back into it."""
    tokenizer = some.tiny(name)
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    text = "Hello , hello world ?" if name != "word level" else "I do hello world"
    if name in _BYTE_COMPLETE:
        text = 'The café {"naïve": [1, -2.5e3]}  5 €;\n日本語 текст 😀 \x07'

    ids = tokenizer.encode(text, add_special_tokens=False)

    assert tokenizer.unk_token_id is None or tokenizer.unk_token_id not in ids
    spelled = vocabulary.decode(ids).decode()
    if name == "wordpiece with cleanup":
        text = text.replace(" ,", ",").replace(" ?", "?")
    if name in ("llama", "unigram", "unigram with bytes"):  # these write a space before the first word
        text = " " + text
    if name == "suffix":  # and this one after the last
        text += " "
    if name.startswith("unigram"):  # white space is all the same to Metaspace's splitting only where it is a space
        assert spelled.split() == text.split()
    else:
        assert spelled == text


def test_wordpiece_drops_the_space_of_its_first_word() -> None:
    """A text begins with a word; its space is dropped, and a piece that continues a word cannot begin one."""
    tokenizer = some.tiny("wordpiece")
    vocabulary = Vocabulary.from_huggingface(tokenizer)
    ids = tokenizer.encode("hello world", add_special_tokens=False)

    assert vocabulary.strips_leading_space
    assert vocabulary.decode(ids) == b"hello world"
    assert (vocabulary.token_bytes[ids[0]] or b"").startswith(b" ")
    names = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    for name, data in zip(names, vocabulary.token_bytes, strict=True):
        if data is not None:
            assert data == (name[2:] if name.startswith("##") else " " + name).encode()


@pytest.mark.parametrize("cleanup", [False, True])
def test_wordpiece_with_thousands_of_short_pieces_means_what_its_decoder_says(cleanup: bool) -> None:
    """As in BERT's vocabularies of many scripts: every pair of letters of a script continues a word."""
    latin, greek, cyrillic = (
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "αβγδεζηθικλμνξοπρστυφχψω",
        "абвгдежзийклмнопрстуфхцчшщ",
    )
    pieces = [f"##{a}{b}" for script in (latin, greek, cyrillic) for a in script for b in script]
    letters = [mark + letter for letter in latin + greek + cyrillic for mark in ("", "##")]
    names = ["[UNK]", "[PAD]", "[SEP]", "hello", "мир", *".,!?'", *letters, *pieces]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({name: i for i, name in enumerate(names)}, unk_token="[UNK]")
    )
    tokenizer.decoder = tokenizers.decoders.WordPiece(cleanup=cleanup)
    tokenizer.add_special_tokens(["[UNK]", "[PAD]", "[SEP]"])
    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[2])

    assert 2548 == len(pieces)
    hello = names.index("hello")
    for token in range(hello, len(names)):
        assert tokenizer.decode([hello, hello, token]).encode() == b"hello hello" + (
            vocabulary.token_bytes[token] or b""
        )


@pytest.mark.parametrize("cleanup", [False, True])
def test_wordpiece_with_many_short_pieces_loads(cleanup: bool) -> None:
    """BERT has hundreds of `##ab`, which the decoder shows with their marks where they stand alone."""
    words = ["[UNK]", "[PAD]", "[SEP]", "the", "of", "in", "hello", *"abcdefghijklmnopqrstuvwxyz.,!?'"]
    pairs = [f"##{a}{b}" for a in "abcdefghijklmnopqrstuvwxyz" for b in "abcdefghijklmnopqrstuvwxyz"]
    names = [*words, *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"), *pairs]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({name: i for i, name in enumerate(names)}, unk_token="[UNK]")
    )
    tokenizer.decoder = tokenizers.decoders.WordPiece(cleanup=cleanup)
    tokenizer.add_special_tokens(["[UNK]", "[PAD]", "[SEP]"])
    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[2])

    assert b"ab" == vocabulary.token_bytes[names.index("##ab")]
    assert b" of" == vocabulary.token_bytes[names.index("of")]
