# `types.FunctionType`, and `__code__` that is set
import types

scale = 10


def tried(work, *arguments, **named):
    try:
        result = work(*arguments, **named)
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(result)


def plain(a, b=2, *rest, c=3, **more):
    """What is said."""
    return a * scale, b, rest, c, more


def copied(f, name=None):
    made = types.FunctionType(f.__code__, f.__globals__, name or f.__name__, f.__defaults__, f.__closure__)
    made.__kwdefaults__ = f.__kwdefaults__
    made.__dict__.update(f.__dict__)
    return made


plain.note = "kept"
twin = copied(plain, "twin")
print(twin(1), twin(1, 5, 6, c=7, d=8), twin.__name__, twin.__qualname__, twin.__doc__, twin.__module__, twin.note, twin is plain)
print(twin.__code__ is plain.__code__, twin.__globals__ is globals(), twin.__closure__, twin.__defaults__)
bare = types.FunctionType(plain.__code__, globals())
tried(bare, 1)
tried(bare, 1, 2, c=4)
scale = 20
print(twin(1)[0])

# with other names
other = {"scale": 3, "__name__": "elsewhere"}
far = types.FunctionType(plain.__code__, other, "far", (9,), None, {"c": 0})
print(far(2), far.__module__, far.__globals__ is other)
other["scale"] = 4
print(far(2)[0], plain(2)[0], types.FunctionType(plain.__code__, other, argdefs=(1,), kwdefaults={"c": 5})(2))


def counter(start):
    step = 1

    def count(by=None):
        nonlocal start
        start += step if by is None else by
        return start

    return count


count = counter(5)
print(count(), count.__code__.co_freevars)
same = types.FunctionType(count.__code__, globals(), closure=count.__closure__, argdefs=(None,))
print(same(), count(), same(10))
fresh = types.FunctionType(count.__code__, globals(), "fresh", (None,), (types.CellType(100), types.CellType(7)))
print(fresh(), fresh(), count())


def steps(n):
    for i in range(n):
        yield i * scale


print(list(types.FunctionType(steps.__code__, {"scale": 2, "range": range})(3)), types.FunctionType((lambda x: x + 1).__code__, {})(1))

for arguments in ((), ("x",), (None, {}), (plain.__code__, []), (plain.__code__, {}, 3), (plain.__code__, {}, None, [1]), (plain.__code__, {}, None, None, [1]),
                  (plain.__code__, {}, None, None, (1,)), (count.__code__, {}), (count.__code__, {}, None, None, ()), (count.__code__, {}, None, None, (1, 2)),
                  (count.__code__, {}, None, None, 3), (plain.__code__, {}, None, None, None, 3)):
    tried(types.FunctionType, *arguments)

# other code for the same function
def first(x, y=1):
    """First."""
    return "first", x, y


def second(x, y):
    """Second."""
    return "second", x, y, scale


held = first
first.__code__ = second.__code__
print(held(1), first.__name__, first.__qualname__, first.__doc__, first.__code__ is second.__code__, first.__defaults__)
first.__code__ = (lambda *a: a).__code__
print(held(1, 2, 3), first.__name__)
made = {}
exec("def inner(x):\n    return x, helper(x)\nhelper = str", made)
second.__code__ = made["inner"].__code__
tried(second, 5)
helper = hex
print(second(5), made["inner"](5))
second.__globals__.update(helper=oct)
print(second(5))
second.__defaults__ = (8,)
print(second())


def changing():
    changing.__code__ = (lambda: "after").__code__
    return "before"


print(changing(), changing())


class Thing:
    def method(self):
        return "old"


thing = Thing()
kept = thing.method
print(kept())
Thing.method.__code__ = (lambda self: f"new {type(self).__name__}").__code__
print(kept(), thing.method(), Thing().method())
def assign(function, code):
    function.__code__ = code
tried(assign, plain, count.__code__)
tried(assign, count, plain.__code__)
tried(assign, plain, "text")
tried(assign, plain, None)
setattr(plain, "__code__", (lambda a, b=0: (a, b)).__code__)
print(plain(1), plain.__doc__)

# what `exec` puts into a dict as `__builtins__`, taken elsewhere
names, others = {}, {}
exec("def g(): return len([1])", names)
exec("def h(): return len([1, 2])", others)
others.update(names)
print(others["h"](), others["g"]())
globals().update(names)
print(len([1, 2, 3]), g())
empty = {"__builtins__": {}}
exec("def k(): return len([1])", empty)
tried(empty["k"])
empty["__builtins__"] = names["__builtins__"]

# what a function has of its own stands before what is put into its dict
def named(a, *, b=1):
    """Said."""


own = ("__kwdefaults__", "__defaults__", "__name__", "__doc__", "__module__", "__class__", "__qualname__", "__annotations__", "__closure__")
named.__dict__.update({name: "other" for name in (*own, "__wrapped__", "__call__")})
for name in own:
    print(name, getattr(named, name))
named.__kwdefaults__["c"] = 2
print(named.__kwdefaults__, named.__wrapped__, named.__call__, sorted(named.__dict__)[:3], type(named.__code__))

# the names of the builtins as a module's builtins
text = """
if getattr(__builtins__, '__dict__', None) is not None:
    __builtins__ = __builtins__.__dict__
import math
class C:
    size = len([1])
def f():
    return len([1, 2]), C.size
print(f(), 'len' in __builtins__, __builtins__['abs'](-1))
"""
exec(text, types.ModuleType("module").__dict__)
exec(text, {})
