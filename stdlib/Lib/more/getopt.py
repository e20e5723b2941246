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
            found, args = do_longs(found, args[0][2:], longopts, args[1:])
        else:
            found, args = do_shorts(found, args[0][1:], shortopts, args[1:])
    return found, args


def gnu_getopt(args, shortopts, longopts=[]):
    """As getopt, but options and arguments may be mixed."""
    found, others, longopts = [], [], [longopts] if isinstance(longopts, str) else list(longopts)
    in_order = shortopts.startswith('-')
    stop_early = False
    from os import environ
    if shortopts.startswith('+'):
        shortopts, stop_early = shortopts[1:], True
    elif in_order:
        shortopts = shortopts[1:]
    elif environ.get('POSIXLY_CORRECT'):
        stop_early = True
    while args:
        if args[0] == '--':
            others += args[1:]
            break
        if args[0][:2] == '--':
            found, args = do_longs(found, args[0][2:], longopts, args[1:])
        elif args[0][:1] == '-' and args[0] != '-':
            found, args = do_shorts(found, args[0][1:], shortopts, args[1:])
        elif stop_early:
            others += args
            break
        else:
            others.append(args[0])
            args = args[1:]
    return found, others


def do_longs(opts, opt, longopts, args):
    """Reads one long option: (options found so far, arguments left)."""
    name, has_value, value = opt.partition('=')
    wants, full = long_has_args(name, longopts)
    if wants:
        if not has_value:
            if not args:
                raise GetoptError(f'option --{full} requires argument', full)
            value, args = args[0], args[1:]
    elif has_value:
        raise GetoptError(f'option --{full} must not have an argument', full)
    opts.append(('--' + full, value if wants else ''))
    return opts, args


def long_has_args(opt, longopts):
    """Whether a long option, which may be shortened, wants an argument; and its whole name."""
    matching = [known for known in longopts if known.startswith(opt)]
    if not matching:
        raise GetoptError(f'option --{opt} not recognized', opt)
    if opt in matching:
        return False, opt
    if opt + '=' in matching:
        return True, opt
    if len(matching) > 1:
        raise GetoptError(f'option --{opt} not a unique prefix', opt)
    full = matching[0]
    return (True, full[:-1]) if full.endswith('=') else (False, full)


def do_shorts(opts, optstring, shortopts, args):
    """Reads the letters of one argument: (options found so far, arguments left)."""
    while optstring:
        letter, optstring = optstring[0], optstring[1:]
        value = ''
        if short_has_arg(letter, shortopts):
            if not optstring:
                if not args:
                    raise GetoptError(f'option -{letter} requires argument', letter)
                optstring, args = args[0], args[1:]
            value, optstring = optstring, ''
        opts.append(('-' + letter, value))
    return opts, args


def short_has_arg(opt, shortopts):
    """Whether a letter wants an argument."""
    for at in range(len(shortopts)):
        if opt == shortopts[at] != ':':
            return shortopts.startswith(':', at + 1)
    raise GetoptError(f'option -{opt} not recognized', opt)
