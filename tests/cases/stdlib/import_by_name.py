"""Names that no import statement can say, and what `__import__` and `import_module` make of them."""
import importlib
import sys
import types


def told(call, *args, **kwargs):
    try:
        print(args, kwargs or '', call(*args, **kwargs).__name__)
    except BaseException as e:
        print(args, kwargs or '', type(e).__name__, e, repr(getattr(e, 'name', '')))


for name in ['does.not.exist', 'my-module', 'math.x-y', 'class', 'json.class', 'not.json', '', ' math', 'math ', '1a', 'None', 'sys.None',
             'json.decoder', 'a\n.b', 'json.x-y']:
    told(__import__, name)
    told(importlib.import_module, name)
for args in [('.x',), ('.not', 'json'), ('.decoder', 'json'), ('..x', 'json'), ('.x', 5)]:
    told(importlib.import_module, *args)
for name, more in [('json', {'fromlist': ['decoder']}), ('json', {'fromlist': ['nope']}), ('json.decoder', {}), ('x', {'level': 1}),
                   ('json', {'level': -1}), ('math', {'fromlist': 5}), ('json', {'fromlist': 5}), ('json', {'fromlist': [5]}),
                   ('json.not', {'fromlist': ['a']}), ('x', {'level': 1, 'globals': {'__package__': 'json'}}),
                   ('json', {'fromlist': ['*']})]:
    told(__import__, name, **more)
made = types.ModuleType('my-module')
made.x = 1
sys.modules['my-module'] = made
print(importlib.import_module('my-module') is made, __import__('my-module').x)
sys.modules['gone-module'] = None
told(importlib.import_module, 'gone-module')
told(importlib.import_module, 'my-module.y')
print(__import__('xml.dom', fromlist=['minidom']).minidom.__name__, __import__('xml.dom.minidom').__name__)
told(__import__, '.x', fromlist='1')
told(__import__, '.x')
