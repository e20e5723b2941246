"""Threads, queues, executors and schedulers as scripts use them, all in one thread here; results do not depend on timing."""
import concurrent.futures as cf
import queue
import sched
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from functools import partial, wraps
from itertools import count


def synchronized(method):
    @wraps(method)
    def locked(self, *args, **kwargs):
        with self._lock:
            return method(self, *args, **kwargs)
    return locked


class Account:
    numbers = count(1000)

    def __init__(self, balance=0):
        self.number, self._balance, self._lock = next(self.numbers), balance, threading.RLock()

    @synchronized
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"cannot deposit {amount}")
        self._balance += amount
        return self.balance

    @synchronized
    def withdraw(self, amount):
        if amount > self._balance:
            raise RuntimeError(f"account {self.number}: {amount} of {self._balance}")
        self._balance -= amount

    @property
    def balance(self):
        with self._lock:
            return self._balance


class Worker(threading.Thread):
    def __init__(self, jobs, results, **kwargs):
        super().__init__(**kwargs)
        self.jobs, self.results = jobs, results

    def run(self):
        while True:
            job = self.jobs.get()
            try:
                if job is None:
                    return
                self.results[self.name].append(job())
            except Exception as error:
                self.results["errors"].append(f"{type(error).__name__}: {error}")
            finally:
                self.jobs.task_done()


@contextmanager
def timed(label, clock=iter(range(0, 100, 3))):
    start = next(clock)
    yield
    print(f"{label:.<12}{next(clock) - start:>4}")


account = Account(100)
jobs, results = queue.Queue(), defaultdict(list)
for n in range(5):
    jobs.put(partial(account.deposit, 10 * (n - 1)))
jobs.put(partial(account.withdraw, 1000))
jobs.put(None)
worker = Worker(jobs, results, name="w1", daemon=True)
worker.start()
worker.join()
print(dict(results), account.balance, jobs.empty(), worker.is_alive(), worker.daemon, worker.name)

with timed("executor"), cf.ThreadPoolExecutor(max_workers=3) as pool:
    futures = {pool.submit(pow, n, 2): n for n in range(4)}
    print(sorted((futures[f], f.result()) for f in cf.as_completed(futures)), list(pool.map(divmod, (7, 8), (2, 3))))
    bad = pool.submit(int, "x")
    print(bad.exception(), bad.done(), bad.running(), bad.cancelled())
    try:
        bad.result(timeout=1)
    except ValueError as error:
        print("raised", error)
    done, not_done = cf.wait([pool.submit(len, "abc")], return_when=cf.ALL_COMPLETED)
    print([f.result() for f in done], not_done)
    future = cf.Future()
    future.add_done_callback(lambda f: print("called back with", f.result()))
    future.set_result("here")

lifo, ordered = queue.LifoQueue(), queue.PriorityQueue()
for item in [(2, "b"), (1, "z"), (1, "a")]:
    lifo.put(item)
    ordered.put(item)
print([lifo.get() for _ in range(lifo.qsize())], [ordered.get_nowait() for _ in range(3)])
small = queue.Queue(maxsize=1)
small.put(1)
for call in (partial(small.put_nowait, 2), small.get_nowait, small.get_nowait, partial(small.put, 3, timeout=0.01), partial(small.put, 4, block=False)):
    try:
        print(call.func.__name__, call())if isinstance(call, partial) else print(call.__name__, call())
    except (queue.Full, queue.Empty) as error:
        print(type(error).__name__, str(error) == "")

now = 0.0


def clock():
    return now


def sleep(seconds):
    global now
    now += seconds


agenda = sched.scheduler(clock, sleep)
log = []
agenda.enter(5, 1, log.append, ("late",))
agenda.enter(1, 2, lambda **k: log.append((now, k)), kwargs={"who": "second"})
first = agenda.enter(1, 1, log.append, argument=("first",))
cancelled = agenda.enterabs(3, 1, log.append, ("never",))
agenda.cancel(cancelled)
print(len(agenda.queue), agenda.empty(), first.time, first.priority)
agenda.run()
print(log, now, agenda.empty())

local = threading.local()
local.value = 5
seen = []
thread = threading.Thread(target=lambda: seen.append(getattr(local, "value", "unset")), name="other")
thread.start(), thread.join()
event, lock = threading.Event(), threading.Lock()
timer = threading.Timer(0, event.set)
timer.start(), timer.join()
print(seen, event.is_set(), lock.acquire(), lock.locked(), lock.acquire(blocking=False), lock.release(), threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())
try:
    lock.release()
except RuntimeError as error:
    print(error)
sem = threading.BoundedSemaphore(1)
with sem:
    print(sem.acquire(blocking=False))
try:
    sem.release()
except ValueError as error:
    print(error)
