"""Whether source typed so far is complete, and compiling it when it is."""
import __future__ as _future
import warnings as _warnings
from _namespace import _IncompleteInputError

__all__ = ['compile_command', 'Compile', 'CommandCompiler']
PyCF_DONT_IMPLY_DEDENT = 0x200
PyCF_ALLOW_INCOMPLETE_INPUT = 0x4000
_TYPED = PyCF_DONT_IMPLY_DEDENT | PyCF_ALLOW_INCOMPLETE_INPUT
_features = [getattr(_future, name) for name in _future.all_feature_names]


def _is_blank(source):
    return all(not line or line[0] == '#' for line in map(str.strip, source.split('\n')))


def _maybe_compile(compiler, source, filename, symbol):
    """The code of a text, or None where more of it has to come; what is wrong with a whole text is raised."""
    if symbol != 'eval' and _is_blank(source):
        source = 'pass'
    with _warnings.catch_warnings():
        _warnings.simplefilter('ignore', (SyntaxWarning, DeprecationWarning))
        try:
            compiler(source, filename, symbol)
        except SyntaxError:
            # The end of the line may be all that is missing; then the next line can still belong to it.
            try:
                compiler(source + '\n', filename, symbol)
                return None
            except _IncompleteInputError:
                return None
            except SyntaxError:
                pass
    return compiler(source, filename, symbol, incomplete_input=False)


def _compile(source, filename, symbol, incomplete_input=True):
    return compile(source, filename, symbol, _TYPED if incomplete_input else 0)


def compile_command(source, filename='<input>', symbol='single'):
    """The code of a command, None when it is not complete; SyntaxError, ValueError or OverflowError when it is wrong."""
    return _maybe_compile(_compile, source, filename, symbol)


class Compile:
    """`compile` with a memory for the features of `__future__` that a text asked for."""

    def __init__(self):
        self.flags = _TYPED

    def __call__(self, source, filename, symbol, **kwargs):
        flags = self.flags
        if kwargs.get('incomplete_input', True) is False:
            flags &= ~_TYPED
        code = compile(source, filename, symbol, flags, True)
        for feature in _features:
            if code.co_flags & feature.compiler_flag:
                self.flags |= feature.compiler_flag
        return code


class CommandCompiler:
    """`compile_command` with a memory for the features of `__future__` that a text asked for."""

    def __init__(self):
        self.compiler = Compile()

    def __call__(self, source, filename='<input>', symbol='single'):
        return _maybe_compile(self.compiler, source, filename, symbol)
