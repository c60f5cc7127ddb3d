"""What turns a finished JSON text into a value: classes and functions that pickle finds by name, for any depth.

Plain JSON is read by `constrain.support.json_reader`, to any depth. Pydantic's reader ends at 200 brackets inside each
other, whatever the type, and has no option for it; there an error of ours says how to keep the grammar from going so
far. (Validating the value that our reader makes is no way out: Pydantic reads Python objects by other rules than JSON,
base64 for one, and ends at 255 objects of a type that refers to itself.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrain.errors import LimitExceeded
from constrain.support.json_reader import read_json as read_json

PYDANTIC_DEPTH = 200  # brackets inside each other that Pydantic reads; it is built in


class PydanticReader:
    """What Pydantic makes of the JSON text of a value of a type: a model, or a `TypeAdapter`."""

    def __init__(self, source: Any) -> None:
        self.source = source

    def __call__(self, text: str) -> Any:
        """Raises `pydantic.ValidationError` where the type says more than its schema, `LimitExceeded` for depth."""
        from pydantic import ValidationError

        read: Callable[[str], Any] = getattr(self.source, "model_validate_json", None) or self.source.validate_json
        try:
            return read(text)
        except RecursionError:
            raise _too_deep() from None
        except ValidationError as error:
            if _is_about_depth(error):
                raise _too_deep() from None
            raise


class MsgspecReader:
    """What msgspec makes of the JSON text of a value of a type."""

    def __init__(self, source: Any) -> None:
        self.source = source

    def __call__(self, text: str) -> Any:
        """Raises `msgspec.ValidationError` where the type says more than its schema."""
        import msgspec

        return msgspec.json.decode(text, type=self.source)


def _is_about_depth(error: Any) -> bool:
    for each in error.errors(include_url=False, include_context=True, include_input=False):
        if each["type"] == "recursion_loop":
            return True
        if each["type"] == "json_invalid" and "recursion limit" in each["msg"]:
            return True
    return False


def _too_deep() -> LimitExceeded:
    return LimitExceeded(
        f"the text is nested too deeply for Pydantic, which reads {PYDANTIC_DEPTH} brackets inside each other; make "
        f"the grammar with json_schema(…, max_depth={PYDANTIC_DEPTH}), and no such text is written",
        limit=PYDANTIC_DEPTH,
    )
