"""A property that is computed once.

As `functools.cached_property`, but without its lock, which Python 3.11 still has: one for all instances, held while any
of them computes. A process that is forked off in such a moment would wait for it forever. Where two threads come at
once, both compute, and one result stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class once(Generic[Owner, Value]):
    """Computes the attribute when it is first asked for, and keeps it in the instance's dictionary.

    >>> class Circle:
    ...     @once
    ...     def area(self) -> float: ...
    """

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self.compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    if TYPE_CHECKING:  # instances may be given the value

        def __set__(self, instance: Owner, value: Value) -> None: ...

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> once[Owner, Value]: ...
    @overload
    def __get__(self, instance: Owner, owner: type[Any]) -> Value: ...
    def __get__(self, instance: Owner | None, owner: type[Any]) -> once[Owner, Value] | Value:
        if instance is None:
            return self
        return vars(instance).setdefault(self.name, self.compute(instance))  # type: ignore[no-any-return]
