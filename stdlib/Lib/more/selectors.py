"""Waiting for sockets and pipes, which are not there: the names, and nothing that waits."""
from abc import ABCMeta, abstractmethod
from collections import namedtuple

__all__ = ['BaseSelector', 'DefaultSelector', 'EVENT_READ', 'EVENT_WRITE', 'SelectSelector', 'SelectorKey']

EVENT_READ = 1
EVENT_WRITE = 2

SelectorKey = namedtuple('SelectorKey', ['fileobj', 'fd', 'events', 'data'], module=__name__)


class BaseSelector(metaclass=ABCMeta):
    """Objects that are waited for, each with the events that are of interest."""

    @abstractmethod
    def register(self, fileobj, events, data=None):
        raise NotImplementedError

    @abstractmethod
    def unregister(self, fileobj):
        raise NotImplementedError

    def modify(self, fileobj, events, data=None):
        self.unregister(fileobj)
        return self.register(fileobj, events, data)

    @abstractmethod
    def select(self, timeout=None):
        raise NotImplementedError

    def close(self):
        """There is nothing to be closed."""

    def get_key(self, fileobj):
        mapping = self.get_map()
        if mapping is None:
            raise RuntimeError('Selector is closed')
        try:
            return mapping[fileobj]
        except KeyError:
            raise KeyError(f'{fileobj!r} is not registered') from None

    @abstractmethod
    def get_map(self):
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class SelectSelector(BaseSelector):
    """A selector for which nothing can be registered."""

    def register(self, fileobj, events, data=None):
        raise PermissionError('there are no files in the sandbox')

    def unregister(self, fileobj):
        raise KeyError(f'{fileobj!r} is not registered')

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError('select() would block for ever: nothing can be registered in the sandbox')
        if timeout > 0:
            from time import sleep
            sleep(timeout)
        return []

    def get_map(self):
        return {}


DefaultSelector = SelectSelector
