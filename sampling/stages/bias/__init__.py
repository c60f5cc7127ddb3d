"""Biases add to the scores of chosen tokens, or forbid some, or all but some."""
