"""Models at hand, and models from files."""
