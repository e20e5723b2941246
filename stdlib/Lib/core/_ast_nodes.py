"""The classes of syntax trees, made from the grammar they follow, and the trees themselves, made from what the compiler read."""
import warnings
from _services import tree_rows
from _stockade import guest_setattr, make_class

# In the notation of the language reference: sums of constructors with typed fields. `attributes` are fields of every node of a sum.
_PLACES = 'int lineno, int col_offset, int? end_lineno, int? end_col_offset'
_END = 'int lineno, int col_offset, int end_lineno, int end_col_offset'
_GRAMMAR = [
    ('mod', '', '''Module(stmt* body, type_ignore* type_ignores)
Interactive(stmt* body)
Expression(expr body)
FunctionType(expr* argtypes, expr returns)'''),
    ('stmt', _PLACES, '''FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)
AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)
ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params)
Return(expr? value)
Delete(expr* targets)
Assign(expr* targets, expr value, string? type_comment)
TypeAlias(expr name, type_param* type_params, expr value)
AugAssign(expr target, operator op, expr value)
AnnAssign(expr target, expr annotation, expr? value, int simple)
For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
While(expr test, stmt* body, stmt* orelse)
If(expr test, stmt* body, stmt* orelse)
With(withitem* items, stmt* body, string? type_comment)
AsyncWith(withitem* items, stmt* body, string? type_comment)
Match(expr subject, match_case* cases)
Raise(expr? exc, expr? cause)
Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
Assert(expr test, expr? msg)
Import(alias* names)
ImportFrom(identifier? module, alias* names, int? level)
Global(identifier* names)
Nonlocal(identifier* names)
Expr(expr value)
Pass
Break
Continue'''),
    ('expr', _PLACES, '''BoolOp(boolop op, expr* values)
NamedExpr(expr target, expr value)
BinOp(expr left, operator op, expr right)
UnaryOp(unaryop op, expr operand)
Lambda(arguments args, expr body)
IfExp(expr test, expr body, expr orelse)
Dict(expr?* keys, expr* values)
Set(expr* elts)
ListComp(expr elt, comprehension* generators)
SetComp(expr elt, comprehension* generators)
DictComp(expr key, expr value, comprehension* generators)
GeneratorExp(expr elt, comprehension* generators)
Await(expr value)
Yield(expr? value)
YieldFrom(expr value)
Compare(expr left, cmpop* ops, expr* comparators)
Call(expr func, expr* args, keyword* keywords)
FormattedValue(expr value, int conversion, expr? format_spec)
JoinedStr(expr* values)
Constant(constant value, string? kind)
Attribute(expr value, identifier attr, expr_context ctx)
Subscript(expr value, expr slice, expr_context ctx)
Starred(expr value, expr_context ctx)
Name(identifier id, expr_context ctx)
List(expr* elts, expr_context ctx)
Tuple(expr* elts, expr_context ctx)
Slice(expr? lower, expr? upper, expr? step)'''),
    ('expr_context', '', 'Load\nStore\nDel'),
    ('boolop', '', 'And\nOr'),
    ('operator', '', 'Add\nSub\nMult\nMatMult\nDiv\nMod\nPow\nLShift\nRShift\nBitOr\nBitXor\nBitAnd\nFloorDiv'),
    ('unaryop', '', 'Invert\nNot\nUAdd\nUSub'),
    ('cmpop', '', 'Eq\nNotEq\nLt\nLtE\nGt\nGtE\nIs\nIsNot\nIn\nNotIn'),
    ('comprehension', '', 'comprehension(expr target, expr iter, expr* ifs, int is_async)'),
    ('excepthandler', _PLACES, 'ExceptHandler(expr? type, identifier? name, stmt* body)'),
    ('arguments', '', 'arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr?* kw_defaults, arg? kwarg, expr* defaults)'),
    ('arg', _PLACES, 'arg(identifier arg, expr? annotation, string? type_comment)'),
    ('keyword', _PLACES, 'keyword(identifier? arg, expr value)'),
    ('alias', _PLACES, 'alias(identifier name, identifier? asname)'),
    ('withitem', '', 'withitem(expr context_expr, expr? optional_vars)'),
    ('match_case', '', 'match_case(pattern pattern, expr? guard, stmt* body)'),
    ('pattern', _END, '''MatchValue(expr value)
MatchSingleton(constant value)
MatchSequence(pattern* patterns)
MatchMapping(expr* keys, pattern* patterns, identifier? rest)
MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)
MatchStar(identifier? name)
MatchAs(pattern? pattern, identifier? name)
MatchOr(pattern* patterns)'''),
    ('type_ignore', '', 'TypeIgnore(int lineno, string tag)'),
    ('type_param', _END, '''TypeVar(identifier name, expr? bound, expr? default_value)
ParamSpec(identifier name, expr? default_value)
TypeVarTuple(identifier name, expr? default_value)'''),
]
_missing = object()


class AST:
    _fields = ()
    _attributes = ()
    _field_types = {}
    __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        kind = type(self)
        fields = self._fields
        name = kind.__name__
        if len(args) > len(fields):
            plural = '' if len(fields) == 1 else 's'
            raise TypeError(f'{name} constructor takes at most {len(fields)} positional argument{plural}')
        given = set()
        for field, value in zip(fields, args):
            guest_setattr(self, field, value)
            given.add(field)
        for field, value in kwargs.items():
            if field in given:
                raise TypeError(f"{name} got multiple values for argument '{field}'")
            if field not in fields and field not in self._attributes:
                warnings.warn(f"{name}.__init__ got an unexpected keyword argument '{field}'. Support for arbitrary keyword arguments is "
                              'deprecated and will be removed in Python 3.15.', DeprecationWarning, 2)
            guest_setattr(self, field, value)
            given.add(field)
        if len(given) < len(fields) or not given.issuperset(fields):
            self._fill(kind, name, [field for field in fields if field not in given])

    def _fill(self, kind, name, absent):
        types = self._field_types
        for field in absent:
            of = types.get(field, _missing)
            if of is _missing:
                if types or '_field_types' in kind.__dict__:
                    warnings.warn(f"Field {field!r} is missing from {name}._field_types. This will become an "
                                  'error in Python 3.15.', DeprecationWarning, 3)
                continue
            if getattr(kind, field, _missing) is None:
                continue
            if getattr(of, '__origin__', None) is list:
                guest_setattr(self, field, [])
            elif of is expr_context:
                guest_setattr(self, field, _singletons['Load'])
            else:
                warnings.warn(f"{name}.__init__ missing 1 required positional argument: {field!r}. This will become an error in Python 3.15.",
                              DeprecationWarning, 3)

    def __reduce_ex__(self, protocol):
        state = self.__dict__.copy()
        # Fields are passed by position, so that the type does not report fields as missing that the state sets later.
        given = []
        for field in self._fields:
            if field not in state:
                break
            given.append(None)
        return type(self), tuple(given), state

    def __reduce__(self):
        return self.__reduce_ex__(2)


AST.__init__.__qualname__ = 'AST.__init__'
AST.__module__ = 'ast'
kinds = {'AST': AST}


def _type_of(text):
    name = text.rstrip('?*')
    of = {'identifier': str, 'string': str, 'int': int, 'constant': object}.get(name) or kinds[name]
    if text.endswith('*'):
        return list[of]
    return of | None if text.endswith('?') else of


def _declare():
    pairs = []
    for sum_name, places, alternatives in _GRAMMAR:
        alternatives = alternatives.split('\n')
        single = len(alternatives) == 1 and alternatives[0].startswith(sum_name + '(')
        attributes = tuple(entry.split()[1] for entry in places.split(', ')) if places else ()
        optional = [entry.split()[1] for entry in places.split(', ') if '?' in entry]
        doc = alternatives[0] if single else f'{sum_name} = ' + f'\n{" " * len(sum_name)} | '.join(alternatives)
        base = {'__module__': 'ast', '__doc__': doc, '_attributes': attributes, **dict.fromkeys(optional)}
        if not single:
            kinds[sum_name] = make_class(sum_name, (AST,), {**base, '_fields': (), '__match_args__': (), '_field_types': {}})
        for alternative in alternatives:
            name, _, inside = alternative.rstrip(')').partition('(')
            entries = [entry.split() for entry in inside.split(', ')] if inside else []
            fields = tuple(field for _, field in entries)
            members = {'__module__': 'ast', '__doc__': alternative, '_fields': fields, '__match_args__': fields}
            members.update({field: None for kind, field in entries if kind.endswith('?')})
            if single:
                members.update(base)
            kinds[name] = make_class(name, (AST if single else kinds[sum_name],), members)
            pairs.append((kinds[name], entries))
    for kind, entries in pairs:
        kind._field_types = {field: _type_of(of) for of, field in entries}


_declare()
expr_context = kinds['expr_context']
_singletons = {name: kinds[name]() for sum_name, _, names in _GRAMMAR[3:8] for name in names.split('\n')}

# How the fields of a row are read: e expression, p pattern, s statement (capitals: lists), o an operator or context (O: a list), v the
# value, n names, k rows of nodes, g generators, a arguments, f parts of an f-string, w items of with, c cases, h handlers.
_SHAPES = {
    'BoolOp': 'oE', 'NamedExpr': 'ee', 'BinOp': 'eoe', 'UnaryOp': 'oe', 'Lambda': 'ae', 'IfExp': 'eee', 'Dict': 'EE', 'Set': 'E',
    'ListComp': 'eg', 'SetComp': 'eg', 'DictComp': 'eeg', 'GeneratorExp': 'eg', 'Await': 'e', 'Yield': 'e', 'YieldFrom': 'e',
    'Compare': 'eOE', 'Call': 'eEk', 'JoinedStr': 'f', 'Constant': 'vv', 'Attribute': 'evo', 'Subscript': 'eeo', 'Starred': 'eo',
    'Name': 'vo', 'List': 'Eo', 'Tuple': 'Eo', 'Slice': 'eee',
    'MatchValue': 'e', 'MatchSingleton': 'v', 'MatchSequence': 'P', 'MatchMapping': 'EPv', 'MatchClass': 'ePnP', 'MatchStar': 'v',
    'MatchAs': 'pv', 'MatchOr': 'P',
    'FunctionDef': 'vaSEevk', 'AsyncFunctionDef': 'vaSEevk', 'ClassDef': 'vEkSEk', 'Return': 'e', 'Delete': 'E', 'Assign': 'Eev',
    'TypeAlias': 'eke', 'AugAssign': 'eoe', 'AnnAssign': 'eeev', 'For': 'eeSSv', 'AsyncFor': 'eeSSv', 'While': 'eSS', 'If': 'eSS',
    'With': 'wSv', 'AsyncWith': 'wSv', 'Match': 'ec', 'Raise': 'ee', 'Try': 'SkSS', 'TryStar': 'SkSS', 'Assert': 'ee', 'Import': 'k',
    'ImportFrom': 'vkv', 'Global': 'n', 'Nonlocal': 'n', 'Expr': 'e', 'Pass': '', 'Break': '', 'Continue': '',
    'keyword': 've', 'TypeVar': 'vee', 'TypeVarTuple': 've', 'ParamSpec': 've', 'alias': 'vv', 'ExceptHandler': 'evS',
}


def _node(name, values, place=None):
    kind = kinds[name]
    node = kind.__new__(kind)
    for field, value in zip(kind._fields, values):
        setattr(node, field, value)
    if place is not None:
        node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = place
    return node


class _Maker:
    def __init__(self, rows):
        expr_rows, pattern_rows, stmt_rows, body = rows
        self.exprs = []
        self.patterns = []
        self.stmts = []
        for row in expr_rows:
            self.exprs.append(self.make(row))
        for row in pattern_rows:
            self.patterns.append(self.make(row))
        for row in stmt_rows:
            self.stmts.append(self.make(row))
        self.body = [self.stmts[at] for at in body]

    def make(self, row):
        readers = self.readers
        return _node(row[0], [readers[code](self, value) for code, value in zip(_SHAPES[row[0]], row[5:])], row[1:5])

    def expr(self, at):
        return None if at is None else self.exprs[at]

    def arguments(self, parts):
        posonly, plain, vararg, kwonly, kwarg = parts
        defaults = [self.exprs[one[2]] for one in posonly + plain if one[2] is not None]
        return _node('arguments', ([self.arg(one) for one in posonly], [self.arg(one) for one in plain], self.arg(vararg),
                                   [self.arg(one) for one in kwonly], [self.expr(one[2]) for one in kwonly], self.arg(kwarg), defaults))

    def arg(self, one):
        return None if one is None else _node('arg', (one[0], self.expr(one[1]), None), one[3:])

    def generators(self, rows):
        return [_node('comprehension', (self.exprs[target], self.exprs[source], [self.exprs[at] for at in ifs], is_async))
                for target, source, ifs, is_async in rows]

    def parts(self, rows):
        made = []
        text = None
        for row in rows:
            if row[0] == 'Constant':
                text = self.joined(made, text, row)
                continue
            value, conversion, spec, debug = row[5:]
            if debug is not None:
                self.joined(made, text, debug)
            text = None
            if spec is not None:
                spec = _node('JoinedStr', (self.parts(spec[5]),), spec[1:5])
            made.append(_node('FormattedValue', (self.exprs[value], conversion, spec), row[1:5]))
        return made

    def joined(self, made, last, row):
        """Literal text, added to the node before where that is text too."""
        if last is None:
            last = _node('Constant', (row[5], None), row[1:5])
            made.append(last)
        else:
            last.value += row[5]
            last.end_lineno, last.end_col_offset = row[3:5]
        return last

    readers = {
        'e': expr,
        'E': lambda self, value: [None if at is None else self.exprs[at] for at in value],
        'p': lambda self, value: None if value is None else self.patterns[value],
        'P': lambda self, value: [self.patterns[at] for at in value],
        'S': lambda self, value: [self.stmts[at] for at in value],
        'o': lambda self, value: _singletons[value],
        'O': lambda self, value: [_singletons[name] for name in value],
        'v': lambda self, value: value,
        'n': lambda self, value: [*value],
        'k': lambda self, value: [self.make(row) for row in value],
        'g': generators,
        'a': arguments,
        'f': parts,
        'w': lambda self, value: [_node('withitem', (self.exprs[context], self.expr(target))) for context, target in value],
        'c': lambda self, value: [_node('match_case', (self.patterns[pattern], self.expr(guard), [self.stmts[at] for at in body]))
                                  for pattern, guard, body in value],
    }


def tree(source, filename, mode):
    """The tree of a text, as `ast.parse` gives it."""
    if mode == 'func_type':
        inside, arrow, returns = source.partition('->')
        inside = inside.strip()
        if not arrow or not (inside.startswith('(') and inside.endswith(')')):
            raise SyntaxError('invalid syntax')
        types = [] if not inside[1:-1].strip() else _Maker(tree_rows(f'f{inside}', filename, 'eval')).body[0].value
        plain = types if types == [] else [arg.value if isinstance(arg, kinds['Starred']) else arg for arg in types.args]
        plain += [] if types == [] else [keyword.value for keyword in types.keywords]
        return _node('FunctionType', (plain, _Maker(tree_rows(returns.strip(), filename, 'eval')).body[0].value))
    body = _Maker(tree_rows(source, filename, mode)).body
    if mode == 'eval':
        return _node('Expression', (body[0].value,))
    if mode == 'single':
        return _node('Interactive', (body,))
    return _node('Module', (body, []))
