# views of items of a format: casts, shapes, steps, arrays
import array


def show(source, env):
    try:
        print(source, '=>', repr(eval(source, env)))
    except Exception as e:
        print(source, '!', type(e).__name__, e)


def run(source, env):
    try:
        exec(source, env)
    except Exception as e:
        print(source, '!', type(e).__name__, e)
    else:
        print(source, 'ok')


env = {}
exec('''m = memoryview(b"abcdefgh")
b = bytearray(b"abcdefgh")
w = memoryview(b)
import array
a = array.array("i", [1, 2, 3])
am = memoryview(a)
h = m.cast("H")
r = m.cast("B", [2, 4])
z = m.cast("B", (2, 2, 2))
s = m[::2]
x = m[::-1]
o = memoryview(b"a").cast("B", [])
''', env)
for name in 'm w am h r z s x o'.split():
    show(f'[{name}.{{}}]'.replace('{}', 'format') + f' + [{name}.itemsize, {name}.nbytes, {name}.ndim, {name}.shape, {name}.strides]', env)
    show(f'{name}.readonly, {name}.c_contiguous, {name}.f_contiguous, {name}.contiguous, {name}.suboffsets', env)
    for what in ['len({})', '{}.tolist()', '{}.tobytes()', 'list({})', '{}[0]', '{}[-1]', '{}[100]', '{}[1:3].tolist()', '{}[0,1]',
                 '{}[()]', '{}["a"]', '{}[0:1,0:1]', '{}.hex()', 'bytes({})', '{}.cast("I").tolist()', '{}.cast("c").tolist()',
                 '{}.cast("zz")', '{}.cast("B",[3])', '{}.cast("B",1)', '{}.cast("B",["a"])', '{}.cast("B",[0])', 'list(reversed({}))',
                 '97 in {}', '{}.toreadonly() == {}', '{} == {}[::1]', '{}.tobytes("F")', '{}.tobytes("X")', '{}.tobytes(1)']:
        show(what.replace('{}', name), env)
    for what in ['{}[0] = 1', '{}[0] = 300', '{}[0] = "a"', '{}[0:2] = b"xy"', '{}[0:2] = b"xyz"', '{}[0,0] = 1', 'del {}[0]',
                 '{}[::2] = b"1234"', '{}[0:2] = a[0:2]']:
        run(what.replace('{}', name), env)
    print(env['b'], env['a'])
for code in 'bBhHiIlLqQnNfdec?':
    env['c'] = memoryview(bytearray(16)).cast(code)
    for value in ['1', '-1', '2**7', '2**8', '2**15', '2**31', '2**63', '2**64', '1.5', '"a"', 'b"a"', 'None', 'True']:
        run(f'c[0] = {value}', env)
    show('c.format, c[0]', env)
print(memoryview(array.array('d', [1.0, 2.0])) == memoryview(array.array('i', [1, 2])), b''.join([memoryview(array.array('h', [1]))]))
show('b"".join([s])', env)
env['m'].release()
for source in ['m[0]', 'len(m)', 'm.format', 'm == m', 'm.tolist()', 'memoryview(m)', 'hash(m)', 'm.__enter__()', 'm.release()']:
    show(source, env)
