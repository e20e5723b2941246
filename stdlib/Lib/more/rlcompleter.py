"""What a name or an attribute that is typed could become."""
import builtins
import inspect
import keyword
import re
import sys
import warnings

__all__ = ['Completer']
_readline_available = False
_ALONE = {'False', 'None', 'True', 'break', 'continue', 'pass', 'else', '_'}


class Completer:
    def __init__(self, namespace=None):
        if namespace and not isinstance(namespace, dict):
            raise TypeError('namespace must be a dictionary')
        # The names that the main program has at the time of the call.
        self.use_main_ns = 1 if namespace is None else 0
        if namespace is not None:
            self.namespace = namespace

    def complete(self, text, state):
        """The completion of a number, None after the last one."""
        if self.use_main_ns:
            self.namespace = sys.modules['__main__'].__dict__
        if not text.strip():
            return '\t' if state == 0 else None
        if state == 0:
            with warnings.catch_warnings(action='ignore'):
                self.matches = self.attr_matches(text) if '.' in text else self.global_matches(text)
        try:
            return self.matches[state]
        except IndexError:
            return None

    def _callable_postfix(self, val, word):
        if not callable(val):
            return word
        try:
            takes_none = not inspect.signature(val).parameters
        except ValueError:
            takes_none = False
        return word + ('()' if takes_none else '(')

    def global_matches(self, text):
        """Keywords, names of the namespace and builtins that begin with a text."""
        found, seen = [], {'__builtins__'}
        for word in keyword.kwlist + keyword.softkwlist:
            if word.startswith(text):
                seen.add(word)
                found.append(word + (':' if word in ('finally', 'try') else '' if word in _ALONE else ' '))
        for names in (self.namespace, builtins.__dict__):
            for word, value in names.items():
                if word.startswith(text) and word not in seen:
                    seen.add(word)
                    found.append(self._callable_postfix(value, word))
        return found

    def attr_matches(self, text):
        """Attributes of the object before the last point, those with underscores only where there are no others."""
        parts = re.match(r'(\w+(\.\w+)*)\.(\w*)', text)
        if not parts:
            return []
        before, begin = parts.group(1, 3)
        try:
            owner = eval(before, self.namespace)
        except Exception:
            return []
        words = set(dir(owner)) - {'__builtins__'}
        if hasattr(owner, '__class__'):
            words.add('__class__')
            words.update(get_class_members(owner.__class__))
        words = [word for word in words if word.startswith(begin)]
        hidden = {'': ('_', '__'), '_': ('__',)}.get(begin, ())
        for prefix in (*hidden, None):
            shown = [word for word in words if prefix is None or not word.startswith(prefix)]
            if shown:
                return sorted(self._attribute(owner, before, word) for word in shown)
        return []

    def _attribute(self, owner, before, word):
        match = f'{before}.{word}'
        # A property is not computed for this.
        if isinstance(getattr(type(owner), word, None), property):
            return match
        value = getattr(owner, word, None)
        return match if value is None else self._callable_postfix(value, match)


def get_class_members(klass):
    """The names a class and its bases have."""
    names = dir(klass)
    for base in getattr(klass, '__bases__', ()):
        names = names + get_class_members(base)
    return names
