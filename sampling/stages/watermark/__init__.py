"""Watermarks leave a statistical mark in the text, which who knows the key can find again."""
