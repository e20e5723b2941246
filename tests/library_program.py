"""What a program of `library_suite.py` does, behind what that writes before it: NAME (the module of tests), METHODS (the ids to run, or
None to list them), TEXTS (files and texts of modules by name), DATA (files that the texts name, by name), FOLDERS (the names of the
files of some folders) and MARK (before each line for the suite, among what the tests print; empty where a person reads)."""

import builtins
import importlib
import importlib.util
import io
import json
import linecache
import os
import sys
import unittest


# What stops whole modules of tests where CPython's own parts are not there.
INSTEAD = {"xmlrpc.server.SimpleXMLRPCRequestHandler": "xmlrpc.server.SimpleXMLRPCDispatcher",
           "threading._dangling": "set()", "threading._PyRLock": "threading.RLock", "socket._GLOBAL_DEFAULT_TIMEOUT": "None", "dbm._names": "[]",
           "class UnseekableIO(io.FileIO)": "class UnseekableIO(io.BytesIO)", "os.chmod not in os.supports_follow_symlinks": "True",
           "os.unlink(os_helper.TESTFN": "os_helper.unlink(os_helper.TESTFN", "os.remove(os_helper.TESTFN": "os_helper.unlink(os_helper.TESTFN",
           "ElementPath._cache = ": "ElementPath.paths = ", 'ElementPath, "_cache"': 'ElementPath, "paths"',
           "linecache.__file__": "'linecache.py'", "depth = _testinternalcapi.get_recursion_depth()": "raise ImportError",
           "opmap['COPY_FREE_VARS']": "0", "opmap['EXTENDED_ARG']": "0",
           "from os import DirEntry": "from re import Match as DirEntry", "set(dis.hasarg)": "set()",
           "set(dis.hasjrel + dis.hasjabs + dis.hasexc)": "set()",
           "_unlink = os.unlink": "_unlink = lambda file: __import__('__main__').DATA.pop(os.path.basename(os.fspath(file)), None)",
           "encode('shift_jis')": "encode('utf-8')", "def data_file(*filename):": "def data_file(*filename):\n    return filename[-1]"}


class Carried:
    """Imports what the program carries."""

    def find_spec(self, name, path=None, target=None):
        if name in TEXTS:
            spec = importlib.util.spec_from_loader(name, self, origin=TEXTS[name][0], is_package=TEXTS[name][0].endswith("__init__.py"))
            spec.has_location = True
            return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file, text = TEXTS[module.__name__]
        if sys.implementation.name != "cpython":
            for old, new in INSTEAD.items():
                text = text.replace(old, new)
            linecache.cache[file] = len(text), None, text.splitlines(True), file
        exec(compile(text, file, "exec"), module.__dict__)
        if module.__name__ == "test.support":
            module.has_no_debug_ranges = lambda: False
            module.check_impl_detail = lambda **guards: True
        if module.__name__ == "test.support.import_helper" and sys.implementation.name != "cpython":
            whole = module.import_fresh_module  # What CPython has twice is here once, and not under the name of its second half.
            def import_fresh_module(name, fresh=(), blocked=(), **options):
                return whole(name, [other for other in fresh if not other.startswith("_")], blocked, **options)
            module.import_fresh_module = import_fresh_module

    def get_source(self, name):
        return TEXTS[name][1]


class StandIn(Carried):
    """For what tests import and Stockade has no counterpart of: the module that has the same, or one whose functions do nothing."""

    FOR = dict.fromkeys("""
        _testinternalcapi _testlimitedcapi filecmp fileinput mailbox
        importlib._bootstrap_external _colorize _compression _imp _opcode _testsinglephase dis email._header_value_parser http.server opcode
        py_compile pydoc select socketserver subprocess sysconfig tty wsgiref.simple_server asyncio.base_subprocess asyncio.constants
        asyncio.proactor_events asyncio.selector_events asyncio.sslproto asyncio.unix_events""".split())
    FOR |= {"_datetime": "datetime", "_py_abc": "abc", "_pydatetime": "datetime", "_socket": "socket", "_threading_local": "threading"}

    def find_spec(self, name, path=None, target=None):
        if name in self.FOR:
            return importlib.util.spec_from_loader(name, self)

    def exec_module(self, module):
        same = importlib.import_module(self.FOR[module.__name__] or "sys")

        def __getattr__(name):
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {}) if name[0].isupper() else lambda *arguments, **keywords: None
        if same is sys:
            module.__getattr__ = __getattr__
        else:
            module.__dict__.update(same.__dict__)


class Kept(io.BytesIO):
    """A file that is there as long as the program runs."""

    def __init__(self, file, name, mode):
        super().__init__(b"" if "w" in mode else DATA.get(name, b""))
        self.name, self.mode, self.kept = file, mode, name if set(mode) & set("wax+") else None
        self.seek(0, 2 if "a" in mode else 0)

    def readable(self):
        return "r" in self.mode or "+" in self.mode

    def read(self, *size):
        if not self.readable():
            raise io.UnsupportedOperation("not readable")
        return super().read(*size)

    def close(self):
        if self.kept is not None and not self.closed:
            DATA[self.kept] = self.getvalue()
        super().close()


def open_carried(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, **options):
    """`open`, for the files that the program carries and those the tests write; CPython has them anyway."""
    name = None if isinstance(file, int) else os.fsdecode(file).rpartition("/")[2]
    source = next((text for path, text in TEXTS.values() if name and path == os.fsdecode(file)), None)
    if source is not None and not set(mode) & set("wax+"):  # A module's own text.
        held = io.BytesIO(source.encode("utf-8", "surrogateescape"))
        return held if "b" in mode else io.TextIOWrapper(held, encoding or "utf-8", errors, newline)
    if name not in DATA and not set(mode) & set("wax") or "x" in mode and name in DATA:
        return opened(file, mode, buffering, encoding, errors, newline, **options)
    stream = Kept(file, name, mode)
    return stream if "b" in mode else io.TextIOWrapper(stream, encoding or "utf-8", errors, newline)


class Function:
    """What is no method where a class has it, as CPython's `open`."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments, **options):
        return self.function(*arguments, **options)


def folder_of(path):
    return os.fsdecode(path).rstrip("/").rpartition("/")[2]


def say(*words):
    print(MARK + json.dumps(words) if MARK else "\n".join(words), file=OUT, flush=True)


class Result(unittest.TestResult):
    bad = None

    def startTest(self, test):
        super().startTest(test)
        self.bad = None
        say("begin", test.id())

    def stopTest(self, test):
        super().stopTest(test)
        say("end", test.id(), *self.bad or ("pass", ""))

    def note(self, test, state, text):
        self.bad = self.bad or (state, text[-3000:])
        if not isinstance(test, unittest.TestCase):
            say("around", *self.bad)

    def addError(self, test, error):
        self.note(test, "error", self._exc_info_to_string(error, test))

    def addFailure(self, test, error):
        self.note(test, "failure", self._exc_info_to_string(error, test))

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.note(test, "failure", str(subtest) + "\n" + self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        self.note(test, "skip", "skipped: " + reason)

    def addUnexpectedSuccess(self, test):
        self.note(test, "failure", "unexpected success")


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        elif type(test).__name__ != "DocTestCase":
            yield test


OUT = sys.stdout
opened = open
if sys.implementation.name != "cpython":
    builtins.open = io.open = Function(open_carried)
    listdir, isdir = os.listdir, os.path.isdir
    os.listdir = lambda path=".": FOLDERS[folder_of(path)] if folder_of(path) in FOLDERS else listdir(path)
    os.path.isdir = lambda path: folder_of(path) in FOLDERS or isdir(path)
sys.meta_path.insert(0, Carried())
sys.meta_path.append(StandIn())
module = importlib.import_module(NAME)
try:
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    broken = any(type(test).__name__ == "_FailedTest" for test in cases(suite))
except Exception:
    broken = True
if broken:
    vars(module).pop("load_tests", None)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
seen = {}
for test in cases(suite):
    seen.setdefault(test.id(), test)
if METHODS is None:
    say("list", list(seen))
else:
    unittest.TestSuite([test for name, test in seen.items() if name in METHODS]).run(Result())
