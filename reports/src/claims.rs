//! Published claims about games, tested by runs: what a claim says, what players of the same kind show, what stronger
//! players show, and a verdict.

use petteia_engine::{EndReason, Side};
use petteia_statistics::{Estimate, difference, mean_interval, wilson};
use serde::{Deserialize, Serialize};

use crate::numbers::{percent_with_interval, points_with_interval, signed};
use crate::summary::CellSummary;

/// A published claim, as a file states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in a sentence.
    pub claim: String,
    /// What was observed.
    pub quantity: Quantity,
    /// The published number: how many of how many, or an interval.
    pub theirs: Option<Theirs>,
    /// What the claim asserts of the quantity.
    pub holds: Region,
    /// The game, with its switches, as in the runs.
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
    /// Stronger agents, if possible of two kinds.
    #[serde(default)]
    pub stronger: Vec<String>,
    /// What is proved, if anything.
    pub proof: Option<String>,
    /// What a reader should know of the comparison.
    pub note: Option<String>,
}

/// A published number.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Published")]
pub struct Theirs(Estimate);

/// A published number as a file states it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Published {
    /// So many of so many.
    Count([u64; 2]),
    /// A value without an interval.
    Value(f64),
}

impl TryFrom<Published> for Theirs {
    type Error = String;

    fn try_from(published: Published) -> Result<Self, String> {
        match published {
            Published::Count([successes, n]) => wilson(successes, n).map(Theirs).ok_or_else(|| {
                format!("`theirs = [{successes}, {n}]` is not so many of so many; give, for example, `[61, 98]`")
            }),
            Published::Value(value) => Ok(Theirs(Estimate { value, low: value, high: value, n: 0 })),
        }
    }
}

/// What is observed in the games of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Quantity {
    /// The share of games without a winner that are finished.
    Draws,
    /// The share of games with a winner.
    Decided,
    /// The share of games won on the board.
    BoardWins,
    /// White's share of the games with a winner.
    White,
    /// White's mean score.
    Score,
    /// Captured stones per game.
    Captures,
    /// Turns per game.
    Plies,
    /// The share of all games that ended for a reason.
    Ends(EndReason),
    /// The share of the games with a winner that ended for a reason.
    Decides(EndReason),
    /// White's share of the games with a winner that ended for a reason.
    WhiteBy(EndReason),
}

/// The names of the quantities without a reason.
const PLAIN: [(&str, Quantity); 7] = [
    ("draws", Quantity::Draws),
    ("decided", Quantity::Decided),
    ("on-board", Quantity::BoardWins),
    ("white", Quantity::White),
    ("score", Quantity::Score),
    ("captures", Quantity::Captures),
    ("plies", Quantity::Plies),
];

type OfReason = fn(EndReason) -> Quantity;

/// The names of those with one.
const BY_REASON: [(&str, OfReason); 3] =
    [("ends", Quantity::Ends), ("decides", Quantity::Decides), ("white-by", Quantity::WhiteBy)];

impl TryFrom<String> for Quantity {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let plain = PLAIN.iter().find(|(name, _)| *name == text).map(|(_, quantity)| *quantity);
        let of_reason = |(name, reason): (&str, &str)| {
            let (_, make) = BY_REASON.iter().find(|(known, _)| *known == name)?;
            EndReason::from_name(reason).map(make)
        };
        plain.or_else(|| text.split_once(':').and_then(of_reason)).ok_or_else(|| {
            let known: Vec<&str> = PLAIN.iter().map(|(name, _)| *name).collect();
            format!(
                "`{text}` is no quantity; give {}, or `ends:REASON`, `decides:REASON` or `white-by:REASON` with a reason \
                 such as `no_moves`",
                known.join(", ")
            )
        })
    }
}

impl Quantity {
    /// Returns how it is written; `is_difference` is whether two games are compared.
    const fn unit(self, is_difference: bool) -> Unit {
        match self {
            Quantity::Captures | Quantity::Plies => Unit::Number,
            _ if is_difference => Unit::Points,
            _ => Unit::Percent,
        }
    }

    /// Returns its value in the games of a cell; `None` if they do not determine it.
    fn of(self, cell: &CellSummary) -> Option<Estimate> {
        let outcomes = cell.outcomes;
        let (white, decided) = (outcomes.white(), outcomes.white() + outcomes.black());
        let won = |reason, side| cell.ended_with(reason, Some(side));
        let both_won = |reason| won(reason, Side::White) + won(reason, Side::Black);
        match self {
            Quantity::Draws => cell.draw_rate,
            Quantity::Decided => wilson(decided, cell.games),
            Quantity::BoardWins => cell.decisive_rate,
            Quantity::White => wilson(white, decided),
            Quantity::Score => cell.first_move_advantage.map(|advantage| advantage.rescaled(1.0, 0.5)),
            Quantity::Captures => mean_interval(cell.captures.n(), cell.captures.mean()?, cell.captures.variance()?),
            Quantity::Plies => cell.plies_mean,
            Quantity::Ends(reason) => wilson(cell.ended(reason), cell.games),
            Quantity::Decides(reason) => wilson(both_won(reason), decided),
            Quantity::WhiteBy(reason) => wilson(won(reason, Side::White), both_won(reason)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Unit {
    Percent,
    Points,
    Number,
}

impl Unit {
    fn text(self, estimate: Estimate) -> String {
        let Estimate { value, low, high, n } = estimate;
        match self {
            Unit::Percent if n == 0 => format!("{:.0}", 100.0 * value),
            Unit::Points if n == 0 => signed(100.0 * value),
            Unit::Number if n == 0 => format!("{value:.1}"),
            Unit::Percent => percent_with_interval(Some(estimate)),
            Unit::Points => points_with_interval(Some(estimate)),
            Unit::Number => format!("{value:.1} [{low:.1}, {high:.1}]"),
        }
    }
}

/// The values for which a claim holds: `> 0.5`, `< 0.038` or `-0.02 .. 0.02`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Region {
    low: f64,
    high: f64,
}

impl TryFrom<String> for Region {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let region = if let Some(low) = text.strip_prefix('>') {
            number(low).map(|low| Region { low, high: f64::INFINITY })
        } else if let Some(high) = text.strip_prefix('<') {
            number(high).map(|high| Region { low: f64::NEG_INFINITY, high })
        } else {
            let ends = text.split_once("..").and_then(|(low, high)| Some((number(low)?, number(high)?)));
            ends.filter(|(low, high)| low < high).map(|(low, high)| Region { low, high })
        };
        region.ok_or_else(|| format!("`{text}` says no values; write `> 0.5`, `< 0.038` or `-0.02 .. 0.02`"))
    }
}

/// Whether an interval is in the region of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// All of it.
    Holds,
    /// None of it.
    Fails,
    /// A part.
    Open,
}

impl Region {
    fn answer(self, estimate: Estimate) -> Answer {
        if self.low <= estimate.low && estimate.high <= self.high {
            Answer::Holds
        } else if estimate.high < self.low || self.high < estimate.low {
            Answer::Fails
        } else {
            Answer::Open
        }
    }
}

/// What an agent shows of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Witness {
    /// The agent.
    pub agent: String,
    /// The kind of agent, such as `alphabeta`.
    pub kind: String,
    /// The quantity in its games.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of games, of the smaller cell if two are compared.
    pub games: u64,
    /// Whether the claim holds in its games.
    pub answer: Answer,
}

/// The court's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Players of the same kind agree with the published number, and the claim holds for all stronger players.
    Confirmed,
    /// It holds for players of the same kind, but not for stronger ones.
    BelongsToThePlayer,
    /// It does not hold, whoever plays.
    Refuted,
    /// None of these.
    NotDecided,
}

impl Verdict {
    /// Returns the verdict in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::BelongsToThePlayer => "belongs to the player",
            Verdict::Refuted => "refuted",
            Verdict::NotDecided => "not decided",
        }
    }
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
    /// The stronger players.
    pub stronger: Vec<Witness>,
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
    let theirs = claim.theirs.map(|Theirs(estimate)| estimate);
    let witnesses =
        |agents: &[String]| -> Vec<Witness> { agents.iter().filter_map(|agent| witness(claim, agent, runs)).collect() };
    let (alike, stronger) = (witnesses(&claim.alike), witnesses(&claim.stronger));
    let is_missing = |agent: &&String| alike.iter().chain(&stronger).all(|witness| witness.agent != **agent);
    let missing = claim.alike.iter().chain(&claim.stronger).filter(is_missing).cloned().collect();
    let (verdict, why) =
        if claim.stronger.is_empty() { judge_alone(theirs, &alike) } else { judge(theirs, &alike, &stronger) };
    let unit = claim.quantity.unit(claim.second().is_some());
    Trial {
        claim: claim.claim.clone(),
        game: claim.games(),
        theirs: theirs.map(|estimate| unit.text(estimate)),
        alike,
        stronger,
        missing,
        proof: claim.proof.clone(),
        verdict,
        why: why.to_owned(),
        note: claim.note.clone(),
        unit,
    }
}

impl Claim {
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

fn witness(claim: &Claim, agent: &str, runs: &[Evidence]) -> Option<Witness> {
    let cell = |game: &str, run: &Option<String>| {
        let fits = |cell: &&CellSummary| cell.variant.name == game && cell.plays_itself() && cell.white.text == agent;
        let asked = runs.iter().filter(|evidence| run.as_ref().is_none_or(|run| evidence.run == *run));
        asked.flat_map(|evidence| &evidence.cells).filter(fits).max_by_key(|cell| cell.games)
    };
    let first = cell(&claim.game, &claim.run)?;
    let (mut estimate, mut games) = (claim.quantity.of(first)?, first.games);
    if let Some(less) = claim.second() {
        let second = cell(less, &claim.less_run)?;
        estimate = difference(estimate, claim.quantity.of(second)?);
        games = games.min(second.games);
    }
    let Estimate { value, low, high, .. } = estimate;
    let kind = first.white.kind.clone();
    Some(Witness { agent: agent.to_owned(), kind, value, low, high, games, answer: claim.holds.answer(estimate) })
}

/// Returns whether a player agrees with the published number, if there is one.
fn agrees(theirs: Option<Estimate>, alike: &[Witness]) -> bool {
    let overlaps = |w: &Witness| theirs.is_none_or(|theirs| w.low <= theirs.high && theirs.low <= w.high);
    alike.iter().any(overlaps)
}

/// Returns the verdict on a claim about these players only, and why.
fn judge_alone(theirs: Option<Estimate>, alike: &[Witness]) -> (Verdict, &'static str) {
    let any = |answer| alike.iter().any(|w| w.answer == answer);
    match (any(Answer::Holds), any(Answer::Fails)) {
        (true, false) if agrees(theirs, alike) => {
            (Verdict::Confirmed, "players of the same kind agree with the number")
        }
        (true, false) => (Verdict::NotDecided, "it holds, but the number of players of the same kind is another"),
        (false, true) => (Verdict::Refuted, "players of the same kind do not show it"),
        _ if alike.is_empty() => (Verdict::NotDecided, "no player has games of it"),
        _ => (Verdict::NotDecided, "players of the same kind leave it open"),
    }
}

/// Returns the verdict and why.
fn judge(theirs: Option<Estimate>, alike: &[Witness], stronger: &[Witness]) -> (Verdict, &'static str) {
    let agrees = agrees(theirs, alike);
    let all = |answer| !stronger.is_empty() && stronger.iter().all(|w| w.answer == answer);
    let any = |of: &[Witness], answer| of.iter().any(|w| w.answer == answer);
    let (holds, fails) = (any(stronger, Answer::Holds), any(stronger, Answer::Fails));
    let two_kinds = stronger.iter().any(|w| w.kind != stronger[0].kind);
    if holds && fails {
        (Verdict::NotDecided, "the stronger players disagree")
    } else if all(Answer::Holds) && agrees && two_kinds {
        (
            Verdict::Confirmed,
            "players of the same kind agree with the number, and it holds for both kinds of stronger players",
        )
    } else if all(Answer::Holds) && agrees {
        (
            Verdict::Confirmed,
            "players of the same kind agree with the number, and it holds for stronger players, all of one kind",
        )
    } else if all(Answer::Holds) {
        (Verdict::NotDecided, "it holds for stronger players, but the number of players of the same kind is another")
    } else if all(Answer::Fails) && (any(alike, Answer::Holds) || (agrees && !any(alike, Answer::Fails))) {
        (Verdict::BelongsToThePlayer, "players of the same kind show it, stronger players do not")
    } else if all(Answer::Fails) {
        (Verdict::Refuted, "neither players of the same kind nor stronger players show it")
    } else if fails {
        (Verdict::NotDecided, "a stronger player does not show it, another leaves it open")
    } else if stronger.is_empty() {
        (Verdict::NotDecided, "no stronger player has games of it")
    } else {
        (Verdict::NotDecided, "the intervals of stronger players leave it open")
    }
}

/// Returns the trials as a table in Markdown, numbered from 1.
#[must_use]
pub fn markdown(trials: &[Trial]) -> String {
    let head = "| | claim | theirs | same kind of player | stronger players | verdict |\n\
                | ---: | --- | --- | --- | --- | --- |\n";
    let rows = trials.iter().enumerate().map(|(index, trial)| {
        let Trial { claim, game, theirs, alike, stronger, verdict, why, .. } = trial;
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
            list(stronger),
            verdict.words()
        )
    });
    head.to_owned() + &rows.collect::<String>()
}

impl Witness {
    /// `alphabeta:nodes=300: 12 [10, 14]`.
    fn text(&self, unit: Unit) -> String {
        let &Witness { value, low, high, games, .. } = self;
        format!("`{}`: {}", self.agent, unit.text(Estimate { value, low, high, n: games }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn witness(kind: &str, low: f64, high: f64, region: Region) -> Witness {
        let value = f64::midpoint(low, high);
        let estimate = Estimate { value, low, high, n: 100 };
        Witness { agent: kind.into(), kind: kind.into(), value, low, high, games: 100, answer: region.answer(estimate) }
    }

    #[test]
    fn a_verdict_needs_the_number_of_the_same_players_and_the_sign_of_stronger_ones() {
        let more = Region::try_from("> 0.5".to_owned()).expect("a region");
        let of = |low, high| [witness("alphabeta", low, high, more)];
        let theirs = wilson(60, 100);
        let verdict = |alike: [Witness; 1], stronger: &[Witness]| judge(theirs, &alike, stronger).0;
        assert_eq!(verdict(of(0.55, 0.65), &of(0.6, 0.7)), Verdict::Confirmed);
        assert_eq!(verdict(of(0.8, 0.9), &of(0.6, 0.7)), Verdict::NotDecided, "another number");
        assert_eq!(verdict(of(0.55, 0.65), &of(0.3, 0.4)), Verdict::BelongsToThePlayer);
        assert_eq!(verdict(of(0.2, 0.3), &of(0.3, 0.4)), Verdict::Refuted);
        assert_eq!(verdict(of(0.55, 0.65), &of(0.45, 0.55)), Verdict::NotDecided, "an open sign");
        assert_eq!(verdict(of(0.55, 0.65), &[]), Verdict::NotDecided);
        let both = [witness("alphabeta", 0.6, 0.7, more), witness("mcts", 0.3, 0.4, more)];
        assert_eq!(judge(theirs, &of(0.55, 0.65), &both), (Verdict::NotDecided, "the stronger players disagree"));
    }

    #[test]
    fn quantities_and_regions_are_read() {
        assert_eq!(Quantity::try_from("decides:no_moves".to_owned()), Ok(Quantity::Decides(EndReason::NoMoves)));
        assert_eq!(Quantity::try_from("white".to_owned()), Ok(Quantity::White));
        let error = Quantity::try_from("ends:blockade".to_owned()).expect_err("no reason");
        assert!(error.contains("`ends:blockade` is no quantity"), "{error}");
        let region = |text: &str| Region::try_from(text.to_owned());
        let inside = |text: &str, value: f64| {
            region(text).expect(text).answer(Estimate { value, low: value, high: value, n: 1 }) == Answer::Holds
        };
        assert!(inside("> 0.5", 0.6) && !inside("> 0.5", 0.4) && inside("-0.02 .. 0.02", 0.0) && inside("<0.1", 0.0));
        for bad in ["0.5", "> x", "1 .. 0", "> inf"] {
            assert!(region(bad).is_err(), "{bad}");
        }
    }
}
