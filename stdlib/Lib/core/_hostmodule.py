"""A module that the host provides. The host is asked for each name when the program uses it."""
from _host import import_module, module_attribute

import_module(__name__)


def __getattr__(name, home=__name__, /, *, ask=module_attribute):
    return ask(home, name)


def __dir__(home=__name__, /, *, ask=module_attribute):
    return ask(home, None)


del import_module, module_attribute
