"""Interpreters of lines, and paths with variables in them."""
import cmd
import genericpath
import io
import ntpath
import os
import posixpath


class Shop(cmd.Cmd):
    intro = 'Welcome'
    prompt = '> '
    use_rawinput = False

    def do_buy(self, arg):
        """Buy something.

        buy WHAT
        """
        print('bought', arg, file=self.stdout)

    def do_sell(self, arg):
        print('sold', arg, file=self.stdout)

    def do_quit(self, arg):
        return True

    do_EOF = do_quit

    def help_prices(self):
        print('They are high.', file=self.stdout)

    def do_shell(self, arg):
        print('shell', arg, file=self.stdout)

    def postcmd(self, stop, line):
        print('after', repr(line), file=self.stdout)
        return stop


lines = 'buy a horse\n\nsell\nhelp\n?buy\nhelp prices\nhelp sell\nhelp nothing\n!ls -l\n  what is this\n?\n*odd\nquit\nbuy never\n'
out = io.StringIO()
shop = Shop(stdin=io.StringIO(lines), stdout=out)
shop.cmdqueue = ['buy first']
shop.cmdloop()
print(out.getvalue())
for line in ('', '  ', 'a b c', '?x', '!x', 'a-b', '-a', 'EOF'):
    print(shop.parseline(line), cmd.Cmd(stdin=shop.stdin).parseline(line))
print(shop.completenames('s'), sorted(shop.complete_help('')), shop.completedefault(1, 2), shop.lastcmd)
for words in ([], ['one'], [f'word{i}' * (i % 4) for i in range(30)], ['x' * 100, 'y']):
    shop.stdout = io.StringIO()
    shop.columnize(words, 60)
    shop.columnize(['one text that is longer'], 3)
    shop.columnize(['one'], None)
    print(shop.stdout.getvalue(), end='')
try:
    shop.columnize(['a', 1, 'b', None])
except TypeError as problem:
    print(problem)

os.environ.update(HOME='/home/me/', SPAM='eggs', EMPTY='')
for path in ('$SPAM', '${SPAM}s', '$SPAMs', '$', '${', '${SPAM', '$$SPAM', '%SPAM%', "'$SPAM' $SPAM", '%', '%%SPAM%', '$EMPTY/x', '${NO}$SPAM', '%NO%SPAM%'):
    print(path, posixpath.expandvars(path), ntpath.expandvars(path), posixpath.expandvars(path.encode()), ntpath.expandvars(path.encode()))
for path in ('~', '~/x', 'a~', b'~/x'):
    print(posixpath.expanduser(path))
os.environ.update(USERPROFILE=r'C:\Users\me', USERNAME='me')
for path in ('~', r'~\x', '~me/x', '~you/x', 'a~', b'~/x'):
    print(ntpath.expanduser(path))
print(genericpath.commonprefix(['abc', 'abd']), sorted(genericpath.__all__))
real, os.getcwd = os.getcwd, lambda: '/home/me'
print(posixpath.abspath('a/../b'), posixpath.relpath('../x'), posixpath.relpath('/home/you'))
