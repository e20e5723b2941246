"""Functions of os tell what is wrong with a path in the words of their call."""
import os
from pathlib import Path


def told(call, *args):
    try:
        print(call.__name__, call(*args))
    except Exception as error:
        print(call.__name__, type(error).__name__, error)


for call in (os.stat, os.lstat, os.listdir, os.scandir, os.mkdir, os.remove, os.unlink, os.rmdir, os.readlink, os.chdir, os.utime,
             os.path.getsize, os.path.getmtime, os.path.exists, os.path.islink, os.path.ismount, os.removedirs, os.makedirs):
    for wrong in ([], 1.5, 'a\0b'):
        told(call, wrong)
for call in (os.rename, os.replace, os.link, os.symlink):
    told(call, 3, 'b')
    told(call, 'a', None)
    told(call, 'a', 'b\0')
told(os.stat, 99999)
told(os.stat, 10**20)
told(os.listdir, 99999)
told(os.lstat, 3)
told(os.chmod, 3.5, 1)
told(os.chmod, 'nofile', 'b')
told(os.access, [], 1)
told(os.access, 'nofile', 'b')
told(os.truncate, [], 'a')
told(os.truncate, 'nofile', 'a')
told(os.utime, 'nofile', (1,))
told(os.mkdir, '/nofile/a', 'b')
told(os.open, 3, 0)
told(os.write, 1, 'a')
told(os.read, 99999, 'a')
told(os.urandom, 'a')
told(os.putenv, 'a=b', 'c')
told(os.putenv, 'a', 'c\0')
told(os.unsetenv, '')
print(type(os.walk(3)).__name__)
told(list, os.walk(3))
told(Path('nofile').rename, 3)
told(Path('nofile').chmod, 'x')
told(Path('nofile').write_text, 3)
told(Path('nofile').write_bytes, 'a')
for pattern in ('', '/a', 3):
    told(Path('nofile').glob, pattern)
