# variables and functions found by their names
from string import Template

limit = 3


def run_add(a, b):
    return a + b


def run_mul(a, b):
    return a * b


print(globals()['limit'], globals().get('nothing', 'default'), 'limit' in globals())
for command in ('add', 'mul'):
    print(command, globals()[f'run_{command}'](4, 5))
globals()['made'] = 7
print(made + limit)
print(sorted(name for name in globals() if name.startswith('run_')), __name__ == '__main__', globals()['__name__'])


def describe(name, age):
    shown = '{name} is {age}'.format(**locals())
    return shown, Template('$name/$age').substitute(vars()), sorted(locals())


print(describe('Ann', 3))
for name in [name for name, value in list(globals().items()) if callable(value) and name.startswith('run')]:
    print(name)


class Settings:
    debug = True
    names = sorted(key for key in locals() if not key.startswith('_'))


print(Settings.names)


def counter():
    global limit
    limit += 1
    return globals()['limit']


print(counter(), limit)
