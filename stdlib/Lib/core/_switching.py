"""Which thread runs, and which one goes on when it waits.

One runs at a time, until it waits for something, sleeps or ends. Then that one goes on that has been ready for longest. Where none is
ready the clock moves to where the first is due of those that wait for a time only; where there are none either, every thread waits for
another, and the main thread is told.
"""
import sys
from collections import deque
from heapq import heappop, heappush
from itertools import count
from time import _idle, monotonic

from _stockade import (advance_clocks, thread_begin, thread_keep, thread_number, thread_record, thread_switch,
                       threads_parked)

_ready = deque()
_timers = []
_order = count()
# A switch of threads takes time too, so threads that only switch to each other still reach the next timer.
_CHANGE_TAKES = 1e-05
# After this many polls for something that only another thread can change, other threads run. The switch takes this many seconds.
_PATIENCE = 50
_POLLS_TAKE = 0.005
_polls = 0


class Record:
    """What is known of a thread."""
    __slots__ = ('number', 'function', 'thread', 'ticket', 'ident')

    def __init__(self, function=None):
        self.number = 0
        self.function = function
        self.thread = self.ticket = None
        self.ident = id(self)


class Ticket:
    """A thread that waits: what became of that."""
    __slots__ = ('record', 'woken', 'queue', 'is_stuck', 'only_clock', 'for_host')

    def __init__(self, record, queue=None, only_clock=False, for_host=False):
        self.record = record
        self.woken = None
        self.queue = queue
        self.is_stuck = False
        self.only_clock = only_clock
        # It only asks whether others can run before it waits for the host.
        self.for_host = for_host
        record.ticket = self


def running():
    """The record of the thread that runs."""
    record = thread_record()
    if record is None:
        record = Record()
        thread_keep(record)
    return record


_main = running()


def _places():
    """What each thread has its own of, though modules keep it: where it is, and what makes another."""
    loaded = sys.modules
    if 'contextvars' in loaded:
        module = loaded['contextvars']
        yield module._current, module.Context
        if module._decimal:
            yield module._decimal
    if 'asyncio.events' in loaded:
        yield loaded['asyncio.events']._running, _nothing


def _nothing():
    return None


def _saved():
    return [(place, make, place[0]) for place, make in _places()]


def _restore(saved):
    seen = []
    for place, make, value in saved:
        place[0] = value
        seen.append(place)
    for place, make in _places():
        if not any([place is known for known in seen]):
            # A place of a module that was loaded in the meantime.
            place[0] = make()


def _next():
    """The ticket whose thread goes on, or None."""
    timers = _timers
    if timers:
        if _ready:
            advance_clocks(_CHANGE_TAKES)
        now = monotonic()
        while timers and (timers[0][2].woken is not None or timers[0][0] <= now):
            _time_is_up(heappop(timers)[2])
    while not _ready:
        if not timers:
            return None
        when, _, ticket = heappop(timers)
        if ticket.woken is None:
            left = when - monotonic()
            if left > 0:
                if not ticket.only_clock:
                    _idle(left)
                    # The host's clock only moves while the VM waits.
                    left = when - monotonic()
                advance_clocks(left)
            _time_is_up(ticket)
    return _ready.popleft()


def _time_is_up(ticket):
    if ticket.woken is None:
        ticket.woken = False
        _ready.append(ticket)
        if ticket.queue is not None and ticket in ticket.queue:
            ticket.queue.remove(ticket)


def _stuck():
    """Every thread waits: the ticket of the main one, which goes on to be told."""
    ticket = _main.ticket
    ticket.woken = False
    ticket.is_stuck = True
    if ticket.queue is not None and ticket in ticket.queue:
        ticket.queue.remove(ticket)
    return ticket


def _give_way(ticket):
    """Others run until the running thread's ticket has its turn."""
    global _polls
    _polls = 0
    while True:
        other = _next() or _stuck()
        if other is ticket:
            break
        record = other.record
        if record.ticket is not other or record is ticket.record:
            # The ticket belongs to a step that did not end.
            continue
        saved = _saved()
        went = thread_switch(record.number)
        if went:
            _restore(saved)
            if ticket.woken is not None:
                break
    if ticket.is_stuck:
        raise RuntimeError('deadlock: every thread waits for another')


def wait(queue, timeout=None, first=False, only_clock=False, for_host=False):
    """Whether the running thread, which waits in a queue, was woken before so many seconds were over."""
    ticket = Ticket(running(), queue, only_clock, for_host)
    if timeout is not None:
        heappush(_timers, (monotonic() + timeout, next(_order), ticket))
    if first:
        queue.appendleft(ticket)
    elif queue is not None:
        queue.append(ticket)
    _give_way(ticket)
    return ticket.woken


def wake(queue, most=1):
    """Makes the first of a queue ready, or the first few."""
    while queue and most > 0:
        ticket = queue.popleft()
        if ticket.woken is None:
            ticket.woken = True
            _ready.append(ticket)
            most -= 1


def is_busy():
    """Whether another thread can run that does not only wait for the host."""
    return any([not ticket.for_host for ticket in _ready])


def next_timer():
    """The seconds until the first thread is due that waits for a time, or None."""
    while _timers and _timers[0][2].woken is not None:
        heappop(_timers)
    return max(_timers[0][0] - monotonic(), 0.0) if _timers else None


def sleep(seconds):
    """As `time.sleep`: the others go on meanwhile."""
    wait(None, seconds)


def take_turns():
    """Those that are ready go on first."""
    if _ready or _timers:
        wait(None, 0)


def polled():
    """The program asked for what only another thread can change: asked again and again, it is to be changed."""
    global _polls
    if threads_parked():
        _polls += 1
        if _polls >= _PATIENCE:
            wait(None, _POLLS_TAKE, only_clock=True)


def begin(function, thread=None):
    """A new thread runs a function, at once and until it waits: its record."""
    record = Record(function)
    record.thread = thread
    return record


def launch(record):
    """Runs what was begun."""
    ticket = Ticket(running())
    ticket.woken = True
    _ready.append(ticket)
    saved = _saved()
    try:
        thread_begin(_run, record)
    except BaseException:
        _ready.remove(ticket)
        raise
    _restore(saved)


def _run():
    record = thread_record()
    record.number = thread_number()
    for place, make in _places():
        place[0] = make()
    try:
        record.function()
    except BaseException:
        # The function reports its exceptions itself.
        pass
    record.function = None
    while True:
        other = _next() or _stuck()
        if other.record.ticket is other:
            return other.record.number
