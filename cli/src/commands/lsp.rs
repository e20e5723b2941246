//! `stockade lsp`: a language server on stdin and stdout.

use crate::check_plan::PlanArgs;
use crate::{Exit, lsp};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: PlanArgs,
    /// Editors pass it. Stdin and stdout are used in any case
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(args: Args) -> Exit {
    lsp::serve(args.plan)
}
