"""Asks CPython for the names of all characters and packs them into `names.bin`.

Run with the interpreter that is our oracle, and the aliases of the Unicode database (Debian: `unicode-data`), of which those are taken that
CPython knows:

    python3.13 algorithms/unicode_names2/generate.py /usr/share/unicode/NameAliases.txt

`names.sha256` is written beside it: the digest of a line `1F40D SNAKE` for each character with a name, then of a line `0A LINE FEED` for each
alias. A test writes the same lines from the table and compares.

Layout of the file, after it is inflated (raw deflate); numbers are little-endian u32:
  the number of names, of aliases, and of ranges of ideographs
  for each name: the code point less the one before it
  for each alias: its code point
  for each range: its first and its last code point
  for each name and then each alias, sorted by code point and by text: how many letters it shares with the one before it (u8)
  the rest of each, with a line feed behind it
Hangul syllables and ideographs have names by rule, and are left out.
"""

import hashlib
import struct
import sys
import unicodedata
import zlib
from pathlib import Path

IDEOGRAPH = "CJK UNIFIED IDEOGRAPH-"
HERE = Path(__file__).parent


def aliases(path: str) -> list[tuple[str, int]]:
    found = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) < 2:
            continue
        code, alias = int(fields[0], 16), fields[1].strip()
        try:
            known = unicodedata.lookup(alias)
        except KeyError:
            continue
        if known == chr(code) and unicodedata.name(known, None) != alias:
            found[alias] = code
    return sorted(found.items())


def shared(before: str, text: str) -> int:
    count = 0
    while count < min(len(before), len(text), 255) and before[count] == text[count]:
        count += 1
    return count


def main() -> None:
    names, ranges = [], []
    for code in range(0x110000):
        name = unicodedata.name(chr(code), None)
        if name is None or name.startswith("HANGUL SYLLABLE "):
            continue
        if name.startswith(IDEOGRAPH):
            if name != f"{IDEOGRAPH}{code:04X}":
                raise SystemExit(f"{code:04X} is called {name}")
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
            continue
        names.append((code, name))
    also = aliases(sys.argv[1])
    out = struct.pack("<III", len(names), len(also), len(ranges))
    before = 0
    for code, _ in names:
        out += struct.pack("<I", code - before)
        before = code
    out += b"".join(struct.pack("<I", code) for _, code in also)
    out += b"".join(struct.pack("<II", *ends) for ends in ranges)
    texts = [name for _, name in names] + [alias for alias, _ in also]
    counts = [shared(before, text) for before, text in zip(["", *texts], texts)]
    out += bytes(counts) + b"".join(text[count:].encode() + b"\n" for count, text in zip(counts, texts))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(out) + packer.flush()
    (HERE / "names.bin").write_bytes(packed)
    lines = hashlib.sha256()
    for code in range(0x110000):
        if name := unicodedata.name(chr(code), None):
            lines.update(f"{code:X} {name}\n".encode())
    for alias, code in also:
        lines.update(f"{code:X} {alias}\n".encode())
    (HERE / "names.sha256").write_text(lines.hexdigest() + "\n")
    print(f"{len(names)} names, {len(also)} aliases, {len(ranges)} ranges: {len(out):,} bytes, packed {len(packed):,}")


if __name__ == "__main__":
    main()
