def t(thunk):
    try:
        print(thunk())
    except Exception as error:
        print(type(error).__name__ + ":", error)

def f(*args, **kwargs):
    return args, kwargs

def g(a, b, c=3):
    return a, b, c

print(f(*[1, 2], 3, *(4, 5), x=1, **{"y": 2}, z=3))
print(f(*"ab", *range(3), *{"k": 1}))
print(f(*[], **{}))
print(g(*[1, 2]))
print(g(*[1], **{"b": 2}))
print(g(1, *[2], c=4))
print(f(a=1, *[2, 3]))
t(lambda: g(*5))
t(lambda: g(**5))
t(lambda: g(*[1, 2, 3, 4]))
t(lambda: f(**{1: 2}))
t(lambda: f(x=1, **{"x": 2}))
t(lambda: f(**{"x": 1}, **{"x": 2}))
t(lambda: f(*None))
t(lambda: g(1, **{"a": 2, "b": 3}))
t(lambda: g(*[1], **[("b", 2)]))
t(lambda: len(*5))
t(lambda: print(**{"color": 1}))

class Mapping:
    def keys(self):
        print("keys")
        return ["p", "q"]
    def __getitem__(self, key):
        print("get", key)
        return key * 2

print(f(**Mapping()))

def order(tag):
    print("eval", tag)
    return tag

f(order(1), *[order(2)], k=order(3), *[order(4)], **{"m": order(5)})

def gen():
    yield 1
    yield 2
print(f(*gen()))
def bad():
    yield 1
    raise ValueError("in generator")
t(lambda: f(*bad()))
args = [1, 2]
def keep(*a):
    return a is args, a
print(keep(*args))
tup = (1, 2)
def mutate(**kw):
    kw["new"] = 1
    return kw
base = {"a": 1}
mutate(**base)
print(base)
print([*range(3), *"xy"], (*[1], 2), {*[1, 1, 2]}, {**{"a": 1}, "b": 2, **{"a": 3}})
t(lambda: [*1])
t(lambda: {**[1]})
t(lambda: (*None, 1))
print(max(*[3, 9, 2]), "{}-{k}".format(*[1], **{"k": 2}))
