"""Stopping: by length, time, end tokens, and texts and patterns in the bytes of the tokens."""

from __future__ import annotations

import time
from random import Random

import pytest
import torch
from transformers import StoppingCriteriaList

from constrain.sampling.stages.stopping import (
    EndTokens,
    MaxLength,
    MaxNewTokens,
    MaxTime,
    StopPattern,
    StopText,
    StopWhen,
)

PIECES = [b"a", b"b", b"ab", b"ba", b"\xc3", b"\xbc", b"aab", b"", None]


def test_lengths_times_and_end_tokens() -> None:
    """Each at its border; as a list, any of them ends a row."""
    ids = torch.tensor([[1, 2, 3], [1, 2, 4]])

    assert [[False] * 2, [True] * 2] == [MaxLength(n)(ids).tolist() for n in (4, 3)]
    assert [[False] * 2, [True] * 2] == [MaxNewTokens(n, 1)(ids).tolist() for n in (3, 2)]
    assert [False] * 2 == MaxTime(1000)(ids).tolist()
    assert [True] * 2 == MaxTime(1, start=time.monotonic() - 2)(ids).tolist()
    assert [False, True] == EndTokens([4, 7])(ids).tolist()
    assert [True, False] == StopWhen(lambda row: int(row[-1]) == 3)(ids).tolist()
    both = StoppingCriteriaList([EndTokens(4), StopWhen(lambda row: int(row[-1]) == 3)])
    assert [True, True] == both(ids, None).tolist()


def test_a_stop_text_is_found_however_it_is_cut_into_tokens() -> None:
    """Against a plain search: the text occurs now and did not before the last token."""
    random = Random(0)
    for _ in range(3000):
        row = [random.randrange(len(PIECES)) for _ in range(random.randrange(1, 9))]
        texts = random.sample(["a", "ab", "aba", "bab", "aabb", "ü", "bü", "aaaaaa"], random.choice((1, 2)))
        data = [PIECES[token] or b"" for token in row]
        text, last = b"".join(data), len(data[-1])
        expected = any(
            text.endswith(stop.encode(), 0, end) for stop in texts for end in range(len(text) - last + 1, len(text) + 1)
        )
        assert [expected] == StopText(texts, PIECES)(torch.tensor([row])).tolist(), (row, texts)


def test_what_the_prompt_says_does_not_stop() -> None:
    """With `prompt_length`, a match may not begin in the prompt."""
    ids = torch.tensor([[0, 1]])
    assert [True] == StopText("ab", PIECES)(ids).tolist()
    assert [False] == StopText("ab", PIECES, prompt_length=1)(ids).tolist()
    assert [True] == StopPattern("a.*b", PIECES)(ids).tolist()
    assert [False] == StopPattern("a.*b", PIECES, prompt_length=1)(ids).tolist()


def test_a_pattern_waits_for_whole_characters() -> None:
    """The first byte of ü is not a character yet."""
    stop = StopPattern("[^ab]$", PIECES)
    assert [False] == stop(torch.tensor([[0, 4]])).tolist()
    assert [True] == stop(torch.tensor([[0, 4, 5]])).tolist()


def test_senseless_criteria_are_refused() -> None:
    """With the value."""
    for make in (lambda: MaxLength(0), lambda: MaxTime(-1), lambda: StopText("", PIECES), lambda: StopText([], PIECES)):
        with pytest.raises(ValueError, match=r"is 0|is -1|is empty"):
            make()
