//! Contests and tournaments on a terminal.

use petteia_tables::searches::Searches;
use petteia_tables::{AgentKey, ContestTally};

use super::rating::{AgentRating, PairingSummary, ScoreAgainst};
use crate::labels::{self, distinct};
use crate::number_format::{elo_with_interval, percent_with_interval, rating_text};
use crate::phrases::{clauses, looked_ahead};
use crate::terminal::{Layout, TableStyle, aligned, cut, paint, painted};

/// Returns the games, points, pairs, Elo difference and draws of agent 0, and how far both agents looked ahead, as lines
/// of a name and a value.
#[must_use]
pub fn lines(tally: &ContestTally, searches: &[Searches; 2]) -> Vec<(&'static str, String)> {
    let [won, lost] = tally.wins;
    let unfinished = if tally.unfinished > 0 { format!(", {} unfinished", tally.unfinished) } else { String::new() };
    let [none, half, one, more, two] = tally.pairs.0;
    let mut lines = vec![
        ("games", format!("{} in {} pairs", tally.games(), tally.pairs.pairs())),
        ("A", format!("{won} won, {} drawn, {lost} lost{unfinished}", tally.draws)),
        ("points", format!("{:.1}: {} %", tally.points(), percent_with_interval(tally.score()))),
        ("pairs", format!("by A's points: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}")),
        ("Elo", elo_with_interval(tally.elo())),
        ("draws", format!("{} %", percent_with_interval(tally.draw_rate()))),
    ];
    if repeats_many(tally) {
        let (distinct, games) = (tally.distinct(), tally.games());
        let warning = format!(
            "only {distinct} of {games} games are distinct; the others repeat an earlier one, move for move. The intervals are \
             those of {distinct} games. A larger --opening makes games differ."
        );
        lines.push(("warning", warning));
    }
    for (searches, agent) in searches.iter().zip(["A", "B"]).filter(|(searches, _)| searches.depth.is_some()) {
        let warning = if searches.are_shallow() { "; this is hardly a search" } else { "" };
        lines.push(("depth", format!("{agent} {}{warning}", looked_ahead(searches))));
    }
    let [a, b] = tally.forfeits;
    if a + b > 0 {
        lines.push(("forfeit", format!("{a} by A, {b} by B: an illegal move, a timeout or a crash loses the game")));
    }
    lines
}

/// The share of repeated games from which on a warning is worth its space.
const MANY_REPEATS: f64 = 0.01;

/// Returns whether many games of a contest repeat an earlier one.
fn repeats_many(tally: &ContestTally) -> bool {
    tally.repeats as f64 >= MANY_REPEATS * tally.games() as f64 && tally.repeats > 0
}

/// The widest an agent's name is set.
const WIDEST_NAME: usize = 40;

/// The scale of ratings.
pub(crate) const SCALE: &str = "Elo points are on the scale of scores, with ½ for a draw: 400 points are ten to one in points, as \
                                for the Elo difference of a match, not in decided games.";

/// The zero of ratings.
pub(crate) const MEAN: &str = "The mean of the finite ratings of each variant is 0.";

/// The meaning of bounds.
pub(crate) const BOUNDS: &str =
    "≤ and ≥ are one-sided 95 % bounds of agents that lost or won all games against those with finite ratings.";

/// For each variant its name and a line per agent: rating, games, score, scores against the reference and the neighbour,
/// draws, and the points against each of the others.
pub(super) fn cross_tables(ratings: &[AgentRating], pairings: &[PairingSummary], style: TableStyle) -> String {
    let variants = distinct(ratings.iter().map(|rating| &rating.variant));
    let tables = variants.into_iter().map(|variant| {
        let ratings: Vec<&AgentRating> = ratings.iter().filter(|rating| rating.variant == *variant).collect();
        let pairings: Vec<&PairingSummary> = pairings.iter().filter(|pairing| pairing.variant == *variant).collect();
        format!("{}\n{}", paint(variant.display_name(), "1", style.colour), cross_table(&ratings, &pairings, style))
    });
    let mut texts: Vec<String> = tables.collect();
    let notes = [note(ratings)].into_iter().chain(repeats(pairings)).chain(shallow(ratings)).chain(forfeits(pairings));
    texts.extend(notes.map(|note| painted(&note, "2", style).join("\n") + "\n"));
    texts.join("\n")
}

fn note(ratings: &[AgentRating]) -> String {
    let has_bounds = ratings.iter().any(|rating| rating.rating.finite().is_none());
    let bounds = if has_bounds { format!(" {BOUNDS}") } else { String::new() };
    format!(
        "{SCALE} {MEAN}{bounds} \"% v N\" is the score against agent N, the strongest with a finite rating, \"% v above\" \
         that against the agent one line above. The last columns are points against agents 1, 2, …; unfinished games \
         score ½."
    )
}

/// Returns a sentence on the pairings with many repeated games, if there are any.
fn repeats(pairings: &[PairingSummary]) -> Option<String> {
    let many: Vec<&PairingSummary> = pairings.iter().filter(|pairing| repeats_many(&pairing.tally)).collect();
    let names = labels::agents(many.iter().flat_map(|pairing| &pairing.agents)).labels;
    let of = |(pairing, names): (&&PairingSummary, &[String])| {
        let (tally, variant) = (&pairing.tally, pairing.variant.display_name());
        format!("{} of {} games ({} v {} in {variant})", tally.distinct(), tally.games(), names[0], names[1])
    };
    let texts: Vec<String> = many.iter().zip(names.chunks_exact(2)).map(of).collect();
    (!texts.is_empty()).then(|| {
        format!(
            "Warning: only some games are distinct, and the others repeat an earlier one, move for move: {}. The \
             intervals are those of the distinct games. A larger `opening` makes games differ.",
            clauses(texts, "matches")
        )
    })
}

/// Returns a sentence on the agents that hardly searched, if there are any.
fn shallow(ratings: &[AgentRating]) -> Option<String> {
    let names = labels::agents(ratings.iter().map(|rating| &rating.agent));
    let shallow = |(rating, name): (&AgentRating, &String)| {
        let searches = &rating.searches;
        let of = format!("{name} in {}: {}", rating.variant.display_name(), looked_ahead(searches));
        searches.are_shallow().then_some(of)
    };
    let texts: Vec<String> = ratings.iter().zip(&names.labels).filter_map(shallow).collect();
    (!texts.is_empty()).then(|| format!("Hardly a search: {}.", clauses(texts, "ratings")))
}

/// Returns a sentence on the games that agents forfeited, if they did.
fn forfeits(pairings: &[PairingSummary]) -> Option<String> {
    let agents = distinct(pairings.iter().flat_map(|pairing| &pairing.agents));
    let of = |agent: &AgentKey| -> u64 {
        let both = pairings.iter().flat_map(|pairing| pairing.agents.iter().zip(pairing.tally.forfeits));
        both.filter(|(key, _)| *key == agent).map(|(_, forfeits)| forfeits).sum()
    };
    let names = labels::agents(agents.iter().copied()).labels;
    let failed = agents.iter().zip(&names).map(|(agent, name)| (name, of(agent))).filter(|&(_, forfeits)| forfeits > 0);
    let texts: Vec<String> = failed.map(|(name, forfeits)| format!("{forfeits} by {name}")).collect();
    (!texts.is_empty()).then(|| {
        format!("Forfeited games, which the opponent won: {}. See `reason` in the games table.", texts.join(", "))
    })
}

fn cross_table(ratings: &[&AgentRating], pairings: &[&PairingSummary], style: TableStyle) -> String {
    let names = labels::agents(ratings.iter().map(|rating| &rating.agent));
    let reference = ratings.iter().position(|rating| rating.rating.finite().is_some()).map_or(1, |index| index + 1);
    let against_reference = format!("% v {reference} [95 %]");
    let headings = [
        "",
        "agent",
        "Elo [95 %]",
        "games",
        "score %",
        &against_reference,
        "% v above [95 %]",
        "draw % [95 %]",
        "depth",
    ]
    .map(str::to_owned);
    let against = |score: &Option<ScoreAgainst>| match score {
        Some(ScoreAgainst { score, .. }) => percent_with_interval(Some(*score)),
        None => "–".to_owned(),
    };
    let numbers = (1..=ratings.len()).map(|number| number.to_string());
    let mut rows: Vec<Vec<String>> = vec![headings.into_iter().chain(numbers).collect()];
    for (index, rating) in ratings.iter().enumerate() {
        let score = 100.0 * rating.points / rating.games.max(1) as f64;
        let mut row = vec![
            (index + 1).to_string(),
            cut(&names.labels[index], WIDEST_NAME),
            rating_text(rating.rating),
            rating.games.to_string(),
            format!("{score:.1}"),
            against(&rating.reference),
            against(&rating.neighbour),
            percent_with_interval(rating.draw_rate),
            rating.searches.depth.map_or_else(|| "–".to_owned(), |depth| format!("{depth:.1}")),
        ];
        row.extend(ratings.iter().map(|other| points_against(pairings, &rating.agent, &other.agent)));
        rows.push(row);
    }
    let layout = Layout { headings: 1, left: |column| column == 1, cut: 0 };
    let common = if names.common.is_empty() { String::new() } else { format!("Agents: {}\n", names.common) };
    common + &aligned(&rows, layout, style).join("\n") + "\n"
}

/// The points of an agent against another; a dash against itself.
fn points_against(pairings: &[&PairingSummary], agent: &AgentKey, other: &AgentKey) -> String {
    let points = pairings.iter().find_map(|pairing| match &pairing.agents {
        [first, second] if first == agent && second == other => Some(pairing.tally.points()),
        [first, second] if first == other && second == agent => {
            Some(pairing.tally.games() as f64 - pairing.tally.points())
        }
        _ => None,
    });
    points.map_or_else(|| "–".to_owned(), |points| format!("{points:.1}"))
}
