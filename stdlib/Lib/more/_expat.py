"""Documents in XML that come in any number of pieces -> calls of handlers, with expat's words and places."""
import codecs
import re
from operator import index as _index

_LETTERS = r'\xb7\xc0-\xd6\xd8-\xf6\xf8-\ufffd\U00010000-\U000effff'
_NAME = rf'[:A-Z_a-z{_LETTERS}][-.:0-9A-Z_a-z{_LETTERS}]*'
_S = r'[ \t\r\n]'
_LITERAL = r'"[^"]*"|\'[^\']*\''
_name = re.compile(_NAME)
_token = re.compile(rf'[-.:0-9A-Z_a-z{_LETTERS}]+')
_space = re.compile(rf'{_S}*')
_attribute = re.compile(rf'{_S}+({_NAME}){_S}*={_S}*("[^"<]*"|\'[^\'<]*\')')
_text = re.compile(r'[^<&]+')
_run = re.compile(r'[^\r\n]+|\r\n?|\n')
_reference = re.compile(rf'&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|({_NAME}));')
_begun = re.compile(rf'&(?:#x[0-9A-Fa-f]*|#[0-9]*|{_NAME})?')
_bad = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|]]>')
_bad_in_quotes = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')
_in_broken_tag = re.compile(rf'({_NAME}){_S}*(=?){_S}*')
_doctype = re.compile(rf'<!DOCTYPE{_S}+({_NAME})(?:{_S}+(?:PUBLIC{_S}+({_LITERAL}){_S}+({_LITERAL})|SYSTEM{_S}+({_LITERAL})))?{_S}*')
_in_subset = re.compile(rf'{_LITERAL}|<!--.*?-->|<\?.*?\?>|\]', re.S)
_declaration = re.compile(rf'<\?xml(?:{_S}+version{_S}*={_S}*({_LITERAL}))?(?:{_S}+encoding{_S}*={_S}*({_LITERAL}))?'
                          rf'(?:{_S}+standalone{_S}*={_S}*({_LITERAL}))?{_S}*\?>')
_entity = re.compile(rf'<!ENTITY{_S}+(%{_S}+)?({_NAME}){_S}+(?:({_LITERAL})|(?:SYSTEM|PUBLIC{_S}+({_LITERAL})){_S}+({_LITERAL})'
                     rf'(?:{_S}+NDATA{_S}+({_NAME}))?){_S}*>')
_notation = re.compile(rf'<!NOTATION{_S}+({_NAME}){_S}+(?:PUBLIC{_S}+({_LITERAL})(?:{_S}+({_LITERAL}))?|SYSTEM{_S}+({_LITERAL})){_S}*>')
_element = re.compile(rf'<!ELEMENT{_S}+({_NAME}){_S}+([^<>]*)>')
_list = re.compile(rf'<!ATTLIST{_S}+({_NAME})')
_listed = re.compile(rf'{_S}+({_NAME}){_S}+(CDATA|ID|IDREFS?|ENTITY|ENTITIES|NMTOKENS?|(?:NOTATION{_S}+)?\([^()]*\)){_S}+'
                     rf'(#REQUIRED|#IMPLIED|(?:#FIXED{_S}+)?(?:{_LITERAL}))')
_parameter = re.compile(rf'%({_NAME});')
_model = re.compile(rf'[(),|]|[?*+]|#PCDATA|{_NAME}')
_predefined = {'lt': '<', 'gt': '>', 'amp': '&', 'quot': '"', 'apos': "'"}
_blanks = {9: ' ', 10: ' ', 13: ' '}
_INVALID = 4
_XML = 'http://www.w3.org/XML/1998/namespace'
_XMLNS = 'http://www.w3.org/2000/xmlns/'

MESSAGES = '''out of memory|syntax error|no element found|not well-formed (invalid token)|unclosed token|partial character|mismatched tag
duplicate attribute|junk after document element|illegal parameter entity reference|undefined entity|recursive entity reference
asynchronous entity|reference to invalid character number|reference to binary entity|reference to external entity in attribute
XML or text declaration not at start of entity|unknown encoding|encoding specified in XML declaration is incorrect
unclosed CDATA section|error in processing external entity reference|document is not standalone
unexpected parser state - please send a bug report|entity declared in parameter entity
requested feature requires XML_DTD support in Expat|cannot change setting once parsing has begun|unbound prefix
must not undeclare prefix|incomplete markup in parameter entity|XML declaration not well-formed|text declaration not well-formed
illegal character(s) in public id|parser suspended|parser not suspended|parsing aborted|parsing finished
cannot suspend in external parameter entity
reserved prefix (xml) must not be undeclared or bound to another namespace name
reserved prefix (xmlns) must not be declared or undeclared|prefix must not be bound to one of the reserved namespace names
invalid argument|a successful prior call to function XML_GetBuffer is required
limit on input amplification factor (from DTD and entities) breached'''.replace('\n', '|').split('|')

# An entity that grows to more than this must not be a hundred times what was read.
_GROWN = 8 << 20
# Text in other encodings than UTF-8 is passed on in pieces of this size.
_CONVERTED = 1024


class ExpatError(Exception):
    """A text is not well-formed: `code`, `lineno` and `offset` tell what is wrong, and where."""

    __module__ = 'xml.parsers.expat'


def ErrorString(code, /):
    """The words for a code of an error."""
    code = _index(code)
    return MESSAGES[code - 1] if 0 < code <= len(MESSAGES) else None


class _Waits(Exception):
    """The rest of a token has not come yet."""


_PLAIN = ('StartElementHandler EndElementHandler ProcessingInstructionHandler UnparsedEntityDeclHandler NotationDeclHandler '
          'StartNamespaceDeclHandler EndNamespaceDeclHandler CommentHandler StartCdataSectionHandler EndCdataSectionHandler '
          'NotStandaloneHandler ExternalEntityRefHandler StartDoctypeDeclHandler EndDoctypeDeclHandler EntityDeclHandler '
          'XmlDeclHandler ElementDeclHandler AttlistDeclHandler SkippedEntityHandler').split()
_OWN = ('_characters _default _expands _kept _held _kept_size _size _buffers _ordered _specified _prefixes _reparses '
        '_separator _encoding _decoder _raw _text _at _final _event _mark _line _column _byte _open _spaces _cdata _begun _rooted '
        '_entities _parameters _defaults _external _standalone _skips _ignores _inside _grown _read _base _parsing _foreign _code '
        '_error_place _done _context _inner _outer_read _waited _converts').split()


class xmlparser:
    """A reader of one document."""

    __slots__ = _PLAIN + _OWN + ['intern']
    __module__ = 'pyexpat'

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'pyexpat.xmlparser' instances")

    def _prepare(self, encoding, separator, intern):
        for name in _PLAIN:
            setattr(self, name, None)
        self._characters = self._default = self._decoder = self._error_place = self._base = self._standalone = self._context = None
        self._expands = self._buffers = self._ordered = self._specified = self._prefixes = self._cdata = False
        self._final = self._begun = self._rooted = self._external = self._skips = self._ignores = self._foreign = self._done = False
        self._reparses = True
        self._outer_read = self._converts = False
        self._waited = 0
        self._held, self._kept_size, self._size = [], 0, 8192
        self._separator, self._encoding, self.intern = separator, encoding, intern
        self._raw, self._text, self._kept = b'', '', None
        self._at = self._event = self._mark = self._column = self._byte = self._grown = self._read = self._parsing = self._code = 0
        self._line = 1
        self._open, self._spaces = [], [{'xml': _XML}]
        self._entities, self._parameters, self._defaults, self._inside = {}, {}, {}, []
        return self

    # What a program sets and reads.

    @property
    def CharacterDataHandler(self):
        return self._characters

    @CharacterDataHandler.setter
    def CharacterDataHandler(self, handler):
        self._flush()
        self._characters = handler

    @property
    def DefaultHandler(self):
        return None if self._expands else self._default

    @DefaultHandler.setter
    def DefaultHandler(self, handler):
        self._default, self._expands = handler, False

    @property
    def DefaultHandlerExpand(self):
        return self._default if self._expands else None

    @DefaultHandlerExpand.setter
    def DefaultHandlerExpand(self, handler):
        self._default, self._expands = handler, True

    @property
    def buffer_text(self):
        return self._buffers

    @buffer_text.setter
    def buffer_text(self, wanted):
        if not wanted:
            self._flush()
        self._buffers = bool(wanted)

    @property
    def buffer_size(self):
        return self._size

    @buffer_size.setter
    def buffer_size(self, size):
        if not isinstance(size, int):
            raise TypeError('buffer_size must be an integer')
        if size <= 0:
            raise ValueError('buffer_size must be greater than zero')
        if size > 2 ** 31 - 1:
            raise ValueError(f'buffer_size must not be greater than {2 ** 31 - 1}')
        if size != self._size:
            self._flush()
        self._size = size

    @property
    def buffer_used(self):
        return self._kept_size

    @property
    def ordered_attributes(self):
        return self._ordered

    @ordered_attributes.setter
    def ordered_attributes(self, wanted):
        self._ordered = bool(wanted)

    @property
    def specified_attributes(self):
        return self._specified

    @specified_attributes.setter
    def specified_attributes(self, wanted):
        self._specified = bool(wanted)

    @property
    def namespace_prefixes(self):
        return self._prefixes

    @namespace_prefixes.setter
    def namespace_prefixes(self, wanted):
        self._prefixes = bool(wanted)

    @property
    def CurrentLineNumber(self):
        return self._place(self._event)[0]

    @property
    def CurrentColumnNumber(self):
        return self._place(self._event)[1]

    @property
    def CurrentByteIndex(self):
        return self._place(self._event)[2] if self._read else -1

    @property
    def ErrorCode(self):
        return self._code

    @property
    def ErrorLineNumber(self):
        return self.CurrentLineNumber

    @property
    def ErrorColumnNumber(self):
        return self.CurrentColumnNumber

    @property
    def ErrorByteIndex(self):
        return self.CurrentByteIndex

    def SetBase(self, base, /):
        self._base = base

    def GetBase(self):
        return self._base

    def GetInputContext(self):
        return self._text[self._event:].encode() if self._parsing_now() else None

    def _parsing_now(self):
        return self._kept is not None

    def GetReparseDeferralEnabled(self):
        return self._reparses

    def SetReparseDeferralEnabled(self, enabled, /):
        self._reparses = bool(enabled)

    def SetParamEntityParsing(self, flag, /):
        if self._read:
            return 0
        self._parsing = flag
        return 1

    def UseForeignDTD(self, flag=True, /):
        if self._read:
            error = ExpatError(MESSAGES[25])
            error.code, error.offset, error.lineno = 26, 0, 1
            raise error
        self._foreign = bool(flag)

    def ExternalEntityParserCreate(self, context, encoding=None, /):
        """A reader of an entity outside, with the handlers and the declarations of this one."""
        if context is not None and not isinstance(context, str):
            raise TypeError(f"ExternalEntityParserCreate() argument 1 must be str or None, not {type(context).__name__}")
        made = object.__new__(xmlparser)._prepare(encoding, self._separator, self.intern)
        for name in _PLAIN:
            setattr(made, name, getattr(self, name))
        for name in ('_characters', '_default', '_expands', '_buffers', '_size', '_ordered', '_specified', '_prefixes', '_base',
                     '_entities', '_parameters', '_defaults', '_parsing', '_skips'):
            setattr(made, name, getattr(self, name))
        made._spaces = [self._spaces[-1]]
        self._outer_read = self._outer_read or context is None
        made._context = 'content' if context is not None else 'declarations'
        return made

    # Pieces of a document.

    def Parse(self, data, isfinal=False, /):
        """Take a piece; `isfinal` tells that it is the last."""
        if self._done:
            self._fail(36, self._at)
        if isinstance(data, str):
            if not data.isascii():
                data.encode()  # Lone surrogates raise.
            self._encoding = self._encoding or ''
            piece = data
            if self._raw:
                piece, self._raw = self._decoded(b'', True) + data, b''
        else:
            try:
                data = bytes(memoryview(data))
            except TypeError:
                raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
            piece = self._decoded(data, bool(isfinal))
        self._forget()
        self._text += piece
        self._read += len(piece)
        self._final = bool(isfinal)
        # What has begun and is not all there is looked at again when there is twice as much of it.
        if self._reparses and not self._final and len(self._text) < 2 * self._waited:
            return 1
        self._kept = self._text
        before = self._at
        try:
            if self._context == 'declarations':
                self._whole_subset()
            else:
                self._go()
        except _Waits:
            pass
        finally:
            self._kept = None
        if self._final:
            self._done = True
        self._waited = len(self._text) if self._at == before else 0
        self._flush()
        return 1

    def ParseFile(self, file, /):
        """Take all that a file holds."""
        read = getattr(file, 'read', None)
        if read is None:
            raise TypeError("argument must have 'read' attribute")
        while True:
            data = read(2048)
            if not isinstance(data, (bytes, bytearray)):
                raise TypeError(f'read() did not return a bytes object (type={type(data).__name__})')
            if len(data) > 2048:
                raise ValueError(f'read() returned too much data: 2048 bytes requested, {len(data)} returned')
            result = self.Parse(data, not data)
            if not data:
                return result

    def _decoded(self, data, final):
        """The text of bytes, in the encoding that they begin with or that was given."""
        if self._decoder is None:
            self._raw += data
            name = self._encoding or self._declared(final)
            if name is None:
                return ''
            data, self._raw = self._raw, b''
            try:
                self._decoder = codecs.getincrementaldecoder(name)()
                if name.lower() not in ('utf-8', 'utf-8-sig', 'utf-16') and len(bytes(range(256)).decode(name, 'replace')) != 256:
                    raise ValueError('multi-byte encodings are not supported')
            except LookupError:
                raise LookupError(f'unknown encoding: {name}') from None
            self._converts = name.lower() not in ('utf-8', 'utf-8-sig', 'us-ascii')
        try:
            return self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            # What can be read is read, and then this is not well-formed.
            return error.object[:error.start].decode(error.encoding, 'replace') + '\uffff'

    def _declared(self, final):
        head = self._raw
        if len(head) < 4 and not final and head[:1] in (b'', b'\xef', b'\xfe', b'\xff', b'<'):
            return None
        if head[:2] in (b'\xff\xfe', b'\xfe\xff'):
            return 'utf-16'
        if head[:3] == b'\xef\xbb\xbf':
            return 'utf-8-sig'
        if head[:2] in (b'<\0', b'\0<'):
            return 'utf-16-le' if head[1:2] == b'\0' else 'utf-16-be'
        if b'<?xml'.startswith(head[:5]) and b'>' not in head and not final:
            return None
        said = re.match(rb'<\?xml[^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["\']([A-Za-z][-A-Za-z0-9._]*)["\']', head)
        return said.group(1).decode() if said else 'utf-8'

    def _forget(self):
        """Lets go of the text that was read, but for its place."""
        if self._at:
            self._place(self._at)
            self._text = self._text[self._at:]
            self._event = self._mark = self._at = 0

    def _place(self, at):
        """(line, column, byte) of an index; what lies before the last one that was asked for is not counted again."""
        if at < self._mark:
            line, column, byte = self._line, self._column, self._byte
            back = self._text[at:self._mark]
            if '\n' not in back and '\r' not in back:
                return line, column - len(back), byte - len(back.encode('utf-8', 'surrogatepass'))
            return line, column, byte
        passed = self._text[self._mark:at]
        self._byte += len(passed) if passed.isascii() else len(passed.encode(self._width(), 'replace'))
        if '\r' in passed:
            passed = passed.replace('\r\n', '\n').replace('\r', '\n')
        lines = passed.count('\n')
        if lines:
            self._line += lines
            self._column = len(passed) - passed.rfind('\n') - 1
        else:
            self._column += len(passed)
        self._mark = at
        return self._line, self._column, self._byte

    def _width(self):
        return getattr(self._decoder, 'encoding', None) or 'utf-8'

    def _fail(self, code, at, waits=False):
        if waits and not self._final and not self._inside:
            raise _Waits
        if self._inside:
            at = self._inside[0]
        self._flush()
        self._event = self._at = at
        line, column, _ = self._place(at)
        self._code = code
        self._done = True
        error = ExpatError(f'{MESSAGES[code - 1]}: line {line}, column {column}')
        error.code, error.offset, error.lineno = code, column, line
        raise error

    # Telling handlers.

    def _flush(self):
        if self._held:
            text = ''.join(self._held)
            self._held, self._kept_size = [], 0
            if self._characters is not None:
                self._characters(text)

    def _tell(self, handler, raw, *args):
        """Calls a handler, or the default one with the text of the document."""
        if self._held and (handler is not None or self._default is not None):
            self._flush()
        if handler is not None:
            return handler(*args)
        if self._default is not None:
            self._default(raw)

    def _tell_text(self, text):
        """Characters, line ends for themselves."""
        handler = self._characters
        if handler is None:
            if self._default is not None:
                self._default(text)
            return
        if not self._buffers:
            handler(text)
            return
        size = len(text) if text.isascii() else len(text.encode('utf-8', 'surrogatepass'))
        if self._kept_size + size > self._size:
            self._flush()
            if self._characters is None:
                return
        if size > self._size:
            self._characters(text)
        else:
            self._held.append(text)
            self._kept_size += size

    def _tell_lines(self, text, at, end):
        """The characters of a part of the text."""
        if text.find('\n', at, end) < 0 and text.find('\r', at, end) < 0:
            if end - at > _CONVERTED and self._converts:
                for start in range(at, end, _CONVERTED):
                    self._tell_text(text[start:min(start + _CONVERTED, end)])
            elif end > at:
                self._tell_text(text[at:end])
            return
        outside = not self._inside
        for piece in _run.finditer(text, at, end):
            if outside:
                self._event = piece.start()
            found = piece.group()
            self._tell_text('\n' if found[0] == '\r' and (self._characters is not None) else found)

    # Reading.

    def _go(self):
        text = self._text
        if not self._begun:
            if text[:1] == '\ufeff':
                self._at = 1
            if len(text) < self._at + 6 and '<?xml '.startswith(text[self._at:]) and not self._final:
                return
            if text.startswith('<?xml', self._at) and text[self._at + 5:self._at + 6] in (' ', '\t', '\r', '\n', '?'):
                self._document_declaration(text)
            self._begun = True
        size = len(text)
        if self._context == 'content':
            self._content(text, size)
            if self._final and self._open:
                self._fail(13, size)
            return
        while self._at < size:
            self._event = self._at
            if self._open or self._cdata:
                self._content(text, size)
            else:
                self._outside(text, size)
        self._event = self._at
        if self._final and (not self._rooted or self._open):
            self._fail(20 if self._cdata else 3, size)

    def _document_declaration(self, text):
        at = self._at
        end = text.find('?>', at)
        if end < 0:
            self._fail(5, at, True)
        match = _declaration.match(text, at)
        if match is None or match.end() != end + 2:
            self._fail(30 if self._context is None else 31, at + 6)
        if match.group(1) is None and self._context is None:
            self._fail(30, _space.match(text, at + 5).end())
        version, encoding, standalone = (part and part[1:-1] for part in match.groups())
        if standalone not in (None, 'yes', 'no'):
            self._fail(30, match.start(3) + 1)
        if standalone is not None:
            self._standalone = standalone == 'yes'
        self._event = at
        self._at = end + 2
        self._tell(self.XmlDeclHandler, match.group(), version, encoding, -1 if standalone is None else int(standalone == 'yes'))

    def _outside(self, text, size):
        """Before the root element and after it."""
        at = self._at
        end = _space.match(text, at).end()
        if end > at:
            self._at = end
            if self._default is not None:
                self._tell_blank(text, at, end)
            return
        if text[at] != '<':
            self._stray(text, at, size)
        kind = text[at + 1:at + 2]
        if kind == '!':
            if text.startswith('<!--', at):
                self._comment(text, at)
            elif text.startswith('<!DOCTYPE', at) and not self._rooted:
                self._document_type(text, at)
            elif '<!DOCTYPE'.startswith(text[at:]) or '<!--'.startswith(text[at:]):
                self._fail(5, at, True)
            else:
                self._fail(9 if self._rooted and text[at + 2:at + 3] != '-' else _INVALID if text[at + 2:at + 3] in '-' else 2, at + 2 if text[at + 2:at + 3] == '-' else at)
        elif kind == '?':
            self._instruction(text, at)
        elif not kind:
            self._fail(5, at, True)
        elif self._rooted:
            self._fail(9 if kind == '/' or _name.match(text, at + 1) else _INVALID, at if kind == '/' or _name.match(text, at + 1) else at + 1)
        elif kind == '/':
            self._fail(_INVALID, at + 1)
        else:
            if self._foreign and not self._external:
                self._external = self._skips = True
                self._ask_subset(None, None)
            self._opening(text, at)

    def _stray(self, text, at, size):
        """Fails for text outside the root element: a token of declarations without a declaration, or no token at all."""
        mark, alone = text[at], 9 if self._rooted else 2
        end = at + 1
        if mark in '"\'':
            end = text.find(mark, end) + 1 or size + 1
        elif mark in '#%':
            end = _name.match(text, end).end() if _name.match(text, end) else end
            if mark == '%' and text[end:end + 1] == ';' and end > at + 1:
                self._fail(10, at)
        elif mark not in '()[],|>':
            match = _token.match(text, at)
            if match is None:
                self._fail(_INVALID, at)
            end = match.end()
        if end > size or end == size and mark in '#%' and (mark == '%' or end == at + 1):
            self._fail(5, at, True)
        if mark not in '()[],|>' and text[end:end + 1] not in ' \t\r\n>),|[%' and (mark in '"\'#%' or text[end] not in '?*+'):
            self._fail(_INVALID, end)
        self._fail(alone, at, end == size)

    def _tell_blank(self, text, at, end):
        self._event = at
        self._default(text[at:end])

    def _content(self, text, size, open_before=0):
        """Inside of elements, as far as the text goes."""
        context = self._context == 'content'
        while self._at < size:
            if not (self._open or self._cdata or context or self._inside):
                return
            at = self._at
            if not self._inside:
                self._event = at
            if self._cdata:
                self._section(text, at, size)
                continue
            char = text[at]
            if char == '<':
                kind = text[at + 1:at + 2]
                if kind == '/':
                    self._closing(text, at, open_before)
                elif kind == '!':
                    if text.startswith('<!--', at):
                        self._comment(text, at)
                    elif text.startswith('<![CDATA[', at):
                        self._at = at + 9
                        self._cdata = True
                        self._tell(self.StartCdataSectionHandler, '<![CDATA[')
                    elif '<![CDATA['.startswith(text[at:]) or '<!--'.startswith(text[at:]):
                        self._fail(5, at, True)
                    else:
                        self._fail(_INVALID, at + 2)
                elif kind == '?':
                    self._instruction(text, at)
                elif kind:
                    self._opening(text, at)
                else:
                    self._fail(5, at, True)
            elif char == '&':
                self._entity_reference(text, at, size)
            else:
                self._characters_at(text, at, size)

    def _characters_at(self, text, at, size):
        end = _text.match(text, at).end()
        whole = end
        if end == size and not self._final and not self._inside:
            # What may turn out to be a line end or the forbidden mark waits.
            while end > at and text[end - 1] == ']' and end > size - 2:
                end -= 1
            if text[end - 1:end] == '\r':
                end -= 1
        bad = _bad.search(text, at, end if end < whole else whole)
        if bad is not None:
            self._tell_lines(text, at, bad.start())
            self._fail(_INVALID, bad.start() + (2 if bad.group() == ']]>' else 0))
        if end == at:
            raise _Waits
        self._at = end
        self._tell_lines(text, at, end)

    def _section(self, text, at, size):
        """Inside of a CDATA section."""
        end = text.find(']]>', at)
        stop = end
        if end < 0:
            stop = size
            if not self._final and not self._inside:
                while stop > at and text[stop - 1] == ']' and stop > size - 2:
                    stop -= 1
                if text[stop - 1:stop] == '\r' and stop > at:
                    stop -= 1
        bad = _bad_in_quotes.search(text, at, stop)
        if bad is not None:
            self._tell_lines(text, at, bad.start())
            self._fail(_INVALID, bad.start())
        self._at = stop
        self._tell_lines(text, at, stop)
        if end < 0:
            if self._final or self._inside:
                self._fail(20, size)
            raise _Waits
        if not self._inside:
            self._event = end
        self._at = end + 3
        self._cdata = False
        self._tell(self.EndCdataSectionHandler, ']]>')

    def _comment(self, text, at):
        end = text.find('--', at + 4)
        if end < 0 or end + 2 == len(text):
            self._fail(5, at, True)
        if text[end + 2] != '>':
            self._fail(_INVALID, end + 2)
        bad = _bad_in_quotes.search(text, at, end)
        if bad is not None:
            self._fail(_INVALID, bad.start())
        self._at = end + 3
        self._tell(self.CommentHandler, text[at:end + 3], _lines(text[at + 4:end]))

    def _instruction(self, text, at):
        end = text.find('?>', at + 2)
        if end < 0:
            self._fail(5, at, True)
        match = _name.match(text, at + 2)
        if match is None:
            self._fail(_INVALID, at + 2)
        if match.group().lower() == 'xml':
            self._fail(17 if match.group() == 'xml' else _INVALID, at if match.group() == 'xml' else at + 2)
        if match.end() != end and text[match.end()] not in ' \t\r\n':
            self._fail(_INVALID, match.end())
        self._at = end + 2
        self._tell(self.ProcessingInstructionHandler, text[at:end + 2], self._interned(match.group()),
                   _lines(text[match.end():end].lstrip(' \t\r\n')))

    def _interned(self, name):
        if self.intern is None:
            return name
        return self.intern.setdefault(name, name)

    def _entity_reference(self, text, at, size):
        match = _reference.match(text, at)
        if match is None:
            end = _begun.match(text, at).end()
            self._fail(5 if end >= size else _INVALID, at if end >= size else end, end >= size)
        name = match.group(3)
        self._at = match.end()
        if name is None:
            self._tell_text(self._numbered(match))
            return
        char = _predefined.get(name)
        if char is not None:
            self._tell_text(char)
            return
        found = self._entities.get(name)
        if found is None:
            if not self._skips or self._standalone:
                self._fail(11, at)
            self._tell(self.SkippedEntityHandler, match.group(), name, 0)
            return
        value, base, system, public, notation = found
        if notation is not None:
            self._fail(15, at)
        if value is not None:
            if self._default is not None and not self._expands:
                self._tell(self.SkippedEntityHandler, match.group(), name, 0)
                return
            self._expand(name, value, at)
            return
        handler = self.ExternalEntityRefHandler
        if handler is None:
            if self._default is not None:
                self._default(match.group())
            return
        self._flush()
        if not handler(self._told_context(name), base, system, public):
            self._fail(21, at)

    def _told_context(self, name):
        spaces = [f'{prefix}={space}' if prefix else f'={space}' for prefix, space in self._spaces[-1].items()]
        return '\f'.join([*spaces, name] if self._separator is not None else [name])

    def _numbered(self, match):
        decimal, hexadecimal, _ = match.groups()
        digits = decimal or hexadecimal
        code = int(digits, 10 if decimal else 16) if len(digits.lstrip('0')) < 8 else -1
        if not (code in (9, 10, 13) or 32 <= code <= 0xd7ff or 0xe000 <= code <= 0xfffd or 0x10000 <= code <= 0x10ffff):
            self._fail(14, match.start())
        return chr(code)

    def _grow(self, size, at):
        self._grown += size
        if self._grown > _GROWN and self._grown > 100 * self._read:
            self._fail(43, at)

    def _expand(self, name, value, at):
        """The text of an entity in place of the reference to it."""
        self._grow(len(value), at)
        if '<' not in value and '&' not in value:
            self._inside.append(at)
            self._tell_lines(value, 0, len(value))
            self._inside.pop()
            return
        if name in self._inside:
            self._fail(12, at)
        after, depth = self._at, len(self._open)
        self._inside += [at, name]
        self._at = 0
        kept, self._kept = self._kept, value
        self._content(value, len(value), depth)
        if len(self._open) != depth or self._at < len(value):
            self._fail(13, at)
        self._kept = kept
        del self._inside[-2:]
        self._at = after

    # Tags.

    def _opening(self, text, at):
        match = _name.match(text, at + 1)
        if match is None:
            self._fail(_INVALID, at + 1)
        name, here = match.group(), match.end()
        spaced = self._separator is not None
        if spaced and ':' in name:
            self._check_colons(name, match.start())
        found = {}
        while True:
            match = _attribute.match(text, here)
            if match is None:
                break
            key, value = match.groups()
            if spaced and ':' in key:
                self._check_colons(key, match.start(1))
            if key in found:
                self._fail(8, match.start(1))
            found[key] = self._value(value[1:-1], text, at, match.start(2) + 1)
            here = match.end()
        here = _space.match(text, here).end()
        if text.startswith('>', here):
            empty, end = False, here + 1
        elif text.startswith('/>', here):
            empty, end = True, here + 2
        else:
            self._broken(text, at, here)
        self._at = end
        self._rooted = True
        specified = len(found)
        defaults = self._defaults.get(name)
        if defaults:
            for key, (value, is_text, _) in defaults.items():
                if key in found:
                    if not is_text:
                        found[key] = ' '.join(found[key].split())
                elif value is not None and (self._separator is None or not key.startswith('xmlns')):
                    found[key] = value
        if self._separator is None:
            tag, declared = self._interned(name), ()
        else:
            tag, declared, found, specified = self._in_spaces(name, found, specified, at, defaults)
        self._open.append((name, tag, declared))
        handler = self.StartElementHandler
        if self._held and (handler is not None or self._default is not None):
            self._flush()
            handler = self.StartElementHandler
        if handler is not None:
            if self._specified:
                found = dict(list(found.items())[:specified])
            if self.intern is not None:
                found = {self._interned(key): value for key, value in found.items()}
            if self._ordered:
                found = [part for pair in found.items() for part in pair]
            handler(tag, found)
        elif self._default is not None:
            self._default(text[at:end])
        if empty:
            if not self._inside:
                self._event = end
            self._close('')

    def _check_colons(self, name, at):
        """A name in a namespace has one colon, and letters around it."""
        colon = name.index(':')
        if colon == 0:
            self._fail(_INVALID, at)
        if not _name.match(name, colon + 1) or name[colon + 1] == ':':
            self._fail(_INVALID, at + colon + 1)
        second = name.find(':', colon + 1)
        if second > 0:
            self._fail(_INVALID, at + second)

    def _in_spaces(self, name, found, specified, at, defaults):
        """Names with what their prefixes stand for."""
        spaces = self._spaces[-1]
        own, declared, plain, written = None, [], {}, specified
        if defaults:
            for key, (value, _, _) in defaults.items():
                if key.startswith('xmlns') and key not in found and value is not None:
                    found[key] = value
        for at_key, (key, value) in enumerate(found.items()):
            if key != 'xmlns' and not key.startswith('xmlns:'):
                plain[key] = value
                continue
            specified -= at_key < written
            prefix = key[6:]
            if prefix == 'xml' and value != _XML:
                self._fail(38, at)
            if prefix == 'xmlns':
                self._fail(39, at)
            if prefix != 'xml' and value == _XML or value == _XMLNS:
                self._fail(40, at)
            if prefix and not value:
                self._fail(28, at)
            if self._separator in value and self._separator:
                self._fail(2, at)
            if own is None:
                own = dict(spaces)
            own[prefix] = value
            declared.append(prefix or None)
            self._flush()
            if self.StartNamespaceDeclHandler is not None:
                self.StartNamespaceDeclHandler(prefix or None, value or None)
        spaces = own or spaces
        self._spaces.append(spaces)
        tag = self._interned(self._qualified(name, spaces, at, spaces.get('')))
        made = {}
        for key, value in plain.items():
            key = self._qualified(key, spaces, at, None)
            if key in made:
                self._fail(8, at)
            made[key] = value
        return tag, declared, made, specified

    def _qualified(self, name, spaces, at, default):
        prefix, colon, local = name.partition(':')
        if not colon:
            return f'{default}{self._separator}{name}' if default else name
        if ':' in local or not local:
            self._fail(_INVALID, at)
        space = spaces.get(prefix)
        if space is None:
            self._fail(27, at)
        if self._prefixes and self._separator:
            return f'{space}{self._separator}{local}{self._separator}{prefix}'
        return f'{space}{self._separator}{local}'

    def _broken(self, text, at, here):
        """What is wrong inside a tag."""
        if here >= len(text) or text[here:] == '/':
            self._fail(5, at, True)
        match, past = _in_broken_tag.match(text, here), False
        if match and text[here - 1] in ' \t\r\n':
            quote = text[match.end():match.end() + 1]
            if match.group(2) and quote in ('"', "'") and quote:
                end = text.find(quote, match.end() + 1)
                less = text.find('<', match.end() + 1)
                if less >= 0 and (end < 0 or less < end):
                    here = less
                elif end < 0:
                    self._fail(5, at, True)
                else:
                    here = end + 1
            else:
                here, past = match.end(), True
        if here >= len(text):
            self._fail(5, at, True)
        if text[here] == '/' and not past and here + 1 < len(text):
            here += 1
        self._fail(_INVALID, here)

    def _value(self, value, text, at, start):
        """The text of an attribute, with its references and blanks."""
        bad = _bad_in_quotes.search(value)
        if bad is not None:
            self._fail(_INVALID, start + bad.start())
        if '&' in value:
            return self._filled(value, text, at, start, ())
        if '\r' in value:
            value = value.replace('\r\n', '\n')
        return value.translate(_blanks) if '\n' in value or '\t' in value or '\r' in value else value

    def _filled(self, value, text, at, start, within):
        made, here = [], 0
        value = value.replace('\r\n', '\n')
        while True:
            amp = value.find('&', here)
            if amp < 0:
                break
            made.append(value[here:amp].translate(_blanks))
            match = _reference.match(value, amp)
            if match is None:
                end = _begun.match(value, amp).end()
                self._fail(_INVALID, start + end)
            name = match.group(3)
            if name is None:
                made.append(self._numbered(match))
            elif name in _predefined:
                made.append(_predefined[name])
            else:
                found = self._entities.get(name)
                if found is None:
                    if not self._skips or self._standalone:
                        self._fail(11, at)
                elif name in within:
                    self._fail(12, at)
                elif found[4] is not None:
                    self._fail(15, at)
                elif found[0] is None:
                    self._fail(16, at)
                else:
                    self._grow(len(found[0]), at)
                    if '<' in found[0]:
                        self._fail(_INVALID, at)
                    made.append(self._filled(found[0], text, at, start, (*within, name)))
            here = match.end()
        made.append(value[here:].translate(_blanks))
        return ''.join(made)

    def _closing(self, text, at, open_before):
        match = _name.match(text, at + 2)
        if match is None:
            if at + 2 >= len(text):
                self._fail(5, at, True)
            self._fail(_INVALID, at + 2)
        end = _space.match(text, match.end()).end()
        if text[end:end + 1] != '>':
            if end >= len(text):
                self._fail(5, at, True)
            self._fail(_INVALID, end)
        if len(self._open) <= open_before:
            self._fail(13 if self._inside or self._context else _INVALID, at)
        if self._open[-1][0] != match.group():
            self._fail(7, at + 2)
        self._at = end + 1
        self._close(text[at:end + 1])

    def _close(self, raw):
        _, tag, declared = self._open.pop()
        if self._held and (self.EndElementHandler is not None or raw and self._default is not None):
            self._flush()
        if self.EndElementHandler is not None:
            self.EndElementHandler(tag)
        elif raw and self._default is not None:
            self._default(raw)
        if self._separator is not None:
            self._spaces.pop()
            if self.EndNamespaceDeclHandler is not None:
                for prefix in reversed(declared):
                    self.EndNamespaceDeclHandler(prefix)

    # The document type.

    def _document_type(self, text, at):
        match = _doctype.match(text, at)
        if match is None:
            if '>' in text[at:]:
                self._fail(2 if text[at + 9:at + 10] in ' \t\r\n' else _INVALID, at + 9 if text[at + 9:at + 10] not in ' \t\r\n' else at + 10)
            self._fail(5, at, True)
        here = match.end()
        inside = None
        if text[here:here + 1] == '[':
            stop = here + 1
            while True:
                piece = _in_subset.search(text, stop)
                if piece is None:
                    self._fail(3, len(text), True)
                stop = piece.end()
                if piece.group() == ']':
                    break
            inside, here = (here + 1, stop - 1), _space.match(text, stop).end()
        if text[here:here + 1] != '>':
            if inside is None and text.find('>', here) < 0:
                self._fail(5, at, True)
            if here >= len(text):
                self._fail(3, len(text), True)
            self._fail(2 if text[here] not in '<&' else _INVALID, here)
        public = match.group(2) and ' '.join(match.group(2)[1:-1].split())
        system = match.group(3) or match.group(4)
        system = system and system[1:-1]
        self._skips = self._skips or system is not None
        if system is not None and not self._parsing:
            self._ask_standalone(here)
        self._inner = text[slice(*inside)] if inside else None
        self._event = at if self.StartDoctypeDeclHandler is None else match.end() if inside else here
        self._tell(self.StartDoctypeDeclHandler, text[at:match.end()], match.group(1), system, public, int(inside is not None))
        if inside is not None:
            self._subset(text, *inside)
        self._event = here
        if system is not None or self._foreign:
            self._external = True
            if self._ask_subset(system, public) and self._outer_read:
                self._ask_standalone(here)
        self._at = here + 1
        self._event = here
        self._tell(self.EndDoctypeDeclHandler, text[here:here + 1])

    def _ask_standalone(self, at):
        """Whether a document may depend on what is outside."""
        if not self._standalone and self.NotStandaloneHandler is not None:
            self._flush()
            if not self.NotStandaloneHandler():
                self._fail(22, at)

    def _ask_subset(self, system, public):
        """The part of the document type that is outside."""
        wanted = self._parsing == 2 or self._parsing == 1 and not self._standalone
        if wanted and self.ExternalEntityRefHandler is not None:
            self._flush()
            if not self.ExternalEntityRefHandler(None, self._base, system, public):
                self._fail(21, self._event)
            return True
        return False

    def _whole_subset(self):
        if self._final:
            text = self._text
            match = _declaration.match(text)
            self._at = match.end() if match else 0
            self._subset(text, self._at, len(text))
            self._at = len(text)

    def _subset(self, text, at, end):
        """Declarations, one after the other."""
        while True:
            at = _space.match(text, at, end).end()
            if at >= end:
                return
            self._event = at
            if text.startswith('<!--', at):
                self._comment(text, at)
                at = self._at
                continue
            if text.startswith('<?', at):
                self._instruction(text, at)
                at = self._at
                continue
            if text[at] == '%':
                match = _parameter.match(text, at)
                if match is None:
                    self._fail(_INVALID, at + 1)
                at = match.end()
                self._parameter_reference(match)
                continue
            for pattern, declare in ((_entity, self._declare_entity), (_element, self._declare_element), (_notation, self._declare_notation)):
                match = pattern.match(text, at, end)
                if match is not None:
                    at = match.end()
                    declare(match)
                    break
            else:
                match = _list.match(text, at, end)
                if match is None:
                    self._fail(2 if text[at] != '<' or text.startswith('<!', at) else _INVALID, at)
                at = self._declare_attributes(text, match, end)

    def _parameter_reference(self, match):
        name = match.group(1)
        found = self._parameters.get(name)
        self._skips = True
        if not self._parsing:
            self._ignores = not self._standalone
            if self._default is not None:
                self._default(match.group())
            self._ask_standalone(match.start())
            return
        if found is None:
            self._ignores = not self._standalone
            self._tell(self.SkippedEntityHandler, match.group(), name, 1)
            return
        if found[0] is None:
            if self.ExternalEntityRefHandler is None:
                self._ignores = not self._standalone
                if self._default is not None:
                    self._default(match.group())
                return
            self._outer_read = False
            self._flush()
            if not self.ExternalEntityRefHandler(None, found[1], found[2], found[3]):
                self._fail(21, match.start())
            if self._outer_read:
                self._ask_standalone(match.start())
            else:
                self._ignores = not self._standalone
            return
        if name in self._inside:
            self._fail(12, match.start())
        self._grow(len(found[0]), match.start())
        self._inside += [match.start(), name]
        self._subset(found[0], 0, len(found[0]))
        del self._inside[-2:]

    def _declare_entity(self, match):
        parameter, name, value, public, system, notation = match.groups()
        if value is not None:
            value = self._entity_text(value[1:-1], match.start(3) + 1)
        public, system = public and ' '.join(public[1:-1].split()), system and system[1:-1]
        known = self._parameters if parameter else self._entities
        if name in known or self._ignores or name in _predefined and not parameter:
            return
        known[name] = (value, self._base, system, public, notation)
        if not self._inside:
            self._event = match.start(3) if value is not None else match.end() - 1 if notation is None else match.start(6)
        if notation is not None and self.UnparsedEntityDeclHandler is not None:
            self.UnparsedEntityDeclHandler(name, self._base, system, public, notation)
        elif self.EntityDeclHandler is not None:
            self.EntityDeclHandler(name, int(parameter is not None), value, self._base, system, public, notation)

    def _entity_text(self, value, at):
        """The value of an entity: numbers and parameters are put in, names of others stay."""
        value = _lines(value)
        if '%' in value:
            parts, here = [], 0
            for match in _parameter.finditer(value):
                found = self._parameters.get(match.group(1))
                if self._context is None and not self._inside:
                    self._fail(10, at + match.start())
                parts += [value[here:match.start()], found[0] if found and found[0] else '']
                here = match.end()
            value = ''.join([*parts, value[here:]])
        if '&#' in value:
            value = re.sub(r'&#(?:([0-9]+)|x([0-9A-Fa-f]+))()?;', lambda match: self._numbered(match), value)
        return value

    def _declare_notation(self, match):
        name, public, second, system = match.groups()
        self._event = match.start(4 if system else 3 if second else 2)
        system = system or second
        if self.NotationDeclHandler is not None:
            self.NotationDeclHandler(name, self._base, system and system[1:-1], public and ' '.join(public[1:-1].split()))

    def _declare_element(self, match):
        handler = self.ElementDeclHandler
        if handler is None:
            return
        text = match.group(2).strip(' \t\r\n')
        if not self._inside:
            self._event = match.start(2) + max(text.rstrip('?*+').rfind(')'), 0)
        if text in ('EMPTY', 'ANY'):
            handler(match.group(1), (1 if text == 'EMPTY' else 2, 0, None, ()))
            return
        handler(match.group(1), self._content_model(text, match.start(2)))

    def _content_model(self, text, at):
        """The tree of a content model, as tuples."""
        levels, last = [], None
        for match in _model.finditer(text):
            piece = match.group()
            if piece == '(':
                levels.append([[], ',', False])
                last = None
            elif piece == ')' and levels:
                items, joint, mixed = levels.pop()
                last = [3 if mixed else 5 if joint == '|' else 6, 0, None, items]
                if levels:
                    levels[-1][0].append(last)
                else:
                    root = last
            elif piece in ',|' and levels:
                levels[-1][1] = piece
            elif piece in '?*+' and last is not None:
                last[1] = '?*+'.index(piece) + 1
            elif piece == '#PCDATA' and levels:
                levels[-1][2] = True
            elif levels:
                last = [4, 0, piece, []]
                levels[-1][0].append(last)
            else:
                self._fail(2, at)
        if levels or last is None:
            self._fail(2, at)
        # The innermost are made first, so that nothing here is nested.
        order, todo = [], [root]
        while todo:
            node = todo.pop()
            order.append(node)
            todo += node[3]
        made = {}
        for node in reversed(order):
            made[id(node)] = (node[0], node[1], node[2], tuple([made[id(child)] for child in node[3]]))
        return made[id(root)]

    def _declare_attributes(self, text, match, end):
        element, at = match.group(1), match.end()
        known = self._defaults.setdefault(element, {})
        while True:
            listed = _listed.match(text, at, end)
            if listed is None:
                break
            name, kind, default = listed.groups()
            kind = ''.join(kind.split())
            at = listed.end()
            required, value = int(default.startswith(('#REQUIRED', '#FIXED'))), None
            if default[-1] in '"\'':
                start = default.index(default[-1])
                value = self._value(default[start + 1:-1], text, listed.start(), listed.start(3) + start + 1)
                if kind != 'CDATA':
                    value = ' '.join(value.split())
            if name in known or self._ignores:
                continue
            known[name] = (value, kind == 'CDATA', required)
            if self.AttlistDeclHandler is not None:
                if not self._inside:
                    self._event = listed.start(3) if value is None else listed.start(3) + start
                self.AttlistDeclHandler(element, name, kind, value, required)
        at = _space.match(text, at, end).end()
        if text[at:at + 1] != '>':
            self._fail(2, at)
        return at + 1


def _lines(text):
    return text.replace('\r\n', '\n').replace('\r', '\n') if '\r' in text else text


def ParserCreate(encoding=None, namespace_separator=None, intern=...):
    """A reader of a document."""
    for name, given in (('encoding', encoding), ('namespace_separator', namespace_separator)):
        if given is not None and not isinstance(given, str):
            raise TypeError(f"ParserCreate() argument '{name}' must be str or None, not {type(given).__name__}")
    if namespace_separator is not None and len(namespace_separator) > 1:
        raise ValueError('namespace_separator must be at most one character, omitted, or None')
    if intern is ...:
        intern = {}
    elif intern is not None and not isinstance(intern, dict):
        raise TypeError('intern must be a dictionary')
    return object.__new__(xmlparser)._prepare(encoding, namespace_separator, intern)
