"""Interpreters of lines: each line begins with a command, which a method `do_...` carries out."""
import string
import sys

__all__ = ['Cmd']
PROMPT = '(Cmd) '
IDENTCHARS = string.ascii_letters + string.digits + '_'


class Cmd:
    """Reads lines and calls a method for each; to be subclassed."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = '='
    lastcmd = ''
    intro = None
    doc_leader = ''
    doc_header = 'Documented commands (type help <topic>):'
    misc_header = 'Miscellaneous help topics:'
    undoc_header = 'Undocumented commands:'
    nohelp = '*** No help on %s'
    use_rawinput = 1

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue = []
        self.completekey = completekey

    def cmdloop(self, intro=None):
        """Reads and carries out lines until a command says that it was the last."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(f'{self.intro}\n')
        stop = None
        while not stop:
            line = self.precmd(self._next_line())
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def _next_line(self):
        if self.cmdqueue:
            return self.cmdqueue.pop(0)
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return 'EOF'
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip('\r\n') if len(line) else 'EOF'

    def precmd(self, line):
        """What to carry out in place of a line that was read."""
        return line

    def postcmd(self, stop, line):
        """Whether to stop after a line, once it was carried out."""
        return stop

    def preloop(self):
        """Called before the first line is read."""

    def postloop(self):
        """Called after the last line."""

    def parseline(self, line):
        """(command, arguments, line); the first two are None where there is no command."""
        line = line.strip()
        if line.startswith('?'):
            line = 'help ' + line[1:]
        elif line.startswith('!') and hasattr(self, 'do_shell'):
            line = 'shell ' + line[1:]
        elif not line or line.startswith('!'):
            return None, None, line
        rest = line.lstrip(self.identchars)
        return line[:len(line) - len(rest)], rest.strip(), line

    def onecmd(self, line):
        """Carries out a line; true if it was the last."""
        command, argument, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if command is None:
            return self.default(line)
        self.lastcmd = '' if line == 'EOF' else line
        method = getattr(self, 'do_' + command, None) if command else None
        return self.default(line) if method is None else method(argument)

    def emptyline(self):
        """What an empty line does: the last command again."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        """What a line does that no method is for."""
        self.stdout.write(f'*** Unknown syntax: {line}\n')

    def completedefault(self, *ignored):
        """How arguments are completed that nothing else completes."""
        return []

    def completenames(self, text, *ignored):
        """The commands that begin with a text."""
        return [name[3:] for name in self.get_names() if name.startswith('do_' + text)]

    def complete(self, text, state):
        """One completion of a text after another, as a line editor asks for them."""
        if state == 0:
            import readline
            whole = readline.get_line_buffer()
            line = whole.lstrip()
            cut = len(whole) - len(line)
            begin, end = readline.get_begidx() - cut, readline.get_endidx() - cut
            complete = self.completenames
            if begin > 0:
                command = self.parseline(line)[0]
                complete = command and getattr(self, 'complete_' + command, None) or self.completedefault
            self.completion_matches = complete(text, line, begin, end)
        try:
            return self.completion_matches[state]
        except IndexError:
            return None

    def get_names(self):
        """The names that commands are looked for among."""
        return dir(self.__class__)

    def complete_help(self, *args):
        """The commands and topics that begin with a text."""
        begin = 'help_' + args[0]
        return [*{*self.completenames(*args), *(name[5:] for name in self.get_names() if name.startswith(begin))}]

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if arg:
            self._help_on(arg)
            return
        names = sorted({*self.get_names()})
        topics = {name[5:] for name in names if name.startswith('help_')}
        told, silent = [], []
        for name in names:
            if name.startswith('do_'):
                command = name[3:]
                (told if command in topics or getattr(self, name).__doc__ else silent).append(command)
                topics.discard(command)
        self.stdout.write(f'{self.doc_leader}\n')
        self.print_topics(self.doc_header, told, 15, 80)
        self.print_topics(self.misc_header, sorted(topics), 15, 80)
        self.print_topics(self.undoc_header, silent, 15, 80)

    def _help_on(self, topic):
        try:
            helper = getattr(self, 'help_' + topic)
        except AttributeError:
            from inspect import cleandoc
            method = getattr(self, 'do_' + topic, None)
            text = method and method.__doc__
            text = text and cleandoc(text)
            self.stdout.write(f'{text or self.nohelp % (topic,)}\n')
        else:
            helper()

    def print_topics(self, header, cmds, cmdlen, maxcol):
        """Shows names in columns below a heading."""
        if cmds:
            self.stdout.write(f'{header}\n')
            if self.ruler:
                self.stdout.write(f'{self.ruler * len(header)}\n')
            self.columnize(cmds, maxcol - 1)
            self.stdout.write('\n')

    def columnize(self, list, displaywidth=80):
        """Shows texts in as few lines as columns, read downwards, allow."""
        if not list:
            self.stdout.write('<empty>\n')
            return
        wrong = [str(at) for at, text in enumerate(list) if not isinstance(text, str)]
        if wrong:
            raise TypeError('list[i] not a string for i in ' + ', '.join(wrong))
        size = len(list)
        if size == 1:
            self.stdout.write(f'{list[0]}\n')
            return
        for rows in range(1, size + 1):
            columns = [list[at:at + rows] for at in range(0, size, rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth:
                break
        else:
            columns, widths = [list], [0]
        for row in range(len(columns[0])):
            cells = [column[row] if row < len(column) else '' for column in columns]
            while cells and not cells[-1]:
                cells.pop()
            self.stdout.write('  '.join([cell.ljust(width) for cell, width in zip(cells, widths)]) + '\n')
