//! `petteia query`: questions in SQL to the tables of a run.

use std::io::Write;
use std::path::Path;

use petteia_engine::files::{check_writable, write_output};
use petteia_simulator::run::counted_games;
use petteia_tables::{Database, Frame, Provenance, QueryError};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, check_run, hanging, shown};
use crate::cli::{CsvForm, QueryArgs};
use crate::host::output;

pub fn query(args: &QueryArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    let database = Database::open(&args.run, counted_games(&args.run)?).map_err(Failure::failed)?;
    let Some(sql) = &args.sql else { return list(&database, args.format.json) };
    let answer = database.query(sql).map_err(|error| match error {
        QueryError::Question(_) => Failure::input(error),
        _ => Failure::failed(error),
    })?;
    if args.format.json {
        return print_json(&AnswerJson { rows: &answer });
    }
    match &args.parquet {
        Some(file) => write_parquet(&answer, file, sql),
        None => match args.csv {
            Some(form) => write_csv(&answer, form),
            None => print(&answer, args.rows),
        },
    }
}

fn write_csv(answer: &Frame, form: CsvForm) -> Result<(), Failure> {
    let place = Path::new("standard output");
    let bytes = match form {
        CsvForm::Comma => answer.csv(place),
        CsvForm::Semicolon => answer.csv_with_semicolons(place),
    };
    Ok(output().write_all(&bytes.map_err(Failure::failed)?)?)
}

fn write_parquet(answer: &Frame, file: &Path, sql: &str) -> Result<(), Failure> {
    check_writable(file, "query").map_err(Failure::failed)?;
    let provenance = Provenance::of([("query", sql.to_owned())]);
    let bytes = answer.to_parquet(file, &provenance).map_err(Failure::failed)?;
    write_output(file, "query", &bytes).map_err(Failure::failed)
}

fn print(answer: &Frame, most: usize) -> Result<(), Failure> {
    let mut output = output();
    lines(answer, most).iter().try_for_each(|line| writeln!(output, "{}", shown(line)))?;
    let left_out = answer.height().saturating_sub(most);
    if left_out > 0 {
        let note = format!("{left_out} more rows are not shown; --rows N shows more, and --csv prints all.");
        writeln!(output, "{}", hanging("", &note))?;
    }
    Ok(())
}

/// The headings, a rule and the first rows of a table, with numbers to the right.
fn lines(answer: &Frame, most: usize) -> Vec<String> {
    let headings: Vec<String> = answer.names().iter().map(ToString::to_string).collect();
    let rows: Vec<Vec<String>> = answer.rows().take(most).map(|row| row.texts().collect()).collect();
    let are_numbers = answer.are_numbers();
    let width = |column: usize| {
        let texts = rows.iter().chain([&headings]).map(|row| row[column].chars().count());
        texts.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).zip(&are_numbers).map(|((text, &width), is_number)| {
            if *is_number { format!("{text:>width$}") } else { format!("{text:<width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let rule = widths.iter().map(|&width| "─".repeat(width)).collect::<Vec<_>>().join("  ");
    [line(&headings), rule].into_iter().chain(rows.iter().map(line)).collect()
}

/// Lists the tables and their columns.
fn list(database: &Database, as_json: bool) -> Result<(), Failure> {
    let column = |(name, holds)| ColumnJson { name, holds };
    let table = |(name, columns): (_, Vec<_>)| TableJson { name, columns: columns.into_iter().map(column).collect() };
    let tables = database.describe().map_err(Failure::failed)?;
    let tables: Vec<TableJson> = tables.into_iter().map(table).collect();
    if as_json {
        return print_json(&TablesJson { tables });
    }
    let mut output = output();
    for TableJson { name, columns } in &tables {
        let columns =
            columns.iter().map(|column| format!("{} {}", column.name, column.holds)).collect::<Vec<_>>().join(", ");
        writeln!(output, "{}\n", hanging(&format!("{name:<12}  "), &shown(&columns)))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    rows: &'a Frame,
}

#[derive(Serialize)]
struct TablesJson<'a> {
    tables: Vec<TableJson<'a>>,
}

#[derive(Serialize)]
struct TableJson<'a> {
    name: &'a str,
    columns: Vec<ColumnJson>,
}

#[derive(Serialize)]
struct ColumnJson {
    name: String,
    holds: String,
}
