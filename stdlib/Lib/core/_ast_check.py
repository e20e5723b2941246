"""What `compile` says of a tree that it can't compile: first whether each field holds its kind, then whether the tree makes sense."""
from _ast_nodes import AST, kinds

_missing = object()
_PRODUCTS = {name for name in ('comprehension', 'arguments', 'arg', 'keyword', 'alias', 'withitem', 'match_case')}


def check(tree):
    """Raises what is wrong with a tree."""
    _converted(tree, kinds['mod'])
    _judge(tree)


# ---- kinds of fields

def _kind_of(node):
    for kind in type(node).__mro__:
        if kinds.get(kind.__name__) is kind:
            return kind
    return None


def _converted(node, of):
    name = of.__name__
    if name in _PRODUCTS:
        _fields(node, of, name)
        _places(node, of, name)
        return
    if node is None:
        return
    kind = _kind_of(node)
    _places(node, of, name)
    if kind is None or kind is of or not issubclass(kind, of):
        raise TypeError(f'expected some sort of {name}, but got {node!r}')
    _fields(node, kind, kind.__name__)


def _places(node, of, name):
    for place in of._attributes:
        value = getattr(node, place, _missing)
        if place.startswith('end'):
            if value is not _missing and value is not None:
                _whole(value)
        elif value is _missing:
            raise TypeError(f'required field "{place}" missing from {name}')
        else:
            _whole(value)


def _whole(value):
    if not isinstance(value, int):
        raise ValueError(f'invalid integer value: {value!r}')


def _fields(node, kind, name):
    for field in kind._fields:
        of = kind._field_types[field]
        value = getattr(node, field, _missing)
        if getattr(of, '__origin__', None) is list:
            if value is _missing:
                continue
            if not isinstance(value, list):
                raise TypeError(f'{name} field "{field}" must be a list, not a {type(value).__name__}')
            of, = of.__args__
            for item in value:
                _value(item, of, field)
            continue
        optional = type(of).__name__ == 'UnionType'
        if optional:
            if value is _missing or value is None:
                continue
            of = of.__args__[0]
        if value is _missing:
            if of is kinds['expr_context']:
                continue
            raise TypeError(f'required field "{field}" missing from {name}')
        if value is None and of is not object and (of is str or isinstance(of, type) and issubclass(of, AST)):
            if of.__name__ not in _PRODUCTS:
                raise ValueError(f"field '{field}' is required for {name}")
        _value(value, of, field)


def _value(value, of, field):
    if of is object:
        return
    if of is str:
        if type(value) is not str:
            kind = 'string' if field in ('type_comment', 'tag', 'kind') else 'identifier'
            raise TypeError(f'AST {kind} must be of type str')
    elif of is int:
        _whole(value)
    else:
        _converted(value, of)


# ---- checks

_CONSTANTS = (int, float, complex, bool, str, bytes)


def _name(text):
    if text in ('None', 'True', 'False'):
        raise ValueError(f"identifier field can't represent '{text}' constant")


def _constant(value):
    if value is None or value is ... or type(value) in _CONSTANTS:
        return
    if type(value) in (tuple, frozenset):
        for item in value:
            _constant(item)
        return
    raise TypeError(f'got an invalid type in Constant: {type(value).__name__}')


def _some(items, field, owner):
    if not items:
        raise ValueError(f'empty {field} on {owner}')


def _range(node):
    line, column = node.lineno, node.col_offset
    end = getattr(node, 'end_lineno', None)
    end_column = getattr(node, 'end_col_offset', None)
    end = line if end is None else end
    end_column = column if end_column is None else end_column
    if line > end:
        raise ValueError(f'AST node line range ({line}, {end}) is not valid')
    if line < 0 and end != line or column < 0 and column != end_column:
        raise ValueError(f'AST node column range ({column}, {end_column}) for line range ({line}, {end}) is not valid')
    if line == end and column > end_column:
        raise ValueError(f'line {line}, column {column}-{end_column} is not a valid range')


def _exprs(nodes, context='Load', absent=False):
    for node in nodes:
        if node is not None:
            _expr(node, context)
        elif not absent:
            raise ValueError('None disallowed in expression list')


def _maybe(node, context='Load'):
    if node is not None:
        _expr(node, context)


def _stmts(nodes):
    for node in nodes:
        if node is None:
            raise ValueError('None disallowed in statement list')
        _stmt(node)


def _body(node):
    _some(node.body, 'body', _kind_of(node).__name__)
    _stmts(node.body)


def _generators(nodes):
    if not nodes:
        raise ValueError('comprehension with no generators')
    for node in nodes:
        _expr(node.target, 'Store')
        _expr(node.iter)
        _exprs(node.ifs)


def _keywords(nodes):
    for node in nodes:
        _expr(node.value)


def _arguments(node):
    for one in (*node.posonlyargs, *node.args, node.vararg, *node.kwonlyargs, node.kwarg):
        if one is not None:
            _range(one)
            _maybe(one.annotation)
    if len(node.defaults) > len(node.posonlyargs) + len(node.args):
        raise ValueError('more positional defaults than args on arguments')
    if len(node.kw_defaults) != len(node.kwonlyargs):
        raise ValueError('length of kwonlyargs is not the same as kw_defaults on arguments')
    _exprs(node.defaults)
    _exprs(node.kw_defaults, absent=True)


def _expr(node, context='Load'):
    _range(node)
    kind = _kind_of(node).__name__
    if kind in ('Attribute', 'Subscript', 'Starred', 'Name', 'List', 'Tuple'):
        if kind == 'Name':
            _name(node.id)
        own = _kind_of(node.ctx).__name__ if hasattr(node, 'ctx') else 'Load'
        if own != context:
            raise ValueError(f'expression must have {context} context but has {own} instead')
    elif context != 'Load':
        raise ValueError(f"expression which can't be assigned to in {context} context")
    judge = _EXPRS.get(kind)
    if judge is not None:
        judge(node, context)


def _compare(node, context):
    if not node.comparators:
        raise ValueError('Compare with no comparators')
    if len(node.comparators) != len(node.ops):
        raise ValueError('Compare has a different number of comparators and operands')
    _exprs(node.comparators)
    _expr(node.left)


def _bool_op(node, context):
    if len(node.values) < 2:
        raise ValueError('BoolOp with less than 2 values')
    _exprs(node.values)


def _dict(node, context):
    if len(node.keys) != len(node.values):
        raise ValueError("Dict doesn't have the same number of keys as values")
    _exprs(node.keys, absent=True)
    _exprs(node.values)


def _named(node, context):
    if _kind_of(node.target).__name__ != 'Name':
        raise TypeError('NamedExpr target must be a Name')
    _expr(node.target, 'Store')
    _expr(node.value)


def _parts(*fields):
    def judge(node, context):
        for field in fields:
            value = getattr(node, field, None)
            (_exprs if isinstance(value, list) else _maybe)(value)
    return judge


def _comprehension(*fields):
    def judge(node, context):
        _generators(node.generators)
        for field in fields:
            _expr(getattr(node, field))
    return judge


_EXPRS = {
    'BoolOp': _bool_op, 'NamedExpr': _named, 'BinOp': _parts('left', 'right'), 'UnaryOp': _parts('operand'),
    'Lambda': lambda node, context: (_arguments(node.args), _expr(node.body)), 'IfExp': _parts('test', 'body', 'orelse'), 'Dict': _dict,
    'Set': _parts('elts'), 'ListComp': _comprehension('elt'), 'SetComp': _comprehension('elt'), 'GeneratorExp': _comprehension('elt'),
    'DictComp': _comprehension('key', 'value'), 'Yield': _parts('value'), 'YieldFrom': _parts('value'), 'Await': _parts('value'),
    'Compare': _compare, 'Call': lambda node, context: (_expr(node.func), _exprs(node.args), _keywords(node.keywords)),
    'Constant': lambda node, context: _constant(node.value), 'JoinedStr': _parts('values'),
    'FormattedValue': _parts('value', 'format_spec'), 'Attribute': _parts('value'), 'Subscript': _parts('slice', 'value'),
    'Starred': lambda node, context: _expr(node.value, context), 'Slice': _parts('lower', 'upper', 'step'),
    'List': lambda node, context: _exprs(node.elts, context), 'Tuple': lambda node, context: _exprs(node.elts, context),
}


# ---- patterns

def _capture(name):
    if name == '_':
        raise ValueError("can't capture name '_' in patterns")
    if name is not None:
        _name(name)


def _literal(node):
    """The value of a pattern: a literal, or a name with dots."""
    _expr(node)
    kind = _kind_of(node).__name__
    if kind == 'Constant':
        if node.value is ... or type(node.value) not in (int, float, complex, str, bytes):
            raise ValueError('unexpected constant inside of a literal pattern')
    elif kind not in ('Attribute', 'UnaryOp', 'BinOp', 'JoinedStr'):
        raise ValueError('patterns may only match literals and attribute lookups')


def _patterns(nodes, star=False):
    for node in nodes:
        _pattern(node, star)


def _pattern(node, star=False):
    _range(node)
    kind = _kind_of(node).__name__
    if kind == 'MatchValue':
        _literal(node.value)
    elif kind == 'MatchSingleton':
        if not (node.value is None or node.value is True or node.value is False):
            raise ValueError('MatchSingleton can only contain True, False and None')
    elif kind == 'MatchSequence':
        _patterns(node.patterns, True)
    elif kind == 'MatchMapping':
        if len(node.keys) != len(node.patterns):
            raise ValueError("MatchMapping doesn't have the same number of keys as patterns")
        _capture(getattr(node, 'rest', None))
        for key in node.keys:
            if not (_kind_of(key).__name__ == 'Constant' and (key.value is None or type(key.value) is bool)):
                _literal(key)
        _patterns(node.patterns)
    elif kind == 'MatchClass':
        if len(node.kwd_attrs) != len(node.kwd_patterns):
            raise ValueError("MatchClass doesn't have the same number of keyword attributes as patterns")
        _expr(node.cls)
        place = node.cls
        while _kind_of(place).__name__ == 'Attribute':
            place = place.value
        if _kind_of(place).__name__ != 'Name':
            raise ValueError('MatchClass cls field can only contain Name or Attribute nodes.')
        for name in node.kwd_attrs:
            _name(name)
        _patterns(node.patterns)
        _patterns(node.kwd_patterns)
    elif kind == 'MatchStar':
        if not star:
            raise ValueError("can't use MatchStar here")
        _capture(getattr(node, 'name', None))
    elif kind == 'MatchAs':
        name, inner = getattr(node, 'name', None), getattr(node, 'pattern', None)
        _capture(name)
        if inner is not None:
            if name is None:
                raise ValueError('MatchAs must specify a target name if a pattern is given')
            _pattern(inner)
    else:
        if len(node.patterns) < 2:
            raise ValueError('MatchOr requires at least 2 patterns')
        _patterns(node.patterns)


# ---- statements

def _type_params(nodes):
    for node in nodes:
        _range(node)
        _name(node.name)
        _maybe(getattr(node, 'bound', None))
        _maybe(getattr(node, 'default_value', None))


def _function(node):
    _body(node)
    _type_params(node.type_params)
    _arguments(node.args)
    _exprs(node.decorator_list)
    _maybe(node.returns)


def _class(node):
    _body(node)
    _type_params(node.type_params)
    _exprs(node.bases)
    _keywords(node.keywords)
    _exprs(node.decorator_list)


def _targets(node, context):
    _some(node.targets, 'targets', _kind_of(node).__name__)
    _exprs(node.targets, context)


def _assign(node):
    _targets(node, 'Store')
    _expr(node.value)


def _aug_assign(node):
    _expr(node.target, 'Store')
    _expr(node.value)


def _ann_assign(node):
    if _kind_of(node.target).__name__ != 'Name' and node.simple:
        raise TypeError('AnnAssign with simple non-Name target')
    _expr(node.target, 'Store')
    _maybe(node.value)
    _expr(node.annotation)


def _type_alias(node):
    if _kind_of(node.name).__name__ != 'Name':
        raise TypeError('TypeAlias with non-Name name')
    _expr(node.name, 'Store')
    _type_params(node.type_params)
    _expr(node.value)


def _for(node):
    _expr(node.target, 'Store')
    _expr(node.iter)
    _body(node)
    _stmts(node.orelse)


def _branch(node):
    _expr(node.test)
    _body(node)
    _stmts(node.orelse)


def _with(node):
    _some(node.items, 'items', _kind_of(node).__name__)
    for item in node.items:
        _expr(item.context_expr)
        _maybe(item.optional_vars, 'Store')
    _body(node)


def _match(node):
    _expr(node.subject)
    _some(node.cases, 'cases', 'Match')
    for case in node.cases:
        _pattern(case.pattern)
        _maybe(case.guard)
        _body(case)


def _raise(node):
    if node.exc is not None:
        _expr(node.exc)
        _maybe(node.cause)
    elif node.cause is not None:
        raise ValueError('Raise with cause but no exception')


def _try(node):
    name = _kind_of(node).__name__
    _body(node)
    if not node.handlers and not node.finalbody:
        raise ValueError(f'{name} has neither except handlers nor finalbody')
    if not node.handlers and node.orelse:
        raise ValueError(f'{name} has orelse but no except handlers')
    for handler in node.handlers:
        _range(handler)
        _maybe(handler.type)
        _body(handler)
    _stmts(node.finalbody)
    _stmts(node.orelse)


def _import_from(node):
    if (node.level or 0) < 0:
        raise ValueError('Negative ImportFrom level')
    _some(node.names, 'names', 'ImportFrom')


def _stmt(node):
    _range(node)
    kind = _kind_of(node).__name__
    judge = _STMTS.get(kind)
    if judge is not None:
        judge(node)
    elif kind in ('Import', 'Global', 'Nonlocal'):
        _some(node.names, 'names', kind)


_STMTS = {
    'FunctionDef': _function, 'AsyncFunctionDef': _function, 'ClassDef': _class, 'Return': lambda node: _maybe(node.value),
    'Delete': lambda node: _targets(node, 'Del'), 'Assign': _assign, 'TypeAlias': _type_alias, 'AugAssign': _aug_assign,
    'AnnAssign': _ann_assign, 'For': _for, 'AsyncFor': _for, 'While': _branch, 'If': _branch, 'With': _with, 'AsyncWith': _with,
    'Match': _match, 'Raise': _raise, 'Try': _try, 'TryStar': _try, 'Assert': lambda node: (_expr(node.test), _maybe(node.msg)),
    'ImportFrom': _import_from, 'Expr': lambda node: _expr(node.value),
}


def _judge(tree):
    kind = _kind_of(tree).__name__
    if kind == 'Expression':
        _expr(tree.body)
    elif kind == 'FunctionType':
        _exprs(tree.argtypes)
        _expr(tree.returns)
    else:
        _stmts(tree.body)


def _later(node):
    """The minor versions that parts of a node came with, what they are called, and where they stand."""
    kind = type(node).__name__
    if kind == 'NamedExpr':
        yield 8, 'Assignment expressions are', node
    elif kind == 'arguments' and node.posonlyargs:
        yield 8, 'Positional-only parameters are', node.posonlyargs[-1]
    elif kind == 'TryStar':
        yield 11, 'Exception groups are', node
    elif kind == 'Match':
        yield 10, 'Pattern matching is', node
    elif kind == 'TypeAlias':
        yield 12, 'Type statement is', node
    elif kind == 'AnnAssign':
        yield 6, 'Variable annotation syntax is', node
    elif kind == 'MatMult':
        yield 5, "The '@' operator is", node
    elif kind in ('AsyncFunctionDef', 'AsyncFor', 'AsyncWith'):
        yield 5, {'AsyncFunctionDef': 'Async functions are', 'AsyncFor': 'Async for loops are', 'AsyncWith': 'Async with statements are'}[kind], node
    elif kind == 'Await':
        yield 5, 'Await expressions are', node
    elif kind == 'comprehension' and node.is_async:
        yield 6, 'Async comprehensions are', node
    if getattr(node, 'type_params', None):
        yield 12, 'Type parameter lists are', node.type_params[-1]
    if getattr(node, 'default_value', None) is not None:
        yield 13, 'Type parameter defaults are', node.default_value


def check_features(tree, minor, source, filename):
    """Refuses what a version of Python's grammar did not have yet."""
    from ast import walk
    for node in walk(tree):
        for since, what, part in _later(node):
            if minor < since:
                lines, line = source.split('\n'), getattr(part, 'end_lineno', 1)
                raise SyntaxError(f'{what} only supported in Python 3.{since} and greater',
                                  (filename, line, getattr(part, 'end_col_offset', 0) + 1, lines[line - 1] if line <= len(lines) else ''))
