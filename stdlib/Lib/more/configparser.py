"""Configuration files: sections of keys and values, with defaults and interpolation."""
import re
import sys
from _collections_abc import MutableMapping
from _configparser_parts import (BasicInterpolation, ConverterMapping, DEFAULTSECT, DuplicateOptionError,
                                 DuplicateSectionError, Error, ExtendedInterpolation, Interpolation,
                                 InterpolationDepthError, InterpolationError, InterpolationMissingOptionError,
                                 InterpolationSyntaxError, MAX_INTERPOLATION_DEPTH, MissingSectionHeaderError,
                                 MultilineContinuationError, NoOptionError, NoSectionError, ParsingError,
                                 SectionProxy, UnnamedSectionDisabledError, InvalidWriteError)

__all__ = ('NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError',
           'InterpolationError', 'InterpolationDepthError', 'InterpolationMissingOptionError',
           'InterpolationSyntaxError', 'ParsingError', 'MissingSectionHeaderError',
           'MultilineContinuationError', 'UnnamedSectionDisabledError', 'InvalidWriteError', 'ConfigParser', 'RawConfigParser', 'Interpolation',
           'BasicInterpolation', 'ExtendedInterpolation', 'SectionProxy', 'ConverterMapping',
           'DEFAULTSECT', 'MAX_INTERPOLATION_DEPTH', 'UNNAMED_SECTION')

_UNSET = object()
_default_dict = dict


class _UnnamedSection:
    def __repr__(self):
        return '<UNNAMED_SECTION>'


UNNAMED_SECTION = _UnnamedSection()


class RawConfigParser(MutableMapping):
    """Sections of options, without interpolation."""
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True,
                      '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()
    SECTCRE = re.compile(r'\[(?P<header>.+)\]')
    NONSPACECRE = re.compile(r'\S')

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'),
                 comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True,
                 empty_lines_in_values=True, default_section=DEFAULTSECT, interpolation=_UNSET,
                 converters=_UNSET, allow_unnamed_section=False):
        self._dict = dict_type
        self._sections = dict_type()
        self._defaults = dict_type()
        self._converters = ConverterMapping(self)
        self._proxies = dict_type()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self._allow_unnamed_section = allow_unnamed_section
        self.default_section = default_section
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation
        if self._interpolation is None:
            self._interpolation = Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f'interpolation= must be None or an instance of Interpolation; got an object '
                            f'of type {type(self._interpolation)}')
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def defaults(self):
        """The options that every section has."""
        return self._defaults

    def sections(self):
        """The names of the sections, the default one excluded."""
        return list(self._sections.keys())

    def add_section(self, section):
        """Make a section."""
        if section == self.default_section:
            raise ValueError(f'Invalid section name: {section!r}')
        if section is UNNAMED_SECTION and not self._allow_unnamed_section:
            raise UnnamedSectionDisabledError
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        """The names of a section's options, those of the defaults included."""
        try:
            options = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        options.update(self._defaults)
        return list(options.keys())

    def read(self, filenames, encoding=None):
        """Reads files; gives the names of those that could be opened."""
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__'):
            filenames = [filenames]
        from io import text_encoding
        encoding, found = text_encoding(encoding), []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, name)
            except OSError:
                continue
            if hasattr(name, '__fspath__'):
                from os import fspath
                name = fspath(name)
            found.append(name)
        return found

    def read_file(self, f, source=None):
        """Read from something that gives lines."""
        if source is None:
            source = getattr(f, 'name', '<???>')
        self._read(f, source)

    def read_string(self, string, source='<string>'):
        """Read from a string."""
        from io import StringIO
        self.read_file(StringIO(string), source)

    def read_dict(self, dictionary, source='<dict>'):
        """Read from sections of options in a dict."""
        added = set()
        for section, keys in dictionary.items():
            section = str(section) if section is not UNNAMED_SECTION else section
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """The value of an option."""
        try:
            chain = self._lookup(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = _Chained(chain)[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, _Chained(chain))

    def _lookup(self, section, vars=None):
        """Where options of a section are looked up, in order."""
        sectiondict = {}
        try:
            sectiondict = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        given = {}
        if vars:
            for key, value in vars.items():
                given[self.optionxform(key)] = None if value is None else str(value)
        return [given, sectiondict, self._defaults]

    def _get(self, section, conv, option, **kwargs):
        return conv(self.get(section, option, **kwargs))

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return self._get(section, conv, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars,
                              fallback=fallback, **kwargs)

    def items(self, section=_UNSET, raw=False, vars=None):
        """The options of a section with their values; without a section the sections."""
        if section is _UNSET:
            return super().items()
        found = self._defaults.copy()
        try:
            found.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        keys = list(found.keys())
        if vars:
            for key, value in vars.items():
                found[self.optionxform(key)] = value
        if raw:
            return [(key, found[key]) for key in keys]
        return [(key, self._interpolation.before_get(self, section, key, found[key], found)) for key in keys]

    def popitem(self):
        """Take a section out."""
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        """The form in which option names are kept; to be replaced where case counts."""
        return optionstr.lower()

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def set(self, section, option, value=None):
        """Set an option of a section."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            target = self._defaults
        else:
            try:
                target = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        target[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write everything in the form that is read."""
        delimiter = f' {self._delimiters[0]} ' if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), delimiter)
        if UNNAMED_SECTION in self._sections:
            self._write_section(fp, UNNAMED_SECTION, self._sections[UNNAMED_SECTION].items(), delimiter, unnamed=True)
        for section in self._sections:
            if section is not UNNAMED_SECTION:
                self._write_section(fp, section, self._sections[section].items(), delimiter)

    def _write_section(self, fp, section_name, section_items, delimiter, unnamed=False):
        if not unnamed:
            fp.write(f'[{section_name}]\n')
        for key, value in section_items:
            value = self._interpolation.before_write(self, section_name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace('\n', '\n\t')
            else:
                value = ''
            fp.write(f'{key}{value}\n')
        fp.write('\n')

    def remove_option(self, section, option):
        """Take an option out; whether it was there."""
        if not section or section == self.default_section:
            target = self._defaults
        else:
            try:
                target = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        option = self.optionxform(option)
        existed = option in target
        if existed:
            del target[option]
        return existed

    def remove_section(self, section):
        """Take a section out; whether it was there."""
        existed = section in self._sections
        if existed:
            del self._sections[section]
            del self._proxies[section]
        return existed

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        yield self.default_section
        yield from self._sections

    @property
    def converters(self):
        """The get methods, by name."""
        return self._converters

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f'Not a boolean: {value}')
        return self.BOOLEAN_STATES[value.lower()]

    def _validate_key_contents(self, key):
        for delimiter in self._delimiters:
            if key.startswith(delimiter):
                raise InvalidWriteError(f'Cannot write key {key}; begins with delimiter')

    def _validate_value_types(self, *, section='', option='', value=''):
        if not isinstance(section, str) and section is not UNNAMED_SECTION:
            raise TypeError('section names must be strings')
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError('option values must be strings')

    # Reading.

    def _without_comment(self, line):
        """A line without comments; whether it is nothing but one."""
        stripped = line.strip()
        for prefix in self._comment_prefixes:
            if stripped.startswith(prefix):
                return '', True
        end = len(line)
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    end = min(end, at)
                    break
                at = line.find(prefix, at + 1)
        return line[:end].strip(), end < len(line)

    def _split_option(self, text):
        """(name, delimiter, value): at the first delimiter."""
        places = [(at, -len(d), d) for d in self._delimiters if (at := text.find(d)) >= 0]
        if not places:
            return text.rstrip(), None, None
        at, _, delimiter = min(places)
        return text[:at].rstrip(), delimiter, text[at + len(delimiter):].strip()

    def _read(self, fp, fpname):
        try:
            problem = self._read_lines(fp, fpname)
        finally:
            self._join_values()
        if problem:
            raise problem

    def _read_lines(self, fp, fpname):
        seen, section, section_name, option, indent = set(), None, None, None, 0
        problem = None
        if self._allow_unnamed_section:
            section, section_name = self._begin(UNNAMED_SECTION, seen, fpname, None)
        for lineno, line in enumerate(fp, 1):
            text, had_comment = self._without_comment(line)
            if not text:
                if self._empty_lines_in_values:
                    # An empty line, not one that is only a comment, belongs to a value.
                    if not had_comment and section is not None and option and section.get(option) is not None:
                        section[option].append('')
                else:
                    indent = sys.maxsize
                continue
            here = self.NONSPACECRE.search(line).start()
            if section is not None and option and here > indent:
                # A line that is further in goes on with the value before it.
                if section.get(option) is None:
                    raise MultilineContinuationError(fpname, lineno, line)
                section[option].append(text)
                continue
            indent = here
            header = self.SECTCRE.match(text)
            if header:
                section, section_name = self._begin(header['header'], seen, fpname, lineno)
                option = None
                continue
            if section is None:
                raise MissingSectionHeaderError(fpname, lineno, line)
            name, delimiter, value = self._split_option(text)
            if delimiter is None and not self._allow_no_value or not name:
                problem = problem or ParsingError(fpname)
                problem.append(lineno, line)
                if delimiter is None:
                    continue
            option = self.optionxform(name)
            if self._strict and (section_name, option) in seen:
                raise DuplicateOptionError(section_name, option, fpname, lineno)
            seen.add((section_name, option))
            section[option] = None if value is None else [value]
        return problem

    def _begin(self, name, seen, fpname, lineno):
        if name in self._sections:
            if self._strict and name in seen:
                raise DuplicateSectionError(name, fpname, lineno)
            section = self._sections[name]
        elif name == self.default_section:
            return self._defaults, name
        else:
            section = self._sections[name] = self._dict()
            self._proxies[name] = SectionProxy(self, name)
        seen.add(name)
        return section, name

    def _join_values(self):
        """The lines of each value become one text."""
        for section, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in options.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)


class _Chained:
    """Mappings of which the first that has a key answers."""

    def __init__(self, maps):
        self.maps = maps

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)


class ConfigParser(RawConfigParser):
    """Sections of options with interpolation; only strings can be set."""
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set an option of a section; all must be strings."""
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def _read_defaults(self, defaults):
        interpolation, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = interpolation

    def add_section(self, section):
        """Make a section; the name must be a string."""
        self._validate_value_types(section=section)
        super().add_section(section)
