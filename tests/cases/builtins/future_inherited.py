from __future__ import annotations
import __future__
import inspect

# What a module that keeps annotations as text has compiled keeps them so, too.
names = {'__name__': 'made'}
exec('def f(x: Missing, *y: Other[1]) -> "Quoted": z: Nowhere = 1\nclass K:\n    a: Undefined\n    b: int = 3\nw: Nope = 4', names)
print(names['f'].__annotations__, names['K'].__annotations__, names['__annotations__'])
exec('def f(x: Missing): pass', names, local := {})
print(local['f'].__annotations__)
made = compile('def g(x: Missing): pass\nprint(g.__annotations__)', 'made', 'exec')
exec(made)
exec(made, {}, {})
print(hex(made.co_flags), hex(inspect.currentframe().f_code.co_flags), bool((lambda: 0).__code__.co_flags & __future__.annotations.compiler_flag))
exec("exec('def h(x: Deeper): pass\\nprint(h.__annotations__)')")
print(eval("[exec('v: Zed = 1; print(__annotations__)', {}), 5]"))
try:
    exec(compile('def g(x: Missing): pass', 'made', 'exec', dont_inherit=True))
except NameError as error:
    print(error)
alone = compile('def g(x: Missing): pass\nprint(g.__annotations__)', 'made', 'exec', __future__.annotations.compiler_flag, True)
exec(alone)
plain = compile('def g(x: int): pass\nprint(g.__annotations__)', 'made', 'exec', 0, True)
exec(plain)
exec(plain, {}, {})
print(hex(plain.co_flags))
