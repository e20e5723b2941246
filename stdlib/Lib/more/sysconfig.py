"""What the machine's numbers are made of; nothing about the host."""

__all__ = ['get_config_var', 'get_config_vars', 'get_platform', 'get_python_version']
_VARS = {'SIZEOF_INT': 4, 'SIZEOF_LONG': 8, 'SIZEOF_LONG_LONG': 8, 'SIZEOF_TIME_T': 8, 'SIZEOF_VOID_P': 8, 'SIZEOF_SIZE_T': 8,
         'SIZEOF_FLOAT': 4, 'SIZEOF_DOUBLE': 8, 'SIZEOF_SHORT': 2, 'Py_GIL_DISABLED': 0, 'py_version_short': '3.13', 'EXT_SUFFIX': '.so'}


def get_config_vars(*names):
    return [_VARS.get(name) for name in names] if names else dict(_VARS)


def get_config_var(name):
    return _VARS.get(name)


def get_python_version():
    return '3.13'


def get_platform():
    return 'sandbox'
