"""Reasons, obstacles and why-not answers as JSON, under names that stay when classes change."""
