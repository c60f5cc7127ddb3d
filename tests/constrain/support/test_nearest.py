"""The word that was meant."""

from __future__ import annotations

import pytest

from constrain.support.nearest import nearest

WORDS = ["properties", "patternProperties", "minLength", "maxLength", "items", "not", "if", "type", "$ref", "enum"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("propertees", "properties"),
        ("proprties", "properties"),
        ("maxLenght", "maxLength"),
        ("minlength", "minLength"),
        ("MIN_LENGTH", "minLength"),
        ("pattern-properties", "patternProperties"),
        ("item", "items"),
        ("tpye", "type"),
        ("ref", "$ref"),
        ("NOT", "not"),
        ("note", None),
        ("iff", None),
        ("nit", None),
        ("typed_", "type"),
        ("types of", None),
        ("lengths", None),
        ("midLenght", "minLength"),
        ("medLenght", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_nearest(word: str, meant: str | None) -> None:
    """One typing error in short words, two in long ones, none in very short ones; case and separators do not count."""
    assert meant == nearest(word, WORDS)
