"""Whether a whole program is in the language of `python(names=…)`: by its syntax tree, as slowly and plainly as it is defined.

A scope's names are what Python's compiler takes for its own: all that it binds anywhere. Such a name may be read where every way
has bound it; another is looked for in the scope around, as that stands where the inner one is defined. Attributes of what was
given are looked up on the real objects, and calls are bound to the real signatures.
"""

from __future__ import annotations

import ast
import builtins as all_builtins
import inspect
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, NoReturn

from constrain.grammars.python.namespace import _KNOWN, signature

UNKNOWN = object()
_PLAIN = (
    *(
        ast.Expr,
        ast.Assign,
        ast.AugAssign,
        ast.AnnAssign,
        ast.Return,
        ast.Raise,
        ast.Assert,
        ast.Pass,
        ast.Break,
        ast.Continue,
    ),
    *(ast.If, ast.For, ast.While, ast.With, ast.Try, ast.FunctionDef, ast.Import, ast.ImportFrom),
    *(
        ast.BoolOp,
        ast.BinOp,
        ast.UnaryOp,
        ast.Lambda,
        ast.IfExp,
        ast.Dict,
        ast.Set,
        ast.ListComp,
        ast.SetComp,
        ast.DictComp,
    ),
    *(
        ast.GeneratorExp,
        ast.Compare,
        ast.Call,
        ast.JoinedStr,
        ast.FormattedValue,
        ast.Constant,
        ast.Attribute,
        ast.Subscript,
    ),
    *(ast.Name, ast.List, ast.Tuple, ast.Slice, ast.Starred),
)
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Refused(Exception):
    """The program is not in the language."""


def refuse(node: Any, why: str) -> NoReturn:
    raise Refused(f"line {getattr(node, 'lineno', '?')}: {why}")


class Scope:
    """A module, a function, a lambda or a comprehension: its own names, and those bound where we are."""

    def __init__(self, own: Iterable[str], around: Scope | None, kind: str) -> None:
        self.own, self.around, self.kind = set(own), around, kind
        self.bound: set[str] = set()
        self.handled: list[str] = []  # names of exceptions whose handlers we are in
        self.assigned: set[str] = set()  # so far, in the order of the text


class Checker:
    def __init__(self, names: Mapping[str, Any], modules: Mapping[str, ModuleType], builtins: Iterable[str]) -> None:
        self.given = {**{name: getattr(all_builtins, name) for name in builtins}, **names, **modules}
        self.modules = modules

    def check(self, text: str) -> None:
        """Raises Refused."""
        try:
            tree = compile(text, "<program>", "exec", ast.PyCF_ONLY_AST)
            compile(text, "<program>", "exec")
        except (SyntaxError, ValueError) as error:
            raise Refused(str(error)) from None
        assert isinstance(tree, ast.Module)
        self.lines = text.split("\n")
        self.handlers = [0]  # by function, in how many handlers we are
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt | ast.expr) and not isinstance(node, _PLAIN):
                refuse(node, f"{type(node).__name__} is not in the language")
        self.block(tree.body, Scope(_bound_in(tree.body), None, "module"))

    # --- Statements: each returns whether what follows it is never reached

    def block(self, body: list[ast.stmt], scope: Scope) -> bool:
        dead = False
        for node in body:
            found = getattr(self, "_" + type(node).__name__)(node, scope)
            dead = found[0] if isinstance(found, tuple) else dead or found
        return dead

    def inside(self, body: list[ast.stmt], scope: Scope, bound: Iterable[str] = ()) -> tuple[set[str], bool]:
        """What a block binds, and whether its end is never reached; its names end with it."""
        before = set(scope.bound)
        scope.bound |= set(bound)
        dead = self.block(body, scope)
        made, scope.bound = scope.bound - before, before
        return made, dead

    def branch(self, body: list[ast.stmt], scope: Scope, head: int) -> tuple[set[str], bool]:
        if body[0].lineno == head:
            made, _ = self.inside(body, scope)
            if len(body) > 1 or made or isinstance(body[0], ast.AnnAssign | ast.Import | ast.ImportFrom):
                refuse(body[0], "a statement after a colon binds nothing")
            return set(), False
        return self.inside(body, scope)

    def _If(self, node: ast.If, scope: Scope) -> bool:
        branches = []
        while True:
            self.read(node.test, scope)
            branches.append(self.branch(node.body, scope, node.test.end_lineno or 0))
            rest = node.orelse
            if (
                len(rest) == 1
                and isinstance(rest[0], ast.If)
                and self.lines[rest[0].lineno - 1][rest[0].col_offset :].startswith("elif")
            ):
                node = rest[0]
                continue
            break
        if not rest:
            return False
        first = rest[0]
        inline = self.lines[first.lineno - 1].lstrip().startswith("else:")
        branches.append(self.branch(rest, scope, first.lineno if inline else 0))
        return self.join(branches, scope)

    def join(self, branches: list[tuple[set[str], bool]], scope: Scope) -> bool:
        alive = [made for made, dead in branches if not dead]
        if alive:
            scope.bound |= set.intersection(*alive)
        return not alive

    def _Try(self, node: ast.Try, scope: Scope) -> tuple[bool]:
        if node.orelse:
            refuse(node, "no else")
        branches = [self.inside(node.body, scope)]
        for handler in node.handlers:
            name: tuple[str, ...] = ()
            if handler.type is not None:
                self.read(handler.type, scope)
            if handler.name is not None:
                if handler.name in scope.assigned or self.readable(handler.name, scope) or handler.name in self.given:
                    refuse(handler, f"{handler.name} is bound already")
                scope.handled.append(handler.name)
                name = (handler.name,)
            self.handlers[-1] += 1
            made, dead = self.inside(handler.body, scope, name)
            self.handlers[-1] -= 1
            if name:
                scope.handled.pop()
            branches.append((made - set(name), dead))
        last, ends = self.inside(node.finalbody, scope) if node.finalbody else (set(), False)
        dead = self.join(branches, scope)
        scope.bound |= last
        return (dead or ends,)

    def _loop(self, node: ast.For | ast.While, scope: Scope, bound: Iterable[str] = ()) -> bool:
        if node.orelse or node.body[0].lineno == self._head_line(node):
            refuse(node, "no else, and no body on the line")
        self.inside(node.body, scope, bound)
        return False

    def _head_line(self, node: ast.For | ast.While) -> int:
        return (node.iter.end_lineno if isinstance(node, ast.For) else node.test.end_lineno) or 0

    def _While(self, node: ast.While, scope: Scope) -> bool:
        self.read(node.test, scope)
        return self._loop(node, scope)

    def _For(self, node: ast.For, scope: Scope) -> bool:
        targets = self.targets(node.target, scope)
        for name in targets:
            self.binds(name, scope, node)
        self.read(node.iter, scope)
        return self._loop(node, scope, targets)

    def targets(self, node: ast.expr, scope: Scope) -> list[str]:
        names = node.elts if isinstance(node, ast.Tuple) else [node]
        out = []
        for each in names:
            if not isinstance(each, ast.Name):
                refuse(node, "targets of loops are names")
            out.append(each.id)
        return out

    def binds(self, name: str, scope: Scope, node: ast.AST) -> None:
        if name in self.given:
            refuse(node, f"{name} is given")
        if name in scope.handled:
            refuse(node, f"{name} ends with its handler")
        scope.assigned.add(name)

    def _With(self, node: ast.With, scope: Scope) -> bool:
        bound = []
        for item in node.items:
            self.read(item.context_expr, scope)
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, ast.Name):
                    refuse(node, "a name after as")
                self.binds(item.optional_vars.id, scope, node)
                bound.append(item.optional_vars.id)
        self.inside(node.body, scope, bound)
        return False

    def _FunctionDef(self, node: ast.FunctionDef, scope: Scope) -> bool:
        a = node.args
        if node.decorator_list or a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg:
            refuse(node, "plain parameters only")
        self.binds(node.name, scope, node)
        for part in (*a.defaults, *(each.annotation for each in a.args), node.returns):
            if part is not None:
                self.read(part, scope)
        scope.bound.add(node.name)
        own = {each.arg for each in a.args}
        if own & self.given.keys():
            refuse(node, "a parameter is given")
        inner = Scope(own | _bound_in(node.body), scope, "function")
        inner.bound, inner.assigned = set(own), set(own)
        self.handlers.append(0)
        self.block(node.body, inner)
        self.handlers.pop()
        return False

    def _Assign(self, node: ast.Assign, scope: Scope) -> bool:
        bound = []
        if len(node.targets) > 1 and not all(isinstance(each, ast.Name) for each in node.targets):
            refuse(node, "several targets are names")
        for target in node.targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name):
                    self.binds(each.id, scope, node)
                    bound.append(each.id)
                else:
                    self.place(each, scope)
        if isinstance(node.value, ast.Lambda) and not isinstance(node.targets[0], ast.Tuple):
            self.read_lambda(node.value, scope)
        else:
            self.read(node.value, scope)
        scope.bound |= set(bound)
        return False

    def place(self, node: ast.expr, scope: Scope) -> None:
        """An item or attribute; not an attribute of what was given."""
        if not isinstance(node, ast.Attribute | ast.Subscript):
            refuse(node, "no target of an assignment")
        if isinstance(node, ast.Attribute):
            base: ast.expr = node.value
            while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
                base = base.func if isinstance(base, ast.Call) else base.value
            if not isinstance(base, ast.Name) or base.id in self.given or node.attr == "join":
                refuse(node, "no attribute of what was given")
        base = node
        while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
            base = base.func if isinstance(base, ast.Call) else base.value
        if not isinstance(base, ast.Name):
            refuse(node, "a place begins with a name")
        self.read(node, scope)

    def _AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> bool:
        if node.value is None or not isinstance(node.target, ast.Name) or not node.simple:
            refuse(node, "a name and a value")
        self.binds(node.target.id, scope, node)
        self.read(node.annotation, scope)
        if isinstance(node.value, ast.Lambda):
            self.read_lambda(node.value, scope)
        else:
            self.read(node.value, scope)
        scope.bound.add(node.target.id)
        return False

    def _AugAssign(self, node: ast.AugAssign, scope: Scope) -> bool:
        if isinstance(node.target, ast.Name):
            if node.target.id not in scope.bound or node.target.id in scope.handled:
                refuse(node, f"{node.target.id} is not bound here")
        else:
            self.place(node.target, scope)
        self.read(node.value, scope)
        return False

    def _Expr(self, node: ast.Expr, scope: Scope) -> bool:
        if isinstance(node.value, ast.Tuple) and self.lines[node.lineno - 1][node.col_offset] != "(":
            refuse(node, "a tuple without brackets")
        self.read(node.value, scope)
        return False

    def _Return(self, node: ast.Return, scope: Scope) -> bool:
        if isinstance(node.value, ast.Lambda):
            self.read_lambda(node.value, scope)
        elif node.value is not None:
            self.read(node.value, scope)
        return True

    def _Raise(self, node: ast.Raise, scope: Scope) -> bool:
        if node.exc is None and not self.handlers[-1]:
            refuse(node, "nothing to raise again")
        for part in (node.exc, node.cause):
            if part is not None:
                self.read(part, scope)
        return True

    def _Assert(self, node: ast.Assert, scope: Scope) -> bool:
        for part in (node.test, node.msg):
            if part is not None:
                self.read(part, scope)
        return False

    def _Break(self, node: ast.AST, scope: Scope) -> bool:
        return True

    _Continue = _Break

    def _Pass(self, node: ast.AST, scope: Scope) -> bool:
        return False

    def _Import(self, node: ast.Import, scope: Scope) -> bool:
        for each in node.names:
            module = self.modules.get(each.asname or each.name)
            if scope.kind != "module" or module is None or module.__name__ != each.name:
                refuse(node, "no such module")
        return False

    def _ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> bool:
        module = next((each for each in self.modules.values() if each.__name__ == node.module), None)
        for each in node.names:
            known = module is not None and getattr(module, each.name, UNKNOWN) is self.given.get(each.name)
            if scope.kind != "module" or not known or each.asname:
                refuse(node, "not given")
        return False

    # --- Expressions

    def readable(self, name: str, scope: Scope, *, crossed: bool = False) -> bool:
        at: Scope | None = scope
        while at is not None:
            if name in at.own:
                return name in at.bound and not (crossed and name in at.handled)
            crossed = crossed or at.kind in ("function", "lambda")
            at = at.around
        return False

    def read(self, node: ast.AST, scope: Scope) -> Any:
        """What is known of the value: an object, or UNKNOWN."""
        if isinstance(node, ast.Name):
            if node.id in self.given:
                return self.given[node.id]
            if not self.readable(node.id, scope):
                refuse(node, f"{node.id} is not bound")
            return UNKNOWN
        if isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
            base = node.func if isinstance(node, ast.Call) else node.value
            bare = isinstance(base, ast.Constant) and base.col_offset == node.col_offset
            if (
                bare
                and isinstance(base, ast.Constant)
                and (not isinstance(base.value, str | bytes) or isinstance(node, ast.Call))
            ):
                refuse(node, "nothing of a constant but a text")
        if isinstance(node, ast.Attribute):
            return self.attribute(node, self.base(node, node.value, scope))
        if isinstance(node, ast.Call):
            self.call(node, scope)
        elif isinstance(node, ast.Starred):
            refuse(node, "stars are of the parts of lists and sets")
        elif isinstance(node, ast.List | ast.Set):
            for each in node.elts:
                self.read(each.value if isinstance(each, ast.Starred) else each, scope)
        elif isinstance(node, ast.Lambda):
            refuse(node, "a lambda is an argument or a value")
        elif isinstance(node, ast.GeneratorExp):
            refuse(node, "a generator expression is the argument of a builtin that takes one")
        elif isinstance(node, _COMPREHENSIONS):
            self.comprehension(node, scope)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.read(child, scope)
        return UNKNOWN

    def base(self, node: ast.expr, of: ast.expr, scope: Scope) -> Any:
        """What is known of what the node calls or has an attribute of: nothing where that stands in brackets."""
        value = self.read(of, scope)
        return value if (of.lineno, of.col_offset) == (node.lineno, node.col_offset) else UNKNOWN

    def attribute(self, node: ast.Attribute, value: Any) -> Any:
        if value is UNKNOWN:
            return UNKNOWN
        if node.attr.startswith("_") or node.attr not in dir(value):
            refuse(node, f"no attribute {node.attr}")
        if isinstance(inspect.getattr_static(value, node.attr), property):
            return UNKNOWN
        found = getattr(value, node.attr)
        if isinstance(found, ModuleType) and not found.__name__.startswith(value.__name__):
            return UNKNOWN
        return found if inspect.isroutine(found) or isinstance(found, ModuleType | type) else UNKNOWN

    def call(self, node: ast.Call, scope: Scope) -> None:
        value = self.base(node, node.func, scope)
        arguments = [*node.args, *(each.value for each in node.keywords)]
        if any(each.arg is None for each in node.keywords):
            refuse(node, "no star arguments")
        lazy = len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp) and not node.keywords
        joining = isinstance(node.func, ast.Attribute) and node.func.attr == "join" and value is UNKNOWN
        if joining and (len(node.args) != 1 or node.keywords):
            refuse(node, "join takes one argument")
        if lazy and (joining or _iterates(value)):
            self.comprehension(arguments[0], scope)
            arguments = []
        for each in arguments:
            if isinstance(each, ast.Lambda):
                self.read_lambda(each, scope)
            else:
                self.read(each, scope)
        if value is UNKNOWN:
            return
        if not callable(value):
            refuse(node, "cannot be called")
        _bind(node, value, len(node.args), [each.arg or "" for each in node.keywords])

    def read_lambda(self, node: ast.Lambda, scope: Scope) -> None:
        a = node.args
        if a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults:
            refuse(node, "plain parameters only")
        own = {each.arg for each in a.args}
        if own & self.given.keys():
            refuse(node, "a parameter is given")
        inner = Scope(own, scope, "lambda")
        inner.bound = own
        self.read(node.body, inner)

    def comprehension(self, node: Any, scope: Scope) -> None:
        every = [self.targets(each.target, scope) for each in node.generators]
        own = {name for names in every for name in names}
        if own & self.given.keys():
            refuse(node, "a target is given")
        inner = Scope(own, scope, "comprehension")
        for i, (each, names) in enumerate(zip(node.generators, every, strict=True)):
            self.read(each.iter, inner if i else scope)
            inner.bound |= set(names)
            for condition in each.ifs:
                self.read(condition, inner)
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.read(part, inner)


def _iterates(value: Any) -> bool:
    found = signature(value) if value is not UNKNOWN and callable(value) else True
    return not isinstance(found, bool) and found.iterates


def _bind(node: ast.AST, value: Any, positions: int, names: list[str]) -> None:
    """TypeError of the real signature; of builtins that have none, by what they take."""
    try:
        table = _KNOWN.get(value)
    except TypeError:
        table = None
    if table is None:
        if isinstance(value, type) and issubclass(value, Exception) and names:
            refuse(node, "exceptions take no names")
        try:
            real = inspect.signature(value)
        except (ValueError, TypeError):
            return
        try:
            real.bind(*[None] * positions, **dict.fromkeys(names))
        except TypeError as error:
            refuse(node, str(error))
        return
    least = sum(required for _, required in table.by_position)
    known = [name for name, _ in (*table.by_position[positions:], *table.by_name) if name]
    if positions < least or (positions > len(table.by_position) and not table.any_position):
        refuse(node, "not so many arguments")
    if not table.any_name and not set(names) <= set(known):
        refuse(node, "no such argument")


def _bound_in(body: list[ast.stmt]) -> set[str]:
    """The names that the compiler takes for a scope's own."""
    out: set[str] = set()
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            out.add(node.name)
            waiting += [*node.args.defaults]
            continue
        if isinstance(node, ast.Lambda | _COMPREHENSIONS):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            out.add(node.id)
        if isinstance(node, ast.ExceptHandler) and node.name:
            out.add(node.name)
        waiting += list(ast.iter_child_nodes(node))
    return out
