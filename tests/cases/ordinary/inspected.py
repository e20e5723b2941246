# what functions and classes are, as decorators and command lines ask
import functools
import inspect
from dataclasses import dataclass


def greet(name: str, /, greeting: str = 'Hello', *names, loud: bool = False, **options) -> str:
    """Greets.

        Indented.
    """
    return f'{greeting} {name}'


class Shape:
    """A shape."""
    sides = 0

    def __init__(self, sides):
        self.sides = sides

    def area(self, scale=1):
        return scale

    @classmethod
    def make(cls):
        return cls(1)

    @staticmethod
    def help():
        return 'help'

    @property
    def name(self):
        return 'shape'


@dataclass
class Point:
    x: int
    y: int = 0


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper


@logged
def wrapped(a, b=1):
    return a


async def later():
    return 1


def count():
    yield 1


signature = inspect.signature(greet)
print(signature)
for name, parameter in signature.parameters.items():
    print(name, parameter.kind.name, parameter.default is inspect.Parameter.empty, parameter.annotation)
print(signature.return_annotation, inspect.signature(wrapped), inspect.signature(Shape), inspect.signature(Point), inspect.signature(Shape(1).area))
bound = signature.bind('Ann', 'Hi', 'Bob', loud=True, extra=1)
bound.apply_defaults()
print(bound.args, bound.kwargs, bound.arguments)
try:
    signature.bind()
except TypeError as error:
    print(error)
print(inspect.getdoc(greet), inspect.cleandoc('  a\n    b'), inspect.getdoc(Shape), sep='|')
print([name for name, value in inspect.getmembers(Shape, inspect.isfunction)])
print([name for name, value in inspect.getmembers(Shape(4)) if not name.startswith('__')])
print(inspect.isclass(Shape), inspect.isfunction(greet), inspect.ismethod(Shape(1).area), inspect.isbuiltin(len), inspect.ismodule(inspect))
print(inspect.iscoroutinefunction(later), inspect.isgeneratorfunction(count), inspect.isgenerator(count()), inspect.isabstract(Shape))
print(inspect.getfullargspec(wrapped.__wrapped__).args, inspect.getfullargspec(greet).kwonlyargs, inspect.unwrap(wrapped) is wrapped.__wrapped__)
print(inspect.getsource(Shape.area), inspect.getsourcelines(logged)[1], inspect.getmodule(greet).__name__)
waiting = later()
print(inspect.getcoroutinestate(waiting), inspect.getgeneratorstate(count()), inspect.isawaitable(waiting))
waiting.close()
print(inspect.get_annotations(Point), inspect.getcallargs(wrapped.__wrapped__, 3))
