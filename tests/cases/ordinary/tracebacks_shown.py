# an error is caught and shown in every way
import logging
import sys
import traceback


def inner(values):
    return values['missing']


def outer():
    try:
        inner({})
    except KeyError as error:
        raise RuntimeError('outer failed') from error


try:
    outer()
except RuntimeError as error:
    traceback.print_exc(file=sys.stdout)
    print(traceback.format_exc().splitlines()[-1])
    print(traceback.format_exception_only(error))
    for entry in traceback.extract_tb(error.__traceback__):
        print(entry.name, entry.lineno, entry.line)
    print(''.join(traceback.format_tb(error.__traceback__)), end='')
    summary = traceback.TracebackException.from_exception(error)
    print(summary.exc_type_str, str(summary), ''.join(summary.format(chain=False)), sep='|')
    kind, value, trace = sys.exc_info()
    print(kind.__name__, value, trace.tb_lineno, sys.exception() is value)
    traceback.print_exception(kind, value, trace, limit=1, file=sys.stdout)
    logging.basicConfig(stream=sys.stdout, format='%(levelname)s %(message)s', force=True)
    logging.exception('logged')


def caller():
    return traceback.format_stack()[-1].strip().splitlines()[-1], traceback.extract_stack()[-1].name


print(caller())
