"""The reader of XML: turns the events of `xml.parsers.expat` into calls of handlers."""
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
        self._reader = parser

    def getColumnNumber(self):
        at = self._reader._parser
        return None if at is None else at.ErrorColumnNumber

    def getLineNumber(self):
        at = self._reader._parser
        return 1 if at is None else at.ErrorLineNumber

    def getPublicId(self): return self._reader.getPublicId()
    def getSystemId(self): return self._reader.getSystemId()


def _not_recognized(kind, name):
    return SAXNotRecognizedException(f"{kind} '{name}' not recognized")


# Events of expat that are always handled, with the methods of the reader for them.
_EVENTS = {'UnparsedEntityDeclHandler': 'unparsed_entity_decl', 'NotationDeclHandler': 'notation_decl',
           'StartNamespaceDeclHandler': 'start_namespace_decl', 'EndNamespaceDeclHandler': 'end_namespace_decl',
           'ExternalEntityRefHandler': 'external_entity_ref', 'SkippedEntityHandler': 'skipped_entity_handler'}


class ExpatParser(xmlreader.IncrementalParser, xmlreader.Locator):
    """A reader over expat."""

    def __init__(self, namespaceHandling=0, bufsize=2 ** 16 - 20):
        super().__init__(bufsize)
        self._namespaces, self._external_ges, self._interning = namespaceHandling, 0, None
        self._source, self._parser, self._parsing = xmlreader.InputSource(), None, False
        self._lex_handler_prop = None
        # Parsers and sources to go back to at the end of an external entity.
        self._entity_stack = []

    def parse(self, source):
        """Reads a document from a source or a stream."""
        self._source = prepared = saxutils.prepare_input_source(source)
        try:
            self.reset()
            self._cont_handler.setDocumentLocator(ExpatLocator(self))
            super().parse(prepared)
        except:
            self._close_source()
            raise

    def prepareParser(self, source):
        base = source.getSystemId()
        if base is not None:
            self._parser.SetBase(base)

    def setContentHandler(self, handler):
        super().setContentHandler(handler)
        if self._parsing:
            self._tell_content()

    def getFeature(self, name):
        known = {feature_namespaces: self._namespaces, feature_external_ges: self._external_ges,
                 feature_string_interning: self._interning is not None, **dict.fromkeys(_REFUSED, 0)}
        if name not in known:
            raise _not_recognized('Feature', name)
        return known[name]

    def setFeature(self, name, state):
        if self._parsing:
            raise SAXNotSupportedException('Cannot set features while parsing')
        if name in _REFUSED:
            if state:
                raise SAXNotSupportedException(_REFUSED[name])
        elif name == feature_string_interning:
            if not state:
                self._interning = None
            elif self._interning is None:
                self._interning = {}
        elif name == feature_external_ges:
            self._external_ges = state
        elif name == feature_namespaces:
            self._namespaces = state
        else:
            raise _not_recognized('Feature', name)

    def getProperty(self, name):
        if name == property_xml_string:
            if self._parser is None:
                raise SAXNotSupportedException('XML string cannot be returned when not parsing')
            return self._parser.GetInputContext()
        known = {handler.property_lexical_handler: self._lex_handler_prop, property_interning_dict: self._interning}
        if name not in known:
            raise _not_recognized('Property', name)
        return known[name]

    def setProperty(self, name, value):
        if name == property_xml_string:
            raise SAXNotSupportedException(f"Property '{name}' cannot be set")
        if name == property_interning_dict:
            self._interning = value
        elif name == handler.property_lexical_handler:
            self._lex_handler_prop = value
            if self._parsing:
                self._tell_lexical()
        else:
            raise _not_recognized('Property', name)

    def feed(self, data, isFinal=False):
        """Takes a piece of the document."""
        first = not self._parsing
        if first:
            self.reset()
            self._parsing = first
            self._cont_handler.startDocument()
        self._take(data, isFinal)

    def _take(self, data, final):
        try:
            self._parser.Parse(data, final)
        except expat.error as problem:
            text = expat.ErrorString(problem.code)
            self._err_handler.fatalError(SAXParseException(text, problem, self))

    def flush(self):
        """Reads what can be read of the pieces so far."""
        parser = self._parser
        if parser is None:
            return
        deferred = parser.GetReparseDeferralEnabled()
        try:
            parser.SetReparseDeferralEnabled(False)
            self._take(b'', False)
        finally:
            parser.SetReparseDeferralEnabled(deferred)

    def _close_source(self):
        for stream in (self._source.getCharacterStream(), self._source.getByteStream()):
            if stream is not None:
                stream.close()

    def close(self):
        """Ends the document."""
        if not self._entity_stack and not isinstance(self._parser, (_Ended, type(None))):
            try:
                self.feed(b'', isFinal=True)
                self._cont_handler.endDocument()
                self._parser = None
            finally:
                self._parsing = False
                if self._parser is not None:
                    # Reading failed, and the handlers may still ask where.
                    self._parser = _Ended(self._parser)
                self._close_source()

    def _tell_content(self):
        told = self._cont_handler
        self._parser.CharacterDataHandler, self._parser.ProcessingInstructionHandler = told.characters, told.processingInstruction

    def _tell_lexical(self):
        told, parser = self._lex_handler_prop, self._parser
        parser.CommentHandler = told and told.comment
        parser.StartCdataSectionHandler, parser.EndCdataSectionHandler = (told and told.startCDATA), (told and told.endCDATA)
        parser.StartDoctypeDeclHandler, parser.EndDoctypeDeclHandler = (told and self.start_doctype_decl), (told and told.endDTD)

    def reset(self):
        """Gets ready for another document."""
        encoding, options = self._source.getEncoding(), {'intern': self._interning}
        if self._namespaces:
            # Names are then texts with a space: the namespace, the local name and maybe the prefix.
            parser = expat.ParserCreate(encoding, ' ', **options)
            parser.namespace_prefixes = 1
            begin, end = self.start_element_ns, self.end_element_ns
        else:
            parser = expat.ParserCreate(encoding, **options)
            begin, end = self.start_element, self.end_element
        self._parser = parser
        parser.StartElementHandler, parser.EndElementHandler = begin, end
        self._tell_content()
        for event, method in _EVENTS.items():
            setattr(parser, event, getattr(self, method))
        if self._lex_handler_prop:
            self._tell_lexical()
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
        self._parsing, self._entity_stack = False, []

    getColumnNumber = lambda self: None if self._parser is None else self._parser.ErrorColumnNumber
    getLineNumber = lambda self: 1 if self._parser is None else self._parser.ErrorLineNumber

    def getPublicId(self): return self._source.getPublicId()
    def getSystemId(self): return self._source.getSystemId()

    # Called by expat.

    def start_element(self, name, attrs): self._cont_handler.startElement(name, AttributesImpl(attrs))
    def end_element(self, name): self._cont_handler.endElement(name)

    def start_element_ns(self, name, attrs):
        values, written = {}, {}
        for key, value in attrs.items():
            pair = _pair(key)
            parts = key.split()
            values[pair] = value
            written[pair] = key if len(parts) == 1 else f'{parts[2]}:{parts[1]}' if len(parts) == 3 else parts[1]
        self._cont_handler.startElementNS(_pair(name), None, AttributesNSImpl(values, written))

    def end_element_ns(self, name): self._cont_handler.endElementNS(_pair(name), None)
    def processing_instruction(self, target, data): self._cont_handler.processingInstruction(target, data)
    def character_data(self, data): self._cont_handler.characters(data)
    def start_namespace_decl(self, prefix, uri): self._cont_handler.startPrefixMapping(prefix, uri)
    def end_namespace_decl(self, prefix): self._cont_handler.endPrefixMapping(prefix)

    # Handlers are given the public name first, expat the system's.

    def start_doctype_decl(self, name, sysid, pubid, has_internal_subset):
        told = self._lex_handler_prop
        told.startDTD(name, pubid, sysid)

    def unparsed_entity_decl(self, name, base, sysid, pubid, notation_name):
        told = self._dtd_handler
        told.unparsedEntityDecl(name, pubid, sysid, notation_name)

    def notation_decl(self, name, base, sysid, pubid):
        told = self._dtd_handler
        told.notationDecl(name, pubid, sysid)

    def external_entity_ref(self, context, base, sysid, pubid):
        """Reads an external entity if that is wanted. Returns 1, or 0 if it failed."""
        if not self._external_ges:
            return 1
        outer = self._parser, self._source
        entity = saxutils.prepare_input_source(self._ent_handler.resolveEntity(pubid, sysid), self._source.getSystemId() or '')
        self._entity_stack.append(outer)
        self._parser, self._source = self._parser.ExternalEntityParserCreate(context), entity
        try:
            super().parse(entity)
        except Exception:
            return 0
        self._parser, self._source = self._entity_stack.pop()
        return 1

    def skipped_entity_handler(self, name, is_pe):
        self._cont_handler.skippedEntity('%' + name if is_pe else name)


def _pair(name):
    """(namespace, local name) of a name as expat gives it."""
    parts = name.split()
    return (None, name) if len(parts) == 1 else tuple(parts[:2] if len(parts) == 3 else parts)


def create_parser(*args, **kwargs):
    """A reader."""
    return ExpatParser(*args, **kwargs)
