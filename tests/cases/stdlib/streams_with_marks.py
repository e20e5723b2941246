# Byte orders of streams, enums pickled by name, arrays with a nan.
import io, codecs, enum, pickle, array
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__ + ":", e)
for enc in ("utf-16", "utf-32", "utf_16", "utf-16-le", "utf-8-sig"):
    t(lambda: io.TextIOWrapper(io.BytesIO(b"ab\ncd\n\0\0"), enc).read()); t(lambda: codecs.getincrementaldecoder(enc)().decode(b"ab\0\0")); t(lambda: codecs.getincrementaldecoder(enc)().decode(b"")); t(lambda: codecs.getincrementaldecoder(enc)().decode(b"a")); t(lambda: codecs.getincrementaldecoder(enc)().decode("ab".encode(enc), True)); t(lambda: io.TextIOWrapper(io.BytesIO("ab\ncd".encode(enc)), enc).readlines()); t(lambda: codecs.getreader(enc)(io.BytesIO(b"ab\0\0")).read()); t(lambda: list(codecs.iterdecode([b"a", b"b", b"\0\0"], enc))); t(lambda: codecs.getincrementaldecoder(enc)("ignore").decode(b"ab\0\0")); t(lambda: codecs.getincrementaldecoder(enc)().decode(b"\xff\xfeab\0\0cd")); t(lambda: codecs.getincrementaldecoder(enc)().decode(b"\xfe\xffab")); t(lambda: codecs.decode(b"ab\0\0", enc))
class E(enum.Enum):
    A = 1
    __reduce_ex__ = enum.pickle_by_enum_name
class G(enum.Flag):
    R = 1; W = 2
class SubI(int):
    def __reduce_ex__(self, p): raise TypeError("no")
n = float("nan"); a = array.array("d", [n, 1.0]); t(lambda: (a == a, a != a, a < a, a <= a, a == array.array("d", [n, 1.0]), array.array("d", [1.0]) == array.array("i", [1]), array.array("f", [1.5]) < array.array("d", [2.5])))
t(lambda: pickle.loads(pickle.dumps(E.A))); t(lambda: pickle.loads(pickle.dumps(G.R | G.W)))
f = array.array("f", [n, 2.0]); t(lambda: (f > f, f >= f, f == f, f < array.array("f", [n, 3.0]), array.array("d", [1.0, n]) < array.array("d", [1.0, 2.0]), array.array("d", [1.0]) < array.array("d", [1.0, n])))
