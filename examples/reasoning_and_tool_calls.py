"""Think freely, then call tools: free text up to a mark, then calls in the form that Hermes and Qwen models write.

The marks are special tokens of the tokenizer here, as in Qwen's, and the model writes them as such; where a tokenizer
has none, the same grammar has them in letters. `generate` gives the thought and the calls as values. The small model
here was never trained to think, so its thought is noise, and may lead the call astray.
"""

import constrain
from constrain import Vocabulary
from constrain.grammars import free_text, sequence, text_or_special, tools
from constrain.sampling import generate
from constrain.sampling.models.demo_model import call_prompt, demo_model

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
thinking = free_text(until=text_or_special("</think>"), longest=20)
answer = constrain.compile(
    sequence(text_or_special("<think>"), thinking, "\n", tools(FUNCTIONS, format="hermes", calls="one")), vocabulary
)

prompt = call_prompt("What is the weather in Oslo for the next 3 days?", FUNCTIONS)
result = generate(model, tokenizer, prompt, answer, max_tokens=200)
print(result.text)
if result.value is not None:  # as it is of a text that was cut off, with fit=False
    thought, calls = result.value
    print("calls:", calls)
print("tokens for marks:", [token for token in result.tokens if token in vocabulary.special_tokens.values()])
