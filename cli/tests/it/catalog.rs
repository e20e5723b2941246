//! Tests that the interpreter's catalog agrees with what programs find.

#[test]
fn the_catalog_is_what_the_tables_say() {
    let catalog = stockade_vm::catalog(&stockade_cli::LIBRARY);
    for module in ["math", "collections", "itertools", "__future__"] {
        assert!(catalog.has_module(module), "{module}");
    }
    for module in ["_prelude", "_stockade", "curses", "mmap"] {
        assert!(!catalog.has_module(module), "{module}");
    }
    for name in ["print", "len", "ValueError", "None", "zip"] {
        assert!(catalog.has_builtin(name), "{name}");
    }
    for name in ["help", "final_answer", "pritn"] {
        assert!(!catalog.has_builtin(name), "{name}");
    }
    for (name, want) in [("sqrt", true), ("pi", true), ("sqroot", false)] {
        assert_eq!(catalog.has_attribute("math", name), Some(want), "{name}");
    }
    // The catalog also includes modules that create attributes on access.
    for (module, name, want) in [
        ("collections", "ChainMap", true),
        ("collections", "Conter", false),
        ("typing", "NamedTuple", true),
        ("typing", "Lisst", false),
        ("string", "Template", true),
        ("string", "letters", false),
        ("html", "entities", true),
        ("io", "TextIOWrapper", true),
        ("calendar", "January", true),
        ("asyncio", "TaskGroup", true),
    ] {
        assert_eq!(catalog.has_attribute(module, name), Some(want), "{module}.{name}");
    }
    assert_eq!(catalog.has_attribute("mmap", "mmap"), None);
    for module in ["itertools", "functools", "operator"] {
        assert_eq!(catalog.has_attribute(module, "__name__"), Some(true), "{module}");
    }
}
