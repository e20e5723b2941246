# Builtin types below the left side compare before a reflected method of the right side is asked.
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Text(str):
    def __lt__(self, other): return 'lt'


class Other(str):
    def __lt__(self, other): return 'other lt'
    def __eq__(self, other): return 'other eq'
    __hash__ = str.__hash__


class Sub(Text):
    def __gt__(self, other): return 'sub gt'


class Plain(str):
    pass


class Items(list):
    def __le__(self, other): return 'le'


class Number(int):
    def __le__(self, other): return 'number le'
    def __eq__(self, other): return 'number eq'
    __hash__ = int.__hash__


class Real(float):
    def __ge__(self, other): return 'real ge'


class Set(set):
    def __lt__(self, other): return 'set lt'


a, b = Text('a'), Text('b')
for f in (lambda: a < b, lambda: a > b, lambda: b > a, lambda: a >= b, lambda: a == b, lambda: 'b' > a, lambda: a > 'b', lambda: max(a, b),
          lambda: Plain('z') > Text('a'), lambda: Plain('a') == Other('a'), lambda: Other('a') == Plain('b'), lambda: Plain('z') > Other('a'),
          lambda: Text('z') > Sub('a'), lambda: Text('a') < Sub('z'), lambda: Sub('a') < Text('z'), lambda: Plain('a') != Other('a')):
    t(f)
for f in (lambda: Items([2]) >= Items([1]), lambda: Items([1]) >= Items([2]), lambda: [1] >= Items([2]), lambda: Items([1]) >= [0],
          lambda: Number(1) >= Number(2), lambda: Number(1) >= 0, lambda: 1 >= Number(2), lambda: Real(1) <= Number(2),
          lambda: Number(1) <= Real(2), lambda: Real(1.0) <= Real(2.0), lambda: 2.0 <= Real(1.0), lambda: Real(1) == Number(1),
          lambda: Number(1) >= Real(1), lambda: Set() > Set([1]), lambda: Set([1]) > Set(),
          lambda: Items([1]) * '2', lambda: sum([], Plain('a'))):
    t(f)
