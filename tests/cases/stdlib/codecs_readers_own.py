# Readers and writers of encodings have the codec's functions themselves, and partial reads say what was expected.
import codecs
import http.client


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


for name in ('utf_8', 'utf_16_le', 'latin_1', 'ascii', 'cp1252', 'utf_7', 'unicode_escape', 'rot_13', 'utf_16'):
    found = codecs.lookup(name)
    reader, writer = found.streamreader('a'), found.streamwriter('a')
    data = 'ab' if name == 'rot_13' else b'a\x00b\x00'
    print(name, [kind.__name__ for kind in type(reader).__mro__], [kind.__qualname__ for kind in type(writer).__mro__])
    tried(reader.decode, data)
    tried(reader.decode, data, 'strict', True)
    tried(writer.encode, 'ab')
    tried(writer.encode, 'ab', 'strict', 1, 2)
    tried(reader.encode, 'ab')
    tried(writer.decode, data)
for expected in (1.5, True, None, 'x', float('nan')):
    for partial in (b'ab', None):
        tried(lambda: repr(http.client.IncompleteRead(partial, expected)))
