import ast, sys
for s in ['f"a{x:>10}b"','f"a{x=}b"','f"{x!r:{w}.{p}}" "tail"','"pre" f"a{x}" "b" f"c{y}"',"f'{{{a}}}'","f'{x:}'", "f'{x = !s:>3}'","f''", "'' f'{x}' ''", "f'a' 'b'",'lambda a,/,b:1,*c,d=2,**e: a','a[1:2,...]','{**a,1:2}','u"x"','1+2j*10**50',"x if y else z",'[i async for i in x if a if b]','(yield)','f(*a,**b,c=1)','a<b<=c','not -a','`']:
    try: print(ast.dump(ast.parse(s,mode='eval').body,include_attributes=True))
    except SyntaxError as e: print(repr(e))
src='''
"""doc"""
from __future__ import annotations
import a.b as c, d
from . import x
from ..y import z as w
@deco
async def f[T: int, *Ts, **P](a: int, /, b=1, *args: str, c, d=2, **kw) -> T:
    """fdoc"""
    global g
    async with a as b, c: pass
    async for x in y:
        await z
    else: pass
    return 1
class A(B, metaclass=M):
    x: int = 1
    (y): str
    def g(self): yield 1; yield from x
type X[T] = list[T]
try: pass
except* E as e: raise X from y
finally: del a, b
match x:
    case 1 | "a" | None: pass
    case [a, *_, b]: pass
    case {"k": v, **rest} if v: pass
    case Cls(a, b=c) as d: pass
    case _: pass
while 1:
    break
else:
    x += 1
for i, j in k: continue
if a: pass
elif b: pass
else: pass
with (a as b, c): assert x, y
a = b, c = d
nonlocal_ = lambda: (yield)
'''
m=ast.parse(src)
print(ast.dump(m,include_attributes=True))
print(ast.dump(m,indent=2))
print(ast.dump(m.body[0],False), ast.dump(ast.arguments(),False), ast.dump(ast.arguments(),show_empty=True))
print(ast.unparse(m))
for s in ['1','"a" "b"','-1+2j','{1:2}','{1,2}','set()','(1,)','[]','f(1)','a','1+1','"a"+"b"','...', 'b"x"', '--1', '[1,a]', ' 1', '1\n2', '']:
    try: print(s, repr(ast.literal_eval(s)))
    except Exception as e: print(s, type(e).__name__, str(e).split(' at 0x')[0])
class V(ast.NodeVisitor):
    def visit_Name(self,n): print(n.id, n.lineno, n.col_offset)
V().visit(ast.parse('a+b\nc'))
class T(ast.NodeTransformer):
    def visit_Name(self,n): return ast.copy_location(ast.Constant(42),n)
t=T().visit(ast.parse('x=a+b')); print(ast.unparse(t))
print(eval(compile(ast.parse('1+2',mode='eval'),'','eval')))
ns={}; exec(compile(ast.parse('a=5\nb=a*2'),'<x>','exec'),ns); print(ns['b'])
print([type(n).__name__ for n in ast.walk(ast.parse('x=1'))], ast.get_docstring(m), ast.get_source_segment('a+\\\n b', ast.parse('a+\\\n b').body[0]))
print(isinstance(compile('1','','exec',ast.PyCF_ONLY_AST),ast.Module))
