def größe(wörter):
    return {"é": 1, "日本": 2}["日本"] + wörter["ü"]


größe({"u": 1})
