"""Internet addresses, networks and interfaces, versions 4 and 6, as numbers with a width."""
from functools import cached_property as _cached_property, lru_cache, total_ordering

__all__ = ['AddressValueError', 'NetmaskValueError', 'IPv4Address', 'IPv4Interface', 'IPv4Network',
           'IPv6Address', 'IPv6Interface', 'IPv6Network', 'collapse_addresses', 'get_mixed_type_key',
           'ip_address', 'ip_interface', 'ip_network', 'summarize_address_range', 'v4_int_to_packed',
           'v6_int_to_packed']

IPV4LENGTH = 32
IPV6LENGTH = 128


class AddressValueError(ValueError):
    """The address is not valid."""


class NetmaskValueError(ValueError):
    """The netmask is not valid."""


def ip_address(address):
    """An address of whichever version fits."""
    for kind in (IPv4Address, IPv6Address):
        try:
            return kind(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 address')


def ip_network(address, strict=True):
    """A network of whichever version fits."""
    for kind in (IPv4Network, IPv6Network):
        try:
            return kind(address, strict)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 network')


def ip_interface(address):
    """An interface of whichever version fits."""
    for kind in (IPv4Interface, IPv6Interface):
        try:
            return kind(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 interface')


def v4_int_to_packed(address):
    """A number as four bytes."""
    try:
        return address.to_bytes(4)
    except OverflowError:
        raise ValueError('Address negative or too large for IPv4') from None


def v6_int_to_packed(address):
    """A number as sixteen bytes."""
    try:
        return address.to_bytes(16)
    except OverflowError:
        raise ValueError('Address negative or too large for IPv6') from None


def _count_righthand_zero_bits(number, bits):
    if number == 0:
        return bits
    return min(bits, (~number & (number - 1)).bit_length())


def summarize_address_range(first, last):
    """The networks that together hold the addresses from one to another."""
    if not (isinstance(first, _BaseAddress) and isinstance(last, _BaseAddress)):
        raise TypeError('first and last must be IP addresses, not networks')
    if first.version != last.version:
        raise TypeError(f'{first} and {last} are not of the same version')
    if first > last:
        raise ValueError('last IP address must be greater than first')
    if first.version == 4:
        network = IPv4Network
    elif first.version == 6:
        network = IPv6Network
    else:
        raise ValueError('unknown IP version')
    bits = first._max_prefixlen
    low, high = first._ip, last._ip
    while low <= high:
        size = min(_count_righthand_zero_bits(low, bits), (high - low + 1).bit_length() - 1)
        yield network((low, bits - size))
        low += 1 << size
        if low - 1 == network._ALL_ONES:
            break


def collapse_addresses(addresses):
    """As few networks as can hold what the given ones hold."""
    singles, networks = [], []
    for ip in addresses:
        if isinstance(ip, _BaseAddress):
            if singles and singles[-1]._version != ip._version:
                raise TypeError(f'{ip} and {singles[-1]} are not of the same version')
            singles.append(ip)
        elif ip._prefixlen == ip._max_prefixlen:
            if singles and singles[-1]._version != ip._version:
                raise TypeError(f'{ip} and {singles[-1]} are not of the same version')
            try:
                singles.append(ip.ip)
            except AttributeError:
                singles.append(ip.network_address)
        else:
            if networks and networks[-1]._version != ip._version:
                raise TypeError(f'{ip} and {networks[-1]} are not of the same version')
            networks.append(ip)
    ranges = _find_address_range(sorted(set(singles)))
    found = [net for first, last in ranges for net in summarize_address_range(first, last)]
    return _collapse(found + networks)


def _find_address_range(addresses):
    """(first, last) of each run of addresses that follow each other."""
    ranges = []
    for ip in addresses:
        if ranges and ranges[-1][1]._ip + 1 == ip._ip:
            ranges[-1] = ranges[-1][0], ip
        else:
            ranges.append((ip, ip))
    return ranges


def _collapse(addresses):
    todo, by_supernet = list(addresses), {}
    while todo:
        net = todo.pop()
        above = net.supernet()
        other = by_supernet.get(above)
        if other is None:
            by_supernet[above] = net
        elif other != net:
            # Two halves are a whole.
            del by_supernet[above]
            todo.append(above)
    last = None
    for net in sorted(by_supernet.values()):
        if last is not None and last.broadcast_address >= net.broadcast_address:
            continue
        yield net
        last = net


def get_mixed_type_key(obj):
    """A key that sorts networks and addresses together."""
    if isinstance(obj, _BaseNetwork):
        return (obj._version, obj.network_address, obj.netmask)
    if isinstance(obj, _BaseAddress):
        return (obj._version, obj)
    return NotImplemented


class _IPAddressBase:
    """What addresses and networks share."""
    __slots__ = ()

    @property
    def exploded(self):
        """The long form."""
        return self._explode()

    @property
    def compressed(self):
        """The short form."""
        return str(self)

    @property
    def reverse_pointer(self):
        """The name for reverse DNS."""
        return self._reverse_pointer()

    @property
    def version(self):
        raise NotImplementedError(f'{type(self)!r} has no version specified')

    def _check_int_address(self, address):
        if address < 0:
            raise AddressValueError(f'{address} (< 0) is not permitted as an IPv{self.version} address')
        if address > self._ALL_ONES:
            raise AddressValueError(f'{address} (>= 2**{self._max_prefixlen}) is not permitted as '
                                    f'an IPv{self.version} address')

    def _check_packed_address(self, address, expected):
        if len(address) != expected:
            raise AddressValueError(f'{address!r} (len {len(address)} != {expected}) is not permitted as '
                                    f'an IPv{self.version} address')

    @classmethod
    def _mask_of(cls, prefixlen):
        return cls._ALL_ONES ^ (cls._ALL_ONES >> prefixlen)

    @classmethod
    def _prefix_of_mask(cls, mask):
        zeros = _count_righthand_zero_bits(mask, cls._max_prefixlen)
        prefixlen = cls._max_prefixlen - zeros
        if mask >> zeros != (1 << prefixlen) - 1:
            raise ValueError(f'Netmask pattern {mask.to_bytes(cls._max_prefixlen // 8)!r} mixes zeroes & ones')
        return prefixlen

    @classmethod
    def _bad_netmask(cls, text):
        raise NetmaskValueError(f'{text!r} is not a valid netmask') from None

    @classmethod
    def _prefix_from_prefix_string(cls, text):
        if not (text.isascii() and text.isdigit()):
            cls._bad_netmask(text)
        prefixlen = int(text)
        if prefixlen > cls._max_prefixlen:
            cls._bad_netmask(text)
        return prefixlen

    @classmethod
    def _split(cls, address):
        """The address and the mask of what was given."""
        if not isinstance(address, tuple):
            if not isinstance(address, (str, bytes, int)):
                address = str(address)
            if isinstance(address, str):
                parts = address.split('/')
                if len(parts) > 2:
                    raise AddressValueError(f"Only one '/' permitted in {address!r}")
                return parts[0], (parts[1] if len(parts) > 1 else cls._max_prefixlen)
            return address, cls._max_prefixlen
        return address[0], (address[1] if len(address) > 1 else cls._max_prefixlen)

    def __reduce__(self):
        return self.__class__, (str(self),)


@total_ordering
class _BaseAddress(_IPAddressBase):
    """One address."""
    __slots__ = ()

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return self._ip == other._ip and self._version == other._version
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _BaseAddress):
            return NotImplemented
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        return self._ip < other._ip if self._ip != other._ip else False

    def __add__(self, other):
        return self.__class__(int(self) + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return self.__class__(int(self) - other) if isinstance(other, int) else NotImplemented

    def __repr__(self):
        return f'{self.__class__.__name__}({str(self)!r})'

    def __str__(self):
        return self._string_from_ip_int(self._ip)

    def __hash__(self):
        return hash(hex(int(self._ip)))

    def __reduce__(self):
        return self.__class__, (self._ip,)

    def __format__(self, fmt):
        """`s` as text; `b`, `x`, `X` and `n` as digits, with `#` and `_` as for numbers."""
        if not fmt or fmt[-1] == 's':
            return format(str(self), fmt)
        import re
        match = re.fullmatch('(#?)(_?)([xbnX])', fmt)
        if not match:
            return super().__format__(fmt)
        alternate, grouping, base = match.groups()
        if base == 'n':
            base = 'b' if self.version == 4 else 'x'
        padding = self._max_prefixlen if base == 'b' else self._max_prefixlen // 4
        if grouping:
            padding += padding // 4 - 1
        if alternate:
            padding += 2
        return format(int(self), f'{alternate}0{padding}{grouping}{base}')


@total_ordering
class _BaseNetwork(_IPAddressBase):
    """An address and a mask."""

    def __repr__(self):
        return f'{self.__class__.__name__}({str(self)!r})'

    def __str__(self):
        return f'{self.network_address}/{self.prefixlen}'

    def hosts(self):
        """The addresses that hosts can have."""
        for x in range(int(self.network_address) + 1, int(self.broadcast_address)):
            yield self._address_class(x)

    def __iter__(self):
        for x in range(int(self.network_address), int(self.broadcast_address) + 1):
            yield self._address_class(x)

    def __getitem__(self, n):
        network, broadcast = int(self.network_address), int(self.broadcast_address)
        if n >= 0:
            if network + n > broadcast:
                raise IndexError('address out of range')
            return self._address_class(network + n)
        n += 1
        if broadcast + n < network:
            raise IndexError('address out of range')
        return self._address_class(broadcast + n)

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        if self.network_address != other.network_address:
            return self.network_address < other.network_address
        if self.netmask != other.netmask:
            return self.netmask < other.netmask
        return False

    def __eq__(self, other):
        try:
            return (self._version == other._version and self.network_address == other.network_address
                    and int(self.netmask) == int(other.netmask))
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return hash(int(self.network_address) ^ int(self.netmask))

    def __contains__(self, other):
        if self._version != other._version:
            return False
        if isinstance(other, _BaseNetwork):
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def overlaps(self, other):
        """Whether the networks share addresses."""
        return (self.network_address in other or self.broadcast_address in other
                or other.network_address in self or other.broadcast_address in self)

    @_cached_property
    def broadcast_address(self):
        """The last address."""
        return self._address_class(int(self.network_address) | int(self.hostmask))

    @_cached_property
    def hostmask(self):
        """The mask turned around."""
        return self._address_class(int(self.netmask) ^ self._ALL_ONES)

    @property
    def with_prefixlen(self):
        return f'{self.network_address}/{self._prefixlen}'

    @property
    def with_netmask(self):
        return f'{self.network_address}/{self.netmask}'

    @property
    def with_hostmask(self):
        return f'{self.network_address}/{self.hostmask}'

    @property
    def num_addresses(self):
        """How many addresses there are."""
        return int(self.broadcast_address) - int(self.network_address) + 1

    @property
    def prefixlen(self):
        return self._prefixlen

    @property
    def _address_class(self):
        raise NotImplementedError(f'{type(self)!r} has no associated address class')

    def address_exclude(self, other):
        """The networks that are left without a smaller one."""
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        if not isinstance(other, _BaseNetwork):
            raise TypeError(f'{other} is not a network object')
        if not other.subnet_of(self):
            raise ValueError(f'{other} not contained in {self}')
        if other == self:
            return
        other = other.__class__(f'{other.network_address}/{other.prefixlen}')
        low, high = self.subnets()
        while low != other and high != other:
            if other.subnet_of(low):
                yield high
                low, high = low.subnets()
            else:
                yield low
                low, high = high.subnets()
        yield high if low == other else low

    def compare_networks(self, other):
        """-1, 0 or 1: by address, then by mask."""
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same type')
        mine, theirs = (self.network_address, self.netmask), (other.network_address, other.netmask)
        return -1 if mine < theirs else 1 if mine > theirs else 0

    def _get_networks_key(self):
        return (self.version, self.network_address, self.netmask)

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The networks that this one is divided into."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError('new prefix must be longer')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefixlen_diff = new_prefix - self._prefixlen
        if prefixlen_diff < 0:
            raise ValueError('prefix length diff must be > 0')
        new_prefixlen = self._prefixlen + prefixlen_diff
        if new_prefixlen > self._max_prefixlen:
            raise ValueError(f'prefix length diff {new_prefixlen} is invalid for netblock {self}')
        start, end = int(self.network_address), int(self.broadcast_address) + 1
        step = (int(self.hostmask) + 1) >> prefixlen_diff
        for address in range(start, end, step):
            yield self.__class__((address, new_prefixlen))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The network that this one is a part of."""
        if self._prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self._prefixlen:
                raise ValueError('new prefix must be shorter')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefixlen_diff = self._prefixlen - new_prefix
        new_prefixlen = self.prefixlen - prefixlen_diff
        if new_prefixlen < 0:
            raise ValueError(f'current prefixlen is {self.prefixlen}, cannot have a prefixlen_diff of {prefixlen_diff}')
        return self.__class__((int(self.network_address) & int(self.netmask) << prefixlen_diff, new_prefixlen))

    def _is_subnet_of(self, a, b):
        if hasattr(a, '_version') and hasattr(b, '_version') and a._version != b._version:
            raise TypeError(f'{a} and {b} are not of the same version')
        if not (hasattr(b, 'network_address') and hasattr(a, 'network_address')):
            raise TypeError(f'Unable to test subnet containment between {a} and {b}')
        return b.network_address <= a.network_address and b.broadcast_address >= a.broadcast_address

    def subnet_of(self, other):
        """Whether this network lies in another."""
        return self._is_subnet_of(self, other)

    def supernet_of(self, other):
        """Whether another network lies in this one."""
        return self._is_subnet_of(other, self)

    def _both(name):
        def both_ends(self):
            return getattr(self.network_address, name) and getattr(self.broadcast_address, name)
        return property(both_ends)

    is_multicast = _both('is_multicast')
    is_reserved = _both('is_reserved')
    is_link_local = _both('is_link_local')
    is_unspecified = _both('is_unspecified')
    is_loopback = _both('is_loopback')
    del _both

    @property
    def is_private(self):
        ends = (self.network_address, self.broadcast_address)
        return (any(all(end in net for end in ends) for net in self._private_networks())
                and all(end not in net for net in self._private_exceptions() for end in ends))

    @property
    def is_global(self):
        return not self.is_private

    def _explode(self):
        return f'{self.network_address.exploded}/{self.prefixlen}'

    def _take(self, address, strict):
        """Set address, mask and prefix of a new network."""
        addr, mask = self._split(address)
        self.network_address = self._address_class(addr)
        self.netmask, self._prefixlen = self._make_netmask(mask)
        packed = int(self.network_address)
        if packed & int(self.netmask) != packed:
            if strict:
                raise ValueError(f'{self} has host bits set')
            self.network_address = self._address_class(packed & int(self.netmask))
        if self._prefixlen == self._max_prefixlen - 1:
            self.hosts = self.__iter__
        elif self._prefixlen == self._max_prefixlen:
            self.hosts = lambda: [self._address_class(addr)]


class _Ranges:
    """Which addresses have a special meaning."""
    __slots__ = ()

    def _in(self, *names):
        return any(self._ip >> shift == value for name in names for value, shift in _special(self.version, name))

    @property
    def is_multicast(self):
        return self._in('multicast')

    @property
    def is_reserved(self):
        return self._in('reserved')

    @property
    def is_link_local(self):
        return self._in('link_local')

    @property
    def is_unspecified(self):
        return self._ip == 0

    @property
    def is_private(self):
        mapped = self.ipv4_mapped if self.version == 6 else None
        if mapped is not None:
            return mapped.is_private
        return self._in('private') and not self._in('private_exceptions')


_SPECIAL = {
    4: {'multicast': '224.0.0.0/4', 'reserved': '240.0.0.0/4', 'link_local': '169.254.0.0/16',
        'loopback': '127.0.0.0/8', 'shared': '100.64.0.0/10',
        'private': '0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.170/31 '
                   '192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 '
                   '255.255.255.255/32',
        'private_exceptions': '192.0.0.9/32 192.0.0.10/32'},
    6: {'multicast': 'ff00::/8',
        'reserved': '::/8 100::/8 200::/7 400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3 a000::/3 c000::/3 '
                    'e000::/4 f000::/5 f800::/6 fe00::/9',
        'link_local': 'fe80::/10', 'site_local': 'fec0::/10',
        'private': '::1/128 ::/128 ::ffff:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 '
                   '3fff::/20 fc00::/7 fe80::/10',
        'private_exceptions': '2001:1::1/128 2001:1::2/128 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28'}}


@lru_cache(maxsize=None)
def _special(version, name):
    """The special networks of a kind, as (leading bits, how many bits follow)."""
    kind, width = (IPv4Network, 32) if version == 4 else (IPv6Network, 128)
    return [(int(net.network_address) >> width - net.prefixlen, width - net.prefixlen)
            for net in map(kind, _SPECIAL[version][name].split())]


class _BaseV4:
    """What IPv4 addresses and networks share."""
    __slots__ = ()
    _version = 4
    version = property(lambda self: 4)
    _ALL_ONES = 2 ** 32 - 1
    _max_prefixlen = 32

    @property
    def max_prefixlen(self):
        return 32

    def _explode(self):
        return str(self)

    @classmethod
    def _int_of(cls, text):
        if not text:
            raise AddressValueError('Address cannot be empty')
        octets = text.split('.')
        if len(octets) != 4:
            raise AddressValueError(f'Expected 4 octets in {text!r}')
        number = 0
        for octet in octets:
            try:
                number = number << 8 | cls._octet(octet)
            except ValueError as exc:
                raise AddressValueError(f'{exc} in {text!r}') from None
        return number

    @staticmethod
    def _octet(text):
        if not text:
            raise ValueError('Empty octet not permitted')
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f'Only decimal digits permitted in {text!r}')
        if len(text) > 3:
            raise ValueError(f'At most 3 characters permitted in {text!r}')
        if text != '0' and text[0] == '0':
            raise ValueError(f'Leading zeros are not permitted in {text!r}')
        number = int(text)
        if number > 255:
            raise ValueError(f'Octet {number} (> 255) not permitted')
        return number

    @staticmethod
    def _string_from_ip_int(number):
        return '.'.join(map(str, number.to_bytes(4)))

    def _reverse_pointer(self):
        return '.'.join(reversed(str(self).split('.'))) + '.in-addr.arpa'

    @classmethod
    def _make_netmask(cls, arg):
        if isinstance(arg, int):
            prefixlen = arg
            if not 0 <= prefixlen <= 32:
                cls._bad_netmask(prefixlen)
        else:
            try:
                prefixlen = cls._prefix_from_prefix_string(arg)
            except NetmaskValueError:
                prefixlen = cls._prefix_of_ip(arg)
        return IPv4Address(cls._mask_of(prefixlen)), prefixlen

    @classmethod
    def _prefix_of_ip(cls, text):
        """A prefix length from a netmask or a hostmask."""
        try:
            number = cls._int_of(text)
        except AddressValueError:
            cls._bad_netmask(text)
        try:
            return cls._prefix_of_mask(number)
        except ValueError:
            pass
        try:
            return cls._prefix_of_mask(number ^ cls._ALL_ONES)
        except ValueError:
            cls._bad_netmask(text)


class IPv4Address(_BaseV4, _Ranges, _BaseAddress):
    """One IPv4 address."""
    __slots__ = ('_ip', '__weakref__')

    def __init__(self, address):
        if isinstance(address, int):
            self._check_int_address(address)
            self._ip = address
        elif isinstance(address, bytes):
            self._check_packed_address(address, 4)
            self._ip = int.from_bytes(address)
        else:
            text = str(address)
            if '/' in text:
                raise AddressValueError(f"Unexpected '/' in {address!r}")
            self._ip = self._int_of(text)

    @property
    def packed(self):
        """The four bytes."""
        return v4_int_to_packed(self._ip)

    @property
    def is_global(self):
        return not self._in('shared') and not self.is_private

    @property
    def is_loopback(self):
        return self._in('loopback')

    @property
    def ipv6_mapped(self):
        """The IPv6 address that this one is mapped to."""
        return IPv6Address(f'::ffff:{self}')


class IPv4Network(_BaseV4, _BaseNetwork):
    """An IPv4 network."""
    _address_class = IPv4Address

    def __init__(self, address, strict=True):
        self._take(address, strict)

    @staticmethod
    def _private_networks():
        return [IPv4Network(n) for n in _SPECIAL[4]['private'].split()]

    @staticmethod
    def _private_exceptions():
        return [IPv4Network(n) for n in _SPECIAL[4]['private_exceptions'].split()]

    @property
    def is_global(self):
        shared = IPv4Network('100.64.0.0/10')
        return not (self.network_address in shared and self.broadcast_address in shared) and not self.is_private


class _Interface:
    """What interfaces add to addresses: the network they are in."""
    __slots__ = ()

    def _attach(self, address):
        addr, mask = self._split(address)
        super().__init__(addr)
        self.network = self._network_class((addr, mask), strict=False)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    @property
    def hostmask(self):
        return self.network.hostmask

    def __str__(self):
        return f'{self._address_text()}/{self._prefixlen}'

    def _address_text(self):
        return self._string_from_ip_int(self._ip)

    def __eq__(self, other):
        equal = self._address_class.__eq__(self, other)
        if equal is NotImplemented or not equal:
            return equal
        try:
            return self.network == other.network
        except AttributeError:
            # An interface is not an address.
            return False

    def __lt__(self, other):
        less = self._address_class.__lt__(self, other)
        if less is NotImplemented:
            return NotImplemented
        try:
            return self.network < other.network or self.network == other.network and less
        except AttributeError:
            return False

    def __hash__(self):
        return hash((self._ip, self._prefixlen, int(self.network.network_address)))

    def __reduce__(self):
        return self.__class__, (str(self),)

    @property
    def with_prefixlen(self):
        return f'{self._address_text()}/{self._prefixlen}'

    @property
    def with_netmask(self):
        return f'{self._address_text()}/{self.netmask}'

    @property
    def with_hostmask(self):
        return f'{self._address_text()}/{self.hostmask}'


class IPv4Interface(_Interface, IPv4Address):
    """An IPv4 address in a network."""
    _address_class = IPv4Address
    _network_class = IPv4Network

    def __init__(self, address):
        self._attach(address)

    @property
    def ip(self):
        return IPv4Address(self._ip)

    @property
    def is_unspecified(self):
        # An interface equals no address.
        return False


class _BaseV6:
    """What IPv6 addresses and networks share."""
    __slots__ = ()
    _version = 6
    version = property(lambda self: 6)
    _ALL_ONES = 2 ** 128 - 1
    _max_prefixlen = 128

    @property
    def max_prefixlen(self):
        return 128

    @classmethod
    def _make_netmask(cls, arg):
        if isinstance(arg, int):
            prefixlen = arg
            if not 0 <= prefixlen <= 128:
                cls._bad_netmask(prefixlen)
        else:
            prefixlen = cls._prefix_from_prefix_string(arg)
        return IPv6Address(cls._mask_of(prefixlen)), prefixlen

    @classmethod
    def _int_of(cls, text):
        if not text:
            raise AddressValueError('Address cannot be empty')
        if len(text) > 45:
            shown = text if len(text) <= 1000 else f'{text[:20]}({len(text) - 40} chars elided){text[-20:]}'
            raise AddressValueError(f'At most 45 characters expected in {shown!r}')
        parts = text.split(':')
        if len(parts) < 3:
            raise AddressValueError(f'At least 3 parts expected in {text!r}')
        if '.' in parts[-1]:
            # The last 32 bits as an IPv4 address.
            try:
                v4 = IPv4Address(parts.pop())._ip
            except AddressValueError as exc:
                raise AddressValueError(f'{exc} in {text!r}') from None
            parts += [f'{v4 >> 16:x}', f'{v4 & 0xFFFF:x}']
        if len(parts) > 9:
            raise AddressValueError(f'At most 8 colons permitted in {text!r}')
        skip = None
        for i in range(1, len(parts) - 1):
            if not parts[i]:
                if skip is not None:
                    raise AddressValueError(f"At most one '::' permitted in {text!r}")
                skip = i
        if skip is not None:
            high, low = skip, len(parts) - skip - 1
            if not parts[0]:
                high -= 1
                if high:
                    raise AddressValueError(f"Leading ':' only permitted as part of '::' in {text!r}")
            if not parts[-1]:
                low -= 1
                if low:
                    raise AddressValueError(f"Trailing ':' only permitted as part of '::' in {text!r}")
            skipped = 8 - high - low
            if skipped < 1:
                raise AddressValueError(f"Expected at most 7 other parts with '::' in {text!r}")
        else:
            if len(parts) != 8:
                raise AddressValueError(f"Exactly 8 parts expected without '::' in {text!r}")
            if not parts[0]:
                raise AddressValueError(f"Leading ':' only permitted as part of '::' in {text!r}")
            if not parts[-1]:
                raise AddressValueError(f"Trailing ':' only permitted as part of '::' in {text!r}")
            high, low, skipped = 8, 0, 0
        try:
            number = 0
            for part in parts[:high]:
                number = number << 16 | cls._hextet(part)
            number <<= 16 * skipped
            for part in parts[len(parts) - low:] if low else ():
                number = number << 16 | cls._hextet(part)
            return number
        except ValueError as exc:
            raise AddressValueError(f'{exc} in {text!r}') from None

    @staticmethod
    def _hextet(text):
        if not all(c in '0123456789abcdefABCDEF' for c in text):
            raise ValueError(f'Only hex digits permitted in {text!r}')
        if len(text) > 4:
            raise ValueError(f'At most 4 characters permitted in {text!r}')
        return int(text, 16)

    @staticmethod
    def _string_from_ip_int(number):
        if number > 2 ** 128 - 1:
            raise ValueError('IPv6 address is too large')
        parts = [f'{number >> shift & 0xFFFF:x}' for shift in range(112, -1, -16)]
        # The longest run of zeros, the first of them, becomes ::.
        best, best_size, start = -1, 1, None
        for i, part in enumerate(parts + ['end']):
            if part == '0':
                start = i if start is None else start
            else:
                if start is not None and i - start > best_size:
                    best, best_size = start, i - start
                start = None
        if best < 0:
            return ':'.join(parts)
        return ':'.join(parts[:best]) + '::' + ':'.join(parts[best + best_size:])

    def _explode(self):
        if isinstance(self, IPv6Network):
            number = int(self.network_address)
        else:
            number = self._ip
        text = ':'.join([f'{number >> shift & 0xFFFF:04x}' for shift in range(112, -1, -16)])
        if number >> 32 == 0xFFFF and not isinstance(self, _BaseNetwork):
            text = f'{text[:30]}{IPv4Address(number & 0xFFFFFFFF)}'
        if isinstance(self, (_BaseNetwork, IPv6Interface)):
            return f'{text}/{self._prefixlen}'
        return text

    def _reverse_pointer(self):
        digits = f'{int(self.network_address if isinstance(self, _BaseNetwork) else self):032x}'
        if isinstance(self, (_BaseNetwork, IPv6Interface)):
            digits = self.exploded.replace(':', '')
        return '.'.join(digits[::-1]) + '.ip6.arpa'


class IPv6Address(_BaseV6, _Ranges, _BaseAddress):
    """One IPv6 address, perhaps with the zone it is valid in."""
    __slots__ = ('_ip', '_scope_id', '__weakref__')

    def __init__(self, address):
        self._scope_id = None
        if isinstance(address, int):
            self._check_int_address(address)
            self._ip = address
        elif isinstance(address, bytes):
            self._check_packed_address(address, 16)
            self._ip = int.from_bytes(address)
        else:
            text = str(address)
            if '/' in text:
                raise AddressValueError(f"Unexpected '/' in {address!r}")
            text, percent, zone = text.partition('%')
            if percent:
                if not zone or '%' in zone:
                    raise AddressValueError(f'Invalid IPv6 address: "{address!r}"')
                self._scope_id = zone
            self._ip = self._int_of(text)

    def __str__(self):
        if self._ip >> 32 == 0xFFFF:
            text = f'::ffff:{self.ipv4_mapped}'
        else:
            text = self._string_from_ip_int(self._ip)
        return f'{text}%{self._scope_id}' if self._scope_id else text

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        equal = super().__eq__(other)
        if equal is NotImplemented or not equal:
            return equal
        return self._scope_id == getattr(other, '_scope_id', None)

    def __reduce__(self):
        return self.__class__, (str(self),)

    @property
    def scope_id(self):
        """The zone, `None` without one."""
        return self._scope_id

    @property
    def packed(self):
        """The sixteen bytes."""
        return v6_int_to_packed(self._ip)

    def _mapped(name):
        def asked(self):
            v4 = self.ipv4_mapped
            return getattr(v4, name) if v4 is not None else getattr(_Ranges, name).fget(self)
        return property(asked)

    is_multicast = _mapped('is_multicast')
    is_reserved = _mapped('is_reserved')
    is_link_local = _mapped('is_link_local')
    is_unspecified = _mapped('is_unspecified')
    del _mapped

    @property
    def is_site_local(self):
        return self._in('site_local')

    @property
    def is_global(self):
        v4 = self.ipv4_mapped
        return v4.is_global if v4 is not None else not self.is_private

    @property
    def is_loopback(self):
        v4 = self.ipv4_mapped
        return v4.is_loopback if v4 is not None else self._ip == 1

    @property
    def ipv4_mapped(self):
        """The IPv4 address that is mapped to this one, if any."""
        return IPv4Address(self._ip & 0xFFFFFFFF) if self._ip >> 32 == 0xFFFF else None

    @property
    def teredo(self):
        """(server, client) of a Teredo address, if it is one."""
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xFFFFFFFF), IPv4Address(~self._ip & 0xFFFFFFFF)

    @property
    def sixtofour(self):
        """The IPv4 address in a 6to4 address, if it is one."""
        return IPv4Address(self._ip >> 80 & 0xFFFFFFFF) if self._ip >> 112 == 0x2002 else None


class IPv6Network(_BaseV6, _BaseNetwork):
    """An IPv6 network."""
    _address_class = IPv6Address

    def __init__(self, address, strict=True):
        self._take(address, strict)

    def hosts(self):
        for x in range(int(self.network_address) + 1, int(self.broadcast_address) + 1):
            yield IPv6Address(x)

    @staticmethod
    def _private_networks():
        return [IPv6Network(n) for n in _SPECIAL[6]['private'].split()]

    @staticmethod
    def _private_exceptions():
        return [IPv6Network(n) for n in _SPECIAL[6]['private_exceptions'].split()]

    @property
    def is_site_local(self):
        return self.network_address.is_site_local and self.broadcast_address.is_site_local


class IPv6Interface(_Interface, IPv6Address):
    """An IPv6 address in a network."""
    _address_class = IPv6Address
    _network_class = IPv6Network

    def __init__(self, address):
        self._attach(address)

    def _address_text(self):
        return IPv6Address.__str__(self)

    @property
    def ip(self):
        return IPv6Address(self._ip)

    @property
    def is_unspecified(self):
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        return super().is_loopback and self.network.is_loopback
