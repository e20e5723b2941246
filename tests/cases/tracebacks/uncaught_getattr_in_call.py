class A:
    def __getattr__(self, n):
        raise AttributeError(f"no {n}")
A().thing(1)
