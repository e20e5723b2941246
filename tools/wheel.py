"""Packs wheels tightly and checks them before they are published.

    python3 tools/wheel.py pack WHEEL...                 compresses anew with zopfli (pip install zopfli): about 4 % smaller
    python3 tools/wheel.py check WHEEL...                name, size, metadata, licences, hashes, no symbols
    python3 tools/wheel.py check --any-size WHEEL...     a wheel that is not built for release
    python3 tools/wheel.py try WHEEL                     alone in an empty environment: the README's examples and the command

`.github/workflows/release.yml` and `.ci/run` call it.
"""

from __future__ import annotations

import base64
import csv
import email
import hashlib
import io
import re
import struct
import subprocess
import sys
import tempfile
import venv
import zipfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: A wheel may have so many bytes.
MOST = 8_000_000
SYSTEMS = r"manylinux_\d+_\d+_\w+|manylinux\w+|musllinux_\d+_\d+_\w+|macosx_\d+_\d+_\w+|win_\w+|linux_\w+"
EXTRAS = {"smolagents", "dspy", "langchain", "pydantic-ai", "openai-agents", "llama-index", "data"}


def pack(path: Path) -> None:
    """Writes a wheel anew, with the same members in the same order, as small as deflate can."""
    import zopfli.zlib

    with zipfile.ZipFile(path) as wheel:
        members = [(info, wheel.read(info)) for info in wheel.infolist()]
    out, central = io.BytesIO(), io.BytesIO()
    for info, data in members:
        # Between a header of two bytes and a checksum of four stands what a zip file holds.
        packed = zopfli.zlib.compress(data, numiterations=5)[2:-4]
        name = info.filename.encode()
        fixed = struct.pack("<HHHHHIIIHH", 20, 0x800, 8, 0, 0x21, zlib.crc32(data), len(packed), len(data), len(name), 0)
        at = out.tell()
        out.write(b"PK\x03\x04" + fixed + name + packed)
        central.write(b"PK\x01\x02" + struct.pack("<H", 0x314) + fixed + struct.pack("<HHHII", 0, 0, 0, info.external_attr, at) + name)
    begin = out.tell()
    out.write(central.getvalue())
    out.write(b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(central.getvalue()), begin, 0))
    with zipfile.ZipFile(out) as again:
        assert [(info.filename, again.read(info)) for info in again.infolist()] == [(info.filename, data) for info, data in members]
    print(f"{path.name}: {path.stat().st_size:,} bytes, now {len(out.getvalue()):,}")
    path.write_bytes(out.getvalue())


def sections(data: bytes) -> list[str]:
    """The names of the sections of a 64-bit ELF file; none for others."""
    if data[:5] != b"\x7fELF\x02":
        return []
    at, size, count, names = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HHH", data, 58)
    text_at = struct.unpack_from("<Q", data, at + names * size + 24)[0]
    starts = [text_at + struct.unpack_from("<I", data, at + number * size)[0] for number in range(count)]
    return [data[start : data.index(b"\0", start)].decode() for start in starts]


def problems(path: Path, any_size: bool) -> list[str]:
    """What is wrong with a wheel."""
    found = []
    name = re.fullmatch(rf"stockade-([\w.]+)-cp310-abi3-((?:{SYSTEMS})(?:\.(?:{SYSTEMS}))*)\.whl", path.name)
    if name is None:
        return [f"{path.name} is no name for a wheel of this package"]
    size = path.stat().st_size
    if size > MOST and not any_size:
        found.append(f"it has {size:,} bytes; {MOST:,} are allowed")
    with zipfile.ZipFile(path) as wheel:
        files = {info.filename: wheel.read(info) for info in wheel.infolist()}
    info = f"stockade-{name[1]}.dist-info"
    metadata = email.message_from_bytes(files[f"{info}/METADATA"])
    if metadata["License-Expression"] != "MIT" or metadata["Requires-Python"] != ">=3.10" or metadata["Version"] != name[1]:
        found.append("METADATA names another licence, Python or version")
    if set(metadata.get_all("Provides-Extra") or []) != EXTRAS:
        found.append(f"METADATA has the extras {metadata.get_all('Provides-Extra')}")
    if any("extra ==" not in one for one in metadata.get_all("Requires-Dist") or []):
        found.append("the package alone needs other packages")
    for own, inside in (("LICENSE", "LICENSE"), ("python/THIRD-PARTY-LICENCES.txt", "THIRD-PARTY-LICENCES.txt")):
        text = files.get(f"{info}/licenses/{inside}")
        if text is None or text.replace(b"\r\n", b"\n") != (ROOT / own).read_bytes().replace(b"\r\n", b"\n"):
            found.append(f"{inside} is not among its licences, or is an old one")
    package = ROOT / "python/python/stockade"
    shipped = [one for one in package.rglob("*") if one.suffix in (".py", ".pyi") or one.name == "py.typed"]
    wanted = {f"stockade/{one.relative_to(package).as_posix()}" for one in shipped}
    if wanted - files.keys():
        found.append(f"it lacks {', '.join(sorted(wanted - files.keys()))}")
    for row in csv.reader(io.StringIO(files[f"{info}/RECORD"].decode())):
        if row and row[1] and row[1] != "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(files[row[0]]).digest()).rstrip(b"=").decode():
            found.append(f"RECORD has another hash for {row[0]}")
    modules = [one for one in files if re.fullmatch(r"stockade/_stockade\.(abi3\.so|pyd)", one)]
    if len(modules) != 1:
        found.append(f"it has the modules {modules}")
    for module in modules:
        extra = [section for section in sections(files[module]) if section == ".symtab" or section.startswith(".debug")]
        if extra:
            found.append(f"{module} is not stripped: {', '.join(extra)}")
    return found


def attempt(path: Path) -> None:
    """Installs a wheel alone, and runs the README's examples and the command."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder, "Scripts" if sys.platform == "win32" else "bin")
        run = [str(scripts / "python")]
        for command in (
            [*run, "-m", "pip", "install", "--quiet", "--no-index", str(path.resolve())],
            [*run, str(ROOT / "python/tests/readme.py"), str(ROOT / "python/README.md")],
            [str(scripts / "stockade"), "--version"],
            [*run, "-m", "stockade", "run", str(ROOT / "examples/report.py")],
        ):
            subprocess.run(command, check=True, cwd=folder)


def main(arguments: list[str]) -> None:
    what, *rest = arguments or ["help"]
    paths = [Path(one) for one in rest if not one.startswith("--")]
    if what not in ("pack", "check", "try") or not paths:
        sys.exit(__doc__)
    failed = False
    for path in paths:
        if what == "pack":
            pack(path)
        elif what == "try":
            attempt(path)
        else:
            found = problems(path, "--any-size" in rest)
            failed |= bool(found)
            print(f"{path.name}: {path.stat().st_size:,} bytes" + "".join(f"\n  {problem}" for problem in found))
    sys.exit(failed)


if __name__ == "__main__":
    main(sys.argv[1:])
