"""`ForwardRef`, for `typing`."""
from typing import _lookup

__name__ = 'typing'


class ForwardRef:
    """A name in quotes, to be read later."""
    __slots__ = ('__forward_arg__', '__forward_evaluated__', '__forward_value__',
                 '__forward_is_argument__', '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        if not arg.isidentifier():
            from _typing_hints import check_expression
            check_expression(arg)
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def __init_subclass__(cls, /, *args, **kwds):
        raise TypeError('Cannot subclass special typing classes')

    def _evaluate(self, globalns, localns, type_params=None, *, recursive_guard=frozenset()):
        from _typing_hints import evaluate
        return evaluate(self, globalns, localns, type_params or (), recursive_guard)

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__ and \
                self.__forward_value__ != other.__forward_value__:
            return False
        return self.__forward_arg__ == other.__forward_arg__ and \
            self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return _lookup('Union')[self, other]

    def __ror__(self, other):
        return _lookup('Union')[other, self]

    def __repr__(self):
        module = self.__forward_module__
        shown = '' if module is None else f', module={module!r}'
        return f'ForwardRef({self.__forward_arg__!r}{shown})'
