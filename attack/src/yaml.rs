//! Texts in the notation of YAML and of Python.

/// A text in double quotes, as both YAML and JSON read it.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            letter if u32::from(letter) < 0x20 || (0x7f..0xa0).contains(&u32::from(letter)) => {
                shown.push_str(&format!("\\x{:02x}", u32::from(letter)));
            }
            letter => shown.push(letter),
        }
    }
    shown.push('"');
    shown
}

/// A list of quoted texts in brackets.
pub(crate) fn list<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    format!("[{}]", texts.join(", "))
}

/// A text as a literal block, or in quotes where a block could not hold it.
pub(crate) fn block(text: &str, indent: usize) -> String {
    let plain = text.chars().all(|letter| letter == '\n' || (letter >= ' ' && letter != '\u{7f}')) && !text.starts_with([' ', '\n']);
    let text = text.trim_end_matches('\n');
    if !plain || text.is_empty() || text.lines().any(|line| line.ends_with(' ')) {
        return quoted(text);
    }
    let mut shown = String::from("|-");
    for line in text.lines() {
        shown.push('\n');
        if !line.is_empty() {
            shown.push_str(&" ".repeat(indent));
            shown.push_str(line);
        }
    }
    shown
}

/// A text as a literal of Python.
pub(crate) fn python(text: &str) -> String {
    let mut shown = String::from("'");
    for letter in text.chars() {
        match letter {
            '\'' => shown.push_str("\\'"),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            letter if u32::from(letter) < 0x20 => shown.push_str(&format!("\\x{:02x}", u32::from(letter))),
            letter => shown.push(letter),
        }
    }
    shown.push('\'');
    shown
}

/// A list of texts as a literal of Python.
pub(crate) fn python_list(texts: &[&str]) -> String {
    format!("[{}]", texts.iter().map(|text| python(text)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_so_that_they_are_read_again() {
        assert_eq!(quoted("a\"b\\c\n\0"), r#""a\"b\\c\n\x00""#);
        assert_eq!(list(["a", "b*"]), r#"["a", "b*"]"#);
        assert_eq!(block("a\n\n  b\n", 4), "|-\n    a\n\n      b");
        assert_eq!(block("a \nb", 4), "\"a \\nb\"");
        assert_eq!(python("it's\n\\"), r"'it\'s\n\\'");
        assert_eq!(python_list(&["a", "'"]), r"['a', '\'']");
    }
}
