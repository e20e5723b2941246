DB_HOST = "db1.internal"
DB_PASSWORD = "hunter2-Kx93"
SECRET_KEY = "5f3a-91bb-key"
SLACK_TOKEN = "xoxb-12-34"
QUEUES = ["mail", "invoice"]
DATABASES = {"default": {"host": DB_HOST, "user": "ops", "password": DB_PASSWORD}}


def queue(name):
    return name + "@" + DB_HOST
