"""Trees of XML elements: reading, searching, changing and writing them."""
import io as _io
import re as _re
from _stockade import argument_name as _argument_name, index as _index, type_name as _type_name
from xml.etree import ElementPath
from _expat import ExpatError as _ExpatError, ParserCreate as _ParserCreate

__all__ = ['Comment', 'dump', 'Element', 'ElementTree', 'canonicalize', 'fromstring', 'fromstringlist', 'indent', 'iselement', 'iterparse',
           'parse', 'ParseError', 'PI', 'ProcessingInstruction', 'QName', 'SubElement', 'tostring', 'tostringlist', 'TreeBuilder',
           'VERSION', 'XML', 'XMLID', 'XMLParser', 'XMLPullParser', 'register_namespace', 'C14NWriterTarget']
VERSION = '1.3.0'


class ParseError(SyntaxError):
    """Text that is not XML: `code` of the error, `position` as line and column."""


def iselement(element):
    """Whether an object looks like an element."""
    return hasattr(element, 'tag')


def _known(element, function='append', number=' 1'):
    if not isinstance(element, Element):
        raise TypeError(f'{function}() argument{number} must be xml.etree.ElementTree.Element, not {_argument_name(element)}')
    return element


def _member(element):
    if not isinstance(element, Element):
        raise TypeError(f'expected an Element, not "{type(element).__name__}"')
    return element


class Element:
    """A tag with attributes, text, what follows it, and children."""
    __slots__ = ('tag', '_attrib', 'text', 'tail', '_children', '__weakref__', '__dict__')

    def __init__(self, *given, **extra):
        if not 1 <= len(given) <= 2:
            raise TypeError(f'Element() takes at {"most 2 arguments" if given else "least 1 argument"} ({len(given)} given)')
        tag, attrib = given if len(given) == 2 else (given[0], {})
        if not isinstance(attrib, dict):
            raise TypeError(f'Element() argument 2 must be dict, not {_argument_name(attrib)}')
        if len(given) == 1 and 'attrib' in extra:
            attrib = extra.pop('attrib')
            if not isinstance(attrib, dict):
                raise TypeError(f'attrib must be dict, not {_argument_name(attrib)}')
        self.tag = tag
        self._attrib = {**attrib, **extra}
        self.text = self.tail = None
        self._children = []

    @property
    def attrib(self):
        return self._attrib

    @attrib.setter
    def attrib(self, value):
        if not isinstance(value, dict):
            raise TypeError(f'attrib must be dict, not {type(value).__name__}')
        self._attrib = value

    def __repr__(self):
        return f'<Element {self.tag!r} at {id(self):#x}>'

    def makeelement(self, tag, attrib, /):
        if not isinstance(attrib, dict):
            raise TypeError(f'makeelement() argument 2 must be dict, not {_argument_name(attrib)}')
        return self.__class__(tag, attrib)

    def __copy__(self):
        made = self.makeelement(self.tag, self._attrib)
        made.text, made.tail = self.text, self.tail
        made._children = self._children[:]
        return made

    def __deepcopy__(self, memo, /):
        from copy import deepcopy
        made = self.makeelement(deepcopy(self.tag, memo), deepcopy(self._attrib, memo))
        memo[id(self)] = made
        made.text, made.tail = deepcopy(self.text, memo), deepcopy(self.tail, memo)
        made._children = [_member(deepcopy(child, memo)) for child in self._children]
        return made

    def __getstate__(self):
        return {'tag': self.tag, '_children': self._children[:], 'attrib': self._attrib, 'text': self.text, 'tail': self.tail}

    def __setstate__(self, state):
        if not isinstance(state, dict):
            raise TypeError(f'Don\'t know how to unpickle "{state!r}" as an Element')
        if 'tag' not in state:
            raise TypeError('tag may not be NULL')
        children = state.get('_children', [])
        if not isinstance(children, list):
            raise TypeError("'_children' is not a list")
        self._children = [_member(child) for child in children]
        self.tag, self.text, self.tail = [state.get(name) for name in ('tag', 'text', 'tail')]
        self._attrib = state.get('attrib') or {}

    def __reduce_ex__(self, protocol, /):
        return Element, (self.tag,), self.__getstate__()

    def __len__(self):
        return len(self._children)

    def __bool__(self):
        from warnings import warn
        warn("Testing an element's truth value will always return True in future versions.  Use specific 'len(elem)' or "
             "'elem is not None' test instead.", DeprecationWarning, stacklevel=2)
        return len(self._children) != 0

    def __getitem__(self, index):
        try:
            return self._children[index]
        except IndexError:
            raise IndexError('child index out of range') from None
        except TypeError:
            raise TypeError('element indices must be integers') from None

    def __setitem__(self, index, element):
        if isinstance(index, slice):
            element = [_known(one, '__setitem__') if isinstance(one, Element) else _refused(one) for one in element]
        elif not isinstance(element, Element):
            _refused(element)
        try:
            self._children[index] = element
        except IndexError:
            raise IndexError('child assignment index out of range') from None

    def __delitem__(self, index):
        try:
            del self._children[index]
        except IndexError:
            raise IndexError('child assignment index out of range') from None

    def append(self, subelement, /):
        self._children.append(_known(subelement))

    def extend(self, elements, /):
        try:
            elements = iter(elements)
        except TypeError:
            raise TypeError("'elements' must be an iterable") from None
        for element in [*elements]:
            if not isinstance(element, Element):
                _refused(element)
            self._children.append(element)

    def insert(self, index, subelement, /):
        index = _index(index)
        _known(subelement, 'insert', ' 2')
        self._children.insert(index, subelement)

    def remove(self, subelement, /):
        _known(subelement, 'remove', '')
        for at, child in enumerate(self._children):
            if child is subelement or child == subelement:
                del self._children[at]
                return
        raise ValueError('list.remove(x): x not in list')

    def find(self, path, namespaces=None):
        if namespaces is None and isinstance(path, str) and not _special_path(path):
            return next((child for child in self._children if child.tag == path), None)
        return ElementPath.find(self, path, namespaces)

    def findtext(self, path, default=None, namespaces=None):
        if namespaces is None and isinstance(path, str) and not _special_path(path):
            found = self.find(path)
            return default if found is None else '' if found.text is None else found.text
        return ElementPath.findtext(self, path, default, namespaces)

    def findall(self, path, namespaces=None):
        if namespaces is None and isinstance(path, str) and not _special_path(path):
            return [child for child in self._children if child.tag == path]
        return ElementPath.findall(self, path, namespaces)

    def iterfind(self, path, namespaces=None):
        return ElementPath.iterfind(self, path, namespaces)

    def clear(self):
        self._attrib = {}
        self._children = []
        self.text = self.tail = None

    def get(self, key, default=None):
        return self._attrib.get(key, default)

    def set(self, key, value, /):
        self._attrib[key] = value

    def keys(self):
        return list(self._attrib.keys())

    def items(self):
        return list(self._attrib.items())

    def iter(self, tag=None):
        """The element and all below it, in the order of the document."""
        if tag == '*':
            tag = None
        return _walk(self, tag)

    def itertext(self):
        """The text inside, without tags."""
        pending = [self]
        while pending:
            one = pending.pop()
            if isinstance(one, str):
                if one:
                    yield one
                continue
            if one.text:
                yield one.text
            for child in reversed(one._children):
                if child.tail:
                    pending.append(child.tail)
                pending.append(child)


_special_path = _re.compile(r'\{\*?\}|^[^{]*[/*\[@.]|\}[^{]*[/*\[@.]').search


def _refused(element):
    raise TypeError(f'expected an Element, not "{type(element).__name__}"')


def _walk(element, tag):
    pending = [iter((element,))]
    while pending:
        for one in pending[-1]:
            if tag is None or one.tag == tag:
                yield one
            pending.append(iter(one._children))
            break
        else:
            pending.pop()


def SubElement(parent, tag, /, attrib={}, **extra):
    """A new element at the end of another."""
    _known(parent, 'SubElement')
    if not isinstance(attrib, dict):
        raise TypeError(f'SubElement() argument 3 must be dict, not {_argument_name(attrib)}')
    made = parent.makeelement(tag, {**attrib, **extra})
    parent.append(made)
    return made


def Comment(text=None):
    made = Element(Comment)
    made.text = text
    return made


def ProcessingInstruction(target, text=None):
    made = Element(ProcessingInstruction)
    made.text = target
    if text:
        made.text = made.text + ' ' + text
    return made


PI = ProcessingInstruction


def _compared(name):
    def method(self, other):
        return getattr(self.text, name)(other.text if isinstance(other, QName) else other)
    method.__name__ = name
    return method


class QName:
    """A name with its namespace."""

    def __init__(self, text_or_uri, tag=None):
        if tag:
            text_or_uri = '{%s}%s' % (text_or_uri, tag)
        self.text = text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return '<%s %r>' % (self.__class__.__name__, self.text)

    def __hash__(self):
        return hash(self.text)

    __le__, __lt__, __ge__, __gt__, __eq__ = map(_compared, ('__le__', '__lt__', '__ge__', '__gt__', '__eq__'))


class ElementTree:
    """A whole document."""

    def __init__(self, element=None, file=None):
        self._root = element
        if file:
            self.parse(file)

    def getroot(self):
        return self._root

    def _setroot(self, element):
        if not iselement(element):
            raise TypeError('expected an Element, not %s' % type(element).__name__)
        self._root = element

    def parse(self, source, parser=None):
        if not hasattr(source, 'read'):
            with open(source, 'rb') as file:
                return self.parse(file, parser)
        if not parser:
            pieces = []
            while data := source.read(65536):
                pieces.append(data)
            self._root = XML(pieces[0][:0].join(pieces) if pieces else b'')
            return self._root
        while data := source.read(65536):
            parser.feed(data)
        self._root = parser.close()
        return self._root

    def iter(self, tag=None):
        return self._root.iter(tag)

    def _relative(self, path):
        if path[:1] == '/':
            from warnings import warn
            path = '.' + path
            warn(f'This search is broken in 1.3 and earlier, and will be fixed in a future version.  If you rely on the current '
                 f'behaviour, change it to {path!r}', FutureWarning, stacklevel=3)
        return path

    def find(self, path, namespaces=None):
        return self._root.find(self._relative(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(self._relative(path), default, namespaces)

    def findall(self, path, namespaces=None):
        return self._root.findall(self._relative(path), namespaces)

    def iterfind(self, path, namespaces=None):
        return self._root.iterfind(self._relative(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None, default_namespace=None, method=None, *, short_empty_elements=True):
        method = method or 'xml'
        if method not in ('xml', 'html', 'text'):
            raise ValueError('unknown method %r' % method)
        if self._root is None:
            raise TypeError('ElementTree not initialized')
        if not hasattr(file_or_filename, 'write'):
            whole = (encoding or '').lower() == 'unicode'
            with open(file_or_filename, 'w' if whole else 'wb', **({'encoding': 'utf-8', 'errors': 'xmlcharrefreplace'} if whole else {})) as file:
                return self.write(file, encoding, xml_declaration, default_namespace, method, short_empty_elements=short_empty_elements)
        encoding = encoding or 'us-ascii'
        parts = []
        shown = 'utf-8' if encoding.lower() == 'unicode' else encoding
        if method == 'xml' and (xml_declaration or xml_declaration is None and encoding.lower() not in ('utf-8', 'us-ascii', 'unicode')):
            parts.append(f"<?xml version='1.0' encoding='{shown}'?>\n")
        if method == 'text':
            parts.extend(self._root.itertext())
            parts.append(self._root.tail or '')
        else:
            names, spaces = _names_in(self._root, default_namespace)
            (_write_xml if method == 'xml' else _write_html)(parts, self._root, names, spaces, short_empty_elements)
        text = ''.join(parts)
        file_or_filename.write(text if encoding.lower() == 'unicode' else text.encode(encoding, 'xmlcharrefreplace'))

    def write_c14n(self, file):
        return self.write(file, method='c14n')


# ---- writing

_prefixes = {'http://www.w3.org/XML/1998/namespace': 'xml', 'http://www.w3.org/1999/xhtml': 'html',
             'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf', 'http://schemas.xmlsoap.org/wsdl/': 'wsdl',
             'http://www.w3.org/2001/XMLSchema': 'xs', 'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
             'http://purl.org/dc/elements/1.1/': 'dc'}
_namespace_map = _prefixes


def register_namespace(prefix, uri):
    """The prefix to write for a namespace."""
    if _re.match(r'ns\d+$', prefix):
        raise ValueError('Prefix format reserved for internal use')
    for known, held in list(_prefixes.items()):
        if known == uri or held == prefix:
            del _prefixes[known]
    _prefixes[uri] = prefix


register_namespace._namespace_map = _prefixes


def _not_text(text):
    raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))


def _names_in(root, default):
    """(how each name is written, prefixes of the namespaces)."""
    names, spaces = {None: None}, {}
    if default:
        spaces[default] = ''

    def add(name):
        try:
            if name[:1] == '{':
                uri, tag = name[1:].rsplit('}', 1)
                prefix = spaces.get(uri)
                if prefix is None:
                    prefix = _prefixes.get(uri)
                    if prefix is None:
                        prefix = 'ns%d' % len(spaces)
                    if prefix != 'xml':
                        spaces[uri] = prefix
                names[name] = f'{prefix}:{tag}' if prefix else tag
            else:
                if default:
                    raise ValueError('cannot use non-qualified names with default_namespace option')
                names[name] = name
        except TypeError:
            _not_text(name)

    for element in root.iter():
        tag = element.tag
        if isinstance(tag, QName):
            if tag.text not in names:
                add(tag.text)
        elif isinstance(tag, str):
            if tag not in names:
                add(tag)
        elif tag is not None and tag is not Comment and tag is not PI:
            _not_text(tag)
        for key, value in element.items():
            key = key.text if isinstance(key, QName) else key
            if key not in names:
                add(key)
            if isinstance(value, QName) and value.text not in names:
                add(value.text)
        if isinstance(element.text, QName) and element.text.text not in names:
            add(element.text.text)
    return names, spaces


def _start_tag(element, tag, names, spaces, escape):
    made = ['<' + tag]
    for uri, prefix in sorted((spaces or {}).items(), key=lambda entry: entry[1]):
        made.append(f' xmlns{":" if prefix else ""}{prefix}="{escape(uri)}"')
    for key, value in element.items():
        key = key.text if isinstance(key, QName) else key
        value = names[value.text] if isinstance(value, QName) else escape(value)
        made.append(f' {names[key]}="{value}"')
    return ''.join(made)


def _write(parts, root, names, spaces, opened, html):
    """Writes a tree without recursion: `opened` gives (text before the children, text after them)."""
    pending = [(root, spaces)]
    while pending:
        element, own = pending.pop()
        if isinstance(element, str):
            parts.append(element)
            continue
        tag = element.tag
        if tag is Comment:
            parts.append('<!--%s-->' % (_escape(element.text) if html else element.text))
            closing = ''
        elif tag is PI:
            parts.append('<?%s?>' % (_escape(element.text) if html else element.text))
            closing = ''
        else:
            tag = names[tag.text if isinstance(tag, QName) else tag]
            if tag is None:
                if element.text:
                    parts.append(_escape(element.text))
                closing = ''
            else:
                before, closing = opened(element, tag, own)
                parts.append(before)
            if element.tail:
                closing += _escape(element.tail)
            if closing:
                pending.append((closing, None))
            pending.extend([(child, None) for child in reversed(element._children)])
            continue
        if element.tail:
            parts.append(_escape(element.tail))


def _write_xml(parts, root, names, spaces, short):
    def opened(element, tag, own):
        before = _start_tag(element, tag, names, own, _escape_attribute)
        text = element.text
        if isinstance(text, QName):
            text = names[text.text]
        elif text:
            text = _escape(text)
        if text or len(element) or not short:
            return f'{before}>{text or ""}', f'</{tag}>'
        return before + ' />', ''
    _write(parts, root, names, spaces, opened, False)


HTML_EMPTY = {'area', 'base', 'basefont', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'link', 'meta', 'param', 'source',
              'track', 'wbr'}


def _write_html(parts, root, names, spaces, short):
    def opened(element, tag, own):
        before = _start_tag(element, tag, names, own, _escape_attribute_html) + '>'
        if element.text:
            before += element.text if tag.lower() in ('script', 'style') else _escape(element.text)
        return before, '' if tag.lower() in HTML_EMPTY else f'</{tag}>'
    _write(parts, root, names, spaces, opened, True)


def _escape(text):
    try:
        if '&' in text:
            text = text.replace('&', '&amp;')
        if '<' in text:
            text = text.replace('<', '&lt;')
        if '>' in text:
            text = text.replace('>', '&gt;')
        return text
    except (TypeError, AttributeError):
        _not_text(text)


def _escape_attribute(text):
    text = _escape(text)
    for char, instead in (('"', '&quot;'), ('\r', '&#13;'), ('\n', '&#10;'), ('\t', '&#09;')):
        if char in text:
            text = text.replace(char, instead)
    return text


def _escape_attribute_html(text):
    try:
        return text.replace('&', '&amp;').replace('>', '&gt;').replace('"', '&quot;')
    except (TypeError, AttributeError):
        _not_text(text)


def tostring(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None, short_empty_elements=True):
    """The element as bytes, or as str for the encoding 'unicode'."""
    stream = _io.StringIO() if encoding == 'unicode' else _io.BytesIO()
    ElementTree(element).write(stream, encoding, xml_declaration=xml_declaration, default_namespace=default_namespace, method=method,
                               short_empty_elements=short_empty_elements)
    return stream.getvalue()


def tostringlist(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None, short_empty_elements=True):
    return [tostring(element, encoding, method, xml_declaration=xml_declaration, default_namespace=default_namespace,
                     short_empty_elements=short_empty_elements)]


def dump(elem):
    """Prints a tree."""
    if not isinstance(elem, ElementTree):
        elem = ElementTree(elem)
    text = _io.StringIO()
    elem.write(text, encoding='unicode')
    text = text.getvalue()
    print(text, end='' if text.endswith('\n') or (elem.getroot().tail or '')[-1:] == '\n' else '\n')


def indent(tree, space='  ', level=0):
    """Puts white space between the elements so that the text shows the tree."""
    if isinstance(tree, ElementTree):
        tree = tree.getroot()
    if level < 0:
        raise ValueError(f'Initial indentation level must be >= 0, got {level}')
    if not len(tree):
        return
    pending = [(tree, level)]
    while pending:
        element, depth = pending.pop()
        inner = '\n' + (depth + 1) * space
        if not element.text or not element.text.strip():
            element.text = inner
        child = None
        for child in element:
            if len(child):
                pending.append((child, depth + 1))
            if not child.tail or not child.tail.strip():
                child.tail = inner
        if not child.tail.strip():
            child.tail = '\n' + depth * space


# ---- reading

class TreeBuilder:
    """Makes a tree of the events of a parser."""

    def __init__(self, element_factory=None, *, comment_factory=None, pi_factory=None, insert_comments=False, insert_pis=False):
        self._data = []
        self._elem = []
        self._last = self._root = None
        self._tail = None
        self._comment_factory = Comment if comment_factory is None else comment_factory
        self._pi_factory = ProcessingInstruction if pi_factory is None else pi_factory
        self.insert_comments, self.insert_pis = insert_comments, insert_pis
        self._factory = Element if element_factory is None else element_factory

    def close(self):
        return self._root

    def _flush(self):
        if self._data:
            if self._last is not None:
                text = ''.join(self._data)
                if self._tail:
                    self._last.tail = text
                else:
                    self._last.text = text
            self._data = []

    def data(self, data, /):
        self._data.append(data)

    def start(self, tag, attrs, /):
        if not isinstance(attrs, dict):
            raise TypeError(f'start() argument 2 must be dict, not {_argument_name(attrs)}')
        self._flush()
        self._last = element = self._factory(tag, attrs)
        if self._elem:
            self._elem[-1].append(element)
        elif self._root is None:
            self._root = element
        self._elem.append(element)
        self._tail = 0
        return element

    def end(self, tag, /):
        self._flush()
        if not self._elem:
            raise IndexError('pop from empty stack')
        self._last = self._elem.pop()
        self._tail = 1
        return self._last

    def comment(self, text, /):
        return self._single(self._comment_factory, self.insert_comments, text)

    def pi(self, target, text=None, /):
        return self._single(self._pi_factory, self.insert_pis, target, text)

    def _single(self, factory, insert, *args):
        element = factory(*args)
        if insert:
            self._flush()
            self._last = element
            if self._elem:
                self._elem[-1].append(element)
            self._tail = 1
        return element


class _Quiet:
    """What a parser tells its target: comments and instructions only where a tree builder wants them."""

    def __init__(self, target):
        for name in ('start', 'end', 'data', 'comment', 'pi', 'start_ns', 'end_ns', 'doctype'):
            method = getattr(target, name, None)
            if method is not None and not (type(target) is TreeBuilder and (name == 'comment' and not target.insert_comments
                                                                            or name == 'pi' and not target.insert_pis)):
                setattr(self, name, method)
        self.entity = {}


class XMLParser:
    """Text in any number of pieces; what `target` makes of it."""

    def __init__(self, *, target=None, encoding=None):
        self.target = self._target = target = TreeBuilder() if target is None else target
        self.entity = {}
        self.version = 'Expat 2.6.3'
        self._parser = parser = _ParserCreate(encoding, '}', None)
        self._names = {}
        told = _Quiet(target)
        if hasattr(told, 'start'):
            parser.StartElementHandler = self._starter(told.start)
        if hasattr(told, 'end'):
            parser.EndElementHandler = self._ender(told.end)
        if hasattr(told, 'start_ns'):
            parser.StartNamespaceDeclHandler = lambda prefix, uri: told.start_ns(prefix or '', uri or '')
        if hasattr(told, 'end_ns'):
            parser.EndNamespaceDeclHandler = lambda prefix: told.end_ns(prefix or '')
        parser.CharacterDataHandler = getattr(told, 'data', None)
        parser.CommentHandler = getattr(told, 'comment', None)
        parser.ProcessingInstructionHandler = getattr(told, 'pi', None)
        parser.StartDoctypeDeclHandler = self._document_type
        parser.DefaultHandlerExpand = self._other

    def _starter(self, start):
        known, name = self._names.get, self._name

        def handler(tag, attributes):
            if attributes:
                attributes = {known(key) or name(key): value for key, value in attributes.items()}
            return start(known(tag) or name(tag), attributes)
        return handler

    def _ender(self, end):
        known, name = self._names.get, self._name
        return lambda tag: end(known(tag) or name(tag))

    def _name(self, name):
        """A name as trees have it, its namespace in braces."""
        made = self._names.get(name)
        if made is None:
            made = self._names[name] = '{' + name if '}' in name else name
        return made

    def _document_type(self, name, system, public, has_subset):
        doctype = getattr(self._target, 'doctype', None)
        if doctype is not None:
            doctype(name, public, system)
        elif hasattr(self, 'doctype'):
            import warnings
            warnings.warn('The doctype() method of XMLParser is deprecated.  Define doctype() method on the TreeBuilder target.',
                          RuntimeWarning)

    def _other(self, text):
        """What no handler takes: an entity that is not known to the document may be known here."""
        if text[:1] != '&' or len(text) < 3:
            return
        value = self.entity.get(text[1:-1])
        if value is None:
            line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber
            raise _error(f'undefined entity {text}: line {line}, column {column}', 11, line, column)
        if self._parser.CharacterDataHandler is not None:
            self._parser.CharacterDataHandler(value)

    def _setevents(self, queue, wanted):
        """Keeps what happens in a queue too."""
        parser, told = self._parser, self._target
        try:
            wanted = list(wanted)
        except TypeError:
            raise TypeError('events must be a sequence') from None
        for event in wanted:
            if isinstance(event, bytes):
                event = event.decode()
            if not isinstance(event, str):
                raise ValueError('invalid events sequence')
            if event == 'start':
                start = self._starter(told.start)
                parser.StartElementHandler = lambda tag, attributes, start=start: queue.append(('start', start(tag, attributes)))
            elif event == 'end':
                end = self._ender(told.end)
                parser.EndElementHandler = lambda tag, end=end: queue.append(('end', end(tag)))
            elif event == 'comment':
                parser.CommentHandler = lambda text: queue.append(('comment', told.comment(text)))
            elif event == 'pi':
                parser.ProcessingInstructionHandler = lambda name, text: queue.append(('pi', told.pi(name, text)))
            elif event == 'start-ns':
                make = getattr(told, 'start_ns', lambda prefix, uri: (prefix, uri))
                parser.StartNamespaceDeclHandler = lambda prefix, uri, make=make: queue.append(('start-ns', make(prefix or '', uri or '')))
            elif event == 'end-ns':
                undo = getattr(told, 'end_ns', lambda prefix: None)
                parser.EndNamespaceDeclHandler = lambda prefix, undo=undo: queue.append(('end-ns', undo(prefix or '')))
            else:
                raise ValueError('unknown event %r' % event)

    def _take(self, data, final):
        try:
            self._parser.Parse(data, final)
        except _ExpatError as error:
            raise _error(str(error), error.code, error.lineno, error.offset) from None

    def feed(self, data, /):
        """Take a piece of the text."""
        self._take(data, False)

    def flush(self):
        """Read what can be read of the pieces so far."""
        deferred = self._parser.GetReparseDeferralEnabled()
        try:
            self._parser.SetReparseDeferralEnabled(False)
            self._take(b'', False)
        finally:
            self._parser.SetReparseDeferralEnabled(deferred)

    def close(self):
        """The text has ended: what the target makes of it."""
        return self._close(b'')

    def _close(self, data):
        self._take(data, True)
        finish = getattr(self._target, 'close', None)
        return finish() if finish is not None else None


def _error(words, code, line, column):
    error = ParseError(words)
    error.code, error.position = code, (line, column)
    return error


class XMLPullParser:
    """Events of a text that comes in pieces, there to be read as soon as they have happened."""

    def __init__(self, events=None, *, _parser=None):
        from collections import deque
        self._events_queue = deque()
        self._parser = _parser or XMLParser(target=TreeBuilder())
        self._parser._setevents(self._events_queue, ('end',) if events is None else events)

    def feed(self, data):
        """Take a piece of the text."""
        if self._parser is None:
            raise ValueError('feed() called after end of stream')
        if data:
            try:
                self._parser.feed(data)
            except SyntaxError as error:
                self._events_queue.append(error)

    def _close_and_return_root(self):
        root = self._parser.close()
        self._parser = None
        return root

    def close(self):
        """The text has ended."""
        self._close_and_return_root()

    def read_events(self):
        """The events since the last time; what is wrong is raised where it was found."""
        while self._events_queue:
            event = self._events_queue.popleft()
            if isinstance(event, Exception):
                raise event
            yield event

    def flush(self):
        """Read what can be read of the pieces so far."""
        if self._parser is None:
            raise ValueError('flush() called after end of stream')
        self._parser.flush()


def iterparse(source, events=None, parser=None):
    """The events of a document, with the tree as far as it is built."""
    pull = XMLPullParser(events, _parser=parser)
    mine = not hasattr(source, 'read')
    return _Events(pull, open(source, 'rb') if mine else source, mine)


class _Events:
    def __init__(self, pull, source, mine):
        self._pull, self._source, self._mine, self.root = pull, source, mine, None

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            for event in self._pull.read_events():
                return event
            if self._source is None:
                raise StopIteration
            data = self._source.read(16 * 1024)
            if data:
                self._pull.feed(data)
            else:
                self.close()
                self.root = self._pull._close_and_return_root()

    def close(self):
        source, self._source = self._source, None
        if self._mine and source is not None:
            source.close()


def parse(source, parser=None):
    """The tree of a file object."""
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def XML(text, parser=None):
    """The element that a text holds."""
    if not parser:
        parser = XMLParser(target=TreeBuilder())
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"a bytes-like object is required, not '{type(text).__name__}'")
    if type(parser) is XMLParser:
        return parser._close(text)
    parser.feed(text)
    return parser.close()


fromstring = XML


def XMLID(text, parser=None):
    """The element, and those with an attribute `id` by it."""
    tree = XML(text, parser)
    return tree, {element.get('id'): element for element in tree.iter() if element.get('id')}


def fromstringlist(sequence, parser=None):
    if not parser:
        parser = XMLParser(target=TreeBuilder())
    for text in sequence:
        parser.feed(text)
    return parser.close()


# ---- the canonical form

def canonicalize(xml_data=None, *, out=None, from_file=None, **options):
    """C14N 2.0 of a text or a file."""
    if xml_data is None and from_file is None:
        raise ValueError("Either 'xml_data' or 'from_file' must be provided as input")
    stream = _io.StringIO() if out is None else out
    parser = XMLParser(target=C14NWriterTarget(stream.write, **options))
    if xml_data is not None:
        parser.feed(xml_data)
        parser.close()
    else:
        parse(from_file, parser)
    return stream.getvalue() if out is None else None


def _plain_c14n(text):
    return _escape(text).replace('\r', '&#xD;')


def _attribute_c14n(text):
    text = text.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;')
    return text.replace('\t', '&#x9;').replace('\n', '&#xA;').replace('\r', '&#xD;')


class C14NWriterTarget:
    """A target that writes the canonical form of a document."""

    def __init__(self, write, *, with_comments=False, strip_text=False, rewrite_prefixes=False, qname_aware_tags=None,
                 qname_aware_attrs=None, exclude_attrs=None, exclude_tags=None):
        self._write, self._strip, self._rewrite = write, strip_text, rewrite_prefixes
        self._with_comments = with_comments
        self._no_attributes, self._no_tags = set(exclude_attrs or ()), set(exclude_tags or ())
        self._text = []
        self._scopes = [{}]
        self._declared = [{}]
        self._fresh = {}
        self._skipped = 0
        self._depth = 0
        self._rooted = self._ended = False

    def start_ns(self, prefix, uri):
        self._fresh[prefix or ''] = uri

    def _flush(self):
        text, self._text = ''.join(self._text), []
        if self._strip:
            text = text.strip()
        if text and self._depth and not self._skipped:
            self._write(_plain_c14n(text))

    def data(self, data):
        if not self._skipped:
            self._text.append(data)

    def start(self, tag, attrs):
        self._flush()
        scope = {**self._scopes[-1], **self._fresh}
        self._fresh = {}
        self._scopes.append(scope)
        self._depth += 1
        if self._skipped or tag in self._no_tags:
            self._skipped += 1
            self._declared.append(self._declared[-1])
            return
        by_uri = {}
        for prefix, uri in scope.items():
            if uri not in by_uri or not prefix:
                by_uri[uri] = prefix
        declared, added = dict(self._declared[-1]), {}

        def name(full, attribute=False):
            if full[:1] != '{':
                if not attribute and declared.get(''):
                    declared[''] = added[''] = ''
                return full
            uri, local = full[1:].rsplit('}', 1)
            if uri == 'http://www.w3.org/XML/1998/namespace':
                return 'xml:' + local
            if self._rewrite:
                prefix = next((known for known, held in declared.items() if held == uri), None)
                if prefix is None:
                    prefix = f'n{len(declared)}'
            else:
                prefix = by_uri.get(uri, '')
                if attribute and not prefix:
                    prefix = next((known for known, held in scope.items() if held == uri and known), '')
            if declared.get(prefix) != uri:
                declared[prefix] = added[prefix] = uri
            return f'{prefix}:{local}' if prefix else local

        shown = name(tag)
        kept = [(key, value) for key, value in attrs.items() if key not in self._no_attributes]
        kept.sort(key=lambda entry: entry[0][1:].rsplit('}', 1) if entry[0][:1] == '{' else ['', entry[0]])
        written = [(name(key, True), value) for key, value in kept]
        self._write('<' + shown)
        for prefix, uri in sorted(added.items()):
            self._write(f' xmlns{":" + prefix if prefix else ""}="{_attribute_c14n(uri)}"')
        for key, value in written:
            self._write(f' {key}="{_attribute_c14n(value)}"')
        self._write('>')
        self._declared.append(declared)
        self._open = getattr(self, '_open', [])
        self._open.append(shown)
        self._rooted = True

    def end(self, tag):
        self._flush()
        self._depth -= 1
        self._scopes.pop()
        self._declared.pop()
        if self._skipped:
            self._skipped -= 1
            return
        self._write(f'</{self._open.pop()}>')
        self._ended = not self._depth

    def _beside(self, text):
        if self._skipped:
            return
        if self._ended:
            self._write('\n')
        elif self._depth:
            self._flush()
        self._write(text)
        if not self._rooted:
            self._write('\n')

    def comment(self, text):
        if self._with_comments:
            self._beside(f'<!--{_escape(text)}-->')

    def pi(self, target, data):
        self._beside(f'<?{target} {_escape(data)}?>' if data else f'<?{target}?>')
