"""Names, addresses and byte order of networks. There is no network: what would open a socket raises PermissionError."""
from enum import IntEnum, IntFlag
from _stockade import argument_name as _argument_name, withheld as _withheld

__all__ = ['CMSG_LEN', 'CMSG_SPACE', 'SocketType', 'create_connection', 'create_server', 'error', 'fromfd', 'gaierror', 'getaddrinfo',
           'getdefaulttimeout', 'getfqdn', 'gethostbyaddr', 'gethostbyname', 'gethostbyname_ex', 'gethostname', 'getnameinfo',
           'getprotobyname', 'getservbyname', 'getservbyport', 'has_dualstack_ipv6', 'has_ipv6', 'herror', 'htonl', 'htons',
           'if_indextoname', 'if_nameindex', 'if_nametoindex', 'inet_aton', 'inet_ntoa', 'inet_ntop', 'inet_pton', 'ntohl', 'ntohs',
           'setdefaulttimeout', 'socket', 'socketpair', 'timeout']

# A word without a number is the prefix of the names after it.
_KINDS = '''
    AF ALG=38 APPLETALK=5 ASH=18 ATMPVC=8 ATMSVC=20 AX25=3 BRIDGE=7 CAN=29 DECnet=12 ECONET=19 INET=2 INET6=10 IPX=4
    IRDA=23 KEY=15 LLC=26 NETBEUI=13 NETLINK=16 NETROM=6 PACKET=17 PPPOX=24 QIPCRTR=42 RDS=21 ROSE=11 ROUTE=16
    SECURITY=14 SNA=22 TIPC=30 UNIX=1 UNSPEC=0 VSOCK=40 WANPIPE=25 X25=9
    SOCK CLOEXEC=524288 DGRAM=2 NONBLOCK=2048 RAW=3 RDM=4 SEQPACKET=5 STREAM=1
    MSG CMSG_CLOEXEC=1073741824 CONFIRM=2048 CTRUNC=8 DONTROUTE=4 DONTWAIT=64 EOR=128 ERRQUEUE=8192
    FASTOPEN=536870912 MORE=32768 NOSIGNAL=16384 OOB=1 PEEK=2 TRUNC=32 WAITALL=256
    AI ADDRCONFIG=32 ALL=16 CANONNAME=2 NUMERICHOST=4 NUMERICSERV=1024 PASSIVE=1 V4MAPPED=8
'''
_PLAIN = '''
    SO ACCEPTCONN=30 BINDTODEVICE=25 BINDTOIFINDEX=62 BROADCAST=6 DEBUG=1 DOMAIN=39 DONTROUTE=5 ERROR=4
    INCOMING_CPU=49 KEEPALIVE=9 LINGER=13 MARK=36 OOBINLINE=10 PASSCRED=16 PASSSEC=34 PEERCRED=17 PEERSEC=31
    PRIORITY=12 PROTOCOL=38 RCVBUF=8 RCVLOWAT=18 RCVTIMEO=20 REUSEADDR=2 REUSEPORT=15 SNDBUF=7 SNDLOWAT=19
    SNDTIMEO=21 TYPE=3
    SOL IP=0 SOCKET=1 TCP=6 UDP=17
    IPPROTO AH=51 DSTOPTS=60 EGP=8 ESP=50 FRAGMENT=44 GRE=47 HOPOPTS=0 ICMP=1 ICMPV6=58 IDP=22 IGMP=2 IP=0 IPIP=4
    IPV6=41 MPTCP=262 NONE=59 PIM=103 PUP=12 RAW=255 ROUTING=43 RSVP=46 SCTP=132 TCP=6 TP=29 UDP=17 UDPLITE=136
    TCP CC_INFO=26 CONGESTION=13 CORK=3 DEFER_ACCEPT=9 FASTOPEN=23 FASTOPEN_CONNECT=30 FASTOPEN_KEY=33
    FASTOPEN_NO_COOKIE=34 INFO=11 INQ=36 KEEPCNT=6 KEEPIDLE=4 KEEPINTVL=5 LINGER2=8 MAXSEG=2 MD5SIG=14 MD5SIG_EXT=32
    NODELAY=1 NOTSENT_LOWAT=25 QUEUE_SEQ=21 QUICKACK=12 REPAIR=19 REPAIR_OPTIONS=22 REPAIR_QUEUE=20 REPAIR_WINDOW=29
    SAVED_SYN=28 SAVE_SYN=27 SYNCNT=7 THIN_DUPACK=17 THIN_LINEAR_TIMEOUTS=16 TIMESTAMP=24 TX_DELAY=37 ULP=31
    USER_TIMEOUT=18 WINDOW_CLAMP=10 ZEROCOPY_RECEIVE=35
    SHUT RD=0 RDWR=2 WR=1
    EAI ADDRFAMILY=-9 AGAIN=-3 BADFLAGS=-1 FAIL=-4 FAMILY=-6 MEMORY=-10 NODATA=-5 NONAME=-2 OVERFLOW=-12 SERVICE=-8
    SOCKTYPE=-7 SYSTEM=-11
    NI DGRAM=16 IDN=32 MAXHOST=1025 MAXSERV=32 NAMEREQD=8 NOFQDN=4 NUMERICHOST=1 NUMERICSERV=2
    INADDR ALLHOSTS_GROUP=3758096385 ANY=0 BROADCAST=4294967295 LOOPBACK=2130706433 MAX_LOCAL_GROUP=3758096639
    NONE=4294967295 UNSPEC_GROUP=3758096384
    IPPORT RESERVED=1024 USERRESERVED=5000
    IP ADD_MEMBERSHIP=35 ADD_SOURCE_MEMBERSHIP=39 BIND_ADDRESS_NO_PORT=24 BLOCK_SOURCE=38 DEFAULT_MULTICAST_LOOP=1
    DEFAULT_MULTICAST_TTL=1 DROP_MEMBERSHIP=36 DROP_SOURCE_MEMBERSHIP=40 HDRINCL=3 MAX_MEMBERSHIPS=20
    MULTICAST_IF=32 MULTICAST_LOOP=34 MULTICAST_TTL=33 OPTIONS=4 PKTINFO=8 RECVOPTS=6 RECVRETOPTS=7 RECVTOS=13
    RETOPTS=7 TOS=1 TRANSPARENT=19 TTL=2 UNBLOCK_SOURCE=37
    IPV6 CHECKSUM=7 DONTFRAG=62 DSTOPTS=59 HOPLIMIT=52 HOPOPTS=54 JOIN_GROUP=20 LEAVE_GROUP=21 MULTICAST_HOPS=18
    MULTICAST_IF=17 MULTICAST_LOOP=19 NEXTHOP=9 PATHMTU=61 PKTINFO=50 RECVDSTOPTS=58 RECVHOPLIMIT=51 RECVHOPOPTS=53
    RECVPATHMTU=60 RECVPKTINFO=49 RECVRTHDR=56 RECVTCLASS=66 RTHDR=57 RTHDRDSTOPTS=55 RTHDR_TYPE_0=0 TCLASS=67
    UNICAST_HOPS=16 V6ONLY=26
'''


def _names(table):
    found, prefix = {}, ''
    for word in table.split():
        name, sign, number = word.partition('=')
        if sign:
            found.setdefault(prefix, []).append((f'{prefix}_{name}', int(number)))
        else:
            prefix = word
    return found


def _define():
    kinds = _names(_KINDS)
    for name, prefix, base in (('AddressFamily', 'AF', IntEnum), ('SocketKind', 'SOCK', IntEnum), ('MsgFlag', 'MSG', IntFlag),
                               ('AddressInfo', 'AI', IntFlag)):
        made = base(name, sorted(kinds[prefix], key=lambda pair: (pair[1], pair[0] == 'AF_ROUTE', pair[0])), module=__name__)
        globals()[name] = made
        globals().update(made.__members__)
    for names in _names(_PLAIN).values():
        globals().update(dict(names))


_define()
SOMAXCONN = 4096
has_ipv6 = True
__all__.extend(sorted(name for name in globals() if name.isupper() and '_' in name[1:] and name not in __all__))
_default_timeout = None
_SERVICES = {'ftp': 21, 'ssh': 22, 'telnet': 23, 'smtp': 25, 'domain': 53, 'http': 80, 'pop3': 110, 'ntp': 123, 'imap2': 143,
             'snmp': 161, 'ldap': 389, 'https': 443, 'imaps': 993, 'pop3s': 995}
_PROTOCOLS = {'ip': 0, 'icmp': 1, 'igmp': 2, 'tcp': 6, 'udp': 17, 'ipv6': 41, 'ipv6-icmp': 58}
error = OSError
timeout = TimeoutError


class gaierror(OSError):
    """An address that could not be found."""


class herror(OSError):
    """A host that could not be found."""


def _refused(name):
    return _withheld(PermissionError(13, 'Permission denied'), name)


class socket:
    """There is none: making one is refused."""

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        raise _refused('socket.socket')


SocketType = socket


def socketpair(family=None, type=1, proto=0):
    raise _refused('socket.socketpair')


def fromfd(fd, family, type, proto=0):
    raise _refused('socket.fromfd')


def create_connection(address, timeout=None, source_address=None, *, all_errors=False):
    host, port = address
    getaddrinfo(host, port, 0, 1)
    raise _refused('socket.create_connection')


def create_server(address, *, family=2, backlog=None, reuse_port=False, dualstack_ipv6=False):
    raise _refused('socket.create_server')


def has_dualstack_ipv6():
    return False


def getdefaulttimeout():
    return _default_timeout


def setdefaulttimeout(timeout, /):
    global _default_timeout
    if timeout is not None:
        if not hasattr(type(timeout), '__float__') and not hasattr(type(timeout), '__index__'):
            raise TypeError(f'{type(timeout).__name__!r} object cannot be interpreted as an integer')
        timeout = float(timeout)
        if timeout < 0:
            raise ValueError('Timeout value out of range')
    _default_timeout = timeout


def _swapped(name, value, size):
    """Two or four bytes the other way round."""
    if size == 4 and not isinstance(value, int):
        raise TypeError(f'expected int, {_argument_name(value)} found')
    if not isinstance(value, int):
        raise TypeError(f'{_argument_name(value)!r} object cannot be interpreted as an integer')
    if value < 0:
        raise OverflowError("can't convert negative value to unsigned int" if size == 4 else
                            f"{name}: can't convert negative Python int to C 16-bit unsigned integer")
    if value >> 8 * size:
        raise OverflowError('int larger than 32 bits' if size == 4 else
                            f'{name}: Python int too large to convert to C 16-bit unsigned integer')
    return int.from_bytes(value.to_bytes(size, 'little'), 'big')


def htons(x, /):
    return _swapped('htons', x, 2)


def ntohs(x, /):
    return _swapped('ntohs', x, 2)


def htonl(x, /):
    return _swapped('htonl', x, 4)


def ntohl(x, /):
    return _swapped('ntohl', x, 4)


def _part(text):
    """A number as C writes it: decimal, octal after a zero, hexadecimal after 0x."""
    digits = text.lower()
    base = 16 if digits.startswith('0x') else 8 if digits.startswith('0') and digits != '0' else 10
    digits = digits[2:] if base == 16 else digits
    if not digits or not digits.isascii() or not digits.isalnum():
        raise ValueError
    return int(digits, base)


def inet_aton(ip_addr, /):
    """The four bytes of an address; its last number fills all bytes that are left."""
    if not isinstance(ip_addr, str):
        raise TypeError(f'inet_aton() argument must be str, not {_argument_name(ip_addr)}')
    try:
        *first, last = [_part(part) for part in ip_addr.split('.')]
        if len(first) > 3 or any(part > 255 for part in first):
            raise ValueError
        return bytes(first) + last.to_bytes(4 - len(first), 'big')
    except (ValueError, OverflowError):
        raise OSError('illegal IP address string passed to inet_aton') from None


def inet_ntoa(packed_ip, /):
    packed = bytes(memoryview(packed_ip))
    if len(packed) != 4:
        raise OSError('packed IP wrong length for inet_ntoa')
    return '.'.join(map(str, packed))


def _kind_of(family, name):
    if not isinstance(family, int):
        raise TypeError(f'{_argument_name(family)!r} object cannot be interpreted as an integer')
    from ipaddress import IPv4Address, IPv6Address
    if family not in (2, 10):
        raise OSError(97, 'Address family not supported by protocol') if name == 'inet_pton' else ValueError(
            f'unknown address family {family}')
    return IPv4Address if family == 2 else IPv6Address


def inet_pton(address_family, ip_string, /):
    kind = _kind_of(address_family, 'inet_pton')
    if not isinstance(ip_string, str):
        raise TypeError(f'inet_pton() argument 2 must be str, not {_argument_name(ip_string)}')
    try:
        if '%' in ip_string:
            raise ValueError
        return kind(ip_string).packed
    except ValueError:
        raise OSError('illegal IP address string passed to inet_pton') from None


def inet_ntop(address_family, packed_ip, /):
    kind = _kind_of(address_family, 'inet_ntop')
    packed = bytes(memoryview(packed_ip))
    if len(packed) != (4 if address_family == 2 else 16):
        raise ValueError('invalid length of packed IP address string')
    made = kind(packed)
    if address_family == 10 and made.ipv4_mapped is not None:
        return f'::ffff:{made.ipv4_mapped}'
    return str(made)


def _address(host):
    """The family and the text of a host that is given by number, or is this one."""
    if isinstance(host, (bytes, bytearray)):
        host = host.decode('ascii')
    if host is None or host == 'localhost':
        return 2, '127.0.0.1'
    try:
        return 2, inet_ntoa(inet_aton(host))
    except OSError:
        try:
            return 10, inet_ntop(10, inet_pton(10, host))
        except OSError:
            raise _withheld(gaierror(-2, 'Name or service not known'), 'socket.getaddrinfo') from None


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """Where a host is: no name is known but `localhost`, numbers stand for themselves."""
    if isinstance(port, (str, bytes)) and not isinstance(port, int):
        text = port.decode('ascii') if isinstance(port, bytes) else port
        if text.isdecimal():
            port = int(text)
        elif text in _SERVICES:
            port = _SERVICES[text]
        else:
            raise gaierror(-8, 'Servname not supported for ai_socktype')
    elif port is None:
        port = 0
    elif not isinstance(port, int):
        raise OSError('Int or String expected')
    found, text = _address(host)
    if host is None and flags & 1:
        text = '0.0.0.0'
    if family not in (0, found):
        raise gaierror(-9, 'Address family for hostname not supported')
    place = (text, port) if found == 2 else (text, port, 0, 0)
    rows = [(1, 6), (2, 17), (3, proto)]
    return [(AddressFamily(found), SocketKind(kind), number, '', place) for kind, number in rows
            if type in (0, kind) and proto in (0, number)]


def gethostbyname(hostname, /):
    family, text = _address(hostname)
    if family != 2:
        raise gaierror(-9, 'Address family for hostname not supported')
    return text


def gethostbyname_ex(hostname, /):
    return hostname, [], [gethostbyname(hostname)]


def gethostbyaddr(ip_address, /):
    text = _address(ip_address)[1]
    if text not in ('127.0.0.1', '::1'):
        raise herror(1, 'Unknown host')
    return 'localhost', [], [text]


def gethostname():
    return 'localhost'


def getfqdn(name=''):
    name = name.strip()
    if not name or name in ('0.0.0.0', '::', '127.0.0.1', '::1'):
        return 'localhost'
    return name


def getnameinfo(sockaddr, flags, /):
    if not isinstance(sockaddr, tuple):
        raise TypeError('getnameinfo() argument 1 must be a tuple')
    host, port = sockaddr[:2]
    text = _address(host)[1]
    known = {number: name for name, number in _SERVICES.items()}
    if not flags & 1 and text in ('127.0.0.1', '::1'):
        text = 'localhost'
    elif flags & 8:
        raise gaierror(-2, 'Name or service not known')
    return text, str(port) if flags & 2 else known.get(port, str(port))


def getservbyname(servicename, protocolname='tcp', /):
    if servicename not in _SERVICES or protocolname not in ('tcp', 'udp'):
        raise OSError('service/proto not found')
    return _SERVICES[servicename]


def getservbyport(port, protocolname='tcp', /):
    if not 0 <= port <= 65535:
        raise OverflowError('getservbyport: port must be 0-65535.')
    for name, number in _SERVICES.items():
        if number == port:
            return name
    raise OSError('port/proto not found')


def getprotobyname(protocolname, /):
    if protocolname not in _PROTOCOLS:
        raise OSError('protocol not found')
    return _PROTOCOLS[protocolname]


def if_nameindex():
    return [(1, 'lo')]


def if_nametoindex(if_name, /):
    if if_name != 'lo':
        raise OSError('no interface with this name')
    return 1


def if_indextoname(if_index, /):
    if if_index != 1:
        raise OSError(6, 'No such device or address')
    return 'lo'


def CMSG_LEN(length, /):
    if length < 0 or length > 0x7fffffef:
        raise OverflowError('CMSG_LEN() argument out of range')
    return 16 + length


def CMSG_SPACE(length, /):
    return CMSG_LEN(length + 7 & ~7)
