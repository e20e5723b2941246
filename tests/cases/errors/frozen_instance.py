def freeze(cls):
    def refuse(self, name, value):
        raise AttributeError(f"{cls.__name__} is frozen: cannot set {name!r}")
    cls.__setattr__ = refuse
    return cls


@freeze
class Point:
    pass


Point().x = 1
