CURRENCY = "EUR"
VAT = 19
DB_PASSWORD = "rosebud-1941"
SIGNING_KEY = "k-5f2a"


def get(name, default=None):
    return globals().get(name, default)
