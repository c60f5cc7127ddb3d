"""Extraction by regular expression: the answer is in a fixed form, whatever the model would rather say."""

from constrain.grammars import choice, regex
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model

model, tokenizer = demo_model()
questions = {
    "The invoice was written on ": regex(r"20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])"),
    "Its total in EUR is ": regex(r"[1-9][0-9]{0,3}\.[0-9][0-9]"),
    "The customer sounds ": choice(["satisfied", "annoyed", "indifferent"]),
}
for prompt, grammar in questions.items():
    result = generate(model, tokenizer, prompt, grammar, max_tokens=20)
    print(f"{prompt}{result.text}")
