import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def exc_custom():
    class MyError(Exception):
        pass
    raise MyError("custom")


show(exc_custom)


def exc_custom2():
    class MyError(Exception):
        def __init__(self, code):
            self.code = code
    raise MyError(42)


show(exc_custom2)


def exc_custom3():
    class MyError(Exception):
        def __init__(self, code):
            super().__init__(f"code={code}")
    raise MyError(42)


show(exc_custom3)


def exc_custom4():
    class MyError(Exception):
        def __str__(self):
            return "custom str"
    raise MyError(42)


show(exc_custom4)


def exc_custom5():
    class MyError(Exception):
        def __str__(self):
            raise ValueError("in str")
    raise MyError(42)


show(exc_custom5)


def exc_custom6():
    class MyError(Exception):
        def __repr__(self):
            return "custom repr"
    raise MyError(42)


show(exc_custom6)


def exc_custom7():
    class Outer:
        class MyError(Exception):
            pass
    raise Outer.MyError("q")


show(exc_custom7)


def exc_custom8():
    def f():
        class MyError(Exception):
            pass
        raise MyError("q")
    f()


show(exc_custom8)


def exc_custom9():
    class MyError(Exception):
        __module__ = "foo.bar"
    raise MyError("q")


show(exc_custom9)


def exc_custom10():
    class MyError(Exception):
        def __str__(self):
            return ""
    raise MyError(42)


show(exc_custom10)


def exc_custom11():
    class MyError(Exception):
        def __str__(self):
            return "a\nb\n"
    raise MyError(42)


show(exc_custom11)


def exc_custom12():
    class P:
        def __repr__(self): return "<P>"
        def __str__(self): return "PSTR"
    raise ValueError(P())


show(exc_custom12)


def exc_custom13():
    class P:
        def __repr__(self): return "<P>"
        def __str__(self): return "PSTR"
    raise ValueError(P(), 1)


show(exc_custom13)


def exc_custom14():
    class P:
        def __repr__(self): return "<P>"
    raise KeyError(P())


show(exc_custom14)


def exc_custom15():
    class MyError(Exception):
        def __str__(self):
            return 5
    raise MyError(42)


show(exc_custom15)


def exc_custom16():
    class MyError(KeyError):
        pass
    raise MyError("key")


show(exc_custom16)


def exc_multi():
    raise ValueError("line one\nline two\n  line three")


show(exc_multi)


def exc_empty():
    raise ValueError("")


show(exc_empty)


def exc_none():
    raise ValueError(None)


show(exc_none)


def exc_key():
    raise KeyError("it's")


show(exc_key)


def exc_key2():
    raise KeyError(("a", 1))


show(exc_key2)


def exc_key3():
    raise KeyError


show(exc_key3)


def exc_os():
    raise OSError(2, "No such file", "foo.txt")


show(exc_os)


def exc_os2():
    raise FileNotFoundError("msg")


show(exc_os2)


def exc_stop():
    raise StopIteration(5)


show(exc_stop)


def exc_assert():
    assert 1 == 2


show(exc_assert)


def exc_assert2():
    x = 5
    assert x < 3, f"x is {x}"


show(exc_assert2)


def exc_assert3():
    x = 5
    assert (
        x < 3
    ), "msg"


show(exc_assert3)


def exc_assert4():
    x = 5
    assert x.foo, "msg"


show(exc_assert4)


def exc_assert5():
    x = 5
    assert all(
        [x < 3,
         x > 7]
    )


show(exc_assert5)


def exc_unicode():
    raise ValueError("héllo ☃ 你好")


show(exc_unicode)


def exc_unidec():
    b"\xff".decode("utf-8")


show(exc_unidec)


def exc_unienc():
    "é".encode("ascii")


show(exc_unienc)


def exc_notimpl():
    raise NotImplementedError


show(exc_notimpl)


def exc_notimpl2():
    class A:
        def f(self):
            raise NotImplementedError("Subclasses must implement")
    A().f()


show(exc_notimpl2)


def note1():
    e = ValueError("x")
    e.add_note("first note")
    e.add_note("second\nmulti")
    raise e


show(note1)


def note2():
    e = ValueError("x")
    e.__notes__ = ["a", 5, None]
    raise e


show(note2)


def note3():
    e = ValueError("x")
    e.__notes__ = "string notes"
    raise e


show(note3)


def note4():
    e = ValueError("x")
    e.__notes__ = 5
    raise e


show(note4)


def note5():
    e = ValueError("x")
    e.__notes__ = ("t", "u")
    raise e


show(note5)


def note6():
    class N:
        def __str__(self): return "notestr"
        def __repr__(self): return "noterepr"
    e = ValueError("x")
    e.__notes__ = [N()]
    raise e


show(note6)


def note7():
    class N:
        def __repr__(self): return "noterepr"
    e = ValueError("x")
    e.__notes__ = N()
    raise e


show(note7)


def note8():
    class N:
        def __str__(self): raise ValueError
        def __repr__(self): return 5
    e = ValueError("x")
    e.__notes__ = [N()]
    raise e


show(note8)


def note9():
    class N:
        def __repr__(self): return 5
    e = ValueError("x")
    e.__notes__ = N()
    raise e


show(note9)


def note10():
    e = ValueError()
    e.add_note("")
    e.add_note("x")
    raise e


show(note10)


def grp1():
    raise ExceptionGroup("eg", [ValueError("a"), TypeError("b")])


show(grp1)


def grp2():
    raise ExceptionGroup("eg", [ValueError("a"), ExceptionGroup("in", [TypeError("b"), KeyError("c")])])


show(grp2)


def grp3():
    raise ExceptionGroup("eg", [ValueError(i) for i in range(20)])


show(grp3)


def grp4():
    e = ValueError("x")
    for i in range(14):
        e = ExceptionGroup(f"g{i}", [e])
    raise e


show(grp4)


def grp5():
    def f():
        raise ValueError("inner")
    excs = []
    for i in range(2):
        try:
            f()
        except ValueError as e:
            e.add_note(f"note {i}")
            excs.append(e)
    raise ExceptionGroup("multi", excs)


show(grp5)


def grp6():
    try:
        1/0
    except ZeroDivisionError as e:
        raise ExceptionGroup("multi", [e, KeyError("multi\nline")]) from e


show(grp6)


def grp7():
    try:
        raise ExceptionGroup("a", [ValueError(1), TypeError(2)])
    except* ValueError as g:
        raise KeyError("k")


show(grp7)


def grp8():
    try:
        raise ExceptionGroup("a", [ValueError(1), TypeError(2)])
    except* ValueError as g:
        pass


show(grp8)


def grp9():
    raise ExceptionGroup("eg", [ValueError(i) for i in range(16)])


show(grp9)


def grp10():
    def f():
        try:
            raise TypeError("t")
        except TypeError:
            raise ValueError("v")
    try:
        f()
    except ValueError as e:
        g = ExceptionGroup("x\ny", [e])
        g.add_note("gnote\nmore")
        raise g


show(grp10)


def grp11():
    raise BaseExceptionGroup("eg", [KeyboardInterrupt("a"), TypeError()])


show(grp11)


def grp12():
    try:
        raise ExceptionGroup("a", [ValueError(1)])
    except ExceptionGroup:
        raise KeyError("after")


show(grp12)


def grp13():
    e = ExceptionGroup("in", [ValueError(1), ExceptionGroup("d", [KeyError(1)])])
    e2 = ExceptionGroup("in2", [e, e])
    raise ExceptionGroup("top", [e2, TypeError(3), e])


show(grp13)
