class Base:
    def run(self):
        raise NotImplementedError("subclasses must implement run()")


class Job(Base):
    pass


Job().run()
