"""Encodings by name, and what is told of escapes that mean nothing."""
import codecs
import encodings
import encodings.idna
import io
import warnings
from encodings.rot_13 import rot13


def show(do):
    try:
        print(do())
    except UnicodeError as problem:
        print(type(problem).__name__, ascii(str(problem)), getattr(problem, 'object', None) and ascii(problem.object))
    except Exception as problem:
        print(type(problem).__name__, problem)


for name in ('utf_8', 'utf\xe9\u20ac\U0010ffff-8', 'utf   8', 'UTF 8', 'utf.8', 'utf...8', '--utf--8--', b'Latin-1', 'a-\xe9-b', '\xe9-a', ''):
    print(repr(encodings.normalize_encoding(name)))
asked = []


def search(name):
    asked.append(name)
    return (1, 2, 3, 4) if name == 'aaa_8' else None


codecs.register(search)
for name in ('AAA-8', 'AAA---8', 'AAA   8', 'aaa\xe9\u20ac-8', 'AAA.8', 'a\xe9-8', 'nothing there'):
    show(lambda: codecs.lookup(name))
for name in ('UTF  8', 'utf---16', 'Latin--1', 'rot--13'):
    show(lambda: codecs.lookup(name).name)
print(asked)
print(encodings.search_function('utf8').name, encodings.search_function('none such'), encodings.aliases.aliases['latin1'], encodings.utf_8.getregentry().name)
out = io.StringIO()
rot13(io.StringIO('Green Nerf'), out)
print(out.getvalue(), issubclass(encodings.CodecRegistryError, LookupError))
for label in ('foo\u00d7\u0660\u0661', '\u0221', 'a\u0300\ue000', '\ufffe', '\U0001d6fc', '\u2ff0', '\u00fc\u06dd', '\u0340', '\u200e', '\u2028', '\uf8ff', '\ufdd3'):
    show(lambda: ascii(encodings.idna.nameprep(label)))
show(lambda: (b'xn--016c' + b'a' * 70).decode('idna'))
show(lambda: b'\xffProprostnemluvesky-uyb24dma41a'.decode('punycode'))


def told(do):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        found = do()
    print(found, [(warning.category.__name__, str(warning.message)) for warning in caught])


for text in (r'[\501]', br'[\501]', r'[\y]', rb'\\y\z\q', rb'\\377\x41\400', rb'\8', b'\\\n\\\xfa', rb'\N{BULLET}\u0041'):
    told(lambda: codecs.unicode_escape_decode(text))
told(lambda: codecs.escape_decode(rb'[\501\y]'))
