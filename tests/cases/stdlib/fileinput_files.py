import fileinput, sys, io, os
for name, text in (('a.txt', 'one\ntwo\n'), ('b.txt', 'three'), ('c.txt', '')):
    with open(name, 'w') as f: f.write(text)
for line in fileinput.input(['a.txt', 'c.txt', 'b.txt'], encoding='utf-8'):
    print(repr(line), fileinput.filename(), fileinput.lineno(), fileinput.filelineno(), fileinput.isfirstline(), fileinput.isstdin(), fileinput.fileno() > 0)
print(fileinput.lineno(), fileinput.filelineno(), fileinput.filename())
fileinput.close()
try: fileinput.lineno()
except RuntimeError as e: print(e)
sys.stdin = io.StringIO('x\ny\n')
with fileinput.input(('-', 'b.txt')) as f:
    for line in f:
        print(line.strip(), f.isstdin(), f.filename(), f.lineno())
        if line == 'x\n': f.nextfile()
with fileinput.input('a.txt', inplace=True, backup='.orig') as f:
    for line in f: print(line.upper(), end='')
print(open('a.txt').read(), open('a.txt.orig').read())
with fileinput.input('a.txt', inplace=True) as f:
    for line in f: print(f.lineno(), line, end='')
print(open('a.txt').read(), os.path.exists('a.txt.bak'))
with fileinput.FileInput('a.txt', mode='rb') as f: print(f.readline(), f.readline(), f.readline(), f.lineno())
for wrong in (dict(mode='w'), dict(openhook=3), dict(openhook=print, inplace=True)):
    try: fileinput.FileInput('a.txt', **wrong)
    except ValueError as e: print(e)
with fileinput.input('b.txt', openhook=fileinput.hook_encoded('utf-8')) as f: print(list(f))
import gzip
with gzip.open('d.gz', 'wt') as f: f.write('zipped\n')
with fileinput.input(['d.gz', 'b.txt'], openhook=fileinput.hook_compressed, encoding='utf-8') as f: print(list(f))
with fileinput.input(['d.gz'], openhook=fileinput.hook_compressed, mode='rb') as f: print(list(f))
try: list(fileinput.FileInput('nothing.txt'))
except FileNotFoundError as e: print(e)
with fileinput.input('a.txt') as f:
    next(f)
    try: fileinput.input('b.txt')
    except RuntimeError as e: print(e)
print(fileinput.FileInput[str])
for n in ('a.txt','a.txt.orig','b.txt','c.txt','d.gz'): os.remove(n)
