"""Paths to elements: the part of XPath that `ElementTree` understands, compiled into steps over elements."""
import re

_tokens = re.compile(r"('[^']*'|\"[^\"]*\"|::|//?|\.\.|\(\)|!=|[/.*:\[\]\(\)@=])|((?:\{[^}]+\})?[^/\[\]\(\)@!=\s]+)|\s+")
_cache = {}


def _pieces(path, namespaces):
    default = namespaces.get('') if namespaces else None
    after_at = False
    for match in _tokens.finditer(path):
        sign, tag = match.groups()
        sign, tag = sign or '', tag or ''
        if tag and tag[0] != '{':
            if ':' in tag:
                prefix, local = tag.split(':', 1)
                if not namespaces or prefix not in namespaces:
                    raise SyntaxError(f'prefix {prefix!r} not found in prefix map')
                yield sign, f'{{{namespaces[prefix]}}}{local}'
            elif default and not after_at:
                yield sign, f'{{{default}}}{tag}'
            else:
                yield sign, tag
            after_at = False
        else:
            yield sign, tag
            after_at = sign == '@'


def _matcher(tag):
    """Whether an element has a tag with a wildcard; None where the tag is meant as it is."""
    if tag in ('*', '{*}*'):
        return lambda element: isinstance(element.tag, str) if tag == '{*}*' else True
    if tag == '{}*':
        return lambda element: isinstance(element.tag, str) and element.tag[:1] != '{'
    if tag[:3] == '{*}':
        local, ending = tag[3:], tag[2:]
        return lambda element: element.tag == local or isinstance(element.tag, str) and element.tag[:1] == '{' and element.tag.endswith(ending)
    if tag[-2:] == '}*':
        space = tag[:-1]
        return lambda element: isinstance(element.tag, str) and element.tag.startswith(space)
    return None


def _children(tag):
    matches = _matcher(tag)

    def step(context, found):
        for element in found:
            for child in element:
                if child.tag == tag if matches is None else matches(child):
                    yield child
    return step


def _all_children(context, found):
    for element in found:
        yield from element


def _itself(context, found):
    yield from found


def _parents(context, found):
    known = context.parents()
    seen = set()
    for element in found:
        if element in known:
            parent = known[element]
            if parent not in seen:
                seen.add(parent)
                yield parent


def _descendants(advance, piece):
    try:
        piece = advance()
    except StopIteration:
        return None
    if piece[0] == '*':
        tag = '*'
    elif not piece[0]:
        tag = piece[1]
    else:
        raise SyntaxError('invalid descendant')
    matches = _matcher(tag)

    def step(context, found):
        for element in found:
            for below in element.iter(None if matches else tag):
                if below is not element and (matches is None or matches(below)):
                    yield below
    return step


def _condition(advance, piece):
    """What stands in brackets."""
    shape, words = [], []
    while True:
        try:
            piece = advance()
        except StopIteration:
            return None
        if piece[0] == ']':
            break
        if piece == ('', ''):
            continue
        if piece[0] and piece[0][:1] in '\'"':
            piece = "'", piece[0][1:-1]
        shape.append(piece[0] or '-')
        words.append(piece[1])
    shape = ''.join(shape)
    if shape == '@-':
        key = words[1]
        return lambda context, found: (element for element in found if element.get(key) is not None)
    if shape in ("@-='", "@-!='"):
        key, value = words[1], words[-1]
        if shape == "@-='":
            return lambda context, found: (element for element in found if element.get(key) == value)
        return lambda context, found: (element for element in found if (held := element.get(key)) is not None and held != value)
    if shape == '-' and not re.match(r'-?\d+$', words[0]):
        tag = words[0]
        return lambda context, found: (element for element in found if element.find(tag) is not None)
    if shape in (".='", ".!='") or shape in ("-='", "-!='") and not re.match(r'-?\d+$', words[0]):
        tag, value, same = words[0], words[-1], '!' not in shape
        if tag:
            def step(context, found):
                for element in found:
                    for child in element.findall(tag):
                        if (''.join(child.itertext()) == value) is same:
                            yield element
                            break
            return step
        return lambda context, found: (element for element in found if (''.join(element.itertext()) == value) is same)
    if shape == '-' or shape in ('-()', '-()-'):
        if shape == '-':
            index = int(words[0]) - 1
            if index < 0:
                raise SyntaxError('XPath position >= 1 expected')
        else:
            if words[0] != 'last':
                raise SyntaxError('unsupported function')
            index = -1
            if shape == '-()-':
                try:
                    index = int(words[2]) - 1
                except ValueError:
                    raise SyntaxError('unsupported expression') from None
                if index > -2:
                    raise SyntaxError('XPath offset from last() must be negative')

        def at_place(context, found):
            known = context.parents()
            for element in found:
                parent = known.get(element)
                if parent is None:
                    continue
                alike = list(parent.findall(element.tag))
                if -len(alike) <= index < len(alike) and alike[index] is element:
                    yield element
        return at_place
    raise SyntaxError('invalid predicate')


def _step(advance, piece):
    kind = piece[0]
    if kind == '':
        return _children(piece[1])
    if kind == '*':
        return _all_children
    if kind == '.':
        return _itself
    if kind == '..':
        return _parents
    if kind == '//':
        return _descendants(advance, piece)
    if kind == '[':
        return _condition(advance, piece)
    raise KeyError(kind)


class _Context:
    """Where a search began."""

    def __init__(self, root):
        self.root = root
        self.known = None

    def parents(self):
        if self.known is None:
            self.known = {child: parent for parent in self.root.iter() for child in parent}
        return self.known


def iterfind(element, path, namespaces=None):
    if path[-1:] == '/':
        path += '*'
    key = (path, *sorted(namespaces.items())) if namespaces else (path,)
    steps = _cache.get(key)
    if steps is None:
        if len(_cache) > 100:
            _cache.clear()
        if path[:1] == '/':
            raise SyntaxError('cannot use absolute path on element')
        advance = iter([*_pieces(path, namespaces)]).__next__
        try:
            piece = advance()
        except StopIteration:
            return None
        steps = []
        while True:
            try:
                steps.append(_step(advance, piece))
            except (StopIteration, KeyError):
                raise SyntaxError('invalid path') from None
            try:
                piece = advance()
                if piece[0] == '/':
                    piece = advance()
            except StopIteration:
                break
        _cache[key] = steps
    found = (element,)
    context = _Context(element)
    for step in steps:
        found = step(context, found)
    return iter(found)


def find(element, path, namespaces=None):
    return next(iterfind(element, path, namespaces), None)


def findall(element, path, namespaces=None):
    return list(iterfind(element, path, namespaces))


def findtext(element, path, default=None, namespaces=None):
    for found in iterfind(element, path, namespaces):
        return '' if found.text is None else found.text
    return default
