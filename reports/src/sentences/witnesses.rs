//! A second witness: whether players of two kinds agree on a game.

use petteia_statistics::{Estimate, difference};
use petteia_tables::AgentKey;

use super::run::Run;
use crate::labels::{distinct, evaluates};
use crate::phrases::{Caveat, listed, percent, whole_percent};
use crate::summary::CellSummary;

/// Shares and scores that differ by less count as equal.
const TOLERANCE: f64 = 0.05;

/// The most variants of which a sentence tells the numbers.
const MOST_NAMED: usize = 2;

/// The cells of one variant in which players of two kinds play themselves, each with its largest budget.
struct Witnesses<'a>(&'a CellSummary, &'a CellSummary);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// Draws and White's score differ by less than the tolerance.
    Yes,
    /// One differs by more, or the sides have the advantage in turn.
    No,
    /// The intervals leave it open.
    Open,
}

/// Why a statement holds for one kind of players only.
const OF_ONE_KIND: &str = "What holds for one kind only belongs to the player, not to the game.";

/// Says on which variants the strongest players of two kinds disagree, with their draws; `None` if they do not.
pub(super) fn disagreement(run: &Run) -> Option<Caveat> {
    let found = Witnesses::all(run);
    let opposed: Vec<_> = found.iter().filter(|pair| pair.agreement() == Some(Agreement::No)).collect();
    let players = opposed.first()?.players(run);
    let share = |cell: &CellSummary| cell.draw_rate.map_or_else(String::new, |rate| whole_percent(rate.value));
    let told = |pair: &&Witnesses| format!("{} ({} v {} drawn)", run.under(pair.0.cell), share(pair.0), share(pair.1));
    Some(Caveat::new(format!("{players} give different results {}.", listed(opposed.iter().map(told))), ""))
}

/// Says whether the strongest players of two kinds agree; `None` if no variant has two kinds.
pub(super) fn agreement(run: &Run) -> Option<String> {
    let found = Witnesses::all(run);
    let players = found.first()?.players(run);
    let of = |agreement| found.iter().filter(|pair| pair.agreement() == Some(agreement)).collect::<Vec<_>>();
    let (agreed, opposed) = (of(Agreement::Yes), of(Agreement::No));
    let limits = "within 5 points in draws and White’s score";
    if !opposed.is_empty() {
        let told = opposed.iter().take(MOST_NAMED).map(|pair| pair.text(run));
        return Some(format!(
            "Warning: two kinds of players, {players}, disagree in {} of {} variants: {}. {OF_ONE_KIND}",
            opposed.len(),
            found.len(),
            listed(told)
        ));
    }
    let (open, all) = (found.len() - agreed.len(), found.len());
    let others = if agreed.is_empty() { "" } else { "; in the others they do" };
    Some(match open {
        0 => {
            format!("A second witness: two kinds of players, {players}, agree {limits} in all variants that both play.")
        }
        _ => format!(
            "Whether two kinds of players, {players}, agree {limits} is open in {open} of {all} variants{others}."
        ),
    })
}

impl<'a> Witnesses<'a> {
    /// Finds those of all variants that have two kinds; of several second kinds the one that disagrees most often.
    fn all(run: &Run<'a>) -> Vec<Self> {
        let variants = distinct(run.cells.iter().map(|cell| cell.variant.name.as_str()));
        let with = |kind: Kind| -> Vec<Self> {
            variants.iter().filter_map(|variant| Witnesses::of(run, variant, kind)).collect()
        };
        let opposed = |found: &Vec<Self>| found.iter().filter(|pair| pair.agreement() == Some(Agreement::No)).count();
        // Of equals the last, the strongest.
        Kind::ALL.into_iter().rev().map(with).filter(|found| !found.is_empty()).max_by_key(opposed).unwrap_or_default()
    }

    fn players(&self, run: &Run) -> String {
        format!("{} and {}", run.player(&self.0.white), run.player(&self.1.white))
    }

    /// Finds the witnesses of a variant: the player of the strongest kind, and that of a weaker one.
    fn of(run: &Run<'a>, variant: &str, second: Kind) -> Option<Self> {
        let strongest = |kind: Kind| {
            let plays = |cell: &&CellSummary| {
                cell.variant.name == variant && cell.plays_itself() && Kind::of(&cell.white) == Some(kind)
            };
            run.cells.iter().filter(plays).max_by_key(|cell| cell.white.budget)
        };
        let first = Kind::ALL.into_iter().take_while(|kind| *kind != second).find_map(strongest)?;
        Some(Witnesses(first, strongest(second)?))
    }

    /// Returns `None` if the games determine no share.
    fn agreement(&self) -> Option<Agreement> {
        let Witnesses(a, b) = self;
        let (first, second) = (a.first_move_advantage?, b.first_move_advantage?);
        let opposite = first.excludes_zero() && second.excludes_zero() && (first.value > 0.0) != (second.value > 0.0);
        let differences = [difference(a.draw_rate?, b.draw_rate?), difference(first, second)];
        let is_small = |d: &Estimate| -TOLERANCE <= d.low && d.high <= TOLERANCE;
        let is_large = |d: &Estimate| d.low > TOLERANCE || d.high < -TOLERANCE;
        Some(if opposite || differences.iter().any(is_large) {
            Agreement::No
        } else if differences.iter().all(is_small) {
            Agreement::Yes
        } else {
            Agreement::Open
        })
    }

    /// `city-8: draws 97.0 % [91.5, 99.0] and 62.0 % [52.2, 70.9], White’s score 50.5 % … and 49.0 % …`.
    fn text(&self, run: &Run) -> String {
        let Witnesses(a, b) = self;
        let both = |of: fn(&CellSummary) -> Option<Estimate>| {
            let text = |cell| of(cell).map_or_else(String::new, percent);
            format!("{} and {}", text(a), text(b))
        };
        format!(
            "{} (draws {}; {} score {})",
            run.name(a.cell),
            both(|cell| cell.draw_rate),
            if a.may_swap() { "the first player’s" } else { "White’s" },
            both(|cell| cell.first_move_advantage.map(|advantage| advantage.rescaled(1.0, 0.5)))
        )
    }
}

/// The kinds of search, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    AlphaBeta,
    GuidedTreeSearch,
    Playouts,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::AlphaBeta, Kind::GuidedTreeSearch, Kind::Playouts];

    fn of(agent: &AgentKey) -> Option<Self> {
        match agent.kind.as_str() {
            "alphabeta" => Some(Kind::AlphaBeta),
            "mcts" if evaluates(agent) => Some(Kind::GuidedTreeSearch),
            "mcts" => Some(Kind::Playouts),
            _ => None,
        }
    }
}
