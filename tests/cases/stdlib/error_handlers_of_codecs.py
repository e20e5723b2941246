"""Handlers of what cannot be encoded or decoded: what they take, and what encodings make of what they give."""
import codecs
def t(f):
    try: print(ascii(f()))
    except Exception as e: print(type(e).__name__, ascii(str(e)))
class BadE(UnicodeEncodeError):
    def __init__(self): UnicodeEncodeError.__init__(self,'ascii','',0,1,'bad'); self.object=[]
class BadD(UnicodeDecodeError):
    def __init__(self): UnicodeDecodeError.__init__(self,'ascii',b'',0,1,'bad'); self.object=[]
E=lambda s,a=1,b=None: UnicodeEncodeError('ascii','a'+s+'b',a,1+len(s) if b is None else b,'ouch')
T=lambda s: UnicodeTranslateError('a'+s+'b',1,1+len(s),'ouch')
D=lambda s: UnicodeDecodeError('ascii',bytearray(b'a'+s+b'b'),1,1+len(s),'ouch')
hs=['strict','ignore','replace','backslashreplace','namereplace','xmlcharrefreplace','surrogateescape','surrogatepass']
for h in hs:
    f=codecs.lookup_error(h)
    print(h)
    for e in (42, UnicodeError('ouch'), BadE(), BadD(), E('\u3042'), E('\n\x00a\xff'), E('\ud800\U0010ffff'), T('\u3042\n'), D(b'\xff\n'), E('a',-5,50), T('\udc80'), D(b'\x80'), E('\udc80\udcff'), D(b'\xed\xa0\x80'), ValueError('x'), 'str', UnicodeEncodeError('utf-16-le','a\ud800b',1,2,'x'), UnicodeDecodeError('utf-16-le',b'\x00\xd8',0,2,'x')):
        t(lambda: f(e))
class Fake(str): __class__=UnicodeEncodeError
class Fake2(Exception): __class__=UnicodeDecodeError
for h in hs:
    f=codecs.lookup_error(h); t(lambda: f(Fake())); t(lambda: f(Fake2()))
repl='x'
def handle(exc): return (repl, exc.end)
codecs.register_error('test.r', handle)
for enc,inp,repl in (('ascii','[\xa4]','abc'),('ascii','[\xa4]','\xff'),('iso-8859-1','[\u20ac]','\xbd'),('utf-8','[\udc80]','\U0001f40d'),('utf-16','[\udc80]','\U0001f40d'),('utf-32','[\udc80]','\xe9'),('utf-8','[\udc80]','abc'),('utf-16le','[\udc80]',b'a'),('utf-16be','[\udc80]',b'ab'),('utf-32le','[\udc80]',b'abc'),('utf-32','[\udc80]','q'),('cp1252','[\udc80]','\u20ac'),('utf-7','[\udc80]','x'),('utf-8','[\udc80]',b'\xff'),('utf-16','[\udc80]',b'zz'),('cp437','[\u3042]','\xe9'),('cp437','[\u3042]','\u3042'),('iso-8859-15','[\xa4]','\u0153'),('raw-unicode-escape','a','b')):
    t(lambda: inp.encode(enc,'test.r'))
def shorter(exc): return ('\ufffd', exc.start+1)
codecs.register_error('test.s', shorter)
t(lambda: b'\xd8\xd8\xd8\xd8\xd8\x00\x00\x00'.decode('utf-16-le','test.s'))
t(lambda: b'\xd8\xd8\xd8\xd8\x00\xd8\x00\x00'.decode('utf-16-be','test.s'))
t(lambda: b'\x11\x11\x11\x11\x11\x00\x00\x00\x00\x00\x00'.decode('utf-32-le','test.s'))
def long(exc): exc.object=b'\0'*8; return ('\ufffd', exc.start)
codecs.register_error('test.l', long)
t(lambda: b'\x00'.decode('utf-16','test.l')); t(lambda: b'\x00'.decode('utf-32','test.l'))
def rep(exc): exc.object=42; return ('\u4242',0)
codecs.register_error('test.p', rep)
def mut(exc): exc.object=b''; return ('\u4242',0)
codecs.register_error('test.m', mut)
for enc,d in (("ascii", b"\xff"),("utf-7", b"++"),("utf-8",  b"\xff"),("utf-16", b"\xff"),("utf-32", b"\xff"),("unicode-escape", b"\\u123g"),("raw-unicode-escape", b"\\u123g"),('cp1252',b'\x81')):
    t(lambda: d.decode(enc,'test.p')); t(lambda: d.decode(enc,'test.m'))
