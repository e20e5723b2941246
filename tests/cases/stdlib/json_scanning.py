# Texts put together from pieces of JSON, right and wrong, read with and without hooks.
import json
r=[777]
def rnd(n):
    r[0]=(r[0]*1103515245+12345)&0x7fffffff
    return (r[0]>>8)%n
pieces=['{','}','[',']',',',':','"a"','"é"','"','\\','1','-1','0','1.5','1e5','-','.','e','true','false','null','NaN','Infinity','-Infinity',' ','\n','\t','"\\u00e9"','"\\ud83d\\ude00"','"\\ud83d\\u0041"','"\\ud83d','"\\u12"','"\\x"','"\x01"','12345678901234567890','é','"\\ud83d\\uzzzz"', '"\\ud83d\\', '{"a":1,', '[1,', '01', '1.', '1.e3','\x00', '"\\u+123"','"\\u 123"','"\\u12_4"']
def hook(x): return ('H',x)
for i in range(60):
    s=''.join(pieces[rnd(len(pieces))] for _ in range(1+rnd(7)))
    out=[]
    for kw in ({}, {'object_pairs_hook':hook}, {'parse_int':str,'parse_constant':hook,'parse_float':hook}, {'strict':False}):
        try: out.append(json.loads(s, **kw))
        except Exception as e: out.append((type(e).__name__, str(e)))
    for idx in (0,1,2,50):
      for d in (json.JSONDecoder(), json.JSONDecoder(object_hook=hook)):
        try: out.append(d.raw_decode(s, idx))
        except Exception as e: out.append((type(e).__name__, str(e)))
    print(i,ascii(s),ascii(out))
