"""Command lines: what arguments there may be, reading them, and the help text."""
import re
import sys
from _argparse_help import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter, RawDescriptionHelpFormatter,
                            RawTextHelpFormatter)
from _stockade import guest_delattr as _guest_delattr, guest_getattr as _guest_getattr, guest_setattr as _guest_setattr

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER', 'SUPPRESS',
           'ZERO_OR_MORE']
SUPPRESS = '==SUPPRESS=='
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = '?', '*', '+', 'A...', '...'
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'
_none = object()


class _AttributeHolder:
    """Shows its attributes as the call that would make it."""

    def __repr__(self):
        shown, starred = [], {}
        for value in self._get_args():
            shown.append(repr(value))
        for name, value in self._get_kwargs():
            if name.isidentifier():
                shown.append(f'{name}={value!r}')
            else:
                starred[name] = value
        if starred:
            shown.append(f'**{starred!r}')
        return f'{type(self).__name__}({", ".join(shown)})'

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


class Namespace(_AttributeHolder):
    """What was read, as attributes."""

    def __init__(self, **kwargs):
        for name in kwargs:
            _guest_setattr(self, name, kwargs[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


def _get_action_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return '/'.join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        metavar = argument.metavar
        if not isinstance(metavar, tuple):
            return metavar
        if argument.nargs == ZERO_OR_MORE and len(metavar) == 2:
            return f'{metavar[0]}[, {metavar[1]}]'
        if argument.nargs == ONE_OR_MORE:
            return f'{metavar[0]}[, {metavar[1]}]'
        return ', '.join(metavar)
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return f'{{{",".join(map(str, argument.choices))}}}'
    return None


class ArgumentError(Exception):
    """A command line that cannot be read, and the argument it is about."""

    def __init__(self, argument, message):
        self.argument_name = _get_action_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return str(self.message)
        return f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    """A text that a type does not accept."""


class Action(_AttributeHolder):
    """What is done with the values of one argument."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, deprecated=False):
        self.option_strings, self.dest, self.nargs, self.const = option_strings, dest, nargs, const
        self.default, self.type, self.choices, self.required = default, type, choices, required
        self.help, self.metavar, self.deprecated = help, metavar, deprecated

    def _get_kwargs(self):
        names = ['option_strings', 'dest', 'nargs', 'const', 'default', 'type', 'choices', 'required', 'help', 'metavar',
                 'deprecated']
        return [(name, getattr(self, name)) for name in names]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


def _set(namespace, dest, value):
    _guest_setattr(namespace, dest, value)


def _current(namespace, dest):
    try:
        return _guest_getattr(namespace, dest)
    except AttributeError:
        return None


class BooleanOptionalAction(Action):
    """An option with its opposite: `--x` and `--no-x`."""

    def __init__(self, option_strings, dest, default=None, type=_none, choices=_none, required=False, help=None,
                 metavar=_none, deprecated=False):
        both = []
        for option in option_strings:
            both.append(option)
            if option.startswith('--'):
                if option.startswith('--no-'):
                    raise ValueError(f'invalid option name {option!r} for BooleanOptionalAction')
                both.append('--no-' + option[2:])
        given = {name: value for name, value in (('type', type), ('choices', choices), ('metavar', metavar))
                 if value is not _none}
        for name in given:
            import warnings
            warnings.warn(f'{name!r} is deprecated as of Python 3.12 and will be removed in Python 3.14.', DeprecationWarning,
                          stacklevel=3)
        super().__init__(both, dest, nargs=0, default=default, required=required, help=help, deprecated=deprecated,
                         type=given.get('type'), choices=given.get('choices'), metavar=given.get('metavar'))

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            _set(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, deprecated=False):
        if nargs == 0:
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as store '
                             'true or store const may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        _set(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None,
                 deprecated=False):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help,
                         deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        _set(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, const=True, deprecated=deprecated, required=required, help=help,
                         default=default)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, const=False, default=default, required=required, help=help,
                         deprecated=deprecated)


def _copied(items):
    if items is None:
        return []
    if type(items) is list:
        return items[:]
    import copy
    return copy.copy(items)


class _AppendAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, deprecated=False):
        if nargs == 0:
            raise ValueError('nargs for append actions must be != 0; if arg strings are not supplying the value to append, '
                             'the append const action may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_current(namespace, self.dest))
        items.append(values)
        _set(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None,
                 deprecated=False):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help,
                         metavar=metavar, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_current(namespace, self.dest))
        items.append(self.const)
        _set(namespace, self.dest, items)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_current(namespace, self.dest))
        items.extend(values)
        _set(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        _set(namespace, self.dest, (_current(namespace, self.dest) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        if help is None:
            help = "show program's version number and exit"
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = parser.version if self.version is None else self.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            metavar = name + (f' ({", ".join(aliases)})' if aliases else '')
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions, self._deprecated = {}, [], set()
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._name_parser_map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, *, deprecated=False, **kwargs):
        if kwargs.get('prog') is None:
            kwargs['prog'] = f'{self._prog_prefix} {name}'
        aliases = kwargs.pop('aliases', ())
        if name in self._name_parser_map:
            raise ArgumentError(self, f'conflicting subparser: {name}')
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(self, f'conflicting subparser alias: {alias}')
        if 'help' in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop('help')))
        parser = self._parser_class(**kwargs)
        for known in (name, *aliases):
            self._name_parser_map[known] = parser
            if deprecated:
                self._deprecated.add(known)
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            _set(namespace, self.dest, name)
        try:
            chosen = self._name_parser_map[name]
        except KeyError:
            known = ', '.join(self._name_parser_map)
            raise ArgumentError(self, f'unknown parser {name!r} (choices: {known})') from None
        if name in self._deprecated:
            parser._warning(f"command '{name}' is deprecated")
        inner, rest = chosen.parse_known_args(rest, None)
        for key, value in vars(inner).items():
            _set(namespace, key, value)
        if rest:
            if not hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
                setattr(namespace, _UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(rest)


class FileType:
    """Opens files, of which there are none; `-` is a standard stream."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == '-':
            if 'r' in self._mode:
                return sys.stdin
            if any(letter in self._mode for letter in 'wax'):
                return sys.stdout
            raise ValueError(f'argument "-" with mode {self._mode!r}')
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as error:
            raise ArgumentTypeError(f"can't open '{string}': {error}")

    def __repr__(self):
        shown = [repr(value) for value in (self._mode, self._bufsize) if value != -1]
        shown += [f'{name}={value!r}' for name, value in (('encoding', self._encoding), ('errors', self._errors))
                  if value is not None]
        return f'{type(self).__name__}({", ".join(shown)})'


_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
            'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction,
            'count': _CountAction, 'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction,
            'extend': _ExtendAction}


class _ActionsContainer:
    """Where arguments are added: a parser or a group of one."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.argument_default = description, argument_default
        self.prefix_chars, self.conflict_handler = prefix_chars, conflict_handler
        self._registries = {'action': dict(_ACTIONS)}
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._negative_number_matcher = re.compile(r'^-(?:\d+|\d*\.\d+)$')
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        try:
            return self._registries[registry_name].get(value, default)
        except (KeyError, TypeError):
            return default

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and 'dest' in kwargs:
                raise ValueError('dest supplied twice for positional argument')
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if 'default' not in kwargs:
            dest = kwargs['dest']
            if dest in self._defaults:
                kwargs['default'] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs['default'] = self.argument_default
        name = kwargs.pop('action', None)
        kind = self._registry_get('action', name, name)
        if not callable(kind):
            raise ValueError(f'unknown action "{kind}"')
        action = kind(**kwargs)
        function = self._registry_get('type', action.type, action.type)
        if function is not None and not callable(function):
            raise ValueError(f'{function!r} is not callable')
        if function is FileType:
            raise ValueError(f'{function!r} is a FileType class object, instance of it must be passed')
        if hasattr(self, '_get_formatter'):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs') from None
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        if isinstance(self, _ArgumentGroup):
            import warnings
            warnings.warn('Nesting argument groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if self._negative_number_matcher.match(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        titles = {}
        for group in self._action_groups:
            if group.title in titles:
                raise ValueError(f'cannot merge actions - two groups are named {group.title!r}')
            titles[group.title] = group
        groups = {}
        for group in container._action_groups:
            if group.title not in titles:
                titles[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                              conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                groups[action] = titles[group.title]
        for group in container._mutually_exclusive_groups:
            home = self if group._container is container else titles[group._container.title]
            merged = home.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                groups[action] = merged
        for action in container._actions:
            groups.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get('nargs')
        # A positional that may be empty is still reported as missing if another positional kept the parser from reaching it.
        if nargs != OPTIONAL and (nargs != ZERO_OR_MORE or 'default' not in kwargs):
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        long_options = []
        for option in args:
            if not option[0] in self.prefix_chars:
                raise ValueError(f'invalid option string {option!r}: must start with a character {self.prefix_chars!r}')
            if len(option) > 1 and option[1] in self.prefix_chars:
                long_options.append(option)
        dest = kwargs.pop('dest', None)
        if dest is None:
            chosen = long_options[0] if long_options else args[0]
            dest = chosen.lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f'dest= is required for options like {chosen!r}')
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _get_handler(self):
        handler = {'error': self._conflict_error, 'resolve': self._conflict_resolve}.get(self.conflict_handler)
        if handler is None:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}')
        return handler

    def _check_conflict(self, action):
        found = [(option, self._option_string_actions[option]) for option in action.option_strings
                 if option in self._option_string_actions]
        if found:
            self._get_handler()(action, found)

    def _conflict_error(self, action, found):
        names = ', '.join([option for option, _ in found])
        raise ArgumentError(action, f'conflicting option string{"" if len(found) == 1 else "s"}: {names}')

    def _conflict_resolve(self, action, found):
        for option, other in found:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        if 'prefix_chars' in kwargs:
            import warnings
            warnings.warn('The use of the undocumented \'prefix_chars\' parameter in ArgumentParser.add_argument_group() is '
                          'deprecated.', DeprecationWarning, stacklevel=3)
        kwargs.setdefault('conflict_handler', container.conflict_handler)
        kwargs.setdefault('prefix_chars', container.prefix_chars)
        kwargs.setdefault('argument_default', container.argument_default)
        super().__init__(description=description, **kwargs)
        self.title = title
        self._group_actions = []
        self._share(container)

    def _share(self, container):
        self._container = container
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults', '_has_negative_number_optionals',
                     '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)

    def add_mutually_exclusive_group(self, **kwargs):
        import warnings
        warnings.warn('Nesting mutually exclusive groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        return super().add_mutually_exclusive_group(**kwargs)


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Reads a list of arguments."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error', add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        if prog is None:
            prog = (sys.argv[0] if sys.argv else '').rpartition('/')[2]
        self.prog, self.usage, self.epilog, self.formatter_class = prog, usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = fromfile_prefix_chars, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        if add_help:
            dash = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(dash + 'h', dash * 2 + 'help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            if not isinstance(parent, ArgumentParser):
                raise TypeError('parents must be a list of ArgumentParser')
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        names = ['prog', 'usage', 'description', 'formatter_class', 'conflict_handler', 'add_help']
        return [(name, getattr(self, name)) for name in names]

    def add_subparsers(self, **kwargs):
        if self._subparsers is not None:
            raise ArgumentError(None, 'cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', type(self))
        if 'title' in kwargs or 'description' in kwargs:
            title = kwargs.pop('title', 'subcommands')
            self._subparsers = self.add_argument_group(title, kwargs.pop('description', None))
        else:
            self._subparsers = self._positionals
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(None, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        kind = self._registry_get('action', kwargs.pop('action', 'parsers'))
        action = kind(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    # Reading

    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            message = f'unrecognized arguments: {" ".join(rest)}'
            if not self.exit_on_error:
                raise ArgumentError(None, message)
            self.error(message)
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                _set(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                _set(namespace, dest, value)
        if self.exit_on_error:
            # If `error` returns, nothing was recognized.
            rest = args
            try:
                namespace, rest = self._parse_known_args(args, namespace)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, rest = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            rest.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, rest

    def _parse_known_args(self, arg_strings, namespace):
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        return _Reading(self, arg_strings, namespace).run()

    def _read_args_from_files(self, arg_strings):
        """Arguments with the lines of files in the places of their names."""
        found = []
        for text in arg_strings:
            if not text or text[0] not in self.fromfile_prefix_chars:
                found.append(text)
                continue
            try:
                with open(text[1:]) as lines:
                    inner = [part for line in lines.read().splitlines() for part in self.convert_arg_line_to_args(line)]
            except OSError as error:
                raise ArgumentError(None, str(error))
            found += self._read_args_from_files(inner)
        return found

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def parse_intermixed_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_intermixed_args(args, namespace)
        if rest:
            message = f'unrecognized arguments: {" ".join(rest)}'
            if not self.exit_on_error:
                raise ArgumentError(None, message)
            self.error(message)
        return namespace

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """Options first, as if there were no positionals; those are read from what is left."""
        positionals, groups = self._get_positional_actions(), self._mutually_exclusive_groups
        for action in positionals:
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError(f'parse_intermixed_args: positional arg with nargs={action.nargs}')
        if any(action in positionals for group in groups for action in group._group_actions):
            raise TypeError('parse_intermixed_args: positional in mutuallyExclusiveGroup')
        usage = self.usage
        try:
            if usage is None:
                # Error messages also name the positionals.
                self.usage = self.format_usage()[7:]
            namespace, left = self._parse_options_only(positionals, args, namespace)
            optional = [*self._get_optional_actions(), *groups]
            required = [each.required for each in optional]
            try:
                for each in optional:
                    each.required = False
                return self.parse_known_args(left, namespace)
            finally:
                for each, was in zip(optional, required):
                    each.required = was
        finally:
            self.usage = usage

    def _parse_options_only(self, positionals, args, namespace):
        saved = [(action.nargs, action.default) for action in positionals]
        try:
            for action in positionals:
                action.nargs = action.default = SUPPRESS
            namespace, left = self.parse_known_args(args, namespace)
            for action in positionals:
                if hasattr(namespace, action.dest) and _current(namespace, action.dest) == []:
                    from warnings import warn
                    warn(f'Do not expect {action.dest} in {namespace}')
                    _guest_delattr(namespace, action.dest)
        finally:
            for action, (nargs, default) in zip(positionals, saved):
                action.nargs, action.default = nargs, default
        return namespace, left

    def _parse_optional(self, text):
        """None for what is no option, or (action, option, separator, value) of those it may mean."""
        if not text or text[0] not in self.prefix_chars:
            return None
        if text in self._option_string_actions:
            return [(self._option_string_actions[text], text, None, None)]
        if len(text) == 1:
            return None
        option, separator, value = text.partition('=')
        if separator and option in self._option_string_actions:
            return [(self._option_string_actions[option], option, separator, value)]
        found = self._get_option_tuples(text)
        if found:
            return found
        if self._negative_number_matcher.match(text) and not self._has_negative_number_optionals:
            return None
        if ' ' in text:
            return None
        return [(None, text, None, None)]

    def _get_option_tuples(self, text):
        found, chars, known = [], self.prefix_chars, self._option_string_actions
        if text[0] in chars and text[1] in chars:
            if self.allow_abbrev:
                prefix, separator, value = text.partition('=')
                separator, value = (separator, value) if separator else (None, None)
                found = [(action, option, separator, value) for option, action in known.items() if option.startswith(prefix)]
        elif text[0] in chars:
            short, rest = text[:2], text[2:]
            prefix, separator, value = text.partition('=')
            separator, value = (separator, value) if separator else (None, None)
            for option, action in known.items():
                if option == short:
                    found.append((action, option, '', rest))
                elif self.allow_abbrev and option.startswith(prefix):
                    found.append((action, option, separator, value))
        return found

    def _get_nargs_pattern(self, action):
        nargs, optional = action.nargs, bool(action.option_strings)
        if isinstance(nargs, int):
            return f'({"A" * nargs})' if optional else f'(-*{"-*".join("A" * nargs)}-*)'
        if optional:
            return {None: '(A)', OPTIONAL: '(A?)', ZERO_OR_MORE: '(A*)', ONE_OR_MORE: '(A+)', REMAINDER: '([AO]*)',
                    PARSER: '(A[AO]*)', SUPPRESS: '()'}[nargs]
        return {None: '(-*A-*)', OPTIONAL: '(-*A?-*)', ZERO_OR_MORE: '(-*[A-]*)', ONE_OR_MORE: '(-*A[A-]*)',
                REMAINDER: '([-AO]*)', PARSER: '(-*A[-AO]*)', SUPPRESS: '(-*)'}[nargs]

    def _match_argument(self, action, pattern):
        match = re.match(self._get_nargs_pattern(action), pattern)
        if match is None:
            messages = {None: 'expected one argument', OPTIONAL: 'expected at most one argument',
                        ONE_OR_MORE: 'expected at least one argument'}
            message = messages.get(action.nargs)
            if message is None:
                message = f'expected {action.nargs} argument{"" if action.nargs == 1 else "s"}'
            raise ArgumentError(action, message)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, pattern):
        for count in range(len(actions), 0, -1):
            match = re.match(''.join([self._get_nargs_pattern(action) for action in actions[:count]]), pattern)
            if match is not None:
                return [len(text) for text in match.groups()]
        return []

    # Values

    def _get_values(self, action, texts):
        nargs = action.nargs
        if not texts and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str) and value is not SUPPRESS:
                value = self._get_value(action, value)
        elif not texts and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else []
        elif len(texts) == 1 and nargs in (None, OPTIONAL):
            value = self._get_value(action, texts[0])
            self._check_value(action, value)
        elif nargs == REMAINDER:
            value = [self._get_value(action, text) for text in texts]
        elif nargs == PARSER:
            value = [self._get_value(action, text) for text in texts]
            self._check_value(action, value[0])
        elif nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, text) for text in texts]
            for item in value:
                self._check_value(action, item)
        return value

    def _get_value(self, action, text):
        function = self._registry_get('type', action.type, action.type)
        if function is None:
            return text
        try:
            return function(text)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error))
        except (TypeError, ValueError):
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, f'invalid {name} value: {text!r}')

    def _check_value(self, action, value):
        choices = action.choices
        if choices is None:
            return
        if isinstance(choices, str):
            choices = iter(choices)
        if value not in choices:
            raise ArgumentError(action, f'invalid choice: {value!r} (choose from {", ".join(map(repr, action.choices))})')

    # Text

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            try:
                (file or sys.stderr).write(message)
            except (AttributeError, OSError):
                pass

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')

    def _warning(self, message):
        self._print_message(f'{self.prog}: warning: {message}\n', sys.stderr)


class _Reading:
    """One walk over a command line."""

    def __init__(self, parser, texts, namespace):
        self.parser, self.texts, self.namespace = parser, texts, namespace
        self.conflicts = {}
        for group in parser._mutually_exclusive_groups:
            for at, action in enumerate(group._group_actions):
                others = self.conflicts.setdefault(action, [])
                others += group._group_actions[:at] + group._group_actions[at + 1:]
        self.options, kinds, rest = {}, [], iter(enumerate(texts))
        for at, text in rest:
            if text == '--':
                kinds.append('-')
                kinds += ['A' for _ in rest]
            else:
                found = parser._parse_optional(text)
                if found is not None:
                    self.options[at] = found
                kinds.append('A' if found is None else 'O')
        self.pattern = ''.join(kinds)
        self.seen, self.seen_non_default, self.warned = set(), set(), set()
        self.positionals = parser._get_positional_actions()
        self.extras = []

    def take(self, action, texts, option=None):
        self.seen.add(action)
        values = self.parser._get_values(action, texts)
        if action.option_strings or texts:
            self.seen_non_default.add(action)
            for other in self.conflicts.get(action, ()):
                if other in self.seen_non_default:
                    raise ArgumentError(action, f'not allowed with argument {_get_action_name(other)}')
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    def option(self, at):
        parser, found = self.parser, self.options[at]
        if len(found) > 1:
            names = ', '.join([option for _, option, _, _ in found])
            raise ArgumentError(None, f'ambiguous option: {self.texts[at]} could match {names}')
        action, option, separator, value = found[0]
        taken = []
        while True:
            if action is None:
                self.extras.append(self.texts[at])
                return at + 1
            if value is not None:
                count = parser._match_argument(action, 'A')
                chars = parser.prefix_chars
                if count == 0 and option[1] not in chars and value != '':
                    if separator or value[0] in chars:
                        raise ArgumentError(action, f'ignored explicit argument {value!r}')
                    taken.append((action, [], option))
                    option = option[0] + value[0]
                    value = value[1:] or None
                    separator = None
                    known = parser._option_string_actions
                    if option in known:
                        action = known[option]
                        if value is None:
                            separator = None
                        elif value[0] == '=':
                            separator, value = '=', value[1:]
                        else:
                            separator = ''
                        continue
                    self.extras.append(option + (value or ''))
                    stop = at + 1
                    break
                if count == 1:
                    taken.append((action, [value], option))
                    stop = at + 1
                    break
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            start = at + 1
            count = parser._match_argument(action, self.pattern[start:])
            stop = start + count
            taken.append((action, self.texts[start:stop], option))
            break
        for action, texts, option in taken:
            if action.deprecated and option not in self.warned:
                parser._warning(f"option '{option}' is deprecated")
                self.warned.add(option)
            self.take(action, texts, option)
        return stop

    def some_positionals(self, at):
        parser = self.parser
        counts = parser._match_arguments_partial(self.positionals, self.pattern[at:])
        for action, count in zip(self.positionals[:], counts):
            texts = self.texts[at:at + count]
            kinds = self.pattern[at:at + count]
            if action.nargs == PARSER:
                if kinds[:1] == '-' or '-' in kinds and texts and texts[0] == '--':
                    texts.remove('--')
            elif action.nargs != REMAINDER and '-' in kinds:
                texts.remove('--')
            at += count
            if texts and action.deprecated and action.dest not in self.warned:
                parser._warning(f"argument '{action.dest}' is deprecated")
                self.warned.add(action.dest)
            self.take(action, texts)
        self.positionals = self.positionals[len(counts):]
        return at

    def run(self):
        at, last = 0, max(self.options, default=-1)
        while at <= last:
            following = at
            while following <= last and following not in self.options:
                following += 1
            if at != following:
                end = self.some_positionals(at)
                if end > at:
                    at = end
                    continue
                at = end
            if at not in self.options:
                self.extras += self.texts[at:following]
                at = following
            at = self.option(at)
        stop = self.some_positionals(at)
        self.extras += self.texts[stop:]
        self.finish()
        return self.namespace, self.extras

    def finish(self):
        missing = []
        for action in self.parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None and isinstance(action.default, str) and hasattr(self.namespace, action.dest)
                    and action.default is _current(self.namespace, action.dest)):
                _set(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            raise ArgumentError(None, f'the following arguments are required: {", ".join(missing)}')
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not any(action in self.seen_non_default for action in group._group_actions):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                raise ArgumentError(None, f'one of the arguments {" ".join(names)} is required')
