"""What the parts of `multiprocessing` have in common."""
import itertools

DEBUG, INFO, SUBWARNING, WARNING = 10, 20, 25, 30
LOGGER_NAME = 'multiprocessing'
DEFAULT_LOGGING_FORMAT = '[%(levelname)s/%(processName)s] %(message)s'
_logger = None
_finalizers = {}
_order = itertools.count()


def get_logger():
    global _logger
    if _logger is None:
        import logging
        _logger = logging.getLogger(LOGGER_NAME)
        _logger.propagate = 0
    return _logger


def log_to_stderr(level=None):
    import logging
    logger = get_logger()
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(DEFAULT_LOGGING_FORMAT))
    logger.addHandler(handler)
    if level:
        logger.setLevel(level)
    return logger


def sub_debug(msg, *args):
    if _logger:
        _logger.log(5, msg, *args)


def debug(msg, *args):
    if _logger:
        _logger.log(DEBUG, msg, *args)


def info(msg, *args):
    if _logger:
        _logger.log(INFO, msg, *args)


def sub_warning(msg, *args):
    if _logger:
        _logger.log(SUBWARNING, msg, *args)


class Finalize:
    """Calls something once: when an object goes, or when its process ends."""

    def __init__(self, obj, callback, args=(), kwargs=None, exitpriority=None):
        if exitpriority is not None and not isinstance(exitpriority, int):
            raise TypeError(f'Exitpriority ({exitpriority!r}) must be None or int, not {type(exitpriority)}')
        from multiprocessing.process import current_process
        import weakref
        self._weakref = None
        if obj is not None:
            self._weakref = weakref.ref(obj, self)
        elif exitpriority is None:
            raise ValueError('Without object, exitpriority cannot be None')
        self._callback, self._args, self._kwargs = callback, args, kwargs or {}
        self._key, self._process = (exitpriority, next(_order)), current_process()
        _finalizers[self._key] = self

    def __call__(self, wr=None):
        if _finalizers.pop(self._key, None) is None:
            return None
        self._weakref = None
        return self._callback(*self._args, **self._kwargs)

    def cancel(self):
        _finalizers.pop(self._key, None)
        self._weakref = None

    def still_active(self):
        return self._key in _finalizers


def _run_finalizers_of(process):
    mine = [key for key, entry in _finalizers.items() if entry._process is process and key[0] is not None]
    for key in sorted(mine, reverse=True):
        _finalizers[key]()


def _cleanup_tests():
    """Processes leave nothing behind here."""
