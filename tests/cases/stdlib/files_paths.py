# Paths, folders, copies and temporary files, in a folder of their own.
from pathlib import Path
import os, tempfile, shutil, glob
home = tempfile.mkdtemp()
os.chdir(home)
base = Path('base'); base.mkdir()
(base/'a.txt').write_text('hello\n'); (base/'b.bin').write_bytes(b'\0\1')
(base/'sub'/'deep').mkdir(parents=True)
(base/'sub'/'c.txt').touch()
(base/'sub'/'deep'/'d.txt').write_text('deep')
os.symlink('a.txt', base/'link'); os.symlink('nowhere', base/'dang')
print(sorted(str(p) for p in base.iterdir()))
for pat in ('*', '*.txt', '**/*.txt', '**', '**/', '*/', 'sub/*', 'sub/**', '*/*/d*', 'a.txt', 'nope', '../base/*.bin'):
    print(pat, sorted(str(p) for p in base.glob(pat)))
print(sorted(str(p) for p in base.rglob('*.txt')), sorted(str(p) for p in base.rglob('')) if 0 else '')
for root, ds, fs in base.walk(): print(root, sorted(ds), sorted(fs))
for pat in ('base/*','base/**','base/*/*.txt','*','base/a.*','base/','base/nope*', '**/d*'):
    print(pat, sorted(glob.glob(pat, recursive=True)), sorted(glob.glob(pat)))
p = base/'a.txt'
print(p.exists(), p.is_file(), p.is_dir(), (base/'link').is_symlink(), (base/'link').readlink(), (base/'dang').exists(), p.stat().st_size, oct(p.stat().st_mode))
print(p.rename(base/'z.txt'), p.exists(), (base/'link').exists())
(base/'z.txt').replace(p); print(p.read_text(), p.read_bytes())
with p.open('a') as f: f.write('x')
print(p.read_text().splitlines())
for bad in (lambda: base.mkdir(), lambda: base.rmdir(), lambda: (base/'q').read_text(), lambda: base.read_text(), lambda: base.unlink(), lambda: (base/'q').unlink(), lambda: (base/'q').unlink(missing_ok=True), lambda: (base/'q'/'r').mkdir(), lambda: p.mkdir(exist_ok=True), lambda: (p/'x').write_text('a'), lambda: list((base/'q').iterdir()), lambda: p.write_text(b'x'), lambda: (base/'q').rename('r'), lambda: p.touch(exist_ok=False), lambda: list(base.glob('')), lambda: list(base.glob('/x'))):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print((base/'sub'/'..'/'link').resolve().name, Path('x').absolute() == Path.cwd()/'x')
print(shutil.copy(p, base/'copy.txt'), shutil.copy2(p, base/'sub'), shutil.copytree(base/'sub', base/'sub2'), sorted(os.listdir(base/'sub2')))
print(shutil.move(base/'copy.txt', base/'sub2'), os.path.exists(base/'sub2'/'copy.txt'))
for bad in (lambda: shutil.copy(p, p), lambda: shutil.copytree(base/'sub', base/'sub2'), lambda: shutil.rmtree('nope'), lambda: shutil.move('nope','x'), lambda: shutil.copyfile('nope','x'), lambda: shutil.rmtree(p), lambda: shutil.copy('base','b2')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d)); open(os.path.join(d,'f'),'w').write('1')
print(os.path.exists(d))
with tempfile.NamedTemporaryFile('w+', suffix='.txt') as f:
    f.write('abc'); f.flush(); print(open(f.name).read(), f.name.endswith('.txt'), f.name.startswith(tempfile.gettempdir()))
print(os.path.exists(f.name))
fd, n = tempfile.mkstemp(); os.write(fd, b'xyz'); os.close(fd); print(open(n,'rb').read()); os.remove(n)
with tempfile.TemporaryFile() as f: f.write(b'1'); f.seek(0); print(f.read())
print(sorted(e.name for e in os.scandir('base') if e.is_dir()), [e for e in os.scandir('base/sub/deep')])
shutil.rmtree(base); print(base.exists(), os.listdir('.'))
fd = os.open('low', os.O_RDWR|os.O_CREAT); print(os.write(fd, b'hello'), os.lseek(fd, 0, 0), os.read(fd, 2), os.fstat(fd).st_size); os.close(fd)
try: os.read(fd, 1)
except OSError as e: print(e)
with open('low','rb', buffering=0) as f: print(f, f.read(), f.tell())
with open('low','rb+') as f: print(f, f.seek(1), f.write(b'E'), f.read(1), f.peek()[:2]); 
print(open('low','rb').read())
with open('u','w',encoding='utf-16') as f: f.write('né')
print(open('u','rb').read()[:2] in (b'\xff\xfe', b'\xfe\xff'), open('u',encoding='utf-16').read())
with open('nl','w',newline='\r\n') as f: f.write('a\nb\n')
print(open('nl','rb').read(), open('nl').read(), open('nl',newline='').read())
os.rename('nl','nl2'); print(sorted(os.listdir()))
print(sum(1 for _ in open('u','rb')), os.path.getsize('nl2'))
with open('w','w') as f:
    for i in range(1000): print(i, file=f)
print(sum(int(l) for l in open('w')), os.stat('w').st_size)
os.chdir('/')
shutil.rmtree(home)
