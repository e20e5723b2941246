import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def call_noargs():
    def f(a, b): pass
    f()


show(call_noargs)


def call_many():
    def f(a): pass
    x = f(1, 2, 3)


show(call_many)


def call_kw():
    def f(a): pass
    print(f(a=1, b=2))


show(call_kw)


def call_kw2():
    def f(*, key): pass
    f(1)


show(call_kw2)


def call_star():
    def f(a): pass
    args = 5
    f(*args)


show(call_star)


def call_star2():
    def f(a): pass
    f(**5)


show(call_star2)


def call_star3():
    def f(a, b): pass
    f(*[1], **{"c": 3})


show(call_star3)


def call_dup():
    def f(a): pass
    f(1, **{"a": 3})


show(call_dup)


def call_dup2():
    def f(**k): pass
    f(**{"a": 3}, **{"a": 3})


show(call_dup2)


def call_notcallable():
    x = 5
    print(x(3))


show(call_notcallable)


def call_notcallable2():
    x = {"a": 5}
    y = x["a"](3, 4)(5)


show(call_notcallable2)


def call_builtin():
    n = int("abc")


show(call_builtin)


def call_builtin2():
    len(5)


show(call_builtin2)


def call_builtin3():
    print(len(5) + 1)


show(call_builtin3)


def call_ret():
    def f():
        return int("x")
    f()


show(call_ret)


def call_ret2():
    def f():
        return int("x") + 1
    f()


show(call_ret2)


def call_retattr():
    def f(s):
        return s.index("x")
    f("abc")


show(call_retattr)


def call_await():
    def g(): pass
    x = g(g(g(1)))


show(call_await)


def call_nested():
    def outer():
        def inner(x):
            return x / 0
        return inner(1) + 2
    outer()


show(call_nested)


def call_method():
    class A:
        def run(self, x):
            return self.go(x)
        def go(self, x):
            return [x][1]
    A().run(1)


show(call_method)


def call_cls():
    class A:
        def __init__(self, a):
            self.a = a
    A()


show(call_cls)


def call_cls2():
    class A:
        def __init__(self, a):
            self.a = a.b
    x = A(1)


show(call_cls2)


def call_cls3():
    class A: pass
    A(1, 2)


show(call_cls3)


def call_static():
    class A:
        @staticmethod
        def f(x): return x.y
        @classmethod
        def g(cls, x): return cls.f(x)
    A.g(1)


show(call_static)


def call_super():
    class A:
        def f(self): return 1/0
    class B(A):
        def f(self): return super().f()
    B().f()


show(call_super)


def call_super2():
    class A: pass
    class B(A):
        def f(self): return super().missing()
    B().f()


show(call_super2)


def call_super3():
    class A: pass
    class B(A):
        def f(self): return super().missing
    B().f()


show(call_super3)


def call_multi():
    def f(*a):
        raise ValueError("x")
    result = f(
        1,
        2,
        3,
    )


show(call_multi)


def call_multi2():
    def f(*a, **k):
        raise ValueError("x")
    result = f(1,
        2, k=4,
        c=3) + 5


show(call_multi2)


def call_multi3():
    def f(*a, **k):
        return 1
    result = f(
        1,
        f(2),
        f(3) + None,
        4,
        5,
        6)


show(call_multi3)


def call_multi4():
    def f(*a, **k):
        raise ValueError
    foo = bar = f(
        1,
        2,
        3,
        4,
        5,
        6
    ).real


show(call_multi4)


def call_multi5():
    def f(*a, **k):
        raise ValueError
    def g():
        return f(
            1,
            2,
        )
    g()


show(call_multi5)


def call_multi6():
    def f(*a, **k):
        raise ValueError
    f(
        1,
        2,
    )


show(call_multi6)


def call_multi7():
    def f(*a, **k):
        raise ValueError
    x = [f(
        1,
        2,
    ), 5]


show(call_multi7)


def call_multi8():
    class A:
        def f(self, *a): raise ValueError
    a = A()
    a.f(1,
        2)
    a.f(
        3)


show(call_multi8)


def call_multi9():
    class A:
        def f(self, *a, **k): raise ValueError
    a = A()
    x = a.f(1,
        k=2)


show(call_multi9)


def call_lambda():
    f = lambda x: x.y
    f(1)


show(call_lambda)


def call_lambda2():
    print(list(map(lambda x: 1 / x, [1, 0])))


show(call_lambda2)


def call_paren():
    def f(): return 5
    (f)()()


show(call_paren)


def call_comment():
    def f(a): return 5
    x = f(a=1  # first (
      )()


show(call_comment)


def ret_tuple():
    def f():
        return 1, int("z")
    f()


show(ret_tuple)


def ret_assign():
    x = int("z")


show(ret_assign)


def ret_assign_attr():
    class A: pass
    A.x = int("z")


show(ret_assign_attr)


def ret_assign_two():
    x = y = int("z")


show(ret_assign_two)


def ret_annassign():
    x: int = int("z")


show(ret_annassign)


def ret_method():
    x = "a".foo()


show(ret_method)


def ret_method2():
    x = "a".index("b")


show(ret_method2)


def expr_call():
    int("z")


show(expr_call)


def not_call():
    if not int("z"): pass


show(not_call)


def print_chain():
    print(int(str(float("q"))))


show(print_chain)
