"""`python()`: the modules of Python 3.11, as one grammar of the core's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from constrain.grammar import Expression, FlatGrammar, Grammar, SpecialToken
from constrain.support.arguments import public

from ..gc_pause import uncollected


@public
def python() -> Grammar[str]:
    """Modules of Python 3.11: all that its grammar has, and most of what only its compiler checks.

    Beyond the syntax: `return`, `yield`, `await`, `async for` and `async with` stand where the code around them allows
    it, `break` and `continue` in loops, none of them leaves an `except*`; names of parameters, keyword arguments and
    keyword patterns differ; one target takes the rest; fields of f-strings hold expressions; a `return` in an
    asynchronous generator has no value; `import *`, `nonlocal` and `from __future__` stand where they may.

    The compiler refuses what depends on names far apart, and this does not: a `global` or `nonlocal` after the name's
    use, a `nonlocal` that no function around binds, a name that `:=` takes from its comprehension, names bound twice,
    or not by all alternatives, in one pattern; nor do its limits of depth hold here. Left out are tabs in
    indentation, letters of rare scripts in names, rare names in `\\N{…}`, blanks after the last line, and quotes within
    strings within f-strings. Lines end in a line feed.

    All calls share the productions, which are made when somebody looks at them, if the package was built with what they
    become.

    >>> constrain.compile(python(), vocabulary).accepts("def f(a, b=1):\\n    return a\\n")
    True
    """
    from ..library.compiled import PYTHON, known  # which reads Lark grammars, as most who import this need not

    built = known(PYTHON, "")
    if built is not None:
        return Modules(built.flat)
    whole = made()
    return Grammar(whole.start, whole.productions, source=whole.source, families=whole.families)


class Modules(Grammar[str]):
    """The grammar as a build has written it; productions are made when somebody asks for them."""

    def __init__(self, flat: FlatGrammar) -> None:
        self.start, self.source, self.read, self.flat = flat.names[flat.start], "python", str, flat

    def __getattr__(self, name: str) -> Any:
        if name not in ("productions", "families"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        whole = made()
        self.productions, self.families = dict(whole.productions), whole.families
        return vars(self)[name]

    def __repr__(self) -> str:
        return f"<Grammar {self.start}: {len(self.flat.codes)} productions>"

    def flatten(self, special: Callable[[SpecialToken], Expression] = lambda node: node.text) -> FlatGrammar:
        """As it was written, unless somebody has seen the productions."""
        return super().flatten(special) if "productions" in self.__dict__ else self.flat


@cache
def made() -> Grammar[str]:
    """The grammar as productions."""
    from .statements import Module  # makes its patterns, which only this needs

    with uncollected():
        return Module().grammar()
