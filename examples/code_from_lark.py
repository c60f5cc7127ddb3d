"""SQL from a Lark grammar under beam search: every beam is a sentence of the grammar."""

import lark as judge

import constrain
from constrain import Vocabulary
from constrain.grammars import lark
from constrain.sampling import small_model
from constrain.sampling.huggingface import ConstraintLogitsProcessor

GRAMMAR = """
start: "select " columns " from people" [" where " condition]
columns: "count(*)" | column (", " column)~0..2
condition: column (" < " | " > ") INT | column " = '" NAME "'" [" and " column (" < " | " > ") INT]
column: "name" | "city" | "age" | "salary"
NAME: /[A-Z][a-z]{1,12}/
INT: /[1-9][0-9]{0,4}/
"""
CHAT = [
    {
        "role": "user",
        "content": "Write questions as SQL for the table people(name, city, age, salary).\nWho lives in Rome?",
    },
    {"role": "assistant", "content": "select name from people where city = 'Rome'"},
    {"role": "user", "content": "Show the name of people whose age is above 40"},
]

model, tokenizer = small_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
query = constrain.compile(lark(GRAMMAR), vocabulary)

inputs = tokenizer.apply_chat_template(CHAT, add_generation_prompt=True, return_dict=True, return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=48,
    logits_processor=[ConstraintLogitsProcessor(query, max_tokens=48)],  # so that every text is whole within them
)
reader = judge.Lark(GRAMMAR, parser="lalr")
texts = tokenizer.batch_decode(outputs[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
for text in texts:  # the likeliest first
    reader.parse(text)
    print(text)
