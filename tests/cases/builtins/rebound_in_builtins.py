"""What a program puts into `builtins` is what its own names mean from then on."""
import builtins
real = builtins.len
builtins.len = lambda x: 7
print(len('abc'), real('abc'))
def f(): return len([])
print(f())
class A: n = len('')
print(A.n, eval('len("")'), [len(x) for x in 'a'])

builtins.len = real
print(len('abc'), f())
builtins.input = lambda prompt='': 'typed ' + prompt
print(input('x'))
builtins.shared = 1
print(shared)
shared = 2
print(shared)
del shared
print(shared)
del builtins.shared
try: shared
except NameError as e: print(e)
def shout(*args, **k): real_print(*[str(a).upper() for a in args], **k)
real_print = print
builtins.print = shout
print('loud')
builtins.print = real_print
print('quiet')
