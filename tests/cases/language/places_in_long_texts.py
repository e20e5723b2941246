# Places in long texts that are not ASCII: by index, from either end, as slices and as bounds of searches.
import re
s='é'*2500+'😀'*1000+'abc'*500
def fwd():
    n=0
    for i in range(len(s)): n+=s[i]=='a'
    assert n==500
def bwd():
    n=0
    for i in range(len(s)-1,-1,-1): n+=s[i]=='a'
    assert n==500
def neg():
    for i in range(1,len(s)): s[-i]
def sl():
    assert ''.join(s[i:i+7] for i in range(0,len(s),7))==s
def rx():
    p=re.compile(r'.{1,5}'); i=0; n=0
    while i<len(s):
        m=p.match(s,i); n+=1; i=m.end()
    return n
for f in (fwd, bwd, neg, sl, rx):
    print(f.__name__, f())
import random
r=random.Random(1)
w='aé😀b漢'*50
l=list(w)
for _ in range(300):
    i=r.randrange(-250,250); j=r.randrange(-260,260); k=r.randrange(-260,260)
    assert w[i]==l[i]; assert w[j:k]==''.join(l[j:k]); 
    assert w[j:k:-1]==''.join(l[j:k:-1])
    m=re.compile('.').match(w, max(j,0))
    assert (m is None) == (j>=250) and (m is None or m[0]==l[max(j,0)] and m.start()==max(j,0))
    m=re.compile('.+').search(w, max(j,0), max(k,0))
    assert (m[0] if m else '')==''.join(l[max(j,0):max(k,0)])
print('ok')
