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
    /// The command that the page is about: `stockade man run`, `stockade man policy show`. Without it, the page is about the whole
    command: Vec<String>,
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
    // Pages refer to each other by names such as `stockade-policy-show(1)`.
    let words = args.command.iter().map(|word| word.strip_suffix("(1)").unwrap_or(word));
    let names: Vec<&str> = words.flat_map(|word| word.strip_prefix("stockade-").unwrap_or(word).split('-')).collect();
    let mut page = &all;
    for name in names {
        let Some(command) = page.find_subcommand(name) else {
            let names: Vec<&str> = page.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            render::error(&format!("`{}` has no command `{name}`; its commands are {known}", page.get_name()));
            return Exit::Usage;
        };
        page = command;
    }
    let page = page.clone();
    let mut text = Vec::new();
    if let Err(error) = clap_mangen::Man::new(page).render(&mut text) {
        render::error(&format!("cannot make the page: {error}"));
        return Exit::Internal;
    }
    render::to_stdout(&String::from_utf8_lossy(&text));
    Exit::Success
}
