"""What the rest of the package leans on: arguments, short reprs, deep stacks. Imports nothing but errors."""
