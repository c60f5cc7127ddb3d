"""Beams, groups of beams, and their finished hypotheses."""
