# Handlers of a program, states and wrong arguments with the encodings of East Asia.
import codecs
import io


def told(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error).encode('ascii', 'backslashreplace').decode(), getattr(error, '__notes__', None)


codecs.register_error('tell', lambda error: (f'<{error.start}-{error.end} {error.reason[:6]}>', error.end))
codecs.register_error('kanji', lambda error: ('\u4e9c', error.end))
codecs.register_error('raw', lambda error: (b'\x00\xff', error.end))
codecs.register_error('skip', lambda error: ('', -1))
codecs.register_error('far', lambda error: ('x', error.end + 99))
codecs.register_error('wrong', lambda error: 3)
NAMES = ('shift_jis', 'gb18030', 'iso2022_jp', 'iso2022_kr', 'hz', 'euc_jis_2004', 'big5hkscs', 'johab')
for name in NAMES:
    for errors in ('tell', 'kanji', 'raw', 'far', 'wrong', 'nope'):
        print(name, errors, told('a\u0e01b\u4e9c\u0e01\udc80'.encode, name, errors))
        print(ascii(told(b'a\xffb\x88\x9f\x81'.decode, name, errors)))
    print(told('a\u0e01\u0e01b\u0e01c'.encode, name, 'skip'), ascii(told(b'a\xff\xffb\xff\x41'.decode, name, 'skip')))
    data = '\u4e2da' * 40
    data = data.encode(name, 'replace') + b'\xff' + data.encode(name, 'replace')
    assert data.decode(name, 'tell').count('<') == 1, data.decode(name, 'tell')
    long = 'a\u4e9c\ud55c' * 300 + '\udc80'
    assert long.encode(name, 'tell').decode(name).endswith('>')

# States that are kept from a stopped decoder.
decoder = codecs.getincrementaldecoder('iso2022_kr')()
print(decoder.decode(b'\x1b$)C\x0e0!'), decoder.getstate())
decoder.reset()
print(decoder.getstate())
decoder = codecs.getincrementaldecoder('iso2022_jp_2')()
decoder.decode(b'\x1b.A\x1b$B')
print(decoder.getstate())
decoder.reset()
print(decoder.getstate())
decoder.setstate((b'\x1b', 0xC20042C2 << 32 | 0x414242))
print(decoder.getstate(), decoder.decode(b'Nia'))
decoder = codecs.getincrementaldecoder('shift_jis')()
print(repr(decoder.decode(b'\x81')), decoder.getstate())
print(told(decoder.decode, b'\x00ab'), decoder.getstate(), repr(decoder.decode(b'', True)))
encoder = codecs.getincrementalencoder('euc_jis_2004')()
print(encoder.encode('\u304b'), hex(encoder.getstate()), encoder.encode('\u309a'), encoder.encode('\u304b'))
print(told(encoder.encode, '\U0010ffff'), hex(encoder.getstate()), encoder.encode('', True))
other = codecs.getincrementalencoder('euc_jis_2004')()
encoder.encode('\u304b')
other.setstate(encoder.getstate())
print(other.encode('\u309a'))
stream = io.BytesIO()
writer = codecs.getwriter('euc_jis_2004')(stream)
writer.write('\u304b')
print(stream.getvalue())
writer.reset()
print(stream.getvalue())

# Arguments.
info = codecs.lookup('sjis')
incremental, decoding = info.incrementalencoder, info.incrementaldecoder
print(info.name, info.encode(123), info.decode(bytearray(b'ab')), info.decode(b'\x81', errors='backslashreplace'))
for function, args in (
        (info.encode, ('a', 3)), (info.decode, ('a',)), (info.decode, (b'a', 3)), (incremental, (3,)), (decoding().decode, ('a',)),
        (decoding('nope').decode, (b'\xff',)), (incremental().encode, (3,)), (info.streamreader(io.StringIO('abc')).read, ()),
        (info.streamreader(io.BytesIO(b'abc')).read, ('x',)), (info.streamreader(io.BytesIO(b'abc')).readlines, ('x',)),
        (info.streamwriter(io.BytesIO()).writelines, (3,)), (info.streamwriter(io.BytesIO()).writelines, ({1: 2},)),
        (decoding().setstate, (3,)), (decoding().setstate, ((b'a',),)), (decoding().setstate, ((3, 3),)), (decoding().setstate, ((b'', 'a'),)),
        (decoding().setstate, ((b'', -1),)), (decoding().setstate, ((b'', 1 << 70),)), (decoding().setstate, ((b'a' * 20, 0),)),
        (incremental().setstate, ('a',)), (incremental().setstate, (-1,)), (incremental().setstate, (255,)), (incremental().setstate, (1 << 200,)),
        (setattr, (incremental(), 'errors', 3)), (delattr, (decoding(), 'errors')), (info.streamreader, (io.BytesIO(), 3)),
        (codecs.getincrementaldecoder('iso2022_jp')().decode, (b'\x1b$' + b'(' * 13,))):
    print(told(function, *args))
reader = info.streamreader(io.BytesIO(b'a\x81'), 'ignore')
print(reader.errors, repr(reader.read(0)), reader.read(5), repr(reader.read(5)), reader.stream.tell())
reader = info.streamreader(io.BytesIO('\u4e9c\u3044\n\u3046a'.encode('sjis')))
print(ascii([reader.readline(1), reader.readline(3), reader.readlines()]))
reader.seek(0)
print(ascii(reader.readlines()))
with info.streamreader(io.BytesIO(b'x\ny')) as reader:
    print(list(reader))
print(told('\ud800'.encode, 'sjis'), told(b'\xff'.decode, 'csshiftjis'), told(codecs.encode, '\ud800', 'sjis'))
print('~'.encode('shift_jis_2004'), b'\x5c\x7e'.decode('shift_jis_2004').encode('ascii', 'backslashreplace'))
print(repr(b''.decode('hz')), ''.encode('iso2022_kr'), issubclass(info.streamreader, codecs.StreamReader), info.streamreader.__module__)
