"""Data sets of Hugging Face in and out: columns as prompts, `map` with `generate`, rows as they are made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

datasets = pytest.importorskip("datasets", reason="datasets is what holds the prompts")
from pydantic import BaseModel, Field  # noqa: E402

from constrain.grammars import json_schema  # noqa: E402
from constrain.sampling import generate, generate_each  # noqa: E402
from tests.sampling.random_model import chatting_model  # noqa: E402

PAIR = chatting_model()
MOODS = ["good", "bad"]


class Invoice(BaseModel):
    paid: bool
    total: int = Field(ge=0, le=999)  # Arrow has integers of 64 bits


@pytest.fixture
def data() -> Any:
    return datasets.Dataset.from_dict({"prompt": [f"Review {i}: " for i in range(7)]})


def test_a_column_is_prompts(data: Any) -> None:
    """A list of them and one without end; the same texts."""
    texts = [each.value for each in generate(*PAIR, data["prompt"], MOODS, max_tokens=10)]
    assert set(texts) <= set(MOODS)
    for column in (data["prompt"], data.to_iterable_dataset()["prompt"]):
        found = dict(generate_each(*PAIR, column, MOODS, max_tokens=10, batch_size=3))
        assert [found[i].value for i in range(7)] == texts


@pytest.mark.parametrize("kind", ["torch", "numpy", None])
def test_tokens_and_chats_are_prompts(kind: str | None) -> None:
    rows = {"ids": [[60, 61], [62, 63, 64]], "chat": [[{"role": "user", "content": each}] for each in "ab"]}
    data = datasets.Dataset.from_dict(rows)
    assert all(each.value in MOODS for each in generate(*PAIR, data["chat"], MOODS, max_tokens=10))
    plain = [each.value for each in generate(*PAIR, rows["ids"], MOODS, max_tokens=10)]
    assert [each.value for each in generate(*PAIR, data.with_format(kind)["ids"], MOODS, max_tokens=10)] == plain


def test_map_adds_typed_columns(data: Any, tmp_path: Any) -> None:
    """Whole and as a stream, the same; a second run reads what the first has kept, as the function's hash is stable."""

    def answered(batch: Any) -> dict[str, Any]:
        results = generate(*PAIR, batch["prompt"], Invoice, max_tokens=30)
        return {"invoice": [each.value.model_dump() for each in results], "text": [each.text for each in results]}

    mapped = data.map(answered, batched=True, batch_size=4)
    assert set(mapped[0]["invoice"]) == {"paid", "total"}
    for row in mapped:
        assert Invoice.model_validate_json(row["text"]).model_dump() == row["invoice"]
    streamed = list(data.to_iterable_dataset().map(answered, batched=True, batch_size=4))
    assert streamed == mapped.to_list()
    assert data.map(answered, batched=True, batch_size=4)._fingerprint == mapped._fingerprint


def test_rows_are_written_as_they_are_made(data: Any, tmp_path: Any) -> None:
    """Out of `generate_each`, which resumes where it was."""

    def rows() -> Iterator[dict[str, Any]]:
        made = generate_each(*PAIR, data["prompt"], MOODS, max_tokens=10, resume=tmp_path / "done.jsonl")
        for number, result in made:
            yield {**data[number], "mood": result.value}

    made = datasets.Dataset.from_generator(rows, cache_dir=str(tmp_path))
    assert made["prompt"][:] == data["prompt"][:]
    assert set(made["mood"]) <= set(MOODS)
    assert list(rows()) == made.to_list()


def test_each_row_has_its_own_schema() -> None:
    """As texts in a column: as objects, the columns would mix their keys."""
    schemas = [{"enum": [i]} for i in range(3)] + [{"type": "boolean"}]
    data = datasets.Dataset.from_dict({"prompt": ["a", "b", "c", "d"], "schema": list(map(json.dumps, schemas))})
    results = generate(*PAIR, data["prompt"], list(map(json_schema, data["schema"])), max_tokens=10)
    assert [each.value for each in results[:3]] == [0, 1, 2]
    assert isinstance(results[3].value, bool)


def test_rows_are_no_prompts(data: Any) -> None:
    """Nothing is guessed about which column is meant."""
    with pytest.raises(TypeError, match=re.escape("use generate_each()")):
        generate(*PAIR, data, MOODS)
    [(_, found), *_] = generate_each(*PAIR, data, MOODS, max_tokens=10)
    assert "dataset[name]" in str(found.error)
