"""What the process keeps for constraints, in numbers: tries, patterns with their token tables, configurations.

Tries live as long as their vocabulary. Patterns and tables are shared by all constraints of a vocabulary; a store that
has outgrown its budget is replaced for new constraints and goes with the last old one. Configurations belong to one
constraint and are made again when they pass `cache_bytes`. Both registries hold weakly, so they keep nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from .constraint import constraints
from .support.arguments import public
from .vocabulary import vocabularies


class CacheInfo(NamedTuple):
    """Counts and bytes over all living vocabularies that were used, and all living constraints.

    It is most of what the process grows by. Beside it Python keeps the texts of schemas and a few objects for each
    constraint, productions of other grammars, and some MB of terminals that are written often.
    """

    vocabularies: int
    trie_bytes: int
    residuals: int  # patterns and what is left of them after some bytes, in the stores that new constraints share
    store_bytes: int  # these residuals, their derivatives and token tables
    scan_bytes: int  # what the patterns read of the ends of tokens, beside the stores
    saved_table_bytes: int  # tables that came with saved vocabularies, as they stand in the file
    constraints: int
    configurations: int
    configuration_bytes: int  # the grammars' networks, configurations, parser sets and masks: all of these constraints


@public
def cache_info() -> CacheInfo:
    """What is kept now. Costs microseconds for each living vocabulary and constraint.

    >>> constrain.cache_info().constraints
    3
    """
    # References are listed in one step; other threads may make and drop objects meanwhile.
    of_vocabularies = [each.native.statistics() for ref in vocabularies.valuerefs() if (each := ref()) is not None]
    of_constraints = [alive.native.statistics() for ref in constraints.valuerefs() if (alive := ref()) is not None]
    return CacheInfo(
        vocabularies=len(of_vocabularies),
        trie_bytes=sum(found["trie_bytes"] for found in of_vocabularies),
        residuals=sum(found["residuals"] for found in of_vocabularies),
        store_bytes=sum(found["store_bytes"] for found in of_vocabularies),
        scan_bytes=sum(found["scan_bytes"] for found in of_vocabularies),
        saved_table_bytes=sum(found["saved_table_bytes"] for found in of_vocabularies),
        constraints=len(of_constraints),
        configurations=sum(found["configurations"] for found in of_constraints),
        configuration_bytes=sum(found["bytes"] for found in of_constraints),
    )
