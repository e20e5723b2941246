import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def name1():
    print(undefined)


show(name1)


def name2():
    foo = 1
    print(fooo)


show(name2)


def name3():
    def f():
        value = 1
        return valu
    f()


show(name3)


def name4():
    def f():
        print(x)
        x = 1
    f()


show(name4)


def name5():
    class A:
        def __init__(self):
            self.thing = 1
        def f(self):
            return thing
    A().f()


show(name5)


def name7():
    math.sqrt(4)


show(name7)


def name8():
    x = json.dumps({})


show(name8)


def name9():
    del undefined_q


show(name9)


def name10():
    def f():
        x = 1
        del x
        return x
    f()


show(name10)


def name11():
    def f():
        def g():
            return y
        g()
        y = 1
    f()


show(name11)


def name12():
    def f():
        global zz
        zz += 1
    f()


show(name12)


def name13():
    Lenght = 5
    print(length + 1)


show(name13)


def name14():
    class A:
        x = 1
        def f(self): return x
    A().f()


show(name14)


def name15():
    self.x = 1


show(name15)


def name16():
    while ture:
        pass


show(name16)


def name17():
    x = true


show(name17)


def name18():
    tiem = 1
    time.sleep(1)


show(name18)


def name19():
    print(string.ascii)
    x = 1


show(name19)


def sg1():
    def outer():
        counter = 0
        def inner():
            return countr
        return inner()
    outer()


show(sg1)


def sg2():
    class A:
        value = 1
        other = valu


show(sg2)


def sg3():
    class A:
        def __init__(self):
            self.items = []
        def add(self):
            items.append(1)
    A().add()


show(sg3)


def sg4():
    class A:
        @property
        def total(self): return 1
        def show(self):
            print(total)
    A().show()


show(sg4)


def sg5():
    class A:
        def method_one(self): pass
        def f(self):
            return method_one()
    A().f()


show(sg5)


def sg6():
    x = [1,2,3]
    print(lenn(x))


show(sg6)


def sg7():
    for i in rnage(3): pass


show(sg7)


def sg8():
    raise ValeError("x")


show(sg8)


def sg9():
    d = {"a": 1}
    d.itmes()


show(sg9)


def sg10():
    "abc".uper()


show(sg10)


def sg11():
    "abc".startwith("a")


show(sg11)


def sg12():
    x = (1, 2)
    x.append(3)


show(sg12)


def sg17():
    class A:
        __slots__ = ("first", "second")
    A().frist


show(sg17)


def sg19():
    os.getcwd()


show(sg19)


def sg21():
    random.randint(1, 2)


show(sg21)


def sg22():
    class A:
        x_y = 1
    print(A.x_Y, A.xy)


show(sg22)


def sg23():
    def f(argument_one):
        return argumentone
    f(1)


show(sg23)


def sg24():
    self.foo()


show(sg24)


def sg25():
    def f(a, bb): pass
    f(1, b=2)


show(sg25)


def sg26():
    def f(width, height): pass
    f(widht=1, height=2)


show(sg26)


def sg27():
    try:
        foo
    except NameError as e:
        raise


show(sg27)


def sg28():
    foo1 = 1
    foo2 = 2
    print(foo3)


show(sg28)


def sg29():
    abcdefghij = 1
    print(abcdefghxx)
    print(abcdefghijklmn)


show(sg29)


def sg30():
    class A:
        def f(self):
            return self.nam
        def __init__(self): self.name = 1
    A().f()


show(sg30)


def sg31():
    x = lambda self: slef
    x(1)


show(sg31)


def sg32():
    None.foo


show(sg32)


def sg33():
    (1).bit_lenght()


show(sg33)


def sg34():
    def f():
        f.cuont += 1
    f.count = 0
    f()


show(sg34)


def sg35():
    def gen():
        yield 1
    gen().nxt()


show(sg35)


def sg36():
    AttributeError("custom", name="fooo", obj=[])
    raise AttributeError("custom", name="appen", obj=[])


show(sg36)


def sg37():
    raise NameError("custom", name="pritn")


show(sg37)


def sg38():
    raise ImportError("custom", name="math", path="x")


show(sg38)


def sg39():
    e = ValueError("boo")
    e.fooo


show(sg39)


def sg40():
    class E(Exception):
        def __init__(self): self.code = 3
    try:
        raise E()
    except E as e:
        e.codee


show(sg40)


def sg45():
    x = 3
    print(X)


show(sg45)


def sg46():
    print(Print)


show(sg46)
