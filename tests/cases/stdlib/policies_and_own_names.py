# The library sets names with underscores on its own objects, and on those of the program, whatever the policy lets the program set.
import copy
import functools
from typing import Annotated, Optional, TypeVar, get_args, get_type_hints

x = Annotated[list[int], 'a', 2]
print(x, x == Annotated[list[int], 'a', 2], get_args(x), Annotated[Annotated[int, 1], 2], Optional[x], copy.copy(x))
T = TypeVar('T')
print(Annotated[T, 1][int], Annotated[int, 'm']('3'))


class Row:
    name: Annotated[str, 'key']


print(get_type_hints(Row), get_type_hints(Row, include_extras=True))


class Wrapper:
    def __init__(self, func):
        functools.update_wrapper(self, func)
        self.func = func

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def __call__(self):
        return self.func()


@Wrapper
def greet():
    """Greets."""
    return 'hello'


print(greet(), greet.__doc__, greet.__name__)
