"""Results as lines of JSON, so that a long run can go on where it was interrupted.

A line has the prompt's `number` and a digest of its tokens, the `text`, its `tokens`, `finish_reason` and what else is
needed to make the `Result` again, whose value the grammar reads from the text. Lines of one prompt are written
together; what an interruption has left unfinished at the file's end is dropped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from constrain.errors import RejectedToken

from ..decoding.pictures import digest_of
from .confidence import Confidences
from .result import Result

if TYPE_CHECKING:
    from constrain.constraint import Constraint

_FIELDS = (
    *("text", "tokens", "complete", "finish_reason", "forced", "logprobs", "constrained_logprobs", "score"),
    *("log_weight", "noncanonical", "thinking", "free_text", "shortened"),
)


class ResultFile:
    """The results that a file has, by the number of their prompt; prompts that failed are not among them.

    Raises ValueError, with the line, for what is no such file, or has a text that the constraint refuses.
    """

    def __init__(self, path: str | Path, constraint: Constraint | None) -> None:
        self.path, self.constraint = Path(path), constraint
        self._known: dict[int, list[Result]] = {}
        self._digests: dict[int, str] = {}  # of the prompts
        content = self.path.read_bytes() if self.path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            self._read(line, number)
        if len(whole) < len(content):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))

    def _read(self, line: bytes, number: int) -> None:
        try:
            fields = json.loads(line)
            key, total, digest = int(fields.pop("number")), int(fields.pop("of")), str(fields.pop("prompt"))
            if fields.pop("error") is not None and not fields["complete"]:
                return
            result = self._result(fields)
        except (ValueError, KeyError, TypeError, AttributeError, RejectedToken) as error:
            raise ValueError(
                f"{self.path}, line {number}: not a result of this prompt and constraint ({error}); "
                "give resume= another file, or remove the line"
            ) from None
        self._digests[key] = digest
        results = self._known.setdefault(key, [])
        if len(results) == total:  # written again by a later run
            results.clear()
        results.append(result)

    def _result(self, fields: dict[str, Any]) -> Result:
        for name in ("tokens", "logprobs", "constrained_logprobs"):
            fields[name] = None if fields[name] is None else tuple(fields[name])
        if fields.get("confidence") is not None:
            fields["confidence"] = Confidences.of_data(fields["confidence"])
        value, error = None, None
        if self.constraint is None:
            value = fields["text"]
        elif fields["complete"]:
            if fields.get("thinking") is not None:  # whose tokens stand before those of the answer
                is_complete = self.constraint.accepts(fields["text"])
            else:
                matcher = self.constraint.matcher()
                for token in fields["tokens"]:
                    matcher.advance(token)
                is_complete = matcher.is_accepting
            if not is_complete:
                raise ValueError("its text is not complete under this constraint")
            try:
                value = self.constraint.read(fields["text"])
            except Exception as caught:  # as when it was generated
                error = caught
        return Result(value=value, error=error, **fields)

    def __contains__(self, number: int) -> bool:
        return number in self._known

    def results(self, number: int, prompt: Sequence[int], count: int) -> list[Result]:
        """Those of the prompt of this number. Raises ValueError where they are another prompt's, or not `count`."""
        results = self._known[number]
        if self._digests[number] != _digest(prompt):
            raise ValueError(
                f"{self.path} has the result of another prompt {number}; a file belongs to its prompts in their order: "
                "give resume= another file"
            )
        if len(results) != count:
            raise ValueError(
                f"{self.path} has {len(results)} results of prompt {number}, and {count} are asked for; give resume= "
                "another file, or ask for as many"
            )
        return results

    def write(self, number: int, prompt: Sequence[int], results: list[Result]) -> None:
        """Adds the results of a prompt, and has them on the disk when it returns."""
        digest = _digest(prompt)
        lines = []
        for result in results:
            fields = {name: getattr(result, name) for name in _FIELDS}
            if result.confidence is not None:
                fields["confidence"] = result.confidence.as_data()
            error = None if result.error is None else str(result.error)
            lines.append(json.dumps({"number": number, "of": len(results), "prompt": digest, **fields, "error": error}))
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))


def _digest(prompt: Sequence[int]) -> str:
    return hashlib.sha256((repr(list(prompt)) + digest_of(prompt)).encode()).hexdigest()[:16]
