"""No native function is longer than a hundred lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_SOURCES = [
    path
    for name in ("constrain", "grammars", "sampling")
    for path in sorted((_ROOT / name / "native").rglob("*"))
    if path.suffix in {".cc", ".h"}
]
_MOST = 100
_BINDINGS = "NB_MODULE"  # a list of what Python sees, where each entry is read by itself
_LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
_SCOPE = re.compile(r"\b(?:namespace|class|struct|enum|union)\b[^()]*$")
_SIGNATURE = re.compile(r"([~\w]+)\s*\(.*\)\s*(?:const|noexcept|override|->[^()]*|:.*|\s)*$", re.DOTALL)


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Names and lines of the functions defined in a source; what stands within one counts for it."""
    blank = _LITERAL.sub(lambda found: re.sub(r"[^\n]", "_", found[0]), text)
    head = 0  # where the last statement ended
    braces: list[tuple[str, bool, int]] = []  # those open: name of the function or none, whether a scope, first line
    for match in re.finditer(r"[{};]", blank):
        at = match.start()
        if match[0] == "{":
            before = blank[head:at].strip()
            outside = all(scope for _, scope, _ in braces)
            scope = outside and bool(_SCOPE.search(before))
            body = outside and not scope and blank[at - 1].isspace()  # else an initialiser, as in `size_{0}`
            signature = _SIGNATURE.search(before) if body else None
            braces.append((signature[1] if signature else "", scope, blank.count("\n", 0, at) - before.count("\n")))
            if not body and outside and not scope:
                continue  # the statement goes on
        elif match[0] == "}":
            name, _, first = braces.pop()
            if name:
                yield name, blank.count("\n", 0, at) - first + 1
            elif all(scope for _, scope, _ in braces) and blank[at + 1 : at + 3] in {" {", ", "}:
                continue  # of an initialiser
        head = at + 1


def test_functions_are_found_with_their_lengths() -> None:
    """Members, templates and initialisers count; strings and comments do not open anything."""
    text = 'namespace a {\nstruct B : C {\n  B(int x) : y_{x} {\n    f("{");  // {\n  }\n};\nint g() {\n  return 1;\n}\n}\n'
    assert [("B", 3), ("g", 3)] == list(functions(text))
    assert sum(1 for path in _SOURCES for _ in functions(path.read_text(encoding="utf-8"))) > 1000


def test_no_native_function_is_longer_than_a_hundred_lines() -> None:
    """The list of a module's bindings aside."""
    long = [
        f"{path.relative_to(_ROOT)}: {name} has {lines} lines"
        for path in _SOURCES
        for name, lines in functions(path.read_text(encoding="utf-8"))
        if lines > _MOST and name != _BINDINGS
    ]
    assert [] == long
