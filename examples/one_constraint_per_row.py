"""A batch whose rows obey different constraints, and one that is free."""

from constrain.grammars import choice, json_schema, regex
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model

model, tokenizer = demo_model()
prompts = ["The date: ", "The colours as JSON: ", "Yes or no? ", "Once upon a time "]
constraints = [
    regex(r"[0-9]{4}-[0-9][0-9]-[0-9][0-9]"),
    json_schema({"type": "array", "items": {"enum": ["red", "green", "blue"]}, "minItems": 1, "maxItems": 3}),
    choice(["yes", "no"]),
    None,
]
results = generate(model, tokenizer, prompts, constraints, max_tokens=40)
assert isinstance(results, list)
for prompt, result in zip(prompts, results, strict=True):
    print(f"{prompt}{result.text!r} ({result.finish_reason})")
