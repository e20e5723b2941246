//! `stockade completions SHELL` and `stockade man`: files for shells and for `man`, made of the definition of the arguments.

use clap::CommandFactory;

use crate::{Cli, Exit, render};

#[derive(clap::Args)]
pub(crate) struct CompletionArgs {
    /// The shell
    shell: clap_complete::Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// The command that the page is about: `stockade man run`. Without it, the page is about the whole
    command: Option<String>,
}

/// Prints what a shell reads to complete commands and options.
pub(crate) fn completions(args: &CompletionArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "stockade", &mut text);
    render::to_stdout(&String::from_utf8_lossy(&text));
    Exit::Success
}

/// Prints a manual page as `man` reads it: `stockade man | man -l -`.
pub(crate) fn man(args: &ManArgs) -> Exit {
    let mut all = Cli::command();
    // Gives each command its full name.
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => match all.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names: Vec<&str> =
                    all.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name).collect();
                render::error(&format!("there is no command `{name}`; the commands are {}", names.join(", ")));
                return Exit::Usage;
            }
        },
    };
    let mut text = Vec::new();
    if let Err(error) = clap_mangen::Man::new(page).render(&mut text) {
        render::error(&format!("cannot make the page: {error}"));
        return Exit::Internal;
    }
    render::to_stdout(&String::from_utf8_lossy(&text));
    Exit::Success
}
