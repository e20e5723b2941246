from nonexistent_module import x
