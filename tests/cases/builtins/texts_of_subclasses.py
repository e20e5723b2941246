"""Subclasses of builtin types made of what only a method tells, and conversions that are on their way out."""
import warnings
from xml.dom import minidom


class Text(str):
    pass


class Told:
    def __str__(self):
        return 'told'


class Shown:
    def __repr__(self):
        return 'shown'


class Failure(Exception):
    def __str__(self):
        return 'failed'


class With(str):
    def __init__(self, value):
        self.value = value


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Made(str, metaclass=Meta):
    pass


for kind in (Text, With, Made):
    for value in (Told(), Shown(), Failure(), ValueError(Told()), [Shown()], 5, Text('x')):
        made = kind(value)
        print(type(made).__name__, repr(made), getattr(made, 'value', None) is value, end='; ')
    print()


def warned(function, *args):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            found = function(*args)
        except Exception as error:
            found = f'{type(error).__name__}: {error}'
    print(found, [f'{one.category.__name__}: {one.message}' for one in seen])


class Truncated:
    def __init__(self, value):
        self.value = value

    def __trunc__(self):
        return self.value


yes = True
warned(lambda: ~yes)
warned(yes.__invert__)
warned(lambda: ~(yes & False))
warned(lambda: ~5)
for value in (5, True, Truncated(1), 2.5):
    warned(int, Truncated(value))


class Odd(ExceptionGroup):
    def derive(self, members):
        return 42


warned(Odd('odd', [ValueError(1), TypeError(2)]).split, TypeError)
warned(Odd('odd', [ValueError(1), TypeError(2)]).subgroup, TypeError)

document = minidom.parseString("<doc xmlns:a='N' a:x='v' y='w'/>")
element = document.documentElement
fresh = document.createAttributeNS('N', 'x')
fresh.value = 'new'
old = element.setAttributeNode(fresh)
print(old, element.toxml(), element.setAttributeNode(fresh), element.setAttributeNode(document.createAttribute('y')).value)
