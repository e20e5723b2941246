# Small things that the library is asked.
import encodings
import functools
import inspect
import io
from collections import OrderedDict
from io import FileIO, open as opened


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error, error.args)


# CPython's errors of a key that is None, or a tuple.
d = OrderedDict(a=1, b=2)
show(lambda: d.move_to_end(None))
show(lambda: d.move_to_end((1, 2)))
show(lambda: d.pop(None))
show(lambda: d.pop((1,)))
show(lambda: d.pop("x"))
show(lambda: d.pop(None, 5))

show(lambda: encodings.search_function(iter(())))
show(lambda: encodings.search_function(5))
show(lambda: encodings.search_function(b"utf8").name)


# Names in a function's dict do not rename it.
def f():
    "f's"


f.__dict__["__name__"] = "other"
f.__dict__["__doc__"] = "other's"
f.note = 5
print(f.__name__, f.__doc__, f.note, sorted(f.__dict__))


def wrapper():
    pass


functools.update_wrapper(wrapper, type)
print(wrapper.__name__, wrapper.__annotations__)


class Engine:
    __slots__ = {"power": "measured in kilowatts", "other": None}


print(inspect.getdoc(Engine.power), inspect.getdoc(Engine.other))

# There are no files, but what opens them has its names.
print(opened is open, io.open is open, issubclass(FileIO, io.RawIOBase), isinstance(io.BytesIO(), FileIO), FileIO)
show(lambda: opened("no/such/file"))
show(lambda: FileIO("no/such/file"))
show(lambda: FileIO("x", "q"))
show(lambda: io.open_code("no/such/file"))
