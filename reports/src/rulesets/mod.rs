//! The report of a search for rules: tables, the figure of the front, and text.

mod page;
mod text;
pub(crate) mod words;

use std::path::{Path, PathBuf};

use petteia_files::write_whole;
use petteia_statistics::Estimate;
use petteia_tables::{Builder, Confirmation, FoundRuleSet, Frame, Provenance, RuleSearchResult};

pub use text::{FrontDetails, Member, search_text};
use words::{because, kept, status_name};

use crate::error::{LABEL, ReportError};
use crate::figures::{self, FRONT, front};

/// Writes `rulesets` and `confirmations` of a search as Parquet and CSV into `folder`, `figures/front`, `search.md` and
/// `search.html`, all with the provenance of the games; returns the files written.
pub fn report_search(
    folder: &Path,
    found: &RuleSearchResult,
    details: &FrontDetails,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let frames = [("rulesets", rulesets_frame(found)), ("confirmations", confirmations_frame(found))];
    let mut files = Vec::new();
    for (name, frame) in frames {
        files.extend(frame.write(folder, name, provenance)?);
    }
    let figures = figures::write(&folder.join("figures"), vec![(FRONT, front::draw(found))], provenance)?;
    let figure = figures.figures.first().map_or("", |figure| &figure.svg);
    let texts = [
        (TEXT, text::page(found, details)),
        (PAGE, page::page(found, &text::answer(found), details.page.as_deref(), figure)),
    ];
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

/// Returns the table `rulesets`.
#[must_use]
pub fn rulesets_frame(found: &RuleSearchResult) -> Frame {
    use petteia_tables::schema::rulesets::*;
    let mut table = Builder::of(&found.rule_sets);
    table.column(VARIANT, |set| set.name.clone());
    table.column(DISTANCE, |set| set.distance);
    for (place, factor) in found.factors.iter().enumerate() {
        table.column(FACTOR.member(factor), |set| set.levels[place].clone());
    }
    table.column(STATUS, |set| status_name(set.status));
    table.column(BECAUSE, |set| because(found, set).map(str::to_owned));
    table.column(GAMES, |set| set.games);
    for (place, quantity) in found.quantities.iter().enumerate() {
        table.interval(ESTIMATE.member(quantity.name), |set: &FoundRuleSet| set.values.get(place).copied());
    }
    table.finish()
}

/// Returns the table `confirmations`.
#[must_use]
pub fn confirmations_frame(found: &RuleSearchResult) -> Frame {
    use petteia_tables::schema::confirmations::*;
    let set = |confirmation: &Confirmation| &found.rule_sets[confirmation.rule_set];
    let mut table = Builder::of(&found.confirmations);
    table.column(VARIANT, |confirmation| set(confirmation).name.clone());
    table.column(DISTANCE, |confirmation| set(confirmation).distance);
    table.agent(AGENT, |confirmation| &confirmation.agent);
    table.column(GAMES, |confirmation| confirmation.games);
    table.column(KEEPS, |confirmation| kept(found.keeps(&confirmation.values)));
    for (place, quantity) in found.quantities.iter().enumerate() {
        let value = |confirmation: &Confirmation| -> Option<Estimate> { confirmation.values[place] };
        table.interval(ESTIMATE.member(quantity.name), value);
    }
    table.finish()
}
