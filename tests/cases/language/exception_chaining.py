def chain(e):
    out = []
    while e is not None:
        out.append((type(e).__name__, str(e), "cause" if e.__cause__ else "context" if e.__context__ else "end", e.__suppress_context__))
        e = e.__cause__ or e.__context__
    return out
def run(f):
    try:
        f()
    except BaseException as e:
        for link in chain(e):
            print(*link)
        print("-")
def implicit():
    try:
        1 / 0
    except ZeroDivisionError:
        {}["k"]
def explicit():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("bad") from e
def suppressed():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("clean") from None
def from_class():
    raise ValueError("x") from KeyError
def in_finally():
    try:
        raise ValueError("a")
    finally:
        raise TypeError("b")
def three():
    try:
        try:
            raise ValueError(1)
        except ValueError:
            raise KeyError(2)
    except KeyError as k:
        raise IndexError(3) from k
def same():
    try:
        raise ValueError("same")
    except ValueError as e:
        raise e
def reraised_later():
    saved = None
    try:
        raise ValueError("saved")
    except ValueError as e:
        saved = e
    raise saved
def after_handled():
    try:
        raise ValueError("handled")
    except ValueError:
        pass
    raise TypeError("no context")
def nested_function():
    def helper():
        raise KeyError("in helper")
    try:
        raise ValueError("outer")
    except ValueError:
        helper()
def generator_context():
    def g():
        try:
            yield
        except ValueError:
            raise KeyError("from gen")
    it = g()
    next(it)
    it.throw(ValueError("thrown"))
for f in (implicit, explicit, suppressed, from_class, in_finally, three, same, reraised_later, after_handled, nested_function, generator_context):
    print(f.__name__)
    run(f)
e = ValueError("v")
e.__cause__ = KeyError("k")
print(e.__suppress_context__, repr(e.__cause__))
try:
    e.__cause__ = 5
except TypeError as x:
    print(x)
try:
    e.__context__ = "s"
except TypeError as x:
    print(x)
e.add_note("note one")
e.add_note("note two")
print(e.__notes__)
try:
    e.add_note(5)
except TypeError as x:
    print(x)
print(e.args, ValueError(1, 2).args, ValueError().args, str(ValueError(1, 2)), repr(ValueError("x", 1)), repr(ValueError()))
w = ValueError("a").with_traceback(None)
print(repr(w), w.__traceback__)
try:
    raise ValueError("tb")
except ValueError as x:
    print(x.__traceback__ is not None)
try:
    ValueError().with_traceback(5)
except TypeError as x:
    print(x)
