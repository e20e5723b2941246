"""Logging: loggers in a tree, handlers that write records to streams, formatters between them."""
import atexit
import sys
import threading
import time
from _stockade import caller_place, loaded_module as _loaded_module


__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler',
           'Filter', 'Formatter', 'Handler', 'INFO', 'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET',
           'NullHandler', 'StreamHandler', 'WARN', 'WARNING', 'addLevelName', 'basicConfig',
           'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'getLoggerClass', 'info', 'log', 'makeLogRecord',
           'setLoggerClass', 'shutdown', 'warn', 'warning', 'getLogRecordFactory', 'setLogRecordFactory',
           'lastResort', 'raiseExceptions', 'getLevelNamesMapping', 'getHandlerByName', 'getHandlerNames']
__version__ = '0.5.1.2'
_startTime = time.time_ns()
raiseExceptions = True
logThreads = logMultiprocessing = logProcesses = logAsyncioTasks = True
CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
_levelToName = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG',
                NOTSET: 'NOTSET'}
_nameToLevel = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING, 'WARNING': WARNING,
                'INFO': INFO, 'DEBUG': DEBUG, 'NOTSET': NOTSET}
_handlers = {}
_handlerList = []


def _addHandlerRef(handler):
    """Remembers a handler, which is flushed and closed at the end if it still exists."""
    from weakref import ref
    # Without a callback: its polling would cost time in every program, and a dead reference does no harm.
    _handlerList.append(ref(handler))


def _removeHandlerRef(reference):
    if reference in _handlerList:
        _handlerList.remove(reference)


_lock = threading.RLock()


def getLevelNamesMapping():
    """The levels by name."""
    return dict(_nameToLevel)


def getLevelName(level):
    """The name of a level, or the level of a name."""
    for known in (_levelToName, _nameToLevel):
        if (found := known.get(level)) is not None:
            return found
    return 'Level %s' % level


def addLevelName(level, levelName):
    """Gives a level a name."""
    _nameToLevel[levelName], _levelToName[level] = level, levelName


def _checkLevel(level):
    """The number of a level."""
    if isinstance(level, int):
        return level
    if not str(level) == level:
        raise TypeError(f'Level not an integer or a valid string: {level!r}')
    number = _nameToLevel.get(level)
    if number is None:
        raise ValueError(f'Unknown level: {level!r}')
    return number


# ---- records

def _task_name():
    """The name of the running task, or None."""
    asyncio = _loaded_module('asyncio') and sys.modules.get('asyncio')
    if asyncio is None:
        return None
    try:
        return asyncio.current_task().get_name()
    except Exception:
        return None


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time_ns()
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            # `'%(name)s' % {...}`
            args = args[0]
        # `__dict__` shows this order.
        self.name, self.msg, self.args = name, msg, args
        self.levelname, self.levelno = getLevelName(level), level
        self.pathname, self.filename, self.module = pathname, pathname, 'Unknown module'
        if isinstance(pathname, str):
            self.filename = file = pathname.rpartition('/')[2]
            self.module = file.rpartition('.')[0] or file
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.lineno, self.funcName = lineno, func
        self.created = now / 1e9
        self.msecs = now % 1000000000 // 1000000 + 0.0
        if self.msecs == 999.0 and int(self.created) != now // 1000000000:
            # The seconds were rounded up.
            self.msecs = 0.0
        self.relativeCreated = (now - _startTime) / 1e6
        self.thread = self.threadName = None
        if logThreads:
            known = _loaded_module('threading') and sys.modules.get('threading')
            self.thread, self.threadName = (known.get_ident(), known.current_thread().name) if known else (1, 'MainThread')
        self.processName, self.process = 'MainProcess' if logMultiprocessing else None, 1 if logProcesses else None
        self.taskName = _task_name() if logAsyncioTasks else None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        """The message with its arguments."""
        text = str(self.msg)
        return text if not self.args else text % self.args


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    return _logRecordFactory


def makeLogRecord(dict):
    """A record with the attributes that a dict says."""
    record = _logRecordFactory(None, None, '', 0, '', (), None, None)
    vars(record).update(dict)
    return record


# ---- styles and formatters

class PercentStyle:
    """Formats that `%` fills in."""
    default_format, asctime_format, asctime_search = '%(message)s', '%(asctime)s', '%(asctime)'

    def __init__(self, fmt, *, defaults=None):
        self._fmt, self._defaults = fmt or self.default_format, defaults

    def usesTime(self): return self.asctime_search in self._fmt

    def validate(self):
        """Raises ValueError for a format that has no field."""
        from re import I, search
        if search(r'%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]', self._fmt, I) is None:
            raise ValueError(f"Invalid format '{self._fmt}' for '{self.default_format[0]}' style")

    def _values(self, record):
        return {**self._defaults, **record.__dict__} if self._defaults else record.__dict__

    def _format(self, record): return self._fmt % self._values(record)

    def format(self, record):
        """The text of a record."""
        try:
            return self._format(record)
        except KeyError as missing:
            raise ValueError(f'Formatting field not found in record: {missing}')


class StrFormatStyle(PercentStyle):
    """Formats that `str.format` fills in."""
    default_format, asctime_format, asctime_search = '{message}', '{asctime}', '{asctime'

    def _format(self, record): return self._fmt.format(**self._values(record))

    def validate(self):
        import re
        from string import Formatter as Parser
        spec = re.compile(r'^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$', re.I)
        has_fields = False
        try:
            for _, name, form, conversion in Parser().parse(self._fmt):
                if name and not re.match(r'^(\d+|\w+)(\.\w+|\[[^]]+\])*$', name):
                    raise ValueError(f'invalid field name/expression: {name!r}')
                has_fields = has_fields or bool(name)
                if conversion and conversion not in 'rsa':
                    raise ValueError(f'invalid conversion: {conversion!r}')
                if form and not spec.match(form):
                    raise ValueError(f'bad specifier: {form!r}')
        except ValueError as problem:
            raise ValueError(f'invalid format: {problem}')
        if not has_fields:
            raise ValueError('invalid format: no fields')


class StringTemplateStyle(PercentStyle):
    """Formats that `string.Template` fills in."""
    default_format, asctime_format, asctime_search = '${message}', '${asctime}', '${asctime}'

    def __init__(self, *args, **kwargs):
        from string import Template
        super().__init__(*args, **kwargs)
        self._tpl = Template(self._fmt)

    def usesTime(self): return '$asctime' in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        names = []
        for found in self._tpl.pattern.finditer(self._fmt):
            name = found['named'] or found['braced']
            if name:
                names.append(name)
            elif found[0] == '$':
                raise ValueError("invalid format: bare '$' not allowed")
        if not names:
            raise ValueError('invalid format: no fields')

    def _format(self, record): return self._tpl.substitute(**self._values(record))


_STYLES = {'%': (PercentStyle, BASIC_FORMAT), '{': (StrFormatStyle, '{levelname}:{name}:{message}'),
           '$': (StringTemplateStyle, '${levelname}:${name}:${message}')}


def _style(style):
    """The class and the usual format of a style."""
    if style in _STYLES:
        return _STYLES[style]
    raise ValueError(f"Style must be one of: {','.join(_STYLES)}")


class Formatter:
    """Makes the text of a record."""
    converter = staticmethod(time.localtime)
    default_time_format, default_msec_format = '%Y-%m-%d %H:%M:%S', '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        self._style = _style(style)[0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt, self.datefmt = self._style._fmt, datefmt

    def formatTime(self, record, datefmt=None):
        """The time of a record as text."""
        when = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, when)
        text = time.strftime(self.default_time_format, when)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        """The traceback of an exception as text."""
        from traceback import format_exception
        return ''.join(format_exception(*ei[:3])).removesuffix('\n')

    # A subclass may replace these.
    def usesTime(self): return self._style.usesTime()
    def formatMessage(self, record): return self._style.format(record)
    def formatStack(self, stack_info): return stack_info

    def format(self, record):
        """The text of a record, with its traceback and its stack if it has them."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            # Kept, so that other handlers do not format it again.
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = _on_new_line(text) + record.exc_text
        if record.stack_info:
            text = _on_new_line(text) + self.formatStack(record.stack_info)
        return text


def _on_new_line(text):
    return text if text.endswith('\n') else text + '\n'


_defaultFormatter = Formatter()


class BufferingFormatter:
    """Makes one text of many records."""

    def __init__(self, linefmt=None): self.linefmt = linefmt or _defaultFormatter

    # A subclass may replace these.
    def formatHeader(self, records): return ''
    def formatFooter(self, records): return ''

    def format(self, records):
        """The text of all records."""
        if not records:
            return ''
        format = self.linefmt.format
        return ''.join([self.formatHeader(records), *[format(record) for record in records], self.formatFooter(records)])


# ---- filters

class Filter:
    """Lets records of one logger and those below it pass."""

    def __init__(self, name=''): self.name, self.nlen = name, len(name)

    def filter(self, record):
        """Whether a record passes."""
        return not self.nlen or record.name == self.name or record.name.startswith(f'{self.name}.')


class Filterer:
    """What loggers and handlers have in common: filters."""

    def __init__(self): self.filters = []

    def addFilter(self, filter):
        """Adds a filter, unless it is there."""
        if filter in self.filters:
            return
        self.filters.append(filter)

    def removeFilter(self, filter):
        """Removes a filter, if it is there."""
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """The record, or another one that a filter made of it; False if a filter stops it."""
        for one in self.filters:
            outcome = one.filter(record) if hasattr(one, 'filter') else one(record)
            if isinstance(outcome, LogRecord):
                record = outcome
            elif not outcome:
                return False
        return record


# ---- handlers

def getHandlerByName(name):
    """The handler with a name, or None."""
    return _handlers.get(name)


def getHandlerNames():
    """The names of all handlers that have one."""
    return frozenset(_handlers.keys())


class Handler(Filterer):
    """Does something with records. A subclass has `emit`."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name, self._closed, self.formatter = None, False, None
        self.level = _checkLevel(level)
        _addHandlerRef(self)
        self.createLock()

    def get_name(self): return self._name

    def set_name(self, name):
        """Sets the name, by which `getHandlerByName` finds the handler."""
        _handlers.pop(self._name, None)
        if name:
            _handlers[name] = self
        self._name = name

    name = property(get_name, set_name)

    def createLock(self): self.lock = threading.RLock()

    def acquire(self):
        """Takes the lock."""
        if lock := self.lock:
            lock.acquire()

    def release(self):
        """Gives the lock back."""
        if lock := self.lock:
            lock.release()

    def setLevel(self, level): self.level = _checkLevel(level)
    def setFormatter(self, fmt): self.formatter = fmt
    def format(self, record): return (self.formatter or _defaultFormatter).format(record)
    def flush(self): pass
    def emit(self, record): raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        """Does its work with a record that the filters let pass."""
        passed = self.filter(record)
        if passed:
            with self.lock:
                self.emit(passed if isinstance(passed, LogRecord) else record)
        return passed

    def close(self):
        """Forgets the name."""
        self._closed = True
        if self._name in _handlers and self._name:
            del _handlers[self._name]

    def handleError(self, record):
        if not raiseExceptions or not sys.stderr:
            return
        problem = sys.exception()
        try:
            import traceback
            sys.stderr.write('--- Logging error ---\n')
            text = ''.join(traceback.format_exception(problem))
            if not text.startswith(('Traceback', '  + ')):
                # The exception passed only through library code, whose frames are not shown.
                sys.stderr.write('Traceback (most recent call last):\n')
            sys.stderr.write(text + 'Call stack:\n')
            traceback.print_stack(None, file=sys.stderr)
            try:
                sys.stderr.write('Message: %r\nArguments: %s\n' % (record.msg, record.args))
            except RecursionError:
                raise
            except Exception:
                sys.stderr.write('Unable to print the message and arguments - possible formatting error.\n'
                                 'Use the traceback above to help find the error.\n')
        finally:
            problem = None

    def __repr__(self):
        return '<%s (%s)>' % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes records to a stream, which it does not close."""
    terminator = '\n'

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        with self.lock:
            if self.stream and hasattr(self.stream, 'flush'):
                self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Changes the stream. Returns the one before if it was another one."""
        old = self.stream
        if old is not stream:
            self.flush()
            self.stream = stream
            return old

    def __repr__(self):
        words = [type(self).__name__, str(getattr(self.stream, 'name', '')), f'({getLevelName(self.level)})']
        return f'<{" ".join(filter(None, words))}>'

    __class_getitem__ = classmethod(type(list[int]))


class FileHandler(StreamHandler):
    """Writes to a file."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        import io
        import os
        filename = os.fspath(filename)
        self.baseFilename, self.mode, self.delay = os.path.abspath(filename), mode, delay
        self.encoding, self.errors = encoding if 'b' in mode else io.text_encoding(encoding), errors
        # Kept for the end of the program, when `open` may no longer exist.
        self._builtin_open = open
        if not delay:
            StreamHandler.__init__(self, self._open())
        else:
            Handler.__init__(self)
            self.stream = None

    def close(self):
        self.acquire()
        try:
            if self.stream:
                try:
                    self.flush()
                finally:
                    stream, self.stream = self.stream, None
                    if hasattr(stream, 'close'):
                        stream.close()
        finally:
            try:
                StreamHandler.close(self)
            finally:
                self.release()

    def _open(self):
        return self._builtin_open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None and (self.mode != 'w' or not self._closed):
            self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.baseFilename, getLevelName(self.level))


class _StderrHandler(StreamHandler):
    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


class NullHandler(Handler):
    """Does nothing, so that a library's records are not written by the last resort."""

    def createLock(self): self.lock = None
    def handle(self, record): pass
    def emit(self, record): pass


_defaultLastResort = lastResort = _StderrHandler(WARNING)


# ---- loggers

class PlaceHolder:
    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap.setdefault(alogger)


def setLoggerClass(klass):
    global _loggerClass
    _check_class(klass)
    _loggerClass = klass


def _check_class(klass):
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError('logger not derived from logging.Logger: ' + klass.__name__)


def getLoggerClass():
    return _loggerClass


class Manager:
    """The tree of loggers."""

    def __init__(self, rootnode):
        self.root, self.loggerDict, self._disable = rootnode, {}, 0
        self.loggerClass = self.logRecordFactory = None
        self.emittedNoHandlerWarning = False

    def _set_disable(self, value): self._disable = _checkLevel(value)
    disable = property(lambda self: self._disable, _set_disable)

    def getLogger(self, name):
        """The logger of a name, which is made if there is none."""
        if not isinstance(name, str):
            raise TypeError('A logger name must be a string')
        known = self.loggerDict.get(name)
        if isinstance(known, Logger):
            return known
        logger = self.loggerDict[name] = (self.loggerClass or _loggerClass)(name)
        logger.manager = self
        # The loggers below a name that had no logger yet.
        for below in () if known is None else known.loggerMap:
            if not below.parent.name.startswith(name):
                logger.parent, below.parent = below.parent, logger
        self._find_parent(logger)
        return logger

    def _find_parent(self, logger):
        name = logger.name
        parent = None
        at = name.rfind('.')
        while at > 0 and parent is None:
            above = name[:at]
            found = self.loggerDict.get(above)
            if found is None:
                self.loggerDict[above] = PlaceHolder(logger)
            elif isinstance(found, Logger):
                parent = found
            else:
                found.append(logger)
            at = name.rfind('.', 0, at)
        logger.parent = parent or self.root

    def setLoggerClass(self, klass):
        _check_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _clear_cache(self): pass


def _caller(stacklevel):
    """(file, line, function) of the code that called a logging function."""
    place = caller_place('logging', -max(stacklevel, 1))
    if place is None:
        return '(unknown file)', 0, '(unknown function)'
    return place[:3]


def __getattr__(name):
    if name in ('collections', 'io', 're', 'string', 'threading', 'traceback', 'warnings', 'weakref'):
        # The module does not need these, but programs expect them here as in CPython.
        import importlib
        return importlib.import_module(name)
    raise AttributeError(f"module 'logging' has no attribute {name!r}")


class Logger(Filterer):
    manager = None

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name, self.level = name, _checkLevel(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False

    def setLevel(self, level): self.level = _checkLevel(level)

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        _old_warn("The 'warn' method is deprecated, use 'warning' instead")
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError('level must be an integer')
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        shown = None
        if stack_info:
            import io
            import traceback
            out = io.StringIO()
            out.write('Stack (most recent call last):\n')
            if stacklevel > 1:
                frames = traceback.format_stack()
                out.writelines(frames[:len(frames) - stacklevel + 1])
            else:
                traceback.print_stack(None, file=out)
            shown = out.getvalue().removesuffix('\n')
        return (*_caller(stacklevel), shown)

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        made = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        if extra is not None:
            names = vars(made)
            for key in extra:
                if key in names or key in ('asctime', 'message'):
                    raise KeyError(f'Attempt to overwrite {key!r} in LogRecord')
                names[key] = extra[key]
        return made

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args, exc_info, func, extra, sinfo))

    def handle(self, record):
        """Gives a record that the filters let pass to the handlers."""
        passed = not self.disabled and self.filter(record)
        if passed:
            self.callHandlers(passed if isinstance(passed, LogRecord) else record)

    def addHandler(self, hdlr):
        """Adds a handler, unless it is there."""
        if hdlr in self.handlers:
            return
        self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """Removes a handler, if it is there."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def _upwards(self):
        """This logger and those above it whose handlers get its records."""
        logger = self
        while logger:
            yield logger
            logger = logger.parent if logger.propagate else None

    def hasHandlers(self):
        """Whether a record would come to a handler."""
        return any([logger.handlers for logger in self._upwards()])

    def callHandlers(self, record):
        logger = self
        found = 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found:
            if lastResort:
                if record.levelno >= lastResort.level:
                    lastResort.handle(record)
            elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
                sys.stderr.write(f'No handlers could be found for logger "{self.name}"\n')
                self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        if self.disabled:
            return False
        hash(level)
        return not self.manager.disable >= level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        """A logger below this one."""
        return self.manager.getLogger(suffix if self is self.root else '.'.join([self.name, suffix]))

    def getChildren(self):
        depth = 0 if self is self.manager.root else self.name.count('.') + 1
        return {found for found in self.manager.loggerDict.values()
                if isinstance(found, Logger) and found.parent is self and found.name.count('.') == depth}

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        if getLogger(self.name) is not self:
            from pickle import PicklingError
            raise PicklingError('logger cannot be pickled')
        return getLogger, (self.name,)


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__('root', level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger


class LoggerAdapter:
    """A logger whose records all have the same extra attributes."""

    def __init__(self, logger, extra=None, merge_extra=False):
        self.logger, self.extra, self.merge_extra = logger, extra, merge_extra

    def process(self, msg, kwargs):
        """The message and the options of a call, with the extra attributes."""
        merged = self.merge_extra and 'extra' in kwargs
        kwargs['extra'] = {**self.extra, **kwargs['extra']} if merged else self.extra
        return msg, kwargs

    def debug(self, msg, *args, **kwargs): self.log(DEBUG, msg, *args, **kwargs)
    def info(self, msg, *args, **kwargs): self.log(INFO, msg, *args, **kwargs)
    def warning(self, msg, *args, **kwargs): self.log(WARNING, msg, *args, **kwargs)
    def error(self, msg, *args, **kwargs): self.log(ERROR, msg, *args, **kwargs)
    def critical(self, msg, *args, **kwargs): self.log(CRITICAL, msg, *args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        _old_warn("The 'warn' method is deprecated, use 'warning' instead")
        self.warning(msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, **{**kwargs, 'exc_info': exc_info})

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level): return self.logger.isEnabledFor(level)
    def setLevel(self, level): self.logger.setLevel(level)
    def getEffectiveLevel(self): return self.logger.getEffectiveLevel()
    def hasHandlers(self): return self.logger.hasHandlers()
    def _log(self, level, msg, args, **kwargs): return self.logger._log(level, msg, args, **kwargs)
    def _set_manager(self, value): self.logger.manager = value

    manager = property(lambda self: self.logger.manager, _set_manager)
    name = property(lambda self: self.logger.name)

    def __repr__(self):
        logger = self.logger
        level = getLevelName(logger.getEffectiveLevel())
        return '<%s %s (%s)>' % (self.__class__.__name__, logger.name, level)

    __class_getitem__ = classmethod(type(list[int]))


root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)


def basicConfig(**kwargs):
    force = kwargs.pop('force', False)
    encoding = kwargs.pop('encoding', None)
    errors = kwargs.pop('errors', 'backslashreplace')
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    handlers = kwargs.pop('handlers', None)
    if handlers is None:
        if 'stream' in kwargs and 'filename' in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif 'stream' in kwargs or 'filename' in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop('filename', None)
        mode = kwargs.pop('filemode', 'a')
        if filename:
            if 'b' in mode:
                errors = None
            handlers = [FileHandler(filename, mode, encoding=encoding, errors=errors)]
        else:
            handlers = [StreamHandler(kwargs.pop('stream', None))]
    datefmt = kwargs.pop('datefmt', None)
    style = kwargs.pop('style', '%')
    usual = _style(style)[1]
    fmt = Formatter(kwargs.pop('format', usual), datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(fmt)
        root.addHandler(handler)
    level = kwargs.pop('level', None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError('Unrecognised argument(s): %s' % ', '.join(kwargs.keys()))


def getLogger(name=None):
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def _ready():
    if not root.handlers:
        basicConfig()


def debug(msg, *args, **kwargs):
    _ready()
    root.debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _ready()
    root.info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    _ready()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    _old_warn("The 'warn' function is deprecated, use 'warning' instead")
    warning(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    _ready()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def critical(msg, *args, **kwargs):
    _ready()
    root.critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    critical(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    _ready()
    root.log(level, msg, *args, **kwargs)


def _old_warn(text):
    import warnings
    warnings.warn(text, DeprecationWarning, 3)


def disable(level=CRITICAL):
    root.manager.disable = level


def shutdown(handlerList=_handlerList):
    for handler in reversed(handlerList[:]):
        try:
            if not isinstance(handler, Handler):
                handler = handler()  # a weak reference to a handler
            if not handler:
                continue
            try:
                handler.acquire()
                if getattr(handler, 'flushOnClose', True):
                    handler.flush()
                handler.close()
            except (OSError, ValueError):
                pass
            finally:
                handler.release()
        except:
            if raiseExceptions:
                raise


atexit.register(shutdown)
_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    import warnings
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger('py.warnings')
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(warnings.formatwarning(message, category, filename, lineno, line))


def captureWarnings(capture):
    global _warnings_showwarning
    import warnings
    if capture:
        if _warnings_showwarning is None:
            _warnings_showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None
