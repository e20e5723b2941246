"""What a program of `library_suite.py` does, behind what that writes before it: NAME (the module of tests), METHODS (the ids to run, or
None to list them), TEXTS (files and texts of modules by name), DATA (files that the texts name, by path) and MARK (before each line for the suite, among what the tests print; empty where a person reads)."""

import importlib
import importlib.util
import json
import linecache
import os
import sys
import unittest


# What stops whole modules of tests where CPython's own parts are not there.
INSTEAD = {"xmlrpc.server.SimpleXMLRPCRequestHandler": "xmlrpc.server.SimpleXMLRPCDispatcher",
           "threading._dangling": "set()", "threading._PyRLock": "threading.RLock", "socket._GLOBAL_DEFAULT_TIMEOUT": "None",
           "os.chmod not in os.supports_follow_symlinks": "True",
           "ElementPath._cache = ": "ElementPath.paths = ", 'ElementPath, "_cache"': 'ElementPath, "paths"',
           "linecache.__file__": "'linecache.py'", "depth = _testinternalcapi.get_recursion_depth()": "raise ImportError",
           "opmap['COPY_FREE_VARS']": "0", "opmap['EXTENDED_ARG']": "0",
           "set(dis.hasarg)": "set()",
           "set(dis.hasjrel + dis.hasjabs + dis.hasexc)": "set()"}


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
if sys.implementation.name != "cpython":
    for file, data in [*DATA.items(), *((file, text.encode("utf-8", "surrogateescape")) for file, text in TEXTS.values())]:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as stream:
            stream.write(data)
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
