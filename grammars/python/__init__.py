"""Python 3.11: modules that its compiler accepts."""

from .front import python as python

__all__ = ["python"]
