class Resource:
    def __enter__(self):
        print("open")
        return self

    def __exit__(self, kind, value, tb):
        print("close", kind.__name__)
        return False


with Resource() as r, Resource():
    print("using")
    r.missing_method()
