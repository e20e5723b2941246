settings = {"retries": 3}
handler = settings["retries"]
result = handler(1, 2) + 5
