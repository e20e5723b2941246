# Which codec an exception comes from is noted, but of those that texts and bytes have themselves.
import codecs


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error, getattr(error, '__notes__', None))


for name in ('utf-8', 'UTF_8', 'utf8', 'utf-16', 'utf-32', 'utf-16-le', 'utf-7', 'ascii', 'US-ASCII', 'latin-1', 'iso-8859-1', 'cp1252', 'CP1252',
             'koi8-r', 'iso8859-15', 'mac-roman', 'unicode_escape', 'raw_unicode_escape', 'hex', 'nope'):
    for data in (b'\x81', b'\\x', b'\xff'):
        tried(lambda: data.decode(name))
        tried(lambda: str(data, name))
        tried(lambda: codecs.decode(data, name))
    for text in ('\ud800', '\u1234'):
        tried(lambda: text.encode(name))
        tried(lambda: bytes(text, name))
        tried(lambda: codecs.encode(text, name))
        tried(lambda: len(text.encode(name, 'replace')))
