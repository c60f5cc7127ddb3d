"""Drafts and how they are verified: speculative decoding."""
