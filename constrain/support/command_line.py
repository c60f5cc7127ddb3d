"""What argparse leaves out: help that shows defaults, and "did you mean" for misspelt options, commands and choices."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .nearest import nearest


class Parser(argparse.ArgumentParser):
    """An argument parser whose help ends in each default, and whose errors in what may have been meant."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)
        self._given: list[str] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._given = list(sys.argv[1:] if args is None else args)
        known, rest = super().parse_known_args(args, namespace)
        if any(word.startswith("-") for word in rest):  # told here, where the command's own options are known
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return known, rest

    def error(self, message: str) -> NoReturn:
        options = [name for action in self._actions for name in action.option_strings]
        choices = [name for action in self._actions if not action.option_strings for name in action.choices or ()]
        for word in self._given:
            known = options if word.startswith("-") else choices
            near = None if word in known else nearest(word.partition("=")[0], known)
            if near is not None:
                super().error(f"{message}; did you mean {near}?")
        super().error(message)


class _Help(argparse.HelpFormatter):
    """Adds defaults that are values, where the help does not speak of them."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        said = action.help
        if said is None or action.default in (None, False, argparse.SUPPRESS, "") or "%(default)" in said:
            return said
        if isinstance(action.default, Sequence) and not action.default:
            return said
        return f"{said} (default: %(default)s)"
