//! `coda-probe info`: what tables say of themselves.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use coda_formats::{Header, Table, TableError, TableName};
use coda_probe::cli::Failure;
use serde::Serialize;

/// Say what a table, or each table of a folder, says of itself
#[derive(clap::Args)]
#[command(after_help = "\
Example: coda-probe info --tables tables
         coda-probe info tables/ELvR.dtw.coda --check")]
pub(crate) struct Args {
    /// A folder of tables
    #[arg(long, value_name = "DIR", required_unless_present = "file")]
    tables: Option<PathBuf>,

    /// A table's file
    #[arg(conflicts_with = "tables")]
    file: Option<PathBuf>,

    /// Read every block and check it against its checksum
    #[arg(long)]
    check: bool,

    /// Write one JSON object a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TableJson<'a> {
    file: String,
    bytes: u64,
    program: &'a str,
    game: &'a str,
    rules: &'a str,
    ending: &'a str,
    metric: &'a str,
    index: &'a str,
    order: &'a str,
    size: u64,
    bits_per_index: f64,
    sides: Vec<SideJson<'a>>,
    checked: bool,
}

#[derive(Serialize)]
struct SideJson<'a> {
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    by_rule: u64,
    deepest_win: Option<u16>,
    deepest_win_example: Option<&'a str>,
    deepest_loss: Option<u16>,
    deepest_loss_example: Option<&'a str>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let files = match (&args.file, &args.tables) {
        (Some(file), _) => vec![file.clone()],
        (None, Some(folder)) => tables_in(folder)?,
        (None, None) => Vec::new(),
    };
    let mut out = std::io::stdout().lock();
    let (mut bytes, mut faults) = (0, 0);
    for file in &files {
        match read(file, args.check) {
            Ok(table) => {
                bytes += table.header().file_len;
                if args.json {
                    let json = table_json(file, table.header(), args.check);
                    writeln!(out, "{}", serde_json::to_string(&json)?)?;
                } else if args.file.is_some() {
                    write_whole(&mut out, table.header())?;
                } else {
                    write_row(&mut out, table.header())?;
                }
            }
            Err(error) => {
                eprintln!("coda-probe: {error}");
                faults += 1;
            }
        }
    }
    if let Some(folder) = args.tables.as_ref().filter(|_| !args.json) {
        let what = if args.check { "tables, all blocks read and sound" } else { "tables" };
        let sound = files.len() - faults;
        writeln!(out, "{}: {sound} {what}, {bytes} bytes", folder.display())?;
    }
    if faults > 0 { Err(Failure::Told) } else { Ok(()) }
}

/// The files in a folder that are named as tables, by name.
fn tables_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let name = entry.with_context(|| folder.display().to_string())?.file_name();
        names.extend(name.to_str().and_then(TableName::parse));
    }
    names.sort_by_cached_key(|name| (name.ending.len(), name.clone()));
    Ok(names.into_iter().map(|name| name.path(folder)).collect())
}

fn read(file: &Path, check: bool) -> Result<Table, TableError> {
    let table = Table::open(file)?;
    if check {
        table.check()?;
    }
    Ok(table)
}

fn bits_per_index(header: &Header) -> f64 {
    let indices = header.size as f64 * header.sides.len() as f64;
    header.file_len as f64 * 8.0 / indices.max(1.0)
}

fn write_row(out: &mut impl Write, header: &Header) -> std::io::Result<()> {
    let deepest = header.sides.iter().flat_map(|side| [&side.deepest_win, &side.deepest_loss]);
    let deepest = deepest.flatten().map(|deepest| deepest.plies).max();
    writeln!(
        out,
        "{:<10} {:<4} {:>12} indices {:>12} bytes  {:5.2} bits each{}",
        header.ending,
        header.metric,
        header.size * header.sides.len() as u64,
        header.file_len,
        bits_per_index(header),
        deepest.map_or(String::new(), |plies| format!("  deepest {plies}")),
    )
}

fn write_whole(out: &mut impl Write, header: &Header) -> std::io::Result<()> {
    for (name, value) in [
        ("ending", &header.ending),
        ("metric", &header.metric),
        ("game", &header.game),
        ("rules", &header.rules),
        ("written by", &header.program),
        ("index", &format!("{}, pieces in the order {}", header.index, header.order)),
        ("size", &format!("{} indices a side, {} sides", header.size, header.sides.len())),
        ("bytes", &format!("{}, {:.3} bits an index", header.file_len, bits_per_index(header))),
    ] {
        writeln!(out, "{name:<11} {value}")?;
    }
    for (turn, side) in ["White", "Black"].iter().zip(&header.sides) {
        let counts = &side.counts;
        writeln!(
            out,
            "\n{turn} to move, on the full board: {} wins, {} draws, {} losses",
            counts.wins, counts.draws, counts.losses
        )?;
        for (what, deepest) in [("win", &side.deepest_win), ("loss", &side.deepest_loss)] {
            if let Some(deepest) = deepest {
                writeln!(
                    out,
                    "  deepest {what:<4} {:>3} plies: {}",
                    deepest.plies, deepest.example
                )?;
            }
        }
    }
    Ok(())
}

fn table_json<'a>(file: &Path, header: &'a Header, checked: bool) -> TableJson<'a> {
    let sides = header.sides.iter().map(|side| SideJson {
        positions: side.counts.positions(),
        wins: side.counts.wins,
        draws: side.counts.draws,
        losses: side.counts.losses,
        by_rule: side.counts.by_rule,
        deepest_win: side.deepest_win.as_ref().map(|deepest| deepest.plies),
        deepest_win_example: side.deepest_win.as_ref().map(|deepest| deepest.example.as_str()),
        deepest_loss: side.deepest_loss.as_ref().map(|deepest| deepest.plies),
        deepest_loss_example: side.deepest_loss.as_ref().map(|deepest| deepest.example.as_str()),
    });
    TableJson {
        file: file.display().to_string(),
        bytes: header.file_len,
        program: &header.program,
        game: &header.game,
        rules: &header.rules,
        ending: &header.ending,
        metric: &header.metric,
        index: &header.index,
        order: &header.order,
        size: header.size,
        bits_per_index: bits_per_index(header),
        sides: sides.collect(),
        checked,
    }
}
