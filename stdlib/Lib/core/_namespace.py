"""Global variables as a dict, and running source made at run time."""
from _services import (code_in, code_warnings, compile_in, is_code, namespace_del, namespace_dict, namespace_fill, namespace_beside,
                       namespace_for_program, namespace_get, namespace_new, namespace_of, namespace_show, namespace_shown as view, namespace_view, run_code)
from _stockade import argument_name as _argument_name, index as _index

def define(source, name, env):
    """Runs library-made source over the names of `env` and gives what it calls `name`.

    The interpreter compiles such a source only for the modules that `is_defined_by_library` in `frames.rs` names. What they put into it
    must be identifiers that the policy lets the program use.
    """
    space = namespace_new(env.get('__name__', 'builtins'))
    namespace_fill(space, env)
    run_code(compile_in(source, '<string>', 'define', space))
    return namespace_get(space, name, None)


def annotation(text, env):
    """The value of an annotation written as text: names, subscripts and `|`, judged as the program's own code."""
    space = namespace_new('builtins')
    if env.get('__builtins__') is _builtins:
        env = {name: value for name, value in env.items() if name != '__builtins__'}
    code = compile_in(text, '<string>', 'annotation', space)
    # Only the names in the text are copied, because the namespace stays alive and keeps its values alive.
    if not any(is_code(constant) for constant in code.co_consts):
        env = {name: env[name] for name in code.co_names if name in env}
    namespace_fill(space, env)
    return run_code(code)


def check_expression(text, filename='<string>'):
    """Raises SyntaxError for what is no expression. Nothing is made of the text."""
    compile_in(text, filename, 'check eval', 0)


def looked_up(statement, found):
    """Runs one import, or one assignment of a name to a name, over a dict, with the rights of the program.

    The interpreter compiles nothing else in this way, so that it needs no grant of `exec`.
    """
    run_code(compile_in(statement, '<string>', 'lookup', space_of(found)))


def check_text(text, filename):
    """Raises SyntaxError for what is no program. Nothing is made of the text."""
    from _stockade import code_granted
    if code_granted():
        # The compiler may have warnings, too.
        compile(text, filename, 'exec')
    else:
        compile_in(text, filename, 'check exec', 0)


def run_text(text, filename, mode, globals):
    """Runs a text of the program for a module that is there to run texts, over the variables in a dict.

    It needs no grant of `exec`: the policy's check judges the text like the program's own, and its code has the rights of the program.
    """
    from _stockade import code_granted
    if code_granted():
        exec(compile(text, filename, mode), globals)
    else:
        if dict.get(globals, '__builtins__') is None:
            # A copy of the program's own variables, in which the policy hides the builtins.
            dict.__setitem__(globals, '__builtins__', _builtins)
        run_code(_warned(compile_in(_text(text, 'exec', filename), filename, f'{mode} alone judged', space_of(globals)), filename))


def run_given(name, globals):
    """Runs the source that the host gave for a module, over the module's variables and with the rights of the program."""
    run_code(compile_in(name, '', 'module', space_of(globals)))


class _IncompleteInputError(SyntaxError):
    """The source is not complete."""
    __module__ = 'builtins'


def compiled(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, feature_version=-1):
    filename = _file_name(filename)
    if '\0' in filename:
        raise ValueError('embedded null character')
    if not isinstance(mode, str):
        raise TypeError(f"compile() argument 'mode' must be str, not {_argument_name(mode)}")
    if '\0' in mode:
        raise ValueError('embedded null character')
    flags, inherits, optimize, _ = _index(flags), not dont_inherit, _index(optimize), _index(feature_version)
    if flags & ~0x1feff00:
        raise ValueError('compile(): unrecognised flags')
    if not -1 <= optimize <= 2:
        raise ValueError('compile(): invalid optimize value')
    if mode not in ('exec', 'eval', 'single') and not (mode == 'func_type' and flags & 1024):
        modes = "'exec', 'eval', 'single' or 'func_type'" if flags & 1024 else "'exec', 'eval' or 'single'"
        raise ValueError(f'compile() mode must be {modes}')
    if not isinstance(source, (str, bytes, bytearray, memoryview)) or flags & 1024:
        from ast import AST, parse
        if flags & 1024:
            made = parse(source, filename, mode)
            if flags & 0x8000:
                from _ast_fold import fold
                fold(made, max(optimize, 0))
            return made
        if isinstance(source, AST):
            source = _written(source, mode)
    text = _text(source, 'compile', filename)
    if flags & 0x4000 and compile_in(text, filename, f'unfinished {mode}', flags & 0x200):
        raise _IncompleteInputError('incomplete input', (filename, text.count('\n') + 1, 0, text.rpartition('\n')[2]))
    if optimize > 0:
        from _source_forms import without
        text = without(text, optimize)
    # The flag says whether annotations are kept as text. Otherwise the calling code decides.
    kept = ' with text' if flags & 0x1000000 else '' if inherits else ' alone'
    made = _warned(compile_in(text, filename, mode + kept, 0), filename)
    if mode == 'eval':
        _check_end(text, filename)
    return made


def _file_name(name):
    if type(name) is str:
        return name
    if isinstance(name, bytes):
        return name.decode('utf-8', 'surrogateescape')
    if isinstance(name, str):
        return str(name)
    from os import fspath
    return fspath(name)


def _warned(code, filename):
    """The code itself, after what its compiler has to say about it."""
    for line, message in code_warnings(code):
        from warnings import warn_explicit
        try:
            warn_explicit(message, SyntaxWarning, filename, line)
        except SyntaxWarning:
            raise SyntaxError(message, (filename, line, 1, None)) from None
    return code


def _written(tree, mode):
    """A tree as source again: what the machine runs is always read from text."""
    import ast
    wanted = {'exec': ast.Module, 'eval': ast.Expression, 'single': ast.Interactive}[mode]
    if not isinstance(tree, wanted):
        raise TypeError(f'expected {wanted.__name__} node, got {type(tree).__name__}')
    from _ast_check import check
    check(tree)
    return ast.unparse(tree)


def _text(source, name, filename='<string>'):
    if isinstance(source, (bytes, bytearray, memoryview)):
        from _source_forms import decoded
        source = decoded(bytes(source), filename)
    if not isinstance(source, str):
        raise TypeError(f"{name}() arg 1 must be a string, bytes or {'AST' if name == 'compile' else 'code'} object")
    source.encode()
    if '\0' in source:
        raise SyntaxError('source code string cannot contain null bytes')
    return source


def check_closure(source, globals, locals):
    # Errors in the namespaces are reported first.
    is_space = (globals is None or isinstance(globals, dict)) and (locals is None or hasattr(type(locals), '__getitem__'))
    if is_space and not is_code(source):
        raise TypeError('closure can only be used when source is a code object')


# Copies of the namespaces of library modules, for code that runs with them as globals. The modules do not change.
_shown = []


def _is_shown(globals):
    if type(globals) is not type(type.__dict__):
        return False
    import sys
    module = sys.modules.get(globals.get('__name__'))
    return type(module) is type(sys) and module.__dict__ == globals


def _copied(globals):
    names = dict(globals)
    for known in _shown:
        if known['__name__'] == names['__name__']:
            return known
    _shown.append(names)
    return names


def _run_body(code, mode, globals, closure):
    """Code of a function: it has its own variables, and of the others those in its cells."""
    count = len(code.co_freevars)
    if count and mode == 'eval':
        raise TypeError('code object passed to eval() may not contain free variables')
    if count and not (type(closure) is tuple and len(closure) == count and all(type(cell).__name__ == 'cell' for cell in closure)):
        raise TypeError(f'code object requires a closure of exactly length {count}')
    made = type(_run_body)(code, globals, None, None, closure)
    made.__qualname__ = made.__name__
    return made()


def run(source, mode, globals, locals, space, around, closure=None):
    if _is_shown(globals):
        globals = _copied(globals)
    if globals is not None and not isinstance(globals, dict):
        if mode == 'exec':
            raise TypeError(f'exec() globals must be a dict, not {type(globals).__name__}')
        if locals is not None and not hasattr(type(locals), '__getitem__'):
            raise TypeError('locals must be a mapping')
        if hasattr(type(globals), '__getitem__'):
            raise TypeError('globals must be a real dict; try eval(expr, {}, mapping)')
        raise TypeError('globals must be a dict')
    if locals is not None and not isinstance(locals, dict) and not hasattr(type(locals), '__getitem__'):
        if mode == 'exec':
            raise TypeError(f'locals must be a mapping or None, not {type(locals).__name__}')
        raise TypeError('locals must be a mapping')
    if is_code(source):
        if closure is not None and not source.co_freevars:
            raise TypeError('cannot use a closure with this code object')
        if source.co_flags & 2:
            return _run_body(source, mode, view(space) if globals is None else globals, closure)
    if globals is None and locals is None:
        if around is None or around is namespace_view(space):
            # At module level these are the caller's own variables.
            return run_code(_code(source, mode, space))
        locals = around
        globals = view(space)
    elif globals is None:
        globals = view(space)
    own = space_of(globals)
    if locals is None or locals is globals:
        kind = type(globals)
        if kind is not dict and (hasattr(kind, '__missing__') or kind.__getitem__ is not dict.__getitem__
                                 or kind.__setitem__ is not dict.__setitem__ or kind.__delitem__ is not dict.__delitem__):
            # Names are also looked up in the object that holds the local variables.
            return run_code(_code(source, f'{mode} over locals', own))(globals)
        return run_code(_code(source, mode, own))
    return run_code(_code(source, f'{mode} over locals', own))(locals)


def code_elsewhere(code, globals):
    # Code of one function that runs with other global variables.
    return code_in(code, space_of(globals))


# The default value of `__builtins__` in a dict of globals: the real builtins. Another dict there replaces them.
_builtins = {}


def names_of(function):
    """The global variables that a function of the program sees; None of another object."""
    space = namespace_beside(function)
    if space is None:
        return None
    found = namespace_view(space)
    return namespace_dict(space) if found is None else found


def names_in(module, default):
    """The names that text of the program may use in a module. In one of the library they are those that the program could read there."""
    names = getattr(module, '__dict__', default)
    if type(names) is not type(type.__dict__):
        return names
    from _stockade import guest_getattr
    seen = {}
    for name in names:
        try:
            seen[name] = guest_getattr(module, name)
        except (AttributeError, ImportError):
            pass
    return seen


def space_of(globals):
    """The namespace whose variables are what a dict holds."""
    found = namespace_of(globals)
    return _made_of(globals) if found is None else found


def _made_of(globals):
    """A namespace whose variables are what a dict holds, now and later."""
    # Uses `dict.get`, so that a subclass of dict cannot interfere.
    space = namespace_for_program(dict.get(globals, '__name__', 'builtins'))
    usual = dict.get(globals, '__builtins__', _builtins) is _builtins
    if usual:
        dict.__setitem__(globals, '__builtins__', _builtins)
    namespace_fill(space, globals)
    namespace_show(space, globals)
    if usual:
        namespace_del(space, '__builtins__')
    return space


def _code(source, mode, space):
    over_locals = mode.endswith(' over locals')
    if is_code(source):
        return compile_in(source, '', mode, space) if over_locals else code_in(source, space)
    text = _text(source, mode.removesuffix(' over locals'))
    if mode.startswith('eval'):
        text = text.lstrip(' \t')
    made = _warned(compile_in(text, '<string>', mode, space), '<string>')
    if mode.startswith('eval'):
        _check_end(text, '<string>')
    return made


def _check_end(text, filename):
    # Reports an expression whose last line is only an indentation without a newline.
    before, _, last = text.rpartition('\n')
    if last and before and not before.endswith('\\') and not last.strip(' \t\f') and last.rpartition('\f')[2]:
        line = text.count('\n') + 1
        raise IndentationError('unexpected indent', (filename, line, len(last), last, line, -1))
