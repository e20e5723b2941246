"""Messages in other languages, from catalogues that a program reads or has files of; else they stay as they are."""
__all__ = ['NullTranslations', 'GNUTranslations', 'Catalog', 'bindtextdomain', 'find', 'translation', 'install', 'textdomain',
           'dgettext', 'dngettext', 'gettext', 'ngettext', 'pgettext', 'dpgettext', 'npgettext', 'dnpgettext']

from operator import index
from struct import unpack


class NullTranslations:
    """Gives each message back."""

    def __init__(self, fp=None):
        self._info, self._charset, self._fallback = {}, None, None
        if fp is not None:
            self._parse(fp)

    def _parse(self, fp):
        pass

    def add_fallback(self, fallback):
        if self._fallback:
            self._fallback.add_fallback(fallback)
        else:
            self._fallback = fallback

    def gettext(self, message):
        return self._fallback.gettext(message) if self._fallback else message

    def ngettext(self, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.ngettext(msgid1, msgid2, n)
        return msgid1 if _counted(n) == 1 else msgid2

    def pgettext(self, context, message):
        return self._fallback.pgettext(context, message) if self._fallback else message

    def npgettext(self, context, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.npgettext(context, msgid1, msgid2, n)
        return msgid1 if _counted(n) == 1 else msgid2

    def info(self):
        return self._info

    def charset(self):
        return self._charset

    def install(self, names=None):
        import builtins
        builtins._ = self.gettext
        for name in names or ():
            if name in {'gettext', 'ngettext', 'npgettext', 'pgettext'}:
                setattr(builtins, name, getattr(self, name))


class GNUTranslations(NullTranslations):
    """Those of a compiled catalogue."""
    LE_MAGIC, BE_MAGIC = 0x950412de, 0xde120495
    CONTEXT = '%s\x04%s'
    VERSIONS = (0, 1)

    def _parse(self, fp):
        """Reads a compiled catalogue: a table of places and lengths of messages, and one of what they are in the other language."""
        name = getattr(fp, 'name', '')
        self._catalog = catalog = {}
        self.plural = _germanic
        data = fp.read()
        order = {self.LE_MAGIC: 'little', self.BE_MAGIC: 'big'}.get(unpack('<I', data[:4])[0])
        if order is None:
            raise OSError(0, 'Bad magic number', name)

        def number(at):
            return int.from_bytes(data[at:at + 4], order)

        version, count, here, there = [number(at) for at in range(4, 20, 4)]
        if version >> 16 not in self.VERSIONS:
            raise OSError(0, 'Bad version number ' + str(version >> 16), name)
        for at in range(0, count * 8, 8):
            texts = []
            for table in (here, there):
                size, start = number(table + at), number(table + at + 4)
                if start + size >= len(data):
                    raise OSError(0, 'File is corrupt', name)
                texts.append(data[start:start + size])
            original, translated = texts
            if not original:
                self._read_header(translated.decode())
            charset = self._charset or 'ascii'
            if b'\x00' in original:
                one = str(original.split(b'\x00')[0], charset)
                for index, form in enumerate(translated.split(b'\x00')):
                    catalog[one, index] = str(form, charset)
            else:
                catalog[str(original, charset)] = str(translated, charset)

    def _read_header(self, text):
        last = None
        for line in text.split('\n'):
            line = line.strip()
            if not line or line.startswith('#-#-#-#-#') and line.endswith('#-#-#-#-#'):
                continue
            key, colon, value = line.partition(':')
            if colon:
                last = key.strip().lower()
                self._info[last] = value = value.strip()
            elif last:
                self._info[last] += '\n' + line
            if last == 'content-type' and colon:
                self._charset = value.split('charset=')[1]
            elif last == 'plural-forms' and colon:
                self.plural = c2py(value.split(';')[1].split('plural=')[1])

    def _of_number(self, key, n, otherwise):
        found = self._catalog.get((key, self.plural(n)))
        return otherwise() if found is None else found

    def gettext(self, message):
        found = self._catalog.get(message)
        if found is None:
            found = self._catalog.get((message, self.plural(1)))
        return super().gettext(message) if found is None else found

    def ngettext(self, msgid1, msgid2, n):
        return self._of_number(msgid1, n, lambda: super(GNUTranslations, self).ngettext(msgid1, msgid2, n))

    def pgettext(self, context, message):
        key = self.CONTEXT % (context, message)
        found = self._catalog.get(key)
        if found is None:
            found = self._catalog.get((key, self.plural(1)))
        return super().pgettext(context, message) if found is None else found

    def npgettext(self, context, msgid1, msgid2, n):
        otherwise = lambda: super(GNUTranslations, self).npgettext(context, msgid1, msgid2, n)
        return self._of_number(self.CONTEXT % (context, msgid1), n, otherwise)


def _germanic(n):
    return int(n != 1)


_OPERATORS = {
    '||': lambda x, y: lambda n: x(n) or y(n), '&&': lambda x, y: lambda n: x(n) and y(n),
    '==': lambda x, y: lambda n: x(n) == y(n), '!=': lambda x, y: lambda n: x(n) != y(n),
    '<': lambda x, y: lambda n: x(n) < y(n), '>': lambda x, y: lambda n: x(n) > y(n),
    '<=': lambda x, y: lambda n: x(n) <= y(n), '>=': lambda x, y: lambda n: x(n) >= y(n),
    '+': lambda x, y: lambda n: x(n) + y(n), '-': lambda x, y: lambda n: x(n) - y(n),
    '*': lambda x, y: lambda n: x(n) * y(n), '/': lambda x, y: lambda n: x(n) // y(n), '%': lambda x, y: lambda n: x(n) % y(n)}
_LEVELS = (('||',), ('&&',), ('==', '!='), ('<', '>', '<=', '>='), ('+', '-'), ('*', '/', '%'))


class _Plural:
    """Reads the expression of a plural form, as C writes it, into a Python function of its number."""

    def __init__(self, text):
        self.words, at = [], 0
        import re
        pattern = re.compile(r'\s*(\d+|n\b|[|]{2}|&&|[=!<>]=|[-+*/%<>!?:()])')
        while text[at:].strip():
            found = pattern.match(text, at)
            if found is None:
                raise ValueError(f'invalid token in plural form: {text[at:].strip()[:1]}')
            self.words.append(found[1])
            at = found.end()
        self.words.append('')
        self.depth = 0

    def take(self, *wanted):
        return self.words.pop(0) if self.words[0] in wanted and self.words[0] else ''

    def wrong(self):
        word = self.words[0]
        return ValueError(f'unexpected token in plural form: {word}' if word else 'unexpected end of plural form')

    def whole(self):
        self.depth += 1
        if self.depth > 20:
            raise ValueError('plural form expression is too complex')
        made = self.level(0)
        if self.take('?'):
            yes = self.whole()
            if not self.take(':'):
                raise self.wrong()
            no = self.whole()
            made = _choice(made, yes, no)
        self.depth -= 1
        return made

    def level(self, at):
        if at == len(_LEVELS):
            return self.single()
        made = self.level(at + 1)
        while word := self.take(*_LEVELS[at]):
            made = _OPERATORS[word](made, self.level(at + 1))
        return made

    def single(self):
        if self.take('!'):
            part = self.single()
            return lambda n: not part(n)
        if self.take('('):
            made = self.whole()
            if not self.take(')'):
                raise ValueError('unbalanced parenthesis in plural form')
            return made
        word = self.words[0]
        if word != 'n' and not word.isdigit():
            raise self.wrong()
        self.words.pop(0)
        if word == 'n':
            return lambda n: n
        value = int(word)
        return lambda n: value


def _choice(condition, yes, no):
    return lambda n: yes(n) if condition(n) else no(n)


def c2py(plural):
    """The function of a plural form's expression."""
    if len(plural) > 1000:
        raise ValueError('plural form expression is too long')
    reader = _Plural(plural)
    body = reader.whole()
    if reader.words != ['']:
        raise reader.wrong()

    def func(n):
        return int(body(n if isinstance(n, int) else _as_int(n)))

    return func


def _as_int(n):
    kind = n.__class__.__name__
    try:
        round(n)
    except TypeError:
        raise TypeError(f'Plural value must be an integer, got {kind}') from None
    return _counted(n)


def _counted(n):
    """An int. For other numbers there is a warning."""
    try:
        return index(n)
    except TypeError:
        import warnings
        warnings._warn_program(f'Plural value must be an integer, got {n.__class__.__name__}', DeprecationWarning)
        return n


_current_domain = 'messages'
_localedirs = {}


_default_localedir = '/usr/share/locale'


def _less_special(language):
    """A language with its territory, codeset and modifier, and with ever fewer of them."""
    language.lower()  # What is no text has no such method, CPython says.
    rest, at, modifier = language.partition('@')
    rest, dot, codeset = rest.partition('.')
    rest, line, territory = rest.partition('_')
    parts = (dot + codeset, line + territory, at + modifier)
    for chosen in range(7, -1, -1):
        if all(part or not chosen & 1 << place for place, part in enumerate(parts)):
            codeset, territory, modifier = (part * (chosen >> place & 1) for place, part in enumerate(parts))
            yield rest + territory + codeset + modifier


def find(domain, localedir=None, languages=None, all=False):
    """The files with the messages of a domain that there are, for the languages that are asked for or those of the environment; or the
    first of them, if there is one."""
    import os
    if languages is None:
        given = filter(None, map(os.environ.get, ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG')))
        languages = next(given, 'C').split(':')
        if 'C' not in languages:
            languages.append('C')
    wanted = dict.fromkeys(name for language in languages for name in _less_special(language))
    found = []
    for language in wanted:
        if language == 'C':
            break
        file = os.path.join(_default_localedir if localedir is None else localedir, language, 'LC_MESSAGES', f'{domain}.mo')
        if os.path.exists(file):
            if not all:
                return file
            found.append(file)
    return found if all else None


_translations = {}  # What files held, by the class that read them.


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    files = find(domain, localedir, languages, all=True)
    if not files:
        if fallback:
            return NullTranslations()
        raise FileNotFoundError(2, 'No translation file found for domain', domain)
    from copy import copy
    from os.path import abspath
    class_ = GNUTranslations if class_ is None else class_
    first = None
    for file in files:
        key = class_, abspath(file)
        if key not in _translations:
            with open(file, 'rb') as fp:
                _translations[key] = class_(fp)
        found = copy(_translations[key])
        if first is None:
            first = found
        else:
            first.add_fallback(found)
    return first


def install(domain, localedir=None, *, names=None):
    translation(domain, localedir, fallback=True).install(names)


def textdomain(domain=None):
    global _current_domain
    if domain is not None:
        _current_domain = domain
    return _current_domain


def bindtextdomain(domain, localedir=None):
    if localedir is not None:
        _localedirs[domain] = localedir
    return _localedirs.get(domain, _default_localedir)


def _of(domain):
    return translation(domain, _localedirs.get(domain), fallback=True)


def dgettext(domain, message):
    return _of(domain).gettext(message)


def dngettext(domain, msgid1, msgid2, n):
    return _of(domain).ngettext(msgid1, msgid2, n)


def dpgettext(domain, context, message):
    return _of(domain).pgettext(context, message)


def dnpgettext(domain, context, msgid1, msgid2, n):
    return _of(domain).npgettext(context, msgid1, msgid2, n)


def gettext(message):
    return dgettext(_current_domain, message)


def ngettext(msgid1, msgid2, n):
    return dngettext(_current_domain, msgid1, msgid2, n)


def pgettext(context, message):
    return dpgettext(_current_domain, context, message)


def npgettext(context, msgid1, msgid2, n):
    return dnpgettext(_current_domain, context, msgid1, msgid2, n)


Catalog = translation
