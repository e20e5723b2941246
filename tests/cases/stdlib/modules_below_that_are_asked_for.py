# `from package import name` where a hook or an object stands for the package, and modules whose names are no identifiers
import importlib, importlib.machinery, importlib.util, sys, types

TEXTS = {
    "lazy": "def __getattr__(name):\n    if name == 'made':\n        return 'made'\n    raise AttributeError(name)\n",
    "lazy.below": "x = 1\n",
    "first": "from lazy import made, below\n",
    "second": "from lazy import nothing\n",
    "object": "import sys, types\nclass Kind(types.ModuleType):\n    y = 2\nmade = Kind('object')\nmade.__path__ = []\nsys.modules['object'] = made\n",
    "object.below": "z = 3\n",
    "third": "from object import y, below\n",
    "fourth": "from object import nothing\n",
    "lazy.a-1": "w = 4\n",
    "5 of it": "v = 5\n",
    "wide": None,
    "wide.inner": "u = 6\n",
}


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "wide":
            spec = importlib.machinery.ModuleSpec("wide", None, is_package=True)
            return spec
        if name in TEXTS:
            return importlib.util.spec_from_loader(name, self, is_package=name == "lazy")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(TEXTS[module.__name__], module.__dict__)


def tried(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{type(error).__name__}: {error} {error.name}")


sys.meta_path.insert(0, Finder())
import first, third
print(first.made, first.below.x, third.y, third.below.z, sys.modules["object"].below is third.below)
for name in ("second", "fourth"):
    tried(name)
print(tried("lazy.a-1").w, getattr(sys.modules["lazy"], "a-1").w, tried("5 of it").v, __import__("5 of it").v)
print(importlib.import_module(".a-1", "lazy") is sys.modules["lazy.a-1"])
for name in ("lazy.b-2", "6 of it", "5 of it.c d", "5 of it.c"):
    tried(name)
import wide.inner
from wide import inner
print(inner.u, wide.inner is inner)
from builtins import __dict__ as names
print(names["len"] is len)
import typing
print(sorted(typing.EXCLUDED_ATTRIBUTES))
