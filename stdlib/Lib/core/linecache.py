"""Lines of sources: what the program keeps here, what loaders tell, and the program itself."""
__all__ = ['getline', 'clearcache', 'checkcache', 'lazycache']
# By file name: size, time, lines and full name, or a function that returns the text on first use.
cache = {}


def clearcache():
    """Forgets everything."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """A line with its end; '' where there is none."""
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """All lines of a file."""
    known = cache.get(filename, ())
    if len(known) > 1:
        return known[2]
    return updatecache(filename, module_globals)


def checkcache(filename=None):
    """Forgets what was read from files that have changed since, or are gone."""
    for name in [*cache] if filename is None else [filename]:
        known = cache.get(name, ())
        if len(known) > 1:
            size, made, _, full = known
            if made is not None and _source(full) is None:
                from os import stat
                try:
                    found = stat(full)
                except (OSError, ValueError):
                    cache.pop(name, None)
                    continue
                if (size, made) != (found.st_size, found.st_mtime):
                    cache.pop(name, None)


def _source(filename):
    """The text of the program, under the name it was given."""
    import sys
    from _stockade import source_text
    main = sys._granted_modules().get('__main__')
    if main is None or getattr(main, '__file__', None) != filename:
        return None
    return source_text(main)


def _has_no_file(filename):
    return not filename or filename.startswith('<') and filename.endswith('>')


def updatecache(filename, module_globals=None):
    """Reads a file anew."""
    if len(cache.get(filename, ())) > 1:
        del cache[filename]
    if _has_no_file(filename):
        return []
    made = 0.0
    text = _source(filename)
    if text is None and lazycache(filename, module_globals):
        made = None
        try:
            text = cache[filename][0]()
        except (ImportError, OSError):
            pass
    if text is None:
        try:
            import tokenize
            with tokenize.open(filename) as file:
                lines = file.readlines()
        except (OSError, UnicodeDecodeError, SyntaxError):
            return []
        if lines and not lines[-1].endswith('\n'):
            lines[-1] += '\n'
        from os import stat
        known = stat(filename)
        cache[filename] = known.st_size, known.st_mtime, lines, filename
        return lines
    lines = [line + '\n' for line in (text.splitlines() if made is None else text.removesuffix('\n').split('\n'))]
    cache[filename] = (len(text), made, lines, filename)
    return lines


def lazycache(filename, module_globals):
    """Notes that the loader of a module is to be asked for its source; whether there is one."""
    if filename in cache:
        return len(cache[filename]) == 1
    if _has_no_file(filename) or not module_globals or '__name__' not in module_globals:
        return False
    spec = module_globals.get('__spec__')
    name = getattr(spec, 'name', None) or module_globals['__name__']
    loader = getattr(spec, 'loader', None)
    if loader is None:
        loader = module_globals.get('__loader__')
    get_source = getattr(loader, 'get_source', None)
    if not name or not get_source:
        return False

    def get_lines(name=name, *args, **kwargs):
        return get_source(name, *args, **kwargs)
    cache[filename] = (get_lines,)
    return True
