"""JSON from a Pydantic model: the text always parses, and `result.value` is an instance."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from constrain.sampling import describe, generate, small_model


class Receipt(BaseModel):
    model_config = ConfigDict(extra="forbid")  # no keys but these

    shop: str = Field(max_length=30)
    total: float = Field(gt=0, lt=1000)
    currency: Literal["EUR", "USD", "GBP", "CHF"]


TEXT = """Cafe Luna
2 x coffee 7.20
1 x sandwich 2.40
Total: 9.60 EUR
Paid by card"""

model, tokenizer = small_model()
asked = f"{TEXT}\n\nWrite this receipt as JSON of this form:\n{describe(Receipt)}"
result = generate(model, tokenizer, [{"role": "user", "content": asked}], Receipt, max_tokens=100, confidence=True)
print("text: ", result.text)
print("value:", repr(result.value))
for field, probability in (result.confidence or {}).items():
    print(f"{field}: {probability:.1%}")
