"""Truncations remove tokens from the candidates: what is removed gets `filter_value`, -inf unless said otherwise."""
