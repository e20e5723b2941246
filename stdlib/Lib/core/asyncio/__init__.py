"""Coroutines that take turns: one event loop, one thread, a clock that jumps to the next deadline.

What would wait in real time here only moves the clocks, the loop's and those of `time`, so a program with sleeps and timeouts
runs at once and always in the same order. Sockets, pipes, processes and signals are not here.
"""
from asyncio.exceptions import BrokenBarrierError, CancelledError, InvalidStateError, TimeoutError
from asyncio.events import (AbstractEventLoop, AbstractEventLoopPolicy, AbstractServer, DefaultEventLoopPolicy, Handle, TimerHandle,
                            get_event_loop, get_event_loop_policy, get_running_loop, new_event_loop, set_event_loop_policy, set_event_loop,
                            _get_running_loop, _set_running_loop)
from asyncio.coroutines import iscoroutine, iscoroutinefunction
from asyncio.futures import Future, isfuture, wrap_future
from asyncio.tasks import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Task, all_tasks, as_completed,
                           create_eager_task_factory, create_task, current_task, eager_task_factory, ensure_future, gather,
                           run_coroutine_threadsafe, shield, sleep, wait, wait_for, _enter_task, _leave_task, _register_task,
                           _unregister_task)
from asyncio.base_events import BaseEventLoop, EventLoop
from asyncio.runners import Runner, run

# The modules of names that are loaded on first use.
_LATER = {'Lock': 'locks', 'Event': 'locks', 'Condition': 'locks', 'Semaphore': 'locks',
          'BoundedSemaphore': 'locks', 'Barrier': 'locks', 'Queue': 'queues', 'PriorityQueue': 'queues',
          'LifoQueue': 'queues', 'QueueEmpty': 'queues', 'QueueFull': 'queues', 'QueueShutDown': 'queues',
          'TaskGroup': 'taskgroups', 'Timeout': 'timeouts', 'timeout': 'timeouts', 'timeout_at': 'timeouts', 'to_thread': 'threads',
          'AbstractChildWatcher': 'transports', 'ThreadedChildWatcher': 'transports', 'StreamReader': 'streams', 'StreamReaderProtocol': 'streams', 'StreamWriter': 'streams',
          'IncompleteReadError': 'exceptions', 'LimitOverrunError': 'exceptions', 'SendfileNotAvailableError': 'exceptions',
          'BaseProtocol': 'protocols', 'Protocol': 'protocols', 'DatagramProtocol': 'protocols', 'SubprocessProtocol': 'protocols',
          'BufferedProtocol': 'protocols', 'BaseTransport': 'transports', 'ReadTransport': 'transports',
          'WriteTransport': 'transports', 'Transport': 'transports', 'DatagramTransport': 'transports',
          'SubprocessTransport': 'transports'}

__all__ = ['AbstractEventLoop', 'AbstractServer', 'BaseEventLoop', 'Handle', 'TimerHandle', 'get_event_loop', 'get_running_loop',
           'new_event_loop', 'set_event_loop', '_get_running_loop', '_set_running_loop', 'Future',
           'isfuture', 'wrap_future', 'ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'Task',
           'all_tasks', 'as_completed', 'create_task', 'create_eager_task_factory', 'current_task', 'eager_task_factory',
           'ensure_future', 'gather', 'iscoroutine', 'iscoroutinefunction', 'run_coroutine_threadsafe', 'shield', 'sleep',
           'wait', 'wait_for', '_enter_task', '_leave_task', '_register_task', '_unregister_task', 'Runner', 'run',
           'BrokenBarrierError', 'CancelledError', 'InvalidStateError', 'TimeoutError', 'AbstractEventLoopPolicy',
           'DefaultEventLoopPolicy', 'EventLoop', 'SelectorEventLoop', 'get_event_loop_policy', 'set_event_loop_policy', *_LATER]


SelectorEventLoop = EventLoop


def __getattr__(name):
    module = _LATER.get(name, name)
    if module == 'locks':
        import asyncio.locks as found
    elif module == 'queues':
        import asyncio.queues as found
    elif module == 'taskgroups':
        import asyncio.taskgroups as found
    elif module == 'timeouts':
        import asyncio.timeouts as found
    elif module == 'threads':
        import asyncio.threads as found
    elif module == 'streams':
        import asyncio.streams as found
    elif module == 'protocols':
        import asyncio.protocols as found
    elif module == 'transports':
        import asyncio.transports as found
    elif module == 'exceptions':
        import asyncio.exceptions as found
    elif module == 'log':
        import asyncio.log as found
    elif module == 'staggered':
        import asyncio.staggered as found
    else:
        raise AttributeError(f"module 'asyncio' has no attribute {name!r}")
    value = found if name == module else getattr(found, name)
    globals()[name] = value
    return value
