"""Escapes for XML, a handler that writes XML, and sources of documents."""
import codecs
import io
from . import handler
from . import xmlreader

_XML = 'http://www.w3.org/XML/1998/namespace'


def _replaced(data, entities):
    for text, entity in entities.items() if entities else ():
        data = data.replace(text, entity)
    return data


def escape(data, entities={}):
    """A text with entities in place of `&`, `<`, `>`, and of what a dict names."""
    return _replaced(data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;'), entities)


def unescape(data, entities={}):
    """A text with what `&amp;`, `&lt;`, `&gt;` stand for, and what the entities of a dict do."""
    return _replaced(data.replace('&lt;', '<').replace('&gt;', '>'), entities).replace('&amp;', '&')


def quoteattr(data, entities={}):
    """A text as the value of an attribute, in quotes."""
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' not in data:
        return f'"{data}"'
    if "'" not in data:
        return f"'{data}'"
    return '"%s"' % data.replace('"', '&quot;')


def _text_writer(out, encoding):
    """A stream of text over what XML is to be written to."""
    if out is None:
        import sys
        return sys.stdout
    if isinstance(out, (io.TextIOBase, codecs.StreamWriter, codecs.StreamReaderWriter)):
        return out
    return io.TextIOWrapper(_Bytes(out), encoding=encoding, errors='xmlcharrefreplace', newline='\n', write_through=True)


class _Bytes(io.BufferedIOBase):
    """Something with a `write` for bytes, which stays open."""

    def __init__(self, out):
        self.write = out.write
        for name in ('seekable', 'tell'):
            if hasattr(out, name):
                setattr(self, name, getattr(out, name))

    def writable(self):
        return True


class XMLGenerator(handler.ContentHandler):
    """A handler that writes the document as XML."""

    def __init__(self, out=None, encoding='iso-8859-1', short_empty_elements=False):
        handler.ContentHandler.__init__(self)
        out = _text_writer(out, encoding)
        self._write, self._flush = out.write, out.flush
        self._ns_contexts = [{}]
        self._current_context = self._ns_contexts[-1]
        self._undeclared_ns_maps = []
        self._encoding = encoding
        self._short_empty_elements = short_empty_elements
        self._pending_start_element = False

    def _qname(self, name):
        space = name[0]
        if not space:
            return name[1]
        prefix = 'xml' if space == _XML else self._current_context[space]
        return f'{prefix}:{name[1]}' if prefix else name[1]

    def _finish_pending_start_element(self, endElement=False):
        if self._pending_start_element:
            self._write('>')
            self._pending_start_element = False

    def _begin(self, text, pairs):
        self._finish_pending_start_element()
        self._write('<' + text)
        for prefix, space in self._undeclared_ns_maps if pairs is not None else ():
            self._write(f' xmlns:{prefix}="{space}"' if prefix else f' xmlns="{space}"')

    def _end(self, name):
        if self._pending_start_element:
            self._write('/>')
            self._pending_start_element = False
        else:
            self._write(f'</{name}>')

    def startDocument(self):
        self._write(f'<?xml version="1.0" encoding="{self._encoding}"?>\n')

    def endDocument(self):
        self._flush()

    def startPrefixMapping(self, prefix, uri):
        self._ns_contexts.append(self._current_context.copy())
        self._current_context[uri] = prefix
        self._undeclared_ns_maps.append((prefix, uri))

    def endPrefixMapping(self, prefix):
        self._current_context = self._ns_contexts.pop()

    def _attributes(self, attrs, written=None):
        for key, value in attrs.items():
            name = key if written is None else written(key)
            self._write(f' {name}={quoteattr(value)}')
        if self._short_empty_elements:
            # The next call shows whether the element is empty.
            self._pending_start_element = True
        else:
            self._write('>')

    def startElement(self, name, attrs):
        self._begin(name, None)
        self._attributes(attrs)

    def endElement(self, name):
        self._end(name)

    def startElementNS(self, name, qname, attrs):
        self._begin(self._qname(name), attrs)
        self._undeclared_ns_maps = []
        self._attributes(attrs, self._qname)

    def endElementNS(self, name, qname):
        self._end('' if self._pending_start_element else self._qname(name))

    def _decoded(self, content):
        return content if isinstance(content, str) else str(content, self._encoding)

    def characters(self, content):
        if content:
            self._finish_pending_start_element()
            self._write(escape(self._decoded(content)))

    def ignorableWhitespace(self, content):
        if content:
            self._finish_pending_start_element()
            self._write(self._decoded(content))

    def processingInstruction(self, target, data):
        self._finish_pending_start_element()
        self._write(f'<?{target} {data}?>')


class XMLFilterBase(xmlreader.XMLReader):
    """Between a reader and handlers: passes all on. A subclass changes what it wants."""

    def __init__(self, parent=None):
        super().__init__()
        self._parent = parent

    def getParent(self): return self._parent
    def setParent(self, parent): self._parent = parent

    def parse(self, source):
        """Lets the reader read, with this as all its handlers."""
        reader = self._parent
        for set_handler in (reader.setContentHandler, reader.setErrorHandler, reader.setEntityResolver, reader.setDTDHandler):
            set_handler(self)
        reader.parse(source)

    # To the reader.
    def setLocale(self, locale): self._parent.setLocale(locale)
    def getFeature(self, name): return self._parent.getFeature(name)
    def setFeature(self, name, state): self._parent.setFeature(name, state)
    def getProperty(self, name): return self._parent.getProperty(name)
    def setProperty(self, name, value): self._parent.setProperty(name, value)

    # To the handlers.
    def error(self, exception): self._err_handler.error(exception)
    def fatalError(self, exception): self._err_handler.fatalError(exception)
    def warning(self, exception): self._err_handler.warning(exception)
    def resolveEntity(self, publicId, systemId): return self._ent_handler.resolveEntity(publicId, systemId)
    def notationDecl(self, name, publicId, systemId): self._dtd_handler.notationDecl(name, publicId, systemId)

    def unparsedEntityDecl(self, name, publicId, systemId, ndata):
        self._dtd_handler.unparsedEntityDecl(name, publicId, systemId, ndata)

    def setDocumentLocator(self, locator): self._cont_handler.setDocumentLocator(locator)
    def startDocument(self): self._cont_handler.startDocument()
    def endDocument(self): self._cont_handler.endDocument()
    def startPrefixMapping(self, prefix, uri): self._cont_handler.startPrefixMapping(prefix, uri)
    def endPrefixMapping(self, prefix): self._cont_handler.endPrefixMapping(prefix)
    def startElement(self, name, attrs): self._cont_handler.startElement(name, attrs)
    def endElement(self, name): self._cont_handler.endElement(name)
    def startElementNS(self, name, qname, attrs): self._cont_handler.startElementNS(name, qname, attrs)
    def endElementNS(self, name, qname): self._cont_handler.endElementNS(name, qname)
    def characters(self, content): self._cont_handler.characters(content)
    def ignorableWhitespace(self, chars): self._cont_handler.ignorableWhitespace(chars)
    def processingInstruction(self, target, data): self._cont_handler.processingInstruction(target, data)
    def skippedEntity(self, name): self._cont_handler.skippedEntity(name)


def prepare_input_source(source, base=''):
    """The source of a document, ready to be read: of a stream, a file or an address, or what is one already."""
    import os
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if isinstance(source, str):
        source = xmlreader.InputSource(source)
    elif hasattr(source, 'read'):
        stream, source = source, xmlreader.InputSource()
        if isinstance(stream.read(0), str):
            source.setCharacterStream(stream)
        else:
            source.setByteStream(stream)
        if hasattr(stream, 'name') and isinstance(stream.name, str):
            source.setSystemId(stream.name)
    if source.getCharacterStream() is None and source.getByteStream() is None:
        name = source.getSystemId()
        text = os.path.join(os.path.dirname(os.path.normpath(base)), name)
        if os.path.isfile(text):
            source.setSystemId(text)
            source.setByteStream(open(text, 'rb'))
        else:
            from urllib.parse import urljoin
            from urllib.request import urlopen
            source.setSystemId(urljoin(base, name))
            source.setByteStream(urlopen(source.getSystemId()))
    return source
