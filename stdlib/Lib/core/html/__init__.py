"""Text to HTML and back: what is special, and character references."""
import re

__all__ = ['escape', 'unescape']


def __getattr__(name):
    # Loaded on first use: the table is large, and most programs only escape.
    if name == 'entities':
        import html.entities as found
        return found
    raise AttributeError(f"module 'html' has no attribute {name!r}")


def escape(s, quote=True):
    """Replace what is special in HTML; quotes too unless told not to."""
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    if quote:
        s = s.replace('"', '&quot;').replace("'", '&#x27;')
    return s


# Character references to C1 controls mean Windows-1252 characters.
_WINDOWS = dict(zip(range(0x80, 0xA0), '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152'
                                      '\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122'
                                      '\u0161\u203a\u0153\x9d\u017e\u0178'))
_charref = re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')
# The five entities that are enough for nearly all texts.
_COMMON = {'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'nbsp;': '\xa0'}


def _is_noncharacter(n):
    return (1 <= n <= 8 or n == 0xB or 0xE <= n <= 0x1F or 0x7F <= n <= 0x9F or 0xFDD0 <= n <= 0xFDEF
            or n & 0xFFFE == 0xFFFE)


def _replace_charref(match):
    name = match.group(1)
    if name[0] == '#':
        digits = name[1:].rstrip(';')
        n = int(digits[1:], 16) if digits[0] in 'xX' else int(digits)
        if n == 0 or 0xD800 <= n <= 0xDFFF or n > 0x10FFFF:
            return '\ufffd'
        if n == 0x0D:
            return '\r'
        if n in _WINDOWS:
            return _WINDOWS[n]
        return '' if _is_noncharacter(n) else chr(n)
    if name in _COMMON:
        return _COMMON[name]
    from html.entities import html5
    if name in html5:
        return html5[name]
    # The longest entity name that needs no semicolon.
    for end in range(len(name) - 1, 1, -1):
        if name[:end] in html5:
            return html5[name[:end]] + name[end:]
    return '&' + name


def unescape(s):
    """Replace the character references in a text."""
    return _charref.sub(_replace_charref, s) if '&' in s else s
