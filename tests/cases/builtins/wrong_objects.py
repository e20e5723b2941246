import functools, collections, difflib, decimal, array, datetime
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class D(dict): pass
class T(tuple): pass
class L(list): pass
class I(int): pass
class N: pass
for c in (D, T, L, I, N):
    t(lambda: object.__init__(c(), 1))
    t(lambda: object.__init__(c()))
t(lambda: slice.stop(value=1))
t(lambda: slice.stop(slice(1), 2))
t(lambda: complex.real(x=1))
t(lambda: collections.deque([1], cls=2))
t(lambda: int(cls=1))
t(lambda: bytearray(cls=b'a'))
t(lambda: 'a'.split(self=1))
t(lambda: functools.reduce(len, [], x=1))
t(lambda: functools.reduce(len))
t(lambda: functools.cmp_to_key(**5))
t(lambda: functools.wraps(*5))
t(lambda: datetime.date.isoformat())
t(lambda: datetime.date.isoformat(5, 6))
t(lambda: datetime.date.replace([], nope=6))
t(lambda: datetime.date.__lt__())
t(lambda: datetime.date.__lt__(3))
t(lambda: array.array.index([1]))
t(lambda: decimal.Decimal.same_quantum(decimal.Decimal(1)))
t(lambda: collections.OrderedDict.move_to_end({}))
t(lambda: collections.OrderedDict.move_to_end(collections.OrderedDict()))
t(lambda: datetime.datetime.now(datetime.timezone.utc).replace(1,2,3,4,5,6,7,8,9,10))
print(difflib.HtmlDiff.__module__)

t(lambda: P(2024,1,2).f())
for s in ('08except', '08e', '08e1', '08x', '08', '08e+', '08E', '00e', '09e_1', '08 if x else 1'):
    try: compile(s, 's', 'eval'); print('ok', s)
    except SyntaxError as e: print(s, '|', e.msg, e.lineno, e.offset, e.end_offset)
