"""Think freely, then call tools: free text up to a mark, then calls in the form that Hermes and Qwen models write.

`text_or_special` is a special token where the tokenizer has one, as Qwen's has for these marks, and letters otherwise,
as here. `generate` gives the thought and the calls as values.
"""

import constrain
from constrain import Vocabulary
from constrain.grammars import free_text, sequence, text_or_special, tools
from constrain.sampling import generate, small_model


def weather(city: str, days: int) -> str:
    """The weather forecast for a city over some days."""
    return f"{days} sunny days in {city}"


def time(city: str) -> str:
    """What time it is in a city."""
    return f"noon in {city}"


model, tokenizer = small_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
thinking = free_text(until=text_or_special("</think>"), longest=30)
calls_of = tools([weather, time], format="hermes", calls="one")
answer = constrain.compile(sequence(text_or_special("<think>"), thinking, "\n", calls_of), vocabulary)

question = "What is the weather in Oslo for the next 3 days?"
asked = f"You can call weather(city, days) and time(city).\n\n{question}"
result = generate(model, tokenizer, [{"role": "user", "content": asked}], answer, max_tokens=200)
print(result.text)
assert result.value is not None  # as it is of a text that was cut off, with fit=False
thought, calls = result.value
print("thought:", thought)
print("calls:", calls)
