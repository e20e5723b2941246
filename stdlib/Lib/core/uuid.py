"""Universally unique identifiers; the random ones come from the randomness that the host grants."""
from enum import Enum

__all__ = ['UUID', 'SafeUUID', 'getnode', 'uuid1', 'uuid3', 'uuid4', 'uuid5', 'NAMESPACE_DNS',
           'NAMESPACE_URL', 'NAMESPACE_OID', 'NAMESPACE_X500', 'RESERVED_NCS', 'RFC_4122',
           'RESERVED_MICROSOFT', 'RESERVED_FUTURE']

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = (
    'reserved for NCS compatibility', 'specified in RFC 4122',
    'reserved for Microsoft compatibility', 'reserved for future definition')


int_ = int
bytes_ = bytes


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """128 bits; made from any one of its forms."""
    __slots__ = ('int', 'is_safe', '__weakref__')

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        as_int = int
        if hex is not None:
            digits = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(digits) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            as_int = _int(digits, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            as_int = _int.from_bytes(bytes)
        if fields is not None:
            as_int = _from_fields(fields)
        if not 0 <= as_int < 1 << 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
            as_int = as_int & ~(0xC000 << 48) | 0x8000 << 48
            as_int = as_int & ~(0xF000 << 64) | version << 76
        object.__setattr__(self, 'int', as_int)
        object.__setattr__(self, 'is_safe', is_safe)

    def __getstate__(self):
        state = {'int': self.int}
        if self.is_safe != SafeUUID.unknown:
            state['is_safe'] = self.is_safe.value
        return state

    def __setstate__(self, state):
        object.__setattr__(self, 'int', state['int'])
        object.__setattr__(self, 'is_safe', SafeUUID(state.get('is_safe')))

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f'{self.__class__.__name__}({str(self)!r})'

    def __str__(self):
        h = self.hex
        return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'

    @property
    def bytes(self):
        return self.int.to_bytes(16)

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant,
                self.clock_seq_low, self.node)

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return self.int >> 80 & 0xFFFF

    @property
    def time_hi_version(self):
        return self.int >> 64 & 0xFFFF

    @property
    def clock_seq_hi_variant(self):
        return self.int >> 56 & 0xFF

    @property
    def clock_seq_low(self):
        return self.int >> 48 & 0xFF

    @property
    def time(self):
        return (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xFFFFFFFFFFFF

    @property
    def hex(self):
        return '%032x' % self.int

    @property
    def urn(self):
        return 'urn:uuid:' + str(self)

    @property
    def variant(self):
        if not self.int & 0x8000 << 48:
            return RESERVED_NCS
        if not self.int & 0x4000 << 48:
            return RFC_4122
        if not self.int & 0x2000 << 48:
            return RESERVED_MICROSOFT
        return RESERVED_FUTURE

    @property
    def version(self):
        return self.int >> 76 & 0xF if self.variant == RFC_4122 else None


_int = int


def _from_fields(fields):
    if len(fields) != 6:
        raise ValueError('fields is not a 6-tuple')
    result = 0
    for i, (value, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
        if not 0 <= value < 1 << bits:
            raise ValueError(f'field {i} out of range (need {"an" if bits == 8 else "a"} {bits}-bit value)')
        result = result << bits | value
    return result


_node = _random = None


def _random_bits(n):
    # A private generator, so that the program's `random` does not change.
    global _random
    if _random is None:
        from random import Random
        _random = Random()
    return _random.getrandbits(n)


def _random_getnode():
    return _random_bits(48) | 1 << 40


def _no_node():
    """No command tells a hardware address, nor does the system."""
    return None


_ifconfig_getnode = _ip_getnode = _arp_getnode = _lanscan_getnode = _netstat_getnode = _unix_getnode = _windll_getnode = _no_node
_OS_GETTERS = []
_GETTERS = []
_generate_time_safe = _UuidCreate = None
_MAC_DELIM, _MAC_OMITS_LEADING_ZEROES = b':', False


def getnode(*, getters=None):
    """48 random bits: there is no hardware address to tell."""
    global _node
    if _node is None:
        _node = _random_getnode()
    return _node


_last_time = None


def uuid1(node=None, clock_seq=None):
    """From the time and a node."""
    global _last_time
    import time
    stamp = time.time_ns() // 100 + 0x01B21DD213814000
    if _last_time is not None and stamp <= _last_time:
        stamp = _last_time + 1
    _last_time = stamp
    if clock_seq is None:
        clock_seq = _random_bits(14)
    return UUID(fields=(stamp & 0xFFFFFFFF, stamp >> 32 & 0xFFFF, stamp >> 48 & 0x0FFF,
                        clock_seq >> 8 & 0x3F, clock_seq & 0xFF, getnode() if node is None else node), version=1)


def _from_name(namespace, name, hash_name, version):
    import hashlib
    if isinstance(name, str):
        name = name.encode()
    digest = hashlib.new(hash_name, namespace.bytes + name).digest()
    return UUID(bytes=digest[:16], version=version)


def _is_universal(mac):
    return not mac & 1 << 41


def _parse_mac(word):
    """The number of a hardware address written in six parts, or None."""
    parts = word.split(_MAC_DELIM)
    if len(parts) != 6:
        return None
    if _MAC_OMITS_LEADING_ZEROES:
        if not all(1 <= len(part) <= 2 for part in parts):
            return None
        word = b''.join(part.rjust(2, b'0') for part in parts)
    else:
        if not all(len(part) == 2 for part in parts):
            return None
        word = b''.join(parts)
    try:
        return int(word, 16)
    except ValueError:
        return None


def uuid3(namespace, name):
    """From the MD5 hash of a name in a namespace."""
    return _from_name(namespace, name, 'md5', 3)


def uuid4():
    """Random."""
    return UUID(int=_random_bits(128), version=4)


def uuid5(namespace, name):
    """From the SHA-1 hash of a name in a namespace."""
    return _from_name(namespace, name, 'sha1', 5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')


def main():
    """The command line: makes identifiers."""
    import argparse
    kinds = {'uuid1': uuid1, 'uuid3': uuid3, 'uuid4': uuid4, 'uuid5': uuid5}
    spaces = {'@dns': NAMESPACE_DNS, '@url': NAMESPACE_URL, '@oid': NAMESPACE_OID, '@x500': NAMESPACE_X500}
    parser = argparse.ArgumentParser(description='Generates a uuid using the selected uuid function.')
    parser.add_argument('-u', '--uuid', choices=kinds.keys(), default='uuid4', help='The function to use to generate the uuid. ')
    parser.add_argument('-n', '--namespace', help="The namespace is a UUID, or '@ns' where 'ns' is a well-known predefined UUID "
                        'addressed by namespace name. Such as @dns, @url, @oid, and @x500. Only required for uuid3/uuid5 functions.')
    parser.add_argument('-N', '--name', help='The name used as part of generating the uuid. Only required for uuid3/uuid5 functions.')
    args = parser.parse_args()
    make = kinds[args.uuid]
    if args.uuid in ('uuid3', 'uuid5'):
        if not args.namespace or not args.name:
            parser.error('Incorrect number of arguments. {} requires a namespace and a name. '
                         "Run 'python -m uuid -h' for more information.".format(args.uuid))
        space = spaces[args.namespace] if args.namespace in spaces else UUID(args.namespace)
        print(make(space, args.name))
    else:
        print(make())
