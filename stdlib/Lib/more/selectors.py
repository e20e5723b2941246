"""Waiting for sockets and pipes. The sandbox has none: nothing can be registered, so only time passes."""
import abc
from collections import namedtuple

__all__ = ['BaseSelector', 'DefaultSelector', 'EVENT_READ', 'EVENT_WRITE', 'SelectSelector', 'SelectorKey']

EVENT_READ, EVENT_WRITE = 1, 2

SelectorKey = namedtuple('SelectorKey', 'fileobj fd events data', module=__name__)


def _unknown(fileobj):
    return KeyError(f'{fileobj!r} is not registered')


class BaseSelector(metaclass=abc.ABCMeta):
    """The interface: file objects, and for each the events to wait for."""

    @abc.abstractmethod
    def register(self, fileobj, events, data=None):
        """Waits for events of a file object from now on."""
        raise NotImplementedError

    @abc.abstractmethod
    def unregister(self, fileobj):
        """Waits for a file object no longer."""
        raise NotImplementedError

    @abc.abstractmethod
    def select(self, timeout=None):
        """Waits; a list of keys with the events that came."""
        raise NotImplementedError

    @abc.abstractmethod
    def get_map(self):
        """The keys of what is registered, by file object; None after `close`."""
        raise NotImplementedError

    def modify(self, fileobj, events, data=None):
        """Waits for other events."""
        self.unregister(fileobj)
        return self.register(fileobj, events, data)

    def get_key(self, fileobj):
        """The key of a registered file object."""
        known = self.get_map()
        if known is None:
            raise RuntimeError('Selector is closed')
        if fileobj in known:
            return known[fileobj]
        raise _unknown(fileobj)

    def close(self):
        """Does nothing here. A subclass frees what it holds."""

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class SelectSelector(BaseSelector):
    """A selector that refuses every file object."""

    def register(self, fileobj, events, data=None):
        raise PermissionError('there are no files in the sandbox')

    def unregister(self, fileobj):
        raise _unknown(fileobj)

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
