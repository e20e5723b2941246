//! Formats findings and diagnostics as text. Everything in a hostile source that could affect a terminal is escaped.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, Report as MietteReport};
use stockade_compiler::SourceText;
pub(crate) use stockade_policy::text::{escape, neutralise};
use stockade_policy::{Finding, Verdict};

use crate::Exit;

/// When to use colours: `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that can, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What the command line says about colours, as the number of a [`Color`].
static COLOR: AtomicU8 = AtomicU8::new(Color::Auto as u8);

/// Keeps what the command line says about colours.
pub(crate) fn set_color(color: Color) {
    COLOR.store(color as u8, Ordering::Relaxed);
}

/// Whether to use colours on stdout.
#[must_use]
pub(crate) fn stdout_colours() -> bool {
    colours(&io::stdout())
}

#[must_use]
pub(crate) fn stderr_colours() -> bool {
    colours(&io::stderr())
}

/// The first that says something decides: `--color`, `NO_COLOR`, `FORCE_COLOR`, `TERM=dumb`, and whether it is a terminal. An empty variable
/// says nothing, and `FORCE_COLOR=0` says no.
fn colours(stream: &impl IsTerminal) -> bool {
    let said = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match COLOR.load(Ordering::Relaxed) {
        always if always == Color::Always as u8 => true,
        never if never == Color::Never as u8 => false,
        _ if said("NO_COLOR").is_some() => false,
        _ => match said("FORCE_COLOR") {
            Some(force) => force != "0" && force != "false",
            None => said("TERM").is_none_or(|term| term != "dumb") && stream.is_terminal(),
        },
    }
}

/// Maximum time that printed text stays in the buffer while a program runs.
const MAX_BUFFER_DELAY: Duration = Duration::from_millis(20);

/// Text for stdout that is not written yet. A system call for each `print` would cost more than the program itself.
struct BufferedStdout {
    buffer: BufWriter<Stdout>,
    /// When the buffer was last flushed.
    written: Instant,
    /// True for a terminal. Each line is then written at once.
    terminal: bool,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
    /// True if something was written since the last flush.
    has_text: bool,
}

/// The first error of stderr.
static STDERR_ERROR: Mutex<Option<io::Error>> = Mutex::new(None);

static STDOUT: LazyLock<Mutex<BufferedStdout>> = LazyLock::new(|| {
    let stdout = io::stdout();
    let terminal = stdout.is_terminal();
    Mutex::new(BufferedStdout {
        buffer: BufWriter::with_capacity(1 << 16, stdout),
        written: Instant::now(),
        terminal,
        error: None,
        has_text: false,
    })
});

impl BufferedStdout {
    fn write(&mut self, text: &str) {
        self.has_text = true;
        if self.error.is_none() {
            self.error = self.buffer.write_all(text.as_bytes()).err();
        }
    }

    fn flush(&mut self) {
        // Somebody else may own stdout, as the language server does: who has written nothing must not wait for it.
        if self.error.is_none() && std::mem::take(&mut self.has_text) {
            self.error = self.buffer.flush().err();
        }
        self.written = Instant::now();
    }
}

/// Buffers text for stdout. The text is written when [`flush`] returns. [`finish`] tells of errors.
pub(crate) fn to_stdout(text: &str) {
    let mut stdout_buffer = STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
    stdout_buffer.write(text);
    if stdout_buffer.terminal && text.contains('\n') {
        stdout_buffer.flush();
    }
}

/// Writes the buffered text: at the end of a step, before the program sleeps, and when the command ends.
pub(crate) fn flush() {
    STDOUT.lock().unwrap_or_else(PoisonError::into_inner).flush();
}

/// Writes the buffered text if it has waited for `MAX_BUFFER_DELAY`. Called regularly while a program runs.
pub(crate) fn flush_if_late() {
    let mut stdout_buffer = STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
    if stdout_buffer.written.elapsed() >= MAX_BUFFER_DELAY {
        stdout_buffer.flush();
    }
}

/// Writes to stderr, after the buffered text for stdout.
pub(crate) fn to_stderr(text: &str) {
    flush();
    let mut failed = STDERR_ERROR.lock().unwrap_or_else(PoisonError::into_inner);
    if failed.is_none() {
        *failed = io::stderr().lock().write_all(text.as_bytes()).err();
    }
}

/// The exit status if stdout could not be written. A run has no use then and ends.
pub(crate) fn failure() -> Option<Exit> {
    STDOUT.lock().unwrap_or_else(PoisonError::into_inner).error.as_ref().map(status_of)
}

fn status_of(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe { Exit::ClosedPipe } else { Exit::Usage }
}

/// Writes the buffered text when the command ends. Returns the exit status if some output could not be written. A closed pipe is no news to
/// whoever closed it, so nothing is said about it.
pub(crate) fn finish() -> Option<Exit> {
    let error = {
        let mut stdout_buffer = STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
        stdout_buffer.flush();
        stdout_buffer.error.take()
    };
    let of_stdout = error.map(|error| failed("stdout", &error));
    let error = STDERR_ERROR.lock().unwrap_or_else(PoisonError::into_inner).take();
    of_stdout.or_else(|| error.map(|error| failed("stderr", &error)))
}

/// The exit status after output could not be written.
pub(crate) fn failed(stream: &str, error: &io::Error) -> Exit {
    let exit = status_of(error);
    if exit != Exit::ClosedPipe {
        let _ = writeln!(io::stderr(), "error: cannot write to {stream}: {error}");
    }
    exit
}

/// Prints an error about the arguments or files of the command.
pub(crate) fn error(message: &str) {
    to_stderr(&format!("error: {}\n", escape(message)));
}

fn handler(colours: bool) -> GraphicalReportHandler {
    let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    GraphicalReportHandler::new_themed(theme).with_links(false).with_width(120).with_context_lines(1)
}

/// Formats a diagnostic that has its source.
#[must_use]
pub(crate) fn diagnostic(diagnostic: &dyn Diagnostic, colours: bool) -> String {
    if let Some(place) = position_in_long_line(diagnostic) {
        let help = diagnostic.help().map_or_else(String::new, |help| format!("  help: {help}\n"));
        let code = diagnostic.code().map_or_else(String::new, |code| format!("{code}\n"));
        return format!("{code}{place}: {diagnostic}\n{help}\n");
    }
    let mut text = String::new();
    // Writing to a string does not fail. If the renderer fails, the message alone is printed.
    if handler(colours).render_report(&mut text, diagnostic).is_err() {
        text = format!("{diagnostic}\n");
    }
    text
}

/// Longer lines are not rendered, because the renderer supports at most 65,535 columns. In bytes.
const MAX_RENDERED_LINE: usize = 8192;

/// The position of a diagnostic in a line that is too long to render, or next to such a line.
fn position_in_long_line(diagnostic: &dyn Diagnostic) -> Option<String> {
    let source = diagnostic.source_code()?;
    for label in diagnostic.labels()? {
        // The renderer also shows the line before and the line after.
        let Ok(drawn) = source.read_span(label.inner(), 1, 1) else { continue };
        if drawn.data().split(|byte| *byte == b'\n').any(|line| line.len() > MAX_RENDERED_LINE)
            && let Ok(place) = source.read_span(label.inner(), 0, 0)
        {
            let name = drawn.name().unwrap_or("source");
            return Some(format!("{name}:{}:{}", place.line() + 1, place.column() + 1));
        }
    }
    None
}

/// All findings of a report, each with its source.
#[must_use]
pub(crate) fn fancy(report: &Verdict, source: &SourceText, colours: bool) -> String {
    let mut text = String::new();
    let safe = neutralise(source.text());
    for finding in &report.findings {
        let named = NamedSource::new(escape(&report.file), safe.to_string()).with_language("python");
        let finding = safe_finding(finding);
        text.push_str(&diagnostic(MietteReport::new(finding).with_source_code(named).as_ref(), colours));
    }
    text
}

fn safe_finding(finding: &Finding) -> Finding {
    let mut safe = finding.clone();
    safe.message = escape(&safe.message).into_owned();
    for text in [&mut safe.label, &mut safe.help, &mut safe.note].into_iter().flatten() {
        *text = escape(text).into_owned();
    }
    safe
}
