//! Takes the program out of an answer in Markdown.

use std::borrow::Cow;

/// How a program is taken out of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extract {
    /// The text is the program.
    #[default]
    None,
    /// The last block of code.
    LastFence,
    /// The first block of code.
    FirstFence,
}

impl Extract {
    /// The names of `--extract`.
    pub const NAMES: &'static [(&'static str, Extract)] =
        &[("none", Extract::None), ("last-fence", Extract::LastFence), ("first-fence", Extract::FirstFence)];
}

/// The program, and how it was found: `None` if nothing was looked for.
#[must_use]
pub fn extract(text: &str, how: Extract) -> (Cow<'_, str>, Option<&'static str>) {
    let found = match how {
        Extract::None => return (Cow::Borrowed(text), None),
        Extract::LastFence => fences(text).pop().map(|code| (code, "last-fence")),
        Extract::FirstFence => fences(text).into_iter().next().map(|code| (code, "first-fence")),
    };
    match found {
        Some((code, name)) => (Cow::Owned(code), Some(name)),
        None => (Cow::Borrowed(text), Some("whole")),
    }
}

/// The blocks of code of a Markdown text. A block that is not closed ends with the text. Blocks in another language than Python are left
/// out where one is in Python.
fn fences(text: &str) -> Vec<String> {
    let mut found: Vec<(bool, String)> = Vec::new();
    let mut open: Option<(char, usize, usize, String, bool)> = None;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let body = line.trim();
        let mark = body.chars().next().filter(|c| matches!(c, '`' | '~'));
        let width = mark.map_or(0, |mark| body.chars().take_while(|c| *c == mark).count());
        match &mut open {
            Some((kind, wide, _, _, _)) if mark == Some(*kind) && width >= *wide && body.chars().all(|c| Some(c) == mark) => {
                found.extend(open.take().map(|(_, _, _, code, is_python)| (is_python, code)));
            }
            Some((_, _, cut, code, _)) => {
                let spaces = line.len() - line.trim_start_matches(' ').len();
                code.push_str(line.get(spaces.min(*cut)..).unwrap_or(line));
            }
            None => {
                if let Some(mark) = mark.filter(|_| width >= 3) {
                    let language =
                        body.trim_start_matches(mark).trim().split([' ', '{', ',']).next().unwrap_or_default().to_ascii_lowercase();
                    let is_python = matches!(language.as_str(), "" | "python" | "py" | "python3" | "py3");
                    open = Some((mark, width, indent, String::new(), is_python));
                }
            }
        }
    }
    found.extend(open.map(|(_, _, _, code, is_python)| (is_python, code)));
    let has_python = found.iter().any(|(is_python, _)| *is_python);
    found.into_iter().filter(|(is_python, _)| *is_python || !has_python).map(|(_, code)| code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_taken() {
        let text = "First\n```python\na = 1\n```\nthen\n```py\nb = 2\n```\nRun it:\n```sh\npython b.py\n```\n";
        assert_eq!(extract(text, Extract::LastFence), (Cow::Borrowed("b = 2\n"), Some("last-fence")));
        assert_eq!(extract(text, Extract::FirstFence), (Cow::Borrowed("a = 1\n"), Some("first-fence")));
        assert_eq!(extract("x = 1", Extract::LastFence), (Cow::Borrowed("x = 1"), Some("whole")));
        assert_eq!(extract("```\nx = 1\n", Extract::LastFence).0, "x = 1\n");
        assert_eq!(extract("1. Do:\n   ```python\n   def f():\n       pass\n   ```\n", Extract::LastFence).0, "def f():\n    pass\n");
    }
}
