"""Extraction by regular expression: the answer is in a fixed form, whatever the model would rather say."""

from constrain.grammars import choice, regex
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model, value_prompt

model, tokenizer = demo_model()
LETTER = (
    "Order KX-4711 by Anna Weber. The order was placed on 2024-05-17. The total is 129.50 EUR. It has not been paid."
)
questions = {
    value_prompt(LETTER, "order_id"): regex(r"[A-Z]{2}-[0-9]{4}"),
    value_prompt(LETTER, "order_date", "date"): regex(r"20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
    value_prompt(LETTER, "total", "number"): regex(r"[1-9][0-9]{0,3}\.[0-9][0-9]"),
    value_prompt(LETTER, "paid", "bool"): choice(["true", "false"]),
}
print(LETTER)
for prompt, grammar in questions.items():
    result = generate(model, tokenizer, prompt, grammar, max_tokens=20)
    print(f"{prompt.splitlines()[-1]}: {result.text}")
