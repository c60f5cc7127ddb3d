"""Masks into logits, logits into tokens."""
