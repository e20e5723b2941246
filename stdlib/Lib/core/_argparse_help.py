"""Help texts of command lines."""
import re

SUPPRESS = '==SUPPRESS=='


def _columns():
    """How wide a line is: what the program says in its environment, or 80."""
    import sys
    if 'os' not in sys._granted_modules():
        return 80
    from shutil import get_terminal_size
    return get_terminal_size().columns


def _one_line(text):
    return re.sub(r'\s+', ' ', text, flags=re.ASCII).strip()


class _Section:
    def __init__(self, formatter, parent, heading=None):
        self.formatter, self.parent, self.heading, self.items = formatter, parent, heading, []

    def format_help(self):
        formatter = self.formatter
        if self.parent is not None:
            formatter._indent()
        text = formatter._join_parts([function(*args) for function, args in self.items])
        if self.parent is not None:
            formatter._dedent()
        if not text:
            return ''
        if self.heading is not SUPPRESS and self.heading is not None:
            heading = f'{"":{formatter._current_indent}}{self.heading}:\n' if formatter._current_indent else f'{self.heading}:\n'
        else:
            heading = ''
        return formatter._join_parts(['\n', heading, text, '\n'])


class HelpFormatter:
    """Puts usage, descriptions and arguments into columns."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = _columns() - 2
        self._prog, self._indent_increment = prog, indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = self._level = self._action_max_length = 0
        self._root_section = _Section(self, None)
        self._current_section = self._root_section

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        assert self._current_indent >= 0, 'Indent decreased below 0.'
        self._level -= 1

    def _add_item(self, function, args):
        self._current_section.items.append((function, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        lengths = [len(self._format_action_invocation(action)) + self._current_indent]
        for inner in self._iter_indented_subactions(action):
            lengths.append(len(self._format_action_invocation(inner)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, *lengths)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = re.sub(r'\n\n\n+', '\n\n', text).strip('\n') + '\n'
        return text

    def _join_parts(self, parts):
        return ''.join([part for part in parts if part and part is not SUPPRESS])

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = 'usage: '
        if usage is not None:
            return f'{prefix}{usage % dict(prog=self._prog)}\n\n'
        if not actions:
            return f'{prefix}{self._prog}\n\n'
        prog = str(self._prog)
        optionals = [action for action in actions if action.option_strings]
        positionals = [action for action in actions if not action.option_strings]
        usage = ' '.join([text for text in (prog, self._format_actions_usage(optionals + positionals, groups)) if text])
        width = self._width - self._current_indent
        if len(prefix) + len(usage) > width:
            options = self._get_actions_usage_parts(optionals, groups)
            others = self._get_actions_usage_parts(positionals, groups)
            if len(prefix) + len(prog) <= 0.75 * width:
                indent = ' ' * (len(prefix) + len(prog) + 1)
                if options:
                    lines = self._usage_lines([prog] + options, indent, width, prefix)
                    lines += self._usage_lines(others, indent, width)
                elif others:
                    lines = self._usage_lines([prog] + others, indent, width, prefix)
                else:
                    lines = [prog]
            else:
                indent = ' ' * len(prefix)
                lines = self._usage_lines(options + others, indent, width)
                if len(lines) > 1:
                    lines = self._usage_lines(options, indent, width) + self._usage_lines(others, indent, width)
                lines = [prog] + lines
            usage = '\n'.join(lines)
        return f'{prefix}{usage}\n\n'

    def _usage_lines(self, parts, indent, width, prefix=None):
        lines, line = [], []
        length = (len(prefix) if prefix is not None else len(indent)) - 1
        for part in parts:
            if line and length + 1 + len(part) > width:
                lines.append(indent + ' '.join(line))
                line, length = [], len(indent) - 1
            line.append(part)
            length += len(part) + 1
        if line:
            lines.append(indent + ' '.join(line))
        if prefix is not None and lines:
            lines[0] = lines[0][len(indent):]
        return lines

    def _format_actions_usage(self, actions, groups):
        return ' '.join(self._get_actions_usage_parts(actions, groups))

    def _get_actions_usage_parts(self, actions, groups):
        spans = {}
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f'empty group {group}')
            if all(action.help is SUPPRESS for action in members) or members[0] not in actions:
                continue
            start = actions.index(members[0])
            if actions[start:start + len(members)] == members:
                spans[start, start + len(members)] = group
        grouped = {action for group in spans.values() for action in group._group_actions}
        parts = [None if action.help is SUPPRESS else self._usage_part(action, action in grouped) for action in actions]
        # For nested groups, the inner ones come first, and their bars stay.
        barred = set()
        for start, end in sorted(spans, reverse=True):
            shown = [part for part in parts[start:end] if part is not None]
            last = start + len(shown) - 1
            if not spans[start, end].required:
                open_, close = '[', ']'
            else:
                open_, close = ('(', ')') if len(shown) > 1 else ('', '')
            shown[0] = open_ + shown[0]
            shown[-1] += close
            for at, part in enumerate(shown[:-1], start):
                if at not in barred:
                    parts[at] = part + ' |'
                    barred.add(at)
            parts[last] = shown[-1]
            parts[last + 1:end] = [None] * (end - last - 1)
        return [part for part in parts if part is not None]

    def _usage_part(self, action, bare=False):
        if not action.option_strings:
            text = self._format_args(action, self._get_default_metavar_for_positional(action))
            if bare and text[:1] == '[' and text[-1:] == ']':
                text = text[1:-1]
            return text
        if action.nargs == 0:
            text = action.format_usage()
        else:
            text = f'{action.option_strings[0]} {self._format_args(action, self._get_default_metavar_for_optional(action))}'
        return text if action.required or bare else f'[{text}]'

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % dict(prog=self._prog)
        width = max(self._width - self._current_indent, 11)
        return self._fill_text(text, width, ' ' * self._current_indent) + '\n\n'

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - position, 11)
        room = position - self._current_indent - 2
        header = self._format_action_invocation(action)
        pad = ' ' * self._current_indent
        if not action.help:
            parts = [f'{pad}{header}\n']
        elif len(header) <= room:
            parts, first = [f'{pad}{header:<{room}}  '], 0
        else:
            parts, first = [f'{pad}{header}\n'], position
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(f'{" " * first}{lines[0]}\n')
                for line in lines[1:]:
                    parts.append(f'{" " * position}{line}\n')
        elif not parts[-1].endswith('\n'):
            parts.append('\n')
        for inner in self._iter_indented_subactions(action):
            parts.append(self._format_action(inner))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return ' '.join(self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1))
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join(action.option_strings) + ' ' + args

    def _metavar_formatter(self, action, default):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = '{%s}' % ','.join(map(str, action.choices))
        else:
            result = default
        return lambda size: result if isinstance(result, tuple) else (result,) * size

    def _format_args(self, action, default):
        metavar, nargs = self._metavar_formatter(action, default), action.nargs
        if nargs is None:
            return '%s' % metavar(1)
        if nargs == '?':
            return '[%s]' % metavar(1)
        if nargs == '*':
            names = metavar(1)
            return '[%s [%s ...]]' % names if len(names) == 2 else '[%s ...]' % names
        if nargs == '+':
            return '%s [%s ...]' % metavar(2)
        if nargs == '...':
            return '...'
        if nargs == 'A...':
            return '%s ...' % metavar(1)
        if nargs == SUPPRESS:
            return ''
        try:
            parts = ['%s'] * nargs
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return ' '.join(parts) % metavar(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            value = params[name]
            if value is SUPPRESS:
                del params[name]
            elif hasattr(value, '__name__'):
                params[name] = value.__name__
        if params.get('choices') is not None:
            params['choices'] = ', '.join(map(str, params['choices']))
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        inner = getattr(action, '_get_subactions', None)
        if inner is not None:
            self._indent()
            yield from inner()
            self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(_one_line(text), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(_one_line(text), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Descriptions as they are written."""

    def _fill_text(self, text, width, indent):
        return ''.join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """All texts as they are written."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Says the defaults too."""

    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ''
        if '%(default)' not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in ('?', '*'):
                text += ' (default: %(default)s)'
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Shows values by their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


for _kind in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter,
              MetavarTypeHelpFormatter):
    _kind.__module__ = 'argparse'
del _kind
