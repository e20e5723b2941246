def t(target, /, *args, **kwargs):
    try:
        print(target(*args, **kwargs))
    except TypeError as error:
        print("TypeError:", error)


def plain(a, b): return (a, b)
def default(a, b=2, c=3): return (a, b, c)
def star(a, *rest): return (a, rest)
def kwonly(a, *, b, c=3): return (a, b, c)
def kwonly_many(*, x, y, z): return (x, y, z)
def posonly(a, b=1, /, c=2): return (a, b, c)
def everything(a, b=2, /, c=3, *rest, d, e=5, **more): return (a, b, c, rest, d, e, more)
def kwargs_only(**kw): return kw
def nothing(): return "nothing"


t(plain, 1, 2)
t(plain, b=1, a=2)
t(plain)
t(plain, 1)
t(plain, 1, 2, 3)
t(plain, 1, a=2)
t(plain, 1, 2, c=3)
t(plain, 1, c=3)
t(default)
t(default, 1)
t(default, 1, c=5)
t(default, 1, 2, 3, 4)
t(default, b=1)
t(star)
t(star, 1)
t(star, 1, 2, 3)
t(star, 1, rest=2)
t(kwonly, 1)
t(kwonly, 1, 2)
t(kwonly, 1, b=2)
t(kwonly, 1, b=2, d=4)
t(kwonly, 1, 2, b=3)
t(kwonly)
t(kwonly_many)
t(kwonly_many, x=1)
t(kwonly_many, x=1, y=2)
t(kwonly_many, 1, x=1, y=2, z=3)
t(kwonly_many, 1, 2)
t(posonly, 1)
t(posonly, 1, 2, 3)
t(posonly, 1, c=9)
t(posonly, a=1)
t(posonly, 1, b=2)
t(posonly, 1, a=1, b=2)
t(posonly, 1, 2, 3, 4)
t(everything, 1, d=4)
t(everything, 1, 2, 3, 4, 5, d=6, f=7, a=8)
t(everything)
t(everything, 1)
t(kwargs_only, a=1, b=2)
t(kwargs_only, 1)
t(nothing, 1)
t(nothing, x=1)
t(nothing, 1, 2)
t(lambda x: x)
t(lambda x, y=1: (x, y), 1, 2, 3)
t(lambda *a, **k: (a, k), 1, z=2)

class C:
    def method(self, a): return a
    @classmethod
    def cm(cls, a): return a
    @staticmethod
    def sm(a): return a
    def noself(): return 1
    def __init__(self, v=0): self.v = v

t(C().method)
t(C().method, 1, 2)
t(C().noself)
t(C.cm)
t(C.cm, 1, 2)
t(C.sm)
t(C, 1, 2)
t(C, w=1)
def outer():
    def inner(a, b): return a
    return inner
t(outer())
t(outer(), 1)
def many(a, b, c, d): pass
t(many)
t(many, 1)
t(many, d=1)
