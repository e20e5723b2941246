"""`multiprocessing`: what is handed over is copied, results and errors come back as between processes."""
import multiprocessing as mp, time, os
from multiprocessing import Pool, Process, Queue, Value, Lock, Manager, Pipe, Array
def square(x): return x*x
def add(a,b): return a+b
def fail(x): raise ValueError(x)
def worker(q, n):
    for i in range(n): q.put((mp.current_process().name, i))
def count(v, lock, n):
    for _ in range(n):
        with v.get_lock(): v.value += 1
def fill(d, l, key):
    d[key] = key*2; l.append(key)
def echo(conn):
    while True:
        try: m = conn.recv()
        except EOFError: break
        if m is None: break
        conn.send(m*2)
    conn.close()
init=[]
def setup(x): init.append(x)
def get_init(_): return init[-1]
if __name__ == "__main__":
    with Pool(3) as p:
        print(p.map(square, range(10)))
        print(p.starmap(add, [(1,2),(3,4)]))
        print(p.apply(add,(1,),{'b':5}))
        r=p.apply_async(square,(7,)); print(r.get(timeout=5), r.ready(), r.successful())
        print(list(p.imap(square, range(5)))); print(sorted(p.imap_unordered(square, range(5), chunksize=2)))
        print(list(p.imap(square, range(5), 2)))
        try: p.map(fail,[1])
        except ValueError as e: print('caught', e, type(e.__cause__).__name__)
        out=[]; p.map_async(square,[1,2],callback=out.append).wait(); print(out)
        err=[]; rr=p.apply_async(fail,(3,),error_callback=err.append); rr.wait(); print(err, rr.successful())
        try: p.map(lambda x:x,[1])
        except Exception as e: print(type(e).__name__, 'lambda' in str(e))
    p2=Pool(2, initializer=setup, initargs=(5,)); print(p2.map(get_init,[1,2])); p2.close(); p2.join()
    try: p2.map(square,[1])
    except ValueError as e: print(e)
    q=Queue(); ps=[Process(target=worker,args=(q,2),name=f'W{i}') for i in range(2)]
    for x in ps: x.start()
    for x in ps: x.join()
    print(sorted(q.get() for _ in range(4)), q.empty(), [x.exitcode for x in ps])
    v=Value('i',0); l=Lock(); ps=[Process(target=count,args=(v,l,100)) for _ in range(3)]
    [x.start() for x in ps]; [x.join() for x in ps]; print(v.value, ps[0].is_alive())
    a=Array('d',[1,2,3]); a[1]=9; print(a[:], len(a), list(a))
    with Manager() as m:
        d=m.dict(); li=m.list([0]); ps=[Process(target=fill,args=(d,li,k)) for k in range(3)]
        [(x.start(), x.join()) for x in ps]
        print(dict(d), sorted(li), len(li), str(d), d.get(9,'no')); ns=m.Namespace(x=1); ns.y=[1]; ns.y.append(2); print(ns.x, ns.y, str(ns))
    c1,c2=Pipe(); pr=Process(target=echo,args=(c2,)); pr.start(); c1.send([1]); print(c1.recv(), c1.poll()); c1.send(None); pr.join()
    print(mp.cpu_count()>0, mp.current_process().name, mp.get_start_method(), mp.active_children())
    def boom(): raise SystemExit(3)
    pr=Process(target=boom); pr.start(); pr.join(); print(pr.exitcode, pr.name)
    pr=Process(target=time.sleep,args=(100,)); print(pr.is_alive()); pr.start(); pr.terminate(); pr.join(); print(pr.exitcode)
    ev=mp.Event(); print(ev.is_set()); ev.set(); print(ev.wait(1)); s=mp.Semaphore(2); print(s.acquire(), s.acquire(), s.acquire(False)); 
    jq=mp.JoinableQueue(); jq.put(1); jq.get(); jq.task_done(); jq.join(); 
    print(isinstance(l, type(mp.Lock())), mp.TimeoutError.__mro__[1].__name__)
    from multiprocessing.dummy import Pool as TP
    with TP(2) as tp: print(tp.map(lambda x:x+1,[1,2,3]))
    # What a queue hands over is a copy made when it is put.
    given = [1]
    q = Queue()
    q.put(given)
    time.sleep(0.05)
    given.append(2)
    print(q.get(), given, q.empty())
    for wrong in (lambda: q.get(timeout=0.01), lambda: q.get_nowait(), lambda: mp.get_context('none'), lambda: Pool(0), lambda: Value('x', 1),
                  lambda: Pool(2, initializer=3), lambda: mp.Semaphore(1).release() or mp.BoundedSemaphore(1).release(),
                  lambda: mp.Lock().release(), lambda: Process(target=square, args=(1,)).join(), lambda: a.__setitem__(slice(0, 2), [1])):
        try:
            print(wrong())
        except Exception as error:
            print(type(error).__name__, error)
    n = Value('h', 40000)
    print(n.value, Value('c', b'x').value, Array('c', b'abc').value, Array('i', 3)[:], mp.RawValue('f', 0.1).value)
    one, two = Pipe(duplex=False)
    print(one.readable, one.writable, two.readable, two.writable)
    two.send_bytes(b'bytes', 1, 3)
    print(one.recv_bytes(), one.poll(0.01))
    two.close()
    try:
        one.recv()
    except EOFError:
        print('over')
    from multiprocessing import shared_memory
    block = shared_memory.SharedMemory(create=True, size=10)
    other = shared_memory.SharedMemory(block.name)
    block.buf[0] = 7
    print(other.buf[0])
    other.close()
    block.close()
    block.unlink()
    things = shared_memory.ShareableList([1, 'two', 3.5, None, b'five'])
    things[0] = 9
    print(list(things), len(things), things.count('two'), things.index(None))
    try:
        things[1] = 'much too long for it'
    except ValueError as error:
        print(error)
    things.shm.close()
    things.shm.unlink()
    from multiprocessing.managers import BaseManager

    class Counter:
        def __init__(self):
            self.number = 0

        def up(self, by=1):
            self.number += by
            return self.number

    class Own(BaseManager):
        pass

    Own.register('Counter', Counter)
    with Own() as own:
        counter = own.Counter()
        counter.up()
        print(counter.up(by=5), [name for name in ('up', 'number') if hasattr(counter, name)])
    print(mp.parent_process(), mp.active_children(), repr(mp.current_process()))
