//! Published claims about games, tested by runs: what a claim says, what players of the same kind and
//! others show, and a verdict.

mod published;
mod quantity;
mod verdict;

use petteia_statistics::{Estimate, difference};
use serde::{Deserialize, Serialize};

pub use self::published::{Answer, Assertion, Theirs};
pub use self::quantity::Quantity;
use self::quantity::Unit;
use self::verdict::{Case, Group};
pub use self::verdict::{Verdict, Witness};
use crate::summary::CellSummary;

/// A published claim, as a file states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in a sentence.
    pub claim: String,
    /// What was observed.
    pub quantity: Quantity,
    /// The published number: how many of how many, the same of both games of a difference, or a bare number.
    pub theirs: Option<Theirs>,
    /// What the claim asserts of the quantity.
    pub holds: Assertion,
    /// The game, with its switches, as in the runs, or its label there.
    pub game: String,
    /// The name of the run in which it was played, if not any.
    pub run: Option<String>,
    /// A second game: the quantity is then that of `game` less that of this one.
    pub less: Option<String>,
    /// The run of the second game. Without `less` it is the same game.
    pub less_run: Option<String>,
    /// Agents of the same kind as those of the claim.
    #[serde(default)]
    pub alike: Vec<String>,
    /// Other agents, if possible stronger ones of two kinds.
    #[serde(default, alias = "stronger")]
    pub others: Vec<String>,
    /// What is proved, if anything.
    pub proof: Option<String>,
    /// What a reader should know of the comparison.
    pub note: Option<String>,
}

/// A claim with what the runs show of it.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// The claim in a sentence.
    pub claim: String,
    /// The game, or both games.
    pub game: String,
    /// The published number with its interval.
    pub theirs: Option<String>,
    /// The players of the same kind, in the order of the file.
    pub alike: Vec<Witness>,
    /// The other players.
    pub others: Vec<Witness>,
    /// Agents of the claim that have no games of it.
    pub missing: Vec<String>,
    /// What is proved.
    pub proof: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub why: String,
    /// What a reader should know.
    pub note: Option<String>,
    #[serde(skip)]
    unit: Unit,
}

/// The games of a run.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The name of the run.
    pub run: String,
    /// Its cells.
    pub cells: Vec<CellSummary>,
}

/// Tests a claim with the cells of runs.
#[must_use]
pub fn test(claim: &Claim, runs: &[Evidence]) -> Trial {
    let theirs = claim.theirs.map(|theirs| theirs.estimate);
    let witnesses =
        |agents: &[String]| -> Vec<Witness> { agents.iter().filter_map(|agent| witness(claim, agent, runs)).collect() };
    let (alike, others) = (witnesses(&claim.alike), witnesses(&claim.others));
    let is_missing = |agent: &&String| alike.iter().chain(&others).all(|witness| witness.agent != **agent);
    let missing = claim.alike.iter().chain(&claim.others).filter(is_missing).cloned().collect();
    let case = Case {
        asserted: claim.holds,
        theirs,
        alike: Group { witnesses: &alike, named: claim.alike.len() },
        others: Group { witnesses: &others, named: claim.others.len() },
        counted: claim.quantity.counted(),
    };
    let (verdict, why) = case.judge();
    let unit = claim.quantity.unit(claim.second().is_some());
    Trial {
        claim: claim.claim.clone(),
        game: claim.games(),
        theirs: theirs.map(|estimate| unit.text(estimate)),
        alike,
        others,
        missing,
        proof: claim.proof.clone(),
        verdict,
        why,
        note: claim.note.clone(),
        unit,
    }
}

impl Claim {
    /// Checks that the published number and the claim are of its quantity.
    ///
    /// # Errors
    /// One is not, with what to give instead.
    pub fn check(&self) -> Result<(), String> {
        let is_share = self.quantity.is_share();
        let games = if self.second().is_some() { 2 } else { 1 };
        let counts = self.theirs.map_or(0, |theirs| theirs.counts);
        let problem = if counts > 0 && !is_share {
            "`theirs` counts games, but `quantity` is a mean, in which draws count as well; give a share, such as `white`, \
             White's share of the decided games, or the published mean as a number"
        } else if counts > 0 && counts != games {
            "`theirs` gives one count for one game, as `[29, 50]`, and two for a difference, as `[[29, 50], [40, 50]]`"
        } else if self.holds.word().is_some() && (!is_share || games == 2) {
            "`never` and `always` are said of a share of the games of one game; give limits, such as `> 0.5`"
        } else {
            return Ok(());
        };
        Err(format!("{}: {problem}", self.claim))
    }

    /// Returns the game, or both games, each with its run if the claim names it.
    fn games(&self) -> String {
        let named = |game: &str, run: &Option<String>| {
            run.as_ref().map_or_else(|| format!("`{game}`"), |run| format!("`{game}` in {run}"))
        };
        let first = named(&self.game, &self.run);
        match self.second() {
            Some(second) => format!("{first} less {}", named(second, &self.less_run)),
            None => first,
        }
    }

    /// Returns the game with which the first is compared.
    fn second(&self) -> Option<&str> {
        self.less.as_deref().or(self.less_run.as_ref().map(|_| self.game.as_str()))
    }
}

/// Returns the cell with most games of a game by two agents, of all runs or of that with a name.
fn cell<'a>(runs: &'a [Evidence], run: Option<&str>, game: &str, [white, black]: [&str; 2]) -> Option<&'a CellSummary> {
    let asked = runs.iter().filter(|evidence| run.is_none_or(|run| evidence.run == run));
    let cells = asked.flat_map(|evidence| &evidence.cells);
    cells
        .filter(|cell| cell.variant.is_called(game) && cell.white.has_text(white) && cell.black.has_text(black))
        .max_by_key(|cell| cell.games)
}

fn witness(claim: &Claim, agent: &str, runs: &[Evidence]) -> Option<Witness> {
    let first = cell(runs, claim.run.as_deref(), &claim.game, [agent, agent])?;
    let (mut estimate, mut games) = (claim.quantity.of(first)?, first.games);
    if let Some(less) = claim.second() {
        let second = cell(runs, claim.less_run.as_deref(), less, [agent, agent])?;
        estimate = difference(estimate, claim.quantity.of(second)?);
        games = games.min(second.games);
    }
    let Estimate { value, low, high, n: counted } = estimate;
    Some(Witness {
        agent: agent.to_owned(),
        kind: first.white.kind.clone(),
        is_stronger: !claim.alike.is_empty() && claim.alike.iter().all(|rival| beats(claim, agent, rival, runs)),
        value,
        low,
        high,
        games,
        counted,
        answer: claim.holds.answer(estimate),
    })
}

/// Returns whether an agent scores significantly more than one half in a match with both colours.
fn beats(claim: &Claim, agent: &str, rival: &str, runs: &[Evidence]) -> bool {
    let advantage_of_white =
        |agents| cell(runs, claim.run.as_deref(), &claim.game, agents).and_then(|cell| cell.first_move_advantage);
    let with_white = advantage_of_white([agent, rival]);
    let against_white = advantage_of_white([rival, agent]);
    with_white.zip(against_white).is_some_and(|(own, rivals)| difference(own, rivals).low > 0.0)
}

/// Returns the trials as a table in Markdown, numbered from 1.
#[must_use]
pub fn markdown(trials: &[Trial]) -> String {
    let head = "| | claim | theirs | same kind of player | other players | verdict |\n\
                | ---: | --- | --- | --- | --- | --- |\n";
    let rows = trials.iter().enumerate().map(|(index, trial)| {
        let Trial { claim, game, theirs, alike, others, verdict, why, .. } = trial;
        let theirs = theirs.as_deref().unwrap_or("–");
        let list = |witnesses: &[Witness]| match witnesses {
            [] => "–".to_owned(),
            some => some.iter().map(|w| w.text(trial.unit)).collect::<Vec<_>>().join("<br>"),
        };
        let extra: Vec<&str> = [&trial.proof, &trial.note].into_iter().flatten().map(String::as_str).collect();
        let extra = if extra.is_empty() { String::new() } else { format!(" {}", extra.join(" ")) };
        format!(
            "| {} | {claim} ({game}) | {theirs} | {} | {} | **{}**: {why}.{extra} |\n",
            index + 1,
            list(alike),
            list(others),
            verdict.words()
        )
    });
    head.to_owned() + &rows.collect::<String>()
}

impl Witness {
    /// `alphabeta:nodes=300 (stronger): 12 [10, 14]`.
    fn text(&self, unit: Unit) -> String {
        let stronger = if self.is_stronger { " (stronger)" } else { "" };
        format!("`{}`{stronger}: {}", self.agent, unit.text(self.estimate()))
    }
}
