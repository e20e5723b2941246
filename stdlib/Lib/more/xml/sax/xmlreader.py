"""The interface of readers of XML, positions in a document, sources and attributes."""
from . import handler
from ._exceptions import SAXNotRecognizedException, SAXNotSupportedException


def _unknown(kind, name):
    return SAXNotRecognizedException(f"{kind} '{name}' not recognized")


def _abstract(text='This method must be implemented!'):
    return NotImplementedError(text)


class XMLReader:
    """A reader: set handlers, then `parse` a document."""

    def __init__(self):
        self._cont_handler, self._dtd_handler = handler.ContentHandler(), handler.DTDHandler()
        self._ent_handler, self._err_handler = handler.EntityResolver(), handler.ErrorHandler()

    def parse(self, source):
        """Reads a document."""
        raise _abstract()

    # The content handler gets elements and text, the DTD handler declarations.
    # The entity resolver finds external entities, the error handler gets errors.
    def getContentHandler(self): return self._cont_handler
    def setContentHandler(self, handler): self._cont_handler = handler
    def getDTDHandler(self): return self._dtd_handler
    def setDTDHandler(self, handler): self._dtd_handler = handler
    def getEntityResolver(self): return self._ent_handler
    def setEntityResolver(self, resolver): self._ent_handler = resolver
    def getErrorHandler(self): return self._err_handler
    def setErrorHandler(self, handler): self._err_handler = handler

    def setLocale(self, locale):
        """Would set the language of errors."""
        raise SAXNotSupportedException('Locale support not implemented')

    def getFeature(self, name):
        """Whether a feature is on."""
        raise _unknown('Feature', name)

    def setFeature(self, name, state):
        """Switches a feature on or off."""
        raise _unknown('Feature', name)

    def getProperty(self, name):
        """The value of a property."""
        raise _unknown('Property', name)

    def setProperty(self, name, value):
        """Sets a property."""
        raise _unknown('Property', name)


class IncrementalParser(XMLReader):
    """A reader that takes a document in pieces."""

    def __init__(self, bufsize=2 ** 16):
        XMLReader.__init__(self)
        self._bufsize = bufsize

    def parse(self, source):
        """Reads a document piece by piece."""
        from .saxutils import prepare_input_source
        prepared = prepare_input_source(source)
        self.prepareParser(prepared)
        stream = prepared.getCharacterStream()
        if stream is None:
            stream = prepared.getByteStream()
        piece = stream.read(self._bufsize)
        while piece:
            self.feed(piece)
            piece = stream.read(self._bufsize)
        self.close()

    def feed(self, data):
        """Takes a piece of the document."""
        raise _abstract()

    def prepareParser(self, source):
        """Called before a document is read."""
        raise _abstract('prepareParser must be overridden!')

    def close(self):
        """Ends the document."""
        raise _abstract()

    def reset(self):
        """Gets ready for another document."""
        raise _abstract()


class Locator:
    """Where the current event begins, and in which document. Here nothing is known."""

    def getColumnNumber(self): return -1
    def getLineNumber(self): return -1
    def getPublicId(self): pass
    def getSystemId(self): pass


class InputSource:
    """A document: its public and its system's name, its encoding, and a stream of bytes or text."""

    def __init__(self, system_id=None):
        self._system_id, self._public_id, self._encoding = system_id, None, None
        self._bytes = self._text = None

    def getPublicId(self): return self._public_id
    def setPublicId(self, public_id): self._public_id = public_id
    def getSystemId(self): return self._system_id
    def setSystemId(self, system_id): self._system_id = system_id
    def getEncoding(self): return self._encoding
    def setEncoding(self, encoding): self._encoding = encoding
    def getByteStream(self): return self._bytes
    def setByteStream(self, bytefile): self._bytes = bytefile
    def getCharacterStream(self): return self._text
    def setCharacterStream(self, charfile): self._text = charfile


class AttributesImpl:
    """The attributes of an element by name. A qualified name ("QName") is the name as it is written."""

    def __init__(self, attrs): self._attrs = attrs

    def getLength(self): return len(self._attrs)
    def getType(self, name): return 'CDATA'
    def getValue(self, name): return self._attrs[name]
    def getValueByQName(self, name): return self._attrs[name]

    def getNameByQName(self, name):
        """The name for a name as it is written: the same without namespaces."""
        if name in self._attrs:
            return name
        raise KeyError(name)

    def getQNameByName(self, name):
        """The name as it is written: the same without namespaces."""
        if name in self._attrs:
            return name
        raise KeyError(name)

    def getNames(self): return list(self._attrs)
    def getQNames(self): return list(self._attrs)
    def copy(self): return type(self)(self._attrs)

    def __len__(self): return len(self._attrs)
    def __getitem__(self, name): return self._attrs[name]
    def __contains__(self, name): return name in self._attrs
    def get(self, name, alternative=None): return self._attrs.get(name, alternative)
    def keys(self): return list(self._attrs)
    def values(self): return list(self._attrs.values())
    def items(self): return list(self._attrs.items())


class AttributesNSImpl(AttributesImpl):
    """The attributes of an element, by (namespace, local name)."""

    def __init__(self, attrs, qnames): self._attrs, self._qnames = attrs, qnames

    def getNameByQName(self, name):
        for pair, written in self._qnames.items():
            if name == written:
                return pair
        raise KeyError(name)

    def getValueByQName(self, name): return self._attrs[self.getNameByQName(name)]
    def getQNameByName(self, name): return self._qnames[name]
    def getQNames(self): return list(self._qnames.values())
    def copy(self): return type(self)(self._attrs, self._qnames)
