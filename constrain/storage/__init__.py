"""Files: saved constraints, saved vocabularies with their tables, and the cache of both in the user's folder."""
