# Logging set up from a dict and from sections, handlers that keep, and queues of records.
import configparser
import copy
import functools
import io
import logging
import logging.config
import logging.handlers
import pickle
import queue
import tempfile

stream = io.StringIO()
logging.config.dictConfig({
    'version': 1,
    'formatters': {'brief': {'format': '%(levelname)s|%(name)s|%(message)s'}},
    'filters': {'only': {'name': 'app.db'}},
    'handlers': {
        'out': {'class': 'logging.StreamHandler', 'formatter': 'brief', 'level': 'INFO', 'stream': 'ext://sys.stdout'},
        'kept': {'class': 'logging.handlers.MemoryHandler', 'capacity': 10, 'flushLevel': 'ERROR', 'target': 'out', 'filters': ['only']},
    },
    'loggers': {'app': {'level': 'DEBUG', 'handlers': ['kept'], 'propagate': False}},
    'root': {'level': 'WARNING', 'handlers': ['out']},
})
logging.getLogger('app.db').info('kept %d', 1)
logging.getLogger('app.web').info('filtered')
logging.getLogger('other').info('too low')
logging.getLogger('other').warning('root')
logging.getLogger('app.db').error('flushes')
for wrong in ({}, {'version': 2}, {'version': 1, 'handlers': {'x': {'class': 'logging.NoSuch'}}},
              {'version': 1, 'root': {'level': 'NOPE'}}, {'version': 1, 'incremental': True, 'handlers': {'q': {'level': 1}}}):
    try:
        logging.config.dictConfig(wrong)
    except ValueError as e:
        print(e, '<-', type(e.__cause__).__name__)
parser = configparser.ConfigParser()
parser.read_string('''
[loggers]
keys=root
[handlers]
keys=hand
[formatters]
keys=form
[logger_root]
level=DEBUG
handlers=hand
[handler_hand]
class=StreamHandler
level=NOTSET
formatter=form
args=(sys.stdout,)
[formatter_form]
format=%(name)s:%(message)s
''')
logging.config.fileConfig(parser, disable_existing_loggers=False)
logging.getLogger('fresh').debug('from sections')
records = queue.Queue()
handler = logging.handlers.QueueHandler(records)
logger = logging.getLogger('queued')
logger.propagate = False
logger.addHandler(handler)
out = logging.StreamHandler(stream)
listener = logging.handlers.QueueListener(records, out)
listener.start()
logger.warning('first %s', 'record')
logger.error('second')
listener.stop()
print(repr(stream.getvalue()), records.qsize())
buffering = logging.handlers.BufferingHandler(2)
logger.addHandler(buffering)
logger.warning('a')
print(len(buffering.buffer))
logger.warning('b')
print(len(buffering.buffer))
with tempfile.TemporaryFile('w+', newline='') as file:
    file.write('a,b\r\n')
    file.seek(0)
    print(repr(file.read()))


class Part(functools.partial):
    pass


def joined(*args, **kwargs):
    return args, kwargs


for kind in (functools.partial, Part):
    made = kind(joined, 1, key=2)
    made.label = 'kept'
    for again in (copy.copy(made), pickle.loads(pickle.dumps(made, 2)), pickle.loads(pickle.dumps(made))):
        print(type(again).__name__, again(3), again.label, again.args, again.keywords)
    made.__setstate__((joined, (5,), None, None))
    print(made(), made.__reduce__()[2][1:])
    for wrong in (None, (joined, (), {}), (None, (), {}, None), (joined, [], {}, None)):
        try:
            made.__setstate__(wrong)
        except TypeError as e:
            print(e)


class Holder:
    key = functools.cmp_to_key
    total = functools.reduce


print(Holder().key(lambda a, b: 0)(1) == Holder().key(lambda a, b: 0)(1), Holder().total(lambda a, b: a + b, [1, 2]))
