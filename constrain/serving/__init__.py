"""What servers and devices keep: constraints by description, masks by number, small constraints as tables."""
