//! Global flags, the list of commands, exit codes.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::command::{self, Context, Outcome};
use crate::output::{Failure, Output, is_closed_pipe};

/// The command ran, and the answer is no.
const ANSWER_IS_NO: u8 = 1;

/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

/// Keep one repository of Claude Code skills for all your projects
#[derive(Debug, Parser)]
#[command(name = "skreg", version, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 in order; 1 it ran and the answer is no; 2 it could not run.")]
struct Cli {
    /// Print one JSON object for programs
    #[arg(long, global = true)]
    json: bool,

    /// Use this registry.json, or the one in this folder
    #[arg(long, global = true, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    registry: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(command::init::Args),
    Add(command::add::Args),
    Setup(command::setup::Args),
    Status(command::status::Args),
    List(command::list::Args),
    Restore(command::restore::Args),
    Check(command::check::Args),
    Config(command::config::Args),
    Dispatch(command::dispatch::Args),
    Eval(command::eval::Args),
    Learn(command::learn::Args),
    Completions(command::completions::Args),
}

/// Runs the program with its arguments, the name of the program first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    #[cfg(feature = "failpoints")]
    let _failpoints = fail::FailScenario::setup();
    let arguments: Vec<_> = arguments.into_iter().collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &arguments),
    };
    let output = Output::new(cli.json);
    match execute(cli, &output) {
        Ok(Outcome::InOrder) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(ANSWER_IS_NO),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output.error(&error);
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn execute(cli: Cli, output: &Output) -> Result<Outcome> {
    let context = || Context::new(cli.json, cli.registry);
    match &cli.command {
        Command::Init(args) => command::init::run(&context()?, args),
        Command::Add(args) => command::add::run(&context()?, args),
        Command::Setup(args) => command::setup::run(&context()?, args),
        Command::Status(args) => command::status::run(&context()?, args),
        Command::List(args) => command::list::run(&context()?, args),
        Command::Check(args) => command::check::run(context, output, args),
        Command::Restore(args) => command::restore::run(&context()?, args),
        Command::Config(args) => command::config::run(&context()?, args),
        Command::Dispatch(args) => command::dispatch::run(&context()?, args),
        Command::Eval(args) => command::eval::run(&context()?, args),
        Command::Learn(args) => command::learn::run(&context()?, args),
        Command::Completions(args) => command::completions::run(output, args, &mut Cli::command()),
    }
}

/// Help and version are answers; anything else could not run, and a program that asked for JSON gets it.
fn usage(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.use_stderr() && arguments.iter().any(|argument| argument == "--json") {
        Output::new(true).error(&usage_failure(&error.to_string()).into());
        return ExitCode::from(COULD_NOT_RUN);
    }
    // Nobody is left to tell where the stream is gone.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { COULD_NOT_RUN } else { 0 })
}

/// What the text of a usage error says, without the usage: its first paragraph and its tip.
fn usage_failure(text: &str) -> Failure {
    let message = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default();
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let tip = text.lines().find_map(|line| line.trim_start().strip_prefix("tip: "));
    Failure::new(message).hint(tip.unwrap_or("`skreg --help` shows the usage"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_usage_error_keeps_its_tip() {
        let told = |arguments: &[&str]| {
            let error = Cli::try_parse_from(arguments).unwrap_err();
            usage_failure(&error.to_string())
        };
        let misspelt = told(&["skreg", "statsu"]);
        assert_eq!(misspelt.message, "unrecognized subcommand 'statsu'");
        assert_eq!(misspelt.hint.unwrap(), "some similar subcommands exist: 'setup', 'status'");
        let lacking = told(&["skreg", "dispatch"]);
        assert_eq!(lacking.message, "the following required arguments were not provided: <TICKET>");
        assert_eq!(lacking.hint.unwrap(), "`skreg --help` shows the usage");
    }

    #[test]
    fn every_first_line_of_help_fits_and_has_no_full_stop() {
        for command in Cli::command().get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(!about.is_empty() && about.len() <= 65 && !about.ends_with('.'), "{}: {about}", command.get_name());
        }
    }
}
