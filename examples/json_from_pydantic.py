"""JSON from a Pydantic model: the text always parses, and `result.value` is an instance.

The model here has random weights, so only the constraint can be the reason that its output is valid.
"""

from typing import Literal

import torch
from pydantic import BaseModel, ConfigDict, Field

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")  # no keys but these


class Item(Strict):
    name: Literal["lamp", "desk", "chair"]
    price: float = Field(gt=0, lt=1000)


class Invoice(Strict):
    customer: str = Field(max_length=12)
    items: list[Item] = Field(min_length=1, max_length=2)
    paid: bool


model, tokenizer = demo_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
invoice = constrain.compile(json_schema(Invoice, layout="spaced"), vocabulary)  # immutable: compile once, share freely

torch.manual_seed(1)
result = generate(model, tokenizer, "The invoice as JSON: ", invoice, max_tokens=400, do_sample=True)
print("text: ", result.text)
print("value:", repr(result.value))
