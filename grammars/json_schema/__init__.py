"""JSON Schema to grammar: exact, or refused with the place.

Reading order: `front` (what is promised), `document`, `resources` and `dialect` (places and references), `formula` and
`meaning` (boolean algebra over subschemas), `constants`, `strings`, `numbers`, `arrays`, `object_shapes`, `objects`
(shapes by type), `writer`, `members`, `keys`, `obligations`, `items`, `unique` (shapes to productions), `layout`,
`spelling`, `intervals`, `numerals`, `division`, `formats` (what the bytes look like), `sources` and `pydantic_types`
(what may be passed), `report` (what was enforced).
"""

from .front import JsonSchemaGrammar as JsonSchemaGrammar
from .front import json_schema as json_schema
