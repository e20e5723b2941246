//! The rows of the cost audit (`costs.rs`): shapes of values, operations of each kind of value, and statements.

/// A way to make a value of size `N`, as lines (separated by ` ;; `) that assign `x`.
pub(super) struct Shape {
    /// The kinds of [`OPERATIONS`] that take it. The first one also names the small value `o`.
    pub(super) kinds: &'static str,
    pub(super) name: &'static str,
    pub(super) make: &'static str,
}

/// What each program begins with, after its imports.
pub(super) const HEAD: &str = "nan = float('nan')\ninf = float('inf')\nclass Obj:\n    def __repr__(self): return 'Obj()'\n\
    def fn(a, b=1, *c, d=2, **e): return a\nasync def co(value=1): return value\nclass Pair(tuple): pass\nclass Less:\n    \
    def __init__(self, x): self.x = x\n    def __lt__(self, other): return self.x < other.x\n";

/// A small value of each kind: the other operand of an unbalanced pair.
pub(super) const SMALL: &[(&str, &str)] = &[
    ("set", "{1, -5}"),
    ("dict", "{1: 2, -5: 0}"),
    ("list", "[1, -5]"),
    ("tuple", "(1, -5)"),
    ("str", "'b'"),
    ("bytes", "b'b'"),
    ("int", "3 ** 40"),
    ("deque", "collections.deque([1])"),
    ("array", "array.array('i', [1])"),
    ("any", "1"),
];

macro_rules! shapes {
    ($($kinds:literal $name:literal $make:literal;)*) => {
        pub(super) const SHAPES: &[Shape] = &[$(Shape { kinds: $kinds, name: $name, make: $make }),*];
    };
}

shapes! {
    "set any" "a set" "x = set(range(N))";
    "set any" "a set that lost all entries but one" "x = set(range(N)) ;; for i in range(N - 1): x.discard(i)";
    "set any" "an emptied set" "x = set(range(N)) ;; for i in range(N): x.discard(i)";
    "set any" "a set of texts" "x = {'k' + str(i) for i in range(N)}";
    "set any" "a set of tuples" "x = {(i, str(i)) for i in range(N)}";
    "set any" "a set of floats with equal low bits" "x = {float(i << 40) for i in range(N)}";
    "set any" "a set of ints with equal low bits" "x = {i << 40 for i in range(N)}";
    "set any" "a frozenset" "x = frozenset(range(N))";
    "set any" "a frozenset of a set that lost all entries but one" "x = set(range(N)) ;; for i in range(N - 1): x.discard(i) ;; x = frozenset(x)";
    "dict any" "a dict" "x = dict.fromkeys(range(N))";
    "dict any" "a dict that lost all entries but the last" "x = dict.fromkeys(range(N), 1) ;; for i in range(N - 1): del x[i]";
    "dict any" "a dict that lost all entries but the first" "x = dict.fromkeys(range(N), 1) ;; for i in range(1, N): del x[i]";
    "dict any" "an emptied dict" "x = dict.fromkeys(range(N)) ;; for i in range(N): del x[i]";
    "dict any names" "a dict of names" "x = {'k%d' % i: i for i in range(N)}";
    "dict any names" "a dict of names that lost all entries but one" "x = {'k%d' % i: i for i in range(N)} ;; for k in list(x)[1:]: del x[k]";
    "dict any" "a dict of ints with equal low bits" "x = {i << 40: i for i in range(N)}";
    "list any seq" "a list of ints" "x = list(range(N))";
    "list any seq" "a list of one int" "x = [7] * N";
    "list any seq" "a list in reverse order" "x = list(range(N, 0, -1))";
    "list any seq" "a list of texts" "x = ['k%d' % (i * 7919 % N) for i in range(N)]";
    "list any seq" "a list of floats" "x = [i * 0.37 for i in range(N)]";
    "list any seq" "a list of pairs" "x = [(i, i) for i in range(N)]";
    "list any seq" "a list of lists" "x = [[i] for i in range(N)]";
    "list any seq" "a list of big ints" "x = [(1 << 200) + i for i in range(N)]";
    "list any seq" "a list of instances" "x = [Less(i * 7919 % N) for i in range(N)]";
    "list any seq" "a list of None" "x = [None] * N";
    "list any seq" "a list of bytes" "x = [b'%d' % i for i in range(N)]";
    "longs any seq" "64 texts with an equal beginning of N characters" "t = 'a' * N ;; x = [t + str(i) for i in range(64)]";
    "longs any seq" "64 bytes with an equal beginning of N characters" "t = b'a' * N ;; x = [t + b'%d' % i for i in range(64)]";
    "longs any seq" "64 tuples with an equal beginning of N items" "t = (1,) * N ;; x = [t + (i,) for i in range(64)]";
    "longs any seq" "64 lists with an equal beginning of N items" "t = [1] * N ;; x = [t + [i] for i in range(64)]";
    "longs any seq" "64 ints with N equal digits" "t = 1 << N * 4 ;; x = [t + i for i in range(64)]";
    "tuple any seq" "a tuple of ints" "x = tuple(range(N))";
    "tuple any seq" "a tuple of texts" "x = tuple('k%d' % i for i in range(N))";
    "tuple any seq" "a tuple of a class" "x = Pair(range(N))";
    "range any" "a range" "x = range(N)";
    "range any" "a range of big ints" "x = range(1 << 70, (1 << 70) + N)";
    "str any" "a text of one letter" "x = 'a' * N";
    "str any" "a text of words" "x = 'ab cd ' * (N // 6 + 1)";
    "str any" "a text of spaces" "x = ' ' * N";
    "str any" "a text of lines" "x = 'a\\n' * (N // 2 + 1)";
    "str any" "a text of digits" "x = '7' * N";
    "str any" "a text of é" "x = 'é' * N";
    "str any" "a text of letters that grow" "x = 'ΐß' * (N // 2 + 1)";
    "str any" "a text of astral characters" "x = '\\U0001f600' * N";
    "str any" "a text of mixed width" "x = 'a' * N + 'é€\\U0001f600'";
    "str any" "a text of quotes and backslashes" "x = '\\'\\\\' * (N // 2 + 1)";
    "str any" "a text of controls" "x = '\\x01' * N";
    "str any" "a text of lone surrogates" "x = '\\ud800' * N";
    "str any" "a text of tabs" "x = '\\t' * N";
    "str any" "a text of braces" "x = '{}' * (N // 2 + 1)";
    "str any" "a text of A-s" "x = 'Ab' * (N // 2 + 1)";
    "bytes any" "bytes of one letter" "x = b'a' * N";
    "bytes any" "bytes of words" "x = b'ab cd ' * (N // 6 + 1)";
    "bytes any" "bytes of zeros" "x = bytes(N)";
    "bytes any" "bytes of lines" "x = b'a\\n' * (N // 2 + 1)";
    "bytes any" "a bytearray" "x = bytearray(b'aB' * (N // 2 + 1))";
    "bytes any" "a memoryview" "x = memoryview(b'ab' * (N // 2 + 1))";
    "bytes any" "a memoryview with a step" "x = memoryview(b'ab' * N)[::2]";
    "int any" "an int of N bits" "x = (1 << N) - 1";
    "int any" "a power of two" "x = 1 << N * 8";
    "int any" "a power of three" "x = 3 ** N";
    "int any" "a negative int" "x = -(7 ** N)";
    "deque any seq" "a deque" "x = collections.deque(range(N))";
    "array any seq" "an array of ints" "x = array.array('i', range(N))";
    "array any seq" "an array of floats" "x = array.array('d', [1.5] * N)";
    "any names" "an ordered dict" "x = collections.OrderedDict(('k%d' % i, i) for i in range(N))";
    "any" "a counter" "x = collections.Counter(range(N))";
    "any" "a chain map of N maps" "x = collections.ChainMap(*[{i: i} for i in range(N)])";
    "any" "a view of keys" "x = dict.fromkeys(range(N)).keys()";
    "any" "a view of items" "x = dict.fromkeys(range(N), 1).items()";
    "any" "a view of values" "x = dict.fromkeys(range(N), 1).values()";
    "any" "a view of keys of a dict that lost all entries but one" "x = dict.fromkeys(range(N)) ;; for i in range(N - 1): del x[i] ;; x = x.keys()";
    "any" "a view of items of a dict that lost all entries but one" "x = dict.fromkeys(range(N), 1) ;; for i in range(N - 1): del x[i] ;; x = x.items()";
    "any" "a proxy of a dict" "x = types.MappingProxyType(dict.fromkeys(range(N)))";
    "instance any" "an instance with N attributes" "x = Obj() ;; for i in range(N): setattr(x, 'k%d' % i, i)";
    "instance any" "a namespace" "x = types.SimpleNamespace(**{'k%d' % i: i for i in range(N)})";
    "instance any" "a class with N attributes" "x = type('C', (), {'k%d' % i: i for i in range(N)})";
    "instance any" "a module with N names" "x = types.ModuleType('m') ;; for i in range(N): setattr(x, 'k%d' % i, i)";
    "class any" "a class below N others" "x = type('C', (), {}) ;; for i in range(N): x = type('C', (x,), {})";
    "class any" "a class with N bases" "x = type('D', tuple(type('C', (), {}) for i in range(N)), {})";
    "bases" "N classes" "x = tuple(type('C', (), {}) for i in range(N))";
    "bases" "N classes in a row" "x = [type('C', (), {})] ;; for i in range(N): x.append(type('C', (x[-1],), {})) ;; x = tuple(reversed(x))";
    "class any" "a class with N subclasses" "x = type('C', (), {}) ;; x.kept = [type('D', (x,), {}) for i in range(N)]";
    "any bases" "a union of N classes" "x = int ;; for i in range(N): x = x | type('C', (), {})";
    "any" "an alias with N arguments" "x = tuple[(int,) * N]";
    "iterators" "N iterators" "x = [range(1 << 60)] * N";
    "iterators" "N empty iterators" "x = [()] * N";
    "any exc" "an exception with N arguments" "x = ValueError(*range(N))";
    "any exc" "an exception with N notes" "x = ValueError() ;; x.__notes__ = ['n'] * N";
    "any exc" "an exception with N contexts" "x = ValueError() ;; for i in range(N): y = ValueError(i); y.__context__ = x; x = y";
    "any exc" "an exception with N causes" "x = ValueError() ;; for i in range(N): y = ValueError(i); y.__cause__ = x; x = y";
    "any exc" "a group of N exceptions" "x = ExceptionGroup('g', [ValueError(i) for i in range(N)])";
    "call any" "N partials" "x = fn ;; for i in range(N): x = functools.partial(x, 1)";
    "call any" "N methods" "x = fn ;; for i in range(N): x = types.MethodType(x, 1)";
    "any" "a list N deep" "x = [] ;; for i in range(N): x = [x]";
    "any" "a tuple N deep" "x = () ;; for i in range(N): x = (x,)";
    "any" "a dict N deep" "x = {} ;; for i in range(N): x = {1: x}";
    "any" "a frozenset N deep" "x = frozenset() ;; for i in range(N): x = frozenset([x])";
    "any" "a slice N deep" "x = slice(1) ;; for i in range(N): x = slice(x)";
    "any" "an alias N deep" "x = int ;; for i in range(N): x = list[x]";
    "any" "a tuple of a class N deep" "x = Pair() ;; for i in range(N): x = Pair((x,))";
    "any" "a deque N deep" "x = 1 ;; for i in range(N): x = collections.deque([x])";
    "any" "a namespace N deep" "x = 1 ;; for i in range(N): x = types.SimpleNamespace(a=x)";
    "any" "a proxy N deep" "x = 1 ;; for i in range(N): x = types.MappingProxyType({1: x})";
    "any" "an ordered dict N deep" "x = 1 ;; for i in range(N): x = collections.OrderedDict({1: x})";
    "any levels" "a list of N levels of pairs" "x = [] ;; for i in range(N): x = [x, x]";
    "any levels" "a tuple of N levels of pairs" "x = () ;; for i in range(N): x = (x, x)";
    "any levels" "a dict of N levels of pairs" "x = {} ;; for i in range(N): x = {1: x, 2: x}";
    "any levels" "a slice of N levels of pairs" "x = 1 ;; for i in range(N): x = slice(x, x)";
    "any levels" "an alias of N levels of pairs" "x = int ;; for i in range(N): x = tuple[x, x]";
    "any levels" "a frozenset of N levels of pairs" "x = 1 ;; for i in range(N): x = frozenset([(1, x), (2, x)])";
    "any levels" "a tuple of a class of N levels of pairs" "x = Pair() ;; for i in range(N): x = Pair((x, x))";
    "any levels" "a deque of N levels of pairs" "x = 1 ;; for i in range(N): x = collections.deque([x, x])";
    "any levels" "a proxy of N levels of pairs" "x = 1 ;; for i in range(N): x = types.MappingProxyType({1: x, 2: x})";
    "any levels" "a namespace of N levels of pairs" "x = 1 ;; for i in range(N): x = types.SimpleNamespace(a=x, b=x)";
    "any levels exc" "an exception of N levels of pairs" "x = 1 ;; for i in range(N): x = ValueError(x, x)";
    "any levels" "an ordered dict of N levels of pairs" "x = 1 ;; for i in range(N): x = collections.OrderedDict({1: x, 2: x})";
}

/// Operations by the kind of `a`. `b` is made like `a`, `o` is a small value of the kind.
pub(super) const OPERATIONS: &[(&str, &str)] = &[
    (
        "any",
        "hash(a) ; a == b ; a != b ; a is b ; repr(a) ; str(a) ; ascii(a) ; format(a) ; f'{a!r:>9}' ; '%s' % (a,) ; bool(a) ; len(a) ; a in [b] ; \
         a in {1, 2} ; {1: 2}.get(a) ; a < b ; [a] < [b] ; (a,) == (b,) ; list(a) ; tuple(a) ; set(a) ; iter(a) ; next(iter(a)) ; list(reversed(a)) ; sorted(a) ; \
         min(a) ; sum(a) ; any(a) ; all(a) ; dict.fromkeys(a) ; list(zip(a, a)) ; list(enumerate(a)) ; list(map(str, a)) ; \
         copy.copy(a) ; copy.deepcopy(a) ; pickle.dumps(a) ; pickle.loads(pickle.dumps(a)) ; json.dumps(a) ; dir(a) ; isinstance(a, (int, str)) ; \
         type(a) ; print(a, file=None) ; x, *y = a ; fn(*a) ; [*a, *a] ; {*a} ; lambda: a ; a.zzz ; [i for i in a] ; \
         ValueError(a) ; str(ValueError(a)) ; repr(ValueError(a)) ; (1).__eq__(a) ; collections.Counter(a) ; functools.reduce(operator.or_, a, 0) ; \
         ''.join(a) ; b''.join(a) ; bytes(a) ; bytearray(a) ; array.array('b', a) ; list(itertools.islice(a, 2)) ; \
         1 in a ; 'zz' in a ; -1 in a ; a * 2 ; a + a ; a + o ; max(a, b) ; a[:] ; a[::2] ; a[::-1] ; a[0] ; a[-1] ; dict(a) ; vars(a) ; str(type(a)) ; \
         {**a} ; fn(1, **a) ; a.__reduce_ex__(4) ; a.__sizeof__() ; a.__class__ ; callable(a) ; id(a) ; {a: 1} ; {a: 1} == {b: 1} ; frozenset([a]) == frozenset([b]) ; \
         a is None or not a ; list(itertools.chain(a, b)) ; list(filter(None, a)) ; str([a]) ; str({1: a})",
    ),
    (
        "set",
        "a.copy() ; frozenset(a) ; hash(frozenset(a)) ; a <= b ; a < b ; a >= b ; a | b ; a & b ; a - b ; a ^ b ; a | o ; a & o ; a - o ; a ^ o ; o | a ; o & a ; \
         o - a ; o ^ a ; o <= a ; a <= o ; o == a ; a.isdisjoint(b) ; a.isdisjoint(o) ; o.isdisjoint(a) ; a.union(b, o) ; a.intersection(b, o) ; a.intersection([1]) ; a.difference(b, o) ; a.update(b) ; \
         a.update(o) ; o.update(a) ; a.difference_update(b) ; a.intersection_update(o) ; a.symmetric_difference_update(b) ; a |= b ; a &= o ; a -= o ; a ^= o ; a.pop() ; a.clear() ; \
         a.add(-1) ; a.discard(1) ; a.remove(N - 1) ; for i in a: break ; a.issubset(b) ; a.issuperset([1])",
    ),
    (
        "dict",
        "a.copy() ; a | b ; a | o ; o | a ; a |= b ; a.update(b) ; a.update(o) ; o.update(a) ; a.keys() == b.keys() ; a.keys() & o ; o.keys() & a.keys() ; a.keys() | o ; a.keys() - o.keys() ; \
         a.keys() ^ o.keys() ; a.items() == b.items() ; a.items() & b.items() ; a.keys() <= b.keys() ; a.keys().isdisjoint(o) ; list(a.items()) ; list(a.values()) ; list(reversed(a)) ; a.popitem() ; \
         a.pop(1, None) ; a.clear() ; a.setdefault(-1) ; a[-1] = 1 ; del a[N - 1] ; for i in a: break ; for i in a.items(): break ; next(iter(a.values())) ; 1 in a.values() ; \
         a == o ; o == a ; len(a.keys()) ; repr(a.items()) ; collections.OrderedDict(a) ; collections.ChainMap(a, o)[-5] ; sorted(a.items()) ; types.SimpleNamespace(**a)",
    ),
    (
        "names",
        "fn(1, **a) ; dict(**a) ; '{k0}'.format(**a) ; '%(k0)s' % a ; type('C', (), a) ; types.SimpleNamespace(**a) ; exec('1', a) ; eval('k0', a) ; Obj().__dict__.update(a)",
    ),
    (
        "list",
        "a.copy() ; a + b ; a * 3 ; a == b ; a < b ; a.index(-1) ; a.count(1) ; a.reverse() ; a.sort() ; a.sort(reverse=True) ; sorted(a, key=str) ; sorted(a, key=id) ; a.insert(0, 1) ; a.pop(0) ; a.remove(a[-1]) ; \
         del a[:] ; del a[::2] ; del a[0] ; a[1:2] = b ; a[::2] = b[::2] ; a.extend(b) ; a.extend(iter(b)) ; a.clear() ; a += b ; a *= 2 ; max(a) ; sum(a, 0) ; a[1:] ; \
         json.dumps(a) ; str(a) ; list(itertools.permutations(a, 2)) if N < 600 else 0 ; list(itertools.accumulate(a)) ; list(itertools.groupby(a)) ; list(itertools.product(a, (1,))) ; \
         list(itertools.combinations(a, 1)) ; list(itertools.pairwise(a)) ; list(itertools.batched(a, 3)) ; dict(zip(a, a)) ; dict.fromkeys(a) ; struct.pack('%di' % len(a), *a) ; \
         collections.deque(a, 5) ; [].extend(a) ; [[]] + a ; a.append(1) ; tuple(a) == tuple(b) ; print(*a, file=None) ; max(*a) ; '{}'.format(*a) ; math.fsum(a) ; math.prod(a) ; math.dist(a, b) ; math.sumprod(a, b) ; \
         math.gcd(*a) ; math.lcm(*a) ; math.hypot(*a) ; slice(a) == slice(b) ; functools.reduce(max, a) ; ','.join(map(str, a)) ; int.from_bytes(a) ; bytes(a)",
    ),
    (
        "longs",
        "sorted(a) ; a.sort() ; max(a) ; min(a) ; set(a) ; dict.fromkeys(a) ; a.index(b[-1]) ; b[-1] in a ; a == b ; a < b ; a.count(b[0]) ; sorted(a, key=lambda x: x) ; list(itertools.groupby(a)) ; collections.Counter(a) ; a.remove(b[-1])",
    ),
    (
        "tuple",
        "a + b ; a * 3 ; a.index(-1) ; a.count(1) ; a == b ; a < b ; hash(a) ; a[1:] ; '%s' % a ; isinstance(1, a) ; 'x'.startswith(a) ; {a: 1}[b]",
    ),
    (
        "range",
        "a.index(-1) ; a.count(N // 2) ; a[1:] ; sum(a) ; list(a) ; a == b ; hash(a) ; N // 2 in a ; 1.5 in a ; reversed(a) ; set(a) ; bytes(a) ; min(a) ; for i in a: pass",
    ),
    (
        "str",
        "a.upper() ; a.lower() ; a.title() ; a.capitalize() ; a.swapcase() ; a.casefold() ; a.strip() ; a.lstrip(a) ; a.rstrip('x') ; a.strip('abcdefghijklm') ; a.split() ; a.split('b') ; a.split(None, 1) ; a.rsplit() ; a.rsplit('b', 2) ; a.splitlines() ; \
         a.splitlines(True) ; a.partition('zz') ; a.rpartition('zz') ; a.find('zz') ; a.rfind('zz') ; a.find('z', N // 2) ; a.index('x', N // 2, N) ; a.count('a') ; a.count('') ; a.count('b', N // 2) ; a.replace('a', 'bc') ; a.replace('', '-') ; \
         a.replace('z', '') ; a.startswith('x') ; a.startswith('x', N - 2) ; a.endswith('x', 0, N // 2) ; a.startswith(b) ; a.startswith((b, b)) ; a.removeprefix(b) ; a.isalpha() ; a.isdigit() ; a.isspace() ; a.isupper() ; a.istitle() ; \
         a.isidentifier() ; a.isprintable() ; a.isascii() ; a.encode() ; a.encode('utf-16') ; a.encode('latin-1', 'replace') ; a.encode('ascii', 'xmlcharrefreplace') ; a.encode('utf-8', 'surrogatepass') ; a.center(N * 2) ; a.zfill(N * 2) ; a.ljust(N * 2, 'x') ; \
         a.expandtabs() ; a.translate({97: 'xy'}) ; a.translate(str.maketrans('ab', 'cd')) ; str.maketrans(a, b) ; a.format() ; a.format(1) ; a % () ; a + b ; a + 'b' ; 'b' + a ; a * 3 ; a == b ; a < b ; hash(a + 'z') ; a in b ; 'zz' in a ; b + 'x' in a ; \
         'x'.join(a) ; a.join(['x', 'y', 'z']) ; a.join(a) ; list(a) ; sorted(a) ; set(a) ; a[1:] ; a[::-1] ; a[N // 2] ; a[-1] ; ord(a) ; int(a) ; int(a, 16) ; float(a) ; complex(a) ; repr(a) ; ascii(a) ; f'{a:>9}' ; '%s' % a ; '%r' % a ; '%.3s' % a ; \
         eval(repr(a)) ; compile(a, 'f', 'exec') ; json.dumps(a) ; json.loads(json.dumps(a)) ; re.sub('a', 'b', a) ; re.findall('.', a) ; re.split('b', a) ; re.escape(a) ; re.compile(a) ; re.search('(a|b)*z', a) ; \
         re.sub('x', a, 'x') ; getattr(o, a) ; setattr(Obj(), a, 1) ; type(a, (), {}) ; exec(a) ; a > 'a' ; bytes(a, 'utf-8') ; float('1' + a) ; a.isdecimal() ; a.isnumeric() ; a.isalnum() ; a.islower() ; for c in a: pass ; reversed(a) ; '{}'.format(a) ; \
         int.from_bytes(a.encode()) ; struct.pack('5s', a.encode()) ; array.array('w', a) ; collections.Counter(a) ; __import__(a) ; {a: 1}[b] ; a is b",
    ),
    (
        "bytes",
        "a.upper() ; a.lower() ; a.title() ; a.swapcase() ; a.strip() ; a.split() ; a.split(b'b') ; a.rsplit(b'b', 1) ; a.splitlines() ; a.partition(b'zz') ; a.find(b'zz') ; a.rfind(b'zz') ; a.count(b'a') ; a.count(97) ; a.replace(b'a', b'bc') ; a.replace(b'', b'-') ; \
         a.startswith(b'x') ; a.hex() ; a.hex(':') ; bytes.fromhex(a.hex()) ; a.decode() ; a.decode('latin-1') ; a.decode('utf-16', 'replace') ; a.decode('ascii', 'ignore') ; a.isalpha() ; a.isspace() ; a.center(N * 2) ; a.zfill(N * 2) ; a.expandtabs() ; \
         a.translate(bytes(range(256))) ; a.translate(None, b'a') ; a + b ; a + b'b' ; a * 3 ; a == b ; a < b ; hash(a) ; a in b ; b'zz' in a ; 200 in a ; b'x'.join([a, b]) ; a.join([b'x'] * 9) ; list(a) ; sorted(a) ; bytes(a) ; bytearray(a) ; memoryview(a)[::2].tobytes() ; memoryview(a) == b ; \
         a[1:] ; a[::-1] ; repr(a) ; int(a) ; int.from_bytes(a) ; int.from_bytes(a, 'little', signed=True) ; struct.unpack('%dc' % len(a), a) ; struct.unpack('%dB' % len(a), a) ; list(struct.iter_unpack('c', a)) ; array.array('B', a) ; array.array('B', bytes(a)) ; \
         '%r' % a ; b'%s' % a ; re.findall(b'.', a) ; a.tolist() ; a.tobytes() ; a.cast('b') ; a.reverse() ; a.append(1) ; a.extend(b) ; a.insert(0, 1) ; a.pop(0) ; a.remove(a[-1]) ; del a[::2] ; a.clear() ; a.removesuffix(b) ; float(a) ; str(a, 'utf-8') ; a.release() ; \
         memoryview(a).hex() ; list(memoryview(a)) ; memoryview(a).tolist() ; hash(memoryview(bytes(a))) ; for c in a: pass",
    ),
    (
        "int",
        "a + b ; a - b ; a + o ; a * b ; a * o ; a * 7 ; a // b ; a // o ; o // a ; a // 7 ; a % o ; o % a ; a % 10 ; divmod(a, o) ; a / b ; a / o ; a ** 2 ; a ** 3 ; pow(a, b, o) ; pow(3, a, 1000007) ; pow(a, -1, o) ; pow(o, -1, a) ; pow(a, 5, b + 2) ; pow(2, o, a) ; \
         a << 1 ; a >> 1 ; a >> N // 2 ; 1 << N ; a & b ; a | o ; a & 1 ; a & o ; a ^ -1 ; ~a ; -a ; abs(a) ; a == b ; a < b ; a == o ; hash(a) ; bool(a) ; float(a) ; str(a) ; repr(a) ; int(str(a)) ; hex(a) ; oct(a) ; bin(a) ; f'{a:x}' ; f'{a:_b}' ; f'{a:,}' ; '%x' % a ; '%d' % a ; \
         int(hex(a), 16) ; int(bin(a), 2) ; a.bit_length() ; a.bit_count() ; a.to_bytes((a.bit_length() + 15) // 8, signed=True) ; (5).to_bytes(N) ; int.from_bytes(a.to_bytes((a.bit_length() + 15) // 8, signed=True)) ; round(a, -2) ; round(a, -N // 4) ; \
         math.gcd(a, b) ; math.gcd(a, o) ; math.gcd(o, a) ; math.lcm(a, o) ; math.lcm(a, b + 1) ; math.gcd(a, b + 1) ; math.isqrt(abs(a)) ; math.log(abs(a)) ; math.log2(abs(a)) ; math.sqrt(abs(a)) ; math.factorial(N % 20000) ; math.comb(N, N // 2) if N < 20000 else 0 ; math.perm(N, 20) ; math.floor(a) ; \
         a == 1.5 ; a < 1.5 ; a == float(3) ; int(a) ; complex(a) ; a.as_integer_ratio() ; a.__index__() ; operator.index(a) ; a is b ; range(a) ; len(range(a)) ; a in range(b) ; range(a)[5] ; range(a, b) == range(b, a) ; hash(range(a)) ; a % b ; a // (b + 1) ; b // (a // 3 + 1) ; (a * a) // b ; (a * a) % b ; divmod(a * a, b) ; \
         [1, 2][a:] ; 'x' * -a ; slice(a).indices(5) ; (2.5).__mul__(a) ; 1.5 + a ; a + 1j",
    ),
    (
        "deque",
        "a.copy() ; a + b ; a * 3 ; a.rotate(N // 2) ; a.rotate(1) ; a.reverse() ; a.index(N - 1) ; a.count(1) ; a.remove(N - 1) ; a.insert(N // 2, 1) ; del a[N // 2] ; a[N // 2] ; a.extend(b) ; a.extendleft(b) ; a.clear() ; a.popleft() ; a.appendleft(1) ; a == b ; a < b ; a += b ; a *= 2 ; a.pop() ; for i in a: pass",
    ),
    (
        "array",
        "a + b ; a * 3 ; a.index(-1) ; a.count(1) ; a.reverse() ; a.tolist() ; a.tobytes() ; a.frombytes(bytes(a)) ; a.fromlist(a.tolist()) ; a.byteswap() ; a.insert(0, 1) ; a.pop(0) ; a.remove(a[-1]) ; a.extend(b) ; a == b ; a < b ; a[::2] ; a[1:] = b ; del a[::2] ; sum(a) ; memoryview(a).tolist() ; array.array('d', a) ; array.array('q', [1] * N)",
    ),
    (
        "instance",
        "vars(a) ; dir(a) ; a.k0 ; a.zzz = 1 ; setattr(a, 'k0', 2) ; delattr(a, 'k0') ; hasattr(a, 'zz') ; a.__dict__ ; list(a.__dict__) ; copy.copy(a) ; a.__dict__ == b.__dict__ ; a.__dict__.copy() ; getattr(a, 'k%d' % (N - 1)) ; del a.k1 ; a.__dict__.clear() ; a.__dict__.pop('k0') ; len(a.__dict__) ; a.__dict__.items() ; types.SimpleNamespace(**a.__dict__)",
    ),
    (
        "class",
        "a() ; isinstance(1, a) ; issubclass(a, b) ; issubclass(int, a) ; a.__mro__ ; a.zzz ; a().zzz ; a.x = 1 ; type('D', (a,), {}) ; type('D', (b, a), {}) ; a.__subclasses__() ; a.mro() ; a().x ; super(a, a()).zzz ; getattr(a(), 'yy', 0) ; a.__bases__ ; a() == b() ; str(a()) ; len(a()) ; setattr(a, 'y', 1) ; hash(a()) ; \
         a | int ; isinstance(a(), int) ; issubclass(a, int)",
    ),
    (
        "bases",
        "type('D', a, {}) ; type('D', a[::-1], {}) ; isinstance(1, a) ; issubclass(int, a) ; types.resolve_bases(a) ; functools.reduce(operator.or_, a)",
    ),
    (
        "iterators",
        "next(zip(*a)) ; next(map(max, *a)) ; list(itertools.islice(zip(*a), 3)) ; next(itertools.chain(*a), 0) ; next(itertools.product(*[(1,)] * N)) ; next(itertools.zip_longest(*a)) ; fn(*a) ; max(a, key=len) ; print(*a, file=None) ; list(zip(*[(1, 2)] * N, strict=True))",
    ),
    (
        "exc",
        "str(a) ; repr(a) ; a.with_traceback(None) ; raise a ; raise a from b ; raise ValueError() from a ; isinstance(a, ValueError) ; a.__context__ ; a.add_note('x') ; a.args ; a.__cause__ ; a.__context__ = b ; a.split(KeyError) ; a.subgroup(lambda e: True) ; a.derive([b]) ; __import__('traceback').format_exception(a) ; a.__notes__ ; a.__reduce__()",
    ),
    (
        "call",
        "a() ; a(1) ; repr(a) ; a.zzz ; callable(a) ; a == b ; hash(a) ; functools.partial(a, 2) ; types.MethodType(a, 3) ; a.__name__ ; a.__doc__ ; a.__self__",
    ),
];

/// What is done with an object of each class of the library.
pub(super) const LIBRARY_OPERATIONS: &[&str] = &[
    "repr(o)",
    "str(o)",
    "list(o)",
    "len(o)",
    "o == o2",
    "hash(o)",
    "copy.copy(o)",
    "copy.deepcopy(o)",
    "pickle.dumps(o)",
    "bool(o)",
    "1 in o",
];

/// Statements in a loop of `N` turns: what is before the loop, and the turn. Each opcode is in one of them.
pub(super) const STATEMENTS: &[(&str, &str)] = &[
    ("", "pass"),
    ("", "x = i"),
    ("", "x = i + 1"),
    ("", "x = i - 1; x *= 3; x //= 2; x %= 7; x <<= 3; x >>= 1; x &= 255; x |= 1; x ^= 3"),
    ("", "x = i / 3; x = x * 1.5 - 2.0; x = x // 1.0; x = x % 3.0; x = x ** 2"),
    ("", "x = -i; x = +i; x = ~i; x = not i"),
    ("", "x = i < 3; x = i <= 3; x = i == 3; x = i != 3; x = i > 3; x = i >= 3; x = i is None; x = i is not None"),
    ("", "x = 0 < i < 10 < 20"),
    ("l = [1, 2, 3]", "x = 2 in l; x = 5 not in l"),
    ("l = [1, 2, 3]", "x = l[1]; l[2] = i; x = l[-1]; x = l[1:2]"),
    ("d = {'a': 1}", "x = d['a']; d['b'] = i; del d['b']; x = 'a' in d"),
    ("o = Obj() ;; o.a = 1", "x = o.a; o.b = i; del o.b"),
    ("", "x = [i, i]; x = (i, i); x = {i, 1}; x = {'a': i}; x = i, 2, 3"),
    ("", "x = [j for j in (1, 2, 3)]; x = {j for j in (1, 2, 3)}; x = {j: j for j in (1, 2, 3)}"),
    ("", "x = sum(j for j in (1, 2, 3))"),
    ("", "x = f'{i}'; x = f'{i:>4}'; x = f'{i!r}'; x = f'a{i}b{i}c'"),
    ("", "a, b, c = 1, i, 3; a, *b = (1, 2, 3); (a, b), c = (1, 2), 3"),
    ("l = [1, 2]", "a, b = l; b, a = a, b"),
    ("def f(a, b=2, *c, d=4, **e): return a", "f(i); f(i, 3); f(i, d=1); f(*(1, 2)); f(1, **{'z': 1}); f(1, 2, 3, 4)"),
    ("def f(): return 1", "f()"),
    ("f = lambda x: x + 1", "f(i)"),
    ("def g(n): ;;     for j in range(n): yield j", "for j in g(3): pass"),
    ("def g(): yield 1; yield 2 ;; def h(): yield from g()", "for j in h(): pass"),
    ("class C: ;;     def __init__(self, a): self.a = a ;;     def m(self): return self.a", "c = C(i); c.m()"),
    ("class C: ;;     __slots__ = ('a',) ;;     def __init__(self, a): self.a = a", "c = C(i); c.a"),
    ("class C: ;;     @property ;;     def p(self): return 1 ;; c = C()", "c.p"),
    ("class C: ;;     def __getattr__(self, n): return 1 ;; c = C()", "c.p"),
    (
        "class C: ;;     def __add__(self, o): return 1 ;;     def __eq__(self, o): return True ;;     def __hash__(self): return 1 ;;     def __len__(self): return 3 ;; c = C()",
        "c + 1; c == c; {c: 1}; len(c); bool(c)",
    ),
    ("class C: ;;     def __enter__(self): return 1 ;;     def __exit__(self, *a): pass ;; c = C()", "with c as x: pass"),
    ("class C: ;;     def m(self): return super().__init__() ;; c = C()", "c.m()"),
    ("", "class D: x = 1"),
    ("", "class D(Obj): ;;     def m(self): pass"),
    ("", "def f(a, b=1): return a"),
    ("", "def f(): ;;     return i ;; f()"),
    ("", "x = lambda: i; x()"),
    ("", "try: pass ;; finally: pass"),
    ("", "try: raise ValueError(i) ;; except ValueError as e: x = e"),
    ("", "try: 1 // 0 ;; except (KeyError, ZeroDivisionError): pass"),
    ("", "try: raise ExceptionGroup('g', [ValueError(1), KeyError(2)]) ;; except* ValueError: pass ;; except* KeyError: pass"),
    ("", "try: {}['a'] ;; except KeyError: pass"),
    ("", "try: None.zz ;; except AttributeError: pass"),
    ("", "if i: x = 1 ;; elif i == 2: x = 2 ;; else: x = 3"),
    ("", "while True: break"),
    ("", "j = 0 ;; while j < 3: j += 1"),
    ("", "for j in (1, 2): ;;     if j: continue"),
    ("", "x = i if i else 2; x = i and 1; x = i or 1"),
    ("", "match i: ;;     case 1: pass ;;     case 2 | 3: pass ;;     case _: pass"),
    ("", "match [1, 2, i]: ;;     case [1, *r]: pass"),
    ("", "match {'a': i, 'b': 2}: ;;     case {'a': 1}: pass ;;     case {'a': x, **r}: pass"),
    (
        "class P: ;;     __match_args__ = ('x',) ;;     def __init__(self, x): self.x = x ;; p = P(1)",
        "match p: ;;     case P(2): pass ;;     case P(x=1): pass",
    ),
    ("", "match 'abc': ;;     case str(): pass ;;     case int(x): pass"),
    ("", "import math; from math import sqrt"),
    ("", "global gg; gg = i; x = gg"),
    ("", "del_me = i; del del_me"),
    ("", "assert i >= 0"),
    ("", "x: int = i"),
    ("", "(y := i)"),
    ("", "x = slice(1, i); x = ...; x = None; x = 'a' 'b'"),
    ("async def f(): return 1 ;; def drive(c): ;;     try: c.send(None) ;;     except StopIteration: pass", "drive(f())"),
    (
        "async def g(): yield 1 ;; async def f(): ;;     async for j in g(): pass ;; def drive(c): ;;     try: c.send(None) ;;     except StopIteration: pass",
        "drive(f())",
    ),
    (
        "class A: ;;     async def __aenter__(self): pass ;;     async def __aexit__(self, *a): pass ;; async def f(): ;;     async with A(): pass ;; def drive(c): ;;     try: c.send(None) ;;     except StopIteration: pass",
        "drive(f())",
    ),
    (
        "async def f(): return [j async for j in g()] ;; async def g(): yield 1 ;; def drive(c): ;;     try: c.send(None) ;;     except StopIteration: pass",
        "drive(f())",
    ),
    ("s = 'x'", "global s; s += 'y'"),
    ("", "'abc'.upper(); 'a b'.split(); [3, 1].sort(); {1: 2}.get(1); (1).bit_length()"),
    ("", "len('a'); int('1'); str(i); abs(-1); max(1, 2); isinstance(1, int); range(3); list((1, 2)); print(end='', file=None)"),
    ("", "x = 10 ** 20 + i; x = x * x; x = x - 1; x = x // 3"),
    ("x = []", "x.append(i)"),
    ("x = {}", "x[i] = i"),
    ("x = set()", "x.add(i)"),
    ("x = []", "global x; x = [x]"),
    ("", "def f[T](a: T) -> T: return a"),
    ("", "class D[T]: pass"),
    ("", "type X = int"),
    ("", "@staticmethod ;; def f(): pass"),
    ("", "x = [*(1, 2), *[3]]; x = {*(1, 2)}; x = {**{'a': 1}}; x = (*(1, 2), 3)"),
    ("x = 0 ;; def f(): ;;     def g(): ;;         nonlocal y ;;         y += 1 ;;     y = 0 ;;     g()", "f()"),
    ("", "[a for b in ((1, 2), (3, 4)) for a in b if a]"),
    ("", "list(map(lambda q: q, (1, 2))); list(filter(None, (0, 1)))"),
    ("", "getattr(1, 'real'); hasattr(1, 'zz'); type(i); id(i); hash(i); repr(i)"),
    ("import collections ;; P = collections.namedtuple('P', 'a b')", "p = P(1, i); p.a; a, b = p; p == (1, 2)"),
    ("", "1 + 1.5; 1 < 1.5; True + 1; 'a' * 3; 'a' < 'b'; (1, 2) < (1, 3); [1] + [2]; 1j * 2"),
    ("import dataclasses ;; @dataclasses.dataclass ;; class DC: ;;     a: int ;;     b: int = 2", "d = DC(i); d == d; repr(d)"),
];
