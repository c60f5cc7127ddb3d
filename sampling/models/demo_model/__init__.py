"""A small trained model that comes with the library, how it is asked, and a random one for tests."""

from .prompts import call_prompt as call_prompt
from .prompts import query_prompt as query_prompt
from .prompts import record_prompt as record_prompt
from .prompts import value_prompt as value_prompt
from .random_model import random_model as random_model
from .trained_model import NAME as NAME
from .trained_model import demo_model as demo_model

__all__ = ["NAME", "call_prompt", "demo_model", "query_prompt", "random_model", "record_prompt", "value_prompt"]
