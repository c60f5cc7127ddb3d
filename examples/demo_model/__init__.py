"""The demo model's data, training and evaluation; nothing here is installed."""
