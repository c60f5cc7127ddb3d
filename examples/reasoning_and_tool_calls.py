"""Think freely, then call tools: free text up to a mark, then calls in the form that Hermes and Qwen models write.

The marks are special tokens of the tokenizer here, as in Qwen's, and the model writes them as such; where a tokenizer
has none, the same grammar has them in letters. `generate` gives the thought and the calls as values; the model has
random weights.
"""

import torch

import constrain
from constrain import Vocabulary
from constrain.grammars import free_text, sequence, text_or_special, tools
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
thinking = free_text(until=text_or_special("</think>"), longest=40)
answer = constrain.compile(
    sequence(text_or_special("<think>"), thinking, "\n", tools(FUNCTIONS, format="hermes", calls="one")), vocabulary
)

torch.manual_seed(1)
result = generate(model, tokenizer, "What is the weather in Oslo? ", answer, max_tokens=200, do_sample=True)
print(result.text)
if result.complete:
    thought, calls = result.value
    print("calls:", calls)
print("tokens for marks:", [token for token in result.tokens if token in vocabulary.special_tokens.values()])
