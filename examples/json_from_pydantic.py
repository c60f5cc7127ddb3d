"""JSON from a Pydantic model: the text always parses, and `result.value` is an instance."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model, record_prompt


class Receipt(BaseModel):
    model_config = ConfigDict(extra="forbid")  # no keys but these

    shop: str = Field(max_length=30)
    items: list[str] = Field(min_length=1, max_length=5)
    total: float = Field(gt=0, lt=1000)
    currency: Literal["EUR", "USD", "GBP", "CHF"]
    payment: Literal["cash", "card"]


TEXT = """Cafe Luna
2 x coffee 7.20
1 x sandwich 2.40
Total: 9.60 EUR
Paid by card"""

model, tokenizer = demo_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
receipt = constrain.compile(json_schema(Receipt), vocabulary)  # immutable: compile once, share freely

result = generate(model, tokenizer, record_prompt(TEXT, Receipt), receipt, max_tokens=200)
print("text: ", result.text)
print("value:", repr(result.value))
