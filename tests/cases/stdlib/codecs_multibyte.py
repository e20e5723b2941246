# The encodings of East Asia: names, parts, streams, handlers.
import codecs
import io

NAMES = '''gb2312 gbk gb18030 hz big5 big5hkscs cp950 cp932 shift_jis shift_jis_2004 shift_jisx0213 euc_jp euc_jis_2004 euc_jisx0213 iso2022_jp
    iso2022_jp_1 iso2022_jp_2 iso2022_jp_3 iso2022_jp_2004 iso2022_jp_ext euc_kr cp949 johab iso2022_kr'''.split()
ALIASES = '''chinese euc-cn 936 gb18030-2000 HZ-GB-2312 big5-tw hkscs ms950 ms-kanji Windows-31J sjis S-JIS-2004 sjisx0213 ujis eucjis2004
    eucjisx0213 ISO-2022-JP iso2022jp-1 iso-2022-jp-2 iso2022jp-3 iso2022jp-2004 iso2022jp-ext ks_c-5601 uhc ms1361 csiso2022kr'''.split()
TEXTS = ['a\u4e9c\u3042b\n', '\u4e2d\u6587c', '\ud55c\uae00 d', '\u304b\u309a\u304b', '\u00e6\u0300\u00ca\u0304\u00ca', '\uff71~\\']

for alias in ALIASES:
    print(alias, codecs.lookup(alias).name, end='; ')
print()


def known(name):
    return ''.join([char for text in TEXTS for char in text if char.encode(name, 'ignore')])


def told(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__, str(error).encode('ascii', 'backslashreplace').decode(), getattr(error, '__notes__', None)


for name in NAMES:
    info = codecs.lookup(name)
    text = known(name)
    data = text.encode(name)
    back = data.decode(name)
    print(name, ascii(text), data, ascii(back) if back != text else 'back')
    assert info.encode(text) == (data, len(text)) and info.decode(data) == (back, len(data))

    # Incremental, at each byte and each character, with the states.
    decoder, states, parts = info.incrementaldecoder(), [], []
    for at in range(len(data)):
        parts.append(decoder.decode(data[at:at + 1]))
        states.append(decoder.getstate())
    assert ''.join(parts) + decoder.decode(b'', True) == back
    print(states[::5])
    encoder, parts, states = info.incrementalencoder(), [], []
    for char in text:
        parts.append(encoder.encode(char))
        states.append(encoder.getstate())
    parts.append(encoder.encode('', final=True))
    assert b''.join(parts) == data, (b''.join(parts), data)
    print([hex(state) for state in states[::4]])
    encoder.reset()
    print(hex(encoder.getstate()), encoder.errors, decoder.errors)

    # A split in two at each place.
    for at in range(len(data) + 1):
        decoder = info.incrementaldecoder()
        first = decoder.decode(data[:at])
        state = decoder.getstate()
        other = info.incrementaldecoder()
        other.setstate(state)
        assert first + other.decode(data[at:], True) == back
    # Streams that give a byte at a time, or parts of a size.
    for size in (1, 2, 3, 7):
        reader = info.streamreader(io.BytesIO(data))
        parts = []
        while part := reader.read(size):
            parts.append(part)
        assert ''.join(parts) == back, (size, parts)
    reader = codecs.getreader(name)(io.BytesIO(data + data))
    print(ascii([reader.readline(), reader.readline(), reader.read()]))
    assert ''.join(codecs.getreader(name)(io.BytesIO(data))) == back
    assert ''.join(codecs.iterdecode([data[at:at + 2] for at in range(0, len(data), 2)], name)) == back
    assert b''.join(codecs.iterencode(text, name)) == data
    stream = io.BytesIO()
    writer = info.streamwriter(stream)
    writer.write(text[:3])
    writer.writelines([text[3:5], text[5:]])
    print(stream.getvalue() == data, stream.getvalue()[-6:])
    writer.reset()
    print(stream.getvalue() == data)
    wrapped = io.TextIOWrapper(io.BytesIO(), name, newline='')
    wrapped.write(text)
    wrapped.flush()
    wrapped.seek(0)
    assert wrapped.read() == back
    # Errors.
    for bad in (b'a\xff', b'\x81', b'\x8f\xa1', b'\x1b$', b'\x1b(Z', b'~x', b'\x84\x31\xa5\x40', b'\xa4\xd4\xa4\xa1\xa4'):
        for errors in ('strict', 'replace', 'backslashreplace', 'surrogateescape'):
            print(ascii(told(bad.decode, name, errors)), end=' ')
    for bad in ('\u0e01', 'a\ud800', '\udcff'):
        for errors in ('strict', 'replace', 'xmlcharrefreplace', 'namereplace', 'surrogateescape'):
            print(told(bad.encode, name, errors), end=' ')
    decoder = info.incrementaldecoder('replace')
    print(ascii([decoder.decode(b'\x81'), decoder.decode(b'\x81\xff'), decoder.decode(b'\xff', True)]))
