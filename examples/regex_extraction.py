"""Extraction by regular expression: the answer is in a fixed form, whatever the model would rather say."""

from constrain.grammars import regex
from constrain.sampling import generate, small_model

model, tokenizer = small_model()
LETTER = "Order KX-4711 by Anna Weber. The order was placed on 2024-05-17. The total is 129.50 EUR."
QUESTIONS = {
    "When was the order placed?": regex(r"20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
    "What is the total?": regex(r"[1-9][0-9]{0,3}\.[0-9][0-9] EUR"),
}
print(LETTER)
answers = {}
for question, grammar in QUESTIONS.items():
    chat = [{"role": "user", "content": f"{LETTER}\n\n{question}"}]
    answers[question] = generate(model, tokenizer, chat, grammar, max_tokens=20).value
    print(question, answers[question])
