# Streams of files: modes, places, errors, and streams that nobody has any more.
import os, tempfile, shutil
home = tempfile.mkdtemp()
os.chdir(home)
with open('a.txt','w') as f:
    print(f, f.write('hello\nworld\n'), f.tell())
with open('a.txt') as f:
    for l in f: print(repr(l))
import os
print( os.path.exists('a.txt'), os.path.getsize('a.txt'), os.path.isdir('a.txt'))
try: open('nope')
except OSError as e: print(type(e).__name__, e)
os.makedirs('d/e/f')
with open('d/e/x','wb') as f: f.write(b'123')
for t in os.walk('d'): print(t)
open('y','w').write('dropped')
print(open('y').read())
with open('y','a+') as f:
    f.write('more'); f.seek(0); print(f.read())
with open('y','r+') as f:
    f.write('DR'); f.seek(3); print(f.read(), f.tell()); f.truncate(4)
print(open('y').readlines(), os.stat('y').st_size)
import json
json.dump({'a':1}, open('j.json','w')); print(json.load(open('j.json')))
for bad in (lambda: open('d'), lambda: open('d','w'), lambda: open('a.txt/x'), lambda: open('q/x','w'), lambda: os.mkdir('d'), lambda: os.rmdir('d'), lambda: os.remove('d'), lambda: os.remove('zz'), lambda: os.rename('zz','yy'), lambda: os.listdir('a.txt'), lambda: open('a.txt','x'), lambda: open(''), lambda: os.rmdir('a.txt'), lambda: open('a.txt').write('x'), lambda: open('a.txt','w').read(), lambda: os.symlink('a','d'), lambda: os.readlink('d')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
f=open('q','w'); f.write('abc'); f.close()
def dump(fp): fp.write('x')
dump(open('j','w')); print(1, open('j').read())
x = open('q').read()
dump(open('j','w')); print(2, open('j').read())
import json
json.dump(1, open('j','w')); print(3, open('j').read())
json.dump(1, open('j','w')); print(4, open('j').read())
dump(open('j','w')); y=1; print(5, open('j').read())
dump(open('j','w'))
print(6, open('j').read())
# A stream that was taken apart has nothing to write; what is held back counts for whoever asks of the file.
t = open('apart', 'w'); t.write('ab'); raw = t.detach(); raw.flush()
print(open('apart').read()); raw.close()
open('held', 'w').write('abc'); print(os.lstat('held').st_size, [e.stat().st_size for e in os.scandir() if e.name == 'held'])
os.chdir('/')
shutil.rmtree(home)
