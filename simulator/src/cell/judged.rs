//! Games from random placements of an ending, in which endgame tables judge every decision.

use petteia_engine::{BySide, Move, game_seed};
use petteia_players::Onlooker;
use petteia_players::agents::AgentError;
use petteia_players::seeds::fnv1a;
use petteia_proofs::endgame::{Endgames, Ending, Probed, Value};
use petteia_tables::exams::{EndgameRecord, JudgedDecisions};

use super::Cell;
use super::frames::searches;
use super::starts::random_placement;

/// The most decisions to judge in one game: a drawn ending may go on for hundreds of decisions, which repeat each
/// other.
const MOST_DECISIONS: u32 = 200;

/// A cell of placements with the tables of its ending.
pub struct Judged<'a> {
    cell: &'a Cell,
    ending: Ending,
    tables: &'a Endgames,
    /// The streams of placements, which are the same for all agents, and of games.
    streams: [u64; 2],
}

impl<'a> Judged<'a> {
    /// Joins a cell of placements with tables that hold its ending.
    pub fn new(cell: &'a Cell, ending: &str, tables: &'a Endgames) -> Self {
        let Cell { variant, matchup, .. } = cell;
        let placements = format!("exam {variant} {ending}");
        let BySide { white, black } = &matchup.agents;
        let games =
            if white == black { format!("{placements} {white}") } else { format!("{placements} {white} {black}") };
        let streams = [placements, games].map(|name| fnv1a(name.as_bytes()));
        let ending = ending.parse().expect("the ending of a cell was read from a file");
        Judged { cell, ending, tables, streams }
    }

    /// Plays one game; returns `None` if the onlooker has enough before the end.
    ///
    /// # Errors
    /// A foreign player cannot be started.
    pub fn play(&self, number: u64, onlooker: &dyn Onlooker) -> Result<Option<EndgameRecord>, AgentError> {
        let [placement, stream] = self.streams.map(|stream| game_seed(self.cell.seed, stream, number));
        let start = random_placement(self.tables.game(), self.ending, placement);
        let start = start.expect("an ending in which the game is always over was refused");
        let value = self.tables.exact_value(&start);
        let (mut judged, mut before, mut plies) = (JudgedDecisions::default(), start, 0);
        let watched = self.cell.matchup.watch_from(&start, stream, onlooker, &mut |seen| {
            if judged.decisions < MOST_DECISIONS
                && let Ok(probed) = self.tables.probe(&before)
            {
                judge(&mut judged, &probed, seen.decision);
            }
            before = seen.after;
            plies = seen.after.turn();
        })?;
        Ok(watched.map(|(outcome, depths)| EndgameRecord {
            game: number,
            drawn_by_tables: value == Some(Value::Draw),
            won_by_tables: matches!(value, Some(Value::Win(_))),
            outcome,
            plies,
            judged,
            searches: searches(depths.white.joined(depths.black)),
        }))
    }
}

/// Counts a decision in a position that is in the tables.
fn judge(judged: &mut JudgedDecisions, probed: &Probed, made: Move) {
    let best = half_points(probed.value);
    let values = || probed.moves.iter().map(|&(decision, value)| (decision, half_points(value)));
    let Some((_, kept)) = values().find(|&(decision, _)| decision == made) else { return };
    let is_critical = values().any(|(_, value)| value < best);
    judged.decisions += 1;
    judged.critical += u32::from(is_critical);
    judged.kept += u32::from(is_critical && kept == best);
    judged.half_points_lost += best - kept;
}

/// Returns the value in half points for the side to move: 2 for a win, 1 for a draw.
fn half_points(value: Value) -> u32 {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}
