"""Stages in order: pipelines, the rows that pass through them, and what is fused."""
