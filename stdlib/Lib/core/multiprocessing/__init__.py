"""Processes that are threads of the one there is: they take turns, and what they hand each other is copied as between processes."""
from multiprocessing import context as _context

__all__ = [name for name in dir(_context._default_context) if not name.startswith('_')]
globals().update((name, getattr(_context._default_context, name)) for name in __all__)
