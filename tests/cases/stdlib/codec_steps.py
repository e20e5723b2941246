# Encodings part by part: what waits for the rest, marks of byte order, streams, mappings, registered handlers and encodings.
import codecs
import enum
import io

TEXT = 'aé€𐀀\ud800'[:4] + 'z'
for name in ('utf-8', 'utf-8-sig', 'utf-16', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-7', 'unicode-escape', 'raw-unicode-escape', 'latin-1'):
    text = TEXT if name != 'latin-1' else 'aé'
    data = text.encode(name)
    decoder = codecs.getincrementaldecoder(name)()
    print(name, [decoder.decode(bytes([byte])) for byte in data], repr(decoder.decode(b'', True)))
    encoder = codecs.getincrementalencoder(name)()
    print(b''.join(encoder.encode(char) for char in text) == data, encoder.getstate())
    reader = codecs.getreader(name)(io.BytesIO((text + '\nmore\r\nend').encode(name)))
    print([reader.readline(), reader.read(3), reader.read()])
    out = io.BytesIO()
    writer = codecs.getwriter(name)(out)
    writer.write(text)
    writer.writelines(['x', 'y'])
    print(out.getvalue() == (text + 'xy').encode(name))
print(codecs.utf_16_ex_decode(b'\xfe\xff\x00a\x00'), codecs.utf_16_ex_decode(b'a\x00', 'strict', 0, True), codecs.utf_8_decode(b'a\xc3'))
print(codecs.utf_32_be_encode('a'), codecs.utf_7_encode('é'), codecs.unicode_escape_encode('é\n'), codecs.raw_unicode_escape_decode(b'\\u00e9'))
print(codecs.escape_decode(rb'a\n\x41\101\\'), codecs.escape_encode(b"a'\n\xff"), codecs.readbuffer_encode('é'))
print(codecs.charmap_encode('ab', 'strict', {97: 1, 98: b'xy'}), codecs.charmap_decode(b'\x00\x01', 'strict', 'ab'),
      codecs.charmap_decode(b'\x00\x07', 'replace', {0: 'q'}), codecs.charmap_encode('a\u1234', 'ignore', {97: 98}))


def handler(error):
    print(type(error).__name__, error.start, error.end, error.reason)
    return ('[?]' if isinstance(error, UnicodeEncodeError) else '<?>', error.end)


codecs.register_error('tests.mine', handler)
codecs.register_error('tests.wrong', lambda error: 42)
codecs.register_error('tests.far', lambda error: ('', 99))
codecs.register_error('tests.bytes', lambda error: (b'\x01', error.end))
print('aéb€'.encode('ascii', 'tests.mine'), b'a\xffb\xfe'.decode('ascii', 'tests.mine'), 'é'.encode('ascii', 'tests.bytes'))
print('\ud800x'.encode('utf-16', 'tests.mine'), b'\xff'.decode('utf-8', 'tests.mine'))
for errors in ('tests.wrong', 'tests.far', 'tests.unknown'):
    for convert in (lambda: 'é'.encode('ascii', errors), lambda: b'\xff'.decode('ascii', errors)):
        try:
            print(convert())
        except Exception as e:
            print(type(e).__name__, e)
codecs.register(lambda name: codecs.CodecInfo(lambda text, errors='strict': (text.upper().encode(), len(text)),
                                              lambda data, errors='strict': (bytes(data).decode().lower(), len(data)),
                                              name='shout') if name == 'tests_shout' else None)
print('abc'.encode('tests_shout'), b'ABC'.decode('tests_shout'), codecs.lookup('tests_shout').name)
for text in ('bücher.example', 'faß.de', 'ドメイン.テスト', 'plain.org.'):
    data = text.encode('idna')
    print(data, data.decode('idna'))
print('bücher'.encode('punycode'), b'bcher-kva'.decode('punycode'), 'abc'.encode('punycode'))
for wrong in (lambda: 'a..b'.encode('idna'), lambda: ('a' * 64).encode('idna'), lambda: b'xn--?'.decode('punycode'), lambda: 'x'.encode('hex'),
              lambda: codecs.decode('zz', 'hex'), lambda: codecs.escape_decode(rb'\x4')):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e, getattr(e, '__notes__', ''))
recoded = codecs.EncodedFile(io.BytesIO('é\nü'.encode('latin-1')), 'utf-8', 'latin-1')
print(recoded.readline(), recoded.read(), recoded.data_encoding)
print(codecs.encode(b'some bytes', 'uu'), codecs.decode(codecs.encode(b'x' * 50, 'uu'), 'uu') == b'x' * 50)


class Named(enum.IntEnum):
    ONE = 1

    def __str__(self):
        return self.name.lower()


class Plain(enum.IntEnum):
    ONE = 1


print(f'{Named.ONE} {Named.ONE:>5} {format(Named.ONE)} {Plain.ONE} {Plain.ONE:03}')
