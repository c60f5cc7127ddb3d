"""Regular expressions over bytes: their trees, their byte code, and sets of characters as bytes."""
