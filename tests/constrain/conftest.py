"""Leaves out what needs transformers' tokenizers, where they are not installed: under the sanitizers."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("transformers") else ["tokenizers", "test_tokenizers.py", "test_vocabulary_cache.py"]
