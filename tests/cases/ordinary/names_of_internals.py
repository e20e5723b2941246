# attributes of the program's own classes that have the names of the interpreter's
from abc import ABC
from collections import namedtuple
from enum import Enum


class Response:
    def __init__(self, code):
        self.f_code = code
        self.mro = ['first']

    @property
    def f_back(self):
        return 'back'

    def get_stack(self):
        return [self.f_code]


class Order(ABC):
    mro: int = 3

    def tb_frame(self):
        return 'frame'


class Row:
    __match_args__ = ('mro',)

    def __init__(self, mro, gi_code='gi'):
        self.mro = mro
        self.gi_code = gi_code

    def __repr__(self):
        return f'Row({self.mro!r}, {self.gi_code!r})'


class Grade(Enum):
    f_code = 1
    other = 2


Pair = namedtuple('Pair', 'f_code other')


class Failure(Exception):
    def __init__(self, f_lineno):
        super().__init__('failed')
        self.f_lineno = f_lineno


for turn in range(3):
    r = Response(200 + turn)
    r.mro.append('second')
    r.f_code += 1
    print(r.f_code, r.mro, r.f_back, r.get_stack(), getattr(r, 'f_code'), hasattr(r, 'f_code'))
    print('{0.f_code}'.format(r), [name for name in dir(r) if name in ('f_code', 'mro', 'f_back')])
    print(Order.mro, Order().mro, Order().tb_frame(), Row(1.5).mro, Row(2, gi_code='x'))
    print(Grade.f_code.name)
    del r.f_code
    print(hasattr(r, 'f_code'))
    setattr(r, 'f_code', turn)
    print(r.f_code)
    try:
        raise Failure(turn)
    except Failure as failure:
        print(failure.f_lineno)
    match Row(turn, 'g'):
        case Row(mro=value, gi_code='g'):
            print('matched', value)
    match Row(turn):
        case Row(value):
            print('first', value)
print(getattr(Pair(1, 2), 'other'))
