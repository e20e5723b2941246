# Which of several wrong arguments is told, and odd ones that are taken.
import bz2
import gc
import hashlib
import importlib
import io
import itertools
import locale
import re
import statistics
import tempfile
import time
import xml.dom.minidom
import calendar
def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__ + ":", e)
for v in (10**20, -10**20, 2**31, 2**31 - 1, 0, True, 1.5, None):
    t(lambda: type(bz2.BZ2Compressor(v)))
for k in ("digest_size", "fanout", "depth", "leaf_size", "node_offset", "node_depth", "inner_size"):
    for v in (-1, 10**20, 2**64, 2**63, 2**32, 2**31, 2**16, 300, "a", 1.5, None, 0, -10**20):
        t(lambda: (k, v, hashlib.blake2s(**{k: v}).hexdigest()[:4])); t(lambda: (k, v, hashlib.blake2b(**{k: v}).hexdigest()[:4]))
for wrong in (dict(digest_size=-1, key=1), dict(digest_size=-1, key=b"a" * 100), dict(salt=1, key=1), dict(digest_size=0, salt=b"a" * 99), dict(salt=b"a" * 99, person=b"a" * 99),
              dict(fanout=-1, salt=b"a" * 99), dict(fanout=-1, depth=0, leaf_size=-1), dict(leaf_size=-1, depth=-1), dict(key=b"a" * 99, fanout=-1), dict(node_depth=-1, inner_size=-1),
              dict(key=b"a" * 99, inner_size=-1), dict(leaf_size=2**40, inner_size=-1), dict(node_offset=2**70, digest_size=-1), dict(node_offset=-1, inner_size=b"a")):
    t(lambda: hashlib.blake2b(**wrong))
for size in ((-1,), (3,), (True,), (1.5,), (None,), ()):
    for mode in ("w+", "w+b"):
        def truncated():
            o = tempfile.SpooledTemporaryFile(mode=mode)
            o.write("abc" if mode == "w+" else b"abc")
            r = o.truncate(*size)
            o.seek(0)
            return r, o.read(), o.tell()
        t(truncated)
for kernel in ([1, 2], {}, None, "nope", 1):
    t(lambda: statistics.kde([1], .5, kernel))
class Named:
    pass
t(lambda: importlib.reload(Named)); t(lambda: importlib.reload(1)); t(lambda: importlib.reload(len))
for f in ("%Z|", "%z|", "%f"):
    t(lambda: time.strftime(f, (1999, 12, 31, 0, 0, 0, 0, 1, -1)))
t(lambda: locale.strxfrm("\0")); t(lambda: locale.strcoll("a\0", "b")); t(lambda: locale.getlocale(-1)); t(lambda: locale.format_string("a", 1, True)); t(lambda: locale.format_string("a", 1))
t(lambda: io.BytesIO(b"a\nb").readlines(int)); t(lambda: io.StringIO("a\nb").readlines(int)); t(lambda: io.BytesIO(b"a\nb").readlines(1.5))
for source in ("1\n\t", "1\n ", "1 \n", "\n1", " 1", "1\n#", "1\n\n", "(1\n )", "(1,\n2)\n "):
    t(lambda: eval(source))
p = re.compile("b*|(?P<x>a)")
for pos, end in ((2, 1), (1, 1), (5, 9), (3, 3), (0, -1)):
    t(lambda: (p.match("abc", pos, end), p.search("abc", pos, end), p.fullmatch("abc", pos, end), p.findall("abc", pos, end), list(p.finditer("abc", pos, end))))
b = bytearray(b"a"); t(lambda: b.extend("")); t(lambda: b.extend("x")); t(lambda: itertools.tee(5, 0)); t(lambda: itertools.tee(5, 1)); t(lambda: itertools.tee(5, -1))
t(lambda: gc.set_debug(10**20)); t(lambda: str(b"abc", errors=None)); t(lambda: sorted(int, key=str)); t(lambda: xml.dom.minidom.parse("x")); t(lambda: xml.dom.minidom.parse("\0")); t(lambda: xml.dom.minidom.parse(5))
t(lambda: calendar.HTMLCalendar().formatyearpage(1999, 5, encoding=""))
