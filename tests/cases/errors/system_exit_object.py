raise SystemExit({"code": 1})
