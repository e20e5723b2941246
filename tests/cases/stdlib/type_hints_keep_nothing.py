# Reading annotations written as text keeps nothing alive but what they name.
import typing, weakref, gc
class Big: pass
keep = Big(); r = weakref.ref(keep)
class C:
    a: "list[C] | None"
    b: "typing.Optional[dict[str, C]]"
    c: "'C'"
def f(x: "C", y: "typing.Callable[[int], 'C']" = None, *z: "tuple[int, ...]") -> "undefined | int": pass
print(typing.get_type_hints(C))
try: print(typing.get_type_hints(f))
except NameError as e: print(e)
print(typing.get_type_hints(f, localns={"undefined": str}))
print(typing.get_type_hints(f, globalns={"C": int, "typing": typing}, localns={"undefined": str}))
del keep; gc.collect(); print(r() is None)
T = typing.TypeVar("T")
def g(x: "T", y: "list[T]") -> "[q for q in [T]][0]": ...
try: print(typing.get_type_hints(g))
except Exception as e: print(type(e).__name__, e)
def h(x: "(lambda: C)()") -> "print": ...
try: print(typing.get_type_hints(h))
except Exception as e: print(type(e).__name__, e)
