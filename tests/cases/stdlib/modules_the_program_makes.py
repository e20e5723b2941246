import sys, types, importlib.abc, importlib.util, importlib.machinery
SRC={'pkg':(True,'from . import a\nfrom .a import f\n__all__=["f"]\nX=1'),'pkg.a':(False,'from __future__ import annotations\nimport sys\ndef f(x):\n    """\n    >>> f(1)\n    2\n    """\n    return x+1\ndef g(): return __name__, __file__\n')}
class F(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self,name,path=None,target=None):
        if name in SRC:
            p,_=SRC[name]
            s=importlib.machinery.ModuleSpec(name,self,origin=f'/b/{name}.py',is_package=p)
            s.has_location=True
            return s
    def create_module(self,spec): return None
    def exec_module(self,m):
        exec(compile(SRC[m.__name__][1],f'/b/{m.__name__}.py','exec'),m.__dict__)
sys.meta_path.insert(0,F())
import pkg, pkg.a
print(pkg.f(2),pkg.a.g(), pkg.X)
import doctest
print(doctest.testmod(pkg.a))
SRC={'lib.a':'import sys\ndef f(x):\n    """\n    >>> f(1)\n    2\n    """\n    return x+1\ndef g(): return __name__, __file__, globals()["f"].__name__\n','lib':'from . import a\nfrom .a import f\n__all__=["f"]\nX=1'}
for n in ['lib','lib.a']:
    m=sys.modules[n]=types.ModuleType(n)
    m.__file__='/b/'+n
    m.__package__=n if n=='lib' else n.rpartition('.')[0]
    if n=='lib': m.__path__=[]
    else: setattr(sys.modules['lib'],n.split('.')[1],m)
for n in ['lib.a','lib']:
    exec(compile(SRC[n],n,'exec'),sys.modules[n].__dict__)
import lib, lib.a
from lib import *
print(f.__name__)
print(lib.f(2),lib.a.g(), lib.X)
import doctest
print(doctest.testmod(lib.a))
try: import lib.b
except ImportError as e: print(e)
try: from lib import zz
except ImportError as e: print(e)

import gettext, _thread, importlib.metadata, importlib.resources, os
print(gettext.gettext('a'), gettext.ngettext('one', 'many', 2), gettext.NullTranslations().pgettext('c', 'm'), gettext.translation('d', fallback=True).gettext('x'))
try: gettext.translation('d')
except OSError as e: print(e)
try: importlib.metadata.version('nothing-here')
except importlib.metadata.PackageNotFoundError as e: print(repr(e), e)
with _thread.allocate_lock() as held: print(held, _thread.get_ident() > 0, _thread.error)
print(os.SEEK_END, os.O_CREAT, os.getpid() > 0)

import importlib, traceback
try: importlib.import_module('nothing_of_that_name')
except ImportError: print('<string>' in traceback.format_exc(), traceback.format_exc().splitlines()[-1])
