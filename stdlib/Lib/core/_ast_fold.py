"""What a compiler that optimizes makes of a tree before it writes code: operations on constants are carried out."""
import operator
from _ast_nodes import AST, kinds

_BINARY = {'Add': operator.add, 'Sub': operator.sub, 'Mult': operator.mul, 'Div': operator.truediv, 'FloorDiv': operator.floordiv,
           'Mod': operator.mod, 'Pow': operator.pow, 'LShift': operator.lshift, 'RShift': operator.rshift, 'BitOr': operator.or_,
           'BitXor': operator.xor, 'BitAnd': operator.and_}
_UNARY = {'Invert': operator.invert, 'Not': operator.not_, 'UAdd': operator.pos, 'USub': operator.neg}
_OPPOSITE = {'Is': 'IsNot', 'IsNot': 'Is', 'In': 'NotIn', 'NotIn': 'In'}
# Folding makes no constant larger than these limits.
_MOST_BITS, _MOST_ITEMS, _MOST_TEXT = 128, 256, 4096


def fold(tree, level):
    """Folds what can be folded, in place."""
    waiting, found = [(None, None, None, tree)], []
    while waiting:
        place = waiting.pop()
        found.append(place)
        node = place[3]
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, AST):
                waiting.append((node, field, None, value))
            elif isinstance(value, list):
                waiting += [(node, field, at, item) for at, item in enumerate(value) if isinstance(item, AST)]
    for parent, field, at, node in reversed(found):
        made = _folded(node, level)
        if made is not None and parent is not None:
            if at is None:
                setattr(parent, field, made)
            else:
                getattr(parent, field)[at] = made


def _name(node):
    return type(node).__name__


def _at(place, node):
    for name in ('lineno', 'col_offset', 'end_lineno', 'end_col_offset'):
        setattr(node, name, getattr(place, name, None))
    return node


def _constant(place, value):
    return _at(place, kinds['Constant'](value))


def _is_constant(node):
    return _name(node) == 'Constant'


def _folded(node, level):
    """The replacement of a node whose parts were folded; None if it stays."""
    folder = _FOLDERS.get(_name(node))
    return folder(node, level) if folder is not None else None


def _name_of(node, level):
    if node.id == '__debug__' and _name(node.ctx) == 'Load':
        return _constant(node, level == 0)


def _tuple(node, level):
    if _name(node.ctx) == 'Load' and all(map(_is_constant, node.elts)):
        return _constant(node, tuple([item.value for item in node.elts]))


def _subscript(node, level):
    if _name(node.ctx) == 'Load' and _is_constant(node.value) and _is_constant(node.slice):
        try:
            return _constant(node, node.value.value[node.slice.value])
        except (TypeError, LookupError):
            return None


def _unary(node, level):
    operand = node.operand
    if _is_constant(operand):
        try:
            return _constant(node, _UNARY[_name(node.op)](operand.value))
        except TypeError:
            return None
    if _name(node.op) == 'Not' and _name(operand) == 'Compare' and len(operand.ops) == 1:
        other = _OPPOSITE.get(_name(operand.ops[0]))
        if other is not None:
            operand.ops = [kinds[other]()]
            return _at(node, operand)


def _binary(node, level):
    left, right, op = node.left, node.right, _name(node.op)
    if not _is_constant(left):
        return None
    if op == 'Mod' and isinstance(left.value, str) and _name(right) == 'Tuple':
        return _format(node, left.value, right.elts)
    if not _is_constant(right) or not _is_small(op, left.value, right.value):
        return None
    try:
        return _constant(node, _BINARY[op](left.value, right.value))
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return None


def _is_small(op, left, right):
    """Whether the result of an operation on constants is sure to be small."""
    if op == 'Mod':
        return not isinstance(left, (str, bytes))
    if op in ('Mult', 'LShift', 'Pow') and isinstance(left, int) and isinstance(right, int):
        if op == 'Mult':
            return left.bit_length() + right.bit_length() <= _MOST_BITS
        if op == 'LShift':
            return 0 <= right <= _MOST_BITS and left.bit_length() + right <= _MOST_BITS
        return right <= 0 or right <= _MOST_BITS and left.bit_length() * right <= _MOST_BITS
    if op == 'Mult':
        for count, items in ((left, right), (right, left)):
            if isinstance(count, int) and isinstance(items, (str, bytes, tuple)):
                most = _MOST_ITEMS if isinstance(items, tuple) else _MOST_TEXT
                return 0 <= count <= most and count * len(items) <= most
    return True


def _format(node, text, values):
    """`text % (values)` as the parts of a formatted string, if it asks for nothing but texts."""
    import re
    if any(_name(value) == 'Starred' for value in values):
        return None
    parts, plain, end, values = [], '', 0, list(values)
    for found in re.finditer(r'%(?:%|(-?)(\d{0,3})(?:\.(\d{0,3}))?([sra])|(.?))', text, re.DOTALL):
        plain += text[end:found.start()]
        end = found.end()
        if found[0] == '%%':
            plain += '%'
            continue
        left, width, precision, conversion, other = found.groups()
        if other is not None or not values:
            return None
        if plain:
            parts.append(_constant(node, plain))
            plain = ''
        value = values.pop(0)
        spec = ('>' if width and not left else '') + width + ('' if precision is None else '.' + (precision or '0'))
        parts.append(_at(value, kinds['FormattedValue'](value, ord(conversion), _constant(value, spec) if spec else None)))
    plain += text[end:]
    if values:
        return None
    if plain:
        parts.append(_constant(node, plain))
    return _at(node, kinds['JoinedStr'](parts))


def _iterated(node):
    """What is only gone through: a list becomes a tuple, a set of constants one that is made once."""
    kind = _name(node)
    if kind not in ('List', 'Set') or any(_name(item) == 'Starred' for item in node.elts):
        return node
    if all(map(_is_constant, node.elts)):
        values = [item.value for item in node.elts]
        return _constant(node, tuple(values) if kind == 'List' else frozenset(values))
    return _at(node, kinds['Tuple'](node.elts, node.ctx)) if kind == 'List' else node


def _loop(node, level):
    node.iter = _iterated(node.iter)


def _compare(node, level):
    if _name(node.ops[-1]) in ('In', 'NotIn'):
        node.comparators[-1] = _iterated(node.comparators[-1])


_FOLDERS = {'Name': _name_of, 'Tuple': _tuple, 'Subscript': _subscript, 'UnaryOp': _unary, 'BinOp': _binary, 'Compare': _compare,
            'For': _loop, 'AsyncFor': _loop, 'comprehension': _loop}
