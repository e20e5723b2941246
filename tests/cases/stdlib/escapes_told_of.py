# Escapes that stand for nothing, or for more than a byte, are told of where bytes are decoded.
import codecs
import locale
import warnings


def seen(function, *arguments):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        try:
            found = function(*arguments)
        except Exception as e:
            found = f'{type(e).__name__}: {e}'
    print(repr(found), [(str(w.message), w.category.__name__, w.lineno) for w in told])


for data in (rb'\d', rb'a\\d', rb'\\\d\q', rb'\400', rb'\377\378\7', rb'\x41\u0042\U00000043\n\'\"', b'\\\n\\\xe9', rb'\z\x4', b'\\', rb'\8'):
    seen(lambda: data.decode('unicode_escape'))
    seen(lambda: bytearray(data).decode('Unicode-Escape', 'replace'))
    seen(lambda: codecs.decode(data, 'unicode_escape'))
    seen(lambda: data.decode('raw_unicode_escape'))
seen(lambda: locale.getdefaultlocale()[:0])
