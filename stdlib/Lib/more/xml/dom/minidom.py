"""Documents as trees of nodes."""
import io
import xml.dom
from xml.dom import EMPTY_NAMESPACE, EMPTY_PREFIX, XMLNS_NAMESPACE

_escapes = str.maketrans({'&': '&amp;', '<': '&lt;', '>': '&gt;'})
_escapes_in_attributes = _escapes | {ord('"'): '&quot;', ord('\r'): '&#13;', ord('\n'): '&#10;', ord('\t'): '&#9;'}


StringTypes = (str,)


def defproperty(klass, name, doc):
    """Makes a member that can only be read of a `_get_` method."""
    assert not hasattr(klass, '_set_' + name), 'expected not to find _set_' + name

    def refuse(self, value):
        raise xml.dom.NoModificationAllowedErr(f'attempt to modify read-only attribute {name!r}')
    setattr(klass, name, property(getattr(klass, '_get_' + name), refuse, doc=doc))


class NodeList(list):
    """Nodes in order."""
    __slots__ = ()

    def item(self, index):
        return self[index] if 0 <= index < len(self) else None

    @property
    def length(self):
        return len(self)

    @length.setter
    def length(self, value):
        raise xml.dom.NoModificationAllowedErr("attempt to modify read-only attribute 'length'")


class EmptyNodeList(tuple):
    """No nodes, of what has none."""
    __slots__ = ()

    def __add__(self, other):
        return NodeList(other)

    __radd__ = __add__

    def item(self, index):
        return None

    @property
    def length(self):
        return 0

    @length.setter
    def length(self, value):
        raise xml.dom.NoModificationAllowedErr("attempt to modify read-only attribute 'length'")


class Node(xml.dom.Node):
    """What all nodes have."""
    namespaceURI = None
    parentNode = None
    ownerDocument = None
    nextSibling = None
    previousSibling = None
    prefix = EMPTY_PREFIX
    _allowed = ()

    def __bool__(self):
        return True

    @property
    def firstChild(self):
        return self.childNodes[0] if self.childNodes else None

    @property
    def lastChild(self):
        return self.childNodes[-1] if self.childNodes else None

    @property
    def localName(self):
        return None

    def toxml(self, encoding=None, standalone=None):
        return self.toprettyxml('', '', encoding, standalone)

    def toprettyxml(self, indent='\t', newl='\n', encoding=None, standalone=None):
        """The node as text, or as bytes of an encoding; each node on a line of its own."""
        if encoding is not None:
            ''.encode(encoding)
        out = io.StringIO()
        if self.nodeType == Node.DOCUMENT_NODE:
            self.writexml(out, '', indent, newl, encoding, standalone)
        else:
            self.writexml(out, '', indent, newl)
        text = out.getvalue()
        return text if encoding is None else text.encode(encoding, 'xmlcharrefreplace')

    def hasChildNodes(self):
        return bool(self.childNodes)

    def _check(self, child):
        if child.nodeType not in self._allowed:
            raise xml.dom.HierarchyRequestErr(f'{child!r} cannot be child of {self!r}')

    def insertBefore(self, newChild, refChild):
        if newChild.nodeType == Node.DOCUMENT_FRAGMENT_NODE:
            for child in tuple(newChild.childNodes):
                self.insertBefore(child, refChild)
            return newChild
        self._check(newChild)
        if newChild.parentNode is not None:
            newChild.parentNode.removeChild(newChild)
        if refChild is None:
            self.appendChild(newChild)
        else:
            self._put(self._position(refChild), newChild)
        return newChild

    def _position(self, child):
        for at, node in enumerate(self.childNodes):
            if node is child:
                return at
        raise xml.dom.NotFoundErr()

    def _put(self, at, child):
        """A node comes into its place and between its neighbours."""
        nodes = self.childNodes
        before = nodes[at - 1] if at > 0 else None
        after = nodes[at] if at < len(nodes) else None
        nodes.insert(at, child)
        child.previousSibling, child.nextSibling, child.parentNode = before, after, self
        if before is not None:
            before.nextSibling = child
        if after is not None:
            after.previousSibling = child

    def appendChild(self, node):
        if node.nodeType == Node.DOCUMENT_FRAGMENT_NODE:
            for child in tuple(node.childNodes):
                self.appendChild(child)
            return node
        self._check(node)
        if node.parentNode is not None:
            node.parentNode.removeChild(node)
        self._put(len(self.childNodes), node)
        return node

    def replaceChild(self, newChild, oldChild):
        if newChild.nodeType == Node.DOCUMENT_FRAGMENT_NODE:
            following = oldChild.nextSibling
            self.removeChild(oldChild)
            return self.insertBefore(newChild, following)
        self._check(newChild)
        if newChild is oldChild:
            return None
        if newChild.parentNode is not None:
            newChild.parentNode.removeChild(newChild)
        at = self._position(oldChild)
        self._take(at)
        self._put(at, newChild)
        return oldChild

    def _take(self, at):
        child = self.childNodes.pop(at)
        if child.nextSibling is not None:
            child.nextSibling.previousSibling = child.previousSibling
        if child.previousSibling is not None:
            child.previousSibling.nextSibling = child.nextSibling
        child.nextSibling = child.previousSibling = child.parentNode = None
        return child

    def removeChild(self, oldChild):
        return self._take(self._position(oldChild))

    def normalize(self):
        """Texts side by side become one; empty ones go."""
        for child in tuple(self.childNodes):
            if child.nodeType == Node.TEXT_NODE:
                before = child.previousSibling
                if not child.data:
                    self.removeChild(child)
                elif before is not None and before.nodeType == Node.TEXT_NODE:
                    before.data += child.data
                    self.removeChild(child)
            elif child.nodeType == Node.ELEMENT_NODE:
                child.normalize()

    def cloneNode(self, deep):
        return _clone(self, deep, self.ownerDocument or self)

    def isSupported(self, feature, version):
        return self.ownerDocument.implementation.hasFeature(feature, version)

    def isSameNode(self, other):
        return self is other

    def getInterface(self, feature):
        return self if self.isSupported(feature, None) else None

    def getUserData(self, key):
        kept = self.__dict__.get('_user_data')
        found = kept.get(key) if kept else None
        return None if found is None else found[0]

    def setUserData(self, key, data, handler):
        kept = self.__dict__.setdefault('_user_data', {})
        old = kept.pop(key, (None, None))[0]
        if data is not None:
            kept[key] = (data, handler)
        return old

    def _call_user_data_handler(self, operation, src, dst):
        for key, (data, handler) in [*self.__dict__.get('_user_data', {}).items()]:
            if handler is not None:
                handler.handle(operation, key, data, src, dst)

    def unlink(self):
        """Takes the tree apart."""
        self.parentNode = self.ownerDocument = None
        for child in self.childNodes:
            child.unlink()
        if self.childNodes:
            self.childNodes = NodeList()
        self.previousSibling = self.nextSibling = None

    def __enter__(self):
        return self

    def __exit__(self, et, ev, tb):
        self.unlink()


def _elements(parent, found, wanted):
    for node in parent.childNodes:
        if node.nodeType == Node.ELEMENT_NODE:
            if wanted(node):
                found.append(node)
            _elements(node, found, wanted)
    return found


def _by_name(parent, name):
    return _elements(parent, NodeList(), lambda node: name == '*' or node.tagName == name)


def _by_namespace(parent, uri, local):
    return _elements(parent, NodeList(), lambda node: (local == '*' or node.localName == local)
                     and (uri == '*' or node.namespaceURI == uri))


def _write_data(writer, text, attr):
    if text:
        writer.write(text.translate(_escapes_in_attributes if attr else _escapes))


_CONTENT = (Node.ELEMENT_NODE, Node.PROCESSING_INSTRUCTION_NODE, Node.COMMENT_NODE, Node.TEXT_NODE, Node.CDATA_SECTION_NODE,
            Node.ENTITY_REFERENCE_NODE)


class DocumentFragment(Node):
    """Nodes that go somewhere together."""
    nodeType = Node.DOCUMENT_FRAGMENT_NODE
    nodeName = '#document-fragment'
    nodeValue = None
    attributes = None
    parentNode = None
    _allowed = _CONTENT + (Node.NOTATION_NODE,)

    def __init__(self):
        self.childNodes = NodeList()


def _local_name(node):
    """What a name was told to be without its prefix, or what it looks like."""
    try:
        return node._local
    except AttributeError:
        return node.nodeName.partition(':')[2] or node.nodeName


class TypeInfo:
    """The type of an element or attribute."""
    __slots__ = ('namespace', 'name')

    def __init__(self, namespace, name):
        self.namespace, self.name = namespace, name

    def __repr__(self):
        return f'<{type(self).__name__} {self.name!r}{f" (from {self.namespace!r})" if self.namespace else ""}>'


_no_type = TypeInfo(None, None)


class ElementInfo:
    """What a document type says of an element: nothing."""
    __slots__ = ('tagName',)

    def __init__(self, name):
        self.tagName = name

    def getAttributeType(self, aname):
        return _no_type

    def getAttributeTypeNS(self, namespaceURI, localName):
        return _no_type

    def isElementContent(self):
        return False

    def isEmpty(self):
        return False

    def isId(self, aname):
        return False

    def isIdNS(self, namespaceURI, localName):
        return False

    def __getstate__(self):
        return self.tagName

    def __setstate__(self, state):
        self.tagName = state


class Attr(Node):
    """An attribute of an element."""
    nodeType = Node.ATTRIBUTE_NODE
    attributes = None
    specified = False
    ownerElement = None
    isId = False
    _kind = _no_type

    def __init__(self, qName, namespaceURI=EMPTY_NAMESPACE, localName=None, prefix=None):
        self.ownerElement = None
        self.name = qName
        self.namespaceURI = namespaceURI
        if localName is not None:
            self._local = localName
        if prefix is None and isinstance(qName, str) and ':' in qName:
            prefix = qName.partition(':')[0]
        self.prefix = prefix
        self.value = ''

    @property
    def localName(self):
        return _local_name(self)

    @property
    def schemaType(self):
        return self._kind

    @property
    def nodeName(self):
        return self.name

    @property
    def nodeValue(self):
        return self.value

    @nodeValue.setter
    def nodeValue(self, value):
        self.value = value

    @property
    def childNodes(self):
        text = Text()
        text.data, text.ownerDocument, text.parentNode = self.value, self.ownerDocument, self
        return NodeList([text])

    def normalize(self):
        """The value is one text."""

    def unlink(self):
        owner = self.ownerElement
        if owner is not None:
            owner._attrs.pop(self.name, None)
            self.ownerElement = None
        self.ownerDocument = None


class NamedNodeMap:
    """The attributes of an element by their names."""
    __slots__ = ('_attrs', '_ownerElement')

    def __init__(self, attrs, attrsNS, ownerElement):
        self._attrs = attrs
        self._ownerElement = ownerElement

    @property
    def length(self):
        return len(self._attrs)

    def item(self, index):
        return list(self._attrs.values())[index] if 0 <= index < len(self._attrs) else None

    def items(self):
        return [(attr.nodeName, attr.value) for attr in self._attrs.values()]

    def itemsNS(self):
        return [((attr.namespaceURI, attr.localName), attr.value) for attr in self._attrs.values()]

    def __contains__(self, key):
        return key in self._attrs if isinstance(key, str) else self._find(*key) is not None

    def keys(self):
        return self._attrs.keys()

    def keysNS(self):
        return [(attr.namespaceURI, attr.localName) for attr in self._attrs.values()]

    def values(self):
        return self._attrs.values()

    def get(self, name, value=None):
        return self._attrs.get(name, value)

    __hash__ = None

    def __len__(self):
        return len(self._attrs)

    def __eq__(self, other):
        return self._attrs is getattr(other, '_attrs', None)

    def _find(self, namespaceURI, localName):
        return next((attr for attr in self._attrs.values()
                     if attr.localName == localName and attr.namespaceURI == namespaceURI), None)

    def __getitem__(self, name):
        if isinstance(name, tuple):
            found = self._find(*name)
            if found is None:
                raise KeyError(name)
            return found
        return self._attrs[name]

    def __setitem__(self, attname, value):
        if isinstance(value, str):
            self._ownerElement.setAttribute(attname, value)
        elif isinstance(value, Attr):
            self.setNamedItem(value)
        else:
            raise TypeError('value must be a string or Attr object')

    def __delitem__(self, name):
        self._ownerElement.removeAttributeNode(self[name])

    def getNamedItem(self, name):
        return self._attrs.get(name)

    def getNamedItemNS(self, namespaceURI, localName):
        return self._find(namespaceURI, localName)

    def removeNamedItem(self, name):
        found = self.getNamedItem(name)
        if found is None:
            raise xml.dom.NotFoundErr()
        return self._ownerElement.removeAttributeNode(found)

    def removeNamedItemNS(self, namespaceURI, localName):
        found = self._find(namespaceURI, localName)
        if found is None:
            raise xml.dom.NotFoundErr()
        return self._ownerElement.removeAttributeNode(found)

    def setNamedItem(self, node):
        if not isinstance(node, Attr):
            raise xml.dom.HierarchyRequestErr(f'{node!r} cannot be child of {self!r}')
        return self._ownerElement.setAttributeNode(node)

    setNamedItemNS = setNamedItem


AttributeList = NamedNodeMap


class Element(Node):
    """An element: a name, attributes, and what is in it."""
    nodeType = Node.ELEMENT_NODE
    nodeValue = None
    schemaType = _no_type
    _allowed = _CONTENT

    def __init__(self, tagName, namespaceURI=EMPTY_NAMESPACE, prefix=None, localName=None):
        self.tagName = self.nodeName = tagName
        self.prefix = prefix
        self.namespaceURI = namespaceURI
        if localName is not None:
            self._local = localName
        self.childNodes = NodeList()
        self._attrs = {}

    def __repr__(self):
        return f'<DOM Element: {self.tagName} at {id(self):#x}>'

    @property
    def localName(self):
        return _local_name(self)

    @property
    def attributes(self):
        return NamedNodeMap(self._attrs, None, self)

    def unlink(self):
        for attr in list(self._attrs.values()):
            attr.unlink()
        super().unlink()

    def getAttribute(self, attname):
        found = self._attrs.get(attname)
        return '' if found is None else found.value

    def getAttributeNS(self, namespaceURI, localName):
        found = self.getAttributeNodeNS(namespaceURI, localName)
        return '' if found is None else found.value

    def setAttribute(self, attname, value):
        found = self._attrs.get(attname)
        if found is None:
            found = Attr(attname)
            self._adopt(found)
        found.value = value

    def setAttributeNS(self, namespaceURI, qualifiedName, value):
        prefix, local = _split(qualifiedName)
        found = self.getAttributeNodeNS(namespaceURI, local)
        if found is None:
            found = Attr(qualifiedName, namespaceURI, local, prefix)
            self._adopt(found)
        elif found.name != qualifiedName:
            del self._attrs[found.name]
            found.name, found.prefix = qualifiedName, prefix
            self._attrs[qualifiedName] = found
        found.value = value

    def _adopt(self, attr):
        attr.ownerElement = self
        attr.ownerDocument = self.ownerDocument
        self._attrs[attr.name] = attr

    def getAttributeNode(self, attrname):
        return self._attrs.get(attrname)

    def getAttributeNodeNS(self, namespaceURI, localName):
        return self.attributes._find(namespaceURI, localName)

    def setAttributeNode(self, attr):
        if attr.ownerElement not in (None, self):
            raise xml.dom.InuseAttributeErr('attribute node already owned')
        # One that has the name goes, and one that has it with another prefix.
        olds = [self._attrs.get(attr.name), self.getAttributeNodeNS(attr.namespaceURI, attr.localName)]
        for old in olds:
            if old is not None and old is not attr and old.ownerElement is self:
                self.removeAttributeNode(old)
        self._adopt(attr)
        return olds[0] if olds[0] is not attr else None

    setAttributeNodeNS = setAttributeNode

    def removeAttribute(self, name):
        if name not in self._attrs:
            raise xml.dom.NotFoundErr()
        self.removeAttributeNode(self._attrs[name])

    def removeAttributeNS(self, namespaceURI, localName):
        found = self.getAttributeNodeNS(namespaceURI, localName)
        if found is None:
            raise xml.dom.NotFoundErr()
        self.removeAttributeNode(found)

    def removeAttributeNode(self, node):
        if node is None or self._attrs.get(node.name) is not node:
            raise xml.dom.NotFoundErr()
        del self._attrs[node.name]
        node.ownerElement, node.isId = None, False
        return node

    removeAttributeNodeNS = removeAttributeNode

    def hasAttribute(self, name):
        return name in self._attrs

    def hasAttributeNS(self, namespaceURI, localName):
        return self.getAttributeNodeNS(namespaceURI, localName) is not None

    def hasAttributes(self):
        return bool(self._attrs)

    def getElementsByTagName(self, name):
        return _by_name(self, name)

    def getElementsByTagNameNS(self, namespaceURI, localName):
        return _by_namespace(self, namespaceURI, localName)

    def setIdAttribute(self, name):
        self.setIdAttributeNode(self.getAttributeNode(name))

    def setIdAttributeNS(self, namespaceURI, localName):
        self.setIdAttributeNode(self.getAttributeNodeNS(namespaceURI, localName))

    def setIdAttributeNode(self, idAttr):
        if idAttr is None or self._attrs.get(idAttr.name) is not idAttr:
            raise xml.dom.NotFoundErr()
        idAttr.isId = True

    def writexml(self, writer, indent='', addindent='', newl=''):
        writer.write(f'{indent}<{self.tagName}')
        for name, attr in self._attrs.items():
            writer.write(f' {name}="')
            _write_data(writer, attr.value, True)
            writer.write('"')
        if not self.childNodes:
            writer.write(f'/>{newl}')
            return
        writer.write('>')
        if len(self.childNodes) == 1 and self.childNodes[0].nodeType in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE):
            self.childNodes[0].writexml(writer, '', '', '')
        else:
            writer.write(newl)
            for node in self.childNodes:
                node.writexml(writer, indent + addindent, addindent, newl)
            writer.write(indent)
        writer.write(f'</{self.tagName}>{newl}')


class Childless:
    """What has no nodes in it."""
    __slots__ = ()
    attributes = None
    childNodes = EmptyNodeList()
    firstChild = None
    lastChild = None

    def appendChild(self, node):
        raise xml.dom.HierarchyRequestErr(f'{self.nodeName} nodes cannot have children')

    def hasChildNodes(self):
        return False

    def insertBefore(self, newChild, refChild):
        raise xml.dom.HierarchyRequestErr(f'{self.nodeName} nodes do not have children')

    def removeChild(self, oldChild):
        raise xml.dom.NotFoundErr(f'{self.nodeName} nodes do not have children')

    def normalize(self):
        """There is nothing to be joined."""

    def replaceChild(self, newChild, oldChild):
        raise xml.dom.HierarchyRequestErr(f'{self.nodeName} nodes do not have children')


class ProcessingInstruction(Childless, Node):
    """Something for a program that reads the document."""
    nodeType = Node.PROCESSING_INSTRUCTION_NODE

    def __init__(self, target, data):
        self.target = target
        self.data = data

    @property
    def nodeName(self):
        return self.target

    @nodeName.setter
    def nodeName(self, value):
        self.target = value

    @property
    def nodeValue(self):
        return self.data

    @nodeValue.setter
    def nodeValue(self, value):
        self.data = value

    def writexml(self, writer, indent='', addindent='', newl=''):
        writer.write(f'{indent}<?{self.target} {self.data}?>{newl}')


class CharacterData(Childless, Node):
    """What is text."""
    ownerDocument = None

    def __init__(self):
        self.data = ''

    @property
    def length(self):
        return len(self.data)

    def __len__(self):
        return len(self.data)

    @property
    def nodeValue(self):
        return self.data

    @nodeValue.setter
    def nodeValue(self, value):
        self.data = value

    def __repr__(self):
        more = '...' if len(self.data) > 10 else ''
        return f'<DOM {self.__class__.__name__} node "{self.data[:10]!r}{more}">'

    def _within(self, offset, count=0):
        if offset < 0:
            raise xml.dom.IndexSizeErr('offset cannot be negative')
        if offset >= len(self.data):
            raise xml.dom.IndexSizeErr('offset cannot be beyond end of data')
        if count < 0:
            raise xml.dom.IndexSizeErr('count cannot be negative')

    def substringData(self, offset, count):
        self._within(offset, count)
        return self.data[offset:offset + count]

    def appendData(self, arg):
        self.data += arg

    def insertData(self, offset, arg):
        self._within(offset)
        if arg:
            self.data = self.data[:offset] + arg + self.data[offset:]

    def deleteData(self, offset, count):
        self._within(offset, count)
        if count:
            self.data = self.data[:offset] + self.data[offset + count:]

    def replaceData(self, offset, count, arg):
        self._within(offset, count)
        if count:
            self.data = self.data[:offset] + arg + self.data[offset + count:]


class Text(CharacterData):
    """Text between tags."""
    nodeType = Node.TEXT_NODE
    nodeName = '#text'
    attributes = None

    def splitText(self, offset):
        if offset < 0 or offset > len(self.data):
            raise xml.dom.IndexSizeErr('illegal offset value')
        made = self.__class__()
        made.data, made.ownerDocument = self.data[offset:], self.ownerDocument
        following = self.nextSibling
        if self.parentNode is not None and self in self.parentNode.childNodes:
            self.parentNode.insertBefore(made, following)
        self.data = self.data[:offset]
        return made

    @property
    def wholeText(self):
        return ''.join([node.data for node in self._neighbours()])

    def _neighbours(self):
        """The texts side by side of which this is one."""
        first = self
        while first.previousSibling is not None and first.previousSibling.nodeType in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE):
            first = first.previousSibling
        found = []
        while first is not None and first.nodeType in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE):
            found.append(first)
            first = first.nextSibling
        return found

    def replaceWholeText(self, content):
        parent = self.parentNode
        for node in self._neighbours():
            if node is not self or not content:
                parent.removeChild(node)
        if not content:
            return None
        self.data = content
        return self

    def writexml(self, writer, indent='', addindent='', newl=''):
        _write_data(writer, f'{indent}{self.data}{newl}', False)


class Comment(CharacterData):
    """A comment."""
    nodeType = Node.COMMENT_NODE
    nodeName = '#comment'

    def __init__(self, data):
        self.data = data

    def writexml(self, writer, indent='', addindent='', newl=''):
        if '--' in self.data:
            raise ValueError("'--' is not allowed in a comment node")
        writer.write(f'{indent}<!--{self.data}-->{newl}')


class CDATASection(Text):
    """Text in which nothing is markup."""
    nodeType = Node.CDATA_SECTION_NODE
    nodeName = '#cdata-section'

    def writexml(self, writer, indent='', addindent='', newl=''):
        if ']]>' in self.data:
            raise ValueError("']]>' not allowed in a CDATA section")
        writer.write(f'<![CDATA[{self.data}]]>')


class ReadOnlySequentialNamedNodeMap:
    """The entities or notations of a document type."""
    __slots__ = ('_seq',)

    def __init__(self, seq=()):
        self._seq = seq

    def __len__(self):
        return len(self._seq)

    @property
    def length(self):
        return len(self._seq)

    @length.setter
    def length(self, value):
        raise xml.dom.NoModificationAllowedErr("attempt to modify read-only attribute 'length'")

    def getNamedItem(self, name):
        return next((node for node in self._seq if node.nodeName == name), None)

    def getNamedItemNS(self, namespaceURI, localName):
        return next((node for node in self._seq if node.namespaceURI == namespaceURI and node.localName == localName), None)

    def __getitem__(self, name_or_tuple):
        found = self.getNamedItemNS(*name_or_tuple) if isinstance(name_or_tuple, tuple) else self.getNamedItem(name_or_tuple)
        if found is None:
            raise KeyError(name_or_tuple)
        return found

    def item(self, index):
        return self._seq[index] if 0 <= index < len(self._seq) else None

    def _refuse(self):
        raise xml.dom.NoModificationAllowedErr('NamedNodeMap instance is read-only')

    def removeNamedItem(self, name):
        self._refuse()

    def removeNamedItemNS(self, namespaceURI, localName):
        self._refuse()

    def setNamedItem(self, node):
        self._refuse()

    def setNamedItemNS(self, node):
        self._refuse()

    def __getstate__(self):
        return [self._seq]

    def __setstate__(self, state):
        self._seq = state[0]


class Identified:
    """What has a public and a system identifier."""
    __slots__ = ('publicId', 'systemId')
    __module__ = 'xml.dom.minidom'

    def _identified_mixin_init(self, publicId, systemId):
        self.publicId, self.systemId = publicId, systemId


class Entity(Identified, Node):
    """An entity that a document type names."""
    nodeType = Node.ENTITY_NODE
    attributes = nodeValue = None
    actualEncoding = encoding = version = None

    def __init__(self, name, publicId, systemId, notation):
        self.nodeName, self.notationName = name, notation
        self.childNodes = NodeList()
        self._identified_mixin_init(publicId, systemId)

    def appendChild(self, newChild):
        raise xml.dom.HierarchyRequestErr('cannot append children to an entity node')

    def insertBefore(self, newChild, refChild):
        raise xml.dom.HierarchyRequestErr('cannot insert children below an entity node')

    def removeChild(self, oldChild):
        raise xml.dom.HierarchyRequestErr('cannot remove children from an entity node')

    def replaceChild(self, newChild, oldChild):
        raise xml.dom.HierarchyRequestErr('cannot replace children of an entity node')


class Notation(Identified, Childless, Node):
    """A notation that a document type names."""
    nodeType = Node.NOTATION_NODE
    nodeValue = None

    def __init__(self, name, publicId, systemId):
        self.nodeName = name
        self._identified_mixin_init(publicId, systemId)


class DocumentType(Identified, Childless, Node):
    """The type a document says it is of."""
    nodeType = Node.DOCUMENT_TYPE_NODE
    nodeValue = None
    name = None
    publicId = None
    systemId = None
    internalSubset = None

    def __init__(self, qualifiedName):
        self.entities, self.notations = ReadOnlySequentialNamedNodeMap(), ReadOnlySequentialNamedNodeMap()
        if qualifiedName:
            self.name = _split(qualifiedName)[1]
        self.nodeName = self.name

    def cloneNode(self, deep):
        if self.ownerDocument is not None:
            return None
        made = DocumentType(None)
        made.name = made.nodeName = self.name
        if deep:
            self._copy_declared(made, xml.dom.UserDataHandler.NODE_CLONED, None)
        self._call_user_data_handler(xml.dom.UserDataHandler.NODE_CLONED, self, made)
        return made

    def _copy_declared(self, made, operation, document):
        made.entities._seq, made.notations._seq = [], []
        for node in self.notations._seq:
            copied = Notation(node.nodeName, node.publicId, node.systemId)
            copied.ownerDocument = document
            made.notations._seq.append(copied)
            node._call_user_data_handler(operation, node, copied)
        for node in self.entities._seq:
            copied = Entity(node.nodeName, node.publicId, node.systemId, node.notationName)
            copied.ownerDocument = document
            copied.actualEncoding, copied.encoding, copied.version = node.actualEncoding, node.encoding, node.version
            made.entities._seq.append(copied)
            node._call_user_data_handler(operation, node, copied)

    def writexml(self, writer, indent='', addindent='', newl=''):
        writer.write(f'<!DOCTYPE {self.name}')
        if self.publicId:
            writer.write(f"{newl}  PUBLIC '{self.publicId}'{newl}  '{self.systemId}'")
        elif self.systemId:
            writer.write(f"{newl}  SYSTEM '{self.systemId}'")
        if self.internalSubset is not None:
            writer.write(f' [{self.internalSubset}]')
        writer.write(f'>{newl}')


class DOMImplementationLS:
    """What would load and save documents."""
    __module__ = 'xml.dom.xmlbuilder'
    MODE_SYNCHRONOUS, MODE_ASYNCHRONOUS = 1, 2

    def createDOMBuilder(self, mode, schemaType):
        if schemaType is not None:
            raise xml.dom.NotSupportedErr('schemaType not yet supported')
        if mode == self.MODE_ASYNCHRONOUS:
            raise xml.dom.NotSupportedErr('asynchronous builders are not supported')
        if mode != self.MODE_SYNCHRONOUS:
            raise ValueError('unknown value for mode')
        raise PermissionError('there are no files in the sandbox')

    def createDOMWriter(self):
        raise NotImplementedError("the writer interface hasn't been written yet!")

    def createDOMInputSource(self):
        return DOMInputSource()


class DOMInputSource:
    """What a document would be read from."""
    __module__ = 'xml.dom.xmlbuilder'
    byteStream = characterStream = stringData = encoding = publicId = systemId = baseURI = None


class DocumentLS:
    """A document that could load and save itself."""
    __module__ = 'xml.dom.xmlbuilder'
    async_ = False

    def abort(self):
        raise NotImplementedError("haven't figured out what this means yet")

    def load(self, uri):
        raise NotImplementedError("haven't written this yet")

    def loadXML(self, source):
        raise NotImplementedError("haven't written this yet")

    def saveXML(self, snode):
        if snode is not None and snode.ownerDocument is not self:
            raise xml.dom.WrongDocumentErr()
        return (self if snode is None else snode).toxml()


class DOMImplementation(DOMImplementationLS):
    """Makes documents."""
    _features = [('core', '1.0'), ('core', '2.0'), ('core', None), ('xml', '1.0'), ('xml', '2.0'), ('xml', None),
                 ('ls-load', '3.0'), ('ls-load', None)]

    def hasFeature(self, feature, version):
        return (feature.lower(), version or None) in self._features

    def createDocument(self, namespaceURI, qualifiedName, doctype):
        if doctype and doctype.parentNode is not None:
            raise xml.dom.WrongDocumentErr('doctype object owned by another DOM tree')
        document = Document()
        if doctype is not None:
            document.appendChild(doctype)
        if namespaceURI is not None or qualifiedName is not None or doctype is not None:
            if not qualifiedName:
                raise xml.dom.InvalidCharacterErr('Element with no name')
            prefix, _ = _split(qualifiedName)
            if prefix == 'xml' and namespaceURI != xml.dom.XML_NAMESPACE:
                raise xml.dom.NamespaceErr("illegal use of 'xml' prefix")
            if prefix and not namespaceURI:
                raise xml.dom.NamespaceErr('illegal use of prefix without namespaces')
            document.appendChild(document.createElementNS(namespaceURI, qualifiedName))
        if doctype:
            doctype.parentNode = doctype.ownerDocument = document
        return document

    def createDocumentType(self, qualifiedName, publicId, systemId):
        doctype = DocumentType(qualifiedName)
        doctype.publicId, doctype.systemId = publicId, systemId
        return doctype

    def getInterface(self, feature):
        return self if self.hasFeature(feature, None) else None


class Document(Node, DocumentLS):
    """A whole document."""
    implementation = DOMImplementation()
    nodeType = Node.DOCUMENT_NODE
    nodeName = '#document'
    nodeValue = None
    attributes = None
    actualEncoding = None
    encoding = None
    standalone = None
    version = None
    strictErrorChecking = False
    errorHandler = None
    documentURI = None
    _allowed = (Node.ELEMENT_NODE, Node.PROCESSING_INSTRUCTION_NODE, Node.COMMENT_NODE, Node.DOCUMENT_TYPE_NODE)

    def __init__(self):
        self.doctype = None
        self.childNodes = NodeList()

    def appendChild(self, node):
        self._check(node)
        if node.parentNode is not None:
            node.parentNode.removeChild(node)
        if node.nodeType == Node.ELEMENT_NODE and self.documentElement:
            raise xml.dom.HierarchyRequestErr('two document elements disallowed')
        if node.nodeType == Node.DOCUMENT_TYPE_NODE:
            self.doctype = node
        return super().appendChild(node)

    def removeChild(self, oldChild):
        super().removeChild(oldChild)
        if self.doctype is oldChild:
            self.doctype = None
        return oldChild

    @property
    def documentElement(self):
        return next((node for node in self.childNodes if node.nodeType == Node.ELEMENT_NODE), None)

    def unlink(self):
        if self.doctype is not None:
            self.doctype.unlink()
            self.doctype = None
        super().unlink()

    def cloneNode(self, deep):
        if not deep:
            return None
        made = self.implementation.createDocument(None, None, None)
        made.encoding, made.standalone, made.version = self.encoding, self.standalone, self.version
        for child in self.childNodes:
            copied = _clone(child, True, made)
            made.appendChild(copied)
            if child.nodeType == Node.DOCUMENT_TYPE_NODE:
                copied.internalSubset = child.internalSubset
        self._call_user_data_handler(xml.dom.UserDataHandler.NODE_CLONED, self, made)
        return made

    def _owned(self, node):
        node.ownerDocument = self
        return node

    def createDocumentFragment(self):
        return self._owned(DocumentFragment())

    def createElement(self, tagName):
        return self._owned(Element(tagName))

    def createTextNode(self, data):
        if not isinstance(data, str):
            raise TypeError('node contents must be a string')
        made = self._owned(Text())
        made.data = data
        return made

    def createCDATASection(self, data):
        if not isinstance(data, str):
            raise TypeError('node contents must be a string')
        made = self._owned(CDATASection())
        made.data = data
        return made

    def createComment(self, data):
        return self._owned(Comment(data))

    def createProcessingInstruction(self, target, data):
        return self._owned(ProcessingInstruction(target, data))

    def createAttribute(self, qName):
        return self._owned(Attr(qName))

    def createElementNS(self, namespaceURI, qualifiedName):
        return self._owned(Element(qualifiedName, namespaceURI, _split(qualifiedName)[0]))

    def createAttributeNS(self, namespaceURI, qualifiedName):
        prefix, local = _split(qualifiedName)
        return self._owned(Attr(qualifiedName, namespaceURI, local, prefix))

    def getElementById(self, id):
        for element in _by_name(self, '*'):
            for attr in element._attrs.values():
                if attr.isId and attr.value == id:
                    return element
        return None

    def getElementsByTagName(self, name):
        return _by_name(self, name)

    def getElementsByTagNameNS(self, namespaceURI, localName):
        return _by_namespace(self, namespaceURI, localName)

    def isSupported(self, feature, version):
        return self.implementation.hasFeature(feature, version)

    def importNode(self, node, deep):
        if node.nodeType == Node.DOCUMENT_NODE:
            raise xml.dom.NotSupportedErr('cannot import document nodes')
        if node.nodeType == Node.DOCUMENT_TYPE_NODE:
            raise xml.dom.NotSupportedErr('cannot import document type nodes')
        return _clone(node, deep, self)

    def renameNode(self, n, namespaceURI, name):
        if n.ownerDocument is not self:
            raise xml.dom.WrongDocumentErr(f'cannot rename nodes from other documents;\nexpected {self},\nfound {n.ownerDocument}')
        if n.nodeType not in (Node.ELEMENT_NODE, Node.ATTRIBUTE_NODE):
            raise xml.dom.NotSupportedErr('renameNode() only applies to element and attribute nodes')
        prefix = local = None
        if namespaceURI != EMPTY_NAMESPACE:
            prefix, local = _split(name)
            if namespaceURI != XMLNS_NAMESPACE:
                if prefix == 'xmlns':
                    raise xml.dom.NamespaceErr("illegal use of 'xmlns' prefix")
                if name == 'xmlns' and n.nodeType == Node.ATTRIBUTE_NODE:
                    raise xml.dom.NamespaceErr("illegal use of the 'xmlns' attribute")
        owner = n.ownerElement if n.nodeType == Node.ATTRIBUTE_NODE else None
        if owner is not None:
            is_id = n.isId
            owner.removeAttributeNode(n)
        n.prefix, n.namespaceURI, n._local = prefix, namespaceURI, local
        if n.nodeType == Node.ELEMENT_NODE:
            n.tagName = n.nodeName = name
            return n
        n.name = name
        if owner is not None:
            owner.setAttributeNode(n)
            n.isId = is_id
        return n

    def writexml(self, writer, indent='', addindent='', newl='', encoding=None, standalone=None):
        said = []
        if encoding:
            said.append(f'encoding="{encoding}"')
        if standalone is not None:
            said.append(f'standalone="{"yes" if standalone else "no"}"')
        writer.write(f'<?xml version="1.0" {" ".join(said)}?>{newl}')
        for node in self.childNodes:
            node.writexml(writer, indent, addindent, newl)


def _clone(node, deep, document):
    """A copy of a node for a document, perhaps with what is in it."""
    kind, told = node.nodeType, xml.dom.UserDataHandler
    operation = told.NODE_CLONED if node.ownerDocument.isSameNode(document) else told.NODE_IMPORTED
    if kind == Node.ELEMENT_NODE:
        made = document.createElementNS(node.namespaceURI, node.nodeName)
        for attr in node.attributes.values():
            made.setAttributeNS(attr.namespaceURI, attr.nodeName, attr.value)
            made.getAttributeNodeNS(attr.namespaceURI, attr.localName).specified = attr.specified
    elif kind == Node.DOCUMENT_FRAGMENT_NODE:
        made = document.createDocumentFragment()
    elif kind == Node.TEXT_NODE:
        made = document.createTextNode(node.data)
    elif kind == Node.CDATA_SECTION_NODE:
        made = document.createCDATASection(node.data)
    elif kind == Node.PROCESSING_INSTRUCTION_NODE:
        made = document.createProcessingInstruction(node.target, node.data)
    elif kind == Node.COMMENT_NODE:
        made = document.createComment(node.data)
    elif kind == Node.ATTRIBUTE_NODE:
        made = document.createAttributeNS(node.namespaceURI, node.nodeName)
        made.specified, made.value = True, node.value
    elif kind == Node.DOCUMENT_TYPE_NODE:
        operation = told.NODE_IMPORTED
        made = document.implementation.createDocumentType(node.name, node.publicId, node.systemId)
        made.ownerDocument = document
        if deep:
            node._copy_declared(made, operation, document)
    else:
        raise xml.dom.NotSupportedErr(f'Cannot clone node {node!r}')
    if deep and kind in (Node.ELEMENT_NODE, Node.DOCUMENT_FRAGMENT_NODE):
        for child in node.childNodes:
            made.appendChild(_clone(child, deep, document))
    if hasattr(node, '_call_user_data_handler'):
        node._call_user_data_handler(operation, node, made)
    return made


def _split(qualifiedName):
    """Prefix and local name."""
    prefix, colon, local = qualifiedName.partition(':')
    return (prefix, local) if colon else (None, prefix)


def _pulled(events):
    """The document that is pulled from events."""
    _, document = events.getEvent()
    events.expandNode(document)
    return document


def parseString(string, parser=None):
    """The document that a text, or bytes, is."""
    if parser is None:
        from xml.dom import expatbuilder
        return expatbuilder.parseString(string)
    from xml.dom import pulldom
    return _pulled(pulldom.parseString(string, parser=parser))


def parse(file, parser=None, bufsize=None):
    """The document that a file holds."""
    if parser is None and not bufsize:
        from xml.dom import expatbuilder
        return expatbuilder.parse(file)
    from xml.dom import pulldom
    return _pulled(pulldom.parse(file, parser=parser, bufsize=bufsize))


def getDOMImplementation(features=None):
    """What makes documents."""
    if features:
        if isinstance(features, str):
            words = features.split()
            features = [(words[at], words[at + 1] if at + 1 < len(words) and words[at + 1][0].isdigit() else None)
                        for at in range(len(words)) if not words[at][0].isdigit()]
        for feature, version in features:
            if not Document.implementation.hasFeature(feature, version):
                return None
    return Document.implementation
