"""JSON Schema to grammar: exact, or refused with the place.

Reading order: `front` (what is promised), `document` and `dialect` (places and references), `formula` and `meaning`
(boolean algebra over subschemas), `strings`, `numbers`, `arrays`, `objects` (shapes by type), `builder`, `members`,
`keys`, `obligations`, `items`, `unique` (shapes to productions), `layout`, `spelling`, `numerals`, `formats` (what the
bytes look like), `sources` and `pydantic_types` (what may be passed), `report` (what was enforced).
"""

from .front import JsonSchemaGrammar as JsonSchemaGrammar
from .front import json_schema as json_schema
