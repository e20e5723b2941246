# Places in streams, pickles of what the library makes, and paths made of URIs.
import array
import asyncio
import binascii
import bz2
import copy
import codecs
import configparser
import contextvars
import decimal
import difflib
import doctest
import enum
import errno
import functools
import heapq
import importlib
import inspect
import io
import logging
import pathlib
import pickle
import sched
import selectors
import tempfile
import timeit
import typing
import types
import unicodedata
import unittest
import urllib.parse
import warnings
import xml.dom.minidom
import zoneinfo


def shown(call):
    try:
        print(repr(call()))
    except BaseException as error:
        print(type(error).__name__ + ":", error)


# Streams.
text = lambda: io.TextIOWrapper(io.BytesIO(b"ab\ncd\n"), "utf-8")
for place, whence in ((True, 0), (1.5, 0), (float("nan"), 0), ("1", 0), (None, 0), (-1.5, 0), ({}, 2), (0, 2), (0, 7)):
    shown(lambda: text().seek(place, whence))
for make in (io.BufferedReader, io.BufferedWriter, io.BufferedRandom):
    shown(lambda: make(io.BytesIO(b"ab")).seek(0, (1, 2)))
    shown(lambda: make(io.BytesIO(b"ab")).seek(1, 5))
shown(lambda: io.StringIO("ab").seek(10**20))
shown(lambda: setattr(io.IncrementalNewlineDecoder(None, True), "zzz", 1))
shown(lambda: bz2.BZ2File(io.BytesIO(), "w").writelines(zzz=1))
shown(lambda: tempfile.SpooledTemporaryFile(encoding="utf-8").mode)
shown(lambda: tempfile.TMP_MAX)
shown(lambda: print(1, end=5, file=io.StringIO()))
shown(lambda: print(1, sep=b"", file=io.StringIO()))

# Pickles.
for value in (
    inspect.Arguments("a", "b", "c"), inspect.FullArgSpec(*"abcdefg"), difflib.SequenceMatcher(None, "ab", "b").find_longest_match(),
    sched.Event(1, 2, 3, 4, 5, 6), selectors.SelectorKey(1, 2, 3, 4), urllib.parse.urlsplit("a://b/c"), pathlib.Path("a/b"), pathlib.PurePath("c"),
):
    print(type(value).__module__, pickle.loads(pickle.dumps(value)) == value, copy.copy(value) == value)
for data in (b"\n\r", b"'", b"\\", b"\x7f", b"?", b"\xff"):
    shown(lambda: pickle.loads(data))
shown(lambda: pickle.loads(b"1", encoding=None))
shown(lambda: pickle.load(io.BytesIO(b"1"), errors=1))
shown(lambda: pickle.Unpickler(io.BytesIO(b"1"), errors=b""))
shown(lambda: pickle.dumps(logging.Logger("no such logger")))
shown(lambda: pickle.loads(pickle.dumps(logging.getLogger("one"))) is logging.getLogger("one"))
shown(lambda: copy.copy(logging.Logger("none")))
import itertools
shown(lambda: pickle.dumps(itertools.pairwise("ab")))

# Paths of URIs.
for uri in ("file:///a/b%20c", "file://localhost/x", "file:/y", "file:///c:/d", "http://a", "file:a"):
    shown(lambda: pathlib.Path.from_uri(uri))
shown(lambda: type(pathlib.Path().parents).__name__)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    shown(lambda: pathlib.Path("a", zzz=1))
    print([str(one.message) for one in caught])

# Contexts and tasks.
shown(lambda: setattr(contextvars.Context(), "zzz", 1))
shown(lambda: setattr(contextvars.ContextVar("a"), "zzz", 1))


async def work():
    task = asyncio.current_task()
    print(type(task.get_context()).__name__, type(task).__module__)
    shown(lambda: -task)
    future = asyncio.Future()
    shown(lambda: future.set_exception(type))
    shown(lambda: asyncio.Barrier(-1))
    shown(lambda: asyncio.as_completed(work))
    shown(lambda: type(asyncio.as_completed([])).__name__)
    shown(lambda: asyncio.get_running_loop(1))


asyncio.run(work())

# Words and values of this and that.
shown(lambda: array.array("1", None))
shown(lambda: binascii.hexlify(b"a", {}))
shown(lambda: binascii.hexlify(b"a", [1]))
shown(lambda: codecs.lookup_error("\ud800"))
shown(lambda: codecs.lookup_error("é\n"))
shown(lambda: configparser.MissingSectionHeaderError("a", True, "b"))
shown(lambda: decimal.Decimal(1).copy_sign(3, 1))
shown(lambda: doctest.testsource("no such module", "x"))
shown(lambda: doctest.testsource([], "x"))
shown(lambda: type(doctest.DocTestSuite()).__name__)
shown(lambda: enum.EnumDict(1))
shown(lambda: (errno.errorcode[35], errno.errorcode[11], errno.errorcode[95]))
shown(lambda: functools.reduce(lambda a, b: a + b, heapq.nlargest(10**20, [3, 1, 2])))
shown(lambda: heapq.nsmallest(-1, [3, 1, 2]))
shown(lambda: importlib.__import__("json", fromlist=[1]))
shown(lambda: importlib.__import__("x", level=1))
shown(lambda: importlib.import_module(".x", b"a"))
shown(lambda: inspect.ismethoddescriptor(len))
shown(lambda: types.SimpleNamespace(a=1) <= types.SimpleNamespace(a=1))
shown(lambda: timeit.Timer(1))
shown(lambda: timeit.Timer("1 +", 2))
type Alias = int
shown(lambda: Alias | {})
shown(lambda: Alias | int)
shown(lambda: None | Alias)
shown(lambda: list(Alias))
shown(lambda: 1 in Alias)
shown(lambda: reversed(Alias))
shown(lambda: typing.TypeVarTuple("T") | int)
shown(lambda: type(iter(typing.TypeVarTuple("T"))).__name__)
shown(lambda: unicodedata.lookup("\ud800"))
shown(lambda: unittest.expectedFailure())
shown(lambda: unittest.TestCase().assertRaisesRegex(ValueError, 1.5))
shown(lambda: warnings.simplefilter({1}))
shown(lambda: xml.dom.minidom.parseString("<a/>").toxml(""))
shown(lambda: setattr(xml.dom.minidom.Childless(), "zzz", 1))
shown(lambda: setattr(zoneinfo.ZoneInfo("Europe/Berlin"), "zzz", 1))
