"""What is known of installed distributions: the packages that the host gave."""
from collections import namedtuple
from itertools import chain
from typing import Protocol

__all__ = ['Distribution', 'DistributionFinder', 'PackageMetadata', 'PackageNotFoundError', 'distribution', 'distributions',
           'entry_points', 'files', 'metadata', 'packages_distributions', 'requires', 'version']


class PackageNotFoundError(ModuleNotFoundError):
    """The package was not found."""

    def __str__(self):
        return f'No package metadata was found for {self.name}'

    @property
    def name(self):
        (name,) = self.args
        return name


class PackageMetadata(Protocol):
    """The metadata of a distribution."""


class Distribution:
    """An installed distribution; one of a program's own says what it has by `read_text` and `locate_file`."""

    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)

    def read_text(self, filename):
        """The text of a file of the distribution's metadata, or None."""

    def locate_file(self, path):
        """Where a file of the distribution is."""

    @property
    def metadata(self):
        from email import message_from_string
        return message_from_string(self.read_text('METADATA') or self.read_text('PKG-INFO') or '')

    @property
    def name(self):
        return self.metadata['Name']

    @property
    def version(self):
        return self.metadata['Version']

    @property
    def requires(self):
        return self.metadata.get_all('Requires-Dist')

    @property
    def files(self):
        return None

    @property
    def origin(self):
        return None

    @property
    def entry_points(self):
        return EntryPoints(_points(self.read_text('entry_points.txt') or ''))

    @classmethod
    def from_name(cls, name):
        if not name:
            raise ValueError('A distribution name is required.')
        for found in cls.discover(name=name):
            return found
        raise PackageNotFoundError(name)

    @classmethod
    def discover(cls, *, name=None, **kwargs):
        from _stockade import package_information
        found = map(_Given, package_information())
        return iter([given for given in found if name is None or _plain(given.name) == _plain(name)])


def _plain(name):
    """A name in the form that is compared."""
    import re
    return re.sub('[-_.]+', '-', name).lower()


def _points(text):
    """The entry points of a file: `name = module:attribute [extras]`, below a line with their group."""
    group = ''
    for line in text.splitlines():
        line = line.strip()
        if line.startswith('[') and line.endswith(']'):
            group = line[1:-1]
        elif '=' in line and not line.startswith('#'):
            name, _, value = line.partition('=')
            yield EntryPoint(name.strip(), value.strip(), group)


class _Given(Distribution):
    """The distribution of a package that the host gave."""

    def __init__(self, folder):
        self._folder = folder

    def read_text(self, filename):
        from _stockade import package_data
        data = package_data(f'{self._folder}/{filename}')
        return None if data is None else data.decode('utf-8')

    def locate_file(self, path):
        from pathlib import Path
        return Path('/packages', path)


class EntryPoint(namedtuple('EntryPoint', 'name value group')):
    """A named object that a distribution offers: `value` says where it is."""
    __slots__ = ()

    @property
    def module(self):
        return self.value.partition('[')[0].partition(':')[0].strip()

    @property
    def attr(self):
        return self.value.partition('[')[0].partition(':')[2].strip()

    def load(self):
        """The object itself."""
        from importlib import import_module
        found = import_module(self.module)
        for name in filter(None, self.attr.split('.')):
            found = getattr(found, name)
        return found

    def matches(self, **params):
        return all(getattr(self, name) == value for name, value in params.items())


class DistributionFinder:
    """Finds distributions."""


class EntryPoints(tuple):
    """Named objects that distributions offer, by group."""
    __slots__ = ()

    def __getitem__(self, name):
        for point in self:
            if point.name == name:
                return point
        raise KeyError(name)

    def __repr__(self):
        return f'{self.__class__.__name__}({tuple(self)!r})'

    def select(self, **params):
        return EntryPoints(point for point in self if point.matches(**params))

    @property
    def names(self):
        return {point.name for point in self}

    @property
    def groups(self):
        return {point.group for point in self}


def distribution(distribution_name):
    return Distribution.from_name(distribution_name)


def distributions(**kwargs):
    return Distribution.discover(**kwargs)


def metadata(distribution_name):
    return distribution(distribution_name).metadata


def version(distribution_name):
    return distribution(distribution_name).version


def files(distribution_name):
    return distribution(distribution_name).files


def requires(distribution_name):
    return distribution(distribution_name).requires


def entry_points(**params):
    return EntryPoints(chain.from_iterable(found.entry_points for found in distributions())).select(**params)


def packages_distributions():
    """The names of distributions by the names that are imported."""
    homes = {}
    for found in distributions():
        for name in (found.read_text('top_level.txt') or '').split():
            homes.setdefault(name, []).append(found.name)
    return homes
