# The files of the standard streams.
import os
import pathlib
import sys

# CPython keeps what is printed to a pipe until there is much of it; the device has no such store.
sys.stdout.reconfigure(line_buffering=True)

for name in ('/dev/stdin', '/dev/stdout', '/dev/stderr'):
    print(os.path.exists(name), os.path.isfile(name), os.path.isdir(name))
print({'null', 'stdin', 'stdout', 'stderr'} <= set(os.listdir('/dev')))
with open('/dev/stdout', 'w') as out:
    print('written', file=out, flush=True)
    print(out.writable(), out.readable(), out.name, out.mode)
print('still open')
with open('/dev/stdout', 'wb') as out:
    out.write(b'bytes\n')
print('one', end=' ', file=open('/dev/stdout', 'a'), flush=True)
pathlib.Path('/dev/stdout').write_text('by its path\n')
with open('/dev/stderr', 'w') as out:
    print(out.name, out.fileno() > 2)
fd = os.open('/dev/stdout', os.O_WRONLY)
print(os.write(fd, b'by number\n'))
os.close(fd)
print('last')
