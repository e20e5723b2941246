"""Powers of decimals where exponents end, under every rounding: what was beyond from the start and what fell below on the way."""
from decimal import *
import random
r=random.Random(3)
for i in range(500):
    c=Context(prec=r.choice([1,3,5,9,28]),rounding=r.choice([ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]),Emin=r.choice([-999999,-99,-10,0]),Emax=r.choice([999999,99,10,400]),clamp=r.choice([0,1]),traps=[])
    a=Decimal(r.choice(['882608187053210706.0','1.5','-7','0.0001','123e50','9e-40','1E+3','0.5','1.000001','0.99999','9.9','1.01','0.11','2','1.1']))
    n=r.choice([2,3,-2,-17,365,-1,1,7,-365,10**6,-10**9,Decimal("1E+3"),10**15,Decimal("1E+30"),-Decimal("1E+30")])
    try: print(c.prec,c.rounding,c.Emin,c.Emax,c.clamp,a,n,repr(c.power(a,n)), [s.__name__ for s in c.flags if c.flags[s]])
    except Exception as e: print(type(e).__name__)
