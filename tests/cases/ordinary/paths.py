# paths as texts and as objects, without a file
import os.path
import posixpath
from os import path
from os.path import basename, join
from pathlib import PurePath, PurePosixPath, PureWindowsPath

print(os.path.join('a', 'b', 'c.txt'), path.splitext('x.tar.gz'), basename('/a/b'), os.path.dirname('/a/b/c'))
print(os.path.normpath('/a/../b//c/.'), os.path.isabs('/a'), os.path.split('/a/b'), os.path.commonpath(['/a/b', '/a/c']))
print(posixpath.join('a', '/b'), os.path.relpath('/a/b', '/a/c'), os.path.sep, join('x', ''), os.path.commonprefix(['abc', 'abd']))
print(os.path.exists('/no/such/file'), os.path.isfile('/no/such/file'), os.path.isdir('/no/such'))
file = PurePosixPath('/srv/data') / 'report.tar.gz'
print(file, file.name, file.stem, file.suffix, file.suffixes, file.parent, file.parts, file.is_absolute())
print(file.with_suffix('.zip'), file.with_name('x'), file.relative_to('/srv'), file.match('*.gz'), list(file.parents))
print(PureWindowsPath('C:\\a\\b').drive, PureWindowsPath('C:/a') == PureWindowsPath('c:\\A'), PurePath('a') / 'b')
print(sorted({PurePosixPath('b'), PurePosixPath('a/c'), PurePosixPath('a')}), file.as_posix(), PurePosixPath('a').joinpath('b', 'c'))
if __name__ == '__main__':
    print('done')
