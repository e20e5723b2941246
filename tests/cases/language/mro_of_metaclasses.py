# A metaclass may order its classes itself.
class Meta(type):
    def mro(cls):
        order = type.mro(cls)
        print('asked', cls.__name__)
        return order[:1] + [Extra] + order[1:] if cls.__name__ != 'Plain' else order


class Extra:
    def extra(self):
        return 'extra'


class A(metaclass=Meta):
    pass


print(A.__mro__, A().extra(), issubclass(A, Extra), isinstance(A(), Extra))


class Perverse(type):
    def mro(cls):
        order = type.mro(cls)
        order.reverse()
        return order


class P:
    pass


class Q(P, metaclass=Perverse):
    pass


print([c.__name__ for c in Q.__mro__])
for wrong in ((), (1,), (list, object)):
    class Wrong(type):
        def mro(cls):
            return wrong
    try:
        class W(metaclass=Wrong):
            pass
        print('fine')
    except TypeError as e:
        print(e)


class Once(type):
    asked = 0

    def mro(cls):
        if cls.asked:
            raise RuntimeError('asked again')
        cls.asked = 1
        return type.mro(cls)


class B: pass
class B2: pass
class D(B): pass
class E(D, metaclass=Once): pass


try:
    D.__bases__ = (B2,)
except RuntimeError as e:
    print(e)
print(D.__bases__, D.__mro__)


class mysuper(super):
    def __init__(self, *args):
        return super().__init__(*args)


class F(A):
    def extra(self):
        return 'F' + mysuper(F, self).extra()

    def bound(self):
        return type(self.up).__name__ + self.up.extra()


F.up = mysuper(F)
print(F().extra(), F().bound())
print(type(super(F, F()).__init__).__name__)

# Names and texts of classes.
for make in (lambda: type('A\udcdcB', (), {}), lambda: type('A', (), {'__doc__': 'x\udcdcy'}), lambda: setattr(A, '__name__', 'a\udcdc')):
    try:
        make()
    except UnicodeEncodeError as e:
        print(e)
T = type('T', (), {'__firstlineno__': 42})
print(T.__dict__['__firstlineno__'])
T.__module__ = 'other'
print('__firstlineno__' in T.__dict__)


class G[T]:
    pass


try:
    del G.__type_params__
except TypeError as e:
    print(e)

# Patterns with one key twice, types in deep tuples.
class Keys:
    KEY = 'a'


try:
    match {'a': 0, 'b': 1}:
        case {Keys.KEY: y, 'a': z}:
            print('matched')
except ValueError as e:
    print(e)
deep = str
for _ in range(20000):
    deep = (deep,)
for ask in (lambda: isinstance('', deep), lambda: issubclass(str, deep)):
    try:
        print(ask())
    except RecursionError:
        print('too deep')


class N:
    def __aiter__(self):
        return self

    def __anext__(self):
        return self

    def __await__(self):
        1 / 0


async def main():
    async for _ in N():
        pass


try:
    main().send(None)
except TypeError as e:
    print(e, repr(e.__cause__))
e = UnicodeDecodeError('ascii', bytearray(b'\xff'), 0, 1, 'why')
print(e.object, e.args[1])
