"""Python code from a Lark grammar with an Indenter, under beam search: what is finished parses, blocks and all.

The grammar is small, as befits a model of a few thousand random weights. Lark's own grammar of all of Python works the
same way: `lark(text_of_python_lark, "file_input", postlex=PythonIndenter())`.
"""

import ast

from lark.indenter import PythonIndenter

import constrain
from constrain import Vocabulary
from constrain.grammars import lark
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.models.demo_model import random_model

GRAMMAR = """
start: "def " NAME "(" NAME ")" ":" block
block: _NEWLINE _INDENT line~1..2 _DEDENT
line: NAME " = " value _NEWLINE | "return " value _NEWLINE | "if " value ":" block
value: NAME | INT | NAME " + " INT
NAME: /[a-z]{1,3}_/
INT: /[1-9][0-9]?/
_NEWLINE: /\\n[ ]*/
%declare _INDENT _DEDENT
"""

model, tokenizer = random_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
function = constrain.compile(lark(GRAMMAR, postlex=PythonIndenter()), vocabulary)

inputs = tokenizer("Write a function: ", return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=80,
    logits_processor=[ConstraintLogitsProcessor(function)],
)
for tokens in outputs[:, inputs["input_ids"].shape[1] :]:
    text = tokenizer.decode(tokens, skip_special_tokens=True)
    matcher = function.matcher()
    for token in tokens.tolist():
        matcher.advance(token)
        if matcher.is_finished:
            ast.parse(text)
            break
    print(repr(text), "finished" if matcher.is_finished else "cut short")
