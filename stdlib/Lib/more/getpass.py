"""Asking for a password, and the name of the user. There is no terminal: the password is read from `sys.stdin`, with a warning."""
import sys as _sys

__all__ = ['getpass', 'getuser', 'GetPassWarning']


class GetPassWarning(UserWarning):
    pass


def unix_getpass(prompt='Password: ', stream=None):
    """A line of input that is not to be seen while it is typed."""
    return fallback_getpass(prompt, stream)


def win_getpass(prompt='Password: ', stream=None):
    return fallback_getpass(prompt, stream)


def fallback_getpass(prompt='Password: ', stream=None):
    """A line of input, whoever sees it."""
    import warnings
    warnings.warn('Can not control echo on the terminal.', GetPassWarning, stacklevel=2)
    stream = stream or _sys.stderr
    print('Warning: Password input may be echoed.', file=stream)
    prompt = str(prompt)
    if prompt:
        try:
            stream.write(prompt)
        except UnicodeEncodeError:
            stream.write(prompt.encode(stream.encoding, 'replace').decode(stream.encoding))
        stream.flush()
    line = _sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix('\n')


def getuser():
    """The name of the user, as the environment says."""
    from os import environ
    for variable in ('LOGNAME', 'USER', 'LNAME', 'USERNAME'):
        if environ.get(variable):
            return environ[variable]
    raise OSError('No username set in the environment')


getpass = unix_getpass
