"""From messages to text or bytes."""
import random
import re
import sys
import time
from copy import deepcopy
from email.errors import HeaderWriteError
from email.utils import _has_surrogates
from io import BytesIO, StringIO

__all__ = ['Generator', 'DecodedGenerator', 'BytesGenerator']

UNDERSCORE = '_'
NL = '\n'
NLCRE = re.compile(r'\r\n|\r|\n')
fcre = re.compile(r'^From ', re.MULTILINE)
NEWLINE_WITHOUT_FWSP = re.compile(r'\r\n[^ \t]|\r[^ \n\t]|\n[^ \t]')
_width = len(repr(sys.maxsize - 1))
_fmt = f'%0{_width}d'


class Generator:
    """Writes messages as text."""

    def __init__(self, outfp, mangle_from_=None, maxheaderlen=None, *, policy=None):
        if mangle_from_ is None:
            mangle_from_ = True if policy is None else policy.mangle_from_
        self._fp = outfp
        self._mangle_from_ = mangle_from_
        self.maxheaderlen = maxheaderlen
        self.policy = policy

    def write(self, s):
        self._fp.write(s)

    def flatten(self, msg, unixfrom=False, linesep=None):
        """Writes a message with its parts."""
        policy = msg.policy if self.policy is None else self.policy
        if linesep is not None:
            policy = policy.clone(linesep=linesep)
        if self.maxheaderlen is not None:
            policy = policy.clone(max_line_length=self.maxheaderlen)
        self._NL = policy.linesep
        self._encoded_NL = self._encode(self._NL)
        before, of_message = self.policy, msg.policy
        try:
            self.policy = msg.policy = policy
            if unixfrom:
                envelope = msg.get_unixfrom() or 'From nobody ' + time.ctime(time.time())
                self.write(envelope + self._NL)
            self._write(msg)
        finally:
            self.policy = before
            msg.policy = of_message

    def clone(self, fp):
        """A generator like this one that writes elsewhere."""
        return self.__class__(fp, self._mangle_from_, None, policy=self.policy)

    def _new_buffer(self):
        return StringIO()

    def _encode(self, s):
        return s

    def _write_lines(self, lines):
        """A text with the policy's ends of lines."""
        if lines:
            self.write(self._NL.join(NLCRE.split(lines)))

    def _write(self, msg):
        # The body first: writing it may change the headers.
        out = self._fp
        self._munge_cte = None
        try:
            self._fp = body = self._new_buffer()
            self._dispatch(msg)
        finally:
            self._fp = out
            munged = self._munge_cte
            del self._munge_cte
        if munged:
            msg = deepcopy(msg)
            if msg.get('content-transfer-encoding') is None:
                msg['Content-Transfer-Encoding'] = munged[0]
            else:
                msg.replace_header('content-transfer-encoding', munged[0])
            msg.replace_header('content-type', munged[1])
        own = getattr(msg, '_write_headers', None)
        if own is None:
            self._write_headers(msg)
        else:
            own(self)
        self._fp.write(body.getvalue())

    def _dispatch(self, msg):
        main = msg.get_content_maintype().replace('-', '_')
        sub = msg.get_content_subtype().replace('-', '_')
        handler = getattr(self, f'_handle_{main}_{sub}', None) or getattr(self, f'_handle_{main}', None) or self._writeBody
        handler(msg)

    def _write_headers(self, msg):
        for name, value in msg.raw_items():
            folded = self.policy.fold(name, value)
            if self.policy.verify_generated_headers:
                linesep = self.policy.linesep
                if not folded.endswith(linesep):
                    raise HeaderWriteError(f'folded header does not end with {linesep!r}: {folded!r}')
                if NEWLINE_WITHOUT_FWSP.search(folded.removesuffix(linesep)):
                    raise HeaderWriteError(f'folded header contains newline: {folded!r}')
            self.write(folded)
        self.write(self._NL)

    def _handle_text(self, msg):
        payload = msg.get_payload()
        if payload is None:
            return
        if not isinstance(payload, str):
            raise TypeError(f'string payload expected: {type(payload)}')
        if _has_surrogates(msg._payload):
            charset = msg.get_param('charset')
            if charset is not None:
                # Bytes were read that text can't have: they are encoded again.
                msg = deepcopy(msg)
                del msg['content-transfer-encoding']
                msg.set_payload(msg._payload, charset)
                payload = msg.get_payload()
                self._munge_cte = (msg['content-transfer-encoding'], msg['content-type'])
        self._write_lines(self._mangled(payload))

    _writeBody = _handle_text

    def _mangled(self, text):
        return fcre.sub('>From ', text) if self._mangle_from_ else text

    def _flattened(self, part):
        buffer = self._new_buffer()
        self.clone(buffer).flatten(part, unixfrom=False, linesep=self._NL)
        return buffer.getvalue()

    def _handle_multipart(self, msg):
        parts = msg.get_payload()
        if isinstance(parts, str):
            self.write(parts)
            return
        if parts is None:
            parts = []
        elif not isinstance(parts, list):
            parts = [parts]
        texts = [self._flattened(part) for part in parts]
        boundary = msg.get_boundary()
        if not boundary:
            boundary = self._make_boundary(self._encoded_NL.join(texts))
            msg.set_boundary(boundary)
        if msg.preamble is not None:
            self._write_lines(self._mangled(msg.preamble))
            self.write(self._NL)
        self.write(f'--{boundary}{self._NL}')
        for number, text in enumerate(texts):
            if number:
                self.write(f'{self._NL}--{boundary}{self._NL}')
            self._fp.write(text)
        self.write(f'{self._NL}--{boundary}--{self._NL}')
        if msg.epilogue is not None:
            self._write_lines(self._mangled(msg.epilogue))

    def _handle_multipart_signed(self, msg):
        # What is signed is written as it is.
        policy = self.policy
        self.policy = policy.clone(max_line_length=0)
        try:
            self._handle_multipart(msg)
        finally:
            self.policy = policy

    def _handle_message_delivery_status(self, msg):
        blocks = [self._flattened(part).removesuffix(self._encoded_NL) for part in msg.get_payload()]
        self._fp.write(self._encoded_NL.join(blocks))

    def _handle_message(self, msg):
        if isinstance(msg._payload, list):
            self._fp.write(self._flattened(msg.get_payload(0)))
        else:
            self._fp.write(self._encode(msg._payload))

    @classmethod
    def _make_boundary(cls, text=None):
        """A boundary that is no line of the text."""
        boundary = '=' * 15 + _fmt % random.randrange(sys.maxsize) + '=='
        if text is None:
            return boundary
        tried, counter = boundary, 0
        while cls._compile_re(f'^--{re.escape(tried)}(--)?$', re.MULTILINE).search(text):
            tried = f'{boundary}.{counter}'
            counter += 1
        return tried

    @classmethod
    def _compile_re(cls, s, flags):
        return re.compile(s, flags)


class BytesGenerator(Generator):
    """Writes messages as bytes."""

    def write(self, s):
        self._fp.write(s.encode('ascii', 'surrogateescape'))

    def _new_buffer(self):
        return BytesIO()

    def _encode(self, s):
        return s.encode('ascii')

    def _write_headers(self, msg):
        for name, value in msg.raw_items():
            self._fp.write(self.policy.fold_binary(name, value))
        self.write(self._NL)

    def _handle_text(self, msg):
        if msg._payload is None:
            return
        if _has_surrogates(msg._payload) and self.policy.cte_type != '7bit':
            if self._mangle_from_:
                msg._payload = fcre.sub('>From ', msg._payload)
            self._write_lines(msg._payload)
        else:
            super()._handle_text(msg)

    _writeBody = _handle_text

    @classmethod
    def _compile_re(cls, s, flags):
        return re.compile(s.encode('ascii'), flags)


_FMT = '[Non-text (%(type)s) part of message omitted, filename %(filename)s]'


class DecodedGenerator(Generator):
    """Writes the parts that are text, and of others a line."""

    def __init__(self, outfp, mangle_from_=None, maxheaderlen=None, fmt=None, *, policy=None):
        Generator.__init__(self, outfp, mangle_from_, maxheaderlen, policy=policy)
        self._fmt = _FMT if fmt is None else fmt

    def _dispatch(self, msg):
        for part in msg.walk():
            maintype = part.get_content_maintype()
            if maintype == 'text':
                print(part.get_payload(decode=False), file=self)
            elif maintype != 'multipart':
                print(self._fmt % {
                    'type': part.get_content_type(),
                    'maintype': part.get_content_maintype(),
                    'subtype': part.get_content_subtype(),
                    'filename': part.get_filename('[no filename]'),
                    'description': part.get('Content-Description', '[no description]'),
                    'encoding': part.get('Content-Transfer-Encoding', '[no encoding]'),
                }, file=self)
