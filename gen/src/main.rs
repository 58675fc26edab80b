//! `coda-gen`: plan, build, prove and count endgame tables.

mod cmd;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Builds and proves endgame tablebases.
#[derive(Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Plan(cmd::plan::Args),
    Build(cmd::build::Args),
    Verify(cmd::verify::Args),
    Stats(cmd::stats::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Plan(args) => cmd::plan::run(&args),
        Command::Build(args) => cmd::build::run(&args),
        Command::Verify(args) => cmd::verify::run(&args),
        Command::Stats(args) => cmd::stats::run(&args),
    };
    coda_probe::cli::exit("coda-gen", outcome)
}
