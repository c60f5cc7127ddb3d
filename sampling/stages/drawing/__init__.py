"""Draws pick one token for each row; every pipeline ends in one."""
