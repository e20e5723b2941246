# What is made within a function of a compiled module speaks as that does, and names of calls have their own class.
import decimal
import xmlrpc.client


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


for name in ('max_mag', 'min_mag', 'max', 'compare', 'logical_and', 'scaleb'):
    tried(getattr(decimal.Decimal('-12.50'), name))
    tried(getattr(decimal.Decimal('-12.50'), name), 1, None, 3)
    tried(getattr(decimal.Decimal('-12.50'), name), 1, zzz=2)


class Server:
    def __getattr__(self, name):
        print('asked', name)
        return self

    def multicall(self, calls):
        print(calls)
        return [[1], [2]]

    system = property(lambda self: self)


calls = xmlrpc.client.MultiCall(Server())
print(type(calls.a).__name__, type(calls.a.b).__name__, calls.a.b(1, 2), calls.c())
print(list(calls()))
method = xmlrpc.client._Method(lambda name, args: (name, args), 'x')
print(method.y.z(1, 2), type(method.y).__name__)
