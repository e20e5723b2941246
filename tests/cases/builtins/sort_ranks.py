# Keys of one shape, told apart by numbers: texts with zeros, beyond ASCII and with long common beginnings, both zeros, reversed.
import random
R=random.Random(11)
pools=[lambda:R.randrange(-5,5),lambda:R.choice([0.0,-0.0,1.5,-1.5,float('inf'),-float('inf'),2.0**70,5e-324]),lambda:''.join(R.choice('ab\0é\U0001F600~z') for _ in range(R.randrange(4))),lambda:'prefixprefix'[:R.randrange(13)]+R.choice(['','x','é','\ud800','\uffff','\U00010000']),lambda:R.randrange(-2**63,2**63)]
for i in range(250):
    w=R.choice([1,1,2,3,4,5])
    ps=[R.choice(pools) for _ in range(w)]
    n=R.choice([0,1,2,5,20,60])
    d=[tuple(p() for p in ps) if w>1 else ps[0]() for _ in range(n)]
    rev=R.random()<.5
    a=sorted(d,reverse=rev)
    b=sorted(range(n),key=lambda k:d[k],reverse=rev)
    print(i,ascii(a[:7]),b, ascii(max(d,default=None)))
