"""The tiny random model behind a `LocalChat`, with a chat template that shows tools; for tests of the adapters to it."""

from __future__ import annotations

from constrain.sampling.integrations.local_chat import LocalChat
from tests.sampling.random_model import random_model

TEMPLATE = (
    "{% for m in messages %}{{ m.role + ': ' + m.content }}{% if m.tool_calls %}{{ m.tool_calls|tojson }}{% endif %}"
    "{{ '\\n' }}{% endfor %}{% if tools %}{{ tools|tojson + '\\n' }}{% endif %}assistant: "
)


def tiny_chat(template: str = TEMPLATE, **options: object) -> LocalChat:
    """Whatever it answers in the right shape is the constraint's work."""
    model, tokenizer = random_model()
    model.config.max_position_embeddings = 1 << 15  # agents' prompts are long
    tokenizer.chat_template = template
    return LocalChat(model, tokenizer, **{"name": "tiny", "max_tokens": 200, **options})
