"""`string.Template`: kept apart because only it needs `re`."""
import re

__name__ = 'string'
_absent = {}


class Template:
    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        _compile(cls)

    def __init__(self, template):
        self.template = template

    def _invalid(self, mo):
        start = mo.start('invalid')
        lines = self.template[:start].splitlines(keepends=True)
        if lines:
            column = start - len(''.join(lines[:-1]))
            line = len(lines)
        else:
            column = line = 1
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))

    def substitute(self, mapping=_absent, /, **kws):
        names = _names(mapping, kws)

        def replace(mo):
            name = mo.group('named') or mo.group('braced')
            if name is not None:
                return str(names[name])
            if mo.group('escaped') is not None:
                return self.delimiter
            if mo.group('invalid') is not None:
                self._invalid(mo)
            raise ValueError('Unrecognized named group in pattern', self.pattern)
        return self.pattern.sub(replace, self.template)

    def safe_substitute(self, mapping=_absent, /, **kws):
        names = _names(mapping, kws)

        def replace(mo):
            name = mo.group('named') or mo.group('braced')
            if name is not None:
                try:
                    return str(names[name])
                except KeyError:
                    return mo.group()
            if mo.group('escaped') is not None:
                return self.delimiter
            if mo.group('invalid') is not None:
                return mo.group()
            raise ValueError('Unrecognized named group in pattern', self.pattern)
        return self.pattern.sub(replace, self.template)

    def _matches(self):
        for mo in self.pattern.finditer(self.template):
            name = mo.group('named') or mo.group('braced')
            if name is None and mo.group('invalid') is None and mo.group('escaped') is None:
                raise ValueError('Unrecognized named group in pattern', self.pattern)
            yield mo, name

    def is_valid(self):
        return all([mo.group('invalid') is None for mo, _ in self._matches()])

    def get_identifiers(self):
        return list(dict.fromkeys([name for _, name in self._matches() if name is not None]))


def _names(mapping, kws):
    if mapping is _absent:
        return kws
    if kws:
        from collections import ChainMap
        return ChainMap(kws, mapping)
    return mapping


def _compile(cls):
    if 'pattern' in cls.__dict__:
        pattern = cls.pattern
    else:
        mark = re.escape(cls.delimiter)
        name = cls.idpattern
        braced = cls.braceidpattern or name
        pattern = (f'{mark}(?:(?P<escaped>{mark})|(?P<named>{name})|'
                   f'{{(?P<braced>{braced})}}|(?P<invalid>))')
    cls.pattern = re.compile(pattern, cls.flags | re.VERBOSE)


_compile(Template)
