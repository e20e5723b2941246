"""Arguments in the order in which they are looked at, and other words of the same modules."""
import contextvars, weakref, warnings, ipaddress, struct, array, time, datetime, zlib, functools, itertools, ast, gettext, os, io
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
def sub(b):
    class X(b): pass
t(lambda: sub(contextvars.Context)); t(lambda: sub(contextvars.ContextVar)); t(lambda: sub(contextvars.Token))
t(lambda: contextvars.ContextVar()); t(lambda: contextvars.ContextVar(1)); t(lambda: contextvars.ContextVar('a','b')); t(lambda: contextvars.ContextVar('a',zz=3)); t(lambda: contextvars.ContextVar(name='a').name)
class Outer:
    class WithName:
        def __init__(self): self.__name__='custom'
    class No: pass
import re
o=Outer.WithName(); r=weakref.ref(o); t(lambda: re.sub('0x[0-9a-f]+','0x',repr(r)))
o2=Outer.No(); r2=weakref.ref(o2); t(lambda: re.sub('0x[0-9a-f]+','0x',repr(r2))); 
p=weakref.proxy(o2); t(lambda: next(p)); t(lambda: iter(p)); 
class It:
    def __next__(self): return 3
    def __iter__(self): return iter('ab')
i=It(); p2=weakref.proxy(i); t(lambda: next(p2)); t(lambda: list(p2))
class BadIt:
    def __iter__(self): return lambda: None
b=BadIt(); p3=weakref.proxy(b); t(lambda: list(p3)); t(lambda: iter(p3)); t(lambda: next(p3))
t(lambda: warnings.warn_explicit('foo', UserWarning, 'bar', 1, registry=None))
t(lambda: warnings.warn_explicit('foo', UserWarning, 'bar', 1, registry=3))
t(lambda: list(ipaddress.summarize_address_range(ipaddress.ip_address('1.1.1.2'), ipaddress.ip_address('1.1.1.1'))))
t(lambda: list(ipaddress.summarize_address_range(ipaddress.ip_address('1.1.1.2'), ipaddress.ip_address('::1'))))
t(lambda: list(ipaddress.summarize_address_range(3,4)))
t(lambda: re.match(b'a', array.array('b',b'abc')).group()); t(lambda: re.findall(b'b', memoryview(b'abcb')))
t(lambda: bytes(array.array('i',[1,2]))); t(lambda: zlib.crc32(array.array('b',b'abc'))); t(lambda: io.BytesIO(array.array('b',b'abc')).read())
t(lambda: datetime.date.fromisocalendar('a',1)); t(lambda: datetime.date.fromisocalendar(2020,'a',1)); t(lambda: datetime.date.fromisocalendar(2020,54,'x')); t(lambda: datetime.date.fromisocalendar(2020,54,1,1)); t(lambda: datetime.date.fromisocalendar(2020, week=1)); t(lambda: datetime.date.fromisocalendar(2020, 1, 1, zz=1))
t(lambda: datetime.timezone()); t(lambda: datetime.timezone(3)); t(lambda: datetime.timezone(3, 4)); t(lambda: datetime.timezone(datetime.timedelta(0), 4)); t(lambda: datetime.timezone(datetime.timedelta(days=3), 4))
t(lambda: itertools.permutations(3)); t(lambda: itertools.permutations(3,'a')); t(lambda: itertools.permutations([1],'a')); t(lambda: itertools.permutations([1],-1)); t(lambda: itertools.permutations()); t(lambda: itertools.permutations([1],zz=1)); t(lambda: itertools.permutations(3,-1))
t(lambda: weakref.ref()); t(lambda: weakref.ref(3)); t(lambda: weakref.ref(3,4,5)); t(lambda: type(weakref.ref(o,4))); t(lambda: weakref.ref(3,zz=1)); t(lambda: weakref.ref(o,zz=1)); t(lambda: weakref.ref(object=o))
t(lambda: ast.parse()); t(lambda: ast.parse(3)); t(lambda: ast.parse('a','f','zz')); t(lambda: ast.parse('a',3)); t(lambda: ast.parse('a',mode=3)); t(lambda: ast.parse(3,mode='zz')); t(lambda: ast.parse('a',feature_version='x')); t(lambda: ast.parse('a',feature_version=(2,7))); t(lambda: ast.parse('(',mode='zz')); t(lambda: ast.parse('a',optimize='x'));t(lambda: ast.parse('a',optimize=5)); t(lambda: ast.parse('a', feature_version=(3,)))
t(lambda: warnings.warn()); t(lambda: warnings.warn(3,4)); t(lambda: warnings.warn('a','b')); t(lambda: warnings.warn('a',int)); t(lambda: warnings.warn('a',UserWarning,'x')); t(lambda: warnings.warn('a',int,'x')); t(lambda: warnings.warn('a',skip_file_prefixes=3)); t(lambda: warnings.warn('a',skip_file_prefixes=(3,))); t(lambda: warnings.warn('a', zz=3)); t(lambda: warnings.warn('a',int,skip_file_prefixes=3)); t(lambda: warnings.warn('a', stacklevel='x', skip_file_prefixes=3))
t(lambda: zlib.crc32()); t(lambda: zlib.crc32('a')); t(lambda: zlib.crc32(b'a','b')); t(lambda: zlib.crc32('a','b')); t(lambda: zlib.crc32(b'a',-1)); t(lambda: zlib.crc32(b'a',2**70)); t(lambda: zlib.crc32(b'a', 1, 2)); t(lambda: zlib.crc32(b'a', value=1)); t(lambda: zlib.adler32('a','b')); t(lambda: zlib.adler32(b'a',1.5))
t(lambda: functools.reduce()); t(lambda: functools.reduce(3)); t(lambda: functools.reduce(3,4)); t(lambda: functools.reduce(3,[])); t(lambda: functools.reduce(3,[1])); t(lambda: functools.reduce(3,[1,2])); t(lambda: functools.reduce(3,4,5,6)); 
t(lambda: os.getpid(1)); t(lambda: os.getppid(1)); t(lambda: os.cpu_count(1)); t(lambda: os.getcwd(1))
t(lambda: gettext.translation('a', languages=3)); t(lambda: gettext.find('a', 3, ['de'])); t(lambda: gettext.find('a', languages=[3])); t(lambda: gettext.find('a', languages=['de']))
import xml.dom.minidom as md
d=md.parseString('<a b="1"/>'); at=d.documentElement.attributes['b']
t(lambda: at.getUserData([])); t(lambda: at.getUserData('x')); t(lambda: at.setUserData('x',1,None)); t(lambda: at.getUserData('x')); t(lambda: at.setUserData([],1,None)); t(lambda: at.getUserData([])); t(lambda: d.getUserData([]))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    t(lambda: time.strptime('3 1','%d %m')); t(lambda: time.strptime('x','%d')); t(lambda: datetime.datetime.strptime('31 2','%d %m')); t(lambda: datetime.datetime.strptime('31','%d'));t(lambda: time.strptime('31','%d')); t(lambda: time.strptime('Feb 29', '%b %d')); t(lambda: datetime.datetime.strptime('Feb 29', '%b %d'))
    for x in w: print(x.category.__name__, x.message)
