"""Names of hosts outside ASCII: `punycode` and `idna`."""
import re
import unicodedata

_dots = re.compile('[\u002E\u3002\uFF0E\uFF61]')
_DIGITS = b'abcdefghijklmnopqrstuvwxyz0123456789'


def _adapt(delta, first, count):
    delta //= 700 if first else 2
    delta += delta // count
    steps = 0
    while delta > 455:
        delta //= 35
        steps += 36
    return steps + 36 * delta // (delta + 38)


def _threshold(at, bias):
    return max(1, min(26, 36 * (at + 1) - bias))


def _number(value, bias):
    out = bytearray()
    at = 0
    while True:
        low = _threshold(at, bias)
        if value < low:
            out.append(_DIGITS[value])
            return bytes(out)
        out.append(_DIGITS[low + (value - low) % (36 - low)])
        value = (value - low) // (36 - low)
        at += 1


def punycode_encode(text):
    plain = bytearray(ord(char) for char in text if ord(char) < 128)
    others = sorted({char for char in text if ord(char) >= 128})
    out = bytearray()
    bias, seen, code, delta = 72, len(plain), 128, 0
    first = True
    for char in others:
        delta += (ord(char) - code) * (seen + 1)
        code = ord(char)
        for one in text:
            if one < char:
                delta += 1
            elif one == char:
                out += _number(delta, bias)
                bias = _adapt(delta, first, seen + 1)
                first = False
                delta = 0
                seen += 1
        delta += 1
        code += 1
    return bytes(plain + b'-' + out) if plain else bytes(out)


def punycode_decode(data, errors='strict'):
    if errors not in ('strict', 'replace', 'ignore'):
        raise UnicodeError(f'Unsupported error handling: {errors}')
    whole = bytes(data)
    head, dash, tail = whole.rpartition(b'-')
    try:
        base = head.decode('ascii', errors) if dash else ''
    except UnicodeDecodeError as error:
        raise UnicodeDecodeError('ascii', whole, error.start, error.end, error.reason) from None
    start = len(head) + 1 if dash else 0
    code, bias, first, at = 128, 72, True, 0
    position = -1
    digits = tail.upper()
    while at < len(digits):
        value, weight, step = 0, 1, 0
        broken = None
        begin = at
        while True:
            if at >= len(digits):
                if errors == 'strict':
                    raise UnicodeDecodeError('punycode', whole, start + at, start + at + 1, 'incomplete punycode string')
                return base
            char = digits[at]
            if 65 <= char <= 90:
                digit = char - 65
            elif 48 <= char <= 57:
                digit = char - 22
            elif errors == 'strict':
                raise UnicodeDecodeError('punycode', whole, start + at, start + at + 1, f"Invalid extended code point '{char}'")
            else:
                return base
            at += 1
            low = _threshold(step, bias)
            value += digit * weight
            if digit < low:
                break
            weight *= 36 - low
            step += 1
        position += value + 1
        code += position // (len(base) + 1)
        if code > 0x10FFFF:
            if errors == 'strict':
                raise UnicodeDecodeError('punycode', whole, start + begin, start + at, f'Invalid character U+{code:x}')
            code = 63
        position %= len(base) + 1
        base = base[:position] + chr(code) + base[position:]
        bias = _adapt(value, first, len(base))
        first = False
    return base


def _prepared(label):
    """A label in the form in which labels are compared."""
    kept = ''.join([char for char in label if char not in '\u00ad\u034f\u1806\u180b\u180c\u180d\u200b\u200c\u200d\u2060\ufeff'
                    and not '\ufe00' <= char <= '\ufe0f'])
    folded = unicodedata.normalize('NFKC', kept.casefold()).casefold()
    folded = unicodedata.normalize('NFKC', folded)
    for at, char in enumerate(folded):
        kind = unicodedata.category(char)
        if char in '\u00a0\u1680\u2000\u200b\u202f\u205f\u3000' or kind in ('Cc', 'Cs', 'Co', 'Cf', 'Zl', 'Zp') and ord(char) > 127 \
                or '\ufff9' <= char <= '\ufffd' or '\u2ff0' <= char <= '\u2ffb' or '\ufdd0' <= char <= '\ufdef' or ord(char) & 0xfffe == 0xfffe:
            raise UnicodeEncodeError('idna', folded, at, at + 1, f'Invalid character {char!r}')
    right = [unicodedata.bidirectional(char) in ('R', 'AL') for char in folded]
    if any(right):
        for at, char in enumerate(folded):
            if unicodedata.bidirectional(char) == 'L':
                raise UnicodeEncodeError('idna', folded, at, at + 1, 'Violation of BIDI requirement 2')
        if not right[0]:
            raise UnicodeEncodeError('idna', folded, 0, 1, 'Violation of BIDI requirement 3')
        if not right[-1]:
            raise UnicodeEncodeError('idna', folded, len(folded) - 1, len(folded), 'Violation of BIDI requirement 3')
    return folded


def nameprep(label):
    return _prepared(label)


def ToASCII(label):
    """A label as it travels."""
    if label.isascii():
        data = label.encode('ascii')
    else:
        label = nameprep(label)
        if label.isascii():
            data = label.encode('ascii')
        else:
            if label.lower().startswith('xn--'):
                raise UnicodeEncodeError('idna', label, 0, 4, 'Label starts with ACE prefix')
            data = b'xn--' + punycode_encode(label)
    if not data:
        raise UnicodeEncodeError('idna', label, 0, 1, 'label empty')
    if len(data) >= 64:
        raise UnicodeEncodeError('idna', label, 0, len(label), 'label too long')
    return data


def ToUnicode(label):
    """A label as it is read."""
    if len(label) > 1024:
        if isinstance(label, str):
            label = label.encode('utf-8', 'backslashreplace')
        raise UnicodeDecodeError('idna', label, 0, len(label), 'label way too long')
    if isinstance(label, bytes):
        data = label
    elif label.isascii():
        data = label.encode('ascii')
    else:
        prepared = nameprep(label)
        try:
            data = prepared.encode('ascii')
        except UnicodeEncodeError as error:
            raise UnicodeEncodeError('idna', label, error.start, error.end, 'Invalid character in IDN label') from None
    if not data[:4].lower() == b'xn--':
        return data.decode('ascii')
    try:
        result = punycode_decode(data[4:])
    except UnicodeDecodeError as error:
        raise UnicodeDecodeError('idna', data, 4 + error.start, 4 + error.end, error.reason) from None
    try:
        again = ToASCII(result)
    except UnicodeEncodeError as error:
        raise UnicodeDecodeError('idna', data, error.start, min(error.end, 2 * len(data)), error.reason) from None
    if data.lower() != again.lower():
        raise UnicodeDecodeError('idna', data, 0, len(data), f'IDNA does not round-trip, {label!r} != {again!r}')
    return result


def idna_encode(text, errors='strict', final=True):
    """(bytes, characters used): the last label waits for the rest unless it is the end."""
    if errors != 'strict':
        raise UnicodeError(f'Unsupported error handling: {errors}')
    if not text:
        return b'', 0
    labels = _dots.split(text)
    end = b''
    if not labels[-1]:
        labels.pop()
        end = b'.'
    elif not final:
        labels.pop()
        end = b'.' if labels else b''
    out, used = [], 0
    for at, label in enumerate(labels):
        try:
            out.append(ToASCII(label))
        except UnicodeEncodeError as error:
            if not label and at < len(labels):
                raise UnicodeEncodeError('idna', text, used, used + 1, 'label empty') from None
            raise UnicodeEncodeError('idna', text, used + error.start, used + error.end if error.end <= len(label) else used + len(label),
                                     error.reason) from None
        used += len(label) + 1
    return b'.'.join(out) + end, len(text) if final else max(0, used)


def idna_decode(data, errors='strict', final=True):
    if errors != 'strict':
        raise UnicodeError(f'Unsupported error handling: {errors}')
    data = bytes(data)
    if not data:
        return '', 0
    if b'xn--' not in data.lower() and final:
        try:
            return data.decode('ascii'), len(data)
        except UnicodeDecodeError:
            pass
    try:
        text = data.decode('ascii')
    except UnicodeDecodeError as error:
        raise UnicodeDecodeError('idna', data, error.start, error.end, error.reason) from None
    labels = text.split('.') if final else _dots.split(text)
    end = ''
    if not labels[-1]:
        labels.pop()
        end = '.'
    elif not final:
        labels.pop()
        end = '.' if labels else ''
    out, used = [], 0
    for label in labels:
        try:
            out.append(ToUnicode(label))
        except UnicodeDecodeError as error:
            raise UnicodeDecodeError('idna', data, used + error.start, used + error.end, error.reason) from None
        used += len(label) + 1
    return '.'.join(out) + end, len(data) if final else used
