try:
    print(1)

