//! Finds the marks `# %%` that divide a file into steps. A mark is a comment between two statements of the module: not in a string, in
//! brackets, in a block, before `else` or after a decorator.

use super::lexer::{Kind, Lexer};
use super::limits::ParseLimits;
use crate::source::SourceText;

/// The keywords that continue a statement of the module.
const CONTINUES: [&str; 4] = ["elif", "else", "except", "finally"];

/// Returns the byte offsets of the lines that start a step: comments `# %%`, alone or with a title after a blank.
///
/// A text with an error in its tokens has no marks after the error, because nobody can tell what is a comment there.
#[must_use]
pub fn step_marks(source: &SourceText) -> Vec<u32> {
    let text = source.text();
    let mut lexer = Lexer::new(source, ParseLimits::default().brackets);
    let mut marks = Vec::new();
    // The offset after the last logical line, and whether that line was a decorator.
    let (mut line_end, mut after_decorator) = (0u32, false);
    let (mut depth, mut at_start) = (0u32, true);
    while let Ok(token) = lexer.next() {
        let shown = source.slice(token.span);
        match token.kind {
            Kind::Indent => depth += 1,
            Kind::Dedent => depth = depth.saturating_sub(1),
            Kind::Newline => (line_end, at_start) = (token.span.end, true),
            kind if at_start => {
                if depth == 0 && !after_decorator && !CONTINUES.contains(&shown) {
                    let between = text.get(line_end as usize..token.span.start as usize).unwrap_or("");
                    let mut at = line_end;
                    for line in between.split_inclusive('\n') {
                        let starts_line = source.line_start(source.line_of(at)) == at;
                        if starts_line && is_mark(line) {
                            marks.push(at);
                        }
                        at = at.saturating_add(super::lexer::offset(line.len()));
                    }
                }
                if kind == Kind::End {
                    break;
                }
                (at_start, after_decorator) = (false, shown == "@");
            }
            Kind::End | Kind::EndInBracket => break,
            _ => {}
        }
    }
    marks
}

fn is_mark(line: &str) -> bool {
    let Some(comment) = line.strip_prefix('#') else { return false };
    let title = comment.trim_start_matches([' ', '\t']).strip_prefix("%%");
    title.is_some_and(|title| title.is_empty() || title.starts_with([' ', '\t', '\n']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<u32> {
        let source = SourceText::new("a.py", text);
        step_marks(&source).into_iter().map(|at| source.line_of(at)).collect()
    }

    #[test]
    fn marks_stand_between_statements() {
        for (text, want) in [
            ("x = 1\n# %% step 1\ny = 2\n", vec![2]),
            ("# %% step 1\nx = 1\n# %% step 2\n", vec![1, 3]),
            ("#%%\nx = 1\n#  %%\tname\ny = 2", vec![1, 3]),
            ("\n\n# a comment\n# %% a\n# %% b\nx = 1\n", vec![4, 5]),
            ("x = 1\r\n# %% a\r\ny = 1\r\n", vec![2]),
            ("x = 1 # %% a\n", vec![]),
            ("# %%time\n# %%%\n## %% a\n#\u{a0}%% a\n", vec![]),
            ("x = '''\n# %% a\n'''\n", vec![]),
            ("x = f'''\n# %% a\n{1}\n# %% b\n'''\n", vec![]),
            ("x = (1,\n# %% a\n2)\n", vec![]),
            ("x = f'{\n# %% a\n1}'\n", vec![]),
            ("x = 1 + \\\n# %% a\ny = 2\n", vec![]),
            ("def f():\n    x = 1\n# %% a\n    return x\n", vec![]),
            ("def f():\n# %% a\n    return 1\n", vec![]),
            ("def f():\n    return 1\n    # %% a\n", vec![]),
            ("def f():\n    return 1\n# %% a\nf()\n", vec![3]),
            ("def f():\n    return 1\n# %% a\n", vec![3]),
            ("if x:\n    y = 1\n# %% a\nelse:\n    y = 2\n# %% b\nz = 1\n", vec![6]),
            ("try:\n    f()\n# %% a\nexcept E:\n    pass\n# %% b\nfinally:\n    pass\n", vec![]),
            ("@d\n# %% a\ndef f(): pass\n# %% b\n", vec![4]),
            ("if x:\n    if y:\n        z = 1\n# %% a\n", vec![4]),
            ("x = 1\n# %% a\ny = 'open\n# %% b\n", vec![2]),
            ("x = (\n# %% a\n", vec![]),
            ("", vec![]),
            ("# %% a", vec![1]),
        ] {
            assert_eq!(lines(text), want, "{text:?}");
        }
    }
}
