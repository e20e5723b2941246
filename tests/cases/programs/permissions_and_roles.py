from enum import Flag, auto
from functools import wraps


class Permission(Flag):
    READ = auto()
    WRITE = auto()
    DELETE = auto()
    ADMIN = READ | WRITE | DELETE


ROLES = {"guest": Permission.READ, "editor": Permission.READ | Permission.WRITE, "admin": Permission.ADMIN, "nobody": Permission(0)}


class Denied(PermissionError):
    def __init__(self, user, needed):
        super().__init__(f"{user} needs {needed.name}")
        self.needed = needed


def requires(permission):
    def decorate(f):
        @wraps(f)
        def wrapper(self, user, *args, **kwargs):
            if permission not in ROLES[self.users.get(user, "nobody")]:
                self.audit.append((user, f.__name__, "denied"))
                raise Denied(user, permission)
            self.audit.append((user, f.__name__, "ok"))
            return f(self, user, *args, **kwargs)
        wrapper.permission = permission
        return wrapper
    return decorate


class Wiki:
    def __init__(self, **users):
        self.users, self.pages, self.audit = users, {}, []

    @requires(Permission.READ)
    def read(self, user, name):
        return self.pages[name][-1]

    @requires(Permission.WRITE)
    def write(self, user, name, text):
        self.pages.setdefault(name, []).append(text)
        return len(self.pages[name])

    @requires(Permission.DELETE)
    def delete(self, user, name):
        return self.pages.pop(name)


wiki = Wiki(ann="admin", ed="editor", gus="guest")
for call in ["write ed home Hello", "write ann home Hi", "write gus home spam", "read gus home", "read x home", "read ed none", "delete ed home", "delete ann home"]:
    method, *args = call.split()
    try:
        print(call, "->", getattr(wiki, method)(*args))
    except Denied as e:
        print(call, "-> denied:", e, e.needed)
    except KeyError as e:
        print(call, "-> missing", e)
print(wiki.audit)
print(Wiki.write.__name__, Wiki.write.permission, ROLES["editor"], list(ROLES["admin"]), Permission.READ in Permission.ADMIN, bool(ROLES["nobody"]), ~Permission.READ & Permission.ADMIN)
print({r: [p.name for p in Permission if p in v] for r, v in ROLES.items()}, sorted((u for u, r in wiki.users.items() if Permission.WRITE in ROLES[r])))
