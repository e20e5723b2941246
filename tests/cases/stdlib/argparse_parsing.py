"""Command lines: values, options, groups, subcommands, help and errors."""
import argparse
import contextlib
import io


def attempt(parser, *args):
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = parser.parse_args(list(args))
    except SystemExit as stop:
        print(args, 'exit', stop.code, out.getvalue() + err.getvalue())
    else:
        print(args, found)


p = argparse.ArgumentParser(prog='tool', description='Does things with files, many of them, one after the other, as they come.',
                            epilog='The end of %(prog)s.')
p.add_argument('files', nargs='+', help='what to read')
p.add_argument('-o', '--output', metavar='FILE', default='-', help='where to write (default: %(default)s)')
p.add_argument('-n', '--number', type=int, choices=[1, 2, 3])
p.add_argument('-v', '--verbose', action='count', default=0, help='say more')
p.add_argument('--flag', action=argparse.BooleanOptionalAction)
p.add_argument('--list', action='append')
p.add_argument('--const', action='store_const', const=42)
p.add_argument('--off', action='store_false')
p.add_argument('--pair', nargs=2, type=float)
p.add_argument('--many', nargs='*', action='extend')
p.add_argument('--version', action='version', version='%(prog)s 1.0')
attempt(p, 'a', 'b')
attempt(p, '-vvv', 'a', '-o', 'x', '--number=2', '--flag')
attempt(p, 'a', '--no-flag', '--list', '1', '--list', '2', '--const', '--off', '--pair', '1', '2.5', '--many', 'q', 'r')
attempt(p, '-ox', '--', '-a')
attempt(p, '--outp', 'y', 'a')
attempt(p)
attempt(p, 'a', '-n', '7')
attempt(p, 'a', '-n', 'x')
attempt(p, 'a', '--pair', '1')
attempt(p, 'a', '--nope')
attempt(p, 'a', '--ver')
attempt(p, '--version')
attempt(p, '--help')
print(p.format_usage())
print(p.parse_known_args(['a', '--x', '1']))

q = argparse.ArgumentParser(prog='git', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
q.add_argument('--level', type=int, default=3, help='how deep')
sub = q.add_subparsers(dest='command', required=True, title='commands', help='what to do')
add = sub.add_parser('add', help='adds', aliases=['a'])
add.add_argument('name')
drop = sub.add_parser('drop', help='drops')
group = drop.add_mutually_exclusive_group(required=True)
group.add_argument('--all', action='store_true')
group.add_argument('--one')
drop.set_defaults(kind='dropping')
attempt(q, 'add', 'x')
attempt(q, '--level', '1', 'a', 'y')
attempt(q, 'drop', '--one', 'z')
attempt(q, 'drop')
attempt(q, 'drop', '--all', '--one', 'z')
attempt(q, 'nope')
attempt(q)
attempt(q, '-h')
attempt(q, 'drop', '-h')

r = argparse.ArgumentParser(exit_on_error=False, add_help=False, prog='r', parents=[], allow_abbrev=False)
r.add_argument('x', nargs='?', default='none')
r.add_argument('rest', nargs='*')
r.add_argument('--int', type=int, default='7', dest='number', required=False)
attempt(r)
attempt(r, '1', '2', '3')
try:
    r.parse_args(['--int', 'z'])
except argparse.ArgumentError as error:
    print(error)
for args, kwargs in ((('a',), {'dest': 'b'}), (('--a', 'b'), {}), (('--n',), {'nargs': 0}), (('--n',), {'type': 'int'}), (('--n',), {'action': 'no'}), (('x',), {})):
    try:
        argparse.ArgumentParser(prog='e').add_argument(*args, **kwargs) if args != ('x',) else r.add_argument('--int')
    except (ValueError, TypeError, argparse.ArgumentError) as error:
        print(type(error).__name__, error)
ns = argparse.Namespace(a=1, b='x')
print(ns, ns == argparse.Namespace(a=1, b='x'), 'a' in ns, vars(ns))

# Groups in groups, the width of the screen, and subcommands that are there already
import os
import warnings
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    p = argparse.ArgumentParser(prog='nested')
    outer = p.add_mutually_exclusive_group(required=True)
    outer.add_argument('-a')
    outer.add_argument('-b')
    inner = outer.add_mutually_exclusive_group()
    inner.add_argument('-c', help=argparse.SUPPRESS)
    inner.add_argument('-d')
    inner.add_argument('-e')
print(p.format_usage())
for columns in ('30', '60', 'x'):
    os.environ['COLUMNS'] = columns
    print(p.format_help())
del os.environ['COLUMNS']
p = argparse.ArgumentParser(prog='PROG', description='words that shall\u00a0not\u00a0wrap ' * 4)
s = p.add_subparsers()
s.add_parser('one', aliases=['uno'])
for again in (p.add_subparsers, lambda: s.add_parser('one'), lambda: s.add_parser('two', aliases=['uno'])):
    try:
        again()
    except argparse.ArgumentError as error:
        print(repr(error), error)
print(p.format_help())
