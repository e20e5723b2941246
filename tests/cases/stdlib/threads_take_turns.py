# Threads that wait for each other: in what order they go on, and what they see.
import queue
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, as_completed, wait

q = queue.Queue()


def worker():
    while True:
        item = q.get()
        print('working on', item)
        q.task_done()


threading.Thread(target=worker, daemon=True).start()
for item in range(4):
    q.put(item)
q.join()
print('all done')


def slow(n):
    time.sleep(n / 10)
    print('slow', n, threading.current_thread().name)


threads = [threading.Thread(target=slow, args=(n,)) for n in (3, 1, 2)]
for thread in threads:
    thread.start()
print([thread.is_alive() for thread in threads])
for thread in threads:
    thread.join()
print([thread.is_alive() for thread in threads])

# A variable of a frame that goes on meanwhile.


def stopped():
    done = False

    def work():
        turns = 0
        while not done:
            time.sleep(0.05)
            turns += 1
        print('stopped', turns > 1)
    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.3)
    done = True
    thread.join()


stopped()

event = threading.Event()
print(event.wait(0.01))
threading.Timer(0.05, event.set).start()
print(event.wait(), event.is_set())

# A bounded buffer with a condition.
condition = threading.Condition()
buffer = []


def take():
    for _ in range(3):
        with condition:
            condition.wait_for(lambda: buffer)
            print('took', buffer.pop(0))


taker = threading.Thread(target=take)
taker.start()
for n in range(3):
    with condition:
        buffer.append(n)
        condition.notify()
    time.sleep(0.02)
taker.join()

# A lock that is held across a sleep, one that gives up, and one that is held twice.
lock = threading.Lock()


def hold(n):
    with lock:
        print('in', n)
        time.sleep(0.05)
        print('out', n)


holders = [threading.Thread(target=hold, args=(n,)) for n in range(3)]
for holder in holders:
    holder.start()
print(lock.acquire(timeout=0.01), lock.acquire(False))
for holder in holders:
    holder.join()

barrier = threading.Barrier(3, lambda: print('all here'))
places = []


def meet():
    places.append(barrier.wait())


meeting = [threading.Thread(target=meet) for _ in range(3)]
for thread in meeting:
    thread.start()
for thread in meeting:
    thread.join()
print(sorted(places), barrier.broken)

gate = threading.Semaphore(2)
inside = []
most = []


def pass_gate(n):
    with gate:
        inside.append(n)
        most.append(len(inside))
        time.sleep(0.02)
        inside.remove(n)


passing = [threading.Thread(target=pass_gate, args=(n,)) for n in range(5)]
for thread in passing:
    thread.start()
for thread in passing:
    thread.join()
print(max(most), inside)

# What each has its own of.
own = threading.local()
own.x = 'main'


def local_work(n):
    print(hasattr(own, 'x'))
    own.x = n
    time.sleep(0.01 * n)
    print(own.x)


workers = [threading.Thread(target=local_work, args=(n,)) for n in (2, 1)]
for thread in workers:
    thread.start()
for thread in workers:
    thread.join()
print(own.x)

# Exceptions being handled belong to a thread, and so do generators.


def failing():
    try:
        1 / 0
    except ZeroDivisionError:
        time.sleep(0.02)
        try:
            raise
        except ZeroDivisionError as error:
            print('again', error, error.__context__)


def counting():
    def numbers():
        for n in range(3):
            time.sleep(0.01)
            yield n
    print(list(numbers()), sorted([3, 1, 2], key=lambda n: time.sleep(0.001) or n))


pair = [threading.Thread(target=failing), threading.Thread(target=counting)]
try:
    raise KeyError('outside')
except KeyError:
    for thread in pair:
        thread.start()
for thread in pair:
    thread.join()

seen = []
threading.excepthook = lambda args: seen.append((args.exc_type.__name__, args.thread.name))
broken = threading.Thread(target=lambda: 1 / 0, name='broken')
broken.start()
broken.join()
print(seen)


def square(n):
    time.sleep(n / 50)
    return n * n


with ThreadPoolExecutor(3) as executor:
    futures = [executor.submit(square, n) for n in (3, 1, 2)]
    print([future.result() for future in as_completed(futures)])
    print(list(executor.map(square, range(5))))
    first = [executor.submit(square, n) for n in (5, 1)]
    done, left = wait(first, return_when=FIRST_COMPLETED)
    print(len(done), len(left), [future.result() for future in first])
    try:
        executor.submit(square, 9).result(timeout=0.01)
    except TimeoutError as error:
        print(type(error).__name__)


def late():
    time.sleep(0.05)
    print('after the end of main')


threading.Thread(target=late).start()
print('end of main')
