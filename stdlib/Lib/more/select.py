"""Waiting for sockets and pipes. The sandbox has none, so only time passes."""
import time as _time

error = OSError
PIPE_BUF = 4096
POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
POLLRDNORM, POLLRDBAND, POLLWRNORM, POLLWRBAND, POLLMSG, POLLRDHUP = 64, 128, 256, 512, 1024, 8192


def _refuse(file):
    number = file if isinstance(file, int) else getattr(file, 'fileno', None)
    if number is None:
        raise TypeError('argument must be an int, or have a fileno() method.')
    raise PermissionError('there are no sockets and pipes in the sandbox')


def select(rlist, wlist, xlist, timeout=None, /):
    """Waits until one of the files is ready. There is none, so the time has to be bounded."""
    for file in [*rlist, *wlist, *xlist]:
        _refuse(file)
    if timeout is None:
        raise PermissionError('nothing can become ready in the sandbox: give a timeout')
    if timeout < 0:
        raise ValueError('timeout must be non-negative')
    _time.sleep(timeout)
    return [], [], []


class _Poll:
    __slots__ = ()

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        """Watches a file."""
        _refuse(fd)

    def modify(self, fd, eventmask, /):
        """Watches for other events."""
        raise FileNotFoundError(2, 'No such file or directory')

    def unregister(self, fd, /):
        """Watches a file no longer."""
        raise KeyError(fd)

    def poll(self, timeout=None, /):
        """Waits for events: as many milliseconds as it is told."""
        if timeout is None or timeout < 0:
            raise PermissionError('nothing can become ready in the sandbox: give a timeout')
        _time.sleep(timeout / 1000)
        return []


def poll():
    """Something that files can be registered with."""
    return _Poll()
