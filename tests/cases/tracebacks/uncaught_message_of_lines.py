raise ValueError("line one\nline two\n  line three")
