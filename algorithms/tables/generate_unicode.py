"""Asks CPython what it knows of every code point and packs the answers into `unicode.bin`.

Run with the interpreter that is our oracle: `python3.13 algorithms/tables/generate_unicode.py`. The answers are observed through
`str` methods and `unicodedata`, so the table is CPython's behaviour, not a reading of the Unicode standard.

`unicode.sha256` is written beside it: the digest of the lines that `describe` gives for all code points. `unicode/tests.rs` writes
the same lines from the table and compares. `generate_unicode.py --digests` prints the digest of each 256 code points and writes
nothing; `generate_unicode.py --lines 0x1f00` prints the 256 lines from there on.

Layout, all little-endian; the sections follow one another in this order, each preceded by its byte length as u32:
  0 version     the Unicode version as ASCII text
  1 blocks      u8 per block of 128 code points: which distinct block (u16 when more than 256 are needed: see section size)
  2 cells       u16 per code point of each distinct block: which record
  3 records     RECORD_SIZE bytes each, see `pack_record`
  4 numerics    f64 each
  5 specials    (u8 length, UTF-32 code points) strings that replace one character: case mappings longer than one
  6 decomp_keys (u32 code point, u32 offset into section 7), sorted
  7 decomp_data u8 tag, u8 count, u32 code points
  8 compose     (u32 first, u32 second, u32 composed), sorted
  9 tags        compatibility tags separated by newlines; index 0 is the empty (canonical) one
 10 casefix     (u32 lower-case code point, u32 equivalent), sorted: lower-case letters that share their upper case
 11 lowered     (u32 code point, u32 simple lower case) where they differ, sorted
 12 raised      the same pairs turned round, sorted by the lower case
"""

import hashlib
import struct
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

import _sre

LIMIT = 0x110000
BLOCK = 128
SPECIAL = 0x4000_0000

CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split()
BIDI = ["", *"L LRE LRO R AL RLE RLO PDF EN ES ET AN CS NSM BN B S WS ON LRI RLI FSI PDI".split()]
WIDTHS = "N A H W F Na".split()

FLAGS = [
    ("alpha", lambda c: c.isalpha()),
    ("decimal", lambda c: c.isdecimal()),
    ("digit", lambda c: c.isdigit()),
    ("numeric", lambda c: c.isnumeric()),
    ("space", lambda c: c.isspace()),
    ("printable", lambda c: c.isprintable()),
    ("lower", lambda c: c.islower()),
    ("upper", lambda c: c.isupper()),
    ("title", lambda c: unicodedata.category(c) == "Lt"),
    ("id_start", lambda c: c.isidentifier()),
    ("id_continue", lambda c: ("a" + c).isidentifier()),
    # A cased letter makes the next one lower case in a title.
    ("cased", lambda c: (c + "A").title()[-1] == "a"),
    # The final sigma rule looks through these.
    ("ignorable", lambda c: ("A" + c + "\u03a3").lower()[-1] == "\u03c2" and (c + "\u03a3").lower()[-1] == "\u03c3"),
    ("line_break", lambda c: len(("a" + c + "b").splitlines()) > 1),
    ("mirrored", lambda c: bool(unicodedata.mirrored(c))),
]

specials = [b""]
special_index = {}


def mapping(code, text):
    """A delta to one character, or SPECIAL plus the index of a longer string."""
    if len(text) == 1:
        return ord(text) - code
    if text not in special_index:
        special_index[text] = len(specials)
        specials.append(struct.pack("<B", len(text)) + b"".join(struct.pack("<I", ord(c)) for c in text))
    return SPECIAL + special_index[text]


numerics = []


def numeric_index(value):
    if value is None:
        return 0
    if value not in numerics:
        numerics.append(value)
    return numerics.index(value) + 1


def pack_record(code):
    c = chr(code)
    flags = sum(1 << bit for bit, (_, test) in enumerate(FLAGS) if test(c))
    simple_lower = _sre.unicode_tolower(code) - code
    return struct.pack(
        "<HBBBBbbBxiiiii",
        flags,
        CATEGORIES.index(unicodedata.category(c)),
        BIDI.index(unicodedata.bidirectional(c)),
        unicodedata.combining(c),
        WIDTHS.index(unicodedata.east_asian_width(c)),
        unicodedata.decimal(c, -1),
        unicodedata.digit(c, -1),
        numeric_index(unicodedata.numeric(c, None)),
        simple_lower,
        mapping(code, c.lower()),
        mapping(code, c.upper()),
        mapping(code, c.title()),
        mapping(code, c.casefold()),
    )


def tables():
    records, record_index = [], {}
    blocks, cells, block_index = [], [], {}
    for start in range(0, LIMIT, BLOCK):
        row = []
        for code in range(start, start + BLOCK):
            record = pack_record(code)
            if record not in record_index:
                record_index[record] = len(records)
                records.append(record)
            row.append(record_index[record])
        row = struct.pack(f"<{BLOCK}H", *row)
        if row not in block_index:
            block_index[row] = len(cells)
            cells.append(row)
        blocks.append(block_index[row])
    width = "B" if len(cells) <= 256 else "H"
    return struct.pack(f"<{len(blocks)}{width}", *blocks), b"".join(cells), b"".join(records)


def decompositions():
    tags = [""]
    keys, data, seen, compose = [], bytearray(), {}, []
    for code in range(LIMIT):
        text = unicodedata.decomposition(chr(code))
        if not text:
            continue
        parts = text.split()
        tag = parts.pop(0) if parts[0].startswith("<") else ""
        if tag not in tags:
            tags.append(tag)
        points = [int(part, 16) for part in parts]
        entry = struct.pack(f"<BB{len(points)}I", tags.index(tag), len(points), *points)
        if entry not in seen:
            seen[entry] = len(data)
            data += entry
        keys.append(struct.pack("<II", code, seen[entry]))
        # Hangul syllables are composed by arithmetic; they have no entry in `decomposition` as CPython reports it.
        if not tag and len(points) == 2 and unicodedata.normalize("NFC", chr(points[0]) + chr(points[1])) == chr(code):
            compose.append((points[0], points[1], code))
    compose.sort()
    return b"".join(keys), bytes(data), b"".join(struct.pack("<III", *row) for row in compose), "\n".join(tags).encode()


def casefix():
    groups = defaultdict(list)
    for code in range(LIMIT):
        c = chr(code)
        if _sre.unicode_tolower(code) == code and c.upper() != c:
            groups[c.upper()].append(code)
    pairs = sorted((a, b) for group in groups.values() for a in group for b in group if a != b)
    from re import _casefix

    observed = sorted((a, b) for a, others in _casefix._EXTRA_CASES.items() for b in others)
    assert pairs == observed, set(pairs) ^ set(observed)
    return b"".join(struct.pack("<II", *pair) for pair in pairs)


PIECE = 256


def hexed(text):
    return ".".join(f"{ord(c):x}" for c in text)


def describe(code):
    """One line: what the predicates, `unicodedata` and the case mappings say of a code point, alone and in a word."""
    c = chr(code)
    flags = [
        c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isalnum(), c.isspace(), c.isprintable(), c.islower(), c.isupper(),
        c.istitle(), c.isidentifier(), ("a" + c).isidentifier(), len(("a" + c + "b").splitlines()) > 1, bool(unicodedata.mirrored(c)),
    ]  # fmt: skip
    numeric = unicodedata.numeric(c, None)
    texts = [
        c.lower(), c.upper(), c.title(), c.casefold(), c.swapcase(), c.capitalize(), (c + "A").title(), ("A" + c + "\u03a3").lower(),
        (c + "\u03a3").lower(), ("A\u03a3" + c).lower(), ("A\u03a3" + c + "A").lower(), chr(_sre.unicode_tolower(code)),
        *(unicodedata.normalize(form, c) for form in ("NFC", "NFD", "NFKC", "NFKD")),
    ]  # fmt: skip
    fields = [
        "".join("01"[flag] for flag in flags),
        unicodedata.category(c),
        unicodedata.bidirectional(c),
        unicodedata.combining(c),
        unicodedata.east_asian_width(c),
        unicodedata.decimal(c, -1),
        unicodedata.digit(c, -1),
        "-" if numeric is None else struct.pack(">d", numeric).hex(),
        *map(hexed, texts),
        unicodedata.decomposition(c),
        unicodedata.name(c, ""),
    ]
    return f"{code:x}|" + "|".join(map(str, fields)) + "\n"


def piece(start):
    return "".join(map(describe, range(start, start + PIECE))).encode()


def digests():
    return "".join(f"{start:x} {hashlib.sha256(piece(start)).hexdigest()}\n" for start in range(0, LIMIT, PIECE))


def main():
    blocks, cells, records = tables()
    keys, data, compose, tags = decompositions()
    lowered = [(code, _sre.unicode_tolower(code)) for code in range(LIMIT) if _sre.unicode_tolower(code) != code]
    sections = [
        unicodedata.unidata_version.encode(),
        blocks,
        cells,
        records,
        struct.pack(f"<{len(numerics)}d", *numerics),
        b"".join(specials),
        keys,
        data,
        compose,
        tags,
        casefix(),
        b"".join(struct.pack("<II", *pair) for pair in lowered),
        b"".join(struct.pack("<II", *pair) for pair in sorted((lower, code) for code, lower in lowered)),
    ]
    out = Path(__file__).with_name("unicode.bin")
    out.write_bytes(b"".join(struct.pack("<I", len(section)) + section for section in sections))
    Path(__file__).with_name("unicode.sha256").write_text(hashlib.sha256(digests().encode()).hexdigest() + "\n")
    print([len(section) for section in sections], out.stat().st_size, len(specials), file=sys.stderr)


if sys.argv[1:] == ["--digests"]:
    print(digests(), end="")
elif sys.argv[1:2] == ["--lines"]:
    print(piece(int(sys.argv[2], 0)).decode(), end="")
else:
    main()
