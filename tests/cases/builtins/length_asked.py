# Who asks an iterable for its length before going through it, and whose NaN is whose.
import math
import struct
import zlib


class Told:
    def __init__(self, *methods):
        self.methods = methods

    def __iter__(self):
        print("iter", end=" ")
        return iter([1, 2])

    def __len__(self):
        print("len", end=" ")
        if "len" in self.methods:
            raise TypeError("no length")
        return 2

    def __length_hint__(self):
        print("hint", end=" ")
        match self.methods:
            case ["len", "bad"]:
                return "x"
            case ["len", "negative"]:
                return -1
            case ["len", "raises"]:
                raise TypeError
        return NotImplemented


uses = {
    "list": list, "tuple": tuple, "set": set, "sorted": sorted, "star": lambda x: [*x], "tuple star": lambda x: (*x,), "call": lambda x: max(*x),
    "extend": lambda x: [].extend(x), "iadd": lambda x: [].__iadd__(x), "slice": lambda x: [0].__setitem__(slice(0, 1), x), "sum": sum, "bytes": bytes,
    "bytearray": bytearray, "fromkeys": dict.fromkeys, "update": lambda x: set().update(x), "comprehension": lambda x: [y for y in x], "enumerate": lambda x: list(enumerate(x)),
    "join": lambda x: "".join(x), "any": any, "union": lambda x: {1}.union(x), "unpack": lambda x: (lambda a, b: a)(*x),
}
for name, use in uses.items():
    for methods in ((), ("len",), ("len", "bad"), ("len", "negative"), ("len", "raises")):
        try:
            use(Told(*methods))
        except (TypeError, ValueError) as error:
            print(error, end=" ")
        print("|", end=" ")
    print(name)


class Counted:
    hashed = 0

    def __hash__(self):
        Counted.hashed += 1
        return 5


one, two = Counted(), Counted()
for make in (lambda: {one}, lambda: {one, one}, lambda: {one, two}, lambda: {one: 1, two: 2}, lambda: {one}.add(two), lambda: set([one, two])):
    Counted.hashed = 0
    make()
    print(Counted.hashed, end=" ")
print()
a, b = float("nan"), float("nan")
print(a is a, a in [a], a is b, a in [b], [a] == [a], [a] == [b], len({a, a, b, float("-nan")}), {a: 1}.get(a), {a: 1}.get(b), [a].count(b), math.nan in [a], math.nan in [math.nan], a != a)
print(struct.pack("<d", a), struct.pack(">f", b), struct.pack("e", a), struct.pack("d", -a), str(a), repr(-a), math.copysign(1, float("-nan")), struct.unpack("d", struct.pack("d", a)))
print(math.cbrt(27), math.cbrt(-8), math.cbrt(2), math.cbrt(1e-320), math.cbrt(math.inf), [math.erf(x) for x in (-3, -0.5, 0, 0.1, 0.9, 2, 7)], [math.erfc(x) for x in (-7, -2, -1, 0.1, 0.5, 1, 2, 4, 30)])
reader = zlib.decompressobj()
packed = zlib.compress(b"two parts")
print(reader.decompress(packed[:9]), reader.decompress(packed[9:] + b"more"), reader.eof, reader.unused_data, reader.unconsumed_tail)
print(repr(b"".decode("no such")), repr(str(b"", "no such")))


class Namespace(dict):
    def __missing__(self, name):
        if name.startswith("auto_"):
            return name.upper()
        raise KeyError(name)

    def __delitem__(self, name):
        print("del", name)
        super().__delitem__(name)


class Meta(type):
    def __prepare__(*_):
        return Namespace()


class Made(metaclass=Meta):
    first = auto_first
    second = first
    del first


print(Made.second, hasattr(Made, "first"))
