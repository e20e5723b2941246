# One copy of each `finally`; handlers undone on every way out.
def run(action):
    for turn in range(2):
        try:
            with action as value:
                if turn:
                    return value
        except (ValueError, KeyError) as error:
            print('caught', error)
            continue
        except TypeError:
            raise
        else:
            print('fine', turn)
        finally:
            print('finally', turn)
    return None


class Manager:
    def __init__(self, error=None):
        self.error = error

    def __enter__(self):
        if self.error:
            raise self.error
        return 'value'

    def __exit__(self, kind, error, traceback):
        return False


def groups():
    try:
        raise ExceptionGroup('g', [ValueError(1), KeyError(2)])
    except* ValueError as group:
        print(group.exceptions)
    except* KeyError:
        return_value = 'k'
    return return_value


print(run(Manager()), run(Manager(ValueError('v'))), groups())
try:
    run(Manager(TypeError('t')))
except TypeError as e:
    print(e, e.__context__)
assert run, 'message'
