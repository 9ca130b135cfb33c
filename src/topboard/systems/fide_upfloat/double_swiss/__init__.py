"""What the Double-Swiss System has of its own: matches of two games, and their colours."""
