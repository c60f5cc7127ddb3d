"""ABNF, the notation of the Internet's standards, as a grammar."""

from .front import abnf as abnf
