"""Mocks that have what another object has, all the way down, and are called as it is."""
from types import MethodType
from _stockade import guest_dir as _guest_dir, guest_getattr as _guest_getattr
from unittest.mock import (
    FUNCTIONS, AsyncMock, InvalidSpecError, MagicMock, NonCallableMagicMock, _MAGIC_NAMES, _CallList, _is_async, _is_dunder,
    _is_instance_mock, _refuse_typos, _signature_of,
)

_ASSERTIONS = ('assert_called_with', 'assert_called_once_with', 'assert_any_call', 'assert_has_calls', 'assert_not_called',
               'assert_called', 'assert_called_once')
_AWAIT_ASSERTIONS = ('assert_awaited', 'assert_awaited_once', 'assert_awaited_with', 'assert_awaited_once_with',
                     'assert_any_await', 'assert_has_awaits', 'assert_not_awaited')
_COPIED = ('__name__', '__text_signature__', '__module__', '__defaults__', '__kwdefaults__')


class SpecState:
    """An attribute of an autospec that is made when it is first read."""

    def __init__(self, spec, spec_set):
        self.spec, self.spec_set = spec, spec_set

    def make(self, parent, name):
        try:
            return create_autospec(self.spec, self.spec_set, False, parent, name)
        except InvalidSpecError:
            target = parent.__dict__['_mock_name'] or parent
            raise InvalidSpecError(f'Cannot autospec attr {name!r} from target {target!r} as it has already been mocked out. '
                                   f'[target={parent!r}, attr={self.spec!r}]') from None


def _callable(obj):
    """Whether an object can be called, seen through what wraps functions in classes."""
    if isinstance(obj, type):
        return True
    if isinstance(obj, (staticmethod, classmethod, MethodType)):
        return _callable(obj.__func__)
    return getattr(obj, '__call__', None) is not None


def instance_callable(obj):
    """Whether an object, or the instances of a class, can be called."""
    if not isinstance(obj, type):
        return getattr(obj, '__call__', None) is not None
    return any(base.__dict__.get('__call__') is not None for base in obj.__mro__)


def _is_data_descriptor(obj):
    return not isinstance(obj, type) and (hasattr(type(obj), '__set__') or hasattr(type(obj), '__delete__'))


def _skips_first(spec, name, is_type):
    """Whether the first parameter of an attribute is the object itself."""
    if not isinstance(spec, type):
        if name in getattr(spec, '__dict__', {}):
            return False
        spec = type(spec)
    for base in spec.__mro__:
        if name in base.__dict__:
            return is_type if isinstance(base.__dict__[name], FUNCTIONS) else False
    return is_type


def check_calls(made, signature):
    """Calls of the mock must fit the signature, which it shows as its own."""
    if signature is not None:
        made.__dict__['_mock_autospec'] = signature
        type(made).__signature__ = signature


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock that has what `spec` has, and is called as it is."""
    if type(spec) in (list, tuple):
        spec = type(spec)
    if _is_instance_mock(spec):
        raise InvalidSpecError(f'Cannot autospec a Mock object. [object={spec!r}]')
    if not unsafe:
        _refuse_typos(kwargs)
    is_type = isinstance(spec, type)
    is_async = _is_async(spec)
    is_function = isinstance(spec, FUNCTIONS)
    given = {} if spec is None else {'spec_set' if spec_set else 'spec': spec}
    if given and instance:
        given['_spec_as_instance'] = True
    name = kwargs.pop('name', _name)
    wrapped = kwargs.get('wraps')
    kind = MagicMock
    if _is_data_descriptor(spec):
        given = {}
    elif is_type and instance and not instance_callable(spec) or not _callable(spec):
        kind = NonCallableMagicMock
    if is_async:
        if instance:
            raise RuntimeError('Instance can not be True when create_autospec is mocking an async function')
        kind = AsyncMock
    given.update(kwargs)
    made = kind(parent=_parent, _new_parent=_parent, _new_name='' if _parent is None else name, name=name, **given)
    mock = made
    if is_function:
        made = function_for(spec, mock, is_async)
    else:
        check_calls(mock, _signature_of(spec, instance, is_type))
    if _parent is not None and not instance:
        _parent.__dict__['_mock_children'][_name] = made
    kwargs.pop('wraps', None)
    if is_type and not instance and 'return_value' not in kwargs:
        made.return_value = create_autospec(spec, spec_set, True, _name='()', _parent=made, wraps=wrapped)
    children = mock.__dict__['_mock_children']
    for entry in _guest_dir(spec):
        if entry in _MAGIC_NAMES or _is_dunder(entry):
            continue
        try:
            original = _guest_getattr(spec, entry)
        except AttributeError:
            continue
        if not isinstance(original, FUNCTIONS):
            children[entry] = SpecState(original, spec_set)
            continue
        skips = _skips_first(spec, entry, is_type)
        child_kind = AsyncMock if _is_async(original) else MagicMock
        given = {'spec_set' if spec_set else 'spec': original, '_eat_self': skips}
        if wrapped is not None and hasattr(wrapped, entry):
            given['wraps'] = original
        child = child_kind(parent=mock, name=entry, _new_name=entry, _new_parent=mock, **given)
        children[entry] = child
        if is_function:
            setattr(made, entry, child)
        if 'wraps' not in given:
            child.return_value = child_kind()
        check_calls(child, _signature_of(original, False, skips))
    if _is_instance_mock(made) and kwargs:
        made.configure_mock(**kwargs)
    return made


def function_for(spec, mock, is_async=False):
    """A function that passes what it is given to the mock, if it fits, and shows what the mock has noted."""
    signature = _signature_of(spec, False, False)

    def check(args, kwargs):
        if signature is not None:
            signature.bind(*args, **kwargs)

    if is_async:
        async def made(*args, **kwargs):
            check(args, kwargs)
            return await mock(*args, **kwargs)
    else:
        def made(*args, **kwargs):
            check(args, kwargs)
            return mock(*args, **kwargs)
    for name in _COPIED:
        try:
            setattr(made, name, getattr(spec, name))
        except (AttributeError, TypeError):
            pass
    if not made.__name__.isidentifier():
        made.__name__ = 'funcopy'
    if signature is not None:
        made.__signature__ = signature
    made.mock = mock
    made.called, made.call_count, made.call_args = False, 0, None
    made.call_args_list, made.method_calls, made.mock_calls = _CallList(), _CallList(), _CallList()
    made.return_value, made.side_effect = mock.return_value, mock.side_effect
    made._mock_children = mock._mock_children

    def forward(name):
        def method(*args, **kwargs):
            return getattr(mock, name)(*args, **kwargs)
        setattr(made, name, method)

    for name in _ASSERTIONS:
        forward(name)

    def reset_mock():
        made.method_calls, made.mock_calls = _CallList(), _CallList()
        mock.reset_mock()
        found = made.return_value
        if _is_instance_mock(found) and found is not mock:
            found.reset_mock()

    made.reset_mock = reset_mock
    if is_async:
        made.await_count, made.await_args, made.await_args_list = 0, None, _CallList()
        for name in _AWAIT_ASSERTIONS:
            forward(name)
    mock.__dict__['_mock_delegate'] = made
    return made


create_autospec.__module__ = 'unittest.mock'
