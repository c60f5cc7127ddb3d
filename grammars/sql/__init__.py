"""Queries that run on a given database."""

from .front import sql as sql
