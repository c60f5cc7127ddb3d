"""Penalties lower the scores of tokens that have been written before."""
