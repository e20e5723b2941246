"""Paths to elements: the part of XPath that `ElementTree` understands, compiled into steps over elements."""
import re

xpath_tokenizer_re = re.compile(r"('[^']*'|\"[^\"]*\"|::|//?|\.\.|\(\)|!=|[/.*:\[\]\(\)@=])|((?:\{[^}]+\})?[^/\[\]\(\)@!=\s]+)|\s+")
_cache = {}


def xpath_tokenizer(pattern, namespaces=None):
    """The signs and names of a path, in pairs."""
    default = namespaces.get('') if namespaces else None
    after_at = False
    for match in xpath_tokenizer_re.finditer(pattern):
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


def prepare_child(next, token):
    tag = token[1]
    matches = _matcher(tag)
    if matches is None and tag[:2] == '{}':
        tag = tag[2:]

    def select(context, result):
        for element in result:
            for child in element:
                if child.tag == tag if matches is None else matches(child):
                    yield child
    return select


def prepare_star(next, token):
    def select(context, result):
        for element in result:
            yield from element
    return select


def prepare_self(next, token):
    def select(context, result):
        yield from result
    return select


def prepare_parent(next, token):
    def select(context, result):
        known = get_parent_map(context)
        seen = set()
        for element in result:
            if element in known:
                parent = known[element]
                if parent not in seen:
                    seen.add(parent)
                    yield parent
    return select


def prepare_descendant(next, token):
    try:
        token = next()
    except StopIteration:
        return None
    if token[0] == '*':
        tag = '*'
    elif not token[0]:
        tag = token[1]
    else:
        raise SyntaxError('invalid descendant')
    matches = _matcher(tag)
    if matches is None and tag[:2] == '{}':
        tag = tag[2:]

    def select(context, result):
        for element in result:
            for below in element.iter(None if matches else tag):
                if below is not element and (matches is None or matches(below)):
                    yield below
    return select


def prepare_predicate(next, token):
    """The predicate in brackets."""
    shape, words = [], []
    while True:
        try:
            token = next()
        except StopIteration:
            return None
        if token[0] == ']':
            break
        if token == ('', ''):
            continue
        if token[0] and token[0][:1] in '\'"':
            token = "'", token[0][1:-1]
        shape.append(token[0] or '-')
        words.append(token[1])
    shape = ''.join(shape)
    if shape == '@-':
        key = words[1]
        return lambda context, result: (element for element in result if element.get(key) is not None)
    if shape in ("@-='", "@-!='"):
        key, value = words[1], words[-1]
        if shape == "@-='":
            return lambda context, result: (element for element in result if element.get(key) == value)
        return lambda context, result: (element for element in result if (held := element.get(key)) is not None and held != value)
    if shape == '-' and not re.match(r'-?\d+$', words[0]):
        tag = words[0]
        return lambda context, result: (element for element in result if element.find(tag) is not None)
    if shape in (".='", ".!='") or shape in ("-='", "-!='") and not re.match(r'-?\d+$', words[0]):
        tag, value, same = words[0], words[-1], '!' not in shape
        if tag:
            def step(context, result):
                for element in result:
                    for child in element.findall(tag):
                        if (''.join(child.itertext()) == value) is same:
                            yield element
                            break
            return step
        return lambda context, result: (element for element in result if (''.join(element.itertext()) == value) is same)
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

        def at_place(context, result):
            known = get_parent_map(context)
            for element in result:
                parent = known.get(element)
                if parent is None:
                    continue
                alike = list(parent.findall(element.tag))
                if -len(alike) <= index < len(alike) and alike[index] is element:
                    yield element
        return at_place
    raise SyntaxError('invalid predicate')


ops = {'': prepare_child, '*': prepare_star, '.': prepare_self, '..': prepare_parent, '//': prepare_descendant, '[': prepare_predicate}


def get_parent_map(context):
    """The parent of each element below the one a search began at."""
    if context.parent_map is None:
        context.parent_map = {child: parent for parent in context.root.iter() for child in parent}
    return context.parent_map


class _SelectorContext:
    """Where a search began."""
    parent_map = None

    def __init__(self, root):
        self.root = root


def iterfind(elem, path, namespaces=None):
    if path[-1:] == '/':
        path += '*'
    key = (path, *sorted(namespaces.items())) if namespaces else (path,)
    steps = _cache.get(key)
    if steps is None:
        if len(_cache) > 100:
            _cache.clear()
        if path[:1] == '/':
            raise SyntaxError('cannot use absolute path on element')
        advance = iter([*xpath_tokenizer(path, namespaces)]).__next__
        try:
            piece = advance()
        except StopIteration:
            return None
        steps = []
        while True:
            try:
                steps.append(ops[piece[0]](advance, piece))
            except (StopIteration, KeyError):
                raise SyntaxError('invalid path') from None
            try:
                piece = advance()
                if piece[0] == '/':
                    piece = advance()
            except StopIteration:
                break
        _cache[key] = steps
    found = (elem,)
    context = _SelectorContext(elem)
    for step in steps:
        found = step(context, found)
    return iter(found)


def find(elem, path, namespaces=None):
    return next(iterfind(elem, path, namespaces), None)


def findall(elem, path, namespaces=None):
    return list(iterfind(elem, path, namespaces))


def findtext(elem, path, default=None, namespaces=None):
    for found in iterfind(elem, path, namespaces):
        return '' if found.text is None else found.text
    return default
