"""`optparse`: options, what they take, errors and help."""
import io
import optparse
import sys
from optparse import IndentedHelpFormatter, Option, OptionGroup, OptionParser, OptionValueError, SUPPRESS_HELP, TitledHelpFormatter, make_option


def told(f, *args, **kwargs):
    held, sys.stderr = sys.stderr, sys.stdout
    try:
        made = f(*args, **kwargs)
        print((str(made[0]), made[1]) if isinstance(made, tuple) else str(made))
    except SystemExit as e:
        print('exit', e.code)
    except Exception as e:
        print(type(e).__name__, e)
    finally:
        sys.stderr = held


def parser(**more):
    made = OptionParser(usage='%prog [options] FILE...', prog='tool', version='%prog 1.2', description='Does what it is told. ' * 6,
                        epilog='See also the other one.', **more)
    made.add_option('-v', '--verbose', action='count', default=0, help='say more')
    made.add_option('-q', '--quiet', action='store_false', dest='loud', default=True)
    made.add_option('-o', '--output-file', metavar='FILE', help='write to FILE instead of the default [default: %default]', default='-')
    made.add_option('-n', type='int', nargs=2, dest='pair')
    made.add_option('-I', action='append', dest='include', help=SUPPRESS_HELP)
    made.add_option('--level', type='choice', choices=['low', 'high'])
    made.add_option('--ratio', type=float)
    made.add_option('-a', action='append_const', const=7, dest='sevens')
    made.add_option('--call', action='callback', type='string', callback=lambda option, opt, value, p: p.values._update_loose({'called': (opt, value)}))
    group = OptionGroup(made, 'Rare', 'What is seldom needed.')
    group.add_option('--rare-option-with-a-long-name', action='store_true', help='a help text that has to be wrapped as it is too long for a line')
    made.add_option_group(group)
    return made


p = parser()
for line in ('', '-vvq a b', '-o x --output-file=y', '-n 1 0x10 rest', '-Ia -I b --level high', '--lev low --ratio 2.5', '-aa --call it --rare',
             '-v -- -q', '-n 1', '--nothing', '-z', '--level mid', '--ratio x', '-n 1 b', '--verbose=3', '--r', '--version', '-o'):
    told(p.parse_args, line.split())
p.disable_interspersed_args()
told(p.parse_args, ['-v', 'a', '-q'])
print(p.format_help())
titled = parser(formatter=TitledHelpFormatter(width=60))
print(titled.format_help(), titled.get_option('-v'), titled.has_option('--no'), titled.get_option_group('--rare-option-with-a-long-name').title)
titled.remove_option('-q')
print(titled.has_option('--quiet'), titled.defaults['loud'])
for args, kwargs in ((('-',), {}), (('--',), {}), (('-xy',), {}), (('x',), {}), ((), {}), (('-x',), {'action': 'no'}), (('-x',), {'type': 'no'}),
                     (('-x',), {'type': 'choice'}), (('-x',), {'choices': ['a']}), (('-x',), {'action': 'store_true', 'type': 'int'}),
                     (('-x',), {'action': 'count', 'nargs': 2}), (('-x',), {'const': 1}), (('-x',), {'callback': print}),
                     (('-x',), {'action': 'callback'}), (('-x',), {'foo': 1, 'bar': 2}), (('-x', '--long-one'), {'type': 'string'}),
                     (('-x',), {'action': 'callback', 'callback': print, 'callback_args': 3})):
    told(Option, *args, **kwargs) if kwargs.get('type') != 'string' else print(Option(*args, **kwargs), Option(*args, **kwargs).dest)
told(p.add_option, '-v')
told(p.add_option, 3)
resolving = OptionParser(prog='r', conflict_handler='resolve', option_list=[make_option('-a', '--all', help='old'), make_option('-b', type='int')])
resolving.add_option('-a', '--any', help='new', action='store_true')
print(resolving.format_option_help(IndentedHelpFormatter(max_help_position=40, short_first=0)))
resolving.set_defaults(b='7')
values, rest = resolving.parse_args(['--all', 'x', 'y'])
print(values, rest, values == {'all': 'x', 'b': 7, 'any': None}, values.ensure_value('more', []), values.more)
values._update({'b': 9, 'unknown': 1}, 'careful')
print(values.b, hasattr(values, 'unknown'))


class Exact(Option):
    TYPES = Option.TYPES + ('pair',)
    TYPE_CHECKER = dict(Option.TYPE_CHECKER)
    ACTIONS = Option.ACTIONS + ('extend',)
    STORE_ACTIONS = Option.STORE_ACTIONS + ('extend',)
    TYPED_ACTIONS = Option.TYPED_ACTIONS + ('extend',)
    ALWAYS_TYPED_ACTIONS = Option.ALWAYS_TYPED_ACTIONS + ('extend',)

    def take_action(self, action, dest, opt, value, values, parser):
        if action == 'extend':
            values.ensure_value(dest, []).extend(value.split(','))
        else:
            Option.take_action(self, action, dest, opt, value, values, parser)


def check_pair(option, opt, value):
    try:
        a, b = value.split(':')
        return a, b
    except ValueError:
        raise OptionValueError(f'option {opt}: no pair: {value!r}')


Exact.TYPE_CHECKER['pair'] = check_pair
special = OptionParser(option_class=Exact, prog='s', usage=optparse.SUPPRESS_USAGE)
special.add_option('--pair', type='pair')
special.add_option('--names', action='extend')
told(special.parse_args, ['--pair', 'a:b', '--names', 'x,y', '--names=z'])
told(special.parse_args, ['--pair', 'ab'])
out = io.StringIO()
special.print_help(out)
print(out.getvalue())
