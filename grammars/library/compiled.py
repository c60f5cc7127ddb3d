"""The library's grammars in the form in which the core reads them, made when the package is built.

A build calls `written` for every grammar (`grammars/native/build_library.py`), and `known` finds what that gave, beside
the native extension: a saved constraint without a vocabulary (`constrain/saved_constraint.py`). A file is believed only
if it says that it was made of just this text, by this version of the library, of lark, and of Python with its tables of
Unicode; in an editable tree also by the front end as it is now, source by source. Where a file is missing, damaged or
stale, nothing is known, and the text is compiled. Reading Python's takes some 3 ms, compiling its text a hundred.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from hashlib import sha256
from pathlib import Path

import lark as lark_package

from constrain import pattern
from constrain.errors import GrammarError
from constrain.grammar import FlatGrammar, Terminal
from constrain.saved_constraint import NO_VOCABULARY, Parts, SavedConstraint, from_bytes, to_bytes

from .. import _native
from ..lark.parsing.flat_grammar import Written

ENDING = ".grammar"
_HERE = Path(__file__).resolve().parent
_BUILT = Path(_native.__file__).resolve().parent / "library"


def known(name: str, text: str) -> Written | None:
    """The grammar of this name and text, if a build has compiled it."""
    try:
        return read((_BUILT / (name + ENDING)).read_bytes(), text)
    except OSError:
        return None


def read(data: bytes, text: str) -> Written | None:
    """What `written` gave; None unless it is whole and was made of this text here."""
    try:
        saved = from_bytes(data, "the compiled grammar")
    except GrammarError:
        return None
    if not saved.symbols or saved.source != _made_of(text, _sources()):
        return None
    parts = saved.parts
    terminals = [Terminal.of_code(*each) for each in zip(parts.terminals, parts.names, strict=True)]
    return Written(FlatGrammar(terminals, list(saved.symbols), list(parts.productions), parts.start, parts.families))


def written(grammar: Written, text: str, sources: str) -> bytes:
    """The grammar of a text in the form that `read` reads; `sources` is `front_end()` where that may be edited."""
    flat = grammar.flat
    codes, names = [terminal.code for terminal in flat.terminals], [terminal.name for terminal in flat.terminals]
    parts = Parts(codes, names, flat.codes, flat.start, flat.families)
    return to_bytes(SavedConstraint(parts, None, NO_VOCABULARY, 0, _made_of(text, sources), "", "text", flat.names))


def front_end() -> str:
    """A digest of the sources that compile a text."""
    grammars, core = _HERE.parent, Path(pattern.__file__).parent
    paths = [path for folder in ("lark", "regex") for path in sorted((grammars / folder).rglob("*.py"))]
    digest = sha256()
    for path in (*paths, *(core / f"{name}.py" for name in ("bytecode", "grammar", "pattern", "utf8"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _sources() -> str:
    return "" if _BUILT == _HERE else front_end()


def _made_of(text: str, sources: str) -> str:
    """A digest of all that decides what becomes of the text."""
    versions = lark_package.__version__, sys.version_info[:2], unicodedata.unidata_version
    return sha256(repr((text, versions, sources)).encode()).hexdigest()
