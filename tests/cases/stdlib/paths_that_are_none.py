# Kinds of paths that there are only elsewhere: whatever names a path is none of them.
import ntpath
import os.path

for test in (os.path.isjunction, os.path.isdevdrive, ntpath.isjunction, ntpath.isdevdrive):
    for path in ('a', b'a', 1, None, 10**20):
        try:
            print(test(path))
        except TypeError as error:
            print(error)
