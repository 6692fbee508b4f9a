//! The report of a search for rules: tables, the figure of the front, and text.

mod details;
mod page;
pub(crate) mod phrases;
mod text;
mod verdict;

use std::path::{Path, PathBuf};

use petteia_engine::files::write_whole;
use petteia_tables::{Builder, Confirmation, FoundRuleSet, Frame, Provenance, RuleSearchResult};

pub use details::{Candidate, ParetoFrontDetails};
use phrases::{because, kept, status_name};
pub use text::search_text;

use crate::error::{LABEL, ReportError};
use crate::figures::{PARETO_FRONT, pareto_front, write_figures};

/// Writes `rulesets` of a search as Parquet and CSV into `folder`, `figures/front`, `search.md` and
/// `search.html`, all with the provenance of the games; returns the files written.
pub fn report_search(
    folder: &Path,
    found: &RuleSearchResult,
    details: &ParetoFrontDetails,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = rulesets_frame(found).write(folder, "rulesets", provenance)?;
    let figures =
        write_figures(&folder.join("figures"), "", vec![(PARETO_FRONT, pareto_front::draw(found))], provenance)?;
    let figure = figures.figures.first().map_or("", |figure| &figure.svg);
    let texts = [(TEXT, text::page(found, details)), (PAGE, page::page(found, details, figure))];
    for (name, text) in texts {
        let path = folder.join(name);
        write_whole(&path, LABEL, text.as_bytes())?;
        files.push(path);
    }
    files.extend(figures.files);
    Ok(files)
}

/// The folder with the rules of each member of the front, as files of their own.
pub const FOLDER: &str = "front";

/// The experiment in which the members of the front are played again, and the folder of its games.
pub const STUDY: &str = "study";

/// The text of a search.
pub const TEXT: &str = "search.md";

/// The page of a search.
pub const PAGE: &str = "search.html";

/// A row of the table `rulesets`: a rule set of the search, or one of the front that was played again.
enum Row<'a> {
    Searched(&'a FoundRuleSet),
    Confirmed(&'a FoundRuleSet, &'a Confirmation),
}

impl<'a> Row<'a> {
    fn rule_set(&self) -> &'a FoundRuleSet {
        match self {
            Row::Searched(set) | Row::Confirmed(set, _) => set,
        }
    }

    fn confirmation(&self) -> Option<&'a Confirmation> {
        match self {
            Row::Searched(_) => None,
            Row::Confirmed(_, confirmation) => Some(confirmation),
        }
    }
}

/// Returns the table `rulesets`.
#[must_use]
pub fn rulesets_frame(found: &RuleSearchResult) -> Frame {
    use petteia_tables::schema::rulesets::*;
    let confirmed = found.confirmations.iter();
    let confirmed = confirmed.map(|confirmation| Row::Confirmed(&found.rule_sets[confirmation.rule_set], confirmation));
    let rows: Vec<Row> = found.rule_sets.iter().map(Row::Searched).chain(confirmed).collect();
    let mut table = Builder::of(&rows);
    table.column(VARIANT, |row| row.rule_set().name.as_str());
    table.column(DISTANCE, |row| row.rule_set().distance);
    for (place, factor) in found.factors.iter().enumerate() {
        table.column(FACTOR.member(factor), |row| row.rule_set().levels[place].as_str());
    }
    table.column(STATUS, |row| match row {
        Row::Searched(set) => status_name(set.status),
        Row::Confirmed(..) => "played again",
    });
    table.column(REASON, |row| match row {
        Row::Searched(set) => because(found, set),
        Row::Confirmed(..) => None,
    });
    table.column(AGENT, |row| row.confirmation().map(|confirmation| confirmation.agent.text.as_str()));
    table.column(GAMES, |row| row.confirmation().map_or(row.rule_set().games, |confirmation| confirmation.games));
    table.column(KEEPS, |row| row.confirmation().map(|confirmation| kept(found.keeps(&confirmation.values))));
    for (place, quantity) in found.quantities.iter().enumerate() {
        table.interval(ESTIMATE.member(quantity.name), |row| match row {
            Row::Searched(set) => set.values.get(place).copied(),
            Row::Confirmed(_, confirmation) => confirmation.values[place],
        });
    }
    table.finish()
}
