# Options, wrong arguments and limits of the json module.
import json, sys, enum, collections
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, str(e)[:150], getattr(e,'__notes__',None))
class X: pass
t(lambda: json.dumps([1,{'a':X()}]))
t(lambda: json.dumps([1,{'a':X()}], indent=1))
t(lambda: json.dumps({(1,2):3}))
t(lambda: json.dumps({X():3}, skipkeys=True))
t(lambda: json.dumps(float('nan'), allow_nan=False))
t(lambda: json.dumps([float('inf')], allow_nan=False, indent=2))
t(lambda: json.dumps([float('inf'),-float('inf')]))
a=[]; a.append(a)
t(lambda: json.dumps(a))
t(lambda: json.dumps(a, indent=1))
t(lambda: json.dumps(a, check_circular=False))
d={}; d['a']=d
t(lambda: json.dumps(d))
def nest(n):
    r=[]
    for _ in range(n): r=[r]
    return r
for n in (900,1100,5000,50000):
    t(lambda: len(json.dumps(nest(n))))
t(lambda: len(json.dumps(nest(300),indent=1)))
t(lambda: len(json.dumps(nest(340),indent=0)))
t(lambda: len(json.dumps(nest(1000),indent=0)))
for n in (900,1100,5000,50000):
    t(lambda: len(json.loads('['*n+']'*n)))
    t(lambda: len(json.loads('{"a":'*n+'1'+'}'*n)))
t(lambda: json.dumps({1:2,None:3,True:4,1.5:5,float('nan'):6}))
t(lambda: json.dumps({2:1,'a':1}, sort_keys=True))
t(lambda: json.dumps(b'abc'))
t(lambda: json.dumps({1,2}))
t(lambda: json.dumps('é\u2028"\\/\x00\x7f\ud800😀'))
t(lambda: json.dumps('é\u2028"\\/\x00\x7f\ud800', ensure_ascii=False))
t(lambda: json.dumps([], indent=2))
t(lambda: json.dumps({}, indent=2))
t(lambda: json.dumps([[],{}], indent='\t'))
t(lambda: json.dumps([1,2], separators=(',',)))
t(lambda: json.dumps([1,2], separators=(1,2)))
t(lambda: json.dumps([1,2], indent=1.5))
t(lambda: json.dumps([1,2], indent=-1))
t(lambda: json.dumps([1,2], indent=True))
t(lambda: json.dumps([1,2], 3))
t(lambda: json.dumps([1,2], foo=3))
t(lambda: json.dumps())
t(lambda: json.dumps(X(), default=lambda o: o))
t(lambda: json.dumps(X(), default=lambda o: [1]))
t(lambda: json.dumps([X()], default=5))
t(lambda: json.dumps(10**400)[:10])
t(lambda: json.dumps(1e400))
t(lambda: json.dumps(collections.OrderedDict(a=1)))
t(lambda: json.dumps(collections.namedtuple('A','x y')(1,2)))
t(lambda: json.dumps(range(3)))
t(lambda: json.loads(5))
t(lambda: json.loads(None))
t(lambda: json.loads('[1,2', cls=5))
t(lambda: json.loads('[1]', 3))
t(lambda: json.loads('[1]', foo=3))
t(lambda: json.loads('\ufeff[1]'))
t(lambda: json.loads(b'\xef\xbb\xbf[1]'))
t(lambda: json.loads('[1]'.encode('utf-16')))
t(lambda: json.loads('[1]'.encode('utf-32-be')))
t(lambda: json.loads(b'\xff'))
t(lambda: json.loads('1'*5000))
t(lambda: json.loads('-'))
t(lambda: json.loads('[NaN, Infinity, -Infinity]'))
t(lambda: json.loads('1e999'))
t(lambda: json.loads('"\\ud83d\\ude00 \\ud83d x \\ude00"'))
t(lambda: json.JSONDecoder().raw_decode(' [1]'))
t(lambda: json.JSONDecoder().raw_decode('[1] x'))
t(lambda: json.JSONDecoder().raw_decode('x [1] x', 2))
t(lambda: json.JSONDecoder().raw_decode('x [1] x', -1))
t(lambda: json.JSONDecoder().raw_decode('x [1] x', 100))
t(lambda: json.JSONDecoder(strict=False).decode('"a\nb"'))
t(lambda: json.JSONDecodeError('msg','a\nbc',3))
e=json.JSONDecodeError('msg','a\nbc',3)
t(lambda: vars(e))
t(lambda: str(e))
t(lambda: json.JSONDecodeError.__mro__)
t(lambda: json.__all__)
t(lambda: json.JSONEncoder().__dict__)
t(lambda: list(json.JSONEncoder().iterencode([1,[2],{'a':[]}])))
t(lambda: list(json.JSONEncoder(indent=2).iterencode([1,[2],{'a':[]}])))
t(lambda: list(json.JSONEncoder().iterencode(5)))
t(lambda: json.loads('{"a":1,"a":2}', object_pairs_hook=list))
t(lambda: json.loads('{"a":1.5,"b":[1,NaN]}', parse_float=str, parse_int=lambda s:'i'+s, parse_constant=lambda c:'c'+c))
t(lambda: json.dumps('a', cls=json.JSONEncoder))
t(lambda: json.dumps({'a':1}, separators=(', ', ': '), indent=None))
class F(float):
    def __repr__(self): return 'F'
class I(int):
    def __repr__(self): return 'I'
    __str__=__repr__
class S(str):
    def __str__(self): return 'S'
class L(list):
    def __iter__(self): return iter([7])
class D(dict):
    def items(self): return [('z',1)]
for i in (None,1):
    t(lambda: json.dumps([F(1),I(2),S('x'),L([1,2]),D(a=1)], indent=i))
    t(lambda: json.dumps({F(1):1,I(2):2,S('x'):3}, indent=i))

import io
class Out:
    def __init__(self): self.parts = []
    def write(self, text): self.parts.append(text)
o = Out()
json.dump({'a': [1, {'b': None}]}, o)
t(lambda: ''.join(o.parts))
t(lambda: json.load(io.StringIO('{"a": [1, 2.5, "x"]}')))
class E(enum.IntEnum):
    ONE = 1
t(lambda: json.dumps({E.ONE: E.ONE, 'e': [E.ONE]}))
class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex):
            return {'re': o.real, 'im': o.imag}
        return super().default(o)
t(lambda: json.dumps([1j, {2: 2j}], cls=Enc, sort_keys=True))
t(lambda: json.dumps([{1, 2}], cls=Enc))
class Loud(json.JSONEncoder):
    def iterencode(self, o, _one_shot=False):
        for chunk in super().iterencode(o, _one_shot):
            yield chunk.upper()
t(lambda: Loud().encode({'a': 'b'}))
from json.decoder import JSONDecodeError as Error
t(lambda: Error is json.JSONDecodeError)
t(lambda: [d is e for d, e in zip(*[list(x) for x in json.loads('[{"key": 1}, {"key": 2}]')])])
