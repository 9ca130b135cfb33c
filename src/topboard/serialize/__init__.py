"""Reasons, obstacles and why-not answers as JSON, with names that do not depend on classes."""
