"""Web applications (PEP 3333), and what runs them: here nothing listens."""
