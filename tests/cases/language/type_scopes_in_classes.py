# What scopes of type parameters see of the class around them.
x = 'global'


class X:
    T = int

    def foo[U: T](self): ...

    type Alias = T


X.T = float
print(X.foo.__type_params__[0].__bound__, X.Alias.__value__)


def bound_later():
    x = 'nonlocal'

    class C:
        type Alias = x
        val = Alias.__value__

        def meth[T: x](self, arg: x): ...
        bound = meth.__type_params__[0].__bound__
        annotation = meth.__annotations__['arg']
        x = 'class'
    return C


C = bound_later()
print(C.val, C.bound, C.annotation, C.Alias.__value__)


def never_bound():
    x = 'nonlocal'

    class C:
        type Alias = x

        def meth[T: x](self, arg: x): ...
    return C


C = never_bound()
print(C.Alias.__value__, C.meth.__type_params__[0].__bound__, C.meth.__annotations__['arg'])


def declared():
    x = 'nonlocal'

    class C:
        global x
        type Alias = x
    C.x = 'class'
    return C


print(declared().Alias.__value__)


def nested():
    T = str

    class C:
        T = int

        class D[U](T):
            y = T
    return C


C = nested()
print(int in C.D.__bases__, C.D.y)


class G[T]:
    T = 'class'

    def meth[U](x: (T for _ in (1,)), y: T, z: [T for _ in (1,)]):
        pass

    type Lazy = [T for _ in (1,)]


print([*G.meth.__annotations__['x']], G.meth.__annotations__['y'], G.meth.__annotations__['z'], G.Lazy.__value__)


class F[T: Undefined, U: (Undefined,)]:
    pass


T, U = F.__type_params__
print(T.__constraints__, U.__bound__)
for ask in (lambda: T.__bound__, lambda: U.__constraints__):
    try:
        ask()
    except NameError as e:
        print(e)
Undefined = 'defined'
print(T.__bound__, U.__constraints__)

type A[P = Later, *Q = *Unpacked, **R = Later] = int
P, Q, R = A.__type_params__
try:
    P.__default__
except NameError as e:
    print(e)
Later, Unpacked = 'later', tuple[int, str]
print(P.__default__, R.__default__, Q.__default__ == next(iter(tuple[int, str])))


class Weird(dict):
    def __missing__(self, key):
        if key == 'T':
            raise RuntimeError('asked')
        raise KeyError(key)


class Meta(type):
    def __prepare__(name, bases):
        return Weird()


try:
    class M[V](metaclass=Meta):
        class Inner[U](T):
            pass
except RuntimeError as e:
    print(e)

# Blocks nest as deep as in CPython.
for depth in (20, 21, 22):
    source = ''.join(' ' * at + 'while x:\n' for at in range(depth)) + ' ' * depth + 'break'
    try:
        compile(source, 'deep', 'exec')
        print('fine')
    except SyntaxError as e:
        print(e, e.lineno)
for head in ('def f():', 'async def f():', 'def f():\n yield'):
    source = head + '\n with ' + ', '.join(['a'] * 21) + ':\n  pass'
    try:
        compile(source, 'deep', 'exec')
        print('fine')
    except SyntaxError as e:
        print(e, e.lineno)
