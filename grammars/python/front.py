"""`python()`: the modules of Python 3.11, as one grammar of the core's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from constrain.budget import budgeted
from constrain.errors import GrammarError
from constrain.grammar import Expression, FlatGrammar, Grammar, Names, Sequence, SpecialToken
from constrain.support.arguments import described, listed, public

from ..gc_pause import uncollected
from ..stubs import methods, stub


@public
@budgeted
def python(
    names: Mapping[str, Any] | Iterable[Any] | None = None,
    modules: Mapping[str, ModuleType] | Iterable[ModuleType] | None = None,
    *,
    builtins: Iterable[str] | None = None,
) -> Grammar[str]:
    """Modules of Python 3.11; with `names`, `modules` or `builtins` programs that run where these are given.

    **Programs that run** (`python(names={"fetch": fetch}, modules={"math": math})`): every name that is read is
    given, a builtin, or bound before on every way that leads there; attributes of what is given are those that
    `dir` lists; calls of it have the arguments that `inspect.signature` tells; and `compile()` takes the whole.
    `names`: what the program may read, by name, or a list of functions and classes. `modules`: the same, of modules,
    which it may also import.
    `builtins`: those that it may read, of Python's; without it the usual ones, without `open`, `input`, `eval` and
    the like. What is given may be bound anew where nobody can take it for what was given: by parameters, in
    functions before they read such a name, and by assignments of the module (`df = df.dropna()`); a program may
    import names of given modules. The language is a part of Python: assignments, expressions with comprehensions,
    lambdas and f-strings, blocks, `match`, functions, classes, coroutines. Not in it are `del` of names, `:=` but
    where a condition begins, `yield` within expressions, names beyond ASCII. `report` of the result lists what is
    not enforced: types, and attributes of what a program has computed.

    Raises GrammarError for names that a program cannot have, LimitExceeded for more than 20,000.

    >>> import math
    >>> grammar = python(names={"radius": 2.0}, modules={"math": math})
    >>> programs = constrain.compile(grammar, vocabulary)
    >>> programs.accepts("area = math.pi * radius ** 2\\nprint(area)\\n")
    True
    >>> programs.accepts("print(aera)\\n"), programs.accepts("math.sqrt(1, 2)\\n")
    (False, False)

    **Whole modules** (`python()`): all that its grammar has, and most of what only its compiler checks.

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
    if names is not None or modules is not None or builtins is not None:
        return _programs(_by_name(names, "names"), _by_name(modules, "modules"), builtins)
    from ..library.compiled import PYTHON, known  # which reads Lark grammars, as most who import this need not

    built = known(PYTHON, "")
    if built is not None:
        return Modules(built.flat)
    whole = made()
    return Grammar(whole.start, whole.productions, source=whole.source, families=whole.families)


_REPORT = (
    "types of values: what is called, indexed, iterated or added need not allow it",
    "attributes and calls of what a program has computed: results, items, its own functions, names that it bound",
    "calls of given names in brackets, as (max)()",
    "values: an index beyond a list, a key that a mapping lacks, a number divided by zero",
    "whether a program ends",
    "`super()` outside of methods, and a class's own name in methods that a decorator calls before the class is made",
    "stars: whether what they stand for has as many items, or the names, that the call takes",
    "arguments that exclude each other, as `default` and several values of max() and min()",
    "what a signature that takes *args or **kwargs checks itself, and calls of which `inspect` knows nothing",
    "objects are looked at once: attributes that come or go later are not seen",
)


_MOST_TOLD = 100  # names of which a prompt is told
_ASCII = sum(1 << byte for byte in (10, *range(32, 127)))  # as a mask


class ProgramGrammar(Grammar[str]):
    """Programs that run where names are given. `report`: what Python checks while they run and this does not."""

    report: tuple[str, ...] = _REPORT
    namespace: Any = None

    def meant(self, text: str, position: int) -> str:
        """The name, attribute or argument that is none, and the nearest that is one."""
        from .meant import meant

        return meant(text, position, self.namespace)


def _by_name(given: Any, option: str) -> Mapping[str, Any]:
    """As a mapping, also what is listed and has a name of its own."""
    if isinstance(given, Mapping):
        return given
    wanted = "a mapping of names to what they are, or a list of " + ("modules" if option == "modules" else "functions")
    out: dict[str, Any] = {}
    for each in listed(given or (), option, wanted):
        name = getattr(each, "__name__", None)
        if not isinstance(name, str):
            raise TypeError(f"{option} must be {wanted}, and has {described(each)}")
        if out.setdefault(name, each) is not each:
            raise GrammarError(f"python: two of {option} have the name {name}; give a mapping of names to them")
    return out


def _programs(
    names: Mapping[str, Any], modules: Mapping[str, ModuleType], builtins: Iterable[str] | None
) -> ProgramGrammar:
    from . import namespace, programs

    allowed = namespace.BUILTINS if builtins is None else listed(builtins, "builtins", "a list of names")
    given = namespace.given(names, modules, allowed)
    known = namespace.Namespace(given)
    modules = {key: each for key, each in modules.items() if sys.modules.get(each.__name__) is each}
    place = {name: i for i, name in enumerate(known.names)}
    lines = {
        each.__name__ if each.__name__ == key else f"{each.__name__} as {key}": place[key]
        for key, each in modules.items()
    }
    rights = programs.productions(lines, {each.__name__: known.names[key] for key, each in modules.items()})
    own = [name for name in allowed if name not in names and name not in modules]
    catalogue = known.catalogue(programs.free(given), programs.tails(), namespace.same(given, modules), own, names)
    grammar = ProgramGrammar(
        "start", {**rights, "start": Sequence((Names(catalogue), rights["start"]))}, source="python"
    )
    grammar.namespace = known
    lines_of = ([stub(name, names[name]), *methods(name, names[name])] for name in list(names)[:_MOST_TOLD])
    told = [line for some in lines_of for line in some] + ["…"] * (len(names) > _MOST_TOLD)
    grammar.about = "\n".join([*(f"import {line}" for line in lines), *told]) or "Python, with its builtins alone"
    grammar.needed_bytes = _ASCII
    if not known.complete:
        grammar.report = (*_REPORT, "attributes of attributes beyond the first 6,000 objects that are given")
    grammar.label = f"python: {len(given)} names"
    return grammar


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
