//! `coda-probe`: ask a set of endgame tables.

mod cmd;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Asks endgame tablebases about positions.
#[derive(Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Query(cmd::query::Args),
    Line(cmd::line::Args),
    Info(cmd::info::Args),
    Bench(cmd::bench::Args),
    Engine(cmd::engine::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Query(args) => cmd::query::run(&args),
        Command::Line(args) => cmd::line::run(&args),
        Command::Info(args) => cmd::info::run(&args),
        Command::Bench(args) => cmd::bench::run(&args),
        Command::Engine(args) => cmd::engine::run(&args),
    };
    coda_probe::cli::exit("coda-probe", outcome)
}
