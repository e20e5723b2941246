import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def with_noenter():
    with 5:
        pass


show(with_noenter)


def with_noenter2():
    with open_thing() as f, b:
        pass


show(with_noenter2)


def with_body():
    class C:
        def __enter__(self): return self
        def __exit__(self, *a): return False
    with C() as c:
        c.foo()


show(with_body)


def with_exit():
    class C:
        def __enter__(self): return self
        def __exit__(self, *a): raise ValueError("in exit")
    with C() as c:
        c.foo()


show(with_exit)


def with_exit2():
    class C:
        def __enter__(self): return self
        def __exit__(self, *a): raise ValueError("in exit")
    with C() as c:
        pass


show(with_exit2)


def with_enter():
    class C:
        def __enter__(self): raise ValueError("in enter")
        def __exit__(self, *a): pass
    with C() as c:
        pass


show(with_enter)


def with_two():
    class C:
        def __enter__(self): return self
        def __exit__(self, *a): return False
    with C() as c, C() as d:
        with C():
            1/0


show(with_two)


def with_unpack():
    class C:
        def __enter__(self): return 5
        def __exit__(self, *a): return False
    with C() as (a, b):
        pass


show(with_unpack)


def raise_plain():
    raise ValueError


show(raise_plain)


def raise_msg():
    raise ValueError("hello world")


show(raise_msg)


def raise_multi():
    raise ValueError(
        "hello"
        "world"
    )


show(raise_multi)


def raise_two():
    raise ValueError("a", 2)


show(raise_two)


def raise_nonexc():
    raise 5


show(raise_nonexc)


def raise_str():
    raise "text"


show(raise_str)


def raise_from():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("b") from e


show(raise_from)


def raise_from_none():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("b") from None


show(raise_from_none)


def raise_from_bad():
    raise ValueError("b") from 5


show(raise_from_bad)


def raise_from_cls():
    raise ValueError("b") from KeyError


show(raise_from_cls)


def raise_from_inst():
    raise ValueError("b") from KeyError("k")


show(raise_from_inst)


def raise_ctx():
    try:
        {}["x"]
    except KeyError:
        int("q")


show(raise_ctx)


def raise_ctx3():
    def a():
        try:
            b()
        except Exception as e:
            raise RuntimeError("a") from e
    def b():
        try:
            c()
        except Exception:
            raise KeyError("b")
    def c():
        raise ValueError("c")
    a()


show(raise_ctx3)


def raise_re():
    def f():
        try:
            1/0
        except ZeroDivisionError:
            print("log")
            raise
    f()


show(raise_re)


def raise_re2():
    def f():
        try:
            1/0
        except ZeroDivisionError as e:
            raise e
    f()


show(raise_re2)


def raise_re3():
    def f():
        try:
            1/0
        except ZeroDivisionError as e:
            raise e from None
    f()


show(raise_re3)


def raise_fin():
    def f():
        try:
            1/0
        finally:
            print("cleanup")
    f()


show(raise_fin)


def raise_fin2():
    def f():
        try:
            1/0
        finally:
            [][0]
    f()


show(raise_fin2)


def raise_else():
    try:
        pass
    except ValueError:
        pass
    else:
        [][0]


show(raise_else)


def raise_excexpr():
    try:
        1/0
    except undefined_exc:
        pass


show(raise_excexpr)


def raise_excexpr2():
    try:
        1/0
    except 5:
        pass


show(raise_excexpr2)


def raise_excexpr3():
    try:
        1/0
    except (ValueError, "x") as e:
        pass


show(raise_excexpr3)


def raise_stored():
    e = ValueError("stored")
    def f(): raise e
    try:
        f()
    except ValueError:
        pass
    f()


show(raise_stored)


def raise_cycle():
    a = ValueError("a")
    b = KeyError("b")
    a.__cause__ = b
    b.__cause__ = a
    raise a


show(raise_cycle)


def raise_cycle2():
    a = ValueError("a")
    a.__cause__ = a
    raise a


show(raise_cycle2)


def raise_ctx_manual():
    a = ValueError("a")
    a.__context__ = KeyError("c")
    raise a


show(raise_ctx_manual)


def raise_suppress():
    a = ValueError("a")
    a.__context__ = KeyError("c")
    a.__suppress_context__ = True
    raise a


show(raise_suppress)


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


def fstr1():
    x = 5
    print(f"value {x.foo}")


show(fstr1)


def fstr2():
    print(f"value {undefined_v} and {1}")


show(fstr2)


def fstr3():
    x = 5
    y = f"{x:zz}"


show(fstr3)


def fstr4():
    x = 5
    y = f"{x!r:>10} {x/0:.2f}"


show(fstr4)


def fstr5():
    x = {}
    y = f"""
    line {x}
    line {x["a"]}
    """


show(fstr5)


def fstr6():
    x = {}
    y = f"{x[1 + 2]}" "abc"


show(fstr6)


def fstr7():
    def g(z): return z / 0
    print(f"{g(1)=}")


show(fstr7)


def fstr8():
    w = "a"
    print(f"{1:{w}}")


show(fstr8)


def unp1():
    a, b = 1, 2, 3


show(unp1)


def unp2():
    a, b, c = [1, 2]


show(unp2)


def unp3():
    a, *b = []


show(unp3)


def unp4():
    a, b = 5


show(unp4)


def unp5():
    for a, b in [(1, 2), (3,)]:
        pass


show(unp5)


def unp6():
    (a, (b, c)) = 1, 2


show(unp6)


def unp7():
    x = [*5]


show(unp7)


def unp8():
    x = {**5}


show(unp8)


def unp9():
    x = (1, *None)


show(unp9)


def unp10():
    a, b = (
        1,
        2, 3)


show(unp10)


def unp11():
    d = {}
    a, d["x"].y = 1, 2


show(unp11)


def match1():
    x = 5
    match x:
        case 1 if x.foo:
            pass
        case _ if x.bar:
            pass


show(match1)


def match2():
    class P:
        __match_args__ = 5
    match P():
        case P(1):
            pass


show(match2)


def match3():
    match undefined_m:
        case 1: pass


show(match3)


def match4():
    match 5:
        case int(x):
            x / 0


show(match4)


def match5():
    match 5:
        case int(x, y):
            x / 0


show(match5)


def match6():
    import math
    match 5:
        case math.foo:
            pass


show(match6)


def del1():
    x = 1
    del x
    print(x)


show(del1)


def del2():
    class A:
        def __delattr__(self, n): raise ValueError(n)
    a = A()
    del a.foo


show(del2)


def del3():
    x = []
    del x[5], x[6]


show(del3)


def while1():
    x = 3
    while x:
        x -= 1
        y = 6 / (x - 1)


show(while1)


def strmod():
    x = "%d %s" % "a"


show(strmod)


def strmod2():
    print("%d" % "a", 3)


show(strmod2)


def exec_none():
    x = None
    for i in x: pass


show(exec_none)


def for_multi():
    for a in [
       1,
       2].foo:
       pass


show(for_multi)


def for_attr():
    class A: pass
    a = 5
    for a.x in [1]:
        pass


show(for_attr)


def yield_err():
    def g():
        x = yield 1 / 0
    next(g())


show(yield_err)
