"""Processes, each a thread of the program."""
import itertools
import sys
import threading

__all__ = ['BaseProcess', 'current_process', 'active_children', 'parent_process']
_numbers = itertools.count(2)
_children = set()


class Terminated(SystemExit):
    """Ends a process that was told to end, where it next waits for others."""


class BaseProcess:
    """A function that runs beside the others."""
    _parent = None
    _thread = None
    _exitcode = None
    _is_closed = False
    _end = None
    _made = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        if group is not None:
            raise AssertionError('group argument must be None for now')
        self._parent = current_process()
        self._parent._made += 1
        self._identity = (*self._parent._identity, self._parent._made)
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self._name = name or f'{type(self).__name__}-{":".join(map(str, self._identity))}'
        self._daemonic = self._parent._daemonic if daemon is None else daemon

    def _check(self):
        if self._is_closed:
            raise ValueError('process object is closed')

    def run(self):
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        self._check()
        if self._thread is not None:
            raise AssertionError('cannot start a process twice')
        if self._parent is not current_process():
            raise AssertionError('can only start a process object created by current process')
        if self._parent._daemonic:
            raise AssertionError('daemonic processes are not allowed to have children')
        self._pid = next(_numbers)
        self._thread = threading.Thread(target=self._bootstrap, name='MainThread', daemon=self._daemonic)
        self._thread._process = self
        _children.add(self)
        self._thread.start()

    def _bootstrap(self):
        try:
            self.run()
            code = 0
        except Terminated:
            code = self._end
        except SystemExit as error:
            code = 0 if error.code is None else error.code
            if not isinstance(code, int):
                sys.stderr.write(f'{code}\n')
                code = 1
        except BaseException:
            import traceback
            sys.stderr.write(f'Process {self.name}:\n{traceback.format_exc()}')
            code = 1
        from multiprocessing import util
        util._run_finalizers_of(self)
        if self._exitcode is None:
            self._exitcode = code
        _children.discard(self)

    def _renew(self):
        """Goes on as another process."""
        parent = self._parent
        parent._made += 1
        before, self._identity = self._identity, (*parent._identity, parent._made)
        self._pid = next(_numbers)
        self._name = self._name.replace(f'-{before[-1]}', f'-{self._identity[-1]}')

    def terminate(self):
        self._stop(-15)

    def kill(self):
        self._stop(-9)

    def _stop(self, code):
        self._check()
        if self._thread is None or self._exitcode is not None:
            return
        # The end is visible immediately. The thread ends where it next waits.
        self._end = self._exitcode = code
        self._thread._daemonic = True
        _children.discard(self)

    def join(self, timeout=None):
        self._check()
        if self._parent is not current_process():
            raise AssertionError('can only join a child process')
        if self._thread is None:
            raise AssertionError('can only join a started process')
        if self._exitcode is None:
            self._thread.join(timeout)

    def is_alive(self):
        self._check()
        if self is current_process():
            return True
        if self._parent is not current_process():
            raise AssertionError('can only test a child process')
        return self._thread is not None and self._exitcode is None and self._thread.is_alive()

    def close(self):
        if self._thread is not None and self._exitcode is None and self._thread.is_alive():
            raise ValueError('Cannot close a process while it is still running. You should first call join() or terminate().')
        _children.discard(self)
        self._is_closed = True

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        if not isinstance(name, str):
            raise AssertionError('name must be a string')
        self._name = name

    @property
    def daemon(self):
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if self._thread is not None:
            raise AssertionError('process has already started')
        self._daemonic = daemonic

    @property
    def exitcode(self):
        self._check()
        return self._exitcode

    @property
    def ident(self):
        self._check()
        return None if self._thread is None else self._pid

    pid = ident

    @property
    def authkey(self):
        return b''

    def __repr__(self):
        if self is current_process():
            status = 'started'
        elif self._is_closed:
            status = 'closed'
        elif self._thread is None:
            status = 'initial'
        elif self._exitcode is None and self._thread.is_alive():
            status = 'started'
        else:
            status = 'stopped'
        words = [type(self).__name__, f'name={self._name!r}']
        if self._thread is not None and not self._is_closed:
            words.append(f'pid={self._pid}')
        words += [f'parent={self._parent._pid}', status]
        if status == 'stopped':
            known = {-15: '-SIGTERM', -9: '-SIGKILL'}
            words.append(f'exitcode={known.get(self._exitcode, self._exitcode)}')
        return f'<{" ".join(words)}{" daemon" if self._daemonic else ""}>'


class Process(BaseProcess):
    _start_method = None


class _MainProcess(BaseProcess):
    def __init__(self):
        self._identity, self._name, self._daemonic, self._pid = (), 'MainProcess', False, 1

    def __repr__(self):
        return "<_MainProcess name='MainProcess' parent=None started>"

    ident = pid = property(lambda self: 1)


class _ParentProcess(BaseProcess):
    """A process as its child sees it."""

    def __init__(self, of):
        self._identity, self._name, self._daemonic, self._pid = of._identity, of._name, of._daemonic, of._pid
        self._of = of

    def is_alive(self):
        return self._of._exitcode is None

    def join(self, timeout=None):
        if self._of._thread is not None:
            self._of._thread.join(timeout)

    ident = pid = property(lambda self: self._pid)


_main = _MainProcess()


def current_process():
    return getattr(threading.current_thread(), '_process', _main)


def parent_process():
    parent = current_process()._parent
    return None if parent is None else _ParentProcess(parent)


def active_children():
    me = current_process()
    return [child for child in sorted(_children, key=lambda child: child._pid) if child._parent is me]


def check_end():
    """Ends a process that was told to end."""
    if current_process()._end is not None:
        raise Terminated
