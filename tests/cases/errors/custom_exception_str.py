class HttpError(Exception):
    def __init__(self, status, reason):
        self.status = status
        self.reason = reason
        super().__init__(status, reason)

    def __str__(self):
        return f"{self.status} {self.reason}"


raise HttpError(404, "Not Found")
