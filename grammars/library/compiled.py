"""The library's grammars in the form in which the core reads them, made when the package is built.

A build calls `written` for every grammar (`grammars/native/build_library.py`), and `known` finds what that gave, beside
the native extension: a saved constraint without a vocabulary (`constrain/storage/constraint_file.py`). A file is
believed only if it says that it was made of just this text, by this version of the library, of lark, and of Python with
its tables of Unicode; in an editable tree also by the front end as it is now, source by source. Where a file is
missing, damaged or stale, nothing is known, and the text is compiled. Reading Python's takes some 3 ms, compiling its
text a hundred.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from constrain.patterns import pattern

from .. import _native
from ..lark import saved
from ..lark.parsing.flat_grammar import Written

ENDING = saved.ENDING
PYTHON = "python()"  # the name of what `grammars.python` makes
_HERE = Path(__file__).resolve().parent
_BUILT = Path(_native.__file__).resolve().parent / "library"


def known(name: str, text: str) -> Written | None:
    """The grammar of this name and text, if a build has compiled it; `python()`'s has the text "" and no such name."""
    try:
        return read((_BUILT / (name + ENDING)).read_bytes(), text, name)
    except OSError:
        return None


def read(data: bytes, text: str, name: str = "") -> Written | None:
    """What `written` gave; None unless it is whole and was made of this text here."""
    return saved.of_bytes(data, saved.digest(text, sources(_folder(name))))


def written(grammar: Written, text: str, sources: str) -> bytes:
    """The grammar of a text in the form that `read` reads; `sources` is `front_end()` where that may be edited."""
    return saved.as_bytes(grammar, saved.digest(text, sources))


def _folder(name: str) -> str:
    return "python" if name == PYTHON else "lark"


def front_end(front: str = "lark") -> str:
    """A digest of the sources that compile a text, or that make what is no text."""
    grammars, core = _HERE.parent, Path(pattern.__file__).parent.parent
    paths = [path for folder in (front, "regex") for path in sorted((grammars / folder).rglob("*.py"))]
    digest, of_core = sha256(), ("grammar", "patterns/bytecode", "patterns/pattern", "patterns/utf8")
    for path in (*paths, *(core / f"{name}.py" for name in of_core)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def sources(front: str = "lark") -> str:
    return "" if _BUILT == _HERE else front_end(front)
