# In which order several objects go: a holder before what it holds, a list from its end, at the end of the program level by level.
from collections import deque


class N:
    def __init__(self, name, *held):
        self.name = name
        self.held = list(held)

    def __del__(self):
        print('del', self.name)


print('tree')
tree = N(1, N(2), N(3, N(4), N(5)))
del tree
print('list')
many = [N(i) for i in range(3)]
del many
print('cleared')
many = [N(i) for i in range(3)]
many.clear()
print('slice')
many = [N(i) for i in range(4)]
many[1:3] = []
print('the rest')
many = None
print('dict')
many = {k: N(k) for k in 'abc'}
many['d'] = [N('d1'), N('d2')]
del many
print('deque')
many = deque(N(i) for i in range(3))
many.clear()
print('chain')
chain = None
for i in range(4):
    node = N(i)
    node.next = chain
    chain = node
del node
chain = None


def run():
    first = N('first')
    second = [N('second'), N('third')]
    print('in run')


run()
print('variables')
a, b, c = N('a'), N('b'), N('c')
a = b = c = None


def body(name):
    try:
        yield
    finally:
        print('closed', name)


x = N('x')
y = N('y', x)
_hidden = N('hidden')
waiting = body('waiting')
next(waiting)
rest = [N('r1'), N('r2', N('deep'))]
table = {'k': N('k')}
z = N('z')
z.more = N('more')
print('end')
