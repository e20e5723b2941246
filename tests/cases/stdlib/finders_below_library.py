# A finder of the program is asked for what is not in a package of the library; the package is imported first.
import importlib.abc
import importlib.util
import sys

SOURCES = {"xml.extra": "from xml import etree\nanswer = 42\n", "colorsys.more": "answer = 43\n"}


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            print("asked for", name, type(path).__name__)
            return importlib.util.spec_from_loader(name, self)

    def exec_module(self, module):
        exec(SOURCES[module.__name__], module.__dict__)


sys.meta_path.insert(0, Finder())
import xml.extra
print(xml.extra.answer, xml.extra.etree.__name__)
for name in ("xml.etree.nothing", "xml.nothing", "nothing.at.all", "colorsys.nothing"):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        print(error, error.name)
import json
import email.mime.text
print(json.__package__, type(json.__path__), email.mime.text.__package__, hasattr(email.mime.text, "__path__"), colorsys.__package__ if "colorsys" in globals() else "")
