//! Questions in SQL to the tables of a run.

use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use petteia_engine::files::{names_ending, read_regular};
use petteia_engine::{did_you_mean, nearest};
use polars::error::PolarsError;
use polars::prelude::{
    AnonymousScan, AnonymousScanArgs, Column, DataFrame, DataType, LazyFrame, PlSmallStr, PolarsResult,
    ScanArgsAnonymous, Schema, SchemaRef,
};
use polars::sql::{SQLContext, extract_table_identifiers};

use crate::chunk_rows;
use crate::chunks::Chunk;
use crate::error::TableError;
use crate::frame::Frame;
use crate::schema::games::GAME;

/// The tables of a run: the files of each, by its name.
#[derive(Debug)]
pub struct Database(BTreeMap<String, Vec<Rows>>);

/// The names of the columns of a table, each with the type of its values.
pub type Columns = Vec<(String, String)>;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The question is wrong.
    #[error("{0}")]
    Question(String),
    /// A table cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

impl Database {
    /// Returns the tables that were written into a folder, and the games of some chunks as the table `games`. No file is read
    /// before a question needs it.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open(folder: &Path, games: Vec<Chunk>) -> Result<Self, TableError> {
        let mut tables = BTreeMap::new();
        for name in names_ending(folder, ".parquet")? {
            tables.insert(name.trim_end_matches(".parquet").to_owned(), vec![Rows::Whole(folder.join(&name))]);
        }
        if !games.is_empty() {
            tables.insert("games".to_owned(), games.into_iter().map(Rows::Games).collect());
        }
        Ok(Database(tables))
    }

    /// Returns the names of the tables, each with its columns and the types of their values.
    ///
    /// # Errors
    /// A file cannot be read or is no table.
    pub fn describe(&self) -> Result<Vec<(&str, Columns)>, TableError> {
        let columns = |files: &Vec<Rows>| -> Result<Columns, TableError> {
            let schema = Table::new(files.clone())?.schema;
            Ok(schema.iter().map(|(name, values)| (name.to_string(), values.to_string())).collect())
        };
        self.0.iter().map(|(name, files)| Ok((name.as_str(), columns(files)?))).collect()
    }

    /// Answers a question in SQL. Only the tables and columns that it names are read.
    ///
    /// # Errors
    /// The question is wrong, or a table cannot be read.
    pub fn query(&self, sql: &str) -> Result<Frame, QueryError> {
        let verb = sql.split_whitespace().next().unwrap_or_default();
        if ["create", "delete", "drop", "truncate"].iter().any(|change| verb.eq_ignore_ascii_case(change)) {
            return Err(QueryError::Question(format!(
                "`{verb}` changes tables, and a question only reads them: SELECT …"
            )));
        }
        // Polars answers such a window with the value of its own row.
        let plain: String = sql.to_lowercase().split_whitespace().collect();
        const AGGREGATES: [&str; 5] = ["count(", "sum(", "avg(", "min(", "max("];
        let nests = |outer: &str| AGGREGATES.iter().any(|inner| plain.contains(&format!("{outer}{inner}")));
        if plain.contains(")over(") && AGGREGATES.into_iter().any(nests) {
            return Err(QueryError::Question(
                "a window over an aggregate cannot be answered; group in a subquery, and take the window outside: SELECT …, \
                 n / sum(n) OVER () FROM (SELECT …, count(*) AS n FROM … GROUP BY …)"
                    .to_owned(),
            ));
        }
        let names = extract_table_identifiers(sql, false, true).map_err(|error| self.explain(&error, &[]))?;
        let known = names.iter().filter_map(|name| Some((name.as_str(), self.0.get(name)?)));
        let open = |(name, files): (_, &Vec<Rows>)| Ok((name, Arc::new(Table::new(files.clone())?)));
        let tables: Result<Vec<(&str, Arc<Table>)>, TableError> = known.map(open).collect();
        let tables = tables.map_err(|error| QueryError::Unreadable(error.to_string()))?;
        answer(sql, &tables).map(Frame).map_err(|error| self.explain(&error, &tables))
    }

    /// Says what is wrong with a question about some tables, and what may have been meant.
    fn explain(&self, error: &PolarsError, tables: &[(&str, Arc<Table>)]) -> QueryError {
        let text = error.to_string();
        if let Some(unread) = unread(error) {
            return QueryError::Unreadable(unread.to_string());
        }
        let named = |before: &str, quote: char| Some(text.split_once(before)?.1.split_once(quote)?.0);
        if let Some(table) = named("relation '", '\'') {
            let names = self.0.keys().map(String::as_str);
            let known = names.clone().collect::<Vec<_>>().join(", ");
            let meant = did_you_mean(nearest(table, names));
            return QueryError::Question(format!("there is no table `{table}` among {known}{meant}"));
        }
        let column = named("find column \"", '"').or_else(|| named("column with name '", '\''));
        if let Some(column) = column {
            let names = tables.iter().flat_map(|(_, table)| table.schema.iter_names().map(PlSmallStr::as_str));
            let meant = did_you_mean(nearest(column, names));
            return QueryError::Question(format!("there is no column `{column}` in these tables{meant}"));
        }
        let first = text.lines().next().unwrap_or_default();
        QueryError::Question(format!("this question cannot be answered: {first}"))
    }
}

/// Answers a question about some tables.
fn answer(sql: &str, tables: &[(&str, Arc<Table>)]) -> PolarsResult<DataFrame> {
    let mut context = SQLContext::new();
    for (name, table) in tables {
        let schema = Some(table.schema.clone());
        let rows = ScanArgsAnonymous { schema, ..ScanArgsAnonymous::default() };
        context.register(name, LazyFrame::anonymous_scan(table.clone(), rows)?);
    }
    context.execute(sql)?.collect()
}

/// Returns why a table could not be read, if that is the cause of an error.
fn unread(error: &PolarsError) -> Option<&TableError> {
    match error {
        PolarsError::IO { error, .. } => error.get_ref()?.downcast_ref(),
        PolarsError::Context { error, .. } => unread(error),
        _ => None,
    }
}

/// A table in files, one below another.
#[derive(Debug)]
struct Table {
    files: Vec<Rows>,
    schema: SchemaRef,
}

/// The rows of a table that are in one file.
#[derive(Clone, Debug)]
enum Rows {
    /// All rows of a file.
    Whole(PathBuf),
    /// The games of a chunk that count.
    Games(Chunk),
}

impl Rows {
    fn path(&self) -> &Path {
        match self {
            Rows::Whole(path) => path,
            Rows::Games(chunk) => &chunk.path,
        }
    }

    fn bytes(&self) -> Result<Vec<u8>, TableError> {
        match self {
            Rows::Whole(path) => Ok(read_regular(path)?),
            Rows::Games(chunk) => chunk.digest.read(&chunk.path),
        }
    }

    fn schema(&self) -> Result<Schema, TableError> {
        chunk_rows::schema(self.path(), &self.bytes()?)
    }

    /// Returns some columns, or all.
    fn read(&self, columns: &[&str]) -> Result<DataFrame, TableError> {
        let mut wanted = columns.to_vec();
        if matches!(self, Rows::Games(_)) && !wanted.contains(&GAME.name) {
            wanted.push(GAME.name);
        }
        let rows = chunk_rows::decode(self.path(), &self.bytes()?, Some(&wanted))?;
        let Rows::Games(chunk) = self else { return Ok(rows) };
        let numbers = rows.column(GAME.name).and_then(|numbers| numbers.u64());
        let counts = numbers.map_err(TableError::table(&chunk.path))?.iter();
        let counts = counts.map(|game| game.is_some_and(|game| chunk.games.contains(&game))).collect();
        rows.filter(&counts).map_err(TableError::table(&chunk.path))
    }
}

impl Table {
    /// Returns the table of all rows of some files. The files of one cell have the same columns.
    fn new(files: Vec<Rows>) -> Result<Self, TableError> {
        let (mut cells, mut schema) = (HashSet::new(), Schema::default());
        for file in &files {
            let cell = match file {
                Rows::Whole(_) => None,
                Rows::Games(chunk) => Some(chunk.cell),
            };
            if cells.insert(cell) {
                let more = file.schema()?;
                more.iter().for_each(|(name, values)| drop(schema.insert(name.clone(), values.clone())));
            }
        }
        Ok(Table { files, schema: Arc::new(schema) })
    }

    /// Returns some columns of the rows of a file; those that the file lacks are empty.
    fn columns(&self, file: &Rows, names: &[&str]) -> PolarsResult<DataFrame> {
        let rows = file.read(names).map_err(|error| PolarsError::from(io::Error::other(error)))?;
        let column = |name: &&str| match rows.column(name) {
            Ok(column) => column.clone(),
            Err(_) => {
                Column::full_null((*name).into(), rows.height(), self.schema.get(name).unwrap_or(&DataType::Null))
            }
        };
        DataFrame::new(rows.height(), names.iter().map(column).collect())
    }
}

impl AnonymousScan for Table {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn allows_projection_pushdown(&self) -> bool {
        true
    }

    fn scan(&self, asked: AnonymousScanArgs) -> PolarsResult<DataFrame> {
        let all = || self.schema.iter_names().map(PlSmallStr::as_str).collect();
        let names: Vec<&str> =
            asked.with_columns.as_ref().map_or_else(all, |names| names.iter().map(PlSmallStr::as_str).collect());
        let most = asked.n_rows.unwrap_or(usize::MAX);
        let mut rows = DataFrame::empty_with_schema(&self.schema).select(names.iter().copied())?;
        for file in &self.files {
            if rows.height() >= most {
                break;
            }
            rows.vstack_mut(&self.columns(file, &names)?)?;
        }
        Ok(rows.rechunk_mut().head(Some(most)))
    }
}
