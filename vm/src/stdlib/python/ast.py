"""`literal_eval`: the value of a literal, read by a parser of its own; nothing is ever run.

The syntax trees of CPython's `ast` are not here.
"""
import re

__all__ = ['literal_eval']

_MAX_NESTING = 200
_token = re.compile(r'''
    (?P<space>[ \t\f]+|\\\r?\n|\#[^\n]*)
  | (?P<newline>\r?\n)
  | (?P<string>(?i:[ub]|r|br|rb|f|fr|rf)?(?:\'\'\'|"""|'|"))
  | (?P<number>0[xX](?:_?[0-9a-fA-F])+ | 0[oO](?:_?[0-7])+ | 0[bB](?:_?[01])+
       | (?:[0-9](?:_?[0-9])*\.(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*)
         (?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?)
  | (?P<name>[^\W\d]\w*)
  | (?P<op>\.\.\.|\*\*|//|<<|>>|[<>=!]=|:=|->|[-+*/%@&|^~<>()\[\]{},:.;=!])
''', re.VERBOSE)
_ESCAPES = {'\n': '', '\\': '\\', "'": "'", '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n',
            'r': '\r', 't': '\t', 'v': '\v'}
_NODES = {'+': 'BinOp', '-': 'BinOp', '*': 'BinOp', '/': 'BinOp', '//': 'BinOp', '%': 'BinOp', '**': 'BinOp',
          '@': 'BinOp', '&': 'BinOp', '|': 'BinOp', '^': 'BinOp', '<<': 'BinOp', '>>': 'BinOp',
          '<': 'Compare', '>': 'Compare', '==': 'Compare', '!=': 'Compare', '<=': 'Compare', '>=': 'Compare',
          '(': 'Call', '[': 'Subscript', '.': 'Attribute', 'if': 'IfExp', 'and': 'BoolOp', 'or': 'BoolOp',
          'in': 'Compare', 'is': 'Compare', 'not': 'Compare', ':=': 'NamedExpr'}
_CONSTANTS = {'None': None, 'True': True, 'False': False}


def literal_eval(node_or_string):
    """The value of a literal: strings, bytes, numbers, tuples, lists, dicts, sets, booleans, None."""
    if not isinstance(node_or_string, str):
        raise ValueError(f'malformed node or string: {node_or_string!r}')
    source = node_or_string.lstrip(' \t')
    reader = _Reader(source)
    try:
        return reader.read()
    except (_NoLiteral, SyntaxError) as problem:
        try:
            # The VM's own parser knows which of the two it is, and CPython's words for it.
            from _namespace import check_expression
        except ImportError:
            pass
        else:
            check_expression(source, '<unknown>')
        if isinstance(problem, SyntaxError):
            raise
        where, kind = problem.args
    raise ValueError(f'malformed node or string on line {where}: <ast.{kind} object at {id(reader):#x}>')


class _NoLiteral(Exception):
    """An expression, but not a literal: line and kind of node."""


class _Reader:
    def __init__(self, source):
        self.source = source
        self.at = 0
        self.kind = self.text = None
        self.depth = 0
        # Brackets not closed yet: where, and which.
        self.open = []

    def line(self):
        return self.source.count('\n', 0, self.at) + 1

    def fail(self, message='invalid syntax'):
        if self.kind == 'end' and self.open and message == 'invalid syntax':
            self.at, bracket = self.open[-1]
            message = f"'{bracket}' was never closed"
        line = self.line()
        start = self.source.rfind('\n', 0, self.at) + 1
        text = self.source[start:].split('\n', 1)[0]
        raise SyntaxError(message, ('<unknown>', line, self.at - start + 1, text, line, self.at - start + 1))

    def advance(self):
        """Go to the next token; line ends are only tokens outside of brackets."""
        while True:
            if self.at >= len(self.source):
                self.kind, self.text = 'end', ''
                return
            match = _token.match(self.source, self.at)
            if not match:
                self.fail()
            self.kind, self.text = match.lastgroup, match.group()
            if self.kind == 'string':
                self.string(match)
                return
            self.at = match.end()
            if self.kind == 'space' or self.kind == 'newline' and self.depth:
                continue
            if self.kind == 'number' and self.source[self.at:self.at + 1].isalnum():
                self.fail('invalid decimal literal')
            return

    def string(self, match):
        """Read a string token; its value becomes the token's text."""
        opening = match.group()
        quote = opening.lstrip('uUbBrRfF')
        prefix = opening[:-len(quote)].lower()
        at = match.end()
        while True:
            end = self.source.find(quote, at)
            if end < 0 or len(quote) == 1 and '\n' in self.unescaped(match.end(), end):
                self.fail(f'unterminated {"triple-quoted " if len(quote) == 3 else ""}string literal '
                          f'(detected at line {self.line()})')
            slashes = 0
            while end - slashes > match.end() and self.source[end - slashes - 1] == '\\':
                slashes += 1
            if slashes % 2 == 0:
                break
            at = end + 1
        body = self.source[match.end():end].replace('\r\n', '\n')
        self.at = end + len(quote)
        if 'f' in prefix:
            raise _NoLiteral(self.line(), 'JoinedStr')
        if 'b' in prefix:
            if not body.isascii():
                self.fail('bytes can only contain ASCII literal characters')
            body = body if 'r' in prefix else self.escapes(body, True)
            self.text = body.encode('latin-1')
        else:
            self.text = body if 'r' in prefix else self.escapes(body, False)

    def unescaped(self, start, end):
        return re.sub(r'\\(?:\r?\n|.)', '', self.source[start:end])

    def escapes(self, body, is_bytes):
        if '\\' not in body:
            return body

        def one(match):
            c = match.group(1)
            if c in _ESCAPES:
                return _ESCAPES[c]
            if c[0] in '01234567':
                n = int(c, 8)
                return chr(n & 0xFF if is_bytes else n)
            kind, digits = c[0], c[1:]
            if kind == 'x' or not is_bytes and kind in 'uU':
                size = {'x': 2, 'u': 4, 'U': 8}[kind]
                if len(digits) < size:
                    if is_bytes:
                        self.fail(f'(value error) invalid \\x escape at position {match.start()}')
                    self.fail("(unicode error) 'unicodeescape' codec can't decode bytes in position "
                              f'{match.start()}-{match.end() - 1}: truncated \\{kind}{"X" * size} escape')
                n = int(digits, 16)
                if n > 0x10FFFF:
                    self.fail("(unicode error) 'unicodeescape' codec can't decode bytes in position "
                              f'{match.start()}-{match.end() - 1}: illegal Unicode character')
                return chr(n)
            if kind == 'N' and not is_bytes and digits:
                import unicodedata
                try:
                    return unicodedata.lookup(digits[1:-1])
                except KeyError:
                    self.fail("(unicode error) 'unicodeescape' codec can't decode bytes in position "
                              f'{match.start()}-{match.end() - 1}: unknown Unicode character name')
            return '\\' + c

        return re.sub(r'\\([0-7]{1,3}|x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|N\{[^}]*\}|.|\n)',
                      one, body, flags=re.DOTALL)

    def read(self):
        self.advance()
        while self.kind == 'newline':
            self.advance()
        value = self.sequence('end')
        while self.kind == 'newline':
            self.advance()
        if self.kind != 'end':
            self.fail()
        return value

    def sequence(self, closing):
        """One value, or a tuple when there is a comma; up to a bracket or the end."""
        if self.ends(closing):
            if closing == 'end':
                self.fail()
            return ()
        first = self.value()
        if self.text != ',' or self.kind != 'op':
            return first
        items = [first]
        while self.kind == 'op' and self.text == ',':
            self.advance()
            if self.ends(closing):
                break
            items.append(self.value())
        return tuple(items)

    def ends(self, closing):
        if closing == 'end':
            return self.kind in ('end', 'newline')
        return self.kind == 'op' and self.text == closing

    def value(self):
        """One literal, signed or the sum of a number and an imaginary one."""
        line = self.line()
        left, is_number = self.signed()
        while self.kind in ('op', 'name') and self.text in _NODES:
            if self.text not in '+-' or not is_number or isinstance(left, complex):
                raise _NoLiteral(line, _NODES[self.text])
            sign = self.text
            self.advance()
            right, _ = self.operand()
            if not isinstance(right, complex):
                raise _NoLiteral(line, 'BinOp' if isinstance(right, (int, float)) else 'Constant')
            left, is_number = left + right if sign == '+' else left - right, True
        return left

    def signed(self):
        if self.kind == 'op' and self.text in ('-', '+'):
            sign = self.text
            line = self.line()
            self.advance()
            if self.kind == 'op' and self.text in '+-':
                raise _NoLiteral(line, 'UnaryOp')
            value, is_number = self.operand()
            if not is_number:
                raise _NoLiteral(line, 'Constant')
            return (-value if sign == '-' else +value), True
        if self.kind == 'op' and self.text == '~' or self.kind == 'name' and self.text == 'not':
            raise _NoLiteral(self.line(), 'UnaryOp')
        return self.operand()

    def operand(self):
        """(value, whether it is a number)."""
        kind, text = self.kind, self.text
        if kind == 'number':
            self.advance()
            return self.number(text), True
        if kind == 'string':
            parts = [text]
            self.advance()
            while self.kind == 'string':
                parts.append(self.text)
                self.advance()
            if len({type(part) for part in parts}) > 1:
                self.fail('cannot mix bytes and nonbytes literals')
            return parts[0][:0].join(parts), False
        if kind == 'name':
            return self.named(text), False
        if kind == 'op':
            if text == '...':
                self.advance()
                return ..., False
            if text in ('(', '[', '{'):
                value = self.bracketed(text)
                return value, text == '(' and type(value) in (int, float, complex)
            if text in ('*', '**'):
                self.advance()
                self.value()
                raise _NoLiteral(self.line(), 'Starred')
        self.fail()

    def named(self, text):
        line = self.line()
        if text in _CONSTANTS:
            self.advance()
            return _CONSTANTS[text]
        if text == 'set':
            self.advance()
            if self.kind == 'op' and self.text == '(':
                self.advance()
                if self.kind == 'op' and self.text == ')':
                    self.advance()
                    return set()
                raise _NoLiteral(line, 'Call')
            raise _NoLiteral(line, 'Name')
        if text == 'lambda':
            raise _NoLiteral(line, 'Lambda')
        self.advance()
        kind = _NODES.get(self.text, 'Name') if self.kind in ('op', 'name') else 'Name'
        raise _NoLiteral(line, kind)

    def number(self, text):
        digits = text.replace('_', '')
        if digits[-1] in 'jJ':
            return complex(0, float(digits[:-1]))
        if digits[:2].lower() in ('0x', '0o', '0b'):
            return int(digits, 0)
        if '.' in digits or 'e' in digits or 'E' in digits:
            return float(digits)
        if digits[0] == '0' and digits.strip('0'):
            self.fail('leading zeros in decimal integer literals are not permitted; '
                      'use an 0o prefix for octal integers')
        return int(digits)

    def bracketed(self, opening):
        closing = {'(': ')', '[': ']', '{': '}'}[opening]
        self.open.append((self.at - 1, opening))
        self.depth += 1
        if self.depth > _MAX_NESTING:
            self.fail('too many nested parentheses')
        self.advance()
        if opening == '(':
            result = self.sequence(closing)
        elif opening == '[':
            result = self.listed(closing, [], self.value)
        elif self.ends(closing):
            result = {}
        else:
            result = self.braces()
        if not self.ends(closing):
            if self.kind == 'end':
                self.fail()
            if self.kind == 'name' and self.text in ('for', 'async', 'if', 'else', 'and', 'or', 'in', 'is', 'not'):
                raise _NoLiteral(self.line(), {'(': 'GeneratorExp', '[': 'ListComp', '{': 'SetComp'}[opening])
            if self.kind == 'op' and self.text in ')]}':
                self.fail(f"closing parenthesis '{self.text}' does not match opening parenthesis '{opening}'")
            self.fail('invalid syntax. Perhaps you forgot a comma?')
        self.depth -= 1
        self.open.pop()
        self.advance()
        return result

    def listed(self, closing, items, one):
        while not self.ends(closing):
            items.append(one())
            if not (self.kind == 'op' and self.text == ','):
                break
            self.advance()
        return items

    def braces(self):
        first = self.value()
        if not (self.kind == 'op' and self.text == ':'):
            items = [first]
            if self.kind == 'op' and self.text == ',':
                self.advance()
                self.listed('}', items, self.value)
            return set(items)
        self.advance()
        pairs = [(first, self.value())]
        if self.kind == 'op' and self.text == ',':
            self.advance()
            self.listed('}', pairs, self.pair)
        return dict(pairs)

    def pair(self):
        key = self.value()
        if not (self.kind == 'op' and self.text == ':'):
            self.fail("':' expected after dictionary key")
        self.advance()
        return key, self.value()
