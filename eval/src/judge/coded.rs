//! Values as the rooms send them to each other where they are not plain (`encode` in `room.py`), as people read them.

use stockade_vm::HostValue;

use super::two_rooms::{SHOWN_CHARS, parts};
use crate::values::{short_repr, shorten};

/// A coded value, shortened.
pub(super) fn shown(value: &HostValue) -> String {
    let mut out = String::new();
    write(value, &mut out);
    shorten(&out, SHOWN_CHARS)
}

/// A call with coded arguments, shortened.
pub(super) fn shown_call(name: &str, args: &HostValue) -> String {
    let mut out = String::new();
    match parts(args) {
        Some((_, [HostValue::List(items), ..])) => write_items("", items, "", &mut out),
        _ => write(args, &mut out),
    }
    format!("{name}({})", shorten(&out, SHOWN_CHARS))
}

/// Its depth is that of a value that crossed, which is limited.
fn write(value: &HostValue, out: &mut String) {
    if out.len() > SHOWN_CHARS.saturating_mul(4) {
        return;
    }
    let plain = |value: &HostValue| short_repr(value, SHOWN_CHARS);
    match parts(value) {
        Some(("plain" | "type", [value, ..])) => out.push_str(&plain(value)),
        Some(("list", [HostValue::List(items), ..])) => write_items("[", items, "]", out),
        Some(("tuple", [HostValue::List(items), ..])) => write_items("(", items, if items.len() == 1 { ",)" } else { ")" }, out),
        Some(("set", [HostValue::List(items), ..])) if !items.is_empty() => write_items("{", items, "}", out),
        Some((kind @ ("set" | "frozenset"), [HostValue::List(items), ..])) if items.is_empty() => out.push_str(&format!("{kind}()")),
        Some(("frozenset", [HostValue::List(items), ..])) => write_items("frozenset({", items, "})", out),
        Some((kind @ ("keys" | "values" | "items"), [HostValue::List(items), ..])) => {
            write_items(&format!("dict_{kind}(["), items, "])", out);
        }
        Some(("deque", [HostValue::List(items), ..])) => write_items("deque([", items, "])", out),
        Some(("dict", [HostValue::List(pairs), ..])) => {
            out.push('{');
            for (at, pair) in pairs.iter().enumerate() {
                if let HostValue::Tuple(pair) = pair
                    && let [key, item] = pair.as_slice()
                {
                    out.push_str(if at > 0 { ", " } else { "" });
                    write(key, out);
                    out.push_str(": ");
                    write(item, out);
                }
            }
            out.push('}');
        }
        Some(("iterator", _)) => out.push_str("<an iterator>"),
        Some(("function", _)) => out.push_str("<a function>"),
        Some(("object", [HostValue::Str(name), ..])) => match name.strip_prefix("type ") {
            Some(name) => out.push_str(&format!("<class '{name}'>")),
            None => out.push_str(&format!("<an object of {name}>")),
        },
        // Numbers, dates and ranges: a name, and what they are made of.
        Some((kind, rest)) => {
            let rest: Vec<String> = rest.iter().map(plain).collect();
            out.push_str(&format!("{kind}({})", rest.join(", ")));
        }
        None => out.push_str(&plain(value)),
    }
}

fn write_items(open: &str, items: &[HostValue], close: &str, out: &mut String) {
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        write(item, out);
    }
    out.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(kind: &str, parts: Vec<HostValue>) -> HostValue {
        let parts = std::iter::once(HostValue::Str(kind.to_owned())).chain(parts);
        HostValue::Tuple(parts.collect())
    }

    #[test]
    fn what_is_coded_is_shown_as_python_shows_it() {
        let number = |value| coded("plain", vec![HostValue::Int(value)]);
        let list = |kind, items| coded(kind, vec![HostValue::List(items)]);
        let object = |name: &str| coded("object", vec![HostValue::Str(name.to_owned())]);
        let pair = HostValue::Tuple(vec![number(1), list("tuple", vec![number(2)])]);
        for (value, text) in [
            (number(7), "7"),
            (list("dict", vec![pair]), "{1: (2,)}"),
            (list("set", Vec::new()), "set()"),
            (list("frozenset", vec![number(1), number(2)]), "frozenset({1, 2})"),
            (list("deque", vec![number(1)]), "deque([1])"),
            (list("keys", vec![number(1)]), "dict_keys([1])"),
            (object("__main__.E"), "<an object of __main__.E>"),
            (object("type __main__.E"), "<class '__main__.E'>"),
            (coded("iterator", vec![HostValue::Int(0)]), "<an iterator>"),
            (coded("Decimal", vec![HostValue::Str("1.5".to_owned())]), "Decimal('1.5')"),
            (coded("range", vec![HostValue::Int(1), HostValue::Int(5), HostValue::Int(2)]), "range(1, 5, 2)"),
        ] {
            assert_eq!(shown(&value), text);
        }
        let args = list("tuple", vec![object("__main__.E"), number(1)]);
        assert_eq!(shown_call("f", &args), "f(<an object of __main__.E>, 1)");
    }
}
