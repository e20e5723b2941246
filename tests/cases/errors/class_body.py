class Settings:
    retries = 3
    timeout = retries / zero


print("never")
