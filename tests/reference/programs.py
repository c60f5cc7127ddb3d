"""Whether a whole program is in the language of `python(names=…)`: by its syntax tree, as slowly and plainly as it is defined.

A scope's names are what Python's compiler takes for its own: all that it binds anywhere. Such a name may be read where every way
has bound it; another is looked for in the scope around, as that stands where the inner one is defined. Attributes of what was
given are looked up on the real objects, and calls are bound to the real signatures: with a star, some number of arguments must
fit, with two, some names.

Parameters may have a given name, what a class binds, and what a function binds before it, or a function in it, has read what was
given: of builtins any, of names any, of modules that one. An assignment of the module may bind anew what was given as a name, unless
a function, a lambda or a loop has read such a name. There the name is no given one any more.
Imports bind names of which it is known what they are; in their scope nothing else may bind them.

Names of a class are seen in its body alone: not by its functions and comprehensions, nor in what may still become a
comprehension where it is read; those of its functions and classes nowhere. Its own name is read in its functions.
"""

from __future__ import annotations

import ast
import builtins as all_builtins
import inspect
import io
import itertools
import keyword
import re
import sys
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NoReturn

from constrain.grammars.python.namespace import _KNOWN, matched, signature

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
    *(ast.Name, ast.List, ast.Tuple, ast.Slice, ast.Starred, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom),
    *(ast.ClassDef, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Delete, ast.Global, ast.Nonlocal),
    ast.Match,
)
_METHODS = ("setter", "getter", "deleter")  # of a property
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Refused(Exception):
    """The program is not in the language."""


def refuse(node: Any, why: str) -> NoReturn:
    raise Refused(f"line {getattr(node, 'lineno', '?')}: {why}")


def mangled(name: str) -> bool:
    """Whether the name is another one within a class."""
    return name == "__class__" or (name.startswith("__") and not name.endswith("__"))


class Scope:
    """A module, a function, a class, a lambda or a comprehension: its own names, and those bound where we are."""

    def __init__(self, own: Iterable[str], around: Scope | None, kind: str) -> None:
        self.own, self.around, self.kind = set(own), around, kind
        self.bound: set[str] = set()
        self.handled: list[str] = []  # names of exceptions whose handlers we are in
        self.fleeting: set[str] = set()  # all of those so far
        self.assigned: set[str] = set()  # so far, in the order of the text
        self.shared: set[str] = set()  # of a function: declared to be of a scope around
        self.name = ""  # of a class
        self.reads: set[str] = set()  # of a function, and of what may run again in a module: which kinds of given names
        self.met: set[str] = set()  # read through it
        self.always: set[str] = set()  # bound whatever branch is taken
        self.imports: dict[str, Any] = {}
        self.loops = 0  # of a module: in how many we are
        self.hidden: set[str] = set()  # its functions and classes
        # In how many brackets we are that may still become comprehensions; of a comprehension, whether in its element.
        self.element = 0


class Checker:
    def __init__(self, names: Mapping[str, Any], modules: Mapping[str, ModuleType], builtins: Iterable[str]) -> None:
        self.names = {**{name: getattr(all_builtins, name) for name in builtins}, **names, **modules}
        self.modules = {key: each for key, each in modules.items() if sys.modules.get(each.__name__) is each}
        self.free = {*names}
        self.builtins = {*builtins} - {*names} - {*modules}

    def check(self, text: str) -> None:
        """Raises Refused."""
        try:
            tree = compile(text, "<program>", "exec", ast.PyCF_ONLY_AST)
            compile(text, "<program>", "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise Refused(str(error)) from None
        assert isinstance(tree, ast.Module)
        self.lines = text.split("\n")
        self.handlers = [0]  # by function, in how many handlers we are
        self.anew: set[str] = set()  # what the statement binds anew in the module
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt | ast.expr) and not isinstance(node, _PLAIN):
                refuse(node, f"{type(node).__name__} is not in the language")
            for name in (getattr(node, "id", None), getattr(node, "name", None), getattr(node, "arg", None)):
                if isinstance(name, str) and mangled(name):
                    refuse(node, f"{name} is another name within a class")
        self.walrus: ast.expr | None = None
        self.called: set[ast.expr] = set()
        self.coroutines = [False]
        self.module = Scope(_bound_in(tree.body), None, "module")
        self.block(tree.body, self.module)

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

    def branch(self, body: list[ast.stmt], scope: Scope, head: int, bound: Iterable[str] = ()) -> tuple[set[str], bool]:
        made, dead = self.inside(body, scope, bound)
        if body[0].lineno != head:
            return made, dead
        for node in body:
            if made - set(bound) or isinstance(
                node, ast.AnnAssign | ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal
            ):
                refuse(node, "a statement after a colon binds nothing")
            if not isinstance(node, ast.Assign):
                continue
            for target in node.targets:
                if not isinstance(target, ast.Attribute | ast.Subscript):
                    refuse(node, "a statement after a colon binds nothing")
        return set(), False

    def otherwise(self, body: list[ast.stmt], scope: Scope) -> tuple[set[str], bool]:
        inline = self.lines[body[0].lineno - 1].lstrip().startswith("else:")
        return self.branch(body, scope, body[0].lineno if inline else 0)

    def condition(self, test: ast.expr, scope: Scope) -> list[str]:
        """Reads it; what it binds."""
        first = test
        while not isinstance(first, ast.NamedExpr):
            children = [each for each in ast.iter_child_nodes(first) if isinstance(each, ast.expr)]
            if not children or isinstance(
                first,
                ast.Await
                | ast.IfExp
                | ast.Lambda
                | _COMPREHENSIONS
                | ast.List
                | ast.Tuple
                | ast.Set
                | ast.Dict
                | ast.JoinedStr,
            ):
                self.read(test, scope)
                return []
            first = children[0]
        assert isinstance(first.target, ast.Name)
        name = first.target.id
        self.binds(name, scope, first)
        self.read(first.value, scope)
        before = set(scope.bound)
        scope.bound.add(name)
        self.walrus = first
        self.read(test, scope)
        scope.bound = before
        return [name]

    def _If(self, node: ast.If, scope: Scope) -> bool:
        branches = []
        first = True
        while True:
            bound = self.condition(node.test, scope)
            if first:
                scope.bound |= set(bound)
            first = False
            made, dead = self.branch(node.body, scope, node.test.end_lineno or 0, bound)
            branches.append((made, dead))
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
        branches.append(self.otherwise(rest, scope))
        return self.join(branches, scope)

    def _Match(self, node: ast.Match, scope: Scope) -> bool:
        subject = node.subject
        parts = subject.elts if isinstance(subject, ast.Tuple) else [subject]
        first: ast.AST = parts[0]
        while children := [each for each in ast.iter_child_nodes(first) if isinstance(each, ast.expr)]:
            if isinstance(first, ast.IfExp | ast.UnaryOp) or (isinstance(first, ast.Await) and first is not parts[0]):
                refuse(node, "what is matched begins with a name")
            if isinstance(first, ast.Await) and not isinstance(
                first.value, ast.Name | ast.Attribute | ast.Subscript | ast.Call
            ):
                refuse(node, "what is matched begins with a name")
            first = children[0]
        before = self.lines[node.lineno - 1].encode()[node.col_offset :].decode()
        if not isinstance(first, ast.Name) or not before.startswith(("match await ", f"match {first.id}")):
            refuse(node, "what is matched begins with a name")
        for part in parts:
            self.read(part, scope)
        branches = []
        for case in node.cases:
            names = self.pattern(case.pattern, scope)
            if len({*names}) < len(names):
                refuse(node, "a name twice")
            for name in names:
                self.binds(name, scope, case)
            if case.guard is not None:
                outside = set(scope.bound)
                scope.bound |= {*names}
                self.read(case.guard, scope)
                scope.bound = outside
            head = (case.guard or case.pattern).end_lineno or 0
            branches.append(self.branch(case.body, scope, head, names))
        last = node.cases[-1]
        whole = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        return whole and self.join(branches, scope)

    def pattern(self, node: ast.pattern, scope: Scope) -> list[str]:
        """The names that it binds."""
        segment = ast.get_source_segment("\n".join(self.lines), node) or ""
        if isinstance(node, ast.MatchSingleton):
            return []
        if isinstance(node, ast.MatchValue):
            value = node.value.operand if isinstance(node.value, ast.UnaryOp) else node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, int | float | str):
                if isinstance(value.value, str) and len([*tokenize.generate_tokens(io.StringIO(segment).readline)]) > 3:
                    refuse(node, "one text")
                return []
            base = value
            while isinstance(base, ast.Attribute):
                base = base.value
            if not isinstance(base, ast.Name):
                refuse(node, "no such value")
            if isinstance(value, ast.Attribute) and value.attr == "join" and value.value is not base:
                refuse(node, "join is called")
            self.read(value, scope)
            return []
        if isinstance(node, ast.MatchAs | ast.MatchStar) and (isinstance(node, ast.MatchStar) or node.pattern is None):
            if isinstance(node, ast.MatchAs) and self.grouped(node):
                refuse(node, "a name in brackets")
            return [node.name] if node.name else []
        if isinstance(node, ast.MatchAs):
            assert node.pattern is not None
            if (isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None) or (
                isinstance(node.pattern, ast.MatchSequence) and segment[:1] not in "(["
            ):
                refuse(node, "as follows alternatives")
            return [*self.pattern(node.pattern, scope), node.name or ""]
        if isinstance(node, ast.MatchOr):
            if any(self.pattern(each, scope) for each in node.patterns):
                refuse(node, "alternatives bind nothing")
            return []
        if isinstance(node, ast.MatchMapping):
            keys = [each.value if isinstance(each, ast.Constant) else None for each in node.keys]
            for key in keys:
                if not isinstance(key, str) or not key.isidentifier() or keyword.iskeyword(key) or not key.isascii():
                    refuse(node, "keys are words")
                if mangled(key) or key == "__debug__":
                    refuse(node, "keys are words")
            return [*self.patterns(node.patterns, scope), *([node.rest] if node.rest else [])]
        if isinstance(node, ast.MatchClass):
            value = self.read(node.cls, scope)
            takes = matched(value) if isinstance(node.cls, ast.Name) and isinstance(value, type) else None
            if takes is None:
                refuse(node, "a class that was given")
            named = {name for name, _ in takes.by_position[: len(node.patterns)]}
            if len(node.patterns) > len(takes.by_position) or named & {*node.kwd_attrs}:
                refuse(node, "no such pattern of the class")
            if any(mangled(each) for each in node.kwd_attrs):
                refuse(node, "another name within a class")
            return self.patterns([*node.patterns, *node.kwd_patterns], scope)
        assert isinstance(node, ast.MatchSequence)
        if len(node.patterns) == 1 and segment[:1] not in "([":
            refuse(node, "several patterns, or brackets")
        return self.patterns(node.patterns, scope)

    def patterns(self, nodes: Iterable[ast.pattern], scope: Scope) -> list[str]:
        return [name for each in nodes for name in self.pattern(each, scope)]

    def grouped(self, node: ast.pattern) -> bool:
        """Whether it stands in brackets of its own."""
        text = "\n".join(self.lines).encode()
        starts = [0, *itertools.accumulate(len(line.encode()) + 1 for line in self.lines)]
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before, after = (re.sub(rb"#[^\n]*\n|\\\n", b"\n", part) for part in (text[:begin], text[end:]))
        opened = re.search(rb"(?:^|[^\w\s])\s*\(\s*$|\bcase\s*\(\s*$|\|\s*\(\s*$", before)
        return opened is not None and re.match(rb"\s*\)", after) is not None

    def join(self, branches: list[tuple[set[str], bool]], scope: Scope) -> bool:
        alive = [made for made, dead in branches if not dead]
        if alive:
            scope.bound |= set.intersection(*alive)
        return not alive

    def _Try(self, node: ast.Try, scope: Scope) -> tuple[bool]:
        branches = [self.inside(node.body, scope)]
        for handler in node.handlers:
            name: tuple[str, ...] = ()
            if handler.type is not None:
                self.read(handler.type, scope)
            if handler.name is not None:
                known = handler.name in self.names or handler.name in self.imports(scope)
                if known or handler.name in scope.assigned or self.readable(handler.name, scope):
                    refuse(handler, f"{handler.name} is bound already")
                scope.handled.append(handler.name)
                scope.fleeting.add(handler.name)
                name = (handler.name,)
            self.handlers[-1] += 1
            made, dead = self.inside(handler.body, scope, name)
            self.handlers[-1] -= 1
            if name:
                scope.handled.pop()
            branches.append((made - set(name), dead))
        if node.orelse:
            made, dead = self.inside(node.orelse, scope, branches[0][0])
            branches[0] = made | branches[0][0], dead or branches[0][1]
        last, ends = self.inside(node.finalbody, scope) if node.finalbody else (set(), False)
        dead = self.join(branches, scope)
        scope.bound |= last
        return (dead or ends,)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, scope: Scope, bound: Iterable[str] = ()) -> bool:
        head = node.test if isinstance(node, ast.While) else node.iter
        if node.body[0].lineno == head.end_lineno and scope.kind == "module":
            scope.reads = {"builtin", "name", "module"}
        scope.loops += 1
        self.branch(node.body, scope, head.end_lineno or 0, bound)
        scope.loops -= 1
        if node.orelse:
            self.otherwise(node.orelse, scope)
        return False

    def _While(self, node: ast.While, scope: Scope) -> bool:
        scope.loops += 1
        bound = self.condition(node.test, scope)
        scope.loops -= 1
        return self._loop(node, scope, bound)

    def _For(self, node: ast.For, scope: Scope) -> bool:
        targets = self.targets(node.target, scope)
        for name in targets:
            self.binds(name, scope, node)
        self.read(node.iter, scope)
        return self._loop(node, scope, targets)

    _AsyncFor = _For

    def bracketed(self, node: ast.Tuple) -> bool:
        """Whether the bracket with which it begins is its own: it is not in `(a), b`."""
        source = ast.get_source_segment("\n".join(self.lines), node) or ""
        tokens = tokenize.generate_tokens(io.StringIO(f"({source})").readline)
        brackets = [token.string for token in tokens if token.type == tokenize.OP and token.string in "([{}])"][1:-1]
        depths = list(itertools.accumulate(1 if each in "([{" else -1 for each in brackets))
        return source[0] == "(" and source[-1] == ")" and depths.index(0) == len(depths) - 1

    def targets(self, node: ast.expr, scope: Scope) -> list[str]:
        if isinstance(node, ast.Tuple) and self.bracketed(node) and not isinstance(node.elts[0], ast.Tuple):
            return self.nested(node)
        out = []
        for each in node.elts if isinstance(node, ast.Tuple) else [node]:
            out += self.nested(
                each.value if isinstance(each, ast.Starred) else each, starred=isinstance(each, ast.Starred)
            )
        if isinstance(node, ast.Tuple) and len(node.elts) == 1:
            refuse(node, "one target alone")
        return out

    def nested(self, node: ast.expr, *, starred: bool = False) -> list[str]:
        if isinstance(node, ast.Name):
            return [node.id]
        if not isinstance(node, ast.Tuple) or starred or len(node.elts) < 2:
            refuse(node, "targets are names, or several of them in brackets")
        return [name for each in node.elts for name in self.nested(each)]

    def owned(self, name: str, scope: Scope) -> bool:
        """Whether the module, a function or a class has the name as its own here."""
        at: Scope | None = scope
        body = True  # no function between
        delayed = False
        while at is not None:
            here = at.kind == "module" or (at.kind == "class" and body)
            own = at.own if at.kind == "function" else at.assigned if here else set[str]()
            if name in own or (delayed and name in self.anew):
                return True
            body = body and at.kind not in ("function", "class")
            delayed = delayed or at.kind == "lambda"
            at = at.around
        return False

    def kind(self, name: str) -> str:
        return "builtin" if name in self.builtins else "name" if name in self.free else "module"

    def imports(self, scope: Scope | None) -> set[str]:
        """Names that the scope, and those around it, have imported."""
        return set() if scope is None else {*scope.imports} | self.imports(scope.around)

    def binds(self, name: str, scope: Scope, node: ast.AST, *, plain: bool = False) -> None:
        """`plain`: by an assignment."""
        if name in self.names and name not in scope.assigned and scope.kind != "class":
            if scope.kind == "module":
                free = plain and name in self.free and not scope.loops and "name" not in scope.reads
            else:
                free = self.kind(name) not in scope.reads and name not in scope.met
            if not free:
                refuse(node, f"{name} is given")
        if name in scope.handled:
            refuse(node, f"{name} ends with its handler")
        if name in scope.imports:
            refuse(node, f"{name} is imported")
        if scope.kind == "module" and name in self.names:
            self.anew.add(name)
        else:
            scope.assigned.add(name)
        scope.hidden.discard(name)

    def _With(self, node: ast.With, scope: Scope) -> bool:
        bound = []
        for item in node.items:
            self.read(item.context_expr, scope)
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, ast.Name):
                    refuse(node, "a name after as")
                self.binds(item.optional_vars.id, scope, node)
                bound.append(item.optional_vars.id)
        last = node.items[-1]
        self.branch(node.body, scope, (last.optional_vars or last.context_expr).end_lineno or 0, bound)
        return False

    _AsyncWith = _With

    def decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: Scope) -> None:
        head = [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt)]
        if any(isinstance(each, ast.Await) for part in head for each in ast.walk(part)):
            refuse(node, "no await in the head of a function or class")
        for each in node.decorator_list:
            of = each.value if isinstance(each, ast.Attribute) and each.attr in _METHODS else None
            if scope.kind == "class" and isinstance(of, ast.Name) and of.id in scope.assigned:
                continue
            self.read(each, scope)

    def defines(self, name: str, scope: Scope) -> None:
        """After a function's head, or the body of a class."""
        if scope.kind == "class":
            scope.hidden.add(name)
            scope.bound.discard(name)
        else:
            scope.bound.add(name)

    def _ClassDef(self, node: ast.ClassDef, scope: Scope) -> bool:
        self.decorators(node, scope)
        self.binds(node.name, scope, node)
        for part in (*node.bases, *(each.value for each in node.keywords)):
            self.read(part.value if isinstance(part, ast.Starred) else part, scope)
        if any(each.arg != "metaclass" for each in node.keywords):
            refuse(node, "what a class takes by name its bases say, of which nothing is known")
        self.stars(node, node.bases, node.keywords)
        inner = Scope(_bound_in(node.body), scope, "class")
        inner.name = node.name
        if node.body[0].lineno == self.head_line(node):
            if scope.kind == "class":
                refuse(node, "a body of its own in a class")
            self.branch(node.body, inner, node.body[0].lineno)
            dead = False
        else:
            for each in node.body:
                if isinstance(
                    each, ast.If | ast.For | ast.While | ast.Match | ast.With | ast.Try | ast.Import | ast.ImportFrom
                ):
                    refuse(each, "not in a class")
            self.handlers.append(0)
            dead = self.block(node.body, inner)
            self.handlers.pop()
        self.defines(node.name, scope)
        return dead

    def head_line(self, node: ast.ClassDef) -> int:
        parts = [*node.bases, *(each.value for each in node.keywords)]
        at = max([node.lineno, *(each.end_lineno or 0 for each in parts)])
        while not self.lines[at - 1].split("#")[0].rstrip().endswith(":") and at < node.body[0].lineno:
            at += 1
        return at

    def _FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> bool:
        self.decorators(node, scope)
        self.binds(node.name, scope, node)
        every = _parameters(node.args)
        for part in (*_defaults(node.args), *(each.annotation for each in every), node.returns):
            if part is not None:
                self.read(part, scope)
        self.defines(node.name, scope)
        own = {each.arg for each in every}
        inner = Scope(own | _bound_in(node.body), scope, "function")
        inner.bound, inner.assigned = set(own), set(own)
        self.handlers.append(0)
        self.coroutines.append(isinstance(node, ast.AsyncFunctionDef))
        first = node.body[0]
        if self.lines[first.lineno - 1].encode()[: first.col_offset].strip():
            self.branch(node.body, inner, first.lineno)
        else:
            self.block(node.body, inner)
        self.coroutines.pop()
        self.handlers.pop()
        return False

    _AsyncFunctionDef = _FunctionDef

    def _Assign(self, node: ast.Assign, scope: Scope) -> bool:
        bound = []
        for target in node.targets:
            if isinstance(target, ast.Tuple) and (self.bracketed(target) or target is not node.targets[0]):
                refuse(node, "several targets come first, without brackets")
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Starred | ast.Tuple):
                    starred = isinstance(each, ast.Starred)
                    for name in self.nested(each.value if isinstance(each, ast.Starred) else each, starred=starred):
                        self.binds(name, scope, node, plain=True)
                        bound.append(name)
                elif isinstance(each, ast.Name):
                    self.binds(each.id, scope, node, plain=True)
                    bound.append(each.id)
                else:
                    self.place(each, scope)
        if isinstance(node.value, ast.Lambda) and not isinstance(node.targets[0], ast.Tuple):
            self.read_lambda(node.value, scope)
        else:
            self.value(node.value, scope)
        scope.bound |= set(bound)
        scope.assigned |= self.anew
        scope.always |= self.anew
        self.anew = set()
        return False

    def place(self, node: ast.expr, scope: Scope) -> None:
        """An item or attribute; not an attribute of what was given."""
        if not isinstance(node, ast.Attribute | ast.Subscript):
            refuse(node, "no target of an assignment")
        if isinstance(node, ast.Attribute):
            base: ast.expr = node.value
            while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
                base = base.func if isinstance(base, ast.Call) else base.value
            given = isinstance(base, ast.Name) and self.known(base.id, scope)
            if not isinstance(base, ast.Name) or given or node.attr == "join":
                refuse(node, "no attribute of what was given")
        base = node
        while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
            base = base.func if isinstance(base, ast.Call) else base.value
        if not isinstance(base, ast.Name):
            refuse(node, "a place begins with a name")
        self.read(node, scope)

    def _AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> bool:
        if not isinstance(node.target, ast.Name) or not node.simple:
            refuse(node, "a name")
        self.binds(node.target.id, scope, node)
        self.read(node.annotation, scope)
        if node.value is None:
            return False
        if isinstance(node.value, ast.Lambda):
            self.read_lambda(node.value, scope)
        else:
            self.value(node.value, scope)
        scope.bound.add(node.target.id)
        return False

    def _AugAssign(self, node: ast.AugAssign, scope: Scope) -> bool:
        if isinstance(node.target, ast.Name):
            bound = (scope.bound | scope.always) - {*scope.imports}
            if node.target.id not in bound or node.target.id in scope.handled:
                refuse(node, f"{node.target.id} is not bound here")
        else:
            self.place(node.target, scope)
        self.read(node.value, scope)
        return False

    def _Expr(self, node: ast.Expr, scope: Scope) -> bool:
        if isinstance(node.value, ast.Tuple) and self.lines[node.lineno - 1][node.col_offset] != "(":
            refuse(node, "a tuple without brackets")
        self.value(node.value, scope)
        return False

    def value(self, node: ast.expr, scope: Scope) -> None:
        """Of a statement, or of what is assigned."""
        if isinstance(node, ast.Yield | ast.YieldFrom):
            if self.coroutines[-1]:
                refuse(node, "no generators that are coroutines")
            if node.value is None:
                return
            node = node.value
        self.read(node, scope)

    def _Delete(self, node: ast.Delete, scope: Scope) -> bool:
        for each in node.targets:
            self.place(each, scope)
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
            name = each.asname or each.name
            module = self.modules.get(name)
            if module is None or module.__name__ != each.name:
                refuse(node, "no such module")
            self.brings(node, scope, name, (module, None, None), same=True)
        return False

    def _ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> bool:
        module = next((each for each in self.modules.values() if each.__name__ == node.module), None)
        if module is None or node.level:
            refuse(node, "no such module")
        for each in node.names:
            value = self.member(ast.Attribute(ast.Name("module"), each.name, ast.Load(), lineno=node.lineno), module)
            same = getattr(module, each.name, UNKNOWN) is self.names.get(each.name, module)
            if each.asname and (each.asname in scope.imports or (scope is self.module and each.asname in self.names)):
                refuse(node, f"{each.asname} is bound already")
            by = (
                (value, None, None)
                if isinstance(value, ModuleType | type) or value is UNKNOWN
                else (value, module, each.name)
            )
            self.brings(node, scope, each.asname or each.name, by, same=same and not each.asname)
        return False

    def brings(self, node: ast.stmt, scope: Scope, name: str, value: Any, *, same: bool) -> None:
        """The scope imports the name. `same`: as it is given."""
        if scope.kind == "class" or mangled(name):
            refuse(node, "not in a class")
        if name in scope.imports:
            if scope.imports[name] != value:
                refuse(node, f"{name} is imported as something else")
        elif name in scope.assigned | scope.fleeting | scope.met:
            refuse(node, f"{name} is bound or read already")
        elif name in self.names and not (same and scope is self.module) and self.kind(name) in scope.reads:
            refuse(node, f"{name} is given")
        if not (same and scope is self.module):
            scope.imports[name] = value
            scope.assigned.add(name)
            scope.bound.add(name)

    def _Global(self, node: ast.Global, scope: Scope) -> bool:
        return self.shares(node, scope, self.module)

    def _Nonlocal(self, node: ast.Nonlocal, scope: Scope) -> bool:
        around = scope.around
        while around is not None and around.kind == "class":
            around = around.around
        return self.shares(node, scope, around if around is not None and around.kind == "function" else None)

    def shares(self, node: ast.Global | ast.Nonlocal, scope: Scope, of: Scope | None) -> bool:
        if of is None or scope.kind != "function":
            refuse(node, "of nothing")
        for name in node.names:
            known = (
                name in of.bound | of.always
                and name not in of.handled
                and name not in of.shared
                and name not in of.imports
            )
            if not known or name in scope.assigned | scope.met | scope.fleeting:
                refuse(node, f"{name} is not of that scope, or was met")
            for names in (scope.own, scope.always, scope.assigned, scope.shared):
                names.add(name)
        return False

    # --- Expressions

    def holder(self, name: str, scope: Scope) -> Scope | None:
        """The scope whose name it is."""
        at: Scope | None = scope
        scoped = False
        while at is not None and (name not in at.own or (at.kind == "class" and scoped)):
            scoped = scoped or at.kind != "module"
            at = at.around
        return at

    def known(self, name: str, scope: Scope) -> bool:
        """Whether it is read as given, or as imported."""
        held = self.holder(name, scope)
        return (name in self.names and not self.owned(name, scope)) or (held is not None and name in held.imports)

    def readable(self, name: str, scope: Scope, *, crossed: bool = False) -> bool:
        at: Scope | None = scope
        scoped = later = element = False
        while at is not None:
            if at.kind == "class" and scoped:
                around = at.around
                assert around is not None
                if later and name == at.name and around.kind != "class":
                    return True
            elif name in at.own:
                if at.kind == "class" and (element or at.element or name in at.hidden):
                    return False
                return name in at.bound | at.always and not (crossed and name in at.handled)
            crossed = crossed or at.kind in ("function", "lambda")
            if at.kind == "comprehension" and at.element:
                element = element or not scoped
            else:
                scoped = scoped or at.kind != "module"
            later = later or at.kind == "function"
            at = at.around
        return False

    def read(self, node: ast.AST, scope: Scope) -> Any:
        """What is known of the value: an object, or UNKNOWN."""
        if isinstance(node, ast.Name):
            if node.id in self.names and not self.owned(node.id, scope):
                around: Scope | None = scope
                again = False
                while around is not None:
                    again = again or around.kind in ("function", "lambda")
                    if around.kind == "function" or (around.kind == "module" and (again or around.loops)):
                        kind = self.kind(node.id)
                        if kind == "module" and around.kind == "function":
                            around.met.add(node.id)
                        else:
                            around.reads.add(kind)
                    around = around.around
                return self.names[node.id]
            if not self.readable(node.id, scope):
                refuse(node, f"{node.id} is not bound")
            held, around = self.holder(node.id, scope), scope
            while around is not None and around is not held:
                around.met.add(node.id)
                around = around.around
            return UNKNOWN if held is None else held.imports.get(node.id, (UNKNOWN,))[0]
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
            value = self.base(node, node.value, scope)
            if node.attr == "join" and node not in self.called and value is UNKNOWN and self.of_given(node, scope):
                refuse(node, "join of what a given name has or computes is called")
            return self.attribute(node, value)
        if isinstance(node, ast.Call):
            self.call(node, scope)
        elif isinstance(node, ast.NamedExpr):
            if node is not self.walrus:
                refuse(node, "a name is bound by what a condition computes first")
        elif isinstance(node, ast.Starred):
            refuse(node, "stars are of the parts of lists and sets")
        elif isinstance(node, ast.List | ast.Set):
            self.parts(node.elts, scope)
        elif isinstance(node, ast.Dict):
            self.parts([part for pair in zip(node.keys, node.values, strict=True) for part in pair], scope, 2)
        elif isinstance(node, ast.Yield | ast.YieldFrom):
            refuse(node, "yield is a statement, or what is assigned")
        elif isinstance(node, ast.JoinedStr) and any(isinstance(each, ast.Await) for each in ast.walk(node)):
            refuse(node, "no await in an f-string")
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

    def parts(self, parts: Sequence[ast.expr | None], scope: Scope, first: int = 1) -> None:
        """Of a bracket that may still become a comprehension at the first of them."""
        begun = bool(parts) and parts[0] is not None and not isinstance(parts[0], ast.Starred)
        for i, each in enumerate(parts):
            inside = begun and i < first and scope.kind != "comprehension"
            scope.element += inside
            if each is not None:
                self.read(each.value if isinstance(each, ast.Starred) else each, scope)
            scope.element -= inside

    def of_given(self, node: ast.expr, scope: Scope) -> bool:
        """Whether it begins with a given name, which is not in brackets."""
        part = node
        while isinstance(part, ast.Attribute | ast.Subscript | ast.Call):
            part = part.func if isinstance(part, ast.Call) else part.value
            if (part.lineno, part.col_offset) != (node.lineno, node.col_offset):
                return False
        return isinstance(part, ast.Name) and self.known(part.id, scope)

    def argument(self, node: ast.expr, scope: Scope) -> None:
        if isinstance(node, ast.Starred):
            node = node.value
        elif isinstance(node, ast.Lambda):
            self.read_lambda(node, scope)
            return
        self.read(node, scope)

    def stars(self, node: ast.AST, positions: list[ast.expr], named: list[ast.keyword]) -> None:
        """Arguments with one star come before those by name, which are no lambda where they have stars."""
        last = max(((each.lineno, each.col_offset) for each in positions), default=(0, 0))
        if any((each.value.lineno, each.value.col_offset) < last for each in named):
            refuse(node, "a star after an argument by name")

    def base(self, node: ast.expr, of: ast.expr, scope: Scope) -> Any:
        """What is known of what the node calls or has an attribute of: nothing where that stands in brackets."""
        value = self.read(of, scope)
        return value if (of.lineno, of.col_offset) == (node.lineno, node.col_offset) else UNKNOWN

    def attribute(self, node: ast.Attribute, value: Any) -> Any:
        if value is UNKNOWN or (isinstance(value, ModuleType) and hasattr(value, "__getattr__")):
            return UNKNOWN
        return self.member(node, value)

    def member(self, node: ast.Attribute, value: Any) -> Any:
        if node.attr.startswith("_") or node.attr not in dir(value):
            refuse(node, f"no attribute {node.attr}")
        if isinstance(inspect.getattr_static(value, node.attr), property):
            return UNKNOWN
        found = getattr(value, node.attr)
        if isinstance(found, ModuleType) and sys.modules.get(f"{value.__name__}.{node.attr}") is not found:
            return UNKNOWN
        return found if inspect.isroutine(found) or isinstance(found, ModuleType | type) else UNKNOWN

    def call(self, node: ast.Call, scope: Scope) -> None:
        self.called.add(node.func)
        value = self.base(node, node.func, scope)
        arguments = [*node.args, *(each.value for each in node.keywords)]
        self.stars(node, node.args, node.keywords)
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        unpacked = any(each.arg is None for each in node.keywords)
        lazy = len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp) and not node.keywords
        joining = isinstance(node.func, ast.Attribute) and node.func.attr == "join" and value is UNKNOWN
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        bare = of is not None and (of.lineno, of.col_offset) == (node.lineno, node.col_offset)
        if joining and bare and isinstance(of, ast.Constant | ast.JoinedStr):
            value = "".join
        if lazy and (joining or _iterates(value)):
            self.comprehension(arguments[0], scope)
            arguments = []
        for i, each in enumerate(arguments):
            element = i == 0 and bool(node.args) and (joining or _iterates(value)) and not isinstance(each, ast.Starred)
            inside = element and scope.kind != "comprehension"
            scope.element += inside
            self.argument(each, scope)
            scope.element -= inside
        if value is UNKNOWN:
            return
        if not callable(value):
            refuse(node, "cannot be called")
        positions = sum(not isinstance(each, ast.Starred) for each in node.args)
        _bind(node, value, positions, [each.arg for each in node.keywords if each.arg is not None], starred, unpacked)

    def read_lambda(self, node: ast.Lambda, scope: Scope) -> None:
        for each in _defaults(node.args):
            self.read(each, scope)
        own = {each.arg for each in _parameters(node.args)}
        if own & (self.names.keys() | self.imports(scope)):
            refuse(node, "a parameter is given")
        inner = Scope(own, scope, "lambda")
        inner.bound = own
        self.read(node.body, inner)

    def comprehension(self, node: Any, scope: Scope) -> None:
        if any(each.is_async for each in node.generators):
            refuse(node, "no async in a comprehension")
        every = [self.targets(each.target, scope) for each in node.generators]
        own = {name for names in every for name in names}
        if own & (self.names.keys() | self.imports(scope)):
            refuse(node, "a target is given")
        inner = Scope(own, scope, "comprehension")
        for i, (each, names) in enumerate(zip(node.generators, every, strict=True)):
            self.read(each.iter, inner if i else scope)
            inner.bound |= set(names)
            for condition in each.ifs:
                self.read(condition, inner)
        inner.element = 1
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.read(part, inner)


def _iterates(value: Any) -> bool:
    found = signature(value) if value is not UNKNOWN and callable(value) else True
    return not isinstance(found, bool) and found.iterates


def _bind(node: ast.AST, value: Any, positions: int, names: list[str], starred: bool, unpacked: bool) -> None:
    """Refused where no call fits: the real signature; of builtins that have none, by what they take."""
    if len({*names}) < len(names):
        refuse(node, "an argument twice")
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
        why = "no call fits"
        every = list(real.parameters.values())
        for more in range(len(every) + 1 if starred else 1):
            named = [*names]
            if unpacked:
                later = [
                    each for i, each in enumerate(every) if i >= positions + more or each.kind is each.KEYWORD_ONLY
                ]
                kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
                named += [each.name for each in later if each.kind in kinds and each.name not in names]
            try:
                real.bind(*[None] * (positions + more), **dict.fromkeys(named))
            except TypeError as error:
                why = str(error)
            else:
                return
        refuse(node, why)
    if starred:
        taken = [i for i, (name, _) in enumerate(table.by_position) if name and name in names and i >= positions]
        required = [name for name, _ in table.by_position[min(taken, default=len(table.by_position)) :] if _]
        if not unpacked and not {*required} <= {*names}:
            refuse(node, "not so many arguments")
        least = 0
    else:
        unnamed = [i for i, (name, required) in enumerate(table.by_position) if required and not name]
        if (names or unpacked) and unnamed and positions <= unnamed[-1]:
            refuse(node, "not so many arguments")
        least = sum(required for _, required in table.by_position)
    if unpacked:
        least = 0
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
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            out.add(node.name)
            continue
        if isinstance(node, ast.Lambda | _COMPREHENSIONS):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            out.add(node.id)
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            out.add(node.name)
        if isinstance(node, ast.MatchMapping) and node.rest:
            out.add(node.rest)
        if isinstance(node, ast.alias):
            out.add(node.asname or node.name)
        waiting += list(ast.iter_child_nodes(node))
    return out


def _parameters(a: ast.arguments) -> list[ast.arg]:
    return [each for each in (*a.posonlyargs, *a.args, a.vararg, *a.kwonlyargs, a.kwarg) if each is not None]


def _defaults(a: ast.arguments) -> list[ast.expr]:
    return [each for each in (*a.defaults, *a.kw_defaults) if each is not None]
