"""A batch whose rows obey different constraints, and one that is free."""

from dataclasses import dataclass

from constrain.grammars import regex
from constrain.sampling import generate, small_model

TEXT = "Tom Becker is 52 years old and lives in Leeds. He was born on 1972-08-09. He is married."


@dataclass
class Person:
    name: str
    age: int


ASKED = {
    "When was he born?": regex(r"[0-9]{4}-[0-9][0-9]-[0-9][0-9]"),
    "Extract name and age as JSON.": Person,
    "How old is he?": None,
    "Which year was he born in: 1952, 1962 or 1972?": ["1952", "1962", "1972"],
}
model, tokenizer = small_model()
prompts = [[{"role": "user", "content": f"{TEXT}\n\n{question}"}] for question in ASKED]
results = generate(model, tokenizer, prompts, list(ASKED.values()), max_tokens=40)
assert isinstance(results, list)
print(TEXT)
for question, result in zip(ASKED, results, strict=True):
    print(f"{question} {result.value!r}")
