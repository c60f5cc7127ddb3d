"""JSON Schema to grammar: exact, or refused with the place.

Reading order: `front` (what is promised); `source/`: `document`, `resources`, `dialect` (subschemas and references),
`inputs` and `pydantic_types` (what may be passed); `formula` and `values/evaluate` (boolean algebra over subschemas);
`values/`: `constants`, `strings`, `numbers`, `arrays`, `object_shape`, `objects` (shapes by type),
`clauses`, `cardinality`; `writing/`: `writer`, `objects`, `keys`, `objects_any_order`, `objects_stateful`,
`arrays`, `unique_items` (shapes to productions), `intervals`, `numerals`, `divisibility`; `text/`: `layout`,
`spelling`, `formats` (what the bytes look like); `report` (what was enforced).
"""

from .front import JsonSchemaGrammar as JsonSchemaGrammar
from .front import json_schema as json_schema
