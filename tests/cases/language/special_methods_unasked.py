# Special methods are found without asking the object for anything, its class included.
import sys, math
def make(name, impl, env={}):
    class X:
        def __getattribute__(self, attr):
            raise AssertionError('asked '+attr)
    for k,v in env.items(): setattr(X,k,v)
    setattr(X,name,impl)
    return X()
def iden(self): return self
def stop(self): raise StopIteration
z=lambda self:0
for name,runner,impl,env in [("__bytes__",bytes,lambda s:b'x',{}),("__reversed__",reversed,lambda s:[],{}),("__length_hint__",list,z,{"__iter__":iden,"__next__":stop}),("__sizeof__",sys.getsizeof,z,{}),
 ("__complex__",complex,lambda s:1j,{}),("__format__",format,lambda s,f:'x',{}),("__floor__",math.floor,z,{}),("__trunc__",math.trunc,z,{}),("__ceil__",math.ceil,z,{}),("__dir__",dir,lambda s:[],{}),("__round__",round,z,{}),
 ("__instancecheck__",lambda o:isinstance(int,o),lambda s,t:True,{}),("__subclasscheck__",lambda o:issubclass(int,o),lambda s,t:True,{}),("__int__",int,z,{}),("__float__",float,lambda s:1.0,{}),("__str__",str,lambda s:'x',{}),("__repr__",repr,lambda s:'x',{}),("__len__",len,z,{}),("__hash__",hash,z,{}),("__bool__",bool,lambda s:True,{}),("__index__",bin,z,{}),("__index__",lambda o:[1][o],z,{}),("__iter__",tuple,lambda s:iter([]),{}),("__neg__",lambda o:-o,z,{}),("__add__",lambda o:o+1,lambda s,o:1,{}),("__contains__",lambda o:1 in o,lambda s,o:True,{}),("__getitem__",lambda o:o[1],lambda s,o:True,{}),("__call__",lambda o:o(),z,{}),("__fspath__",__import__('os').fspath,lambda s:'x',{})]:
    try: runner(make(name,impl,env)); print(name,'ok')
    except AssertionError as e: print(name,e)
    except Exception as e: print(name,type(e),e)
