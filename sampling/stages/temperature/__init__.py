"""Temperatures change how peaked the distribution is, and keep the order of its tokens."""
