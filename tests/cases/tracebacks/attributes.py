import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def attr():
    class A: pass
    a = A()
    print(a.foo.bar)


show(attr)


def attr_none():
    x = None
    x.append(1)


show(attr_none)


def attr_none2():
    x = None
    print(x.value, 1)


show(attr_none2)


def attr_sugg():
    class A:
        def __init__(self):
            self.blue = 1
    a = A()
    print(a.bleu)


show(attr_sugg)


def attr_sugg_m():
    x = []
    x.appendd(3)


show(attr_sugg_m)


def attr_sugg_self():
    class A:
        def __init__(self):
            self._private_thing = 1
        def f(self):
            return self.private_thing
    A().f()


show(attr_sugg_self)


def attr_sugg_out():
    class A:
        def __init__(self):
            self._private_thing = 1
    A().private_thing


show(attr_sugg_out)


def attr_set():
    x = 5
    x.foo = 3


show(attr_set)


def attr_set2():
    class A:
        __slots__ = ("a",)
    a = A()
    a.b = 1


show(attr_set2)


def attr_del():
    class A: pass
    a = A()
    del a.x


show(attr_del)


def attr_aug():
    class A: pass
    a = A()
    a.count += 1


show(attr_aug)


def attr_prop():
    class A:
        @property
        def x(self):
            return self.y.z
    print(A().x)


show(attr_prop)


def attr_prop_set():
    class A:
        @property
        def x(self):
            return 1
    a = A()
    a.x = 5


show(attr_prop_set)


def attr_getattr():
    class A:
        def __getattr__(self, n):
            raise AttributeError(f"no {n}")
    A().thing


show(attr_getattr)


def attr_getattr_call():
    class A:
        def __getattr__(self, n):
            raise AttributeError(f"no {n}")
    A().thing(1)


show(attr_getattr_call)


def attr_chain():
    class A: pass
    a = A()
    a.b = A()
    result = a.b.c.d.e


show(attr_chain)


def attr_type():
    int.foo


show(attr_type)


def attr_cls():
    class Foo:
        alpha = 1
    print(Foo.alhpa)


show(attr_cls)


def attr_multi():
    class A:
        def m(self):
            return self
    a = A()
    x = (a
         .m()
         .n()
         .m())


show(attr_multi)


def attr_multi2():
    class A:
        def m(self):
            return self
        def bad(self, k):
            return 1 / k
    a = A()
    x = (a
         .m()
         .bad(
             0)
         )


show(attr_multi2)


def attr_multi3():
    class A:
        pass
    a = A()
    x = (a.
         foo
         )


show(attr_multi3)
