# A package that has a function under the name of a module below it.
import importlib
import importlib.util
import sys

TEXTS = {
    "pack": "from .sub import sub\nfrom .deep import deep\n",
    "pack.sub": "def sub():\n    return 'x'\n",
    "pack.deep": "deep = len\n",
    "pack.other": "from pack.sub import sub as other\n",
}


class Carried:
    def find_spec(self, name, path=None, target=None):
        if name in TEXTS:
            return importlib.util.spec_from_loader(name, self, is_package=name == "pack")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(TEXTS[module.__name__], module.__dict__)


sys.meta_path.insert(0, Carried())
print(type(importlib.import_module("pack.sub")).__name__, importlib.import_module("pack.sub").sub())
print(importlib.import_module("pack.deep").__name__, importlib.import_module(".deep", "pack").__name__)
import pack.sub as bound

print(type(bound).__name__, type(__import__("pack.sub")).__name__, type(__import__("pack.sub", fromlist=["x"])).__name__)
from pack.other import other

print(other.__module__, type(sys.modules["pack.other"]).__name__, importlib.import_module("os.path").join("a", "b"))
try:
    importlib.import_module("pack.none")
except ModuleNotFoundError as error:
    print(error)
