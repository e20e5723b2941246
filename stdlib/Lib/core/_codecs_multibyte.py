"""The encodings of East Asia: decoding and encoding part by part, streams, and handlers of errors that a program registers."""
from _codecs_steps import _resume, as_bytes
from _stockade import argument_name, multibyte_decode, multibyte_encode

NAMES = frozenset('''gb2312 gbk gb18030 hz big5 big5hkscs cp950 cp932 shift_jis shift_jis_2004 shift_jisx0213 euc_jp euc_jis_2004
    euc_jisx0213 iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_3 iso2022_jp_2004 iso2022_jp_ext euc_kr cp949 johab iso2022_kr'''.split())
_SHORTEST, _LONGEST = 64, 65536
# Handlers that a program cannot replace.
_BUILT_IN = ('strict', 'ignore', 'replace')
# What an encoder and a decoder may keep: characters, and bytes.
_PENDING_CHARS, _PENDING_BYTES = 2, 8


def first_state(name, of_decoder):
    """The state before the first character: with escape sequences it is the sets that are selected, from the lowest byte on."""
    if not name.startswith('iso2022'):
        return 0
    return 0x424242 if of_decoder else 0x4242


class Converter:
    """Converts parts with a state. The state stays as it was at an error."""

    def __init__(self, name, of_decoder):
        self.name = name
        self.of_decoder = of_decoder
        self.state = first_state(name, of_decoder)

    def _known(self):
        # The two highest bytes of a state mean nothing, and come only from a program.
        return self.state & 0xFFFFFFFFFFFF

    def _keep(self, state):
        self.state = self.state >> 48 << 48 | state

    def decode(self, data, errors, final):
        """The text of the bytes, and how many of them it comes from."""
        out, at, size, window = [], 0, len(data), _SHORTEST
        while at < size:
            # After an error the work begins anew: the parts grow while there is none.
            part = data[at:at + window]
            is_last = at + len(part) == size
            text, used, state, length, reason = multibyte_decode(self.name, part, self._known(), final and is_last)
            self._keep(state)
            out.append(text)
            at += used
            if length:
                window = _SHORTEST
                if errors == 'replace':
                    out.append('\ufffd')
                if errors in ('replace', 'ignore'):
                    at += length
                else:
                    instead, at = _resume(UnicodeDecodeError(self.name, data, at, at + length, reason), errors, False)
                    out.append(instead)
            elif used < len(part) and is_last:
                break
            else:
                window = min(window * 2, _LONGEST)
        return ''.join(out), at

    def encode(self, text, errors, final):
        """The bytes of the text, and how many of its characters they come from."""
        out, at, size, window = [], 0, len(text), _SHORTEST
        while at < size:
            part = text[at:at + window]
            is_last = at + len(part) == size
            data, used, state, length, reason = multibyte_encode(self.name, part, self._known(), final and is_last, False)
            self._keep(state)
            out.append(data)
            at += used
            if length:
                window = _SHORTEST
                if errors == 'replace':
                    out.append(self._substitute('?'))
                if errors in ('replace', 'ignore'):
                    at += length
                else:
                    instead, at = _resume(UnicodeEncodeError(self.name, text, at, at + length, reason), errors, True)
                    out.append(self._substitute(instead) if isinstance(instead, str) else instead)
            elif used < len(part) and is_last:
                break
            else:
                window = min(window * 2, _LONGEST)
        if final:
            out.append(self.finish())
        return b''.join(out), at

    def _substitute(self, text):
        """The bytes of what a handler gives in the place of a character."""
        data, used, state, length, reason = multibyte_encode(self.name, text, self._known(), True, False)
        self._keep(state)
        if length:
            raise UnicodeEncodeError(self.name, text, used, used + length, reason)
        return data

    def finish(self):
        """What ends an encoded text."""
        data, _, state, _, _ = multibyte_encode(self.name, '', self._known(), True, True)
        self._keep(state)
        return data

    def reset_decoder(self):
        """ASCII again. Sets in other places than the first stay selected, as CPython leaves them."""
        if self.name.startswith('iso2022'):
            self.state = self.state & ~0x1000000FF | 0x42
        else:
            self.state = 0


def _errors(errors, verb):
    if errors is not None and not isinstance(errors, str):
        raise TypeError(f"{verb}() argument 'errors' must be str or None, not {argument_name(errors)}")
    return 'strict' if errors is None else errors


def functions(name):
    """The two functions of an encoding."""
    def encode(input, errors=None):
        errors = _errors(errors, 'encode')
        input = input if isinstance(input, str) else str(input)
        if errors in _BUILT_IN:
            return str.encode(input, name, errors), len(input)
        return Converter(name, False).encode(input, errors, True)

    def decode(input, errors=None):
        errors, input = _errors(errors, 'decode'), as_bytes(input)
        if errors in _BUILT_IN:
            return input.decode(name, errors), len(input)
        return Converter(name, True).decode(input, errors, True)

    encode.__qualname__, decode.__qualname__ = 'MultibyteCodec.encode', 'MultibyteCodec.decode'
    return encode, decode


class _WithErrors:
    """An object with the name of a handler of errors."""

    @property
    def errors(self):
        return self._errors

    @errors.setter
    def errors(self, errors):
        if not isinstance(errors, str):
            raise TypeError('errors must be a string')
        self._errors = errors

    @errors.deleter
    def errors(self):
        raise AttributeError('cannot delete attribute')

    def _begin(self, errors, position):
        if not isinstance(errors, str):
            raise TypeError(f'{type(self).__name__}() argument {position} must be str, not {argument_name(errors)}')
        self._errors = errors
        self._pending = '' if not self._of_decoder else b''
        self._converter = Converter(self._codec_name, self._of_decoder)


class _Encoding(_WithErrors):
    """Encodes with what is kept from before."""
    _of_decoder = False

    def _encode(self, input, final):
        text = self._pending + (input if isinstance(input, str) else str(input))
        data, used = self._converter.encode(text, self._errors, final)
        rest = text[used:]
        if len(rest) > _PENDING_CHARS:
            raise UnicodeEncodeError(self._codec_name, text, used, len(text), 'pending buffer overflow')
        self._pending = rest
        return data


class _Decoding(_WithErrors):
    """Decodes with what is kept from before."""
    _of_decoder = True

    def _decode(self, input, final):
        data, self._pending = self._pending + input, b''
        text, used = self._converter.decode(data, self._errors, final)
        rest = data[used:]
        if len(rest) > _PENDING_BYTES:
            raise UnicodeDecodeError(self._codec_name, data, used, len(data), 'pending buffer overflow')
        self._pending = rest
        return text


def _whole_number(number):
    if number < 0:
        raise OverflowError("can't convert negative int to unsigned")
    return number


class MultibyteIncrementalEncoder(_Encoding):
    """Encodes a text part by part."""

    def __init__(self, errors='strict'):
        self._begin(errors, 1)

    def encode(self, input, final=False):
        return self._encode(input, final)

    def reset(self):
        self._converter.finish()
        self._pending = ''

    def getstate(self):
        kept = self._pending.encode()
        return int.from_bytes(bytes((len(kept),)) + kept + self._converter.state.to_bytes(8, 'little'), 'little')

    def setstate(self, state, /):
        if not isinstance(state, int):
            raise TypeError(f'setstate() argument must be int, not {argument_name(state)}')
        data = _whole_number(state).to_bytes(1 + 4 * _PENDING_CHARS + 8, 'little')
        size = data[0]
        if size > 4 * _PENDING_CHARS:
            raise UnicodeError('pending buffer too large')
        self._pending = data[1:1 + size].decode()
        self._converter.state = int.from_bytes(data[1 + size:9 + size], 'little')


class MultibyteIncrementalDecoder(_Decoding):
    """Decodes bytes part by part."""

    def __init__(self, errors='strict'):
        self._begin(errors, 1)

    def decode(self, input, final=False):
        return self._decode(as_bytes(input), final)

    def reset(self):
        self._converter.reset_decoder()
        self._pending = b''

    def getstate(self):
        return self._pending, self._converter.state

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError(f'setstate() argument must be tuple, not {argument_name(state)}')
        if len(state) != 2 or not isinstance(state[0], bytes) or not isinstance(state[1], int):
            raise TypeError('setstate(): illegal state argument')
        kept, number = state
        number = int.from_bytes(_whole_number(number).to_bytes(8, 'little'), 'little')
        if len(kept) > _PENDING_BYTES:
            raise UnicodeDecodeError(self._codec_name, kept, 0, len(kept), 'pending buffer too large')
        self._pending, self._converter.state = kept, number


class MultibyteStreamReader(_Decoding):
    """Reads text from a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self._begin(errors, 2)

    def _read(self, method, size):
        if size is None:
            size = -1
        elif not isinstance(size, int):
            raise TypeError('arg 1 must be an integer')
        if size == 0:
            return ''
        while True:
            data = getattr(self.stream, method)(*(() if size < 0 else (size,)))
            if not isinstance(data, bytes):
                raise TypeError(f'stream function returned a non-bytes object ({type(data).__name__})')
            text = self._decode(data, not data or size < 0)
            if text or not data or size < 0:
                return text
            # Not a whole character yet.
            size = 1

    def read(self, sizeobj=None, /):
        return self._read('read', sizeobj)

    def readline(self, sizeobj=None, /):
        return self._read('readline', sizeobj)

    def readlines(self, sizehintobj=None, /):
        return self._read('read', sizehintobj).splitlines(True)

    def reset(self):
        self._converter.reset_decoder()
        self._pending = b''


class MultibyteStreamWriter(_Encoding):
    """Writes text to a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self._begin(errors, 2)

    def write(self, strobj, /):
        self.stream.write(self._encode(strobj, False))

    def writelines(self, lines, /):
        if not hasattr(type(lines), '__getitem__') or isinstance(lines, dict):
            raise TypeError('arg must be a sequence object')
        for line in lines:
            self.write(line)

    def reset(self):
        # Without a character that waits, CPython writes nothing, also where an escape sequence should end.
        if self._pending:
            data = self._encode('', True)
            if data:
                self.stream.write(data)
