"""SGLang: the grammar backend `constrain`, for `--grammar-backend constrain`.

SGLang has a registry of grammar backends and calls the entry point `register` (group `sglang.srt.plugins`) in each of
its processes; nothing is imported before a server asks for the backend. Backends are not told how many tokens a request
may have. So the manager of grammars, where it hands a request its own, says so too; that is the one method that is
replaced. Written against SGLang 0.5.23.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

NAME = "constrain"


def register() -> None:
    """Make the backend known under its name, on the command line too; once or more often."""
    from sglang.srt.arg_groups import choices
    from sglang.srt.constrained.base_grammar_backend import register_grammar_backend

    register_grammar_backend(NAME, backend)
    if NAME not in choices.GRAMMAR_BACKEND_CHOICES:
        choices.add_grammar_backend_choices([NAME])


def backend(server_args: Any, tokenizer: Any, vocab_size: int, eos_token_ids: Iterable[int] | None = None) -> Any:
    """A server's backend. Raises VocabularyError where the tokenizer cannot be read, and ConstrainError for options
    that would not be kept.

    SGLang puts its reasoning parser around its own backends only, so that is done here as well: with a parser, text up
    to the end of the thinking is free.
    """
    from sglang.srt.runtime_context import get_serving

    from .sglang import ConstrainBackend, json_options

    _tell_budgets()
    serving = get_serving()
    made = ConstrainBackend(tokenizer, vocab_size, eos_token_ids, json_options=json_options(serving))
    if not serving.reasoning_parser:
        return made
    from sglang.srt.constrained.reasoner_grammar_backend import ReasonerGrammarBackend
    from sglang.srt.parser.reasoning_parser import ReasoningParser

    parser = ReasoningParser(model_type=serving.reasoning_parser, stream_reasoning=False, tokenizer=tokenizer)
    return ReasonerGrammarBackend(made, parser, tokenizer, enable_strict_thinking=False)


def _tell_budgets() -> None:
    """Has SGLang's manager call `tell_budget` for each request that gets a grammar; once or more often."""
    from sglang.srt.constrained.grammar_manager import GrammarManager

    from .sglang import tell_budget

    original = GrammarManager._apply_request_reasoning_config
    if getattr(original, "tells_budgets", False):
        return

    def _apply_request_reasoning_config(self: Any, req: Any) -> None:
        original(self, req)
        tell_budget(req)

    _apply_request_reasoning_config.tells_budgets = True  # type: ignore[attr-defined]
    GrammarManager._apply_request_reasoning_config = _apply_request_reasoning_config
