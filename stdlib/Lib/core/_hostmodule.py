"""Stands for a module of the host's own: every name of it is asked for when it is used."""
from _host import import_module, module_attribute

import_module(__name__)


def __getattr__(name, home=__name__, /, *, ask=module_attribute):
    return ask(home, name)


def __dir__(home=__name__, /, *, ask=module_attribute):
    return ask(home, None)


del import_module, module_attribute
