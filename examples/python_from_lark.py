"""Python code from a Lark grammar with an Indenter, under beam search: every beam parses, blocks and all.

The grammar is small, and so is what a model of this size can program. Lark's own grammar of all of Python works the
same way: `lark(text_of_python_lark, "file_input", postlex=PythonIndenter())`.
"""

import ast

from lark.indenter import PythonIndenter

import constrain
from constrain import Vocabulary
from constrain.grammars import lark
from constrain.sampling import small_model
from constrain.sampling.huggingface import ConstraintLogitsProcessor

GRAMMAR = """
start: "def " FUNCTION "(" NAME ")" ":" block
block: _NEWLINE _INDENT line~1..2 _DEDENT
line: NAME " = " value _NEWLINE | "return " value _NEWLINE | "if " NAME (" < " | " > ") INT ":" block
value: NAME | INT | NAME (" + " | " * ") INT
FUNCTION: /[a-z]{2,8}(_[a-z]{2,8}){1,2}/
NAME: /[a-z]/
INT: /[1-9][0-9]?/
_NEWLINE: /\\n[ ]*/
%declare _INDENT _DEDENT
"""

model, tokenizer = small_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
function = constrain.compile(lark(GRAMMAR, postlex=PythonIndenter()), vocabulary)

chat = [{"role": "user", "content": "Write a Python function add_seven(n) that returns n + 7."}]
inputs = tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True, return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=60,
    logits_processor=[ConstraintLogitsProcessor(function, max_tokens=60)],  # so that every text is whole within them
)
texts = tokenizer.batch_decode(outputs[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
for text in texts:  # the likeliest first
    ast.parse(text)
    print(text)
