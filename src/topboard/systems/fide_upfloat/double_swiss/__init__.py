"""The parts specific to the Double-Swiss System: matches of two games, and their colours."""
