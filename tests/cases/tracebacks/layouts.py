import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def uni1():
    x = "你好" + 5


show(uni1)


def uni2():
    é = "你好"; ö = é + 1


show(uni2)


def uni3():
    print("héé", 1 / 0)


show(uni3)


def uni4():
    d = {"🎉": 1}
    print(d["🎉"], d["日本"], "after")


show(uni4)


def uni5():
    def функция(x):
        return x / 0
    функция(1)


show(uni5)


def uni6():
    print("a" + "é" + ("你好", 1)[5] + "b")


show(uni6)


def long():
    x = "aaaaaaaaaaaa0" + "aaaaaaaaaaaa1" + "aaaaaaaaaaaa2" + "aaaaaaaaaaaa3" + "aaaaaaaaaaaa4" + "aaaaaaaaaaaa5" + "aaaaaaaaaaaa6" + "aaaaaaaaaaaa7" + "aaaaaaaaaaaa8" + "aaaaaaaaaaaa9" + "aaaaaaaaaaaa10" + "aaaaaaaaaaaa11" + "aaaaaaaaaaaa12" + "aaaaaaaaaaaa13" + "aaaaaaaaaaaa14" + "aaaaaaaaaaaa15" + "aaaaaaaaaaaa16" + "aaaaaaaaaaaa17" + "aaaaaaaaaaaa18" + "aaaaaaaaaaaa19" + "aaaaaaaaaaaa20" + "aaaaaaaaaaaa21" + "aaaaaaaaaaaa22" + "aaaaaaaaaaaa23" + "aaaaaaaaaaaa24" + "aaaaaaaaaaaa25" + "aaaaaaaaaaaa26" + "aaaaaaaaaaaa27" + "aaaaaaaaaaaa28" + "aaaaaaaaaaaa29" + 5


show(long)


def long2():
    some_function_name = lambda *a: 1 / 0
    result = some_function_name(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99)


show(long2)


def tab1():
    def f():
    	if True:
    		return 1 / 0
    f()


show(tab1)


def tab2():
    def f():
    	x = [1,
    		2][5]
    f()


show(tab2)


def tab3():
    def f():
        x =	[1]	[5]

    f()


show(tab3)


def semi():
    x = 1; y = x / 0; z = 3


show(semi)


def semi2():
    if True: x = 1; y = 1 / 0


show(semi2)


def dictmulti():
    x = {
        "a": 1,
        "b": 1 / 0,
        "c": 3,
    }


show(dictmulti)


def dictmulti2():
    x = {
        "a": 1,
        []: 1,
        "c": 3,
    }


show(dictmulti2)


def listmulti():
    x = [
        1,
        undefined_lm,
    ]


show(listmulti)


def string_multi():
    x = """abc
    def""" + 5


show(string_multi)


def string_multi2():
    def f(): 
        x = """abc
      def""" % (1, 2)
    f()


show(string_multi2)


def ly1():
    data = [
        {"a": 1},
        {"b": 2},
    ]
    total = sum(
        item["a"]
        for item in data
    )


show(ly1)


def ly2():
    def process(items):
        result = {
            k: v / 0
            for k, v in items.items()
            if v
        }
        return result
    process({"a": 1})


show(ly2)


def ly3():
    value = (
        "abc"
        .upper()
        .foo()
        .lower()
    )


show(ly3)


def ly4():
    x = "a" \
        + 5


show(ly4)


def ly5():
    def f(a,
          b):
        return (a
                / b)
    print(f(1,
            0))


show(ly5)


def ly6():
    print("a",
          "b",
          1 / 0,
          sep="")


show(ly6)


def ly7():
    if (1 +
        None):
        pass


show(ly7)


def ly8():
    assert isinstance(5,
       str), \
       "msg"


show(ly8)


def ly9():
    x = {"a": [1, 2, {"b": None}]}
    x["a"][2]["b"]["c"] = 5


show(ly9)


def ly10():
    x = {"a": [1, 2, {"b": None}]}
    print(x["a"][2]["b"]["c"].foo())


show(ly10)


def ly11():
    a = b = c = None
    a.x = b.y


show(ly11)


def ly12():
    def f(): return None
    x, y = f()


show(ly12)


def ly13():
    def f(): return 1, 2
    [x, y, z] = f()


show(ly13)


def ly14():
    for (a, b), c in [((1, 2, 3), 4)]:
        pass


show(ly14)


def ly15():
    with_val = [x.y for x in (1, 2) if x > 0 if x / 0]


show(ly15)


def ly16():
    print(*[1, 2][5:], **{"sep": 3})


show(ly16)


def ly17():
    f = lambda a, b=1: a[b]
    print(f(5))


show(ly17)


def ly18():
    def f(x):
        # comment
        return (  # c1
            x  # c2
            .foo  # c3
            .bar
        )
    f(1)


show(ly18)


def ly19():
    x = not undefined_a


show(ly19)


def ly20():
    x = -"a"


show(ly20)


def ly21():
    x = 5 if undefined_b else 3


show(ly21)


def ly22():
    x = [1, 2, 3][
        10
    ]


show(ly22)


def ly23():
    raise (ValueError if True else KeyError)(
        f"message {1}"
    )


show(ly23)


def ly24():
    def f():
        raise ValueError(
            "one",
            "two",
            "three",
            "four",
            "five",
        )
    f()


show(ly24)


def ly25():
    class A:
        def __init__(self, **kw):
            for k in kw:
                setattr(self, k, kw[k] + 1)
    A(
        a=1,
        b="x",
    )


show(ly25)


def ly26():
    x = "%s %s" % (
        1,
    )


show(ly26)


def ly27():
    x = "{} {}".format(
        1,
    )


show(ly27)


def ly28():
    from functools import wraps
    def d(f):
        @wraps(f)
        def w(*a, **k):
            return f(*a, **k)
        return w
    @d
    def g(x):
        return x + "a"
    g(1)


show(ly28)


def ly29():
    def f(x: int = 3, *, y) -> str:
        return x
    f()


show(ly29)


def ly30():
    def fib(n):
        return fib(n - 1) + fib(n - 2)
    fib(5)


show(ly30)


def ly32():
    class Node:
        def __init__(self, v, n=None):
            self.v = v; self.n = n
        def depth(self):
            return 1 + self.n.depth()
    Node(1, Node(2, Node(3))).depth()


show(ly32)


def ly33():
    x = 0x1F + None


show(ly33)


def ly34():
    x=(lambda:1/0)()


show(ly34)


def ly35():
    def f():
        yield
        raise KeyError("in gen")
    for _ in f(): pass


show(ly35)


def ly36():
    def f():
        x = yield
        x.foo
    g = f()
    next(g)
    g.send(3)


show(ly36)


def ly37():
    class C:
        def __contains__(self, x): raise TypeError("c")
    5 in C()


show(ly37)


def ly38():
    class C:
        def __len__(self): return -1
    len(C())


show(ly38)


def ly39():
    class C:
        def __eq__(self, o): raise TypeError("eq")
    [C()].index(5)


show(ly39)


def ly40():
    class C:
        def __getitem__(self, i): raise TypeError("gi")
    for x in C(): pass


show(ly40)


def ly41():
    class C:
        def __call__(self): return self.x
    C()()


show(ly41)


def ly42():
    class C:
        def __add__(self, o): return self.q
    C() + 1


show(ly42)


def ly43():
    class C:
        def __iadd__(self, o): return self.q
    c = C()
    c += 1


show(ly43)


def ly44():
    class C:
        def __repr__(self): return self.q
    print([C()])


show(ly44)


def ly45():
    class C:
        def __repr__(self): return self.q
    f"{C()!r}"


show(ly45)


def ly46():
    class C:
        def __setattr__(self, n, v): raise TypeError("sa")
    C().x = 1


show(ly46)


def ly47():
    class C:
        def __setitem__(self, n, v): raise TypeError("si")
    C()["x"] = 1


show(ly47)


def ly48():
    class C:
        def __get__(self, o, t): raise TypeError("get")
    class D: c = C()
    D().c


show(ly48)


def ly49():
    class C:
        def __new__(cls): raise TypeError("new")
    x = C()


show(ly49)


def ly50():
    class C:
        def __exit__(self, *a): pass
    with C(): pass


show(ly50)


def ly51():
    class C:
        def __enter__(self): pass
    with C(): pass


show(ly51)


def ly52():
    class M(type):
        def __getattr__(cls, n): raise AttributeError(n)
    class A(metaclass=M): pass
    A.foo


show(ly52)


def ly53():
    from abc import ABC, abstractmethod
    class A(ABC):
        @abstractmethod
        def f(self): pass
    A()


show(ly53)


def ly54():
    min(5)


show(ly54)


def ly55():
    x = int("12a", base=10)


show(ly55)


def ly56():
    [1, 2].remove(3)


show(ly56)


def ly57():
    {1}.remove(3)


show(ly57)


def ly58():
    {}.popitem()


show(ly58)


def ly59():
    [].pop()


show(ly59)


def ly60():
    "a,b".split("")


show(ly60)


def ly61():
    list(zip([1], [1, 2], strict=True))


show(ly61)


def ly63():
    bytes([256])


show(ly63)


def ly64():
    chr(-1)


show(ly64)


def ly65():
    "x".join([1])


show(ly65)


def ly66():
    round("a")


show(ly66)


def ly67():
    float("1.2.3")


show(ly67)


def ly68():
    dict([1])


show(ly68)


def ly69():
    isinstance(1, 2)


show(ly69)


def ly70():
    type("A", (5,), {})


show(ly70)


def ly71():
    iter(5)


show(ly71)


def ly72():
    1 < "a" < 3


show(ly72)


def ly73():
    x = 10 ** 10 % 0


show(ly73)


def ly74():
    x = 5
    x()


show(ly74)


def ly76():
    def f(a, /, b, *, c): pass
    f(b=1, c=2)


show(ly76)


def ly77():
    def f(a, b, c): pass
    f(1)


show(ly77)


def ly78():
    def f(a, b=2): pass
    f(1, 2, 3, 4)


show(ly78)


def ly79():
    class A:
        def f(self): pass
    A.f()


show(ly79)


def ly80():
    class A:
        def f(self): pass
    A().f(1)


show(ly80)
