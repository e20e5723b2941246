"""The hashes of `hashlib` that CPython has in a module of their own."""
from hashlib import blake2b, blake2s
