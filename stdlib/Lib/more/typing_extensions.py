"""`typing` and the few names that newer typing has and 3.13's lacks."""
import typing
from typing import *

__all__ = [*typing.__all__, 'Buffer', 'deprecated', 'disjoint_base', 'Doc', 'evaluate_forward_ref',
           'get_annotations', 'get_original_bases', 'NoExtraItems', 'runtime', 'Sentinel',
           'TypeForm', 'TypeAlias', 'type_repr']


def __getattr__(name):
    if name == 'Buffer':
        from _collections_abc import Buffer as value
    elif name == 'CapsuleType':
        from types import CapsuleType as value
    elif name == 'get_original_bases':
        from types import get_original_bases as value
    elif name == 'runtime':
        value = typing.runtime_checkable
    elif name == 'get_annotations':
        from inspect import get_annotations as value
    elif name == 'TypeForm':
        from typing import _SpecialForm
        from _typing_forms import _one_type
        value = _SpecialForm('TypeForm', _one_type)
    else:
        try:
            value = getattr(typing, name)
        except AttributeError:
            raise AttributeError(f"module 'typing_extensions' has no attribute {name!r}") from None
    globals()[name] = value
    return value


class deprecated:
    """Warn when the marked function is called or the marked class is made."""

    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError('Expected an object of type str for \'message\', not '
                            f'{type(message).__name__!r}')
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        from warnings import deprecated as mark
        return mark(self.message, category=self.category, stacklevel=self.stacklevel)(arg)


class Doc:
    def __init__(self, documentation, /):
        self.documentation = documentation

    def __repr__(self):
        return f'Doc({self.documentation!r})'

    def __hash__(self):
        return hash(self.documentation)

    def __eq__(self, other):
        return isinstance(other, Doc) and self.documentation == other.documentation


class Sentinel:
    def __init__(self, name, repr=None):
        self._name = name
        self._repr = repr if repr is not None else f'<{name}>'

    def __repr__(self):
        return self._repr


class _NoExtraItems:
    def __repr__(self):
        return 'typing_extensions.NoExtraItems'


NoExtraItems = _NoExtraItems()


def disjoint_base(cls):
    cls.__disjoint_base__ = True
    return cls


def evaluate_forward_ref(forward_ref, *, owner=None, globals=None, locals=None, type_params=None,
                         format=None):
    names = dict(globals or {})
    if owner is not None and globals is None:
        import sys
        names = dict(getattr(sys.modules.get(getattr(owner, '__module__', None)), '__dict__', {}))
    return forward_ref._evaluate(names, locals or names, type_params or ())


def type_repr(value):
    from typing import _type_repr
    return _type_repr(value)
