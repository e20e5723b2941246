# Patterns and texts made by a small generator: every way to match them.
import re
r=[12345]
def rnd(n):
    r[0]=(r[0]*1103515245+12345)&0x7fffffff
    return (r[0]>>8)%n
atoms=['a','b','c','.','\\w','\\d','\\s','[ab]','[^a]','(a|b)','(?:ab|a)','(?P<n%d>a*)','^','$','\\b','é','[à-ü]','x','\\1','(b)?','(?=a)','(?!b)','(?<=a)','(?<!b)','(?>a+)','a*+','\\A','\\Z','[[:a]','(?i:B)','(','[','*','\\q','{2','(?P=n0)','(?(1)a|b)']
quants=['','','','','*','+','?','*?','+?','??','{2}','{1,2}','{,2}','{0,1}?','*+']
chars='aabbcxé1 \nBA\U0001f600'
def gen():
    n=1+rnd(4); out=[]; k=0
    for i in range(n):
        a=atoms[rnd(len(atoms))]
        if '%d' in a: a=a%k; k+=1
        out.append(a+quants[rnd(len(quants))])
        if rnd(8)==0: out.append('|')
    return ''.join(out)
def show(m):
    if m is None: return None
    return (m.span(), m.groups(), m.regs, m.lastindex, m.lastgroup, m.groupdict())
import warnings
warnings.simplefilter('ignore')
for i in range(220):
    p=gen(); s=''.join(chars[rnd(len(chars))] for _ in range(rnd(12)))
    fl=[0,0,0,re.I,re.M,re.S,re.X,re.A][rnd(8)]
    try:
        c=re.compile(p,fl)
        res=[show(c.match(s)),show(c.search(s)),show(c.fullmatch(s)),c.findall(s),[m.span() for m in c.finditer(s)],c.split(s),c.sub('<\\g<0>>',s),c.subn(lambda m:m.group().upper(),s,2),show(c.search(s,2)),show(c.search(s,1,5)),show(c.match(s,3)), c.flags, c.groups]
    except Exception as e:
        res=(type(e).__name__, str(e), getattr(e,'pos',None))
    print(i,repr(p),repr(s),int(fl),res)
