"""The reader of XML: what `xml.parsers.expat` tells becomes what handlers are told."""
from . import handler, saxutils, xmlreader
from ._exceptions import SAXNotRecognizedException, SAXNotSupportedException, SAXParseException
from .handler import feature_external_ges, feature_external_pes, feature_namespace_prefixes, feature_namespaces
from .handler import feature_string_interning, feature_validation, property_interning_dict, property_xml_string
from xml.parsers import expat

version = '0.20'
AttributesImpl = xmlreader.AttributesImpl
AttributesNSImpl = xmlreader.AttributesNSImpl
_REFUSED = {feature_validation: 'expat does not support validation',
            feature_external_pes: 'expat does not read external parameter entities',
            feature_namespace_prefixes: 'expat does not report namespace prefixes'}


class _Ended:
    """Where a reader was when it ended."""

    def __init__(self, parser):
        self.ErrorColumnNumber, self.ErrorLineNumber = parser.ErrorColumnNumber, parser.ErrorLineNumber


class ExpatLocator(xmlreader.Locator):
    """Where a reader is."""

    def __init__(self, parser):
        self._ref = parser

    def getColumnNumber(self):
        parser = self._ref._parser
        return parser.ErrorColumnNumber if parser is not None else None

    def getLineNumber(self):
        parser = self._ref._parser
        return parser.ErrorLineNumber if parser is not None else 1

    def getPublicId(self):
        return self._ref._source.getPublicId()

    def getSystemId(self):
        return self._ref._source.getSystemId()


class ExpatParser(xmlreader.IncrementalParser, xmlreader.Locator):
    """A reader over expat."""

    def __init__(self, namespaceHandling=0, bufsize=2 ** 16 - 20):
        xmlreader.IncrementalParser.__init__(self, bufsize)
        self._source = xmlreader.InputSource()
        self._parser = self._lex_handler_prop = self._interning = None
        self._namespaces = namespaceHandling
        self._parsing = False
        self._entity_stack = []
        self._external_ges = 0

    def parse(self, source):
        """Read a document from a source or a stream."""
        source = saxutils.prepare_input_source(source)
        self._source = source
        try:
            self.reset()
            self._cont_handler.setDocumentLocator(ExpatLocator(self))
            xmlreader.IncrementalParser.parse(self, source)
        except:
            self._close_source()
            raise

    def prepareParser(self, source):
        if source.getSystemId() is not None:
            self._parser.SetBase(source.getSystemId())

    def setContentHandler(self, handler):
        xmlreader.IncrementalParser.setContentHandler(self, handler)
        if self._parsing:
            self._tell_content()

    def getFeature(self, name):
        if name == feature_namespaces:
            return self._namespaces
        if name == feature_string_interning:
            return self._interning is not None
        if name == feature_external_ges:
            return self._external_ges
        if name in _REFUSED:
            return 0
        raise SAXNotRecognizedException("Feature '%s' not recognized" % name)

    def setFeature(self, name, state):
        if self._parsing:
            raise SAXNotSupportedException('Cannot set features while parsing')
        if name == feature_namespaces:
            self._namespaces = state
        elif name == feature_external_ges:
            self._external_ges = state
        elif name == feature_string_interning:
            self._interning = (self._interning if self._interning is not None else {}) if state else None
        elif name not in _REFUSED:
            raise SAXNotRecognizedException("Feature '%s' not recognized" % name)
        elif state:
            raise SAXNotSupportedException(_REFUSED[name])

    def getProperty(self, name):
        if name == handler.property_lexical_handler:
            return self._lex_handler_prop
        if name == property_interning_dict:
            return self._interning
        if name == property_xml_string:
            if self._parser is None:
                raise SAXNotSupportedException('XML string cannot be returned when not parsing')
            return self._parser.GetInputContext()
        raise SAXNotRecognizedException("Property '%s' not recognized" % name)

    def setProperty(self, name, value):
        if name == handler.property_lexical_handler:
            self._lex_handler_prop = value
            if self._parsing:
                self._tell_lexical()
        elif name == property_interning_dict:
            self._interning = value
        elif name == property_xml_string:
            raise SAXNotSupportedException("Property '%s' cannot be set" % name)
        else:
            raise SAXNotRecognizedException("Property '%s' not recognized" % name)

    def feed(self, data, isFinal=False):
        """Take a piece of the document."""
        if not self._parsing:
            self.reset()
            self._parsing = True
            self._cont_handler.startDocument()
        self._take(data, isFinal)

    def _take(self, data, final):
        try:
            self._parser.Parse(data, final)
        except expat.error as error:
            self._err_handler.fatalError(SAXParseException(expat.ErrorString(error.code), error, self))

    def flush(self):
        """Read what can be read of the pieces so far."""
        if self._parser is None:
            return
        before = self._parser.GetReparseDeferralEnabled()
        try:
            self._parser.SetReparseDeferralEnabled(False)
            self._take(b'', False)
        finally:
            self._parser.SetReparseDeferralEnabled(before)

    def _close_source(self):
        for stream in (self._source.getCharacterStream(), self._source.getByteStream()):
            if stream is not None:
                stream.close()

    def close(self):
        """The document has ended."""
        if self._entity_stack or self._parser is None or isinstance(self._parser, _Ended):
            return
        try:
            self.feed(b'', isFinal=True)
            self._cont_handler.endDocument()
            self._parsing = False
            self._parser = None
        finally:
            self._parsing = False
            if self._parser is not None:
                self._parser = _Ended(self._parser)
            self._close_source()

    def _tell_content(self):
        self._parser.ProcessingInstructionHandler = self._cont_handler.processingInstruction
        self._parser.CharacterDataHandler = self._cont_handler.characters

    def _tell_lexical(self):
        told, parser = self._lex_handler_prop, self._parser
        parser.CommentHandler = told and told.comment
        parser.StartCdataSectionHandler = told and told.startCDATA
        parser.EndCdataSectionHandler = told and told.endCDATA
        parser.StartDoctypeDeclHandler = told and self.start_doctype_decl
        parser.EndDoctypeDeclHandler = told and told.endDTD

    def reset(self):
        """Be ready for another document."""
        encoding = self._source.getEncoding()
        if self._namespaces:
            self._parser = expat.ParserCreate(encoding, ' ', intern=self._interning)
            self._parser.namespace_prefixes = 1
            self._parser.StartElementHandler, self._parser.EndElementHandler = self.start_element_ns, self.end_element_ns
        else:
            self._parser = expat.ParserCreate(encoding, intern=self._interning)
            self._parser.StartElementHandler, self._parser.EndElementHandler = self.start_element, self.end_element
        self._tell_content()
        self._parser.UnparsedEntityDeclHandler = self.unparsed_entity_decl
        self._parser.NotationDeclHandler = self.notation_decl
        self._parser.StartNamespaceDeclHandler = self.start_namespace_decl
        self._parser.EndNamespaceDeclHandler = self.end_namespace_decl
        if self._lex_handler_prop:
            self._tell_lexical()
        self._parser.ExternalEntityRefHandler = self.external_entity_ref
        self._parser.SkippedEntityHandler = self.skipped_entity_handler
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
        self._parsing = False
        self._entity_stack = []

    def getColumnNumber(self):
        return None if self._parser is None else self._parser.ErrorColumnNumber

    def getLineNumber(self):
        return 1 if self._parser is None else self._parser.ErrorLineNumber

    def getPublicId(self):
        return self._source.getPublicId()

    def getSystemId(self):
        return self._source.getSystemId()

    # What the reader beneath tells.

    def start_element(self, name, attrs):
        self._cont_handler.startElement(name, AttributesImpl(attrs))

    def end_element(self, name):
        self._cont_handler.endElement(name)

    def start_element_ns(self, name, attrs):
        values, written = {}, {}
        for key, value in attrs.items():
            pair = _pair(key)
            parts = key.split()
            values[pair] = value
            written[pair] = key if len(parts) == 1 else f'{parts[2]}:{parts[1]}' if len(parts) == 3 else parts[1]
        self._cont_handler.startElementNS(_pair(name), None, AttributesNSImpl(values, written))

    def end_element_ns(self, name):
        self._cont_handler.endElementNS(_pair(name), None)

    def processing_instruction(self, target, data):
        self._cont_handler.processingInstruction(target, data)

    def character_data(self, data):
        self._cont_handler.characters(data)

    def start_namespace_decl(self, prefix, uri):
        self._cont_handler.startPrefixMapping(prefix, uri)

    def end_namespace_decl(self, prefix):
        self._cont_handler.endPrefixMapping(prefix)

    def start_doctype_decl(self, name, sysid, pubid, has_internal_subset):
        self._lex_handler_prop.startDTD(name, pubid, sysid)

    def unparsed_entity_decl(self, name, base, sysid, pubid, notation_name):
        self._dtd_handler.unparsedEntityDecl(name, pubid, sysid, notation_name)

    def notation_decl(self, name, base, sysid, pubid):
        self._dtd_handler.notationDecl(name, pubid, sysid)

    def external_entity_ref(self, context, base, sysid, pubid):
        """Reads an entity outside, where that is wanted and the resolver has its source."""
        if not self._external_ges:
            return 1
        source = saxutils.prepare_input_source(self._ent_handler.resolveEntity(pubid, sysid), self._source.getSystemId() or '')
        self._entity_stack.append((self._parser, self._source))
        self._parser = self._parser.ExternalEntityParserCreate(context)
        self._source = source
        try:
            xmlreader.IncrementalParser.parse(self, source)
        except Exception:
            return 0
        self._parser, self._source = self._entity_stack.pop()
        return 1

    def skipped_entity_handler(self, name, is_pe):
        self._cont_handler.skippedEntity('%' + name if is_pe else name)


def _pair(name):
    """(namespace, local name) of a name as the reader beneath tells it."""
    parts = name.split()
    return (None, name) if len(parts) == 1 else tuple(parts[:2] if len(parts) == 3 else parts)


def create_parser(*args, **kwargs):
    """A reader."""
    return ExpatParser(*args, **kwargs)
