# Methods of a class over a builtin that give NotImplemented: what is left to ask decides.
import operator
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def no(self, *others):
    return NotImplemented
NAMES = ["add", "mul", "sub", "truediv", "floordiv", "mod", "pow", "and", "or", "lshift"]
OPS = [operator.add, operator.mul, operator.sub, operator.truediv, operator.mod, operator.pow, operator.and_, operator.iadd, operator.isub, operator.ior]
def made(base, *prefixes):
    return type(base.__name__.title(), (base,), {f"__{p}{n}__": no for n in NAMES for p in prefixes})
for base, value, others in ((int, 6, [2, 2.5, True]), (float, 6.0, [2, 2.5]), (complex, 1j, [2, 2.5]), (set, {1}, [{2}, frozenset({3}), 2])):
    for prefixes in ([""], ["r"], ["", "r"]):
        kind = made(base, *prefixes)
        for other in others + [kind(value)]:
            for op in OPS:
                for left, right in ((kind(value), other), (other, kind(value))):
                    t(lambda: (op.__name__, prefixes, type(left).__name__, type(right).__name__, op(left, right)))
for base, value, other in ((list, [1], [2]), (str, "a", "b"), (tuple, (1,), (2,)), (bytes, b"a", b"b")):
    for prefixes in ([""], ["r"], ["", "r"], ["i"]):
        kind = made(base, *prefixes)
        t(lambda: (type(kind(value) + other).__name__, kind(value) + other)); t(lambda: other + kind(value)); t(lambda: kind(value) + kind(value))
        t(lambda: kind(value) * 2); t(lambda: 2 * kind(value)); t(lambda: operator.imul(kind(value), 2)); t(lambda: operator.iadd(kind(value), other))
class Meters(float):
    def __add__(self, other):
        return Meters(float(self) + float(other)) if isinstance(other, Meters) else NotImplemented
    __radd__ = __add__
    def __mod__(self, other):
        return NotImplemented
t(lambda: (Meters(1) + Meters(2)).__class__); t(lambda: Meters(1) + 2.5); t(lambda: 1 + Meters(1)); t(lambda: sum([Meters(1), Meters(2)])); t(lambda: Meters(5) % 2); t(lambda: Meters(5) % Meters(2))
class Template(str):
    def __mod__(self, other):
        return NotImplemented
t(lambda: Template("%s") % 1); t(lambda: Template("%s") % "x"); t(lambda: Template("%s") % Template("x")); t(lambda: "%s" % Template("x"))
