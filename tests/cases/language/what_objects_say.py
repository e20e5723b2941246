# What an object says of itself and of its class: dir() of modules of a class of one's own, names of bound methods, proxies in super(),
# classes that may take each other's place, and the iterator of a coroutine.
import types
import weakref


def tried(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as e:
        print(type(e).__name__, e)


class Module(types.ModuleType):
    def method(self):
        pass


module = Module('m')
module.b, module.a = 2, 1
print(dir(module))


class Odd(types.ModuleType):
    __dict__ = property(lambda self: 'no dict')


tried(dir, Odd('odd'))


class Callable:
    def __call__(self, x):
        return x


method = types.MethodType(Callable(), 5)
print(method)
method.__func__.__name__ = 'name'
print(method)
method.__func__.__qualname__ = 'Some.name'
print(method)
del method.__func__.__qualname__
method.__func__.__name__ = 3
print(method, types.MethodType(int, 7))


class Proxy:
    def __init__(self, obj):
        self.__obj = obj

    def __getattribute__(self, name):
        if name.startswith('_Proxy__'):
            return object.__getattribute__(self, name)
        return getattr(self.__obj, name)


class Base:
    def f(self):
        return 'Base.f'


class Derived(Base):
    def f(self):
        return super().f() + '->Derived.f'


print(Derived.f(Proxy(Derived())))
tried(Derived.f, Proxy(Base()))


class Ab:
    __slots__ = ['a', 'b']


class Ba:
    __slots__ = ['b', 'a']


class OverAb(Ab):
    __slots__ = ['c']


class OverBa(Ba):
    __slots__ = ['c']


class Weak(Ab):
    __slots__ = ['__weakref__']


class Dict(Ab):
    __slots__ = ['__dict__']


class Both(Ab):
    pass


class Other:
    __slots__ = ['c', '__dict__']


class Plain:
    pass


def exchange(one, other):
    one.__class__ = other
    return one.__class__.__name__


for one in (Ab, Ba, OverAb, OverBa, Weak, Dict, Both, Other, Plain):
    tried(lambda: type(weakref.ref(one())).__name__)
    for other in (Ab, Ba, OverAb, OverBa, Weak, Dict, Both, Other, Plain):
        if one is not other:
            tried(exchange, one(), other)

e = BlockingIOError(11, 'busy', 3)
tried(lambda: e.characters_written)
del e.characters_written
tried(lambda: e.characters_written)
tried(delattr, e, 'characters_written')
tried(setattr, e, 'characters_written', 'x')
tried(setattr, e, 'characters_written', 1 << 70)
e.characters_written = True
tried(lambda: e.characters_written)


async def spam():
    return 'spam'


class Awaited:
    def __await__(self):
        try:
            yield 1
        except ValueError:
            yield 2


async def waits():
    await Awaited()

coro = spam()
it = coro.__await__()
tried(it.send, None)
tried(it.send, None)
tried(next, it)
tried(it.throw, ValueError('x'))
it.close()
coro = waits()
it = iter(coro.__await__())
print(it.send(None), it.throw(ValueError), coro.cr_await is not None)
tried(next, it)
tried(next, it)
it = spam().__await__()
tried(it.throw, ValueError('before it began'))
it = spam().__await__()
it.close()
tried(next, it)

