"""Think freely, then call tools: free text up to a mark, then calls in the form that Hermes and Qwen models write.

`generate` gives the thought and the calls as values; the model here has random weights.
"""

import torch

import constrain
from constrain import Vocabulary
from constrain.grammars import free_text, sequence, tools
from constrain.sampling import generate
from constrain.sampling.demo_model import demo_model

CITY = {"enum": ["Oslo", "Rome", "Lima"]}
FUNCTIONS = [
    {
        "name": "weather",
        "parameters": {
            "properties": {"city": CITY, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
            "required": ["city", "days"],
            "additionalProperties": False,
        },
    },
    {"name": "time", "parameters": {"properties": {"city": CITY}, "required": ["city"], "additionalProperties": False}},
]

model, tokenizer = demo_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
thinking = free_text(until="</think>", longest=40)
answer = constrain.compile(sequence("<think>", thinking, "\n", tools(FUNCTIONS, calls="one")), vocabulary)

torch.manual_seed(1)
result = generate(model, tokenizer, "What is the weather in Oslo? ", answer, max_tokens=200, do_sample=True)
print(result.text)
if result.complete:
    thought, calls = result.value
    print("calls:", calls)
