"""What `configparser` is made of: errors, interpolations, views of sections."""
import re
from _collections_abc import MutableMapping

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10


class Error(Exception):
    """Any error of configparser."""
    __module__ = 'configparser'

    def __init__(self, msg=''):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """There is no such section."""
    __module__ = 'configparser'

    def __init__(self, section):
        Error.__init__(self, f'No section: {section!r}')
        self.section = section
        self.args = (section,)


def _where(source, lineno):
    return f'While reading from {source!r} ' + ('' if lineno is None else f'[line {lineno:2d}]')


class DuplicateSectionError(Error):
    """The section is there already."""
    __module__ = 'configparser'

    def __init__(self, section, source=None, lineno=None):
        what = f'section {section!r} already exists'
        if source is None:
            text = 'Section ' + repr(section) + ' already exists'
        else:
            text = f'While reading from {source!r}' + ('' if lineno is None else f' [line {lineno:2d}]') + ': ' + what
        Error.__init__(self, text)
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    """The option is there already."""
    __module__ = 'configparser'

    def __init__(self, section, option, source=None, lineno=None):
        what = f'ption {option!r} in section {section!r} already exists'
        if source is None:
            text = 'O' + what
        else:
            text = f'While reading from {source!r}' + ('' if lineno is None else f' [line {lineno:2d}]') + ': o' + what
        Error.__init__(self, text)
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    """There is no such option."""
    __module__ = 'configparser'

    def __init__(self, option, section):
        Error.__init__(self, f'No option {option!r} in section: {section!r}')
        self.option, self.section = option, section
        self.args = (option, section)


class InterpolationError(Error):
    """A value refers to something in a wrong way."""
    __module__ = 'configparser'

    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """A value refers to something that is not there."""
    __module__ = 'configparser'

    def __init__(self, option, section, rawval, reference):
        InterpolationError.__init__(self, option, section, (
            f'Bad value substitution: option {option!r} in section {section!r} contains an interpolation '
            f'key {reference!r} which is not a valid option name. Raw value: {rawval!r}'))
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """A value is not written as the interpolation wants it."""
    __module__ = 'configparser'


class InterpolationDepthError(InterpolationError):
    """Values refer to each other without end."""
    __module__ = 'configparser'

    def __init__(self, option, section, rawval):
        InterpolationError.__init__(self, option, section, (
            f'Recursion limit exceeded in value substitution: option {option!r} in section {section!r} '
            f'contains an interpolation key which cannot be substituted in {MAX_INTERPOLATION_DEPTH} steps. '
            f'Raw value: {rawval!r}'))
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Lines that are no options."""
    __module__ = 'configparser'

    def __init__(self, source, *args):
        super().__init__(f'Source contains parsing errors: {source!r}')
        self.source = source
        self.errors = []
        self.args = (source,)
        if args:
            self.append(*args)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f'\n\t[line {lineno:2d}]: {line!r}'

    def combine(self, others):
        for other in others:
            for error in other.errors:
                self.append(*error)
        return self


class MissingSectionHeaderError(ParsingError):
    """An option before the first section."""
    __module__ = 'configparser'

    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\nfile: %r, line: %d\n%r' % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class MultilineContinuationError(ParsingError):
    """A further line of an option that has no value."""
    __module__ = 'configparser'

    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'Key without value continued with an indented line.\nfile: %r, line: %d\n%r' % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class UnnamedSectionDisabledError(Error):
    """The section without a name was not allowed."""
    __module__ = 'configparser'

    def __init__(self):
        Error.__init__(self, 'Support for UNNAMED_SECTION is disabled.')


class InvalidWriteError(Error):
    """What would be written could not be read back."""
    __module__ = 'configparser'


class Interpolation:
    """Values as they are; the base class of those that do more."""
    __module__ = 'configparser'

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class BasicInterpolation(Interpolation):
    """`%(name)s` is the value of another option of the section, `%%` a percent sign."""
    __module__ = 'configparser'
    _mark = '%'
    _key = re.compile(r'%\(([^)]+)\)s')

    def before_get(self, parser, section, option, value, defaults):
        pieces = []
        self._expand(parser, option, pieces, value, section, defaults, 1)
        return ''.join(pieces)

    def before_set(self, parser, section, option, value):
        rest = self._key.sub('', value.replace(self._mark * 2, ''))
        if self._mark in rest:
            raise ValueError(f'invalid interpolation syntax in {value!r} at position {rest.find(self._mark)}')
        return value

    def _expand(self, parser, option, pieces, rest, section, variables, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        mark = self._mark
        while rest:
            at = rest.find(mark)
            if at < 0:
                pieces.append(rest)
                return
            if at > 0:
                pieces.append(rest[:at])
                rest = rest[at:]
            following = rest[1:2]
            if following == mark:
                pieces.append(mark)
                rest = rest[2:]
            elif following == self._opening:
                match = self._key.match(rest)
                if match is None:
                    raise InterpolationSyntaxError(option, section, f'bad interpolation variable reference {rest!r}')
                rest = rest[match.end():]
                self._refer(parser, option, pieces, rest, section, variables, depth, match.group(1), raw)
            else:
                raise InterpolationSyntaxError(option, section, self._wrong(rest))

    _opening = '('

    def _wrong(self, rest):
        return f"'%' must be followed by '%' or '(', found: {rest!r}"

    def _refer(self, parser, option, pieces, rest, section, variables, depth, reference, raw):
        name = parser.optionxform(reference)
        try:
            value = variables[name]
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None
        if self._mark in value:
            self._expand(parser, option, pieces, value, section, variables, depth + 1)
        else:
            pieces.append(value)


class ExtendedInterpolation(Interpolation):
    """`${name}` is the value of another option of the section, `${section:name}` of one in another section."""
    __module__ = 'configparser'
    _mark = '$'
    _opening = '{'
    _key = re.compile(r'\$\{([^}]+)\}')
    _expand = BasicInterpolation._expand

    def before_get(self, parser, section, option, value, defaults):
        pieces = []
        self._expand(parser, option, pieces, value, section, defaults, 1)
        return ''.join(pieces)

    def before_set(self, parser, section, option, value):
        return BasicInterpolation.before_set(self, parser, section, option, value)

    def _wrong(self, rest):
        return f"'$' must be followed by '$' or '{{', found: {rest!r}"

    def _refer(self, parser, option, pieces, rest, section, variables, depth, reference, raw):
        path = reference.split(':')
        where, name = section, option
        try:
            if len(path) == 1:
                name = parser.optionxform(path[0])
                value = variables[name]
            elif len(path) == 2:
                where, name = path[0], parser.optionxform(path[1])
                value = parser.get(where, name, raw=True)
            else:
                raise InterpolationSyntaxError(option, section, f"More than one ':' found: {rest!r}")
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, ':'.join(path)) from None
        if value is None:
            return
        if '$' in value:
            self._expand(parser, name, pieces, value, where, dict(parser.items(where, raw=True)), depth + 1)
        else:
            pieces.append(value)


class SectionProxy(MutableMapping):
    """A section as a mapping."""
    __module__ = 'configparser'

    def __init__(self, parser, name):
        self._parser = parser
        self._name = name
        for conv in parser.converters:
            self._add(conv)

    def _add(self, conv):
        from functools import partial
        setattr(self, 'get' + conv, partial(self.get, _impl=getattr(self._parser, 'get' + conv)))

    def __repr__(self):
        return f'<Section: {self._name}>'

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return self._options().__iter__()

    def _options(self):
        if self._name != self._parser.default_section:
            return self._parser.options(self._name)
        return list(self._parser.defaults())

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """The value of an option, `fallback` without it."""
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class ConverterMapping(MutableMapping):
    """The get methods of a parser and of its sections, by name."""
    __module__ = 'configparser'

    def __init__(self, parser):
        self._parser = parser
        self._data = {}
        for name in dir(parser):
            if name.startswith('get') and len(name) > 3 and callable(getattr(parser, name)):
                self._data[name[3:]] = None

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        try:
            name = 'get' + key
        except TypeError:
            raise ValueError(f'Incompatible key: {key} (type: {type(key)})')
        if name == 'get':
            raise ValueError('Incompatible key: cannot use "" as a name')
        self._data[key] = value
        parser = self._parser

        def parser_get(section, option, **kwargs):
            return parser._get_conv(section, option, conv=value, **kwargs)
        parser_get.converter = value
        setattr(parser, name, parser_get)
        for proxy in parser._proxies.values():
            proxy._add(key)

    def __delitem__(self, key):
        try:
            name = 'get' + (key or None)
        except TypeError:
            raise KeyError(key)
        del self._data[key]
        for holder in [self._parser, *self._parser._proxies.values()]:
            try:
                delattr(holder, name)
            except AttributeError:
                # The parser's own methods stay.
                pass

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
