//! The options that say how a file is read, and the reader of programs for the commands that take one file.

use std::path::Path;

use clap::ValueEnum;
use stockade_policy::input::{Document, Format};

use crate::{Exit, collect, render};

#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// The kind of the input. By default the ending of the file name decides, and stdin is Python
    #[arg(long, value_enum)]
    input: Option<InputFormat>,
    /// The field with the program, in JSON lines
    #[arg(long, value_name = "FIELD", default_value = "code")]
    field: String,
    /// Divide Python files into steps at their comments `# %%`. The cells of notebooks and the blocks of Markdown are always steps
    #[arg(long)]
    steps: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InputFormat {
    Python,
    Markdown,
    Notebook,
    Jsonl,
}

impl InputArgs {
    /// The format that the arguments ask for.
    pub(crate) fn format(&self) -> Option<Format> {
        let field = self.field.as_str().into();
        match self.input {
            Some(InputFormat::Python) => Some(Format::Python),
            Some(InputFormat::Markdown) => Some(Format::Markdown),
            Some(InputFormat::Notebook) => Some(Format::Notebook),
            Some(InputFormat::Jsonl) => Some(Format::Jsonl { field }),
            // `--field` implies JSON lines.
            None if self.field != "code" => Some(Format::Jsonl { field }),
            None => None,
        }
    }

    /// The same document, divided into steps if the arguments ask for it.
    pub(crate) fn divided(&self, document: collect::Document) -> collect::Document {
        if self.steps { document.with_steps() } else { document }
    }

    /// Reads the programs of a file. Errors go to stderr.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(crate) fn read(&self, path: &Path) -> Result<Document, Exit> {
        read(&self.divided(collect::Document::new(path, self.format().as_ref())))
    }
}

/// Reads the programs of a file. There must be one. Errors go to stderr.
///
/// # Errors
/// The exit status of the command.
pub(crate) fn read(file: &collect::Document) -> Result<Document, Exit> {
    let name = file.name();
    let read = file
        .read(&name)
        .and_then(|document| if document.programs().is_empty() { Err(format!("`{name}` has no Python programs")) } else { Ok(document) });
    read.map_err(|message| {
        render::error(&message);
        Exit::Usage
    })
}
