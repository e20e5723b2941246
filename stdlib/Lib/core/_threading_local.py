"""What `threading` has for the attributes of which each thread has its own."""
from threading import local

__all__ = ['local']
