# what is said of a module whose code has not run to its end
import sys, importlib.util
SRC={'a':'import b\nx=1\ndef f(): return x\n','b':'import a\nprint(a.__spec__._initializing)\ntry: a.x\nexcept AttributeError as e: print(e)\ntry: from a import x\nexcept ImportError as e: print(e)\ntry: from a import *\nexcept Exception as e: print(e)\nprint("end b")\n'}
class F:
    def find_spec(self,name,path=None,target=None):
        if name in SRC: return importlib.util.spec_from_loader(name,self)
    def create_module(self,spec): return None
    def exec_module(self,m): exec(SRC[m.__name__],m.__dict__)
sys.meta_path.insert(0,F())
import a
print(a.__spec__._initializing)
try: a.nope
except AttributeError as e: print(e)
try: from a import nope
except ImportError as e: print(e)
import importlib.machinery
class G(F):
    def find_spec(self,name,path=None,target=None):
        if name in SRC2: 
            spec = importlib.machinery.ModuleSpec(name,self,origin=name+'.py')
            spec.has_location = name == 'e'
            return spec
    def exec_module(self,m): m.__file__=m.__name__+'.py'; exec(SRC2[m.__name__],m.__dict__)
SRC2={'c':'import d\nx=1'}
sys.meta_path.insert(0,G())
SRC2['d']='import c\ntry: c.x\nexcept AttributeError as e: print(e)\ntry: from c import x\nexcept ImportError as e: print(e)\n'
import c
SRC2['e']=SRC2['c']
SRC2['d']=SRC2['d'].replace('c.x','e.x').replace('from c','from e').replace('import c','import e')
del sys.modules['d']
import e
