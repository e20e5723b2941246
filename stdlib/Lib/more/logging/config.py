"""Loggers, handlers and formatters set up from a dict or from the sections of a configuration."""
import logging
import re
from importlib import import_module
from _stockade import guest_getattr, guest_setattr

DEFAULT_LOGGING_CONFIG_PORT = 9030
IDENTIFIER = re.compile('^[a-z_][a-z0-9_]*$', re.I)
_reference = re.compile(r'^(?P<prefix>[a-z]+)://(?P<suffix>.*)$')
_first_part = re.compile(r'\s*(\w+)\s*')
_part = re.compile(r'\.\s*(\w+)\s*|\[([^\[\]]*)\]\s*')


def valid_ident(text):
    if not IDENTIFIER.match(text):
        raise ValueError(f'Not a valid Python identifier: {text!r}')
    return True


def _resolve(name):
    """The object with a dotted name, if the program itself may import and read it."""
    parts = name.split('.')
    used = parts.pop(0)
    found = import_module(used)
    for part in parts:
        used += '.' + part
        try:
            found = guest_getattr(found, part)
        except AttributeError:
            import_module(used)
            found = guest_getattr(found, part)
    return found


def _literal(text):
    """Arguments written in a file: literals, and the standard streams."""
    import ast
    import sys

    class Streams(ast.NodeTransformer):
        def visit_Attribute(self, node):
            if isinstance(node.value, ast.Name) and node.value.id == 'sys' and node.attr in ('stdout', 'stderr'):
                streams.append(node.attr)
                return ast.Constant(f'\0{node.attr}')
            return node

    def put(value):
        if isinstance(value, str) and value.startswith('\0'):
            return getattr(sys, value[1:])
        if isinstance(value, (tuple, list)):
            return type(value)([put(item) for item in value])
        if isinstance(value, dict):
            return {key: put(item) for key, item in value.items()}
        return value

    streams = []
    return put(ast.literal_eval(Streams().visit(ast.parse(text.strip(), mode='eval'))))


class BaseConfigurator:
    """Turns the strings of a configuration that refer to something into what they refer to."""

    def __init__(self, config):
        self.config = dict(config)

    def resolve(self, text):
        try:
            return _resolve(text)
        except ImportError as error:
            raise ValueError(f'Cannot resolve {text!r}: {error}') from error

    def cfg_convert(self, value):
        """The part of the configuration that a path leads to."""
        match = _first_part.match(value)
        if not match:
            raise ValueError(f'Unable to convert {value!r}')
        found = self.config[match[1]]
        while (at := match.end()) < len(value):
            match = _part.match(value, at)
            if not match:
                raise ValueError(f'Unable to convert {value!r} at {value[at:]!r}')
            name, index = match.groups()
            found = self._named(found)
            if name is None and index.isascii() and index.isdigit():
                try:
                    found = found[int(index)]
                except TypeError:
                    found = found[index]
            else:
                found = found[index if name is None else name]
        return self.convert(found)

    def _named(self, value):
        """A part of the configuration, which may only be named in its place."""
        if isinstance(value, str) and (match := _reference.match(value)) and match['prefix'] == 'cfg':
            return self.cfg_convert(match['suffix'])
        return value

    def convert(self, value):
        if isinstance(value, dict):
            return {key: self.convert(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)) and not hasattr(value, '_fields'):
            return type(value)([self.convert(item) for item in value])
        if isinstance(value, str) and (match := _reference.match(value)):
            prefix, suffix = match.groups()
            if prefix == 'ext':
                return self.resolve(suffix)
            if prefix == 'cfg':
                return self.cfg_convert(suffix)
        return value

    def configure_custom(self, config):
        """The object that the factory under the key `()` makes."""
        factory = config.pop('()')
        if not callable(factory):
            factory = self.resolve(factory)
        made = factory(**{name: value for name, value in config.items() if name != '.' and valid_ident(name)})
        extra = config.pop('.', None)
        for name, value in (extra or {}).items():
            guest_setattr(made, name, value)
        return made


class DictConfigurator(BaseConfigurator):
    """Sets logging up from a dict."""

    def configure(self):
        config = self.config
        for section in ('formatters', 'filters', 'handlers', 'loggers', 'root'):
            if section in config:
                config[section] = self._named(config[section])
        if 'version' not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config['version'] != 1:
            raise ValueError(f"Unsupported version: {config['version']}")
        incremental = config.pop('incremental', False)
        if incremental:
            for name, settings in config.get('handlers', {}).items():
                if name not in logging._handlers:
                    raise ValueError(f'No handler found with name {name!r}')
                self._within(f'Unable to configure handler {name!r}', self._level, logging._handlers[name], settings)
            for name, settings in config.get('loggers', {}).items():
                self._within(f'Unable to configure logger {name!r}', self.configure_logger, name, settings, True)
            if config.get('root'):
                self._within('Unable to configure root logger', self.configure_root, config['root'], True)
            return
        disable = config.pop('disable_existing_loggers', True)
        logging._handlers.clear()
        logging.shutdown(logging._handlerList[:])
        logging._handlerList.clear()
        formatters = config.get('formatters', {})
        for name in formatters:
            formatters[name] = self._within(f'Unable to configure formatter {name!r}', self.configure_formatter, formatters[name])
        filters = config.get('filters', {})
        for name in filters:
            filters[name] = self._within(f'Unable to configure filter {name!r}', self.configure_filter, filters[name])
        handlers = config.get('handlers', {})
        waiting = []
        for name in sorted(handlers):
            try:
                handlers[name] = self.configure_handler(handlers[name])
                handlers[name].name = name
            except _NotYet:
                waiting.append(name)
            except Exception as error:
                raise ValueError(f'Unable to configure handler {name!r}') from error
        for name in waiting:
            handlers[name] = self._within(f'Unable to configure handler {name!r}', self.configure_handler, handlers[name])
            handlers[name].name = name
        root = logging.root
        existing = sorted(root.manager.loggerDict)
        children = []
        loggers = config.get('loggers', {})
        for name in loggers:
            if name in existing:
                children += [other for other in existing if other.startswith(name + '.')]
                existing.remove(name)
            self._within(f'Unable to configure logger {name!r}', self.configure_logger, name, loggers[name])
        _handle_existing_loggers(existing, children, disable)
        if config.get('root'):
            self._within('Unable to configure root logger', self.configure_root, config['root'])

    def _within(self, complaint, call, *args):
        try:
            return call(*args)
        except Exception as error:
            raise ValueError(complaint) from error

    def _level(self, target, settings):
        level = settings.get('level')
        if level:
            target.setLevel(logging._checkLevel(level))

    def configure_formatter(self, config):
        config = self.convert(config)
        if '()' in config:
            factory = config['()']
            try:
                return self.configure_custom(config)
            except TypeError as error:
                if "'format'" not in str(error):
                    raise
                config['fmt'] = config.pop('format')
                config['()'] = factory
                return self.configure_custom(config)
        kind = config.get('class')
        kind = self.resolve(kind) if kind else logging.Formatter
        more = {}
        if 'defaults' in config:
            more['defaults'] = config['defaults']
        args = (config.get('format', None), config.get('datefmt', None), config.get('style', '%'))
        if 'validate' in config:
            return kind(*args, config['validate'], **more)
        return kind(*args, **more)

    def configure_filter(self, config):
        config = self.convert(config)
        if '()' in config:
            return self.configure_custom(config)
        return logging.Filter(config.get('name', ''))

    def add_filters(self, filterer, filters):
        for one in filters:
            try:
                filterer.addFilter(one if callable(one) or callable(getattr(one, 'filter', None)) else self.config['filters'][one])
            except Exception as error:
                raise ValueError(f'Unable to add filter {one!r}') from error

    def configure_handler(self, config):
        config = dict(self._named(config))
        formatter = config.pop('formatter', None)
        if formatter:
            try:
                formatter = self.config['formatters'][formatter]
            except Exception as error:
                raise ValueError(f'Unable to set formatter {formatter!r}') from error
        level = config.pop('level', None)
        filters = config.pop('filters', None)
        config = self.convert(config)
        queued = False
        if '()' in config:
            factory = config.pop('()')
            if not callable(factory):
                factory = self.resolve(factory)
        else:
            name = config.pop('class')
            factory = name if callable(name) else self.resolve(name)
            from logging.handlers import MemoryHandler, QueueHandler
            if isinstance(factory, type) and issubclass(factory, MemoryHandler):
                if 'flushLevel' in config:
                    config['flushLevel'] = logging._checkLevel(config['flushLevel'])
                if 'target' in config:
                    try:
                        target = self.config['handlers'][config['target']]
                    except Exception as error:
                        raise ValueError(f"Unable to set target handler {config['target']!r}") from error
                    if not isinstance(target, logging.Handler):
                        raise _NotYet('target not configured yet')
                    config['target'] = target
            elif isinstance(factory, type) and issubclass(factory, QueueHandler):
                self._queue(config)
                queued = True
        extra = config.pop('.', None)
        arguments = {name: value for name, value in config.items() if valid_ident(name)}
        if queued:
            listener = arguments.pop('listener', None)
            handlers = arguments.pop('handlers', None)
            respect = arguments.pop('respect_handler_level', False)
        queue = (arguments.pop('queue'),) if queued else ()
        try:
            made = factory(*queue, **arguments)
        except TypeError as error:
            if "'stream'" not in str(error):
                raise
            arguments['strm'] = arguments.pop('stream')
            made = factory(*queue, **arguments)
        if queued:
            from logging.handlers import QueueListener
            made.listener = (listener or QueueListener)(*queue, *handlers or (), respect_handler_level=respect)
        if formatter:
            made.setFormatter(formatter)
        if level is not None:
            made.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(made, filters)
        for name, value in (extra or {}).items():
            guest_setattr(made, name, value)
        return made

    def _queue(self, config):
        import queue
        given = config.get('queue')
        if given is None:
            config['queue'] = queue.Queue()
        elif isinstance(given, dict):
            config['queue'] = self.configure_custom(dict(given))
        elif isinstance(given, str):
            made = self.resolve(given)
            config['queue'] = made() if callable(made) else made
        if isinstance(config.get('listener'), str):
            config['listener'] = self.resolve(config['listener'])
        if 'handlers' in config:
            found = []
            for name in config['handlers']:
                handler = self.config['handlers'][name]
                if not isinstance(handler, logging.Handler):
                    raise _NotYet('handler not configured yet')
                found.append(handler)
            config['handlers'] = found

    def add_handlers(self, logger, names):
        for name in names:
            try:
                logger.addHandler(self.config['handlers'][name])
            except Exception as error:
                raise ValueError(f'Unable to add handler {name!r}') from error

    def _common(self, logger, config, incremental):
        level = config.get('level', None)
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if incremental:
            return
        for handler in logger.handlers[:]:
            logger.removeHandler(handler)
        if config.get('handlers'):
            self.add_handlers(logger, config['handlers'])
        if config.get('filters'):
            self.add_filters(logger, config['filters'])

    def configure_logger(self, name, config, incremental=False):
        logger = logging.getLogger(name)
        self._common(logger, config, incremental)
        logger.disabled = False
        propagate = config.get('propagate', None)
        if propagate is not None:
            logger.propagate = propagate

    def configure_root(self, config, incremental=False):
        self._common(logging.getLogger(), config, incremental)


class _NotYet(ValueError):
    """A handler refers to one that was not made so far."""


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Set logging up as a dict says."""
    dictConfigClass(_copied(config)).configure()


def _copied(value):
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value


def _handle_existing_loggers(existing, children, disable_existing):
    for name in existing:
        logger = logging.root.manager.loggerDict[name]
        if name in children:
            if not isinstance(logger, logging.PlaceHolder):
                logger.setLevel(logging.NOTSET)
                logger.handlers = []
                logger.propagate = True
        else:
            logger.disabled = disable_existing


def _names(text):
    return [name.strip() for name in text.split(',')]


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    """Set logging up as the sections of a configuration say: a `ConfigParser`, or something that can be read from."""
    import configparser
    if isinstance(fname, configparser.RawConfigParser):
        parser = fname
    else:
        parser = configparser.ConfigParser(defaults)
        if not hasattr(fname, 'readline'):
            raise FileNotFoundError(f'{fname} doesn\'t exist')
        try:
            parser.read_file(fname)
        except configparser.ParsingError as error:
            raise RuntimeError(f'{fname} is invalid: {error}')
    config = {'version': 1, 'disable_existing_loggers': disable_existing_loggers, 'formatters': {}}
    for name in _names(parser['formatters']['keys']):
        section = parser[f'formatter_{name}'] if name else {}
        if name:
            entry = {'format': section.get('format', raw=True, fallback=None), 'datefmt': section.get('datefmt', raw=True, fallback=None),
                     'style': section.get('style', raw=True, fallback='%')}
            if section.get('class'):
                entry['class'] = section['class']
            if (values := section.get('defaults', raw=True, fallback=None)) is not None:
                entry['defaults'] = _literal(values)
            config['formatters'][name] = entry
    logging._handlers.clear()
    logging.shutdown(logging._handlerList[:])
    logging._handlerList.clear()
    configurator = DictConfigurator(config)
    formatters = {name: configurator.configure_formatter(entry) for name, entry in config['formatters'].items()}
    handlers, fixups = {}, []
    for name in _names(parser['handlers']['keys']) if parser['handlers']['keys'] else []:
        section = parser[f'handler_{name}']
        klass = section['class']
        try:
            kind = _resolve('logging.' + klass)
        except (AttributeError, ImportError):
            kind = _resolve(klass)
        args = _literal(section.get('args', '()'))
        kwargs = _literal(section.get('kwargs', '{}'))
        handler = kind(*args, **kwargs)
        handler.name = name
        if section.get('level'):
            handler.setLevel(section['level'])
        if section.get('formatter'):
            handler.setFormatter(formatters[section['formatter']])
        if section.get('target') and hasattr(handler, 'setTarget'):
            fixups.append((handler, section['target']))
        handlers[name] = handler
    for handler, target in fixups:
        handler.setTarget(handlers[target])
    names = _names(parser['loggers']['keys'])
    names.remove('root')
    root = logging.root
    _section_logger(root, parser['logger_root'], handlers)
    existing, children = sorted(root.manager.loggerDict), []
    for name in names:
        section = parser[f'logger_{name}']
        logger = logging.getLogger(section['qualname'])
        if section['qualname'] in existing:
            children += [other for other in existing if other.startswith(section['qualname'] + '.')]
            existing.remove(section['qualname'])
        logger.propagate = section.getint('propagate', fallback=1)
        logger.disabled = False
        _section_logger(logger, section, handlers)
    _handle_existing_loggers(existing, children, disable_existing_loggers)


def _section_logger(logger, section, handlers):
    if 'level' in section:
        logger.setLevel(section['level'])
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
    if section['handlers']:
        for name in _names(section['handlers']):
            logger.addHandler(handlers[name])


def listen(port=DEFAULT_LOGGING_CONFIG_PORT, verify=None):
    raise PermissionError("`logging.config.listen` isn't available: programs here have no network")


def stopListening():
    """Nothing listens."""
