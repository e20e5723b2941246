"""`ntpath`: paths of Windows as text."""
import ntpath
import pathlib

paths = ['', 'a', 'c:', 'c:\\', 'c:/a/b.txt', 'C:a\\..\\b', '\\\\server\\share\\x\\y', '//server/share', '\\\\?\\UNC\\s\\h\\f', '\\a\\b\\',
         'a/./b/../../..', '\\\\.\\nul', 'c:\\..\\x', '..\\..', 'a.b.c', '.bashrc', 'x:\\d\\.e.f', b'c:\\a/b.c', b'\\\\s\\h\\q']
for path in paths:
    print(repr(path), ntpath.splitroot(path), ntpath.split(path), ntpath.splitext(path), ntpath.isabs(path), ntpath.normcase(path),
          ntpath.normpath(path), ntpath.basename(path), ntpath.dirname(path), ntpath.isreserved(path))
for parts in (('a', 'b'), ('c:\\a', 'd:b'), ('c:\\a', 'C:b'), ('c:', 'x'), ('a\\', '\\b'), ('\\\\s\\h', 'f'), ('c:\\a', 'c:\\b'), ('', 'a'), (b'a', b'b')):
    print(parts, ntpath.join(*parts))
for name in ('nul', 'con.txt', 'com1', 'a ', 'b.', 'x<y', 'c:\\aux\\b', 'fine', '..'):
    print(name, ntpath.isreserved(name))
print(ntpath.relpath('c:\\a\\b', 'c:\\a\\c'), ntpath.relpath('c:\\A', 'C:\\a'), ntpath.commonpath(['C:\\a\\b', 'c:/A/c']),
      ntpath.commonprefix(['ab', 'ac']))
for call in (lambda: ntpath.relpath('c:\\a', 'd:\\b'), lambda: ntpath.commonpath([]), lambda: ntpath.commonpath(['c:\\a', 'd:\\a']),
             lambda: ntpath.commonpath(['c:\\a', 'c:a']), lambda: ntpath.join('a', b'b'), lambda: ntpath.relpath('')):
    try:
        print(call())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(pathlib.PureWindowsPath.parser is ntpath, pathlib.PureWindowsPath('c:/a') / 'b' / 'D:x', pathlib.PureWindowsPath('//s/h/a').parts)
