"""The scripts that patterns ask for, as sets of code points (Unicode 17, `Scripts.txt`).

`unicodedata` does not know scripts, so the common ones stand here: for each a string of ranges in hexadecimal.
"""

from __future__ import annotations

from .ranges import Ranges

SHORT_NAMES = {
    "Arab": "Arabic",
    "Armn": "Armenian",
    "Beng": "Bengali",
    "Cyrl": "Cyrillic",
    "Deva": "Devanagari",
    "Geor": "Georgian",
    "Grek": "Greek",
    "Hani": "Han",
    "Hang": "Hangul",
    "Hebr": "Hebrew",
    "Hira": "Hiragana",
    "Kana": "Katakana",
    "Latn": "Latin",
    "Taml": "Tamil",
    "Thai": "Thai",
}

_RANGES = {
    "Arabic": (
        "600-604 606-60B 60D-61A 61C-61E 620-63F 641-64A 656-66F 671-6DC 6DE-6FF 750-77F 870-891 897-8E1 8E3-8FF "
        "FB50-FD3D FD40-FDCF FDF0-FDFF FE70-FE74 FE76-FEFC 10E60-10E7E 10EC2-10EC7 10EC9-10EEE 10EF0-10EFF "
        "1EE00-1EE03 1EE05-1EE1F 1EE21-1EE22 1EE24 1EE27 1EE29-1EE32 1EE34-1EE37 1EE39 1EE3B 1EE42 1EE47 1EE49 "
        "1EE4B 1EE4D-1EE4F 1EE51-1EE52 1EE54 1EE57 1EE59 1EE5B 1EE5D 1EE5F 1EE61-1EE62 1EE64 1EE67-1EE6A "
        "1EE6C-1EE72 1EE74-1EE77 1EE79-1EE7C 1EE7E 1EE80-1EE89 1EE8B-1EE9B 1EEA1-1EEA3 1EEA5-1EEA9 1EEAB-1EEBB "
        "1EEF0-1EEF1"
    ),
    "Armenian": "531-556 558-58F FB13-FB17",
    "Bengali": (
        "980-983 985-98C 98F-990 993-9A8 9AA-9B0 9B2 9B6-9B9 9BC-9C4 9C7-9C8 9CB-9CE 9D7 9DC-9DD 9DF-9E3 9E6-9FE "
        "11DF0-11DF1"
    ),
    "Cyrillic": "400-484 487-52F 1C80-1C8A 1D2B 1D78 2DE0-2DFF A640-A69F FE2E-FE2F 1E030-1E06D 1E08F",
    "Devanagari": "900-950 955-963 966-97F A8E0-A8FF 11B00-11B0A",
    "Georgian": "10A0-10C5 10C7 10CD 10D0-10FA 10FC-10FF 1C90-1CBA 1CBD-1CBF 2D00-2D25 2D27 2D2D",
    "Greek": (
        "370-373 375-377 37A-37D 37F 384 386 388-38A 38C 38E-3A1 3A3-3E1 3F0-3FF 1D26-1D2A 1D5D-1D61 1D66-1D6A "
        "1DBF 1F00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D 1F80-1FB4 1FB6-1FC4 "
        "1FC6-1FD3 1FD6-1FDB 1FDD-1FEF 1FF2-1FF4 1FF6-1FFE 2126 AB65 10140-1018E 101A0 1D200-1D245 1DFF3-1DFF4"
    ),
    "Han": (
        "2E80-2E99 2E9B-2EF3 2F00-2FD5 3005 3007 3021-3029 3038-303B 3400-4DBF 4E00-9FFF F900-FA6D FA70-FAD9 "
        "16FE2-16FE3 16FF0-16FF6 20000-2A6DF 2A700-2B81E 2B820-2CEAD 2CEB0-2EBE0 2EBF0-2EE5D 2F800-2FA1D "
        "30000-3134A 31350-33479"
    ),
    "Hangul": (
        "1100-11FF 302E-302F 3131-318E 3200-321E 3260-327E A960-A97C AC00-D7A3 D7B0-D7C6 D7CB-D7FB FFA0-FFBE "
        "FFC2-FFC7 FFCA-FFCF FFD2-FFD7 FFDA-FFDC"
    ),
    "Hebrew": "591-5C9 5D0-5EA 5EF-5F4 FB1D-FB36 FB38-FB3C FB3E FB40-FB41 FB43-FB44 FB46-FB4F",
    "Hiragana": "3041-3096 309D-309F 1B001-1B11F 1B123 1B132 1B150-1B152 1F200",
    "Katakana": (
        "30A1-30FA 30FD-30FF 31F0-31FF 32D0-32FE 3300-3357 FF66-FF6F FF71-FF9D 1AFF0-1AFF3 1AFF5-1AFFB "
        "1AFFD-1AFFE 1B000 1B120-1B122 1B124-1B128 1B155 1B164-1B168"
    ),
    "Latin": (
        "41-5A 61-7A AA BA C0-D6 D8-F6 F8-2B8 2E0-2E4 1D00-1D25 1D2C-1D5C 1D62-1D65 1D6B-1D77 1D79-1DBE 1E00-1EFF "
        "2071 207F 2090-209F 212A-212B 2132 214E 2160-2188 2C60-2C7F A722-A787 A78B-A7DD A7E2 A7F1-A7FF AB30-AB5A "
        "AB5C-AB64 AB66-AB69 AB6C-AB6D FB00-FB06 FF21-FF3A FF41-FF5A 10780-10785 10787-107B0 107B2-107BF "
        "1DF00-1DF81 1DF90-1DF96 1DFCD-1DFF2 1DFF5-1DFFF"
    ),
    "Tamil": (
        "B82-B83 B85-B8A B8E-B90 B92-B95 B99-B9A B9C B9E-B9F BA3-BA4 BA8-BAA BAE-BB9 BBE-BC2 BC6-BC8 BCA-BCD BD0 "
        "BD7 BE6-BFA 11FC0-11FF1 11FFF"
    ),
    "Thai": "E01-E3A E40-E5B",
}


def script(name: str) -> Ranges | None:
    """The characters of a script, by its long or short name; None if it is not listed here."""
    listed = _RANGES.get(SHORT_NAMES.get(name, name))
    if listed is None:
        return None
    ends = [pair.partition("-") for pair in listed.split()]
    return tuple((int(low, 16), int(high or low, 16)) for low, _, high in ends)
