print("fine")
raise SystemExit
