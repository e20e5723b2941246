"""XInclude: elements that name other documents, replaced by what these hold."""
import copy
from urllib.parse import urljoin
from . import ElementTree

XINCLUDE = '{http://www.w3.org/2001/XInclude}'
XINCLUDE_INCLUDE = XINCLUDE + 'include'
XINCLUDE_FALLBACK = XINCLUDE + 'fallback'
DEFAULT_MAX_INCLUSION_DEPTH = 6


class FatalIncludeError(SyntaxError):
    """Something can't be included."""


class LimitedRecursiveIncludeError(FatalIncludeError):
    """What is included includes more, and so on for too long."""


def default_loader(href, parse, encoding=None):
    """What a file holds: as a tree ('xml') or as text."""
    if parse == 'xml':
        with open(href, 'rb') as file:
            return ElementTree.parse(file).getroot()
    with open(href, 'r', encoding=encoding or 'UTF-8') as file:
        return file.read()


def include(elem, loader=None, base_url=None, max_depth=DEFAULT_MAX_INCLUSION_DEPTH):
    """Replace what is to be included in a tree, in place."""
    if max_depth is not None and max_depth < 0:
        raise ValueError("expected non-negative depth or None for 'max_depth', got %r" % max_depth)
    if hasattr(elem, 'getroot'):
        elem = elem.getroot()
    _fill(elem, default_loader if loader is None else loader, base_url, -1 if max_depth is None else max_depth, set())


def _fill(elem, loader, base, depth, parents):
    at = 0
    while at < len(elem):
        child = elem[at]
        if child.tag == XINCLUDE_FALLBACK:
            raise FatalIncludeError('xi:fallback tag must be child of xi:include (%r)' % child.tag)
        if child.tag != XINCLUDE_INCLUDE:
            _fill(child, loader, base, depth, parents)
            at += 1
            continue
        href, kind = child.get('href'), child.get('parse', 'xml')
        if base:
            href = urljoin(base, href)
        if kind == 'xml':
            elem[at] = _document(child, href, loader, depth, parents)
            at += 1
        elif kind == 'text':
            text = loader(href, kind, child.get('encoding'))
            if text is None:
                raise FatalIncludeError('cannot load %r as %r' % (href, kind))
            text += child.tail or ''
            if at:
                elem[at - 1].tail = (elem[at - 1].tail or '') + text
            else:
                elem.text = (elem.text or '') + text
            del elem[at]
        else:
            raise FatalIncludeError('unknown parse type in xi:include tag (%r)' % kind)


def _document(child, href, loader, depth, parents):
    if href in parents:
        raise FatalIncludeError('recursive include of %s' % href)
    if depth == 0:
        raise LimitedRecursiveIncludeError('maximum xinclude depth reached when including file %s' % href)
    node = loader(href, 'xml')
    if node is None:
        raise FatalIncludeError("cannot load %r as %r" % (href, 'xml'))
    node = copy.copy(node)
    parents.add(href)
    _fill(node, loader, href, depth - 1, parents)
    parents.discard(href)
    if child.tail:
        node.tail = (node.tail or '') + child.tail
    return node
