# Names of codecs' functions, lone surrogates where bytes are made of text, and importers of a program's own.
import codecs
import encodings
import encodings.utf_8
import importlib.util
import json
import marshal
import pkgutil
import sys
import threading
import xml.dom.pulldom
import xmlrpc.client


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


print([encodings.search_function(name) for name in ('UTF_16', 'Ascii', 'none')], encodings.search_function('utf_16').name)
tried(encodings.utf_8.decode, zzz=1)
tried(encodings.utf_8.decode)
tried(codecs.getdecoder('utf-8'), b'a\xff', 'replace')
print(codecs.getdecoder('utf-8').__qualname__, codecs.getdecoder('utf-8').__module__)
for text in ('\ud800', '\xe9', 'a', '\u4e2d', '\u4e2d\u6587', 'a b', ''):
    print(marshal.dumps(text), marshal.dumps(text, 3))
tried(threading.stack_size, 10**20)
tried(lambda: list(xml.dom.pulldom.parseString('\ud800')))
tried(lambda: [event for event, _ in xml.dom.pulldom.parseString('<a>\xe9</a>')])
tried(xmlrpc.client.Unmarshaller().end, (1, 2))
print(json.scanner.__name__, json.decoder.scanstring.__module__, json.encoder.encode_basestring_ascii.__module__)


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.loads = getattr(module, 'loads', 0) + 1

    def get_data(self, path):
        return path.encode()


class Finder:
    def find_spec(self, fullname, path=None, target=None):
        print('asked for', fullname, path)
        if fullname.startswith('own'):
            return importlib.util.spec_from_file_location(fullname, '/somewhere/own.py', loader=Loader(), submodule_search_locations=['/x'])


sys.meta_path.insert(0, Finder())
print(importlib.util.find_spec('own').origin, importlib.util.find_spec('other'), pkgutil.get_data('own', 'a/b.txt'))
print(sys.modules['own'].loads, pkgutil.get_data('own', 'c.txt'), sys.modules['own'].loads, importlib.util.find_spec('own.below').name)
