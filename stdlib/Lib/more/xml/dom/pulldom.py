"""Documents as events that are pulled, with nodes that become trees where that is wanted."""
from collections import deque
import xml.sax
import xml.sax.handler

START_ELEMENT, END_ELEMENT, COMMENT = 'START_ELEMENT', 'END_ELEMENT', 'COMMENT'
START_DOCUMENT, END_DOCUMENT = 'START_DOCUMENT', 'END_DOCUMENT'
PROCESSING_INSTRUCTION, IGNORABLE_WHITESPACE, CHARACTERS = 'PROCESSING_INSTRUCTION', 'IGNORABLE_WHITESPACE', 'CHARACTERS'
default_bufsize = (2 ** 14) - 20
_XMLNS = 'http://www.w3.org/2000/xmlns/'


class PullDOM(xml.sax.ContentHandler):
    """Makes nodes of what a reader tells, and keeps the events until they are asked for."""

    _locator = None
    document = None

    def __init__(self, documentFactory=None):
        from xml.dom import XML_NAMESPACE
        self.documentFactory = documentFactory
        self._events = deque()
        self.elementStack = []
        self.push, self.pop = self.elementStack.append, self.elementStack.pop
        self._ns_contexts = [{XML_NAMESPACE: 'xml'}]
        self._current_context = self._ns_contexts[-1]
        self._declared = []
        self.pending_events = []

    def _happened(self, event, node):
        self._events.append((event, node))

    def setDocumentLocator(self, locator):
        self._locator = locator

    def startPrefixMapping(self, prefix, uri):
        self._declared.append((prefix or 'xmlns', uri))
        self._ns_contexts.append(self._current_context.copy())
        self._current_context[uri] = prefix or None

    def endPrefixMapping(self, prefix):
        self._current_context = self._ns_contexts.pop()

    def _written(self, uri, local):
        prefix = self._current_context[uri]
        return f'{prefix}:{local}' if prefix else local

    def startElementNS(self, name, tagName, attrs):
        for prefix, uri in self._declared:
            attrs._attrs[(_XMLNS, prefix)] = uri
        self._declared = []
        uri, local = name
        tag = local if not uri else self._written(uri, local) if tagName is None else tagName
        if not self.document:
            node = self.buildDocument(uri or None, tag)
        else:
            node = self.document.createElementNS(uri, tag) if uri else self.document.createElement(local)
        for (uri, local), value in attrs.items():
            if uri:
                written = self._written(uri, local) if uri != _XMLNS else local if local == 'xmlns' else 'xmlns:' + local
                attribute = self.document.createAttributeNS(uri, written)
                node.setAttributeNodeNS(attribute)
            else:
                attribute = self.document.createAttribute(local)
                node.setAttributeNode(attribute)
            attribute.value = value
        self._happened(START_ELEMENT, node)
        self.push(node)

    def endElementNS(self, name, tagName):
        self._happened(END_ELEMENT, self.pop())

    def startElement(self, name, attrs):
        node = self.document.createElement(name) if self.document else self.buildDocument(None, name)
        for key, value in attrs.items():
            attribute = self.document.createAttribute(key)
            attribute.value = value
            node.setAttributeNode(attribute)
        self._happened(START_ELEMENT, node)
        self.push(node)

    def endElement(self, name):
        self._happened(END_ELEMENT, self.pop())

    def comment(self, s):
        if self.document:
            self._happened(COMMENT, self.document.createComment(s))
        else:
            self.pending_events.append((COMMENT, s))

    def processingInstruction(self, target, data):
        if self.document:
            self._happened(PROCESSING_INSTRUCTION, self.document.createProcessingInstruction(target, data))
        else:
            self.pending_events.append((PROCESSING_INSTRUCTION, target, data))

    def ignorableWhitespace(self, chars):
        self._happened(IGNORABLE_WHITESPACE, self.document.createTextNode(chars))

    def characters(self, chars):
        self._happened(CHARACTERS, self.document.createTextNode(chars))

    def startDocument(self):
        if self.documentFactory is None:
            from xml.dom import minidom
            self.documentFactory = minidom.Document.implementation

    def buildDocument(self, uri, tagname):
        """The document, now that the name of its root is known, and the root."""
        node = self.document = self.documentFactory.createDocument(uri, tagname, None)
        self._happened(START_DOCUMENT, node)
        self.push(node)
        for event, *args in self.pending_events:
            make = node.createComment if event == COMMENT else node.createProcessingInstruction
            self._happened(event, make(*args))
        self.pending_events = None
        return node.firstChild

    def endDocument(self):
        self._happened(END_DOCUMENT, self.document)
        self.pop()

    def clear(self):
        """Let go of the document."""
        self.document = None


class ErrorHandler:
    """Prints warnings and raises errors."""

    def warning(self, exception):
        print(exception)

    def error(self, exception):
        raise exception

    def fatalError(self, exception):
        raise exception


class DOMEventStream:
    """The events of a stream: (event, node)."""

    def __init__(self, stream, parser, bufsize):
        self.stream, self.parser, self.bufsize = stream, parser, bufsize
        if not hasattr(parser, 'feed'):
            self.getEvent = self._slurp
        self.reset()

    def reset(self):
        """Begin with a document of its own."""
        self.pulldom = PullDOM()
        self.parser.setFeature(xml.sax.handler.feature_namespaces, 1)
        self.parser.setContentHandler(self.pulldom)

    def __next__(self):
        event = self.getEvent()
        if event:
            return event
        raise StopIteration

    def __iter__(self):
        return self

    def expandNode(self, node):
        """Read on to the end of a node, and put into it what it holds."""
        parents = [node]
        while event := self.getEvent():
            token, current = event
            if current is node:
                return
            if token != END_ELEMENT:
                parents[-1].appendChild(current)
            if token == START_ELEMENT:
                parents.append(current)
            elif token == END_ELEMENT:
                del parents[-1]

    def getEvent(self):
        """The next event, or None."""
        events = self.pulldom._events
        while not events:
            data = self.stream.read(self.bufsize)
            if not data:
                # What happens at the end itself is not told.
                self.parser.close()
                return None
            self.parser.feed(data)
        return events.popleft()

    def _slurp(self):
        """As `getEvent`, with a reader that takes a document as a whole."""
        self.parser.parse(self.stream)
        self.getEvent = self._emit
        return self._emit()

    def _emit(self):
        return self.pulldom._events.popleft()

    def clear(self):
        """Let go of everything."""
        self.pulldom.clear()
        del self.pulldom
        self.parser = self.stream = None


class SAX2DOM(PullDOM):
    """Makes the whole tree as well."""

    def _into_tree(self, make, *args):
        make(*args)
        token, node = self._events[-1]
        parent = self.elementStack[-1] if token != START_ELEMENT else self.elementStack[-2]
        parent.appendChild(node)

    def startElementNS(self, name, tagName, attrs):
        self._into_tree(super().startElementNS, name, tagName, attrs)

    def startElement(self, name, attrs):
        self._into_tree(super().startElement, name, attrs)

    def processingInstruction(self, target, data):
        self._into_tree(super().processingInstruction, target, data)

    def ignorableWhitespace(self, chars):
        self._into_tree(super().ignorableWhitespace, chars)

    def characters(self, chars):
        self._into_tree(super().characters, chars)


def parse(stream_or_string, parser=None, bufsize=None):
    """The events of a stream."""
    stream = open(stream_or_string, 'rb') if isinstance(stream_or_string, str) else stream_or_string
    return DOMEventStream(stream, parser or xml.sax.make_parser(), default_bufsize if bufsize is None else bufsize)


def parseString(string, parser=None):
    """The events of a text."""
    from io import StringIO
    return DOMEventStream(StringIO(string), parser or xml.sax.make_parser(), len(string))
