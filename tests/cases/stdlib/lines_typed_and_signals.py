"""`codeop`, `code` and `rlcompleter`; signals that a program sends itself; names and addresses of `socket`."""
import code
import codeop
import contextlib
import io
import os
import rlcompleter
import signal
import socket
import sys
import _thread
import unittest.util as util


def state(source, symbol='single'):
    try:
        found = codeop.compile_command(source, symbol=symbol)
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    return 'incomplete' if found is None else 'code'


for source in ('', '# x', 'a = 1', 'a = 1\n', 'a =', 'if 1:', 'if 1:\n  pass', 'if 1:\n  pass\n', 'if 1:\n  pass\nelse:', 'def f():\n  x',
               'def f():\n\n  x\n', '(1,', '(1,\n 2', 'f(1,\n 2)', '"""abc', '"abc', "a = 'a\\", 'x = [1 for', 'x = 1 +', 'x = 1 +\\', 'x y',
               'x = (1 2', 'a)', '  a', 'for x in y: pass', 'for x in y: pass\n', 'a\nif b: c', 'x = 1 if y else 2', 'try:\n  a\n', 'try:\n  a\nexcept:\n', '@f', '@f\n', 'class A:\n  @f\n', 'f"{a',
               'f"""{a}', 'a = 1; b = 2', 'a\nb', 'return', 'del', 'lambda z:', 'lambda z: \\', 'from a import (b,', 'x = {', 'match x:',
               'match x:\n  case 1:', 'async def f():', 'with a:\n', 'x if', '$', '1 = 2', 'while 1: (\n'):
    print(repr(source), state(source))
for source in ('', '1', '(1', 'a +', 'a b', 'lambda:', '1\n', '"a'):
    print('eval', repr(source), state(source, 'eval'))
for source in ('a = 1\nb = 2\n', 'if 1:\n  a\nb\n', 'if 1:\n', 'x = '):
    print('exec', repr(source), state(source, 'exec'))
print(codeop.compile_command('a = 1') == compile('a = 1', '<input>', 'single'), compile('a', 'x', 'exec') == compile('b', 'x', 'exec'))
print(hash(compile('a + 1', 'x', 'eval')) == hash(compile('a + 1', 'y', 'eval')), compile('1', 'x', 'eval') == 1)
try:
    compile('if 1:', '<typed>', 'single', codeop.PyCF_ALLOW_INCOMPLETE_INPUT)
except SyntaxError as error:
    print(type(error).__name__, error.msg, issubclass(type(error), SyntaxError))
print(codeop.Compile()('1 + 1', 'f', 'eval') is not None, codeop.CommandCompiler()('if x:') is None)


class Typed(code.InteractiveConsole):
    def __init__(self, lines, **names):
        super().__init__(names or None)
        self.lines = iter(lines)
        self.written = []

    def raw_input(self, prompt=''):
        print('prompt', repr(prompt))
        try:
            line = next(self.lines)
        except StopIteration:
            raise EOFError from None
        if isinstance(line, BaseException):
            raise line
        return line

    def write(self, data):
        self.written.append(data)


console = Typed(['x = 3', 'def f(a):', '    return a * x', '', 'f(4)', '1 / 0', 'a b', 'if x:', KeyboardInterrupt(), 'y', '"text"', 'print(__name__)'])
console.interact('welcome')
print(''.join(console.written))
print(sys.last_type, sys.last_value, sorted(set(console.locals) - {'__builtins__'}))
console = Typed(['a + 1', 'raise SystemExit(3)', 'a'], a=5)
try:
    console.interact('', '')
except SystemExit as error:
    print('left', error.code)
print(''.join(console.written))
inner = code.InteractiveInterpreter({'z': 2})
print(inner.runsource('z * 2'), inner.runsource('for i in range(2):'), inner.runsource('w = z\n', symbol='exec'), inner.locals['w'])
with contextlib.redirect_stderr(io.StringIO()) as shown:
    print(inner.runsource('1 +'))
    inner.runcode(compile('missing', '<here>', 'exec'))
print(shown.getvalue())
print(repr(code.Quitter('exit')), code.compile_command is codeop.compile_command)


class Thing:
    spam = 1
    _ham = 2

    @property
    def seen(self):
        raise RuntimeError

    def call(self, a):
        pass


completer = rlcompleter.Completer({'thing': Thing(), 'Thing': Thing, 'number': 1, 'none': None})
for text in ('th', 'num', 'Thi', 'thing.s', 'thing.', 'thing._h', 'thing.x', 'whi', 'tr', 'no', 'Fal', 'thing.call.__na', 'missing.a', 'number.b', 'zzz'):
    found = []
    while (word := completer.complete(text, len(found))) is not None:
        found.append(word)
    print(text, found)
print(completer.complete('', 1))
try:
    rlcompleter.Completer([1])
except TypeError as error:
    print(error)

print(signal.SIGINT, repr(signal.SIGTERM), signal.Signals(9).name, signal.strsignal(11), signal.SIG_DFL, signal.Signals.SIGABRT is signal.SIGIOT)
print(signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT) is signal.default_int_handler)
told = []
print(signal.signal(signal.SIGUSR1, lambda number, frame: told.append((number, frame is not None))))
signal.raise_signal(signal.SIGUSR1)
os.kill(os.getpid(), signal.SIGUSR1)
print(told)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as error:
    print('interrupted', error.args)
try:
    _thread.interrupt_main()
except KeyboardInterrupt:
    print('interrupted')
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.raise_signal(signal.SIGINT)
_thread.interrupt_main()
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1]))
signal.raise_signal(signal.SIGUSR1)
print(len(told), signal.sigpending())
print(signal.pthread_sigmask(signal.SIG_SETMASK, []), len(told))
for wrong in (lambda: signal.signal(0, signal.SIG_DFL), lambda: signal.signal(9, signal.SIG_IGN), lambda: signal.signal(2, 'x'),
              lambda: signal.getsignal(70), lambda: signal.signal('a', 1), lambda: signal.raise_signal(100), lambda: signal.strsignal(0),
              lambda: _thread.interrupt_main(70), lambda: signal.pthread_sigmask(9, [])):
    try:
        print(wrong())
    except (ValueError, TypeError, OSError) as error:
        print(type(error).__name__, error)
print(signal.SIGUSR1 in signal.valid_signals(), signal.alarm(0), signal.getitimer(signal.ITIMER_REAL))

print(repr(socket.AF_INET), socket.SOCK_STREAM, repr(socket.SocketKind.SOCK_DGRAM), socket.error is OSError, socket.timeout is TimeoutError)
print(socket.htons(1), socket.ntohl(1), socket.inet_aton('1.2.3'), socket.inet_ntoa(b'\x7f\0\0\1'), socket.inet_pton(socket.AF_INET6, '::1'))
print(socket.inet_ntop(socket.AF_INET6, bytes(15) + b'\1'), socket.inet_aton('0x10.1'), issubclass(socket.gaierror, OSError))
print(socket.getaddrinfo('127.0.0.1', 80, type=socket.SOCK_STREAM), socket.gethostbyname('10.0.0.1'), socket.getservbyname('https'))
socket.setdefaulttimeout(2)
print(socket.getdefaulttimeout())
socket.setdefaulttimeout(None)
for wrong in (lambda: socket.htons(-1), lambda: socket.htons(70000), lambda: socket.htonl(1.5), lambda: socket.inet_aton('256.1.1.1'),
              lambda: socket.inet_pton(2, '1.2.3'), lambda: socket.inet_ntoa(b'1'), lambda: socket.inet_ntop(10, b'1'),
              lambda: socket.setdefaulttimeout(-1), lambda: socket.getprotobyname('none'), lambda: socket.inet_aton(b'1')):
    try:
        print(wrong())
    except (ValueError, TypeError, OSError, OverflowError) as error:
        print(type(error).__name__, error)

print(util.sorted_list_difference([1, 1, 2, 4], [2, 3, 3, 5]), util.unorderable_list_difference([1, {}, 3], [{}, 4]))


class Told:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        print('eq', self.name, other.name)
        return True


class List(list):
    pass


class More(List):
    pass


class Tuple(tuple):
    pass


class Dict(dict):
    pass


first, second = Told('first'), Told('second')
print([first] == List([second]), List([first]) == More([second]), List([first]) == [second], (first,) == Tuple((second,)))
print([first] < List([second]), {1: first} == Dict({1: second}), list.__eq__([first], List([second])), [first] != [second])
