"""Source in the forms `compile` takes: bytes of some encoding, and text without what an optimized program leaves out."""

_MARK = b'\xef\xbb\xbf'


def decoded(source, filename):
    """The text of bytes: in UTF-8, or in the encoding that a comment on one of the first two lines names."""
    if b'\0' in source:
        raise SyntaxError('source code string cannot contain null bytes')
    marked = source.startswith(_MARK)
    body = source[3:] if marked else source
    name = _normal(_named_encoding(body))
    if name == 'utf-8':
        try:
            return body.decode()
        except UnicodeDecodeError:
            return _without_bad_comments(body, filename)
    if marked:
        raise SyntaxError(f'encoding problem: {name} with BOM', (filename, 0, -1, None))
    try:
        return body.decode(name)
    except (LookupError, UnicodeError) as e:
        raise SyntaxError(str(e), (filename, 0, -1, None)) from None


def _named_encoding(body):
    import re
    for line in body.replace(b'\r', b'\n').split(b'\n', 2)[:2]:
        found = re.match(br'[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)', line)
        if found is not None:
            return found[1].decode()
        if line.strip(b' \t\f') and not line.lstrip(b' \t\f').startswith(b'#'):
            break
    return 'utf-8'


def _normal(name):
    start = name[:12].lower().replace('_', '-')
    if start == 'utf-8' or start.startswith('utf-8-'):
        return 'utf-8'
    latin = ('latin-1', 'iso-8859-1', 'iso-latin-1')
    if start in latin or start.startswith(tuple(known + '-' for known in latin)):
        return 'iso-8859-1'
    return name


def _without_bad_comments(body, filename):
    """Refuses bytes that are not UTF-8, except in comments, whose text is not used."""
    import re
    for number, line in enumerate(body.split(b'\n'), 1):
        try:
            line.decode()
            continue
        except UnicodeDecodeError as e:
            at = e.start
        for part in re.finditer(br'#.*|"[^"]*"?|\'[^\']*\'?|[\w\x80-\xff]+', line):
            if part.end() <= at:
                continue
            found = part[0]
            if found.startswith(b'#'):
                break
            is_text = found[:1] in (b'"', b"'")
            try:
                (found.strip(found[:1]) if is_text else found).decode()
            except UnicodeDecodeError as e:
                column = len(line[:part.start()].decode('utf-8', 'replace')) + 1
                shown = line.decode('utf-8', 'replace') + '\n'
                end = column + len(found.decode('utf-8', 'replace')) - 2 if is_text else -1
                raise SyntaxError(f'(unicode error) {e}', (filename, number, column, shown, number, end)) from None
            break
    return body.decode('utf-8', 'replace')


def without(text, optimize):
    """Source in which assertions do nothing and `__debug__` is false, from 2 on without docstrings; every line stays where it is."""
    import ast
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    gone = []
    work = [tree]
    while work:
        node = work.pop()
        if isinstance(node, ast.Assert):
            gone.append(node)
            continue
        if isinstance(node, ast.Name) and node.id == '__debug__' and isinstance(node.ctx, ast.Load):
            gone.append(node)
        elif optimize > 1 and isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                gone.append(first)
        work.extend(ast.iter_child_nodes(node))
    lines = text.encode().splitlines(keepends=True)
    for node in sorted(gone, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        first, last = node.lineno - 1, node.end_lineno - 1
        before, after = lines[first][:node.col_offset], lines[last][node.end_col_offset:]
        if first == last:
            shown = b'False' if isinstance(node, ast.Name) else b'0'
            lines[first] = before + shown.ljust(node.end_col_offset - node.col_offset) + after
        else:
            lines[first] = before + b'(0\n'
            lines[first + 1:last] = [b'\n'] * (last - first - 1)
            lines[last] = b')' + after
    return b''.join(lines).decode()
