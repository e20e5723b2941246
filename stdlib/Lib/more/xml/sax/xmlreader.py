"""What readers of XML have in common, where they are, what they read, and attributes."""
from . import handler
from ._exceptions import SAXNotRecognizedException, SAXNotSupportedException


class XMLReader:
    """A reader: handlers are set, and then a document is read."""

    def __init__(self):
        self._cont_handler = handler.ContentHandler()
        self._dtd_handler = handler.DTDHandler()
        self._ent_handler = handler.EntityResolver()
        self._err_handler = handler.ErrorHandler()

    def parse(self, source):
        """Read a document."""
        raise NotImplementedError('This method must be implemented!')

    def getContentHandler(self):
        """The handler of what a document holds."""
        return self._cont_handler

    def setContentHandler(self, handler):
        """Set the handler of what a document holds."""
        self._cont_handler = handler

    def getDTDHandler(self):
        """The handler of declarations."""
        return self._dtd_handler

    def setDTDHandler(self, handler):
        """Set the handler of declarations."""
        self._dtd_handler = handler

    def getEntityResolver(self):
        """What finds entities outside."""
        return self._ent_handler

    def setEntityResolver(self, resolver):
        """Set what finds entities outside."""
        self._ent_handler = resolver

    def getErrorHandler(self):
        """The handler of errors."""
        return self._err_handler

    def setErrorHandler(self, handler):
        """Set the handler of errors."""
        self._err_handler = handler

    def setLocale(self, locale):
        """The language of messages can't be set."""
        raise SAXNotSupportedException('Locale support not implemented')

    def getFeature(self, name):
        """Whether a feature is on."""
        raise SAXNotRecognizedException("Feature '%s' not recognized" % name)

    def setFeature(self, name, state):
        """Switch a feature on or off."""
        raise SAXNotRecognizedException("Feature '%s' not recognized" % name)

    def getProperty(self, name):
        """The value of a property."""
        raise SAXNotRecognizedException("Property '%s' not recognized" % name)

    def setProperty(self, name, value):
        """Set a property."""
        raise SAXNotRecognizedException("Property '%s' not recognized" % name)


class IncrementalParser(XMLReader):
    """A reader that takes a document in pieces."""

    def __init__(self, bufsize=2 ** 16):
        self._bufsize = bufsize
        XMLReader.__init__(self)

    def parse(self, source):
        """Read a document, piece after piece."""
        from . import saxutils
        source = saxutils.prepare_input_source(source)
        self.prepareParser(source)
        file = source.getCharacterStream()
        if file is None:
            file = source.getByteStream()
        while piece := file.read(self._bufsize):
            self.feed(piece)
        self.close()

    def feed(self, data):
        """Take a piece."""
        raise NotImplementedError('This method must be implemented!')

    def prepareParser(self, source):
        """Called before a document is read."""
        raise NotImplementedError('prepareParser must be overridden!')

    def close(self):
        """The document has ended."""
        raise NotImplementedError('This method must be implemented!')

    def reset(self):
        """Be ready for another document."""
        raise NotImplementedError('This method must be implemented!')


class Locator:
    """Where a reader is."""

    def getColumnNumber(self):
        """The column where the current event begins."""
        return -1

    def getLineNumber(self):
        """The line where the current event begins."""
        return -1

    def getPublicId(self):
        """The public name of what is read."""
        return None

    def getSystemId(self):
        """The system's name of what is read."""
        return None


class InputSource:
    """A document: its names, its encoding, and the stream it comes from."""

    def __init__(self, system_id=None):
        self.__system_id = system_id
        self.__public_id = self.__encoding = self.__bytefile = self.__charfile = None

    def setPublicId(self, public_id):
        """Set the public name."""
        self.__public_id = public_id

    def getPublicId(self):
        """The public name."""
        return self.__public_id

    def setSystemId(self, system_id):
        """Set the system's name."""
        self.__system_id = system_id

    def getSystemId(self):
        """The system's name."""
        return self.__system_id

    def setEncoding(self, encoding):
        """Set the encoding of the bytes."""
        self.__encoding = encoding

    def getEncoding(self):
        """The encoding of the bytes."""
        return self.__encoding

    def setByteStream(self, bytefile):
        """Set the stream of bytes."""
        self.__bytefile = bytefile

    def getByteStream(self):
        """The stream of bytes."""
        return self.__bytefile

    def setCharacterStream(self, charfile):
        """Set the stream of text."""
        self.__charfile = charfile

    def getCharacterStream(self):
        """The stream of text."""
        return self.__charfile


class AttributesImpl:
    """The attributes of an element, by their names."""

    def __init__(self, attrs):
        self._attrs = attrs

    def getLength(self):
        """How many there are."""
        return len(self._attrs)

    def getType(self, name):
        """All are texts."""
        return 'CDATA'

    def getValue(self, name):
        """The value of one."""
        return self._attrs[name]

    def getValueByQName(self, name):
        """The value of one by the name as it is written."""
        return self._attrs[name]

    def getNameByQName(self, name):
        """The name of one by the name as it is written."""
        if name not in self._attrs:
            raise KeyError(name)
        return name

    def getQNameByName(self, name):
        """The name of one as it is written."""
        if name not in self._attrs:
            raise KeyError(name)
        return name

    def getNames(self):
        """All names."""
        return list(self._attrs.keys())

    def getQNames(self):
        """All names as they are written."""
        return list(self._attrs.keys())

    def __len__(self):
        return len(self._attrs)

    def __getitem__(self, name):
        return self._attrs[name]

    def keys(self):
        """All names."""
        return list(self._attrs.keys())

    def __contains__(self, name):
        return name in self._attrs

    def get(self, name, alternative=None):
        """The value of one, or another one."""
        return self._attrs.get(name, alternative)

    def copy(self):
        """A copy."""
        return self.__class__(self._attrs)

    def items(self):
        """All (name, value)."""
        return list(self._attrs.items())

    def values(self):
        """All values."""
        return list(self._attrs.values())


class AttributesNSImpl(AttributesImpl):
    """The attributes of an element, by (namespace, local name)."""

    def __init__(self, attrs, qnames):
        self._attrs = attrs
        self._qnames = qnames

    def getValueByQName(self, name):
        return self._attrs[self.getNameByQName(name)]

    def getNameByQName(self, name):
        for pair, written in self._qnames.items():
            if written == name:
                return pair
        raise KeyError(name)

    def getQNameByName(self, name):
        return self._qnames[name]

    def getQNames(self):
        return list(self._qnames.values())

    def copy(self):
        return self.__class__(self._attrs, self._qnames)
