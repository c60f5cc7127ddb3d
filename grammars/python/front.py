"""`python()`: the modules of Python 3.11, as one grammar of the core's."""

from __future__ import annotations

from functools import cache

from constrain.grammar import Grammar
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

    The first call of a process takes as long as some compiling does; all share its productions.

    >>> constrain.compile(python(), vocabulary).accepts("def f(a, b=1):\\n    return a\\n")
    True
    """
    made = _made()
    return Grammar(made.start, made.productions, source=made.source, families=made.families)


@cache
def _made() -> Grammar[str]:
    from .statements import Module  # makes its patterns, which only this needs

    with uncollected():
        return Module().grammar()
