"""`Tuple` and `Callable`, for `typing`."""
from typing import _GenericAlias, _SpecialGenericAlias, _is_param_expr, _lookup, _type_check, _type_convert, _type_repr

__name__ = 'typing'


class _TupleType(_SpecialGenericAlias, _root=True):
    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is Ellipsis:
            msg = 'Tuple[t, ...]: t must be a type.'
            return self.copy_with((*[_type_check(p, msg) for p in params[:-1]], Ellipsis))
        msg = 'Tuple[t0, t1, ...]: each t must be a type.'
        return self.copy_with(tuple([_type_check(p, msg) for p in params]))


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, args):
        return _CallableGenericAlias(self, args, name='Callable', inst=False)

    def __getitem__(self, params):
        if type(params) is tuple and params and type(params[0]) is list:
            params = (tuple(params[0]), *params[1:])
        return super().__getitem__(params)

    def _subscript(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        result = _type_check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(args, list):
            args = tuple(args)
        if args is Ellipsis:
            return self.copy_with((Ellipsis, result))
        if not isinstance(args, tuple):
            args = (args,)
        return self.copy_with((*[_type_convert(arg) for arg in args], result))


class _CallableGenericAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        shown = ', '.join([_type_repr(arg) for arg in args[:-1]])
        return f'typing.Callable[[{shown}], {_type_repr(args[-1])}]'

    def __reduce__(self):
        import operator
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (_lookup('Callable'), args)
