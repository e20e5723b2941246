"""Calls of XML-RPC to functions. Nothing here listens."""
import os
import sys
from functools import partial
from xmlrpc.client import Fault, dumps, loads

__all__ = ['SimpleXMLRPCDispatcher', 'CGIXMLRPCRequestHandler', 'resolve_dotted_attribute', 'list_public_methods']


def resolve_dotted_attribute(obj, attr, allow_dotted_names=True):
    """What a name with dots leads to from an object; private attributes are not gone through."""
    for name in attr.split('.') if allow_dotted_names else [attr]:
        if name.startswith('_'):
            raise AttributeError(f'attempt to access private attribute "{name}"')
        obj = getattr(obj, name)
    return obj


def list_public_methods(obj):
    """The names of what can be called of an object."""
    return [name for name in dir(obj) if not name.startswith('_') and callable(getattr(obj, name))]


class SimpleXMLRPCDispatcher:
    """Finds functions by name and calls them."""

    def __init__(self, allow_none=False, encoding=None, use_builtin_types=False):
        self.funcs, self.instance = {}, None
        self.allow_none, self.encoding, self.use_builtin_types = allow_none, encoding or 'utf-8', use_builtin_types

    def register_instance(self, instance, allow_dotted_names=False):
        """An object whose methods are found where no function is."""
        self.instance, self.allow_dotted_names = instance, allow_dotted_names

    def register_function(self, function=None, name=None):
        """A function; also as a decorator."""
        if function is None:
            return partial(self.register_function, name=name)
        self.funcs[function.__name__ if name is None else name] = function
        return function

    def register_introspection_functions(self):
        self.funcs |= {'system.listMethods': self.system_listMethods, 'system.methodSignature': self.system_methodSignature,
                       'system.methodHelp': self.system_methodHelp}

    def register_multicall_functions(self):
        self.funcs['system.multicall'] = self.system_multicall

    def _marshaled_dispatch(self, data, dispatch_method=None, path=None):
        """The response to a call, both as bytes."""
        try:
            params, method = loads(data, use_builtin_types=self.use_builtin_types)
            result = (dispatch_method or self._dispatch)(method, params)
            text = dumps((result,), methodresponse=1, allow_none=self.allow_none, encoding=self.encoding)
        except BaseException as error:
            fault = error if isinstance(error, Fault) else Fault(1, f'{type(error)}:{error}')
            text = dumps(fault, allow_none=self.allow_none, encoding=self.encoding)
        return text.encode(self.encoding, 'xmlcharrefreplace')

    def system_listMethods(self):
        """The names of all that can be called."""
        names = set(self.funcs)
        if self.instance is not None:
            if hasattr(self.instance, '_listMethods'):
                names.update(self.instance._listMethods())
            elif not hasattr(self.instance, '_dispatch'):
                names.update(list_public_methods(self.instance))
        return sorted(names)

    def system_methodSignature(self, method_name):
        """Not known."""
        return 'signatures not supported'

    def system_methodHelp(self, method_name):
        """What a function says of itself."""
        from inspect import getdoc
        method = self.funcs.get(method_name)
        if method is None and self.instance is not None:
            if hasattr(self.instance, '_methodHelp'):
                return self.instance._methodHelp(method_name)
            if not hasattr(self.instance, '_dispatch'):
                try:
                    method = resolve_dotted_attribute(self.instance, method_name, self.allow_dotted_names)
                except AttributeError:
                    pass
        return '' if method is None else getdoc(method) or ''

    def system_multicall(self, call_list):
        """Several calls in one."""
        results = []
        for call in call_list:
            try:
                results.append([self._dispatch(call['methodName'], call['params'])])
            except BaseException as error:
                fault = error if isinstance(error, Fault) else Fault(1, f'{type(error)}:{error}')
                results.append({'faultCode': fault.faultCode, 'faultString': fault.faultString})
        return results

    def _dispatch(self, method, params):
        function = None
        if method in self.funcs:
            function = self.funcs[method]
        elif self.instance is not None:
            if hasattr(self.instance, '_dispatch'):
                return self.instance._dispatch(method, params)
            try:
                function = resolve_dotted_attribute(self.instance, method, self.allow_dotted_names)
            except AttributeError:
                pass
        if function is None:
            raise Exception(f'method "{method}" is not supported')
        return function(*params)


_NOT_A_CALL = """<!DOCTYPE HTML>
<html lang="en">
    <head>
        <title>Error response</title>
    </head>
    <body>
        <h1>Error response</h1>
        <p>Error code: 400</p>
        <p>Message: Bad Request.</p>
        <p>What was asked for is no call.</p>
    </body>
</html>
"""


class CGIXMLRPCRequestHandler(SimpleXMLRPCDispatcher):
    """Answers one call through the streams of the program."""

    def __init__(self, allow_none=False, encoding=None, use_builtin_types=False):
        super().__init__(allow_none, encoding, use_builtin_types)

    def _answer(self, kind, data):
        print(f'Content-Type: {kind}')
        print(f'Content-Length: {len(data)}')
        print()
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def handle_xmlrpc(self, request_text):
        """Answer a call."""
        self._answer('text/xml', self._marshaled_dispatch(request_text))

    def handle_get(self):
        """Say that this was no call."""
        print('Status: 400 Bad Request')
        self._answer('text/html;charset=utf-8', _NOT_A_CALL.encode())

    def handle_request(self, request_text=None):
        """Answer what was asked, or what a text asks."""
        if request_text is None and os.environ.get('REQUEST_METHOD') == 'GET':
            self.handle_get()
            return
        if request_text is None:
            try:
                size = int(os.environ.get('CONTENT_LENGTH', None))
            except (ValueError, TypeError):
                size = -1
            request_text = sys.stdin.read(size)
        self.handle_xmlrpc(request_text)
