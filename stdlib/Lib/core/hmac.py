"""Keyed hashes (RFC 2104)."""
import _hashlib
import hashlib

__all__ = ['new', 'digest', 'compare_digest', 'HMAC']

digest_size = None
_INNER = bytes(x ^ 0x36 for x in range(256))
_OUTER = bytes(x ^ 0x5C for x in range(256))
trans_36, trans_5C = _INNER, _OUTER


def _constructor(digestmod):
    if callable(digestmod):
        return digestmod
    if isinstance(digestmod, str):
        return lambda data=b'': hashlib.new(digestmod, data)
    return lambda data=b'': digestmod.new(data)


class HMAC:
    """A keyed hash over a message that may come in pieces."""
    blocksize = 64

    def __init__(self, key, msg=None, digestmod=''):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f'key: expected bytes or bytearray, but got {type(key).__name__!r}')
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        self._init_old(key, msg, digestmod)

    def _init_old(self, key, msg, digestmod):
        make = _constructor(digestmod)
        self._outer = make()
        self._inner = make()
        self.digest_size = self._inner.digest_size
        size = getattr(self._inner, 'block_size', None)
        if size is None or size < 16:
            from warnings import warn
            warn(f'No block_size attribute on given digest object; Assuming {self.blocksize}.' if size is None else
                 f'block_size of {size} seems too small; using our default of {self.blocksize}.', RuntimeWarning, 2)
            size = self.blocksize
        self.block_size = size
        if len(key) > size:
            key = make(key).digest()
        key = bytes(key).ljust(size, b'\0')
        self._outer.update(key.translate(_OUTER))
        self._inner.update(key.translate(_INNER))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return 'hmac-' + self._inner.name

    def update(self, msg):
        """Add to the message."""
        self._inner.update(msg)

    def copy(self):
        """A copy that goes its own way."""
        other = self.__class__.__new__(self.__class__)
        other.digest_size = self.digest_size
        other.block_size = self.block_size
        other._inner = self._inner.copy()
        other._outer = self._outer.copy()
        return other

    def _finished(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h

    def digest(self):
        """The hash as bytes."""
        return self._finished().digest()

    def hexdigest(self):
        """The hash as hexadecimal digits."""
        return self._finished().hexdigest()


def new(key, msg=None, digestmod=''):
    """A new keyed hash; `digestmod` is required."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """The keyed hash of a whole message."""
    if isinstance(digest, str):
        found = _hashlib.hmac_digest(digest, key, msg)
        if found is not None:
            return found
    make = _constructor(digest)
    inner, outer = make(), make()
    size = getattr(inner, 'block_size', 64)
    if len(key) > size:
        key = make(key).digest()
    key = bytes(key).ljust(size, b'\0')
    inner.update(key.translate(_INNER))
    outer.update(key.translate(_OUTER))
    inner.update(msg)
    outer.update(inner.digest())
    return outer.digest()


def compare_digest(a, b, /):
    """Whether two hashes are equal, in a time that does not depend on where they differ."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError('comparing strings with non-ASCII characters is not supported')
        a, b = a.encode(), b.encode()
    else:
        views = [isinstance(x, (bytes, bytearray, memoryview)) for x in (a, b)]
        if not any(views):
            raise TypeError(f"unsupported operand types(s) or combination of types: "
                            f"'{type(a).__name__}' and '{type(b).__name__}'")
        if not all(views):
            other = type(a if views[1] else b).__name__
            raise TypeError(f"a bytes-like object is required, not '{other}'")
    difference = len(a) ^ len(b)
    for x, y in zip(bytes(a), bytes(b)):
        difference |= x ^ y
    return not difference
