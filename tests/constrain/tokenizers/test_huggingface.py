"""Tokenizers of transformers: what of them is text, what ends a text, how wide they are, and what is refused."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from tokenizers import Tokenizer, models

from constrain import LimitExceeded, Vocabulary, VocabularyError
from tests import tokenizers as some
from tests.tokenizers import PythonTokenizer


def test_added_tokens_are_text_where_the_user_says_so() -> None:
    """By id, by content, or all that are not special."""
    tokenizer = some.tiny("byte-level")
    tool, start = tokenizer.convert_tokens_to_ids(["<tool>", "<s>"])

    def text_of(chosen: Any) -> dict[int, bytes | None]:
        vocabulary = Vocabulary.from_huggingface(tokenizer, text_tokens=chosen)
        return {i: vocabulary.token_bytes[i] for i in (tool, start)}

    assert text_of(()) == {tool: None, start: None}
    assert text_of([tool]) == {tool: b"<tool>", start: None}
    assert text_of(["<tool>"]) == {tool: b"<tool>", start: None}
    assert text_of("added") == {tool: b"<tool>", start: None}
    assert text_of(["<tool>", start]) == {tool: b"<tool>", start: b"<s>"}


def test_added_white_space_becomes_text_on_request() -> None:
    """Runs of spaces kept as added tokens, as in GPT-NeoX, spell spaces once they are admitted."""
    tokenizer = Tokenizer.from_str(some.tiny("byte-level").backend_tokenizer.to_str())
    tokenizer.add_tokens(["    ", "\t\t", "é  "])
    end: Any = tokenizer.token_to_id("</s>")

    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[end], text_tokens=["    ", "\t\t", "é  "])

    for text in ("    ", "\t\t", "é  "):
        assert text.encode() == vocabulary.token_bytes[tokenizer.encode(text).ids[0]]


def test_text_tokens_that_are_unknown_or_end_the_text_are_refused() -> None:
    """The message names the token and what there is."""
    tokenizer = some.tiny("byte-level")

    with pytest.raises(VocabularyError, match=r"'<tol>'.*<tool>"):
        Vocabulary.from_huggingface(tokenizer, text_tokens=["<tol>"])
    with pytest.raises(VocabularyError, match="1000000"):
        Vocabulary.from_huggingface(tokenizer, text_tokens=[1_000_000])
    with pytest.raises(VocabularyError, match=f"token {tokenizer.eos_token_id} .*ends the text"):
        Vocabulary.from_huggingface(tokenizer, text_tokens=[tokenizer.eos_token_id])
    with pytest.raises(VocabularyError, match=f"token {tokenizer.eos_token_id} .*ends the text"):
        Vocabulary.from_huggingface(tokenizer, text_tokens=["</s>"])
    with pytest.raises(VocabularyError, match='"added"'):
        Vocabulary.from_huggingface(tokenizer, text_tokens="<tool>")


def test_pieces_that_no_model_learnt_are_no_text() -> None:
    """BERT's and Gemma's free places stay free."""
    model = models.WordLevel({"[unused0]": 0, "<unused12>": 1, "unused": 2, "end": 3}, unk_token="unused")

    vocabulary = Vocabulary.from_huggingface(Tokenizer(model), end_ids=[3])

    assert vocabulary.token_bytes == (None, None, b" unused", None)


@pytest.mark.parametrize("ids", [(0, 1, 2), (0, 3, 4), (1, 2, 900), (5, 70_000, 3_000_000)])
def test_ids_may_have_holes(ids: tuple[int, int, int]) -> None:
    """Tokens are found wherever their ids lie, and what lies between is no text."""
    tokenizer = Tokenizer(models.WordLevel(dict(zip(("ab", "cd", "ef"), ids, strict=True)), unk_token="ab"))

    vocabulary = Vocabulary.from_huggingface(tokenizer, end_ids=[ids[0]])

    assert vocabulary.size == ids[2] + 1
    assert {ids[1]: b" cd", ids[2]: b" ef"} == {i: vocabulary.token_bytes[i] for i in some.text_ids(vocabulary)}


def test_an_added_token_on_the_id_of_another_hides_it() -> None:
    """The decoder shows the added one, so the other's bytes would be wrong there."""
    tokenizer = Tokenizer(models.WordLevel({"ab": 0, "cd": 1, "ef": 3}, unk_token="ab"))
    tokenizer.add_tokens(["<added>"])
    assert tokenizer.token_to_id("<added>") == 3

    assert Vocabulary.from_huggingface(tokenizer, end_ids=[0]).token_bytes == (None, b" cd", None, None)


def test_end_ids_are_collected_from_everywhere() -> None:
    """The tokenizer's, the generation config's (one or several), the model's, and those given."""
    tokenizer = some.tiny("llama")
    eos = tokenizer.eos_token_id

    def ends(**options: Any) -> tuple[int, ...]:
        return Vocabulary.from_huggingface(tokenizer, **options).end_ids

    several = SimpleNamespace(eos_token_id=[40, 41])
    model = SimpleNamespace(
        generation_config=several, config=SimpleNamespace(eos_token_id=42, vocab_size=500), name="tiny"
    )
    assert ends() == (eos,)
    assert ends(end_ids=[9]) == (eos, 9)
    assert ends(generation_config=several) == (eos, 40, 41)
    assert ends(generation_config={"eos_token_id": 7}) == (eos, 7)
    assert ends(generation_config=SimpleNamespace(eos_token_id=-1)) == (eos,)
    assert ends(model=model) == (eos, 40, 41)
    assert ends(model=model, generation_config={"eos_token_id": None}) == (eos,)
    model.generation_config = SimpleNamespace(eos_token_id=None)
    assert ends(model=model, end_ids=[9]) == (eos, 9, 42)


def test_a_model_gives_the_size_and_the_ends() -> None:
    """The width of its output layer and what `generate` stops at."""
    torch = pytest.importorskip("torch")
    from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM

    tokenizer = some.tiny("llama")
    config = LlamaConfig(
        vocab_size=480, hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1, eos_token_id=2
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(config)
    model.generation_config = GenerationConfig(eos_token_id=[2, 431])

    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)

    assert vocabulary.size == 480
    assert vocabulary.words == 15
    assert vocabulary.end_ids == (2, 431)
    assert Vocabulary.from_huggingface(tokenizer, model=config).size == 480
    assert Vocabulary.from_huggingface(tokenizer, model=model, size=512).size == 512
    for wrong in (5, "demo", tokenizer):
        with pytest.raises(TypeError, match="model must be a model of transformers, or its config, not"):
            Vocabulary.from_huggingface(tokenizer, model=wrong)


def test_no_end_id_is_an_error_that_asks_for_one() -> None:
    """A bare tokenizer does not know what ends a text."""
    tokenizer = some.tiny("byte-level").backend_tokenizer

    with pytest.raises(VocabularyError, match="end_ids="):
        Vocabulary.from_huggingface(tokenizer)
    assert Vocabulary.from_huggingface(tokenizer, end_ids=[5]).end_ids == (5,)


def test_a_size_below_the_tokenizer_drops_what_the_model_cannot_say() -> None:
    """A smaller output layer cannot generate the tokens beyond it; an end id there is an error."""
    tokenizer = some.tiny("llama")
    whole = Vocabulary.from_huggingface(tokenizer)

    smaller = Vocabulary.from_huggingface(tokenizer, size=200)

    assert smaller.token_bytes == whole.token_bytes[:200]
    with pytest.raises(VocabularyError, match=r"end id 300 .*size="):
        Vocabulary.from_huggingface(tokenizer, size=200, end_ids=[300])
    with pytest.raises(VocabularyError, match=f"end id {len(tokenizer)} "):
        Vocabulary.from_huggingface(tokenizer, end_ids=[len(tokenizer)])


def test_a_processor_is_read_through_its_tokenizer() -> None:
    """Processors of text and images carry the tokenizer inside."""
    tokenizer = some.tiny("llama")

    assert Vocabulary.from_huggingface(SimpleNamespace(tokenizer=tokenizer)) == Vocabulary.from_huggingface(tokenizer)


def _raising(*args: Any, **options: Any) -> Any:
    raise RuntimeError("out of order")


class _Endless(dict[str, int]):
    def __len__(self) -> int:
        return 1 << 40


@pytest.mark.parametrize(
    ("tokenizer", "message"),
    [
        (object(), "no decode and get_vocab"),
        (None, "no decode and get_vocab"),
        (PythonTokenizer({}), "no tokens"),
        (PythonTokenizer({"a": 1}), "no tokens"),
        (PythonTokenizer([]), "no mapping"),
        (PythonTokenizer(_Endless(a=0)), "no mapping"),
        (PythonTokenizer({"a": 0, "b": 0}), "two tokens have id 0: 'a' and 'b'"),
        (PythonTokenizer({"a": -1}), "count from 0"),
        (PythonTokenizer({"a": 1.5}), "no token id"),
        (PythonTokenizer({"a": True}), "no token id"),
        (PythonTokenizer({"a": "0"}), "no token id"),
        (PythonTokenizer({"a": None}), "no token id"),
        (PythonTokenizer({3: 0}), "texts or bytes"),
        (PythonTokenizer({None: 0}), "texts or bytes"),
        (PythonTokenizer({"\ud800": 0, "a": 1, "b": 2}), "Unicode"),
        (PythonTokenizer({"a": 0, "b": 1}, eos=[[]]), "end-of-sequence id"),
        (PythonTokenizer({"a": 0, "b": 1}, eos="</s>"), "end-of-sequence id"),
        (PythonTokenizer({"a": 0, "b": 1}, special=["x"]), "special id"),
        (PythonTokenizer({"a": 0, "b": 1}, SimpleNamespace(eos_token_id=1, decode=_raising)), "out of order"),
        (
            PythonTokenizer({"a": 0, "b": 1}, SimpleNamespace(eos_token_id=1, decode=lambda ids, **o: b"a")),
            "Vocabulary|failed",
        ),
        (
            PythonTokenizer({"a": 0, "b": 1}, SimpleNamespace(eos_token_id=1, decode=lambda ids, **o: "x" * len(ids))),
            "token",
        ),
        (PythonTokenizer({"a": 0, "b": 1}, SimpleNamespace(eos_token_id=1, decode=lambda ids, **o: "")), "should give"),
    ],
)
def test_malformed_python_tokenizers_are_refused(tokenizer: Any, message: str) -> None:
    """Each ends in a VocabularyError that says what is wrong."""
    with pytest.raises(VocabularyError, match=message):
        Vocabulary.from_huggingface(tokenizer)


@pytest.mark.parametrize(
    "tokenizer",
    [
        PythonTokenizer({"a": 2**40}),
        PythonTokenizer({"a": 2**200}),
        PythonTokenizer({"a" * 10_000_000: 0, "b": 1}),
        PythonTokenizer({"a": 0, "b": 1}, eos=2**40),
        PythonTokenizer({f"{i:0200}": i for i in range(400_000)}),
    ],
)
def test_oversized_tokenizers_pass_a_limit(tokenizer: Any) -> None:
    """The error has both numbers, and comes before anything large is built."""
    with pytest.raises(LimitExceeded) as caught:
        Vocabulary.from_huggingface(tokenizer)

    assert caught.value.limit is not None
    assert caught.value.needed is not None
    assert caught.value.limit < caught.value.needed


class _Panic(BaseException):
    """As what the library's Rust part raises where it breaks: no Exception."""


def test_a_tokenizer_that_panics_is_refused_and_an_interrupt_is_let_through() -> None:
    """Only what the user or the system asks for stops the program."""

    def breaking(error: type[BaseException]) -> Any:
        def decode(ids: list[int], **options: Any) -> str:
            raise error

        return PythonTokenizer({"a": 0, "b": 1}, SimpleNamespace(eos_token_id=1, decode=decode))

    with pytest.raises(VocabularyError, match="_Panic"):
        Vocabulary.from_huggingface(breaking(_Panic))
    with pytest.raises(KeyboardInterrupt):
        Vocabulary.from_huggingface(breaking(KeyboardInterrupt))


class _Backend:
    """A fast tokenizer whose parts can be replaced by nonsense."""

    def __init__(self, **parts: Any) -> None:
        self.decoder: Any = None
        self.added: Any = {}
        self.names: Any = ["a", "b", "c"]
        self.count: Any = 3
        self.__dict__.update(parts)

    def get_vocab_size(self, with_added_tokens: bool = True) -> Any:
        return self.count

    def get_vocab(self, with_added_tokens: bool = True) -> Any:
        return {name: i for i, name in enumerate(self.names)}

    def id_to_token(self, token: int) -> Any:
        return self.names[token] if token < len(self.names) else None

    def get_added_tokens_decoder(self) -> Any:
        return self.added

    def decode(self, ids: list[int], skip_special_tokens: bool = False) -> str:
        return " ".join(self.names[i] for i in ids)


def _stating(state: Any) -> Any:
    return SimpleNamespace(__getstate__=lambda: state if isinstance(state, bytes) else json.dumps(state).encode())


def _nested(depth: int) -> bytes:
    return b'{"type":"Sequence","decoders":[' * depth + b'{"type":"Fuse"}' + b"]}" * depth


@pytest.mark.parametrize(
    "parts",
    [
        {"count": 2**40},
        {"count": -1},
        {"count": "many"},
        {"count": 0, "names": []},
        {"names": ["a", 7, "c"]},
        {"names": ["a", b"b", "c"]},
        {"added": []},
        {"added": {"x": "y"}},
        {"added": {1: 7}},
        {"added": {2**50: "<x>"}},
        {"added": {-3: "<x>"}},
        {"decoder": _stating([])},
        {"decoder": _stating({"type": 7})},
        {"decoder": _stating({"type": "Sequence"})},
        {"decoder": _stating({"type": "Sequence", "decoders": {}})},
        {"decoder": _stating({"type": "Sequence", "decoders": [None]})},
        {"decoder": _stating({"type": "Sequence", "decoders": [{"type": "Fuse"}] * 100_000})},
        {"decoder": _stating(_nested(100))},
        {"decoder": _stating({"type": "WordPiece", "prefix": "##", "cleanup": False}), "names": ["a", "##b", "c"]},
        {"decoder": _stating({"type": "Replace", "pattern": {"String": "a"}, "content": "b" * 10})},
        {"decoder": _stating({"type": "ByteLevel"})},
    ],
)
def test_malformed_fast_tokenizers_are_refused(parts: dict[str, Any]) -> None:
    """Nonsense in any part, and a decoder that is not what `decode` does, end in a clear error."""
    with pytest.raises((VocabularyError, LimitExceeded)):
        Vocabulary.from_huggingface(_Backend(**parts), end_ids=[0])


@pytest.mark.parametrize(
    "decoder",
    [
        None,
        _stating(b"nonsense"),
        _stating({"type": "Unheard"}),
        _stating(_nested(100_000)),
        SimpleNamespace(__getstate__=_raising),
        _stating({"type": "Replace", "pattern": {"Regex": "x"}, "content": "y"}),
    ],
)
def test_a_decoder_that_states_no_rule_is_asked(decoder: Any) -> None:
    """Where its own description is of no use, what it does decides."""
    vocabulary = Vocabulary.from_huggingface(_Backend(decoder=decoder), end_ids=[0])

    assert vocabulary.token_bytes == (None, b" b", b" c")
    assert vocabulary.strips_leading_space
