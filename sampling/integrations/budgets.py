"""The promise of `max_tokens` in engines that cut texts off there: masks under which a text ends in time.

Engines count the token that ends a text, and say "length" of a text that has none. So one token is kept for it, as long
as the text can be complete without it.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from constrain.errors import ConstrainError, LimitExceeded
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

_log = logging.getLogger(__name__)
Row = np.ndarray[Any, np.dtype[np.int32]]  # (words,), one bit a token


def fill_within(matcher: Matcher, row: Row, left: int | None) -> None:
    """Write the tokens after which the text can be complete within `left` tokens, they included; None: any number.

    Where it cannot be complete any more, because a thought before it took too many say, or after a draft that this mask
    forbids, the mask is the grammar's, and the engine cuts the text off. The same holds, with a warning in the log,
    where finding out would exceed the limits of work. Raises ConstrainError where no mask is found within these at all.
    """
    for most in () if left is None or matcher.is_finished else (left - 1, left):
        if most >= 0:
            try:
                matcher.fill_bitmask(row, tokens_left=most)
                return
            except LimitExceeded as error:
                if error.limit != most:  # not a budget that is too small, but the work of finding out
                    _log.warning("the limit of %d tokens is not kept in a text: %s", left, error)
                    break
    matcher.fill_bitmask(row)


def fill_or_end(matcher: Matcher, row: Row, left: int | None) -> bool:
    """The same for engines that would not outlive an error: the text is ended, an error logged, and false comes
    back. `row` may have more words than the vocabulary, which are 0 then."""
    vocabulary = matcher.constraint.vocabulary
    row[vocabulary.words :] = 0
    try:
        fill_within(matcher, row[: vocabulary.words], left)
    except ConstrainError as error:
        _log.error("A text is ended, because its constraint could not be followed: %s", error)
        only_ends(vocabulary, row)
        return False
    return True


def only_ends(vocabulary: Vocabulary, row: Row) -> None:
    """Allow the tokens that end a text, for one that cannot go on within its constraint."""
    row[:] = 0
    for end in vocabulary.end_ids:
        row.view(np.uint32)[end // 32] |= np.uint32(1 << end % 32)
