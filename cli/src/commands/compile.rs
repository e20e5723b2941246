//! `stockade compile FILE|- --listing`: compiles a source to verified bytecode, and prints the bytecode as text.

use std::path::PathBuf;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource, Report};
use stockade_compiler::{CompileOptions, SourceText, SyntaxError};

use stockade_policy::ResolvedPolicy;
use stockade_policy::input::Refusal;
use stockade_vm::{CompileRefusal, OutcomeKind};

use crate::input::InputArgs;
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with programs: Python, a notebook, Markdown or JSON lines; `-` reads from stdin
    file: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// Print every instruction. `$` is the fuel charged on entry; the operand of a `Loop` is the fuel of each turn
    #[arg(long)]
    listing: bool,
    /// A preset or a policy file; its limits on source texts apply
    #[arg(long, default_value = "default")]
    policy: String,
}

pub(crate) fn run(args: &Args) -> Exit {
    compile(args).unwrap_or_else(|exit| exit)
}

fn compile(args: &Args) -> Result<Exit, Exit> {
    let policy = policy_source::resolve(&args.policy)?;
    let document = args.input.read(&args.file)?;
    for program in document.programs() {
        let source = Arc::new(program.source().clone());
        match program.refusal() {
            Some(Refusal::NotPython(error)) => return Err(not_python(&source, error)),
            Some(Refusal::Unsupported { .. }) => {
                let verdict = document.check_one(program, &policy, stockade_vm::catalog(&crate::LIBRARY));
                render::to_stderr(&render::fancy(&verdict, &source, render::stderr_colours()));
                return Err(Exit::of(OutcomeKind::Unsupported));
            }
            None => compile_one(args, &policy, &source)?,
        }
    }
    Ok(Exit::Success)
}

fn compile_one(args: &Args, policy: &ResolvedPolicy, source: &Arc<SourceText>) -> Result<(), Exit> {
    let tree = stockade_compiler::parse(source, &policy.parse_limits()).map_err(|error| not_python(source, error))?;
    let options = CompileOptions::default();
    let program =
        stockade_compiler::compile(&tree, Arc::clone(source), &options).map_err(|error| refuse(source, error, OutcomeKind::Unsupported))?;
    if let Err(error) = program.verify() {
        render::to_stderr(&format!("internal error: the compiled code does not verify: {error}\n"));
        return Err(Exit::Internal);
    }
    if args.listing {
        // A listing contains strings and names of the program, so it is escaped.
        render::to_stdout(&render::escape(&program.listing()));
    } else {
        let instructions: usize = program.codes.iter().map(|code| code.ops.len()).sum();
        let (codes, name) = (program.codes.len(), render::escape(source.name()));
        render::to_stdout(&format!("{name}: {codes} code objects, {instructions} instructions, verified\n"));
    }
    Ok(())
}

fn not_python(source: &SourceText, error: SyntaxError) -> Exit {
    let kind = CompileRefusal::NotPython(error.clone()).kind();
    refuse(source, error, kind)
}

/// Prints a diagnostic with its source.
fn refuse(source: &SourceText, error: impl Diagnostic + Send + Sync + 'static, kind: OutcomeKind) -> Exit {
    let text = render::neutralise(source.text()).to_string();
    let named = NamedSource::new(render::escape(source.name()), text).with_language("python");
    let report = Report::new(error).with_source_code(named);
    render::to_stderr(&render::diagnostic(report.as_ref(), render::stderr_colours()));
    Exit::of(kind)
}
