"""Questions about the texts of a constraint, answered without a model."""
