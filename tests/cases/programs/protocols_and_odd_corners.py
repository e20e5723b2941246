import copy, pickle, weakref, gc, types, sys, abc, functools, inspect, operator, io, contextlib, warnings, collections, itertools, enum, dataclasses, traceback, builtins, string, time, threading, queue, concurrent.futures as cf
class P:
    __slots__ = ('a', 'b', '__weakref__')
    def __init__(self, a, b=2): self.a, self.b = a, b
    def __getstate__(self): return (self.a, self.b)
    def __setstate__(self, s): self.a, self.b = s
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)
    def __copy__(self): print('copy'); return P(self.a, self.b)
    def __deepcopy__(self, memo): print('deep', type(memo).__name__); return P(copy.deepcopy(self.a, memo))
p = P([1]); q = copy.copy(p); r = copy.deepcopy(p); print(q.a is p.a, r.a is p.a, pickle.loads(pickle.dumps(p)) == p)
class R:
    def __init__(self, x): self.x = x
    def __reduce__(self): return (R, (self.x * 2,))
print(copy.copy(R(2)).x, pickle.loads(pickle.dumps(R(3), 2)).x, copy.deepcopy(R(4)).x)
class N:
    def __new__(cls, *a, **k): print('new', a, k); return super().__new__(cls)
    def __getnewargs_ex__(self): return (1,), {'k': 2}
copy.copy(N(5)); 
w = weakref.ref(p, lambda r: print('gone')); print(w() is p); del p; gc.collect(); print(w())
d = weakref.WeakValueDictionary(); o = P(1); d['k'] = o; print(list(d)); del o; gc.collect(); print(list(d))
ws = weakref.WeakSet(); fin = weakref.finalize(q, print, 'finalized', q.b); del q; gc.collect(); print(fin.alive)
def f(a, b: int = 3, /, c=4, *args, d, e: str = 'x', **kw) -> float:
    """Doc of f."""
    x = 1; return locals()
print(f(1, d=2, z=9), f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__annotations__, f.__code__.co_varnames, f.__code__.co_argcount, f.__code__.co_flags & 12, f.__qualname__, f.__module__)
sig = inspect.signature(f); print(sig, list(sig.parameters), sig.parameters['d'].kind, sig.parameters['b'].default, sig.return_annotation, sig.bind(1, d=5).arguments, inspect.getfullargspec(f))
try: sig.bind(1)
except TypeError as e: print(e)
print(inspect.isfunction(f), inspect.ismethod(P(1).__init__), inspect.isclass(P), inspect.isgenerator((i for i in [])), inspect.getdoc(f), inspect.getmembers(P(1, 2), lambda v: isinstance(v, int)))
class Temp:
    def __enter__(self): print('en'); return self
    def __exit__(self, t, v, tb): print('ex', t and t.__name__, v, tb is not None); return t is KeyError
with Temp(), Temp() as t2: raise KeyError('swallow')
with contextlib.ExitStack() as st:
    st.enter_context(Temp()); st.callback(print, 'cb', 1); st.push(lambda *a: print('pushed', a[0]) or True); raise ValueError('v')
@contextlib.contextmanager
def cm():
    try: yield 1
    except ValueError as e: raise RuntimeError('conv') from e
try:
    with cm(): raise ValueError('inner')
except RuntimeError as e: print(e, repr(e.__cause__))
class CD(contextlib.ContextDecorator):
    def __enter__(self): print('start')
    def __exit__(self, *a): print('end')
@CD()
def deco(): print('body')
deco()
with contextlib.closing(io.StringIO('x')) as s: print(s.read())
print(s.closed)
with warnings.catch_warnings(record=True) as ws2:
    warnings.simplefilter('always'); warnings.warn('dep', DeprecationWarning); warnings.warn('usr')
print([(str(x.message), x.category.__name__) for x in ws2])
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try: warnings.warn('boom')
    except UserWarning as e: print('raised', e)
m = types.ModuleType('mod', 'docs'); m.x = 1; print(m, m.__doc__, m.__name__, vars(m).get('x'))
ns = types.SimpleNamespace(b=1, a=2); ns.c = [3]; print(ns, ns == types.SimpleNamespace(b=1, a=2, c=[3]), vars(ns))
C = types.new_class('C', (list,), {}, lambda n: n.update(hello=lambda self: len(self))); print(C([1, 2]).hello(), C.__mro__[1])
print(type('Dyn', (P,), {'z': 5, '__slots__': ()})(1).z)
meth = types.MethodType(lambda self, y: (self, y), 5); print(meth(6), meth.__self__)
prop = property(lambda s: 1, doc='pd'); print(prop.__doc__, prop.fget(0))
th = [threading.Thread(target=lambda i=i: res.append(i * i)) for i in range(3)]; res = []
[t.start() for t in th]; [t.join() for t in th]; print(sorted(res), threading.current_thread().name, threading.active_count())
with cf.ThreadPoolExecutor(2) as ex: print(list(ex.map(pow, [2, 3], [3, 2])), ex.submit(lambda: 1 / 0).exception())
qq = queue.PriorityQueue(); qq.put((2, 'b')); qq.put((1, 'a')); print(qq.get(), qq.qsize(), qq.empty())
lk = threading.Lock()
with lk: print(lk.locked())
try: queue.Queue().get_nowait()
except queue.Empty as e: print(repr(e))
print(sys.getsizeof([]) > 0, sys.intern('x') is sys.intern('x'), callable(sys.exc_info), sys.exc_info(), sys.float_info.max, sys.implementation.name if False else '', sys.argv[1:], sys.flags.optimize)
try: raise ValueError('tb')
except ValueError:
    et, ev, tb = sys.exc_info(); print(et.__name__, ev, tb.tb_lineno, traceback.extract_tb(tb)[0].name, traceback.format_exc().splitlines()[-1])
class Exc(Exception):
    def __init__(self, *, code): self.code = code; super().__init__(f'code {code}')
    def __reduce__(self): return (functools.partial(Exc, code=self.code), ())
try: raise Exc(code=5)
except Exc as e: print(e, e.code, e.args, repr(e))
print(issubclass(ConnectionError, OSError), OSError(2, 'No such', 'f'), OSError(2, 'x').errno, type(OSError(13, 'a')).__name__, FileNotFoundError(2, 'm').strerror, UnicodeDecodeError('utf8', b'\xff', 0, 1, 'bad'), KeyError('k'), KeyError(), StopIteration(5).value, SystemExit(3).code, ImportError('a', name='n').name, SyntaxError('m', ('f', 1, 2, 't')).lineno, AttributeError('x', name='q', obj=1).name, BaseExceptionGroup('g', [KeyboardInterrupt()]), NotImplemented, Ellipsis, NotImplementedError('x'))
ops = {'+': operator.add, '-': operator.sub, '@': operator.matmul, '//': operator.floordiv, '<<': operator.lshift}
print([ops[k](8, 2) for k in '+-'], operator.itemgetter(1, -1)('abc'), operator.attrgetter('real', 'imag')(3j), operator.methodcaller('split', ',')('a,b'), operator.not_(0), operator.truth([]), operator.contains('abc', 'b'), operator.countOf([1, 1], 1), operator.iadd([1], [2]))
def walk(t, depth=0):
    match t:
        case {'v': v, 'c': [*kids]}:
            yield depth, v
            for k in kids: yield from walk(k, depth + 1)
        case v: yield depth, v
for dep, v in walk({'v': 1, 'c': [2, {'v': 3, 'c': [4]}, 5]}): print('  ' * dep + str(v))
class Meta(abc.ABCMeta):
    def __call__(cls, *a, **k):
        inst = super().__call__(*a, **k); inst.tag = cls.__name__; return inst
class AB(metaclass=Meta):
    @abc.abstractmethod
    def go(self): ...
    @classmethod
    def __subclasshook__(cls, C): return any('go' in B.__dict__ for B in C.__mro__) or NotImplemented
class Duck:
    def go(self): return 'quack'
print(issubclass(Duck, AB), isinstance(Duck(), AB), AB.__abstractmethods__)
AB.register(int); print(isinstance(5, AB))
class Impl(AB):
    def go(self): return super().go()
print(Impl().tag, Impl().go())
print(list(map(str.__len__, ['a', 'bb'])), list(map(int.__add__, [1], [2])), dict.fromkeys('ab', []), [*map(list.__len__, [[1], []])], str.join('-', 'abc'), int.__mul__(3, 4), list.__add__([1], [2]), object.__repr__(5)[:11], type.__repr__(int), float.__truediv__(1.0, 4), (5).__add__('x'), [].__eq__(()), 'a'.__lt__('b'), {}.__contains__(1))
x = 10
def scope():
    x = 20
    class K:
        x = 30
        y = [x for _ in range(2)]
        def g(self): return x
        z = (lambda: x)()
    return K.x, K.y, K().g(), K.z
print(scope(), eval('x + 1'), eval('x', {'x': 5}), exec('x = 99') or x)
for i, c in enumerate('ab'): pass
print(i, c, [i for i in range(3)], i)
del i
try: i
except NameError as e: print(e)
print((lambda *, a=1, **k: (a, k))(b=2), (lambda x, /, y=2: x + y)(1), *[1, *[2, 3]], {**{'a': 1}, **{'b': 2}}, [*'ab', *(1, 2)], (*[],), {*[1], *[1]})
print(1_000_000, 0b1010, 0o17, 0xFF, 1e3, 1j, 'a' 'b', "it's", '''tri'ple''', b'by\x00', rb'\d', f'{1+1}', u'u', R'\n', .5, 5., 1_0.0_1, 0_0)
assert (lambda: True)(), 'never'
print(__name__, __debug__, __builtins__ is builtins or type(__builtins__).__name__)
print(f"{'nested ' + f'{1 + 1} {"q"}'!r:>20}", f'{x!s}', f'{x:>{5}}', f'{{}}', f'{3.0:.{2}f}', f'{"a\tb"}', f"{x=:>5}", f'{[1, 2][0]}', f'{ {"a": 1}["a"] }', f'{(lambda v: v * 2)(3)}')
