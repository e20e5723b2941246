"""Writes what CPython 3.13 makes of the encodings of East Asia to `algorithms/src/text/tests/multibyte.txt`, for the test beside it.

    python3.13 tools/multibyte_golden.py

A line `encode NAME DIGEST` is about every code point, `decode NAME DIGEST` about every sequence of one and two bytes and the longer ones
that `sequences` names. `digests` below says what is digested. The other lines are single cases with their handlers.
"""
import codecs
import hashlib
import pathlib
import random
import sys

PATH = pathlib.Path(__file__).resolve().parent.parent / 'algorithms' / 'src' / 'text' / 'tests' / 'multibyte.txt'
NAMES = '''gb2312 gbk gb18030 hz big5 big5hkscs cp950 cp932 shift_jis shift_jis_2004 shift_jisx0213 euc_jp euc_jis_2004 euc_jisx0213
    iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_3 iso2022_jp_2004 iso2022_jp_ext euc_kr cp949 johab iso2022_kr'''.split()
HANDLERS = ('strict', 'ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace', 'namereplace', 'surrogateescape', 'surrogatepass')
SETS = [b'\x1b$B', b'\x1b$@', b'\x1b$(D', b'\x1b$(C', b'\x1b$A', b'\x1b$(O', b'\x1b$(P', b'\x1b$(Q', b'\x1b(J', b'\x1b(I', b'\x1b$)C\x0e',
        b'\x1b.AA\x1bN', b'\x1b.F\x1bN', b'\x1b', b'\x1b$', b'\x1b(', b'\x1b&@\x1b$B']
# The first half of a pair of JIS X 0213 or HKSCS, or characters with rules of their own.
SPECIAL = ('\u304b\u309a\u30c8\u309a\u02e9\u02e5\u00e6\u0300\u00ca\u0304\u00ea\u030c\u00a5\u203e\u2015\u2014\u00b7\u30fb\uff3c\uff5e'
           '\u9b1c\u9b1d\u4ff1\uac02\u3164\u20ac')


def sequences(name):
    """Sequences of more than two bytes, after a prefix."""
    every = [bytes((one, other)) for one in range(256) for other in range(256)]
    if name.startswith('euc_j'):
        return [b'\x8f' + two for two in every] + [b'\x8e' + two for two in every[::7]]
    if name.startswith('iso2022'):
        # Every cell, and some of what is none.
        some = [two for at, two in enumerate(every) if at % 17 == 0 or all(0x20 <= byte < 0x80 for byte in two)]
        return [prefix + two for prefix in SETS for two in some]
    if name == 'hz':
        return [b'~{' + two for two in every]
    if name == 'gb18030':
        return [bytes((first, 0x30 + index // 3 % 11, 0x81 + index % 127, 0x30 + index % 13))
                for first in (0x81, 0x82, 0x83, 0x84, 0x85, 0x8f, 0x90, 0xe3, 0xe4, 0xff) for index in range(4000)]
    if name == 'euc_kr':
        return [b'\xa4\xd4\xa4' + bytes((one, 0xa4, other, 0xa4, 0xa1 + (one + other) % 0x38)) for one in range(0xa0, 0xc0)
                for other in range(0xbd, 0xd6)]
    return []


def outcome(name, data, errors='strict'):
    try:
        return data.decode(name, errors)
    except UnicodeDecodeError as error:
        return f'!{error.encoding} {error.start} {error.end} {error.reason}'
    except TypeError as error:
        return f'!{error}'


def digests(name):
    """Of the encoded blocks of 256 code points, escaped where they have no bytes; and of what the sequences decode to, or the errors."""
    made = hashlib.sha256()
    for block in range(0, 0x110000, 256):
        # The first half of plane 15 stands for surrogates in Stockade.
        if not 0xff000 <= block < 0xff800:
            made.update(''.join(map(chr, range(block, block + 256))).encode(name, 'backslashreplace') + b'\n')
    yield f'encode {name} {made.hexdigest()}'
    made = hashlib.sha256()
    short = [bytes((one,)) for one in range(256)] + [bytes((one, other)) for one in range(256) for other in range(256)]
    for data in short + sequences(name):
        text = outcome(name, data)
        # See above.
        made.update(text.encode() + b'\n')
    yield f'decode {name} {made.hexdigest()}'


def coded(text):
    return ','.join(f'{ord(char):x}' for char in text)


def cases(name, dice):
    """Single cases, each with an error somewhere."""
    some = [chr(code) for code in (*range(0xa0, 0x3000, 5), *range(0x3000, 0xffff, 13))]
    known = [char for char in some if not 0xd800 <= ord(char) < 0xe000 and char.encode(name, 'ignore')]
    for errors in HANDLERS:
        for _ in range(2):
            parts = [dice.choice(known).encode(name) for _ in range(3)] + [dice.randbytes(dice.randint(1, 3)) for _ in range(2)]
            if name.startswith('iso2022'):
                parts += dice.choices(SETS, k=2)
            dice.shuffle(parts)
            data = b''.join(parts)
            try:
                made = coded(data.decode(name, errors))
            except (UnicodeDecodeError, TypeError):
                made = outcome(name, data, errors)
            yield f'D {name} {errors} {data.hex()} = {made}'
            chars = dice.choices(known, k=3) + dice.choices(SPECIAL, k=3) + dice.choices('az \n', k=2) + [chr(dice.randint(0xdc00, 0xdcff))]
            chars.append(chr(dice.randint(0x10000, 0x1ffff)))
            dice.shuffle(chars)
            text = ''.join(chars)
            try:
                made = text.encode(name, errors).hex()
            except UnicodeEncodeError as error:
                made = f'!{error.encoding} {error.start} {error.end} {error.reason}'
            yield f'E {name} {errors} {coded(text)} = {made}'


def main():
    if sys.version_info[:2] != (3, 13):
        sys.exit('this script asks CPython 3.13')
    dice = random.Random(213)
    lines = []
    for name in NAMES:
        assert codecs.lookup(name).name == name
        lines += digests(name)
        lines += cases(name, dice)
    PATH.write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
