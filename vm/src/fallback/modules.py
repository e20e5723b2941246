# library modules: exceptions whose classes are written in Python, and conversion of user objects to numbers


def raise_with(cls, message):
    raise cls(message)


def _struct_pack(format, *values):
    import _struct
    return _struct.pack(format, *_struct_numbers(_struct._kinds(format), values))


def _struct_pack_into(format, buffer, offset, *values):
    import _struct
    return _struct.pack_into(format, buffer, offset, *_struct_numbers(_struct._kinds(format), values))


def _struct_numbers(kinds, values):
    # Converts instances of user classes to numbers, as the kinds of their slots require.
    converted = []
    for kind, value in zip(kinds, values):
        if kind == 'i' and has_guest_index(value):
            value = index(value)
        elif kind == 'f' and (special(value, '__float__') is not None or has_guest_index(value)):
            value = float(value)
        elif kind == '?':
            value = bool(value)
        converted.append(value)
    return converted


def import_by_finders(name, top):
    # Imports the modules of a dotted name, with the finders that the program installed. Each part is searched in the `__path__` of its
    # parent.
    import sys
    from _stockade import loaded_module
    modules = sys.modules
    at = ''
    above = first = None
    for part in name.split('.'):
        parent = at
        at = f'{at}.{part}' if at else part
        module = modules.get(at)
        if module is None:
            if at in modules:
                raise ModuleNotFoundError(f'import of {at} halted; None in sys.modules', name=at)
            # A library module that the program deleted from `sys.modules` is still used as a parent.
            if not at.startswith('_'):
                module = loaded_module(at)
        if module is None:
            module = _import_by_finders(at, parent, above, modules)
            if parent:
                setattr(above, part, module)
        above = module
        if first is None:
            first = module
    return first if top else above


def _import_by_finders(at, parent, above, modules):
    from importlib.util import _load_by_finders
    path = None
    if parent:
        path = getattr(above, '__path__', None)
        if path is None:
            raise ModuleNotFoundError(f'No module named {at!r}; {parent!r} is not a package', name=at)
    return _load_by_finders(at, path, modules)


def import_child(module, name):
    # `from module import name`, for a module that the program made or put into `sys.modules`, and that has no attribute `name`.
    import sys
    home = getattr(module, '__name__', None)
    if isinstance(home, str):
        full = f'{home}.{name}'
        if full in sys.modules:
            return sys.modules[full]
        if hasattr(module, '__path__'):
            from importlib.util import _spec_of_finders
            if _spec_of_finders(full, module.__path__) is not None:
                return import_by_finders(full, False)
    file = module.__dict__.get('__file__') if isinstance(module, type(sys)) else getattr(module, '__file__', None)
    place = file if isinstance(file, str) else 'unknown location'
    shown = home if isinstance(home, str) else '<unknown module name>'
    told = f'{shown!r}'
    if isinstance(file, str) and getattr(getattr(module, '__spec__', None), '_initializing', False):
        told = f'partially initialized module {shown!r} (most likely due to a circular import)'
    error = ImportError(f'cannot import name {name!r} from {told} ({place})', name=shown, path=file)
    error.name_from = name
    raise error
