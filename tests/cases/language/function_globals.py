# The variables that a function's module has.
def f():
    return value


value = 1
print(f.__globals__ is globals(), f.__globals__["value"], "f" in f.__globals__)
f.__globals__["value"] = 2
print(value, f())
for attempt in ("f.__globals__ = {}", "del f.__globals__"):
    try:
        exec(attempt)
    except AttributeError as error:
        print(type(error).__name__, error)


class C:
    def method(self):
        return here

    made = lambda self: None


here = 3
print(C.method.__globals__ is globals(), C().made.__func__.__globals__ is globals(), C().method.__globals__ is f.__globals__)
space = {"print": print}
exec("def g(): return name\nname = 'inside'", space)
print(space["g"].__globals__ is space, space["g"].__globals__["name"], space["g"]())
space["name"] = "changed"
print(space["g"]())
print(hasattr(len, "__globals__"), getattr(len, "__globals__", None))
new = eval(compile("lambda: missing", "<made>", "eval"), {"missing": 5})
print(sorted(new.__globals__)[1:], new())
