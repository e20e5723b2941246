# What `threading`, `sys`, `os`, `time`, `locale` and `gc` say of arguments, and what their objects show.
import gc
import locale
import ntpath
import os
import posixpath
import pickle
import queue
import sys
import threading
import time


def shown(call):
    try:
        print(repr(call()))
    except BaseException as error:
        print(type(error).__name__ + ":", error)


# Locks and conditions.
shown(lambda: bool(threading.RLock(1, a=2)))
shown(lambda: threading.Condition().wait_for(str, -1))
shown(lambda: threading.Condition().wait_for(lambda: 0, 0.5))
shown(lambda: threading.Condition().wait_for(lambda: 3))
shown(lambda: threading.Condition().notifyAll(1))
shown(lambda: threading.Event().isSet(1))
shown(lambda: next(threading.Lock()))
shown(lambda: pickle.dumps(threading.Lock()))
shown(lambda: pickle.dumps(threading.RLock()))
shown(lambda: threading.local().a)
shown(lambda: threading.local.__name__ + " " + threading.local.__module__)
shown(lambda: threading.Thread(name="").name[:7])
shown(lambda: threading.ExceptHookArgs([1, 2, 3, 4]))
shown(lambda: threading.ExceptHookArgs([1, 2]))
shown(lambda: threading.ExceptHookArgs(5))
shown(lambda: threading.excepthook(0))
shown(lambda: threading.excepthook())
shown(lambda: threading.get_ident(1))
shown(lambda: queue.SimpleQueue().get(False, -1))
shown(lambda: setattr(queue.SimpleQueue(), "zzz", 1))

# The interpreter.
shown(lambda: sys.get_asyncgen_hooks())
shown(lambda: sys.get_asyncgen_hooks().finalizer)
shown(lambda: sys.set_asyncgen_hooks(1))
shown(lambda: sys.set_asyncgen_hooks([1], b"a"))
shown(lambda: sys.setswitchinterval(b"x"))
shown(lambda: sys.setswitchinterval(0))
shown(lambda: sys.unraisablehook(1))
shown(lambda: sys.set_coroutine_origin_tracking_depth(1.5))
shown(lambda: sys.set_coroutine_origin_tracking_depth(10**20))
shown(lambda: gc.set_debug("x"))

# The system.
shown(lambda: os.terminal_size(["a", 1]))
shown(lambda: os.terminal_size([1, 2]).n_fields)
shown(lambda: os.terminal_size())
shown(lambda: os.terminal_size([1]))
shown(lambda: next(os.terminal_size([1, 2])))
shown(lambda: os.getcwd(1))
for path in (posixpath, ntpath):
    shown(lambda: path.lexists({1}))
    shown(lambda: path.islink(1.5))
    shown(lambda: path.isdir(iter(())))
    shown(lambda: path.sameopenfile("1", 2))
shown(lambda: time.clock_gettime("a"))
shown(lambda: time.clock_gettime_ns(10**20))
shown(lambda: time.clock_getres(b"a"))
shown(lambda: time.pthread_getcpuclockid([1]))
shown(lambda: time.sleep(10**20))
shown(lambda: time.strptime("13", "%c %x"))
shown(lambda: locale.strcoll(1, "a"))
shown(lambda: locale.strxfrm(int))
shown(lambda: locale.setlocale(0, [1, 2]))
shown(lambda: locale.setlocale(1.5, "x"))
shown(lambda: locale.getencoding(1))
