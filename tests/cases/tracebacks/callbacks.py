import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def call_sort():
    print(sorted([1, "a", 2]))


show(call_sort)


def call_sortkey():
    print(sorted([1, 0, 2], key=lambda v: 1 / v))


show(call_sortkey)


def call_max():
    max([])


show(call_max)


def call_sum():
    sum([1, "a"])


show(call_sum)


def call_next():
    next(iter([]))


show(call_next)


def call_sort_lt():
    class A:
        def __lt__(self, o):
            raise RuntimeError("lt")
    sorted([A(), A()])


show(call_sort_lt)


def call_str():
    class A:
        def __str__(self):
            return 5
    print(str(A()))


show(call_str)


def call_print():
    class A:
        def __str__(self):
            raise KeyError("k")
    print(A())


show(call_print)


def call_fstr():
    class A:
        def __format__(self, s):
            raise KeyError("k")
    print(f"x {A()} y")


show(call_fstr)


def call_hash():
    d = {[]: 1}


show(call_hash)


def call_hash2():
    d = {}
    d[[]] = 1


show(call_hash2)


def call_hash3():
    class A:
        def __hash__(self): raise ValueError("h")
    s = {1, A()}


show(call_hash3)


def call_iter():
    for x in 5:
        pass


show(call_iter)


def call_iter2():
    for x in range(3):
        for y in x:
            pass


show(call_iter2)


def call_iter3():
    class I:
        def __iter__(self): return self
        def __next__(self): raise ValueError("n")
    for q in I():
        pass


show(call_iter3)


def call_iter4():
    class I:
        def __iter__(self): return 5
    list(I())


show(call_iter4)


def call_gen():
    def g():
        yield 1
        yield 1 / 0
    for x in g():
        print(x)


show(call_gen)


def call_gen2():
    def g():
        yield 1
        raise StopIteration
    print(list(g()))


show(call_gen2)


def call_gen3():
    def g():
        yield from h()
    def h():
        yield 1
        yield {}["a"]
    x = list(g())


show(call_gen3)


def call_gen4():
    x = sum(1 / i for i in [1, 0])


show(call_gen4)


def call_gen5():
    def g():
        yield 1
    h = g()
    next(h)
    h.throw(ValueError("t"))


show(call_gen5)


def call_gen7():
    def g():
        try:
            yield 1
        except ValueError as e:
            raise KeyError("z")
    h = g()
    next(h)
    h.throw(ValueError("t"))


show(call_gen7)


def call_deco():
    def deco(f):
        raise ValueError("d")
    @deco
    def f(): pass


show(call_deco)


def call_deco2():
    def deco(n):
        def w(f):
            def inner(*a):
                return f(*a)
            return inner
        return w
    @deco(1)
    @deco(2)
    def f(x):
        return x / 0
    f(1)


show(call_deco2)


def call_deco3():
    def deco(n):
        raise ValueError
    @deco(
      1)
    class A:
        pass


show(call_deco3)


def call_deco4():
    @undefined_deco
    @foo
    class A:
        pass


show(call_deco4)


def reduce():
    from functools import reduce
    reduce(lambda a, b: a / b, [1, 0])


show(reduce)


def cp2():
    from functools import partial
    def f(a, b): return a / b
    g = partial(f, 1)
    g(0)


show(cp2)


def cp4():
    from itertools import accumulate
    list(accumulate([1, "a"]))


show(cp4)
