"""Processing of XML."""
