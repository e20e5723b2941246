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
        self._fp, self.maxheaderlen, self.policy = outfp, maxheaderlen, policy
        if mangle_from_ is None:
            mangle_from_ = policy is None or policy.mangle_from_
        self._mangle_from_ = mangle_from_

    def write(self, s):
        """Writes text."""
        self._fp.write(s)

    def flatten(self, msg, unixfrom=False, linesep=None):
        """Writes a message with its parts."""
        changes = {}
        if linesep is not None:
            changes['linesep'] = linesep
        if self.maxheaderlen is not None:
            changes['max_line_length'] = self.maxheaderlen
        own, of_message = self.policy, msg.policy
        policy = of_message if own is None else own
        if changes:
            policy = policy.clone(**changes)
        self._NL = policy.linesep
        self._encoded_NL = self._encode(policy.linesep)
        try:
            self.policy = msg.policy = policy
            if unixfrom:
                self.write((msg.get_unixfrom() or f'From nobody {time.ctime(time.time())}') + self._NL)
            self._write(msg)
        finally:
            self.policy, msg.policy = own, of_message

    def clone(self, fp):
        """A generator like this one that writes to another file."""
        return type(self)(fp, self._mangle_from_, None, policy=self.policy)

    # `BytesGenerator` has others.
    def _new_buffer(self): return StringIO()
    def _encode(self, s): return s

    def _write_lines(self, lines):
        """Writes a text with the line ends of the policy."""
        if lines:
            self.write(NLCRE.sub(lambda end: self._NL, lines))

    def _write(self, msg):
        # The body first: writing it may change the headers.
        out, self._fp = self._fp, self._new_buffer()
        self._munge_cte = None
        try:
            self._dispatch(msg)
        finally:
            body, self._fp = self._fp, out
            changed = self._munge_cte
            del self._munge_cte
        if changed:
            cte, content_type = changed
            msg = deepcopy(msg)
            if msg.get('content-transfer-encoding') is not None:
                msg.replace_header('content-transfer-encoding', cte)
            else:
                msg['Content-Transfer-Encoding'] = cte
            msg.replace_header('content-type', content_type)
        if hasattr(msg, '_write_headers'):
            msg._write_headers(self)
        else:
            self._write_headers(msg)
        out.write(body.getvalue())

    def _dispatch(self, msg):
        main = msg.get_content_maintype().replace('-', '_')
        sub = msg.get_content_subtype().replace('-', '_')
        handler = getattr(self, f'_handle_{main}_{sub}', None) or getattr(self, f'_handle_{main}', None) or self._writeBody
        handler(msg)

    def _write_headers(self, msg):
        policy = self.policy
        for name, value in msg.raw_items():
            text = policy.fold(name, value)
            if policy.verify_generated_headers:
                # A line end inside a value would begin a header that the program did not write.
                if not text.endswith(policy.linesep):
                    raise HeaderWriteError(f'folded header does not end with {policy.linesep!r}: {text!r}')
                if NEWLINE_WITHOUT_FWSP.search(text.removesuffix(policy.linesep)):
                    raise HeaderWriteError(f'folded header contains newline: {text!r}')
            self.write(text)
        self.write(self._NL)

    def _handle_text(self, msg):
        text = msg.get_payload()
        if text is None:
            return
        if not isinstance(text, str):
            raise TypeError(f'string payload expected: {type(text)}')
        charset = msg.get_param('charset') if _has_surrogates(msg._payload) else None
        if charset is not None:
            # Bytes were read that are not ASCII: they are encoded so that text can hold them.
            msg = deepcopy(msg)
            del msg['content-transfer-encoding']
            msg.set_payload(msg._payload, charset)
            text = msg.get_payload()
            self._munge_cte = msg['content-transfer-encoding'], msg['content-type']
        self._write_lines(self._mangled(text))

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
            # Not parsed, or with defects.
            return self.write(parts)
        if not isinstance(parts, list):
            parts = [] if parts is None else [parts]
        texts = [self._flattened(part) for part in parts]
        boundary, NL = msg.get_boundary(), self._NL
        if not boundary:
            boundary = self._make_boundary(self._encoded_NL.join(texts))
            msg.set_boundary(boundary)
        if msg.preamble is not None:
            self._write_lines(self._mangled(msg.preamble))
            self.write(NL)
        start = f'--{boundary}{NL}'
        self.write(start)
        for before, text in zip([''] + [NL + start] * len(texts), texts):
            if before:
                self.write(before)
            self._fp.write(text)
        self.write(f'{NL}--{boundary}--{NL}')
        if msg.epilogue is not None:
            self._write_lines(self._mangled(msg.epilogue))

    def _handle_multipart_signed(self, msg):
        # A signature holds for the headers as they are: their lines are not folded.
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
        """A boundary that is not a line of the text."""
        number = random.randrange(sys.maxsize)
        boundary = first = f'==============={_fmt % number}=='
        tries = -1
        while text is not None and cls._compile_re(f'^--{re.escape(boundary)}(--)?$', re.MULTILINE).search(text):
            tries += 1
            boundary = f'{first}.{tries}'
        return boundary

    @classmethod
    def _compile_re(cls, s, flags): return re.compile(s, flags)


class BytesGenerator(Generator):
    """Writes messages as bytes."""

    def write(self, s):
        """Writes text as bytes."""
        self._fp.write(s.encode('ascii', 'surrogateescape'))

    def _new_buffer(self): return BytesIO()
    def _encode(self, s): return s.encode('ascii')

    def _write_headers(self, msg):
        fold = self.policy.fold_binary
        for header in msg.raw_items():
            self._fp.write(fold(*header))
        self.write(self._NL)

    def _handle_text(self, msg):
        payload = msg._payload
        if payload is None:
            return
        if not _has_surrogates(payload) or self.policy.cte_type == '7bit':
            return super()._handle_text(msg)
        # Bytes that are not ASCII are written as they were read.
        if self._mangle_from_:
            msg._payload = payload = self._mangled(payload)
        self._write_lines(payload)

    _writeBody = _handle_text

    @classmethod
    def _compile_re(cls, s, flags): return re.compile(s.encode('ascii'), flags)


_FMT = '[Non-text (%(type)s) part of message omitted, filename %(filename)s]'


class DecodedGenerator(Generator):
    """Writes the parts that are text, and a line for each other part."""

    def __init__(self, outfp, mangle_from_=None, maxheaderlen=None, fmt=None, *, policy=None):
        Generator.__init__(self, outfp, mangle_from_, maxheaderlen, policy=policy)
        self._fmt = _FMT if fmt is None else fmt

    def _dispatch(self, msg):
        for part in msg.walk():
            maintype = part.get_content_maintype()
            if maintype == 'multipart':
                continue
            print(part.get_payload(decode=False) if maintype == 'text' else self._fmt % self._about(part), file=self)

    def _about(self, part):
        """The fields of the line for a part that is not text."""
        return {'type': part.get_content_type(), 'maintype': part.get_content_maintype(), 'subtype': part.get_content_subtype(),
                'filename': part.get_filename('[no filename]'),
                'description': part.get('Content-Description', '[no description]'),
                'encoding': part.get('Content-Transfer-Encoding', '[no encoding]')}
