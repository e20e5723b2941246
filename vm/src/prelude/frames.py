def globals():
    from _namespace import view
    return view(caller_namespace())


def module_variables(namespace):
    from _namespace import view
    return view(namespace)


def new_function(code, globals, name, argdefs, closure, kwdefaults):
    # A function of code of the program's own, with names of its own.
    from _services import function_new, is_code
    from _stockade import argument_name
    from types import CellType
    if not is_code(code):
        raise TypeError(f"function() argument 'code' must be code, not {argument_name(code)}")
    if not isinstance(globals, dict):
        raise TypeError(f"function() argument 'globals' must be dict, not {argument_name(globals)}")
    if name is not None and not isinstance(name, str):
        raise TypeError('arg 3 (name) must be None or string')
    if argdefs is not None and not isinstance(argdefs, tuple):
        raise TypeError('arg 4 (defaults) must be None or tuple')
    wanted = len(code.co_freevars)
    if not isinstance(closure, tuple):
        if wanted and closure is None:
            raise TypeError('arg 5 (closure) must be tuple')
        if closure is not None:
            raise TypeError('arg 5 (closure) must be None or tuple')
    if kwdefaults is not None and not isinstance(kwdefaults, dict):
        raise TypeError('arg 6 (kwdefaults) must be None or dict')
    cells = () if closure is None else tuple(closure)
    if len(cells) != wanted:
        raise ValueError(f'{code.co_name} requires closure of length {wanted}, not {len(cells)}')
    for cell in cells:
        if type(cell) is not CellType:
            raise TypeError(f'arg 5 (closure) expected cell, found {type(cell).__name__}')
    from _namespace import space_of
    made = function_new(code, space_of(globals), cells)
    if name is not None:
        made.__name__ = name
    if argdefs is not None:
        made.__defaults__ = argdefs
    if kwdefaults is not None:
        made.__kwdefaults__ = kwdefaults
    return made


def recode_function(function, code):
    # What else a function says of itself stays.
    from _services import function_recode
    has, wanted = len(function.__closure__ or ()), len(code.co_freevars)
    if has != wanted:
        raise ValueError(f'{function.__name__}() requires a code object with {has} free vars, not {wanted}')
    name, qualname, doc = function.__name__, function.__qualname__, function.__doc__
    function_recode(function, code)
    function.__name__, function.__qualname__, function.__doc__ = name, qualname, doc


def locals():
    found = caller_locals()
    if found is None:
        return globals()
    return found


def exec(source, globals=None, locals=None, closure=None):
    from _namespace import check_closure, run
    if closure is not None:
        check_closure(source, globals, locals)
    run(source, 'exec', globals, locals, caller_namespace(), caller_locals())


def eval(source, globals=None, locals=None):
    from _namespace import run
    return run(source, 'eval', globals, locals, caller_namespace(), caller_locals())


def compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, _feature_version=-1):
    from _namespace import compiled
    return compiled(source, filename, mode, flags, dont_inherit, optimize, _feature_version)


def import_star_lazy(find, names, space):
    for name in names:
        namespace_set(space, name, find(name))


def import_star_over(module, names):
    from _stockade import guest_getattr
    try:
        listed = guest_getattr(module, '__all__')
    except AttributeError:
        listed = [name for name in vars(module) if isinstance(name, str) and name[:1] != '_']
    for name in listed:
        try:
            names[name] = guest_getattr(module, name)
        except AttributeError:
            # What the policy does not let the program read.
            pass


def import_star_object(module, space):
    from _stockade import guest_getattr
    names = getattr(module, '__all__', None)
    if names is None:
        try:
            names = [name for name in module.__dict__ if isinstance(name, str) and not name.startswith('_')]
        except AttributeError:
            raise ImportError('from-import-* object has no __dict__ and no __all__') from None
    for name in names:
        namespace_set(space, name, guest_getattr(module, name))


def import_star_lent(find, space):
    for name in find('*'):
        namespace_set(space, name, find(name))
