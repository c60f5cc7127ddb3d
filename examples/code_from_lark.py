"""SQL from a Lark grammar under beam search: every beam is a sentence of the grammar."""

import lark as judge

import constrain
from constrain import Vocabulary
from constrain.grammars import lark
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.models.demo_model import demo_model, query_prompt

GRAMMAR = """
start: "select " columns " from people" [" where " condition]
columns: "count(*)" | column (", " column)~0..2
condition: column (" < " | " > ") INT | column " = '" NAME "'" [" and " column (" < " | " > ") INT]
column: "name" | "city" | "age" | "salary"
NAME: /[A-Z][a-z]{1,12}/
INT: /[1-9][0-9]{0,4}/
"""

model, tokenizer = demo_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
query = constrain.compile(lark(GRAMMAR), vocabulary)

prompt = query_prompt("Show the name of people whose age is above 40", "people", ["name", "city", "age", "salary"])
inputs = tokenizer(prompt, return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=48,
    logits_processor=[ConstraintLogitsProcessor(query)],
)
reader = judge.Lark(GRAMMAR, parser="lalr")
for tokens in outputs[:, inputs["input_ids"].shape[1] :]:  # the likeliest first
    text = tokenizer.decode(tokens, skip_special_tokens=True)
    matcher = query.matcher()
    for token in tokens.tolist():
        matcher.advance(token)
        if matcher.is_finished:
            reader.parse(text)  # lark reads what was finished
            break
    print(repr(text), "finished" if matcher.is_finished else "cut short")
