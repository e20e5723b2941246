"""Tokens and choices that are hard to guess, from the randomness that the host grants."""
from base64 import urlsafe_b64encode
from hmac import compare_digest
from random import SystemRandom

__all__ = ['choice', 'randbelow', 'randbits', 'SystemRandom', 'token_bytes', 'token_hex',
           'token_urlsafe', 'compare_digest']


DEFAULT_ENTROPY = 32
_system = SystemRandom()
randbits = _system.getrandbits
choice = _system.choice


def randbelow(exclusive_upper_bound):
    """An int from 0 up to a bound."""
    if exclusive_upper_bound <= 0:
        raise ValueError('Upper bound must be positive.')
    return _system._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Random bytes."""
    return _system.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """Random bytes as hexadecimal digits."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """Random bytes as text that needs no quoting in URLs."""
    return urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')
