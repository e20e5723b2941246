# What exceptions are as texts is said by the type whose `__str__` is asked.
class K(KeyError):
    def __str__(self): return Exception.__str__(self)
class K2(KeyError):
    __str__ = Exception.__str__
class O(OSError):
    def __str__(self): return Exception.__str__(self)
class M(KeyError):
    def __str__(self): return LookupError.__str__(self)
class U(UnicodeDecodeError):
    def __str__(self): return ValueError.__str__(self)
class S(SyntaxError):
    def __str__(self): return Exception.__str__(self)
for e in (K('a'), K2('a'), M('a'), O(1, 'x'), S('bad', ('f', 1, 2, 'x')), U('utf-8', b'a', 0, 1, 'why')):
    print(str(e), '|', BaseException.__str__(e), '|', type(e).__mro__[1].__str__(e), '|', repr(e), '|', BaseException.__repr__(e))
print(KeyError.__str__(KeyError('x')), KeyError.__str__ is BaseException.__str__, '__str__' in KeyError.__dict__, '__str__' in OSError.__dict__, '__str__' in ValueError.__dict__, '__repr__' in KeyError.__dict__)
g = ExceptionGroup('m', [ValueError(1)])
print(str(g), BaseException.__str__(g), Exception.__str__(g), ExceptionGroup.__str__(g), BaseException.__repr__(g))
try: KeyError.__str__(ValueError(1))
except TypeError as e: print(e)
for c in (BaseException, Exception, KeyError, OSError, ImportError, SyntaxError, UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError, BaseExceptionGroup, ExceptionGroup, StopIteration, AttributeError, NameError, IndexError):
    print(c.__name__, '__str__' in c.__dict__, '__repr__' in c.__dict__, c.__str__)
class A(OSError, KeyError): pass
class B(KeyError, OSError): pass
print(A(1, 'x'), B(1, 'x'), A('k'), B('k'))
