# super() without an object: nothing by itself, bound when it is read from an instance.
class A:
    def meth(self): return "A"
    x = 1


class B(A):
    def meth(self): return "B" + self.__super.meth()


B._B__super = super(B)
print(B().meth(), repr(super(B))[:6], super(B).__thisclass__, super(B).__self__, super(B).__self_class__)
for act in (lambda: super(B).x, lambda: super(B, None).meth, lambda: super(5), lambda: super(B, 5), lambda: super(A, B()).nope):
    try:
        print(act())
    except Exception as e:
        print(type(e).__name__, e)


def t(name, bases, **namespace):
    try:
        print(type(name, bases, namespace).__name__)
    except TypeError as e:
        print(e)


t("T", (int,), __slots__=("a",))
t("T", (tuple,), __slots__=())
t("T", (type("I", (int,), {}),), __slots__=("a",))
t("T", (A,), __slots__=("__dict__",))
t("T", (A,), __slots__=("__weakref__",))
t("T", (), __slots__=("__weakref__", "__dict__"))
t("T", (), __slots__=("__dict__", "__dict__"))
t("T", (Exception,), __slots__=("__dict__",))
print(object.__repr__(None)[:13], object.__repr__([])[:8], object.__repr__(5)[:4], (lambda: 1).__repr__()[:10], len.__repr__())
