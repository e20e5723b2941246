"""A queue of events that run at their time."""
import heapq
import time
from collections import namedtuple
from itertools import count

__all__ = ['scheduler']

Event = namedtuple('Event', 'time, priority, sequence, action, argument, kwargs', module=__name__)
_unset = object()


class scheduler:
    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self._queue = []
        self._sequence = count()
        self.timefunc = timefunc
        self.delayfunc = delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs=_unset):
        event = Event(time, priority, next(self._sequence), action, argument, {} if kwargs is _unset else kwargs)
        heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_unset):
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        self._queue.remove(event)
        heapq.heapify(self._queue)

    def empty(self):
        return not self._queue

    def run(self, blocking=True):
        queue = self._queue
        while queue:
            event, now = queue[0], self.timefunc()
            if event.time > now:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
                continue
            heapq.heappop(queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)

    @property
    def queue(self):
        return sorted(self._queue)
