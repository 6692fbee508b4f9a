//! Ratings, pairings and the figure of a tournament, from its table of games.

use std::path::{Path, PathBuf};

use petteia_statistics::{Estimate, Meeting, Rating, bradley_terry, score_among, wilson_among};
use petteia_tables::searches::SearchSums;
use petteia_tables::{AgentKey, AgentSpeed, Builder, Contest, ContestTally, Frame, Provenance, TableError, VariantKey};

use super::rating::{AgentRating, PairingSummary, ScoreAgainst};
use super::text;
use crate::error::ReportError;
use crate::figures::{self, FRONTIER, MATCHES, RATINGS, write_described};
use crate::labels::distinct;
use crate::terminal::TableStyle;

/// The results of a tournament and the files of [`report_tournament`].
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentReport {
    /// For each variant its agents, the strongest first.
    pub ratings: Vec<AgentRating>,
    /// All pairings, in the order of the tournament.
    pub pairings: Vec<PairingSummary>,
    /// The speeds of the agents, if they were measured.
    pub speeds: Vec<AgentSpeed>,
    /// The files written.
    pub files: Vec<PathBuf>,
}

impl TournamentReport {
    /// Returns the ratings and the cross table of each variant.
    #[must_use]
    pub fn table(&self, style: TableStyle) -> String {
        text::cross_tables(&self.ratings, &self.pairings, style)
    }
}

/// Writes `ratings` and `matches` of a tournament as Parquet and CSV into `folder`, and `figures/ratings` and, of the
/// speeds, `figures/frontier` as PDF, SVG and PNG, all with the provenance of the games.
///
/// # Errors
/// If there are no games, or if a file cannot be written.
pub fn report_tournament(
    folder: &Path,
    contests: &[Contest],
    speeds: Vec<AgentSpeed>,
    provenance: &Provenance,
) -> Result<TournamentReport, ReportError> {
    if contests.is_empty() {
        return Err(TableError::NoGames { folder: folder.to_path_buf() }.into());
    }
    let ratings = ratings(contests);
    let pairings: Vec<PairingSummary> = contests.iter().map(PairingSummary::of).collect();
    let tables = [("ratings", ratings_frame(&ratings, &speeds)), (MATCHES, pairings_frame(&pairings))];
    let (strength, frontier) = (figures::ratings::draw(&ratings), figures::frontier::draw(&ratings, &speeds));
    let figures = vec![(RATINGS, strength), (FRONTIER, frontier)];
    let files = write_described(folder, tables, "", figures, provenance)?.files;
    Ok(TournamentReport { ratings, pairings, speeds, files })
}

fn ratings(contests: &[Contest]) -> Vec<AgentRating> {
    let variants = distinct(contests.iter().map(|contest| &contest.variant));
    let of = |variant: &VariantKey| {
        let contests: Vec<&Contest> = contests.iter().filter(|contest| contest.variant == *variant).collect();
        ratings_on(variant, &contests)
    };
    variants.into_iter().flat_map(of).collect()
}

/// The ratings on one variant, the highest first.
fn ratings_on(variant: &VariantKey, contests: &[&Contest]) -> Vec<AgentRating> {
    let agents = distinct(contests.iter().flat_map(|contest| &contest.agents));
    let (mut points, mut draws, mut games) = (vec![0.0; agents.len()], vec![0; agents.len()], vec![0; agents.len()]);
    let mut repeats = vec![0; agents.len()];
    let mut searches = vec![SearchSums::default(); agents.len()];
    let mut meetings = Vec::new();
    for contest in contests {
        let tally = ContestTally::of(contest);
        let number = |agent: &AgentKey| agents.iter().position(|known| *known == agent).expect("all agents are listed");
        let players = contest.agents.each_ref().map(number);
        for (player, scored) in players.into_iter().zip([tally.points(), tally.games() as f64 - tally.points()]) {
            points[player] += scored;
            draws[player] += tally.draws;
            games[player] += tally.games();
        }
        let both = searches.get_disjoint_mut(players).expect("two agents of a contest are different");
        contest.add_searches(both);
        repeats[players[0]] += tally.repeats;
        repeats[players[1]] += tally.repeats;
        meetings.push(Meeting { players, pairs: tally.pairs, independent: tally.independent() });
    }
    let estimates = bradley_terry(agents.len(), &meetings);
    let mut order: Vec<usize> = (0..agents.len()).collect();
    let strength = |player: usize| (rank(estimates[player]), points[player] / games[player].max(1) as f64);
    order.sort_by(|&a, &b| {
        let ((rank_a, score_a), (rank_b, score_b)) = (strength(a), strength(b));
        rank_b.0.cmp(&rank_a.0).then(rank_b.1.total_cmp(&rank_a.1)).then(score_b.total_cmp(&score_a))
    });
    let against = |player: usize, other: Option<usize>| {
        let other = other.filter(|&other| other != player)?;
        Some(ScoreAgainst { agent: agents[other].clone(), score: score_against(&meetings, player, other)? })
    };
    let reference = order.iter().copied().find(|&player| estimates[player].finite().is_some());
    let rating = |(place, &player): (usize, &usize)| AgentRating {
        variant: variant.clone(),
        agent: agents[player].clone(),
        rating: estimates[player],
        games: games[player],
        points: points[player],
        draw_rate: wilson_among(draws[player], games[player], games[player] - repeats[player]),
        reference: against(player, reference),
        neighbour: against(player, place.checked_sub(1).map(|above| order[above])),
        searches: searches[player].mean(),
    };
    order.iter().enumerate().map(rating).collect()
}

/// Where a rating stands among others: first by its kind, then by its value.
fn rank(rating: Rating) -> (u8, f64) {
    match rating {
        Rating::AtLeast(_) => (3, 0.0),
        Rating::Finite(elo) => (2, elo.value),
        Rating::AtMost(_) => (1, 0.0),
        Rating::Unknown => (0, 0.0),
    }
}

/// The score of a player against another, if they have met.
fn score_against(meetings: &[Meeting], player: usize, other: usize) -> Option<Estimate> {
    meetings.iter().find_map(|Meeting { players, pairs, independent }| match *players {
        [first, second] if (first, second) == (player, other) => score_among(*pairs, *independent),
        [first, second] if (second, first) == (player, other) => score_among(pairs.reversed(), *independent),
        _ => None,
    })
}

/// Returns the table `ratings`; `speeds` may be empty.
#[must_use]
pub fn ratings_frame(ratings: &[AgentRating], speeds: &[AgentSpeed]) -> Frame {
    use petteia_tables::schema::ratings::*;
    let mut table = Builder::of(ratings);
    table.column(VARIANT, |r| r.variant.name.as_str());
    table.column(AGENT, |r| r.agent.text.as_str());
    table.interval(ELO, |r| r.rating.finite());
    table.column(ELO_AT_MOST, |r| r.rating.at_most());
    table.column(ELO_AT_LEAST, |r| r.rating.at_least());
    table.column(GAMES, |r| r.games);
    table.column(POINTS, |r| r.points);
    table.column(SCORE, |r| (r.games > 0).then(|| r.points / r.games as f64));
    let name = |against: &Option<ScoreAgainst>| against.as_ref().map(|against| against.agent.text.clone());
    let score = |against: &Option<ScoreAgainst>| against.as_ref().map(|against| against.score);
    table.column(REFERENCE, |r| name(&r.reference));
    table.interval(REFERENCE_SCORE, |r| score(&r.reference));
    table.column(NEIGHBOUR, |r| name(&r.neighbour));
    table.interval(NEIGHBOUR_SCORE, |r| score(&r.neighbour));
    table.interval(DRAW_RATE, |r| r.draw_rate);
    table.column(DEPTH, |r| r.searches.depth);
    table.column(SHARE_NO_DEPTH, |r| r.searches.blind);
    if !speeds.is_empty() {
        let speed = |r: &AgentRating| {
            let own = speeds.iter().find(|speed| (&speed.variant, &speed.agent) == (&r.variant, &r.agent));
            own.map(|own| own.speed)
        };
        table.column(SPEED_GAMES, |r| speed(r).map(|speed| speed.games));
        table.column(SPEED_PLIES, |r| speed(r).map(|speed| speed.plies));
        table.column(SECONDS, |r| speed(r).map(|speed| speed.seconds));
        table.column(GAMES_PER_SECOND, |r| speed(r).map(|speed| speed.games_per_second()));
    }
    table.finish()
}

/// Returns the table `matches` of pairings.
#[must_use]
pub fn pairings_frame(pairings: &[PairingSummary]) -> Frame {
    use petteia_tables::schema::matches::*;
    let mut table = Builder::of(pairings);
    table.column(CELL_ID, |p| p.cell.as_str());
    table.column(VARIANT, |p| p.variant.name.as_str());
    table.column(FIRST, |p| p.agents[0].text.as_str());
    table.column(SECOND, |p| p.agents[1].text.as_str());
    tally_columns(&mut table, |p| &p.tally);
    table.interval(DRAW_RATE, |p| p.tally.draw_rate());
    for (agent, name) in ["first", "second"].into_iter().enumerate() {
        table.column(DEPTH.member(name), |p| p.searches[agent].depth);
        table.column(SHARE_NO_DEPTH.member(name), |p| p.searches[agent].blind);
    }
    table.finish()
}

/// Adds the columns that say what two agents scored in pairs of games.
pub(crate) fn tally_columns<Row>(table: &mut Builder<Row>, of: impl Fn(&Row) -> &ContestTally) {
    use petteia_tables::schema::matches::*;
    table.column(GAMES, |row| of(row).games());
    table.column(FIRST_WINS, |row| of(row).wins[0]);
    table.column(DRAWS, |row| of(row).draws);
    table.column(SECOND_WINS, |row| of(row).wins[1]);
    table.column(UNFINISHED, |row| of(row).unfinished);
    table.column(FIRST_FORFEITS, |row| of(row).forfeits[0]);
    table.column(SECOND_FORFEITS, |row| of(row).forfeits[1]);
    for (half_points, name) in ["0", "half", "1", "1_half", "2"].into_iter().enumerate() {
        table.column(PAIRS.member(name), |row| of(row).pairs.0[half_points]);
    }
    table.interval(SCORE, |row| of(row).score());
    table.column(DISTINCT, |row| of(row).distinct());
    table.interval(ELO, |row| of(row).elo());
}
