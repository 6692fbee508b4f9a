//! Which cells of different runs may be compared.

use std::path::Path;

use petteia_reports::compare::{OnlyIn, Played, Relation};
use petteia_reports::{CellSummary, Incomplete, distinct, summaries};
use petteia_simulator::cell::Cell;
use petteia_simulator::experiment::Plan;
use petteia_simulator::run::status;
use petteia_tables::RunStats;

use crate::commands::Failure;
use crate::report::run_context;

/// Some cells of a run.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The name as it was given.
    pub name: String,
    /// The name of the experiment.
    pub question: String,
    plan: Plan,
    /// The SHA-256 of the question: the same question has the same cells.
    question_sha256: String,
    open: Option<Incomplete>,
    /// The summaries of all cells of the run.
    pub run_cells: Vec<CellSummary>,
    /// Those of the selected cells.
    cells: Vec<CellSummary>,
}

impl Selection {
    /// Reads `FOLDER`, or one variant of it, `FOLDER:VARIANT`, by its name or label.
    ///
    /// # Errors
    /// The folder is not a run folder or has no such variant.
    pub fn read(name: &str) -> Result<Self, Failure> {
        let (folder, variant) = folder_and_variant(name);
        let status = status(folder)?;
        let context = run_context(&status);
        let stats = RunStats::read(&status.chunks).map_err(Failure::failed)?;
        let run_cells = summaries(&stats.cells, &context);
        let question = status.plan.name.clone();
        let (plan, question_sha256) = (status.plan, status.manifest.question_sha256);
        let cells = run_cells.clone();
        let open = context.incomplete;
        let all = Self { name: name.to_owned(), question, plan, question_sha256, open, run_cells, cells };
        match variant {
            Some(variant) => all.only(folder, variant),
            None => Ok(all),
        }
    }

    /// Returns the cells of a variant, given by its name or label.
    fn only(mut self, folder: &Path, variant: &str) -> Result<Self, Failure> {
        self.cells.retain(|cell| cell.variant.is_called(variant));
        if self.cells.is_empty() {
            let mut known: Vec<&str> = self.run_cells.iter().map(|cell| cell.variant.display_name()).collect();
            known.dedup();
            let (folder, known) = (folder.display(), known.join(", "));
            return Err(Failure::input(format!("{folder} has no games of `{variant}`; it has {known}")));
        }
        Ok(self)
    }

    /// Returns the cells of each variant of a run apart.
    #[must_use]
    pub fn each_variant(&self) -> Vec<Selection> {
        let mut parts: Vec<Selection> = Vec::new();
        for cell in &self.cells {
            match parts.iter_mut().find(|part| part.cells[0].variant == cell.variant) {
                Some(part) => part.cells.push(cell.clone()),
                None => parts.push(Selection {
                    name: format!("{}:{}", self.name, cell.variant.display_name()),
                    cells: vec![cell.clone()],
                    ..self.clone()
                }),
            }
        }
        parts
    }

    /// One of its cells, to be compared.
    #[must_use]
    pub fn played(&self, cell: &CellSummary) -> Played {
        Played { run: self.name.clone(), open: self.open, cell: cell.clone() }
    }

    fn planned(&self, cell: &CellSummary) -> Option<&Cell> {
        self.plan.cells.get(cell.cell as usize).map(|planned| &planned.cell)
    }

    fn variants(&self) -> usize {
        let mut variants: Vec<&str> = self.cells.iter().map(|cell| cell.variant.name.as_str()).collect();
        variants.dedup();
        variants.len()
    }
}

/// The folder of `FOLDER` or `FOLDER:VARIANT`, and the variant, whose label may have a colon.
pub fn folder_and_variant(name: &str) -> (&Path, Option<&str>) {
    if Path::new(name).exists() {
        return (Path::new(name), None);
    }
    let mut parts = name.match_indices(':').map(|(place, _)| (&name[..place], &name[place + 1..]));
    let existing = parts.rfind(|(folder, _)| Path::new(folder).exists());
    let parts = existing.or_else(|| name.rsplit_once(':'));
    parts.map_or((Path::new(name), None), |(folder, variant)| (Path::new(folder), Some(variant)))
}

/// The pairs of cells of two selections that belong together: the same variant and agents; or, where both have one variant,
/// the same agents; or the only cells.
///
/// # Errors
/// There are none, or, unless `anyway`, they were played under other conditions.
pub fn pairs<'a>(
    first: &'a Selection,
    second: &'a Selection,
    anyway: bool,
) -> Result<Vec<(&'a CellSummary, &'a CellSummary)>, Failure> {
    let [first_name, second_name] = [&first.name, &second.name];
    let one_variant = first.variants() == 1 && second.variants() == 1;
    let belongs = |a: &CellSummary, b: &CellSummary| {
        (&a.white, &a.black) == (&b.white, &b.black) && (one_variant || a.variant == b.variant)
    };
    let partner = |b| first.cells.iter().find(|a| belongs(a, b)).map(|a| (a, b));
    let mut found: Vec<_> = second.cells.iter().filter_map(partner).collect();
    if let (true, [a], [b]) = (found.is_empty(), &first.cells[..], &second.cells[..]) {
        found.push((a, b));
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{first_name} and {second_name} have no variant and agents in common; name one variant of each, as in \
             `{first_name}:city-8`, to compare these"
        )));
    }
    if !anyway {
        let planned = found.iter().filter_map(|(a, b)| first.planned(a).zip(second.planned(b)));
        let mut differences = distinct(planned.flat_map(|(a, b)| other_conditions(a, b)));
        let [one, other] = [first, second].map(|selection| selection.plan.opening());
        if one != other {
            differences.push(format!("openings of {one} and {other} random decisions"));
        }
        if !differences.is_empty() {
            let differences = differences.join("; ");
            return Err(Failure::input(format!(
                "{first_name} and {second_name} cannot be compared: {differences}. To compare them anyway, add --anyway"
            )));
        }
    }
    Ok(found)
}

/// Returns what is only in one of two selections, given the pairs of cells that belong together.
pub fn only_in_one(
    first: &Selection,
    second: &Selection,
    pairs: &[(&CellSummary, &CellSummary)],
) -> impl Iterator<Item = OnlyIn> {
    let of_first =
        OnlyIn::of(&first.name, &second.name, &first.cells, |cell| pairs.iter().any(|(a, _)| a.cell == cell));
    let of_second =
        OnlyIn::of(&second.name, &first.name, &second.cells, |cell| pairs.iter().any(|(_, b)| b.cell == cell));
    of_first.into_iter().chain(of_second)
}

/// What the games of two cells have to do with each other.
#[must_use]
pub fn relation(first: &Selection, second: &Selection, (a, b): (&CellSummary, &CellSummary)) -> Relation {
    let planned = first.planned(a).zip(second.planned(b));
    // Another version of the program may have played otherwise, which equally many games show.
    let may_be_the_same = a.games != b.games || (a.outcomes, &a.plies) == (b.outcomes, &b.plies);
    if planned.is_some_and(|(a, b)| a.id() == b.id() && a.matchup.is_repeatable()) && may_be_the_same {
        Relation::SameGames
    } else if first.question_sha256 == second.question_sha256 && first.run_cells.contains(b) {
        Relation::OneRun
    } else {
        Relation::OtherRuns
    }
}

/// What besides the rules of the board differs between two cells.
fn other_conditions(a: &Cell, b: &Cell) -> Vec<String> {
    let (one, other) = (a.matchup.rules.limits, b.matchup.rules.limits);
    let numbers = [
        ("repetition", one.repetition.to_string(), other.repetition.to_string()),
        ("no_progress", one.no_progress.to_string(), other.no_progress.to_string()),
        ("move_cap", one.move_cap.to_string(), other.move_cap.to_string()),
        ("turn_cap", one.turn_cap.to_string(), other.turn_cap.to_string()),
    ];
    let limits = numbers.into_iter().filter(|(_, one, other)| one != other);
    let limits = limits.map(|(name, one, other)| format!("the limit {name} is {one} and {other}"));
    let binds = (one.progress.unwrap_or_default() != other.progress.unwrap_or_default())
        .then(|| "only one of them counts the binding of a stone as progress".to_owned());
    let ends = (one.fortress != other.fortress)
        .then(|| "only one of them ends games in which both sides have a fortress".to_owned());
    let (one, other) = (&a.matchup.agents, &b.matchup.agents);
    let agents = [("White", &one.white, &other.white), ("Black", &one.black, &other.black)];
    let agents = agents.into_iter().filter(|(_, one, other)| one != other);
    limits
        .chain(binds)
        .chain(ends)
        .chain(agents.map(|(side, one, other)| format!("{side} is played by {one} and {other}")))
        .collect()
}
