"""Trees to source again, as CPython's `ast.unparse` writes it."""
from _ast_nodes import kinds
from _stockade import guest_getattr

# Precedence levels. An expression gets parentheses where a higher level than its own is required.
NAMED, TUPLE, YIELD, TEST, OR, AND, NOT, CMP, BIT_OR, BIT_XOR, BIT_AND, SHIFT, ARITH, TERM, FACTOR, POWER, AWAIT, ATOM = range(18)
_BINARY = {'Add': ('+', ARITH), 'Sub': ('-', ARITH), 'Mult': ('*', TERM), 'MatMult': ('@', TERM), 'Div': ('/', TERM), 'Mod': ('%', TERM),
           'LShift': ('<<', SHIFT), 'RShift': ('>>', SHIFT), 'BitOr': ('|', BIT_OR), 'BitXor': ('^', BIT_XOR), 'BitAnd': ('&', BIT_AND),
           'FloorDiv': ('//', TERM), 'Pow': ('**', POWER)}
_UNARY = {'Invert': ('~', FACTOR), 'Not': ('not ', NOT), 'UAdd': ('+', FACTOR), 'USub': ('-', FACTOR)}
_COMPARE = {'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'Is': 'is', 'IsNot': 'is not', 'In': 'in',
            'NotIn': 'not in'}
_SINGLE = ("'", '"')
_TRIPLE = ('"""', "'''")
_INFINITY = '1e309'


def quotable(text, quotes, whitespace=False):
    """The text as it can stand between quotes, and the quotes of those given that it can stand between, the best first."""
    escaped = ''.join(c if (c in '\n\t' and not whitespace) or (c != '\\' and c.isprintable()) else c.encode('unicode_escape').decode('ascii')
                      for c in text)
    usable = [quote for quote in quotes if quote not in escaped and ('\n' not in escaped or quote in _TRIPLE)]
    if not usable:
        shown = repr(text)
        return shown[1:-1], [next((quote for quote in quotes if shown[0] in quote), shown[0])]
    if escaped:
        last = escaped[-1]
        usable.sort(key=lambda quote: quote[0] == last)
        if usable[0][0] == last:
            escaped = f'{escaped[:-1]}\\{last}'
    return escaped, usable


def _infinite(text):
    return text.replace('inf', _INFINITY).replace('nan', f'({_INFINITY}-{_INFINITY})')


class Writer:
    def __init__(self):
        self.out = []
        self.depth = 0
        self.in_try_star = False

    # Expressions.

    def expr(self, node, level=TEST):
        name = type(node).__name__
        method = getattr(self, '_' + name, None)
        if method is None:
            return self.other(node)
        return method(node, level)

    def other(self, node):
        """A node of a class that only has a base here."""
        for base in type(node).__mro__[1:]:
            method = getattr(self, '_' + base.__name__, None)
            if method is not None and base.__name__ in kinds:
                return method(node, TEST)
        return ''.join(self.expr(child) for child in _children(node))

    def each(self, nodes, level=TEST):
        return ', '.join([self.expr(node, level) for node in nodes])

    def items(self, nodes):
        return self.expr(nodes[0]) + ',' if len(nodes) == 1 else self.each(nodes)

    def _NamedExpr(self, node, level):
        return _wrapped(f'{self.expr(node.target, ATOM)} := {self.expr(node.value, ATOM)}', level > NAMED)

    def _Tuple(self, node, level):
        return _wrapped(self.items(node.elts) if node.elts else '', not node.elts or level > TUPLE)

    def _Yield(self, node, level):
        return _wrapped('yield' + (f' {self.expr(node.value, ATOM)}' if node.value else ''), level > YIELD)

    def _YieldFrom(self, node, level):
        if not node.value:
            raise ValueError("Node can't be used without a value attribute.")
        return _wrapped(f'yield from {self.expr(node.value, ATOM)}', level > YIELD)

    def _Await(self, node, level):
        if not node.value:
            raise ValueError("Node can't be used without a value attribute.")
        return _wrapped(f'await {self.expr(node.value, ATOM)}', level > AWAIT)

    def _Lambda(self, node, level):
        arguments = self.arguments(node.args)
        return _wrapped(f'lambda{" " * bool(arguments)}{arguments}: {self.expr(node.body)}', level > TEST)

    def _IfExp(self, node, level):
        return _wrapped(f'{self.expr(node.body, OR)} if {self.expr(node.test, OR)} else {self.expr(node.orelse)}', level > TEST)

    def _BoolOp(self, node, level):
        own, word = (AND, ' and ') if type(node.op).__name__ == 'And' else (OR, ' or ')
        parts = [self.expr(value, min(own + at, ATOM)) for at, value in enumerate(node.values, 1)]
        return _wrapped(word.join(parts), level > own)

    def _Compare(self, node, level):
        text = self.expr(node.left, BIT_OR)
        for op, value in zip(node.ops, node.comparators):
            text += f' {_COMPARE[type(op).__name__]} {self.expr(value, BIT_OR)}'
        return _wrapped(text, level > CMP)

    def _BinOp(self, node, level):
        # Long sums nest to the left, so a loop walks them instead of recursion.
        chain = []
        while True:
            sign, own = _BINARY[type(node.op).__name__]
            if sign == '**':
                left, right = own + 1, own
            else:
                left, right = own, own + 1
            chain.append((sign, self.expr(node.right, right), level > own))
            node, level = node.left, left
            if type(node).__name__ != 'BinOp':
                break
        text = self.expr(node, level)
        for sign, right, is_wrapped in reversed(chain):
            text = _wrapped(f'{text} {sign} {right}', is_wrapped)
        return text

    def _UnaryOp(self, node, level):
        sign, own = _UNARY[type(node.op).__name__]
        return _wrapped(sign + self.expr(node.operand, own), level > own)

    def _Call(self, node, level):
        parts = [self.expr(value) for value in node.args]
        parts += [self.keyword(keyword) for keyword in node.keywords]
        return f'{self.expr(node.func, ATOM)}({", ".join(parts)})'

    def keyword(self, node):
        return f'**{self.expr(node.value)}' if node.arg is None else f'{node.arg}={self.expr(node.value)}'

    def _keyword(self, node, level):
        return self.keyword(node)

    def _Attribute(self, node, level):
        value = self.expr(node.value, ATOM)
        is_int = isinstance(node.value, kinds['Constant']) and isinstance(node.value.value, int)
        return f'{value} .{node.attr}' if is_int else f'{value}.{node.attr}'

    def _Subscript(self, node, level):
        at = node.slice
        if isinstance(at, kinds['Tuple']) and at.elts:
            return f'{self.expr(node.value, ATOM)}[{self.items(at.elts)}]'
        return f'{self.expr(node.value, ATOM)}[{self.expr(at)}]'

    def _Starred(self, node, level):
        return '*' + self.expr(node.value, BIT_OR)

    def _Slice(self, node, level):
        text = (self.expr(node.lower) if node.lower else '') + ':' + (self.expr(node.upper) if node.upper else '')
        return f'{text}:{self.expr(node.step)}' if node.step else text

    def _Name(self, node, level):
        return node.id

    def _List(self, node, level):
        return f'[{self.each(node.elts)}]'

    def _Set(self, node, level):
        return f'{{{self.each(node.elts)}}}' if node.elts else '{*()}'

    def _Dict(self, node, level):
        pairs = [f'**{self.expr(value, BIT_OR)}' if key is None else f'{self.expr(key)}: {self.expr(value)}'
                 for key, value in zip(node.keys, node.values)]
        return f'{{{", ".join(pairs)}}}'

    def generators(self, generators):
        return ''.join([self._comprehension(one, TEST) for one in generators])

    def _comprehension(self, one, level):
        text = f' {"async " * bool(one.is_async)}for {self.expr(one.target, TUPLE)} in {self.expr(one.iter, OR)}'
        return text + ''.join([f' if {self.expr(condition, OR)}' for condition in one.ifs])

    def _ListComp(self, node, level):
        return f'[{self.expr(node.elt)}{self.generators(node.generators)}]'

    def _SetComp(self, node, level):
        return f'{{{self.expr(node.elt)}{self.generators(node.generators)}}}'

    def _DictComp(self, node, level):
        return f'{{{self.expr(node.key)}: {self.expr(node.value)}{self.generators(node.generators)}}}'

    def _GeneratorExp(self, node, level):
        return f'({self.expr(node.elt)}{self.generators(node.generators)})'

    def _Constant(self, node, level):
        value = node.value
        if isinstance(value, tuple):
            shown = [self.constant(item) for item in value]
            return f'({shown[0]},)' if len(shown) == 1 else f'({", ".join(shown)})'
        if value is ...:
            return '...'
        return ('u' if node.kind == 'u' else '') + self.constant(value)

    def constant(self, value):
        text = repr(value)
        return _infinite(text) if isinstance(value, (float, complex)) else text

    def _JoinedStr(self, node, level):
        parts = [(self.inner(value), isinstance(value, kinds['Constant'])) for value in node.values]
        quotes = [*_SINGLE, *_TRIPLE]
        written = []
        for text, is_literal in parts:
            if is_literal:
                text, usable = quotable(text, quotes, True)
                if not set(usable) & set(quotes):
                    # No kind of quotes fits every part.
                    quotes = ["'''"]
                    written = [repr('"' + text)[2:-1] if is_literal else text for text, is_literal in parts]
                    break
                quotes = usable
            else:
                if '\n' in text:
                    quotes = [quote for quote in quotes if quote in _TRIPLE]
            written.append(text)
        return f'f{quotes[0]}{"".join(written)}{quotes[0]}'

    def _FormattedValue(self, node, level):
        return self.inner(node)

    def inner(self, node, in_spec=False):
        if isinstance(node, kinds['JoinedStr']):
            return ''.join([self.inner(value, in_spec) for value in node.values])
        if isinstance(node, kinds['FormattedValue']):
            text = Writer().expr(node.value, OR)
            text = f'{{ {text}' if text.startswith('{') else f'{{{text}'
            if node.conversion != -1:
                text += f'!{chr(node.conversion)}'
            if node.format_spec:
                text += ':' + self.inner(node.format_spec, True)
            return text + '}'
        if not (isinstance(node, kinds['Constant']) and isinstance(node.value, str)):
            raise ValueError(f'Unexpected node inside JoinedStr, {node!r}')
        text = node.value.replace('{', '{{').replace('}', '}}')
        if in_spec:
            for plain, escaped in (('\\', '\\\\'), ("'", "\\'"), ('"', '\\"'), ('\n', '\\n')):
                text = text.replace(plain, escaped)
        return text

    def arguments(self, node):
        parts = []
        plain = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(plain) - len(node.defaults)) + node.defaults
        for at, (arg, default) in enumerate(zip(plain, defaults), 1):
            parts.append(self._arg(arg, TEST) + (f'={self.expr(default)}' if default else ''))
            if at == len(node.posonlyargs):
                parts.append('/')
        if node.vararg or node.kwonlyargs:
            parts.append('*' + (self._arg(node.vararg, TEST) if node.vararg else ''))
        for arg, default in zip(node.kwonlyargs, node.kw_defaults):
            parts.append(self._arg(arg, TEST) + (f'={self.expr(default)}' if default else ''))
        if node.kwarg:
            parts.append('**' + self._arg(node.kwarg, TEST))
        return ', '.join(parts)

    def _arguments(self, node, level):
        return self.arguments(node)

    def _arg(self, node, level):
        return f'{node.arg}: {self.expr(node.annotation)}' if node.annotation else node.arg

    def _alias(self, node, level):
        return f'{node.name} as {node.asname}' if node.asname else node.name

    def _withitem(self, node, level):
        text = self.expr(node.context_expr)
        return f'{text} as {self.expr(node.optional_vars)}' if node.optional_vars else text

    # An operator without operands has no text.

    # Patterns.

    def _MatchValue(self, node, level):
        return self.expr(node.value)

    def _MatchSingleton(self, node, level):
        return self.constant(node.value)

    def _MatchSequence(self, node, level):
        return f'[{self.each(node.patterns)}]'

    def _MatchStar(self, node, level):
        return f'*{node.name or "_"}'

    def _MatchMapping(self, node, level):
        parts = [f'{self.expr(key)}: {self.expr(pattern)}' for key, pattern in zip(node.keys, node.patterns)]
        if node.rest is not None:
            parts.append(f'**{node.rest}')
        return f'{{{", ".join(parts)}}}'

    def _MatchClass(self, node, level):
        parts = [self.expr(pattern) for pattern in node.patterns]
        parts += [f'{name}={self.expr(pattern)}' for name, pattern in zip(node.kwd_attrs, node.kwd_patterns)]
        return f'{self.expr(node.cls, ATOM)}({", ".join(parts)})'

    def _MatchAs(self, node, level):
        if node.name is None:
            return '_'
        if node.pattern is None:
            return node.name
        return _wrapped(f'{self.expr(node.pattern, BIT_OR)} as {node.name}', level > TEST)

    def _MatchOr(self, node, level):
        return _wrapped(' | '.join([self.expr(pattern, BIT_XOR) for pattern in node.patterns]), level > BIT_OR)

    # Type parameters.

    def type_params(self, params):
        return f'[{self.each(params)}]' if params else ''

    def _TypeVar(self, node, level):
        text = f'{node.name}: {self.expr(node.bound)}' if node.bound else node.name
        return self.defaulted(node, text)

    def _TypeVarTuple(self, node, level):
        return self.defaulted(node, '*' + node.name)

    def _ParamSpec(self, node, level):
        return self.defaulted(node, '**' + node.name)

    def defaulted(self, node, text):
        return f'{text} = {self.expr(node.default_value)}' if node.default_value else text

    # Statements.

    def line(self, text, blank=False):
        if self.out:
            self.out.append('\n\n' if blank else '\n')
        self.out.append('    ' * self.depth + text)

    def body(self, nodes):
        self.depth += 1
        for node in nodes:
            self.stmt(node)
        self.depth -= 1

    def block(self, head, nodes, blank=False):
        self.line(head, blank)
        self.body(nodes)

    def documented(self, node):
        """A body that may begin with a docstring."""
        nodes = node.body
        if nodes and isinstance(nodes[0], kinds['Expr']):
            first = nodes[0].value
            if isinstance(first, kinds['Constant']) and isinstance(first.value, str):
                text, quotes = quotable(first.value, _TRIPLE)
                self.line(f'{"u" * (first.kind == "u")}{quotes[0]}{text}{quotes[0]}')
                nodes = nodes[1:]
        for node in nodes:
            self.stmt(node)

    def stmt(self, node):
        name = type(node).__name__
        method = getattr(self, 'stmt_' + name, None)
        if method is None:
            for base in type(node).__mro__[1:]:
                method = getattr(self, 'stmt_' + base.__name__, None)
                if method is not None:
                    break
        if method is None:
            self.out.append(self.expr(node))
        else:
            method(node)

    def stmt_Module(self, node):
        self.ignores = {ignore.lineno: f'ignore{ignore.tag}' for ignore in node.type_ignores}
        self.documented(node)

    def stmt_Interactive(self, node):
        for one in node.body:
            self.stmt(one)

    def stmt_Expression(self, node):
        self.out.append(self.expr(node.body))

    def stmt_FunctionType(self, node):
        self.out.append(f'({self.each(node.argtypes)}) -> {self.expr(node.returns)}')

    def comment(self, node):
        kept = getattr(self, 'ignores', {}).get(getattr(node, 'lineno', None)) or node.type_comment
        return f' # type: {kept}' if kept is not None else ''

    def stmt_FunctionDef(self, node, word='def'):
        self.decorators(node)
        returns = f' -> {self.expr(node.returns)}' if node.returns else ''
        self.line(f'{word} {node.name}{self.type_params(getattr(node, "type_params", ()))}({self.arguments(node.args)}){returns}:'
                  + self.comment(node))
        self.depth += 1
        self.documented(node)
        self.depth -= 1

    def stmt_AsyncFunctionDef(self, node):
        self.stmt_FunctionDef(node, 'async def')

    def decorators(self, node):
        if self.out:
            self.out.append('\n')
        for decorator in node.decorator_list:
            self.line('@' + self.expr(decorator))

    def stmt_ClassDef(self, node):
        self.decorators(node)
        bases = [self.expr(base) for base in node.bases] + [self.keyword(keyword) for keyword in node.keywords]
        inside = f'({", ".join(bases)})' if bases else ''
        self.line(f'class {node.name}{self.type_params(getattr(node, "type_params", ()))}{inside}:')
        self.depth += 1
        self.documented(node)
        self.depth -= 1

    def stmt_Return(self, node):
        self.line('return' + (f' {self.expr(node.value)}' if node.value else ''))

    def stmt_Delete(self, node):
        self.line('del ' + self.each(node.targets))

    def stmt_Assign(self, node):
        targets = ''.join([self.expr(target, TUPLE) + ' = ' for target in node.targets])
        self.line(targets + self.expr(node.value) + self.comment(node))

    def stmt_TypeAlias(self, node):
        self.line(f'type {self.expr(node.name)}{self.type_params(node.type_params)} = {self.expr(node.value)}')

    def stmt_AugAssign(self, node):
        self.line(f'{self.expr(node.target)} {_BINARY[type(node.op).__name__][0]}= {self.expr(node.value)}')

    def stmt_AnnAssign(self, node):
        target = _wrapped(self.expr(node.target), not node.simple and isinstance(node.target, kinds['Name']))
        value = f' = {self.expr(node.value)}' if node.value else ''
        self.line(f'{target}: {self.expr(node.annotation)}{value}')

    def stmt_For(self, node, word='for'):
        self.block(f'{word} {self.expr(node.target, TUPLE)} in {self.expr(node.iter)}:' + self.comment(node), node.body)
        self.orelse(node)

    def stmt_AsyncFor(self, node):
        self.stmt_For(node, 'async for')

    def orelse(self, node):
        if node.orelse:
            self.block('else:', node.orelse)

    def stmt_While(self, node):
        self.block(f'while {self.expr(node.test)}:', node.body)
        self.orelse(node)

    def stmt_If(self, node):
        word = 'if'
        while True:
            self.block(f'{word} {self.expr(node.test)}:', node.body)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], kinds['If']):
                break
            node, word = node.orelse[0], 'elif'
        self.orelse(node)

    def stmt_With(self, node, word='with'):
        self.block(f'{word} {", ".join([self._withitem(item, TEST) for item in node.items])}:' + self.comment(node), node.body)

    def stmt_AsyncWith(self, node):
        self.stmt_With(node, 'async with')

    def stmt_Match(self, node):
        self.line(f'match {self.expr(node.subject)}:')
        self.body(node.cases)

    def stmt_match_case(self, node):
        guard = f' if {self.expr(node.guard)}' if node.guard else ''
        self.block(f'case {self.expr(node.pattern)}{guard}:', node.body)

    def stmt_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            self.line('raise')
        else:
            self.line(f'raise {self.expr(node.exc)}' + (f' from {self.expr(node.cause)}' if node.cause else ''))

    def stmt_Try(self, node, star=False):
        before, self.in_try_star = self.in_try_star, star
        self.block('try:', node.body)
        for handler in node.handlers:
            self.stmt(handler)
        self.orelse(node)
        if node.finalbody:
            self.block('finally:', node.finalbody)
        self.in_try_star = before

    def stmt_TryStar(self, node):
        self.stmt_Try(node, True)

    def stmt_ExceptHandler(self, node):
        head = 'except*' if self.in_try_star else 'except'
        if node.type:
            head += ' ' + self.expr(node.type)
        if node.name:
            head += f' as {node.name}'
        self.block(head + ':', node.body)

    def stmt_Assert(self, node):
        self.line(f'assert {self.expr(node.test)}' + (f', {self.expr(node.msg)}' if node.msg else ''))

    def stmt_Import(self, node):
        self.line('import ' + ', '.join([self._alias(name, TEST) for name in node.names]))

    def stmt_ImportFrom(self, node):
        self.line(f'from {"." * (node.level or 0)}{node.module or ""} import ' + ', '.join([self._alias(name, TEST) for name in node.names]))

    def stmt_Global(self, node):
        self.line('global ' + ', '.join(node.names))

    def stmt_Nonlocal(self, node):
        self.line('nonlocal ' + ', '.join(node.names))

    def stmt_Expr(self, node):
        self.line(self.expr(node.value, YIELD))

    def stmt_Pass(self, node):
        self.line('pass')

    def stmt_Break(self, node):
        self.line('break')

    def stmt_Continue(self, node):
        self.line('continue')


def _wrapped(text, needed):
    return f'({text})' if needed else text


def _children(node):
    for field in node._fields:
        try:
            value = guest_getattr(node, field)
        except AttributeError:
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, kinds['AST']):
                yield item


def unparse(node):
    writer = Writer()
    if isinstance(node, list):
        for one in node:
            writer.stmt(one)
    else:
        writer.stmt(node)
    return ''.join(writer.out)
