"""Messages in other languages: there are no catalogues, so messages stay as they are."""
__all__ = ['NullTranslations', 'GNUTranslations', 'Catalog', 'bindtextdomain', 'find', 'translation', 'install', 'textdomain',
           'dgettext', 'dngettext', 'gettext', 'ngettext', 'pgettext', 'dpgettext', 'npgettext', 'dnpgettext']


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
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context, message):
        return self._fallback.pgettext(context, message) if self._fallback else message

    def npgettext(self, context, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.npgettext(context, msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

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
    """Those of a compiled catalogue, of which none is there."""


_domain = 'messages'
_directories = {}


def find(domain, localedir=None, languages=None, all=False):
    """The file with the messages of a domain."""
    return [] if all else None


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    if fallback:
        return NullTranslations()
    raise FileNotFoundError(2, 'No translation file found for domain', domain)


def install(domain, localedir=None, *, names=None):
    translation(domain, localedir, fallback=True).install(names)


def textdomain(domain=None):
    global _domain
    if domain is not None:
        _domain = domain
    return _domain


def bindtextdomain(domain, localedir=None):
    if localedir is not None:
        _directories[domain] = localedir
    return _directories.get(domain, '/usr/share/locale')


def dgettext(domain, message):
    return message


def dngettext(domain, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def dpgettext(domain, context, message):
    return message


def dnpgettext(domain, context, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def gettext(message):
    return message


def ngettext(msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def pgettext(context, message):
    return message


def npgettext(context, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


Catalog = translation
