"""From text that comes in pieces to a message."""
import re
from email import errors
from email._policybase import compat32

__all__ = ['FeedParser', 'BytesFeedParser']

NLCRE = re.compile(r'\r\n|\r|\n')
_lines = re.compile(r'[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+')
_line_end = re.compile(r'(\r\n|\r|\n)\Z')
_header = re.compile(r'From |[\041-\071\073-\176]*:|[\t ]')


class _Input:
    """Lines that can be given back; what a matcher knows as an end is not passed."""

    def __init__(self, text):
        self.lines = _lines.findall(text)
        self.lines.reverse()
        self.ends = []

    def next(self):
        """The next line; an empty text at the end."""
        if not self.lines:
            return ''
        line = self.lines[-1]
        for ends in self.ends:
            if ends(line):
                return ''
        return self.lines.pop()

    def back(self, line):
        self.lines.append(line)

    def rest(self):
        lines = []
        while line := self.next():
            lines.append(line)
        return ''.join(lines)


class FeedParser:
    """A parser that is fed."""

    def __init__(self, _factory=None, *, policy=compat32):
        self.policy = policy
        self._keywords = {'policy': policy}
        if _factory is None:
            if policy.message_factory is None:
                from email.message import Message
                self._factory = Message
            else:
                self._factory = policy.message_factory
        else:
            self._factory = _factory
            try:
                _factory(policy=self.policy)
            except TypeError:
                # A class that knows nothing of policies.
                self._keywords = {}
        self._fed = []
        self._input = None
        self._messages = []
        self._cur = None
        self._last = None
        self._headersonly = False

    def _set_headersonly(self):
        self._headersonly = True

    def feed(self, data):
        """Takes more text."""
        self._fed.append(data)

    def close(self):
        """The message of all that was fed."""
        self._input = _Input(''.join(self._fed))
        self._fed = []
        self._parse()
        root = self._pop_message()
        if root.get_content_maintype() == 'multipart' and not root.is_multipart() and not self._headersonly:
            self.policy.handle_defect(root, errors.MultipartInvariantViolationDefect())
        return root

    def _new_message(self):
        message = self._factory(**self._keywords)
        if self._cur and self._cur.get_content_type() == 'multipart/digest':
            message.set_default_type('message/rfc822')
        if self._messages:
            self._messages[-1].attach(message)
        self._messages.append(message)
        self._cur = self._last = message

    def _pop_message(self):
        message = self._messages.pop()
        self._cur = self._messages[-1] if self._messages else None
        return message

    def _parse(self):
        self._new_message()
        self._parse_headers(self._header_lines())
        if self._headersonly:
            self._cur.set_payload(self._input.rest())
        elif self._cur.get_content_type() == 'message/delivery-status':
            self._parse_delivery_status()
        elif self._cur.get_content_maintype() == 'message':
            self._parse()
            self._pop_message()
        elif self._cur.get_content_maintype() == 'multipart':
            self._parse_multipart()
        else:
            self._cur.set_payload(self._input.rest())

    def _header_lines(self):
        lines = []
        while line := self._input.next():
            if not _header.match(line):
                if not NLCRE.match(line):
                    # No header and no end of them: it belongs to the body.
                    self.policy.handle_defect(self._cur, errors.MissingHeaderBodySeparatorDefect())
                    self._input.back(line)
                break
            lines.append(line)
        return lines

    def _parse_headers(self, lines):
        held = []

        def store():
            if held:
                self._cur.set_raw(*self.policy.header_source_parse(held))
                held.clear()

        for number, line in enumerate(lines):
            if line[0] in ' \t':
                if held:
                    held.append(line)
                else:
                    self.policy.handle_defect(self._cur, errors.FirstHeaderLineIsContinuationDefect(line))
                continue
            store()
            if line.startswith('From '):
                if number == 0:
                    self._cur.set_unixfrom(_line_end.sub('', line))
                elif number == len(lines) - 1:
                    # Perhaps the first line of a body without a blank line before it.
                    self._input.back(line)
                    return
                else:
                    self._cur.defects.append(errors.MisplacedEnvelopeHeaderDefect(line))
            elif line.startswith(':'):
                self._cur.defects.append(errors.InvalidHeaderDefect('Missing header name.'))
            else:
                held.append(line)
        store()

    def _parse_delivery_status(self):
        """Blocks of headers with blank lines between them, each a message."""
        while True:
            self._input.ends.append(NLCRE.match)
            self._parse()
            self._pop_message()
            self._input.ends.pop()
            self._input.next()
            line = self._input.next()
            if not line:
                break
            self._input.back(line)

    def _parse_multipart(self):
        whole = self._cur
        boundary = whole.get_boundary()
        if boundary is None:
            self.policy.handle_defect(whole, errors.NoBoundaryInMultipartDefect())
            whole.set_payload(self._input.rest())
            return
        if str(whole.get('content-transfer-encoding', '8bit')).lower() not in ('7bit', '8bit', 'binary'):
            self.policy.handle_defect(whole, errors.InvalidMultipartContentTransferEncodingDefect())
        separator = re.compile(f'{re.escape("--" + boundary)}(?P<end>--)?[ \t]*(?P<linesep>\r\n|\r|\n)?$').match
        preamble = []
        begun = closed = linesep = False
        while line := self._input.next():
            found = separator(line)
            if not found:
                # Parts take all lines up to the next boundary, so this is before the first.
                preamble.append(line)
                continue
            if found['end']:
                closed = True
                linesep = found['linesep']
                break
            if not begun:
                begun = True
                if preamble:
                    preamble[-1] = _line_end.sub('', preamble[-1])
                    whole.preamble = ''.join(preamble)
            while line := self._input.next():
                if not separator(line):
                    self._input.back(line)
                    break
            self._input.ends.append(separator)
            self._parse()
            self._without_last_line_end(self._last)
            self._input.ends.pop()
            self._pop_message()
            self._last = self._cur
        if not begun:
            self.policy.handle_defect(whole, errors.StartBoundaryNotFoundDefect())
            whole.set_payload(''.join(preamble))
            self._input.rest()
            whole.epilogue = ''
            return
        if not closed:
            self.policy.handle_defect(whole, errors.CloseBoundaryNotFoundDefect())
            return
        epilogue = self._input.rest()
        if not linesep:
            epilogue = re.sub(r'\A(\r\n|\r|\n)', '', epilogue)
        whole.epilogue = epilogue

    def _without_last_line_end(self, part):
        """The end of the line before a boundary belongs to the boundary."""
        if part.get_content_maintype() == 'multipart':
            if part.epilogue == '':
                part.epilogue = None
            elif part.epilogue is not None:
                part.epilogue = _line_end.sub('', part.epilogue)
        elif isinstance(part._payload, str):
            part._payload = _line_end.sub('', part._payload)


class BytesFeedParser(FeedParser):
    """A parser that is fed with bytes."""

    def feed(self, data):
        super().feed(data.decode('ascii', 'surrogateescape'))
