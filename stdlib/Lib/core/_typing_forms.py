"""The special forms of `typing` that take one type, values, or nothing."""
from typing import (_BaseGenericAlias, _GenericAlias, _SpecialForm, _is_param_expr, _lookup,
                    _type_check, _type_convert, _type_repr)

__name__ = 'typing'


def _bare(form, parameters):
    raise TypeError(f'{form} is not subscriptable')


def _one_type(form, parameters):
    return _GenericAlias(form, (_type_check(
        parameters, f'{form} accepts only single type.', allow_special_forms=form._name in ('ClassVar', 'Final')),))


def _qualified(form, parameters):
    return _GenericAlias(form, (_type_check(
        parameters, f'{form._name} accepts only a single type.', allow_special_forms=True),))


Self = _SpecialForm('Self', _bare)
Never = _SpecialForm('Never', _bare)
NoReturn = _SpecialForm('NoReturn', _bare)
LiteralString = _SpecialForm('LiteralString', _bare)
TypeAlias = _SpecialForm('TypeAlias', _bare)
ClassVar = _SpecialForm('ClassVar', _one_type)
Final = _SpecialForm('Final', _one_type)
TypeGuard = _SpecialForm('TypeGuard', _one_type)
TypeIs = _SpecialForm('TypeIs', _one_type)
Required = _SpecialForm('Required', _qualified)
NotRequired = _SpecialForm('NotRequired', _qualified)
ReadOnly = _SpecialForm('ReadOnly', _qualified)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return {(one, type(one)) for one in self.__args__} == {(one, type(one)) for one in other.__args__}

    def __hash__(self):
        return hash(frozenset([(one, type(one)) for one in self.__args__]))

    def __repr__(self):
        return f'typing.Literal[{", ".join([_type_repr(one) for one in self.__args__]) or "()"}]'


def _literal(form, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for one in parameters:
        flat.extend(one.__args__ if isinstance(one, _LiteralGenericAlias) else (one,))
    try:
        flat = list({(one, type(one)): one for one in flat}.values())
    except TypeError:
        pass
    return _LiteralGenericAlias(form, tuple(flat))


Literal = _SpecialForm('Literal', _literal)


class _AnnotatedAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name='Annotated')
        # Not by `__setattr__`: the one of `object` asks the policy, which may refuse names such as this one to the program.
        self.__dict__['__metadata__'] = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        shown = ', '.join([repr(one) for one in self.__metadata__])
        return f'typing.Annotated[{_type_repr(self.__origin__)}, {shown}]'

    def __reduce__(self):
        import operator
        return operator.getitem, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return 'Annotated'
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


def _annotated(form, params):
    if not isinstance(params, tuple) or len(params) < 2:
        raise TypeError('Annotated[...] should be used with at least two arguments '
                        '(a type and an annotation).')
    if getattr(params[0], '__typing_is_unpacked_typevartuple__', False):
        raise TypeError('Annotated[...] should not be used with an unpacked TypeVarTuple')
    return _AnnotatedAlias(_type_check(params[0], 'Annotated[t, ...]: t must be a type.',
                                       allow_special_forms=True), params[1:])


Annotated = _SpecialForm('Annotated', _annotated)


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        last = params[-1]
        if isinstance(last, (list, tuple)):
            return (*params[:-1], *last)
        if isinstance(last, _ConcatenateGenericAlias):
            params = (*params[:-1], *last.__args__)
        return super().copy_with(params)


def _concatenate(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    last = parameters[-1]
    if not (last is Ellipsis or isinstance(last, _lookup('ParamSpec'))):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    msg = 'Concatenate[arg, ...]: each arg must be a type.'
    return _ConcatenateGenericAlias(form, (*[_type_check(one, msg) for one in parameters[:-1]], last))


Concatenate = _SpecialForm('Concatenate', _concatenate)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return f'typing.Unpack[{_type_repr(self.__args__[0])}]'

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        arg = self.__args__[0]
        if isinstance(arg, (_GenericAlias, type(list[int]))):
            if arg.__origin__ is not tuple:
                raise TypeError('Unpack[...] must be used with a tuple type')
            return arg.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], _lookup('TypeVarTuple'))


def _unpack(form, parameters):
    return _UnpackGenericAlias(form, (_type_check(parameters, f'{form} accepts only single type.'),))


Unpack = _SpecialForm('Unpack', _unpack)
