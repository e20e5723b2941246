"""What is known of installed distributions: none is installed."""
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
        return EntryPoints()

    @classmethod
    def from_name(cls, name):
        if not name:
            raise ValueError('A distribution name is required.')
        raise PackageNotFoundError(name)

    @classmethod
    def discover(cls, **kwargs):
        return chain(())


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
        return self

    @property
    def names(self):
        return set()

    @property
    def groups(self):
        return set()


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
    return EntryPoints()


def packages_distributions():
    return {}
