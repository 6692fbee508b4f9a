//! Endgame tables of games with a die: expected scores instead of values.

use std::io::Write;

use petteia_engine::{AnyGame, Outcome};
use petteia_proofs::endgame::{ChanceExtreme, ChanceProbed, Chances, Ending, Expected, MEAN_PLIES, Rolled, Seat};
use petteia_simulator::Variant;
use serde::Serialize;

use super::tables::{Made, ProbedPosition};
use crate::commands::{Failure, folded};

/// Prints what tables contain, and returns it as data.
pub fn report(made: &Made<Expected>, variant: &Variant, output: &mut dyn Write) -> Result<ExpectationsJson, Failure> {
    let Made { tables, endings, checked: checked_entries } = made;
    let expectations = rows(tables, endings, &variant.name);
    writeln!(output, "{HEADINGS}")?;
    expectations.iter().try_for_each(|row| writeln!(output, "{}", row.text()))?;
    let note = format!(
        "Expectations are expected scores of the side to move before its roll, with best play by both sides, over all \
         placements. After every turn that does not end the game, it is drawn with probability 1/{MEAN_PLIES}. Above and below \
         one half: by more than the error, which bounds that of every expectation."
    );
    writeln!(output, "{}", folded(&note))?;
    for (name, extreme) in
        expectations.last().iter().flat_map(|row| [("lowest", &row.lowest), ("highest", &row.highest)])
    {
        if let Some(ChanceExtreme { score, example }) = extreme {
            writeln!(output, "{name} of the last row: {score:.6}, {example}")?;
        }
    }
    writeln!(output, "checked: {checked_entries} entries agree with their replies")?;
    Ok(ExpectationsJson { mean_plies: MEAN_PLIES, expectations, checked_entries: *checked_entries })
}

#[derive(Serialize)]
pub struct ExpectationsJson {
    mean_plies: u32,
    expectations: Vec<Row>,
    checked_entries: u64,
}

/// The expectations of one seat.
#[derive(Serialize)]
struct Row {
    variant: String,
    own: String,
    other: String,
    side: Option<&'static str>,
    entries: u64,
    placements: u64,
    over: u64,
    mean: f64,
    above_share: f64,
    below_share: f64,
    lowest: Option<ChanceExtreme>,
    highest: Option<ChanceExtreme>,
    error: f64,
}

const HEADINGS: &str = "to move  against  placements      mean   above %   below %    lowest   highest    error";

impl Row {
    fn text(&self) -> String {
        let own = self.side.map_or_else(|| self.own.clone(), |side| format!("{side} {}", self.own));
        let score = |extreme: &Option<ChanceExtreme>| {
            extreme.as_ref().map_or_else(String::new, |extreme| format!("{:.6}", extreme.score))
        };
        format!(
            "{own:7}  {:7}  {:>10}  {:.6}  {:>8.4}  {:>8.4}  {:>8}  {:>8}  {:.1e}",
            self.other,
            self.placements,
            self.mean,
            100.0 * self.above_share,
            100.0 * self.below_share,
            score(&self.lowest),
            score(&self.highest),
            self.error
        )
    }
}

fn rows(chances: &Chances, endings: &[Ending], game: &str) -> Vec<Row> {
    let context = chances.context();
    let seats = endings.iter().flat_map(|&ending| context.seats(ending));
    let row = |seat: Seat| {
        let census = chances.census(seat).expect("all endings were solved");
        let share = |count: u64| count as f64 / census.placements as f64;
        Row {
            variant: game.to_owned(),
            own: seat.own.to_string(),
            other: seat.other.to_string(),
            side: (!context.colours_are_alike()).then(|| seat.side.name()),
            entries: census.entries,
            placements: census.placements,
            over: census.over,
            mean: census.mean,
            above_share: share(census.above),
            below_share: share(census.below),
            lowest: census.lowest.clone(),
            highest: census.highest.clone(),
            error: census.error,
        }
    };
    seats.map(row).collect()
}

/// Prints the expectation of a position and of its moves, and returns it as data.
pub fn report_position(
    probed_position: &ProbedPosition<Expected>,
    output: &mut dyn Write,
) -> Result<ExpectationJson, Failure> {
    let ProbedPosition { tables, position, probed } = probed_position;
    let (game, side) = (tables.game(), position.side().name());
    match probed.outcome {
        Some(outcome) => writeln!(output, "the game is over: {}", outcome.sentence())?,
        None => {
            writeln!(output, "{side}: expected score {:.6}, error at most {:.1e}", probed.expectation, probed.error)?;
            probed.rolls.iter().try_for_each(|rolled| writeln!(output, "{}", text_of(game, rolled, probed)))?;
        }
    }
    let of_move = |&(decision, expectation): &_| MoveJson { r#move: game.move_text(decision), expectation };
    let of_roll =
        |Rolled { face, moves }: &Rolled| RollJson { face: *face, moves: moves.iter().map(of_move).collect() };
    let rolls = probed.rolls.iter().map(of_roll).collect();
    Ok(ExpectationJson { side, outcome: probed.outcome, expectation: probed.expectation, error: probed.error, rolls })
}

/// Returns the best move of a roll that is still to come, or all moves of the present one.
fn text_of(game: &AnyGame, rolled: &Rolled, probed: &ChanceProbed) -> String {
    let line = |&(decision, score)| format!("{:8}{score:.6}", game.move_text(decision));
    if let [only] = probed.rolls.as_slice() {
        return only.moves.iter().map(|entry| format!("  {}", line(entry))).collect::<Vec<_>>().join("\n");
    }
    let best = rolled.moves.first().map_or_else(String::new, line);
    format!("  roll {}: {best}", rolled.face)
}

#[derive(Serialize)]
pub struct ExpectationJson {
    side: &'static str,
    outcome: Option<Outcome>,
    expectation: f64,
    error: f64,
    rolls: Vec<RollJson>,
}

#[derive(Serialize)]
struct RollJson {
    face: u8,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    expectation: f64,
}
