"""Writes the character sets of East Asia to `algorithms/tables/multibyte/`, as CPython 3.13 has them.

    python3.13 tools/multibyte_tables.py

Every fact comes from asking CPython's codecs what a pair of bytes decodes to and what a character encodes to. A file holds one set; all
numbers are little-endian:

    u8 the first lead byte, u8 the number of lead bytes
    for each lead byte: u8 the first trail byte, u8 the number of trail bytes
    for each cell: 0 for none, else one more than the difference to the code point of the cell before, with the sign in the lowest bit, in
        groups of seven bits, the lowest first, bit 7 set in all but the last. From 0xD800 on a code point is an index into the list that
        follows. (So the tables take half the room in a compressed package.)
    u16 the number of entries of the list; for each: u32 code point, u16 the code point after it, 0 for none
    u16 the number of exceptions; for each: u32 code point, u16 the cell that it is encoded as, 0 for none

A character is encoded as the first cell that decodes to it, unless an exception names another one.
"""
import pathlib
import struct
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'algorithms' / 'tables' / 'multibyte'
SET94 = range(0x21, 0x7F)
LEADS, TRAILS = range(0x81, 0xFF), range(0x40, 0xFF)
CHARACTERS = [chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000]


def decoded(codec, data):
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def encoded(codec, text):
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return None


def set94(codec, escape):
    """The cells of a set of 94 times 94 that an escape sequence selects."""
    cells = {}
    for lead in SET94:
        for trail in SET94:
            text = decoded(codec, escape + bytes((lead, trail)) + b'\x1b(B')
            if text:
                cells[lead << 8 | trail] = text
    return cells


def pairs(codec, leads=LEADS, trails=TRAILS):
    """The cells of an encoding whose characters take two bytes."""
    cells = {}
    for lead in leads:
        for trail in trails:
            text = decoded(codec, bytes((lead, trail)))
            # Two characters of one byte each are no cell.
            if text and not (len(text) == 2 and text[1] == chr(trail)) and decoded(codec, bytes((lead,))) is None:
                cells[lead << 8 | trail] = text
    return cells


def by_escape(codec, escape):
    """What characters are encoded as, where that begins with an escape sequence."""
    found = {}
    for text in CHARACTERS:
        data = encoded(codec, text)
        if data and data.startswith(escape):
            found[ord(text)] = int.from_bytes(data[len(escape):len(escape) + 2])
    return found


def by_two(codec, cells):
    """What characters are encoded as, where that is one of the cells."""
    found = {}
    for text in CHARACTERS:
        data = encoded(codec, text)
        if data and len(data) == 2 and int.from_bytes(data) in cells:
            found[ord(text)] = int.from_bytes(data)
    return found


def without(cells, other):
    return {cell: text for cell, text in cells.items() if other.get(cell) != text}


def grouped(number):
    """A number as groups of seven bits."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def packed(cells, actual):
    """The bytes of a file: the cells, and what characters are really encoded as."""
    leads = sorted({cell >> 8 for cell in cells})
    out = bytearray((leads[0], leads[-1] - leads[0] + 1))
    body, listed, first, before = bytearray(), [], {}, 0
    for lead in range(leads[0], leads[-1] + 1):
        trails = sorted(cell & 255 for cell in cells if cell >> 8 == lead)
        start, count = (trails[0], trails[-1] - trails[0] + 1) if trails else (0, 0)
        out += bytes((start, count))
        for trail in range(start, start + count):
            text = cells.get(lead << 8 | trail)
            if text is None:
                value = 0
            elif len(text) == 2 or ord(text) > 0xFFFF:
                value = 0xD800 + len(listed)
                assert value < 0xE000
                listed.append((ord(text[0]), ord(text[1]) if len(text) == 2 else 0))
            else:
                value = ord(text)
            body += grouped((value - before) * 2 + 1 if value >= before else (before - value) * 2) if value else b'\0'
            before = value or before
            if text is not None and len(text) == 1:
                first.setdefault(ord(text), lead << 8 | trail)
    out += body
    out += struct.pack('<H', len(listed))
    for one, other in listed:
        out += struct.pack('<IH', one, other)
    exceptions = [(code, actual.get(code, 0)) for code in sorted(first.keys() | actual.keys()) if actual.get(code) != first.get(code)]
    out += struct.pack('<H', len(exceptions))
    for code, cell in exceptions:
        out += struct.pack('<IH', code, cell)
    return bytes(out), len(listed), exceptions


def four_byte_ranges():
    """The characters of the basic plane that GB 18030 writes with four bytes: runs of (first code point, last, index of the first)."""
    runs = []
    for index in range(39420):
        lead, rest = divmod(index, 12600)
        second, rest = divmod(rest, 1260)
        third, fourth = divmod(rest, 10)
        text = decoded('gb18030', bytes((0x81 + lead, 0x30 + second, 0x81 + third, 0x30 + fourth)))
        if text is None:
            continue
        code = ord(text)
        if runs and runs[-1][1] + 1 == code and index - runs[-1][2] == code - runs[-1][0]:
            runs[-1][1] = code
        else:
            runs.append([code, code, index])
    return runs


def sets():
    """(name, cells, what characters are encoded as) of each set."""
    jisx0208 = set94('iso2022_jp', b'\x1b$B')
    yield 'jisx0208', jisx0208, by_escape('iso2022_jp', b'\x1b$B')
    yield 'jisx0212', set94('iso2022_jp_1', b'\x1b$(D'), by_escape('iso2022_jp_1', b'\x1b$(D')
    first, second = set94('iso2022_jp_2004', b'\x1b$(Q'), set94('iso2022_jp_2004', b'\x1b$(P')
    # JIS X 0213 in one table: the second plane has bit 7 of its trail bytes set. The tilde has rules of its own in each encoding.
    both = first | {cell | 0x80: text for cell, text in second.items()}
    actual = {0x7E: 0x2232}
    for text in CHARACTERS:
        data = encoded('euc_jis_2004', text)
        if data and len(data) == 2 and data[0] >= 0xA1 and data != b'\xa2\xb2':
            actual[ord(text)] = int.from_bytes(data) & 0x7F7F
        elif data and len(data) == 3 and (cell := (data[1] & 0x7F) << 8 | data[2]) in both:
            actual[ord(text)] = cell
    yield 'jisx0213', both, actual
    by_rule = {cell: text for cell, text in pairs('shift_jis').items() if cell >> 8 >= 0x81}
    user_defined = {cell for cell in pairs('cp932') if 0xF0 <= cell >> 8 <= 0xF9}
    cp932 = {cell: text for cell, text in without(pairs('cp932'), by_rule).items() if cell not in user_defined}
    yield 'cp932', cp932, by_two('cp932', cp932)
    # CP949 contains KS X 1001, with the filler, which EUC-KR has for another purpose. Its other syllables follow a rule.
    ksx1001 = pairs('cp949', range(0xA1, 0xFF), range(0xA1, 0xFF))
    yield 'ksx1001', ksx1001, by_two('cp949', ksx1001)
    gb18030 = pairs('gb18030')
    yield 'gb18030', gb18030, by_two('gb18030', gb18030)
    big5 = pairs('big5')
    yield 'big5', big5, by_two('big5', big5)
    cp950 = without(pairs('cp950'), big5)
    plain = by_two('big5', big5)
    yield 'cp950', cp950, {code: cell for code, cell in by_two('cp950', pairs('cp950')).items() if cell in cp950 or plain.get(code) != cell}
    hkscs = without(pairs('big5hkscs'), big5)
    yield 'hkscs', hkscs, by_two('big5hkscs', hkscs)


def main():
    if sys.version_info[:2] != (3, 13):
        sys.exit('this script asks CPython 3.13')
    FOLDER.mkdir(parents=True, exist_ok=True)
    total = 0
    for name, cells, actual in sets():
        data, listed, exceptions = packed(cells, actual)
        (FOLDER / f'{name}.bin').write_bytes(data)
        total += len(data)
        print(f'{name}: {len(cells)} cells, {listed} listed, {len(exceptions)} exceptions, {len(data)} bytes')
    runs = four_byte_ranges()
    (FOLDER / 'gb18030_ranges.bin').write_bytes(b''.join(struct.pack('<HHH', *run) for run in runs))
    total += 6 * len(runs)
    print(f'gb18030_ranges: {len(runs)} runs\n{total} bytes')


if __name__ == '__main__':
    main()
