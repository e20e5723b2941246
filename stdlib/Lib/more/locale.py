"""The one locale there is: "C"."""
from _stockade import argument_name as _argument_name, c_int as _c_int

__all__ = ['getlocale', 'getdefaultlocale', 'getpreferredencoding', 'Error', 'setlocale', 'localeconv', 'strcoll',
           'strxfrm', 'str', 'atof', 'atoi', 'format_string', 'currency', 'normalize', 'LC_CTYPE', 'LC_COLLATE', 'LC_TIME',
           'LC_MONETARY', 'LC_NUMERIC', 'LC_ALL', 'CHAR_MAX', 'getencoding', 'LC_MESSAGES', 'delocalize', 'localize']
LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
_str = str


class Error(Exception):
    pass


Error.__qualname__ = 'Error'


def _check_pair(locale):
    try:
        language, encoding = locale
        if not isinstance(language, (_str, type(None))) or not isinstance(encoding, (_str, type(None))):
            raise ValueError
    except (TypeError, ValueError):
        raise TypeError('Locale must be None, a string, or an iterable of two strings -- language code, encoding.') from None


def setlocale(category, locale=None):
    if locale and not isinstance(locale, _str):
        _check_pair(locale)
    category = _c_int(category)
    if locale is None and not 0 <= category <= 12:
        raise Error('locale query failed')
    if isinstance(locale, _str) and '\0' in locale:
        raise ValueError('embedded null character')
    if isinstance(category, int) and 0 <= category <= 12 and (locale is None or locale in ('', 'C', 'POSIX', ('C', None), (None, None))):
        return 'C'
    if locale is not None and not isinstance(locale, _str):
        _check_pair(locale)
    raise Error('unsupported locale setting')


def getlocale(category=LC_CTYPE):
    category = _c_int(category)
    if not 0 <= category <= 12:
        raise Error('locale query failed')
    if category == LC_ALL:
        raise TypeError('category LC_ALL is not supported')
    return ('C', 'UTF-8') if category == LC_CTYPE else (None, None)


def getdefaultlocale(envvars=()):
    from warnings import warn
    warn("'locale.getdefaultlocale' is deprecated and slated for removal in Python 3.15. "
         'Use setlocale(), getencoding() and getlocale() instead.', DeprecationWarning, 2)
    return (None, None)


def getencoding():
    return 'UTF-8'


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def normalize(localename):
    return localename


# What is put in here takes the place of conventions.
_override_localeconv = {}


def localeconv():
    conventions = {'int_curr_symbol': '', 'currency_symbol': '', 'mon_decimal_point': '', 'mon_thousands_sep': '',
                   'mon_grouping': [], 'positive_sign': '', 'negative_sign': ''}
    for name in ('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes', 'n_sep_by_space',
                 'p_sign_posn', 'n_sign_posn'):
        conventions[name] = CHAR_MAX
    conventions.update(decimal_point='.', thousands_sep='', grouping=[])
    conventions.update(_override_localeconv)
    return conventions


def strcoll(os1, os2, /):
    for at, text in ((1, os1), (2, os2)):
        if not isinstance(text, _str):
            raise TypeError(f'strcoll() argument {at} must be str, not {_argument_name(text)}')
        if '\0' in text:
            raise ValueError('embedded null character')
    return (os1 > os2) - (os1 < os2)


def strxfrm(string, /):
    if not isinstance(string, _str):
        raise TypeError(f'strxfrm() argument must be str, not {_argument_name(string)}')
    if '\0' in string:
        raise ValueError('embedded null character')
    return string


def _grouped(number, separator, sizes):
    """Digits with separators between groups. Text before and after the digits stays."""
    after = number[len(number.rstrip()):]
    rest = number[:len(number) - len(after)]
    groups, size, at = [], None, 0
    while rest and rest[-1] in '0123456789':
        told = sizes[at] if at < len(sizes) else CHAR_MAX
        if told == CHAR_MAX:
            # No more groups.
            groups.append(rest)
            rest = ''
            break
        if told:
            size = told
            at += 1
        elif size is None:
            raise ValueError('invalid grouping')
        groups.append(rest[-size:])
        rest = rest[:-size]
    # A sign may have come into a group.
    made = separator.join(reversed(groups))
    return rest + made + after, len(separator) * max(len(groups) - 1, 0)


def _without_padding(text, amount):
    """A text with so many spaces fewer before it, or else after it."""
    before = min(amount, len(text) - len(text.lstrip(' ')))
    text = text[before:]
    behind = min(amount - before, len(text) - len(text.rstrip(' ')))
    return text[:len(text) - behind] if behind else text


def _localized(text, grouping, monetary):
    conventions = localeconv()
    whole, point, rest = text.partition('.')
    added = 0
    sizes = conventions['mon_grouping' if monetary else 'grouping']
    if grouping and sizes:
        whole, added = _grouped(whole, conventions['mon_thousands_sep' if monetary else 'thousands_sep'], sizes)
    if point:
        whole += conventions['mon_decimal_point' if monetary else 'decimal_point'] + rest
    return _without_padding(whole, added) if added else whole


def _formatted(directive, value, grouping, monetary, *stars):
    made = directive % ((value, *stars) if stars else value)
    return _localized(made, grouping, monetary) if directive[-1] in 'eEfFgGdiu' else made


def format_string(f, val, grouping=False, monetary=False):
    import re
    from collections.abc import Mapping
    found = re.compile(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')
    directives = list(found.finditer(f))
    by_name = isinstance(val, Mapping)
    values = val if by_name or isinstance(val, tuple) else (val,)
    made, at = [], 0
    for directive in directives:
        text = directive[0]
        if text[-1] == '%':
            made.append('%')
        elif by_name:
            made.append(_formatted(text, values, grouping, monetary))
        else:
            stars = directive['modifiers'].count('*')
            made.append(_formatted(text, values[at], grouping, monetary, *values[at + 1:at + 1 + stars]))
            at += 1 + stars
    return found.sub('%s', f) % tuple(made)


def currency(val, symbol=True, grouping=False, international=False):
    conventions = localeconv()
    digits = conventions['int_frac_digits' if international else 'frac_digits']
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    of = 'n' if val < 0 else 'p'
    sign, place = conventions['negative_sign' if val < 0 else 'positive_sign'], conventions[of + '_sign_posn']
    # A sign in the third or fourth place is put right beside the number.
    made = ((sign if place == 3 else '') + _localized(f'{abs(val):.{digits}f}', grouping, True) + (sign if place == 4 else ''))
    if symbol:
        name = conventions['int_curr_symbol' if international else 'currency_symbol']
        space = ' ' if conventions[of + '_sep_by_space'] else ''
        if conventions[of + '_cs_precedes']:
            made = name + space + made
        else:
            made += space + (name.removesuffix(' ') if international else name)
    if place == 0:
        return f'({made})'
    return made if place in (3, 4) else made + sign if place == 2 else sign + made


def str(val):
    return _formatted('%.12g', val, False, False)


def delocalize(string):
    conventions = localeconv()
    if conventions['thousands_sep']:
        string = string.replace(conventions['thousands_sep'], '')
    return string.replace(conventions['decimal_point'], '.') if conventions['decimal_point'] else string


def localize(string, grouping=False, monetary=False):
    return _localized(string, grouping, monetary)


def atof(string, func=float):
    return func(delocalize(string))


def atoi(string):
    return int(delocalize(string))
