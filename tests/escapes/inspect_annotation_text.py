# static: nothing
# runtime: TypeError
# a text that stands as annotation is not run
import inspect

class Told:
    a: "print('PWNED')"

inspect.get_annotations(Told, eval_str=True)
