"""A batch whose rows obey different constraints, and one that is free."""

from constrain.grammars import choice, json_schema, regex
from constrain.sampling import generate
from constrain.sampling.models.demo_model import demo_model, record_prompt, value_prompt

model, tokenizer = demo_model()
text = "Tom Becker is 52 years old and lives in Leeds. He was born on 1972-08-09. He is married."
person = {
    "type": "object",
    "properties": {"name": {"type": "string", "maxLength": 30}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
prompts = [
    value_prompt(text, "born", "date"),
    record_prompt(text, person),
    value_prompt(text, "married", "bool"),
    value_prompt(text, "city"),
]
constraints = [regex(r"[0-9]{4}-[0-9][0-9]-[0-9][0-9]"), json_schema(person), choice(["true", "false"]), None]
results = generate(model, tokenizer, prompts, constraints, max_tokens=40)
assert isinstance(results, list)
print(text)
for prompt, result in zip(prompts, results, strict=True):
    print(f"{prompt.splitlines()[-1]}: {result.text!r} ({result.finish_reason})")
