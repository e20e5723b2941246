def globals():
    from _namespace import view
    return view(caller_namespace())


def module_variables(namespace):
    from _namespace import view
    return view(namespace)


def locals():
    found = caller_locals()
    if found is None:
        return globals()
    return found


def exec(source, globals=None, locals=None, closure=None):
    from _namespace import check_closure, run
    if closure is not None:
        check_closure(source, globals, locals)
    run(source, 'exec', globals, locals, caller_namespace(), caller_locals(), closure)


def eval(source, globals=None, locals=None):
    from _namespace import run
    return run(source, 'eval', globals, locals, caller_namespace(), caller_locals())


def function_elsewhere(code, globals, name, argdefs, closure, kwdefaults):
    from _namespace import code_elsewhere
    return type(lambda: 0)(code_elsewhere(code, globals), globals, name, argdefs, closure, kwdefaults)


def recode_elsewhere(function, code, space):
    from _services import code_in
    function.__code__ = code_in(code, space)


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
            # The policy hides this name from the program.
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
