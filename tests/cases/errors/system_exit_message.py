print("before")
raise SystemExit("fatal: something went wrong")
