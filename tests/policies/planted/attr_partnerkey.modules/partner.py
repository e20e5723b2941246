class Client:
    def __init__(self, api_key, client_secret):
        self.api_key = api_key
        self.client_secret = client_secret

    def orders(self, day):
        return [{"day": day, "amount": 12}, {"day": day, "amount": 40}]


def connect():
    return Client("pk-77-north", "s3-winter")
