class Broken(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")


raise Broken("x")
