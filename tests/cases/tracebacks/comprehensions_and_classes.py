import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def comp_list():
    x = [1 / i for i in range(-1, 2)]


show(comp_list)


def comp_dict():
    x = {k: v.foo for k, v in [(1, 2)]}


show(comp_dict)


def comp_set():
    x = {k[0] for k in [(), 2]}


show(comp_set)


def comp_nested():
    def f():
        return [[y + "a" for y in x] for x in [[1]]]
    f()


show(comp_nested)


def comp_if():
    x = [i for i in [1, 2] if i.bad]


show(comp_if)


def comp_iter():
    x = [i for i in 5]


show(comp_iter)


def comp_iter2():
    x = [i for j in [[1], 5] for i in j]


show(comp_iter2)


def comp_multi():
    x = [
        1 / i
        for i in range(3)
    ]


show(comp_multi)


def comp_multi2():
    x = [
        i
        for i
        in 5
    ]


show(comp_multi2)


def comp_unpack():
    x = [a for a, b in [(1, 2, 3)]]


show(comp_unpack)


def class_body():
    class A:
        x = 1 / 0


show(class_body)


def class_body2():
    class A:
        class B:
            y = undefined_name


show(class_body2)


def class_base2():
    class A(Undefined, object):
        pass


show(class_base2)


def class_meta():
    class M(type):
        def __new__(m, n, b, d):
            raise TypeError("no")
    class A(metaclass=M):
        pass


show(class_meta)


def class_meta2():
    class A:
        def __init_subclass__(cls, **k):
            raise TypeError("sub")
    class B(A, x=1):
        y = 1


show(class_meta2)


def class_kw():
    class B(x=1):
        y = 1


show(class_kw)


def class_mro():
    class A: pass
    class B(A): pass
    class C(A, B): pass


show(class_mro)


def class_setname():
    class D:
        def __set_name__(self, o, n): raise ValueError("sn")
    class A:
        d = D()


show(class_setname)


def defaults():
    def f(a, b=1 / 0):
        pass


show(defaults)


def defaults2():
    def f(
        a,
        b=undefined1,
    ):
        pass


show(defaults2)


def annot():
    def f(a: Undefined1) -> int:
        pass


show(annot)


def annot2():
    x: Undefined2 = 5


show(annot2)


def nested_fn():
    def outer():
        def inner():
            class C:
                def m(self):
                    return (lambda: [1/0 for _ in [1]])()
            return C().m()
        return inner()
    outer()


show(nested_fn)
