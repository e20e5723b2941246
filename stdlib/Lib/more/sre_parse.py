"""An old name of `re._parser`."""
from warnings import warn as _warn
from re import _parser as _moved

_warn(f'module {__name__!r} is deprecated', DeprecationWarning, stacklevel=2)
globals().update({name: value for name, value in vars(_moved).items() if name[:2] != '__'})
