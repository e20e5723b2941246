"""An interpreter within the program: source typed line by line, run in a namespace of its own."""
import sys
import traceback
from codeop import CommandCompiler, compile_command
from _stockade import guest_setattr as _guest_setattr

__all__ = ['InteractiveInterpreter', 'InteractiveConsole', 'interact', 'compile_command']


def input(prompt='', /):
    """A line of what the program is given to read; another source of lines can take its place."""
    sys.stdout.write(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError('EOF when reading a line')
    return line.removesuffix('\n')


class InteractiveInterpreter:
    """Compiles and runs what it is given; whoever uses it says where lines come from."""

    def __init__(self, locals=None):
        self.locals = {'__name__': '__console__', '__doc__': None} if locals is None else locals
        self.compile = CommandCompiler()

    def runsource(self, source, filename='<input>', symbol='single'):
        """True when more source has to come; otherwise it was run, or what is wrong with it was shown."""
        try:
            code = self.compile(source, filename, symbol)
        except (OverflowError, SyntaxError, ValueError):
            self.showsyntaxerror(filename, source=source)
            return False
        if code is None:
            return True
        self.runcode(code)
        return False

    def runcode(self, code):
        try:
            exec(code, self.locals)
        except SystemExit:
            raise
        except BaseException:
            self.showtraceback()

    def showsyntaxerror(self, filename=None, **kwargs):
        """Shows the syntax error that is being handled, as one of the file that is named."""
        error = sys.exception()
        if filename and isinstance(error, SyntaxError):
            error.filename = filename
        self._showtraceback(error, None, kwargs.pop('source', ''))

    def showtraceback(self):
        """Shows the exception that is being handled."""
        error = sys.exception()
        # Frames of the library are not in it.
        self._showtraceback(error, error.__traceback__, '')

    def _showtraceback(self, error, trace, source):
        kind = type(error)
        lines = source.splitlines()
        if source and kind is SyntaxError and not error.text and len(lines) >= error.lineno:
            error.text = lines[error.lineno - 1]
        error = error.with_traceback(trace)
        sys.last_type, sys.last_traceback = kind, trace
        sys.last_exc = sys.last_value = error
        if sys.excepthook is sys.__excepthook__:
            self._excepthook(kind, error, trace)
            return
        # A hook of the program's own says what is shown, and where.
        try:
            sys.excepthook(kind, error, trace)
        except SystemExit:
            raise
        except BaseException as failed:
            failed.__context__ = None
            print('Error in sys.excepthook:', file=sys.stderr)
            sys.__excepthook__(type(failed), failed, failed.__traceback__)
            print(file=sys.stderr)
            print('Original exception was:', file=sys.stderr)
            sys.__excepthook__(kind, error, trace)

    def _excepthook(self, typ, value, tb):
        self.write(''.join(traceback.format_exception(typ, value, tb)))

    def write(self, data):
        sys.stderr.write(data)


class InteractiveConsole(InteractiveInterpreter):
    """Asks for lines, and gives an interpreter the commands they make."""

    def __init__(self, locals=None, filename='<console>', *, local_exit=False):
        InteractiveInterpreter.__init__(self, locals)
        self.filename, self.local_exit = filename, local_exit
        self.resetbuffer()

    def resetbuffer(self):
        self.buffer = []

    def interact(self, banner=None, exitmsg=None):
        """Reads and runs commands until the input ends."""
        if not hasattr(sys, 'ps1'):
            sys.ps1 = '>>> '
        if not hasattr(sys, 'ps2'):
            sys.ps2 = '... '
        name = type(self).__name__
        if banner is None:
            hint = 'Type "help", "copyright", "credits" or "license" for more information.'
            self.write(f'Python {sys.version} on {sys.platform}\n{hint}\n({name})\n')
        elif banner:
            self.write(f'{banner}\n')
        saved = self._put_quitters() if self.local_exit else {}
        try:
            self._converse()
        finally:
            import builtins
            for at, usual in saved.items():
                _guest_setattr(builtins, at, usual)
            if exitmsg is None:
                self.write(f'now exiting {name}...\n')
            elif exitmsg != '':
                self.write(f'{exitmsg}\n')

    def _put_quitters(self):
        """`exit` and `quit` that only leave this console; what they were."""
        import builtins
        saved = {at: getattr(builtins, at) for at in ('exit', 'quit') if hasattr(builtins, at)}
        for at in saved:
            _guest_setattr(builtins, at, Quitter(at))
        return saved

    def _converse(self):
        more = False
        while True:
            try:
                try:
                    line = self.raw_input(sys.ps2 if more else sys.ps1)
                except EOFError:
                    self.write('\n')
                    return
                more = self.push(line)
            except KeyboardInterrupt:
                self.write('\nKeyboardInterrupt\n')
                self.resetbuffer()
                more = False
            except SystemExit:
                if not self.local_exit:
                    raise
                self.write('\n')
                return

    def push(self, line, filename=None, _symbol='single'):
        """True when the line, with those before it, does not make a whole command yet."""
        self.buffer.append(line)
        more = self.runsource('\n'.join(self.buffer), self.filename if filename is None else filename, symbol=_symbol)
        if not more:
            self.resetbuffer()
        return more

    def raw_input(self, prompt=''):
        return input(prompt)


class Quitter:
    """What `exit` and `quit` are in a console that can be left alone."""

    def __init__(self, name):
        self.name, self.eof = name, 'Ctrl-D (i.e. EOF)'

    def __repr__(self):
        return f'Use {self.name} or {self.eof} to exit'

    def __call__(self, code=None):
        raise SystemExit(code)


def interact(banner=None, readfunc=None, local=None, exitmsg=None, local_exit=False):
    """Runs a console until its input ends."""
    console = InteractiveConsole(local, local_exit=local_exit)
    if readfunc is not None:
        console.raw_input = readfunc
    console.interact(banner, exitmsg)
