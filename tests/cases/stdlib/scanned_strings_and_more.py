"""Parts of modules that programs reach for by name: JSON strings, warnings, times, addresses."""
import json.decoder as d, json.encoder as e, gc, typing, warnings, time, urllib.parse as u
def say(f,*a,**k):
    try: print(f(*a,**k))
    except Exception as x: print(type(x).__name__,x)
say(d.scanstring,'"\\u007bx"',1,True); say(d.scanstring,'["a b",1]',2); say(d.scanstring,'"abc',1); say(d.scanstring,'"a\x01"',1); say(d.scanstring,b'x',1); say(d.scanstring,'xx',5); say(d.scanstring,'"\\q"',1); say(d.scanstring,'"a\n"',1,False)
say(typing.Generic,1); say(warnings.warn,'x',skip_file_prefixes=[]); say(warnings.warn,'x',skip_file_prefixes=(b'',)); say(time.asctime,(-(1<<31),1,1,1,1,1,1,1,1)); say(u.urlsplit,[]); say(gc.is_tracked,{}); say(gc.is_tracked,{1:[]}); print(e.INFINITY, e.c_encode_basestring_ascii('é'))
class A: pass
say(A,1)
