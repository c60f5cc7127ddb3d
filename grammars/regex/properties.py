"""`\\p{...}` of ECMAScript: general categories, common scripts and a few binary properties, by their exact names.

Categories come from the running Python's `unicodedata`: one walk over all code points, some 100 ms, once per process
and only if a pattern asks.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

from .categories import all_characters
from .ranges import EVERYTHING, Ranges, invert, normalise
from .scripts import script

WHITE_SPACE: Ranges = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)

# Long names of the general categories; "L" and the like are the union of all that begin so.
_CATEGORIES = {
    "Cased_Letter": "LC",
    "Close_Punctuation": "Pe",
    "Connector_Punctuation": "Pc",
    "Control": "Cc",
    "Currency_Symbol": "Sc",
    "Dash_Punctuation": "Pd",
    "Decimal_Number": "Nd",
    "Enclosing_Mark": "Me",
    "Final_Punctuation": "Pf",
    "Format": "Cf",
    "Initial_Punctuation": "Pi",
    "Letter": "L",
    "Letter_Number": "Nl",
    "Line_Separator": "Zl",
    "Lowercase_Letter": "Ll",
    "Mark": "M",
    "Math_Symbol": "Sm",
    "Modifier_Letter": "Lm",
    "Modifier_Symbol": "Sk",
    "Nonspacing_Mark": "Mn",
    "Number": "N",
    "Open_Punctuation": "Ps",
    "Other": "C",
    "Other_Letter": "Lo",
    "Other_Number": "No",
    "Other_Punctuation": "Po",
    "Other_Symbol": "So",
    "Paragraph_Separator": "Zp",
    "Private_Use": "Co",
    "Punctuation": "P",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Spacing_Mark": "Mc",
    "Surrogate": "Cs",
    "Symbol": "S",
    "Titlecase_Letter": "Lt",
    "Unassigned": "Cn",
    "Uppercase_Letter": "Lu",
    "cntrl": "Cc",
    "digit": "Nd",
    "punct": "P",
    "Combining_Mark": "M",
}


@cache
def _by_category() -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    position = 0
    for name, run in groupby(map(unicodedata.category, all_characters())):
        length = sum(1 for _ in run)
        found.setdefault(name, []).append((position, position + length - 1))
        position += length
    return found


def _category(name: str) -> Ranges | None:
    name = _CATEGORIES.get(name, name)
    if name == "LC":
        wanted = ["Lu", "Ll", "Lt"]
    else:
        wanted = [each for each in _by_category() if each == name or (len(name) == 1 and each[0] == name)]
    if not wanted:
        return None
    return normalise(pair for each in wanted for pair in _by_category().get(each, ()))


@cache
def _letters(upper: bool) -> Ranges:
    test = str.isupper if upper else str.islower
    return normalise((c, c) for c, char in enumerate(all_characters()) if test(char))


def _binary(name: str) -> Ranges | None:
    match name:
        case "Any":
            return EVERYTHING
        case "ASCII":
            return ((0, 0x7F),)
        case "Assigned":
            return invert(_category("Cn") or ())
        case "White_Space" | "space":
            return WHITE_SPACE
        case "Uppercase" | "Upper":
            return _letters(True)
        case "Lowercase" | "Lower":
            return _letters(False)
        case "ASCII_Hex_Digit" | "AHex":
            return ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66))
    return None


@cache
def unicode_property(text: str) -> Ranges | None:
    """The characters that `\\p{text}` matches, or None if we do not know the property."""
    name, given, value = text.partition("=")
    if not given:
        found = _binary(name)
        return found if found is not None else _category(name)
    if name in ("General_Category", "gc"):
        return _category(value)
    return script(value) if name in ("Script", "sc") else None
