# What open() refuses, and which of two wrong things it tells of first.
import itertools

files = ('/nofile/x', '\ud800', 'a\0', b'/nofile/x', -1, 77, None, 1.5, [])
modes = ('r', 'rb', 'rt', 'rbt', 'rw', '', 'z', 'b', 'rr', 5)
rest = ({}, {'buffering': 'x'}, {'encoding': 3}, {'encoding': 'utf-8'}, {'newline': 'q'}, {'errors': 1}, {'closefd': False})
for file, mode, more in itertools.product(files, modes, rest):
    try:
        open(file, mode, **more)
    except Exception as e:
        print(ascii(file), mode, more, type(e).__name__, ascii(str(e)))
