import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


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


def raise_ctx_manual():
    a = ValueError("a")
    a.__context__ = KeyError("c")
    raise a


show(raise_ctx_manual)


def rec2():
    def f(n):
        if n == 0:
            raise ValueError("end")
        f(n - 1)
    f(10)


show(rec2)


def rec3():
    def f(n):
        if n == 0:
            raise ValueError("end")
        f(n - 1)
    f(3)


show(rec3)


def rec4():
    def a(n):
        if n == 0:
            raise ValueError("end")
        b(n - 1)
    def b(n):
        a(n)
    a(6)


show(rec4)


def rec5():
    f = lambda n: f(n - 1) if n else 1 / 0
    f(5)


show(rec5)


def rec7():
    def f(n):
        if n == 0:
            raise ValueError("end")
        f(n - 1)
    f(4)


show(rec7)


def withtb():
    def f():
        1/0
    try:
        f()
    except ZeroDivisionError as e:
        raise ValueError("n").with_traceback(e.__traceback__)


show(withtb)


def withtb2():
    try:
        1/0
    except ZeroDivisionError as e:
        raise e.with_traceback(None)


show(withtb2)


def ch1():
    def f(n):
        try:
            if n: f(n-1)
            else: raise ValueError(0)
        except Exception as e:
            raise RuntimeError(n)
    f(4)


show(ch1)


def ch2():
    try:
        raise ValueError("a")
    except ValueError:
        try:
            raise KeyError("b")
        except KeyError:
            pass
        raise TypeError("c")


show(ch2)


def ch3():
    try:
        try:
            raise ValueError("a")
        finally:
            raise KeyError("b")
    finally:
        print("end")


show(ch3)


def ch4():
    e = KeyError("x")
    try:
        raise ValueError("a") from e
    except ValueError as v:
        raise TypeError("t") from v


show(ch4)


def ch5():
    def f():
        try:
            1/0
        except Exception as e:
            return e
    raise RuntimeError("r") from f()


show(ch5)


def ch6():
    try:
        1/0
    except ZeroDivisionError as e:
        err = e
    raise err


show(ch6)


def ch7():
    class A(Exception): pass
    class B(A):
        def __init__(self, msg, code):
            super().__init__(msg)
            self.code = code
        def __str__(self):
            return f"[{self.code}] {super().__str__()}"
    raise B("boom", 7)


show(ch7)


def ch8():
    class E(Exception):
        def __str__(self): return f"outer<{self.__cause__}>"
    try:
        raise E(1)
    except E as e:
        raise E(2) from e


show(ch8)


def ch9():
    class A(Exception):
        def __init__(self, a, b): pass
    raise A(1, 2)


show(ch9)


def ch10():
    class A(ValueError): pass
    raise A


show(ch10)


def ch11():
    try:
        raise ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [TypeError(2), ValueError(3)])])
    except* TypeError as e:
        raise RuntimeError("x") from e


show(ch11)


def ch12():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise


show(ch12)


def ch13():
    class G(ExceptionGroup):
        def derive(self, excs): return G(self.message, excs)
    raise G("custom", [ValueError(1)])


show(ch13)


def ch15():
    def f():
        return g()
    def g():
        try:
            h()
        except KeyError:
            return undefined_in_handler
    def h(): raise KeyError("k")
    f()


show(ch15)


def ch16():
    import sys
    try:
        1/0
    except ZeroDivisionError:
        print(sys.exc_info()[0].__name__)
        raise RuntimeError from None


show(ch16)
