"""Syntax trees of source text: read by the machine's own parser, walked, changed and written again. Nothing is ever run."""
import re
from enum import IntEnum, auto
from contextlib import contextmanager, nullcontext
from _ast_nodes import AST, kinds, tree
from _genericpath import fspath as _fspath
from _stockade import argument_name as _argument_name, index as _index, guest_delattr, guest_getattr, guest_setattr

globals().update(kinds)
PyCF_ALLOW_TOP_LEVEL_AWAIT = 8192
PyCF_ONLY_AST = 1024
PyCF_OPTIMIZED_AST = 33792
PyCF_TYPE_COMMENTS = 4096


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None, optimize=-1):
    """The tree of a module, an expression (mode 'eval'), an interactive statement ('single') or a signature ('func_type')."""
    if feature_version is None:
        minor = -1
    elif isinstance(feature_version, tuple):
        major, minor = feature_version
        if major != 3:
            raise ValueError(f'Unsupported major version: {major}')
    else:
        minor = feature_version
    minor = _index(minor)
    if not isinstance(filename, (str, bytes)):
        filename = _fspath(filename)
    if not isinstance(mode, str):
        raise TypeError(f"compile() argument 'mode' must be str, not {_argument_name(mode)}")
    if optimize > 2 or optimize < -1:
        raise ValueError('compile(): invalid optimize value')
    if isinstance(source, AST):
        return source
    if mode not in ('exec', 'eval', 'single', 'func_type'):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    if isinstance(source, (bytes, bytearray, memoryview)):
        from _source_forms import decoded
        source = decoded(bytes(source), filename)
    elif not isinstance(source, str):
        raise TypeError('compile() arg 1 must be a string, bytes or AST object')
    if '\0' in source:
        raise SyntaxError('source code string cannot contain null bytes')
    if isinstance(filename, bytes):
        filename = filename.decode()
    if isinstance(filename, str) and '\0' in filename:
        raise ValueError('embedded null character')
    made = tree(source, str(filename), mode)
    if 0 <= minor < 13:
        from _ast_check import check_features
        check_features(made, minor, source, str(filename))
    if optimize > 0:
        from _ast_fold import fold
        fold(made, optimize)
    return made


def literal_eval(node_or_string):
    """The value of a literal: strings, bytes, numbers, tuples, lists, dicts, sets, booleans, None and `...`."""
    node = node_or_string
    if isinstance(node, str):
        node = parse(node.lstrip(' \t'), mode='eval')
    if isinstance(node, kinds['Expression']):
        node = node.body
    return _literal(node)


def _refuse(node):
    text = 'malformed node or string'
    if line := getattr(node, 'lineno', None):
        text += f' on line {line}'
    raise ValueError(f'{text}: {node!r}')


def _number(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _refuse(node)
    return node.value


def _signed(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _number(node)


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple([_literal(item) for item in node.elts])
    if isinstance(node, List):
        return [_literal(item) for item in node.elts]
    if isinstance(node, Set):
        return {_literal(item) for item in node.elts}
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _refuse(node)
        return {_literal(key): _literal(value) for key, value in zip(node.keys, node.values)}
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == 'set' and node.args == node.keywords == []:
        return set()
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left = _signed(node.left)
        right = _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None, show_empty=False):
    """The tree as text; with `indent`, over several lines."""
    if not isinstance(node, AST):
        raise TypeError(f'expected AST, got {type(node).__name__!r}')
    if indent is not None and not isinstance(indent, str):
        indent = ' ' * indent
    return _shown(node, annotate_fields, include_attributes, indent, show_empty, 1)[0]


def _shown(value, named, attributes, indent, empty, level):
    """(text, whether it is always on one line)."""
    before, between = ('', ', ') if indent is None else ('\n' + indent * level, ',\n' + indent * level)

    names_asked = named

    def show(inner):
        return _shown(inner, names_asked, attributes, indent, empty, level + 1)

    if isinstance(value, list):
        if not value:
            return '[]', True
        return f'[{before}{between.join([show(item)[0] for item in value])}]', False
    if not isinstance(value, AST):
        return repr(value), True
    kind = type(value)
    parts = []
    # Empty lists that are not shown yet. They must be shown if fields have no names and another field follows.
    held = []
    simple = True
    for name in value._fields:
        try:
            field = guest_getattr(value, name)
        except AttributeError:
            named = True
            continue
        if field is None and getattr(kind, name, ...) is None:
            named = True
            continue
        if not empty and field == [] and isinstance(field, list):
            if not named:
                held.append('[]')
            continue
        if not named:
            parts.extend(held)
            held = []
        text, plain = show(field)
        simple = simple and plain
        parts.append(f'{name}={text}' if named else text)
    if attributes:
        for name in value._attributes:
            try:
                field = guest_getattr(value, name)
            except AttributeError:
                continue
            if field is None and getattr(kind, name, ...) is None:
                continue
            text, plain = show(field)
            simple = simple and plain
            parts.append(f'{name}={text}')
    if simple and len(parts) <= 3:
        return f'{kind.__name__}({", ".join(parts)})', not parts
    return f'{kind.__name__}({before}{between.join(parts)})', False


def copy_location(new_node, old_node):
    """The same place for `new_node` as `old_node` has."""
    for name in ('lineno', 'col_offset', 'end_lineno', 'end_col_offset'):
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or name.startswith('end_') and hasattr(old_node, name):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Places for the nodes that have none: those of their parents."""
    names = ('lineno', 'end_lineno', 'col_offset', 'end_col_offset')
    pending = [(node, (1, 1, 0, 0))]
    while pending:
        one, places = pending.pop()
        if 'lineno' in one._attributes:
            own = []
            for name, place in zip(names, places):
                # An end may be present with the value None.
                if getattr(one, name, None) is None and (name.startswith('end') or not hasattr(one, name)):
                    setattr(one, name, place)
                own.append(getattr(one, name))
            places = tuple(own)
        pending.extend([(child, places) for child in iter_child_nodes(one)])
    return node


def increment_lineno(node, n=1):
    """Moves a tree down by `n` lines."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, 'lineno', 0) + n
            continue
        if 'lineno' in child._attributes:
            child.lineno = getattr(child, 'lineno', 0) + n
        if 'end_lineno' in child._attributes and (end := getattr(child, 'end_lineno', 0)) is not None:
            child.end_lineno = end + n
    return node


def iter_fields(node):
    """Pairs of a field's name and its value, for the fields that are there."""
    for name in node._fields:
        try:
            yield name, guest_getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes directly below."""
    for _, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def get_docstring(node, clean=True):
    """The docstring of a function, class or module, or None."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f"{type(node).__name__!r} can't have docstrings")
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    first = node.body[0].value
    if not (isinstance(first, Constant) and isinstance(first.value, str)):
        return None
    if clean:
        import inspect
        return inspect.cleandoc(first.value)
    return first.value


def _lines(source, most=None):
    found = []
    for match in re.finditer(r'(.*?)(\r\n|\n|\r|\Z)', source, re.DOTALL):
        if most is not None and len(found) >= most:
            break
        current = match.group()
        if current:
            found.append(current)
    return found


def get_source_segment(source, node, *, padded=False):
    """The text a node was read from, or None where its place is not known."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        line, end_line = node.lineno - 1, node.end_lineno - 1
        column, end_column = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = _lines(source, end_line + 1)
    if end_line == line:
        return lines[line].encode()[column:end_column].decode()
    before = ''
    if padded:
        before = re.sub(r'[^\f\t]', ' ', lines[line].encode()[:column].decode())
    first = before + lines[line].encode()[column:].decode()
    last = lines[end_line].encode()[:end_column].decode()
    return ''.join([first, *lines[line + 1:end_line], last])


def walk(node):
    """The node and all below it, level by level."""
    level = [node]
    while level:
        below = []
        for one in level:
            below.extend(iter_child_nodes(one))
            yield one
        level = below


class NodeVisitor:
    """Calls `visit_<Kind>` for nodes, `generic_visit` where there is none."""

    def visit(self, node):
        return getattr(self, 'visit_' + type(node).__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        for _, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)

    def visit_Constant(self, node):
        value = node.value
        for name, kind in (('NameConstant', (bool, type(None))), ('Num', (int, float, complex)), ('Bytes', bytes), ('Str', str),
                           ('Ellipsis', type(...))):
            if isinstance(value, kind):
                break
        else:
            return self.generic_visit(node)
        method = getattr(self, 'visit_' + name, None)
        if method is None:
            return self.generic_visit(node)
        import warnings
        warnings.warn(f'visit_{name} is deprecated; add visit_Constant', DeprecationWarning, 2)
        return method(node)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods return the replacement of the node: another node, several, or None."""

    def generic_visit(self, node):
        for name, value in iter_fields(node):
            if isinstance(value, list):
                kept = []
                for item in value:
                    if isinstance(item, AST):
                        item = self.visit(item)
                        if item is None:
                            continue
                        if not isinstance(item, AST):
                            kept.extend(item)
                            continue
                    kept.append(item)
                value[:] = kept
            elif isinstance(value, AST):
                new = self.visit(value)
                if new is None:
                    guest_delattr(node, name)
                else:
                    guest_setattr(node, name, new)
        return node


def unparse(ast_obj):
    """Source that gives an equal tree."""
    from _ast_unparse import unparse
    return unparse(ast_obj)


class slice(AST):
    """Not made any more: an index is its expression."""


class Index(slice):
    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    """Not made any more."""


class AugLoad(expr_context):
    """Not made any more."""


class AugStore(expr_context):
    """Not made any more."""


class Param(expr_context):
    """Not made any more."""


def _old_kind(name, of):
    """One of the constants' classes before `Constant`: it still judges instances and makes constants."""
    import warnings
    text = f'ast.{name} is deprecated and will be removed in Python 3.14; use ast.Constant instead'

    class Meta(type):
        def __instancecheck__(cls, instance):
            if cls is not made:
                return type.__instancecheck__(cls, instance)
            warnings.warn(text, DeprecationWarning, 2)
            return (isinstance(instance, Constant) and isinstance(getattr(instance, 'value', of), of)
                    and not (name == 'Num' and isinstance(instance.value, bool)))

    def __new__(cls, *args, **kwargs):
        warnings.warn(text, DeprecationWarning, 2)
        if name == 'Ellipsis':
            return Constant(..., *args, **kwargs)
        if cls is not made:
            return Constant.__new__(cls, *args, **kwargs)
        if old in kwargs:
            kwargs['value'] = kwargs.pop(old)
        return Constant(*args, **kwargs)

    old = {'Num': 'n', 'Str': 's', 'Bytes': 's'}.get(name, 'value')
    made = Meta(name, (Constant,), {'__new__': __new__, '__module__': 'ast', '_fields': (old,) if name != 'Ellipsis' else ()})
    return made


_OLD = {'Num': (int, float, complex), 'Str': (str,), 'Bytes': (bytes,), 'NameConstant': (bool, type(None)), 'Ellipsis': (type(...),)}


def __getattr__(name):
    if name in _OLD:
        import warnings
        warnings.warn(f'ast.{name} is deprecated and will be removed in Python 3.14; use ast.Constant instead', DeprecationWarning, 2)
        globals()[name] = _old_kind(name, _OLD[name])
        return globals()[name]
    raise AttributeError(f"module 'ast' has no attribute '{name}'")


def _value_of(name):
    def get(self):
        import warnings
        warnings.warn(f'Attribute {name} is deprecated and will be removed in Python 3.14; use value instead', DeprecationWarning, 2)
        return self.value

    def set(self, value):
        import warnings
        warnings.warn(f'Attribute {name} is deprecated and will be removed in Python 3.14; use value instead', DeprecationWarning, 2)
        self.value = value
    return property(get, set)


Constant.n = _value_of('n')
Constant.s = _value_of('s')
Tuple.dims = property(lambda self: self.elts, lambda self, value: setattr(self, 'elts', value), doc='The items of an old extended slice.')
