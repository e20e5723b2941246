"""Configurations of logging whose parts refer to each other, and formatters, queues and files of a program's own."""
import io
import logging
import logging.config
import logging.handlers
import queue

parts = {'alist': ['a', 'b', ('c', 'd')], 'adict': {'x y': 1, '': 2, '3': 3, 'in': {'deep': [{'k': 'v'}]}}, 'other': 'cfg://alist', 'list': [1, 'cfg://alist[2][1]']}
base = logging.config.BaseConfigurator(parts)
for path in ('alist[1]', 'alist[2][0]', ' adict . in.deep[0].k', 'adict[x y]', 'adict[]', 'adict[3]', 'adict[in][deep][0][k]', 'other[0]', 'list[1]', 'nothing', 'alist[9]',
             'adict[ no ]', 'adict!', '!', 'adict.', 'alist[a]', 'adict[a[b]]'):
    try:
        print(path, base.convert('cfg://' + path))
    except Exception as problem:
        print(path, type(problem).__name__, problem)


class Formatter(logging.Formatter):
    def __init__(self, fmt=None, style='%', **more):
        super().__init__(fmt, style=style, **more)


class Queued(logging.handlers.QueueHandler):
    def __init__(self, *args, **kwargs):
        super().__init__(*args)
        self.given = kwargs


out = io.StringIO()
logging.config.dictConfig({
    'version': 1,
    'shapes': {'one': {'()': Formatter, 'format': '{levelname}|{message}', 'style': '{', '.': {'extra': 7}}},
    'formatters': 'cfg://shapes',
    'kinds': {'stream': {'class': 'logging.StreamHandler', 'formatter': 'one', 'stream': out}},
    'handlers': {'a': 'cfg://kinds.stream', 'q': {'class': Queued, 'handlers': ['a'], 'color': 'red'}},
    'loggers': {'shop': {'level': 'INFO', 'handlers': ['a', 'q']}},
})
handler = logging.getHandlerByName('q')
print(handler.given, type(handler.queue) is queue.Queue, type(handler.listener).__name__, [type(one).__name__ for one in handler.listener.handlers])
logging.getLogger('shop').info('sold %d', 3)
print(out.getvalue(), handler.queue.get().getMessage(), logging.getHandlerByName('a').formatter.extra)

text = """
[loggers]
keys=root
[handlers]
keys=h
[formatters]
keys=f
[logger_root]
level=WARNING
handlers=h
[handler_h]
class=StreamHandler
formatter=f
args=(sys.stdout,)
[formatter_f]
format=%(message)s ++ %(custom)s
defaults={"custom": "value"}
"""
logging.config.fileConfig(io.StringIO(text))
logging.getLogger().warning('here')
logging.getLogger().warning('there', extra={'custom': 'own'})
try:
    logging.config.fileConfig(io.StringIO('[loggers\nkeys'))
except RuntimeError as problem:
    print(str(problem).partition('>')[2])

wrapper = io.TextIOWrapper(io.BytesIO(), 'ascii', 'replace')
for settings in ({'errors': '\udcfe'}, {'errors': 'x\0'}, {'encoding': 'y\0'}, {'encoding': '\udcfe'}):
    try:
        wrapper.reconfigure(**settings)
    except Exception as problem:
        print(type(problem).__name__)
    try:
        io.TextIOWrapper(io.BytesIO(), **settings)
    except Exception as problem:
        print(type(problem).__name__)
