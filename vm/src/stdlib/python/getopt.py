"""Options of a command line, in the manner of the C function of that name."""
__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    opt = ''
    msg = ''

    def __init__(self, msg, opt=''):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """(options found, arguments left): options end at the first argument that is none."""
    found, longopts = [], [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith('-') and args[0] != '-':
        if args[0] == '--':
            args = args[1:]
            break
        if args[0].startswith('--'):
            args = _long(found, args[0][2:], longopts, args[1:])
        else:
            args = _short(found, args[0][1:], shortopts, args[1:])
    return found, args


def gnu_getopt(args, shortopts, longopts=[]):
    """As getopt, but options and arguments may be mixed."""
    found, others, longopts = [], [], [longopts] if isinstance(longopts, str) else list(longopts)
    in_order = shortopts.startswith('-')
    stop_early = False
    if shortopts.startswith('+'):
        shortopts, stop_early = shortopts[1:], True
    elif in_order:
        shortopts = shortopts[1:]
    while args:
        if args[0] == '--':
            others += args[1:]
            break
        if args[0][:2] == '--':
            args = _long(found, args[0][2:], longopts, args[1:])
        elif args[0][:1] == '-' and args[0] != '-':
            args = _short(found, args[0][1:], shortopts, args[1:])
        elif stop_early:
            others += args
            break
        else:
            others.append(args[0])
            args = args[1:]
    return found, others


def _long(found, option, longopts, args):
    name, has_value, value = option.partition('=')
    matching = [known for known in longopts if known.startswith(name)]
    if not matching:
        raise GetoptError(f'option --{name} not recognized', name)
    if name in matching:
        wants, full = False, name
    elif name + '=' in matching:
        wants, full = True, name
    elif len(matching) > 1:
        raise GetoptError(f'option --{name} not a unique prefix', name)
    else:
        full = matching[0]
        wants = full.endswith('=')
        full = full.rstrip('=') if wants else full
    if wants:
        if not has_value:
            if not args:
                raise GetoptError(f'option --{full} requires argument', full)
            value, args = args[0], args[1:]
    elif has_value:
        raise GetoptError(f'option --{full} must not have an argument', full)
    found.append(('--' + full, value if wants else ''))
    return args


def _short(found, letters, shortopts, args):
    while letters:
        letter, letters = letters[0], letters[1:]
        for at in range(len(shortopts)):
            if letter == shortopts[at] != ':':
                break
        else:
            raise GetoptError(f'option -{letter} not recognized', letter)
        value = ''
        if shortopts.startswith(':', at + 1):
            if not letters:
                if not args:
                    raise GetoptError(f'option -{letter} requires argument', letter)
                letters, args = args[0], args[1:]
            value, letters = letters, ''
        found.append(('-' + letter, value))
    return args
