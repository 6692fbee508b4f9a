//! `petteia probe`: what endgame tables say of a position.

use std::io::{Write, stdout};

use petteia_engine::{CheckedRules, Game, Geometry, Move, OnBoard, Position, with_geometry};
use petteia_proofs::endgame::{Probed, Setting, SolveError, Tables, Value};
use petteia_simulator::board::on_terminal;

use super::show::style;
use super::solve::folder;
use super::{Failure, rules};
use crate::cli::ProbeArgs;

pub fn probe(args: &ProbeArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    with_geometry(rules.board, Probe { rules, args })
}

struct Probe<'a> {
    rules: CheckedRules,
    args: &'a ProbeArgs,
}

impl OnBoard for Probe<'_> {
    type Output = Result<(), Failure>;

    fn run<G: Geometry>(self, geometry: G) -> Result<(), Failure> {
        let args = self.args;
        let mut tables = Tables::new(Setting::new(&self.rules, geometry).map_err(Failure::input)?);
        let position = tables.setting().game().parse(&args.fen).map_err(Failure::input)?;
        let ending = tables.ending_of(&position);
        let folder = folder(args.tables.as_deref(), &args.game);
        if ending.white.pieces() > 0 && ending.black.pieces() > 0 {
            tables.read(ending, &folder).map_err(|error| unread(error, &args.game, &ending.to_string()))?;
        }
        let probed = tables.probe(&position).map_err(Failure::input)?;
        let game = tables.setting().game();
        let mut output = stdout().lock();
        writeln!(output, "{}", on_terminal(game, &position, style(args.ascii)))?;
        tell(game, &position, &probed, &mut output)
    }
}

fn unread(error: SolveError, game: &str, pieces: &str) -> Failure {
    match error {
        SolveError::Store(error) if error.is_missing() => {
            Failure::input(format!("{error}; make the tables with `petteia solve {game} --pieces {pieces}`"))
        }
        SolveError::Store(error) => Failure::failed(error),
        refused => Failure::input(refused),
    }
}

fn tell<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    probed: &Probed,
    output: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(outcome) = probed.outcome {
        let result = outcome.winner.map_or_else(|| "drawn".to_owned(), |winner| format!("won by {}", winner.name()));
        return Ok(writeln!(output, "the game is over: {result}, {}", outcome.reason.name())?);
    }
    writeln!(output, "{}: {}", position.side().name(), probed.value)?;
    let line = |&(decision, value): &(Move, Value)| {
        let captures = if game.is_capture(position, decision) { "  captures" } else { "" };
        format!("  {:8}{value}{captures}", game.move_text(decision))
    };
    probed.moves.iter().try_for_each(|entry| Ok(writeln!(output, "{}", line(entry))?))
}
