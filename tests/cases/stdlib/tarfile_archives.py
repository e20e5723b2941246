# Archives in memory: written in each format, whole or as a stream, compressed or not, and read back.
import hashlib
import io
import tarfile

MEMBERS = [
    ("plain.txt", {}, b"hello"),
    ("folder", {"type": tarfile.DIRTYPE, "mode": 0o755}, b""),
    ("\u00e9/\u00fc.txt", {"mtime": 1234567890.75, "uid": 1000, "gid": 100, "uname": "r\u00f6\u00f6t", "gname": "g" * 40}, b"x" * 1000),
    ("/".join(["longdirname" * 3] * 6) + "/file", {}, b"y" * 512),
    ("n" * 120, {"mtime": 3}, b"z"),
    ("link", {"type": tarfile.SYMTYPE, "linkname": "plain.txt"}, b""),
    ("same", {"type": tarfile.LNKTYPE, "linkname": "plain.txt"}, b""),
    ("far", {"type": tarfile.SYMTYPE, "linkname": "l" * 150}, b""),
    ("large", {"uid": 3000000, "mtime": -5}, b"1"),
    ("device", {"type": tarfile.CHRTYPE, "devmajor": 5, "devminor": 7}, b""),
    ("keywords", {"pax_headers": {"comment": "h\u00e9llo", "VENDOR.x": "1"}}, b"p" * 700),
    ("odd\udcff", {}, b"1"),
]


def written(mode, format, **options):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=format, **options) as archive:
        for name, fields, data in MEMBERS:
            member = tarfile.TarInfo(name)
            for field, value in fields.items():
                setattr(member, field, value)
            member.size = len(data)
            try:
                archive.addfile(member, io.BytesIO(data))
            except ValueError as error:
                print(format, name[:10], error)
    return out.getvalue()


for format in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
    for mode in ("w", "w|"):
        data = written(mode, format, pax_headers={"all": "1"})
        print(format, mode, len(data), hashlib.sha256(data).hexdigest()[:16])
        for reading in ("r", "r:", "r|", "r|*"):
            with tarfile.open(fileobj=io.BytesIO(data), mode=reading) as archive:
                told = [(m.name[:12], m.size, m.mtime, m.uid, m.type, m.linkname[:12], m.uname, m.offset_data, m.pax_headers.get("comment"),
                         m.isreg() and archive.extractfile(m).read()[:5]) for m in archive]
            if reading == "r" and mode == "w":
                print(*map(ascii, told), sep="\n")
                first = told
            print(told == first)

for mode in ("w:gz", "w:bz2", "w|gz", "w|bz2"):
    data = written(mode, tarfile.GNU_FORMAT)
    names = tarfile.open(fileobj=io.BytesIO(data)).getnames()
    print(mode, len(names), tarfile.is_tarfile(io.BytesIO(data)), len(tarfile.open(fileobj=io.BytesIO(data), mode="r|*").getnames()))

data = written("w", tarfile.PAX_FORMAT)
archive = tarfile.open(fileobj=io.BytesIO(data))
archive.list()
print(archive.extractfile("link").read(), archive.extractfile("same").read(), archive.extractfile("folder"))
part = archive.extractfile("keywords")
print(part.seek(-3, 2), part.read(), part.seek(1), part.read(2), part.tell(), part.readable(), part.name)
for wanted in ("nothing", "far"):
    try:
        archive.extractfile(wanted)
    except KeyError as error:
        print(ascii(error)[:40])
more = io.BytesIO(data)
with tarfile.open(fileobj=more, mode="a") as archive:
    member = tarfile.TarInfo("appended")
    member.size = 3
    archive.addfile(member, io.BytesIO(b"abc"))
print(tarfile.open(fileobj=io.BytesIO(more.getvalue())).getnames()[-1], len(more.getvalue()))

for bad in (b"", b"x" * 10, b"x" * 1000, b"\0" * 1024, data[:700], data[:512] + b"x" * 512):
    for mode in ("r:", "r|", "r:gz", "r:bz2", "r|gz", "q", "r:foo", "w|foo", "a", "x:bz2"):
        try:
            print(mode, tarfile.open(fileobj=io.BytesIO(bad), mode=mode).getnames())
        except (tarfile.TarError, ValueError) as error:
            print(mode, type(error).__name__, str(error)[:60])

for name in ("a", "/absolute", "../up"):
    for kind, linkname in ((tarfile.REGTYPE, ""), (tarfile.SYMTYPE, "/absolute"), (tarfile.LNKTYPE, "../up"), (tarfile.CHRTYPE, "")):
        for judge in (tarfile.data_filter, tarfile.tar_filter, tarfile.fully_trusted_filter):
            member = tarfile.TarInfo(name)
            member.type, member.linkname, member.mode = kind, linkname, 0o6777
            try:
                found = judge(member, "/destination")
                print(found.name, found.mode, found.uid, found.linkname)
            except tarfile.FilterError as error:
                print(type(error).__name__, error)
print(tarfile.TarInfo("x").replace(name="y", uid=3).get_info())
