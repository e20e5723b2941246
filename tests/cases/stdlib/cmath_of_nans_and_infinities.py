import cmath, math
i=math.inf; n=math.nan
for f in ('asin','acos','atan','asinh','acosh','atanh','sin','cos','tan','sinh','cosh','tanh','exp','log','sqrt'):
    for a in (0.0,-0.0,1.5,-1.5,i,-i,n,-n):
        for b in (0.0,-0.0,2.5,-2.5,i,-i,n,-n):
            z=complex(a,b)
            try: r=getattr(cmath,f)(z); print(f,z,repr(r), math.copysign(1,r.real) if r.real==r.real else '', math.copysign(1,r.imag) if r.imag==r.imag else '')
            except Exception as e: print(f,z,type(e).__name__,e)
for a in (0.0,-0.0,1.5,i,-i,n):
    for b in (0.0,-0.0,2.5,i,-i,n):
        z=complex(a,b)
        for w in (1, 0.0, complex(i,1), complex(n,2), -1j, 2-3j):
            for op in ('+','-','*','/','**'):
                try: print(z,op,w,eval(f'z{op}w'), eval(f'w{op}z'))
                except Exception as e: print(z,op,w,type(e).__name__,e)
        print(abs(z), z==z, -z, z.conjugate(), repr(z))
