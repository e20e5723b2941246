"""Paths of Windows as parts of URLs, and back."""
from urllib.parse import quote, unquote


def url2pathname(url):
    """The path that a part of a URL names."""
    marked = url.replace(':', '|')
    if '|' not in marked:
        if marked.startswith('////'):
            marked = marked[2:]
        return unquote(marked.replace('/', '\\'))
    drive, *rest = marked.split('|')
    letter = drive[-1:]
    if len(rest) != 1 or not (letter.isascii() and letter.isalpha()):
        raise OSError('Bad URL: ' + marked)
    path = ''.join([f'{letter.upper()}:'] + ['\\' + unquote(part) for part in rest[0].split('/') if part])
    return path + '\\' if path.endswith(':') and marked.endswith('/') else path


def pathname2url(p):
    """A path as part of a URL."""
    if p.startswith('\\\\?\\'):
        p = p[4:]
        if p[:4].upper() == 'UNC\\':
            p = '\\' + p[4:]
        elif p[1:2] != ':':
            raise OSError('Bad path: ' + p)
    if ':' not in p:
        if p.startswith('\\\\'):
            p = '\\\\' + p
        return quote(p.replace('\\', '/'))
    drive, *rest = p.split(':', 2)
    if len(rest) != 1 or len(drive) > 1:
        raise OSError('Bad path: ' + p)
    return ''.join([f'///{quote(drive.upper())}:'] + ['/' + quote(part) for part in rest[0].split('\\') if part])
