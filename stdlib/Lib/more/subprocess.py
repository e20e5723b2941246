"""What is said about programs that are started, and how they ended. There are none here: what would start one raises PermissionError."""
from _stockade import withheld as _withheld
from os import PathLike as _PathLike, fsdecode as _fsdecode, fspath as _fspath
from types import GenericAlias as _GenericAlias

__all__ = ['Popen', 'PIPE', 'STDOUT', 'call', 'check_call', 'getstatusoutput', 'getoutput', 'check_output', 'run',
           'CalledProcessError', 'DEVNULL', 'SubprocessError', 'TimeoutExpired', 'CompletedProcess']

PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    pass


def _output(self):
    """Another name of `output`."""
    return self.output


def _set_output(self, value):
    self.output = value


class CalledProcessError(SubprocessError):
    """A program ended with another status than 0."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode = returncode
        self.cmd = cmd
        self.output = output
        self.stderr = stderr

    def __str__(self):
        if not self.returncode or self.returncode > 0:
            return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)
        from signal import Signals
        try:
            return "Command '%s' died with %r." % (self.cmd, Signals(-self.returncode))
        except ValueError:
            return "Command '%s' died with unknown signal %d." % (self.cmd, -self.returncode)

    stdout = property(_output, _set_output)


class TimeoutExpired(SubprocessError):
    """A program did not end in time."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd = cmd
        self.timeout = timeout
        self.output = output
        self.stderr = stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)

    stdout = property(_output, _set_output)


class CompletedProcess:
    """How a program ended, and what it said."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def __repr__(self):
        told = [f'args={self.args!r}', f'returncode={self.returncode!r}']
        told += [f'{name}={value!r}' for name, value in (('stdout', self.stdout), ('stderr', self.stderr)) if value is not None]
        return f"{type(self).__name__}({', '.join(told)})"

    __class_getitem__ = classmethod(_GenericAlias)

    def check_returncode(self):
        """Raises CalledProcessError where the status is not 0."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


class Popen:
    """A program that runs, if one could be started."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None, close_fds=True,
                 shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None, creationflags=0, restore_signals=True,
                 start_new_session=False, pass_fds=(), *, user=None, group=None, extra_groups=None, encoding=None, errors=None,
                 text=None, umask=-1, pipesize=-1, process_group=None):
        if not isinstance(-1 if bufsize is None else bufsize, int):
            raise TypeError('bufsize must be an integer')
        if not isinstance(-1 if pipesize is None else pipesize, int):
            raise TypeError('pipesize must be an integer')
        if startupinfo is not None:
            raise ValueError('startupinfo is only supported on Windows platforms')
        if creationflags != 0:
            raise ValueError('creationflags is only supported on Windows platforms')
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError('Cannot disambiguate when both text and universal_newlines are supplied but different. '
                                  'Pass one or the other.')
        self.args = args
        self.pid = self.returncode = self.stdin = self.stdout = self.stderr = None
        if isinstance(args, (str, bytes)):
            args = [args]
        elif isinstance(args, _PathLike):
            if shell:
                raise TypeError('path-like args is not allowed when shell is true')
            args = [args]
        else:
            args = list(args)
        if shell:
            args = ['/bin/sh', '-c', *args]
        program = executable or args[0]
        raise _withheld(PermissionError(13, 'Permission denied', _fsdecode(program)), 'subprocess.Popen')

    __class_getitem__ = classmethod(_GenericAlias)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        for stream in (self.stdout, self.stderr, self.stdin):
            if stream:
                stream.close()
        self.wait()

    def __repr__(self):
        told = repr(self.args)
        return f"<{type(self).__name__}: returncode: {self.returncode} args: {told if len(told) <= 80 else told[:76] + '...'}>"

    @property
    def universal_newlines(self):
        return self.text_mode

    def poll(self):
        """The status of a program that has ended."""
        return self.returncode

    def wait(self, timeout=None):
        """The status of a program, waited for."""
        return self.returncode

    def communicate(self, input=None, timeout=None):
        """The output of a program for an input."""
        return None, None

    def send_signal(self, sig):
        """Nothing is sent to a program that does not run."""

    def terminate(self):
        from signal import SIGTERM
        self.send_signal(SIGTERM)

    def kill(self):
        from signal import SIGKILL
        self.send_signal(SIGKILL)


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """How a program ended that was started with these arguments."""
    if input is not None:
        if kwargs.get('stdin') is not None:
            raise ValueError('stdin and input arguments may not both be used.')
        kwargs['stdin'] = PIPE
    if capture_output:
        if kwargs.get('stdout') is not None or kwargs.get('stderr') is not None:
            raise ValueError('stdout and stderr arguments may not be used with capture_output.')
        kwargs['stdout'] = kwargs['stderr'] = PIPE
    with Popen(*popenargs, **kwargs) as process:
        try:
            stdout, stderr = process.communicate(input, timeout=timeout)
        except BaseException:
            process.kill()
            raise
        status = process.poll()
        if check and status:
            raise CalledProcessError(status, process.args, output=stdout, stderr=stderr)
    return CompletedProcess(process.args, status, stdout, stderr)


def call(*popenargs, timeout=None, **kwargs):
    """The status that a program ended with."""
    with Popen(*popenargs, **kwargs) as process:
        try:
            return process.wait(timeout=timeout)
        except BaseException:
            process.kill()
            raise


def check_call(*popenargs, **kwargs):
    """0, or CalledProcessError where a program ended with another status."""
    status = call(*popenargs, **kwargs)
    if status:
        command = kwargs.get('args')
        raise CalledProcessError(status, popenargs[0] if command is None else command)
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """What a program said, or CalledProcessError where it ended with another status than 0."""
    for name in ('stdout', 'check'):
        if name in kwargs:
            raise ValueError(f'{name} argument not allowed, it will be overridden.')
    if 'input' in kwargs and kwargs['input'] is None:
        text = any(kwargs.get(name) for name in ('text', 'encoding', 'errors', 'universal_newlines'))
        kwargs['input'] = '' if text else b''
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """The status of a shell's command, and what it said."""
    try:
        said, status = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding, errors=errors), 0
    except CalledProcessError as error:
        said, status = error.output, error.returncode
    return status, said.removesuffix('\n')


def getoutput(cmd, *, encoding=None, errors=None):
    """What a shell's command said."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


def list2cmdline(seq):
    """Arguments as one line, as Windows' C library takes it apart again."""
    line = []
    for argument in map(_fsdecode, seq):
        quoted = ' ' in argument or '\t' in argument or not argument
        written, slashes = [], 0
        for char in argument:
            if char == '\\':
                slashes += 1
                continue
            # Before a quote mark a backslash must be doubled.
            written.append('\\' * slashes * (2 if char == '"' else 1) + ('\\"' if char == '"' else char))
            slashes = 0
        written.append('\\' * slashes * (2 if quoted else 1))
        line.append(f'"{"".join(written)}"' if quoted else ''.join(written))
    return ' '.join(line)
