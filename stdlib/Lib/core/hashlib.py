"""Secure hashes and message digests."""
import _hashlib
from _blake2 import blake2b, blake2s
from _hashlib import (openssl_md5 as md5, openssl_sha1 as sha1, openssl_sha224 as sha224,
                      openssl_sha256 as sha256, openssl_sha384 as sha384, openssl_sha512 as sha512,
                      openssl_sha3_224 as sha3_224, openssl_sha3_256 as sha3_256, openssl_sha3_384 as sha3_384,
                      openssl_sha3_512 as sha3_512, openssl_shake_128 as shake_128, openssl_shake_256 as shake_256,
                      pbkdf2_hmac, scrypt)

algorithms_guaranteed = {'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s',
                         'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256'}
algorithms_available = algorithms_guaranteed | {'sha512_224', 'sha512_256'}

__all__ = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s', 'sha3_224',
           'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256', 'new', 'algorithms_guaranteed',
           'algorithms_available', 'file_digest', 'pbkdf2_hmac')


def __hash_new(name, data=b'', **kwargs):
    """A hash object by the name of its algorithm."""
    if name in {'blake2b', 'blake2s'} or isinstance(name, str) and name.lower() in ('blake2b', 'blake2s'):
        return (blake2b if name.lower() == 'blake2b' else blake2s)(data, **kwargs)
    for key in kwargs:
        if key not in ('usedforsecurity', 'string'):
            from _stockade import unexpected_keyword
            unexpected_keyword('new()', key, ('name', 'string', 'usedforsecurity'))
    return _hashlib._open(name, data)


new = __hash_new


def __get_builtin_constructor(name):
    """The function that makes a hash of an algorithm."""
    found = globals().get(name.lower()) if name in algorithms_guaranteed or name.lower() in ('md5', 'sha1') else None
    if found is None:
        raise ValueError('unsupported hash type ' + name)
    return found


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """A hash object of what a binary file holds."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, 'getbuffer'):
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, 'readinto') and hasattr(fileobj, 'readable') and fileobj.readable()):
        raise ValueError("'%r' is not a file-like object in binary reading mode." % (fileobj,))
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while True:
        size = fileobj.readinto(buffer)
        if size == 0:
            return made
        made.update(view[:size])
