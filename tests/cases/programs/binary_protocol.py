"""Packs and unpacks a small binary protocol: struct, checksums, base64, hashes, uuid5, memoryview, enum flags."""
import base64
import binascii
import hashlib
import hmac
import io
import struct
import uuid
import zlib
from dataclasses import astuple, dataclass
from enum import Enum, IntFlag, auto, unique
from functools import partial
from typing import BinaryIO, ClassVar, Iterator

HEADER = struct.Struct(">4sBHI")


@unique
class Kind(Enum):
    PING = 1
    DATA = 2
    CLOSE = 255

    @property
    def is_final(self):
        return self is Kind.CLOSE


class Flags(IntFlag):
    NONE = 0
    ZIPPED = auto()
    SIGNED = auto()
    TEXT = auto()
    ALL = ZIPPED | SIGNED | TEXT


class ProtocolError(Exception):
    code: ClassVar[int] = 1

    def __str__(self):
        return f"[{self.code}] " + super().__str__()


class Truncated(ProtocolError, EOFError):
    code = 2


class BadSum(ProtocolError):
    code = 3

    def __init__(self, wanted, found):
        super().__init__(f"checksum {found:#010x}, not {wanted:#010x}")
        self.wanted, self.found = wanted, found


@dataclass(frozen=True, slots=True)
class Frame:
    kind: Kind
    payload: bytes
    flags: Flags = Flags.NONE
    MAGIC: ClassVar[bytes] = b"PK\x00\x7f"
    KEY: ClassVar[bytes] = b"secret"

    def pack(self) -> bytes:
        body = zlib.compress(self.payload, 9) if self.flags & Flags.ZIPPED else self.payload
        if Flags.SIGNED in self.flags:
            body += hmac.digest(self.KEY, body, "sha1")
        head = HEADER.pack(self.MAGIC, self.kind.value, self.flags, len(body))
        return head + body + struct.pack("<I", zlib.crc32(head + body))

    @classmethod
    def read(cls, source: BinaryIO) -> "Frame":
        head = cls._exactly(source, HEADER.size)
        magic, kind, flags, size = HEADER.unpack(head)
        if magic != cls.MAGIC:
            raise ProtocolError(f"magic {magic!r}")
        body = cls._exactly(source, size)
        (wanted,) = struct.unpack("<I", cls._exactly(source, 4))
        if (found := zlib.crc32(body, zlib.crc32(head))) != wanted:
            raise BadSum(wanted, found)
        flags = Flags(flags)
        if flags & Flags.SIGNED:
            body, sign = body[:-20], body[-20:]
            if not hmac.compare_digest(sign, hmac.new(cls.KEY, body, hashlib.sha1).digest()):
                raise ProtocolError("signature")
        return cls(Kind(kind), zlib.decompress(body) if flags & Flags.ZIPPED else body, flags)

    @staticmethod
    def _exactly(source, count):
        data = source.read(count)
        if len(data) < count:
            raise Truncated(f"{len(data)} bytes of {count}")
        return data


def frames(data: bytes) -> Iterator[Frame]:
    source = io.BytesIO(data)
    while source.tell() < len(source.getbuffer()):
        yield Frame.read(source)


def hexdump(data: bytes, width: int = 16) -> str:
    lines = []
    for at in range(0, len(data), width):
        chunk = data[at : at + width]
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in chunk)
        lines.append(f"{at:08x}  {chunk.hex(' ', 4):<{width * 2 + 4}} |{text}|")
    return "\n".join(lines)


sent = [Frame(Kind.PING, b""), Frame(Kind.DATA, b"spam " * 40, Flags.ZIPPED | Flags.SIGNED), Frame(Kind.DATA, "grüße".encode(), Flags.TEXT), Frame(Kind.CLOSE, bytes(range(0, 256, 51)), ~Flags.ZIPPED)]
wire = b"".join(frame.pack() for frame in sent)
print(len(wire), HEADER.size, HEADER.format, hashlib.sha256(wire).hexdigest()[:16])
print(hexdump(wire[:80]))
got = list(frames(wire))
print([a == b for a, b in zip(sent, got)], got[3], got[0].kind.is_final, astuple(got[2]))
for frame in got:
    print(f"{frame.kind.name:<6}{frame.flags!r:<40}{frame.flags:>3}{len(frame.payload):>5} {frame.payload[:6]!r}")

damaged = {"short": wire[:-3], "flip": bytes([*wire[:12], wire[12] ^ 1, *wire[13:]]), "magic": b"X" + wire, "kind": Frame(Kind.PING, b"").pack()[:4] + b"\x07" + wire[5:15]}
for name, data in damaged.items():
    try:
        print(name, len(list(frames(data))))
    except* Truncated as group:
        print(name, "truncated", group.exceptions[0])
    except* (BadSum, ProtocolError) as group:
        print(name, type(group.exceptions[0]).__name__, *group.exceptions)
    except* ValueError as group:
        print(name, repr(group))

view = memoryview(bytearray(wire[:16]))
view[4:6] = b"\xff\xfe"
print(view.tolist()[:8], view[::4].tobytes(), view.cast("I").nbytes, view.readonly, bytes(view[:4]).hex("-"))
print(base64.b64encode(wire[:20]), base64.urlsafe_b64encode(b"\xfb\xff\xfe"), base64.b32encode(b"hi"), base64.a85encode(b"test!"), base64.b85decode(base64.b85encode(b"xyz")))
try:
    base64.b64decode("abc", validate=True)
except binascii.Error as error:
    print(error)
print(uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.uuid3(uuid.NAMESPACE_URL, "http://x.y"), uuid.UUID(int=5).hex, uuid.UUID("{12345678-1234-5678-1234-567812345678}").fields)
pack_all = partial(struct.pack, "<bBhHiIqQfd?3s5pxc")
data = pack_all(-1, 2, -3, 4, -5, 6, -7, 8, 0.5, -0.25, True, b"abcd", b"pascal", b"z")
print(len(data), data.hex(), struct.unpack("<bBhHiIqQfd?3s5pxc", data))
for form, values in (("b", (200,)), ("<h", ("x",)), ("3s", (b"a", b"b")), (">Z", (1,)), ("?", ([],))):
    try:
        print(struct.pack(form, *values))
    except (struct.error, TypeError) as error:
        print(form, type(error).__name__, error)
print(list(struct.iter_unpack(">Hx", b"\0\1\2\0\3\4")), struct.calcsize("@ci"), (1 << 70).to_bytes(10, "little", signed=True), int.from_bytes(b"\xff\x00", signed=True))
