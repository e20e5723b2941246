# Archives that can't be read safely: entries that overlap, versions and encryptions of later times, headers that differ.
import io
import struct
import zipfile


def made():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("a.txt", "b.txt"):
            archive.writestr(zipfile.ZipInfo(name), name * 30)
    return bytearray(out.getvalue())


def tried(data):
    try:
        with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
            for name in archive.namelist():
                try:
                    print(name, len(archive.read(name)))
                except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
                    print(name, type(error).__name__, error)
    except (zipfile.BadZipFile, NotImplementedError) as error:
        print(type(error).__name__, error)


whole = made()
tried(whole)
first = whole.index(b"PK\1\2")
second = whole.index(b"PK\1\2", first + 4)
data = made()
data[first + 6:first + 8] = struct.pack("<H", 64)
tried(data)
for bit in (0x20, 0x40, 1):
    data = made()
    data[first + 8] |= bit
    tried(data)
# The first entry says it is longer than what is left before the second.
data = made()
data[first + 20:first + 24] = struct.pack("<L", 10000)
tried(data)
data = made()
data[second + 42:second + 46] = struct.pack("<L", 3)
tried(data)
data = made()
data[whole.index(b"b.txt")] = ord("c")
tried(data)
