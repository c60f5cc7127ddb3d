"""`generate`, `generate_each` and `stream`: from prompts to results."""
