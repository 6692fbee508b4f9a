//! Whether a side has a fortress, and the fewest pieces that make one.

use std::io::Write;

use petteia_engine::terminal::on_terminal;
use petteia_engine::{AnyGame, AnyPosition, AnySet, Side, SquareSet};
use petteia_proofs::fortress::{Answer, Breach, Fortress, Ground, Smallest, army, dangers, prove, smallest};
use petteia_simulator::fortress_drawing::{CALM, Drawing, OPEN, WALL, WEAK};

use super::json::{SideJson, SmallestJson};
use super::spinner;
use crate::cli::ProveArgs;
use crate::commands::{Failure, hanging, style};

/// Draws a position and the fortress of each side in it, or says why there is none.
pub fn examine(
    args: &ProveArgs,
    game: &AnyGame,
    position: &AnyPosition,
    output: &mut dyn Write,
) -> Result<Vec<SideJson>, Failure> {
    let picture = Picture::of(args, game);
    let sides = args.position.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    writeln!(output, "{}", on_terminal(game, position, style(args.drawing.ascii)))?;
    let mut documents = Vec::new();
    for side in sides {
        let answer = prove(game, position, side);
        write!(output, "\n{}", picture.verdict(position, side, &answer))?;
        documents.push(SideJson::about(game, position, side, &answer));
    }
    Ok(documents)
}

/// Finds the smallest fortresses of a side, and draws them.
pub fn find_smallest(args: &ProveArgs, game: &AnyGame, output: &mut dyn Write) -> Result<SmallestJson, Failure> {
    let side = args.position.side.map_or(Side::White, Side::from);
    let most = args.smallest.most.unwrap_or_else(|| army(game, side));
    let bar = spinner(args);
    let progress = |pieces| {
        bar.set_message(format!("none with {pieces} pieces"));
        bar.tick();
    };
    let found = smallest(game, side, most, progress).map_err(Failure::input);
    bar.finish_and_clear();
    let found = found?;
    Picture::of(args, game).print_smallest(side, most, found.as_ref(), output)?;
    Ok(SmallestJson::of(game, side, most, found.as_ref()))
}

/// Draws and describes fortresses.
struct Picture<'a> {
    game: &'a AnyGame,
    drawing: Drawing,
}

impl<'a> Picture<'a> {
    fn of(args: &ProveArgs, game: &'a AnyGame) -> Self {
        Picture { game, drawing: Drawing { board: game.rules().board, ascii: args.drawing.ascii } }
    }

    fn verdict(&self, position: &AnyPosition, side: Side, answer: &Answer<AnySet>) -> String {
        match answer {
            Answer::Fortress(fortress) => self.fortress_text(position, side, fortress),
            Answer::Breach(breach) => self.breach_text(side, breach),
            Answer::Unsupported(reason) => hanging("", &format!("{}: not covered: {reason}", side.title())) + "\n",
        }
    }

    fn fortress_text(&self, position: &AnyPosition, side: Side, fortress: &Fortress<AnySet>) -> String {
        let mut text = format!("{} has a fortress of {} pieces\n", side.title(), fortress.pieces().count());
        text += &format!("  never moves: {}\n", self.drawing.names(fortress.wall));
        let ground = Ground::of(self.game, position, side);
        let waiting = fortress.waiting(self.game, &ground, side);
        text += &(hanging("  moves: ", &waiting.text(self.game.rules().board)) + "\n");
        let dangers = dangers(self.game, position, side, fortress);
        if dangers.is_empty() {
            text += &format!("  {} can no longer lose this game\n", side.title());
        }
        for danger in dangers {
            text += &(hanging("  but: ", &danger.to_string()) + "\n");
        }
        text + "\n" + &self.drawing.fortress(fortress, ground.own_leader)
    }

    fn breach_text(&self, side: Side, breach: &Breach<AnySet>) -> String {
        let board = self.game.rules().board;
        let mut text = hanging("", &format!("{} has no fortress: {}", side.title(), breach.shuttle.text())) + "\n";
        for &(square, weakness) in &breach.failing {
            text += &(hanging(&format!("  {} does not hold: ", board.name(square)), weakness.text()) + "\n");
        }
        if !breach.holding.is_empty() {
            text += &(hanging("  would hold: ", &self.drawing.names(breach.holding)) + "\n");
        }
        let weak = |square| breach.failing.iter().any(|&(failing, _)| failing == square);
        text + "\n"
            + &self.drawing.board(|square| match square {
                _ if weak(square) => WEAK,
                _ if breach.holding.has(square) => WALL,
                _ if breach.open.has(square) => OPEN,
                _ => CALM,
            })
    }

    fn print_smallest(
        &self,
        side: Side,
        most: u32,
        found: Option<&Smallest>,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(found) = found else {
            return Ok(writeln!(output, "{} has no fortress of at most {most} pieces", side.title())?);
        };
        let count = found.examples.len();
        let kinds = if count == 1 { "one kind".to_owned() } else { format!("{count} kinds") };
        writeln!(output, "The smallest fortresses of {} have {} pieces; {kinds}:", side.title(), found.pieces)?;
        for example in &found.examples {
            writeln!(output, "\n{}", self.drawing.example(example).trim_end_matches('\n'))?;
        }
        Ok(writeln!(output, "\n{}", hanging("", &self.drawing.legend()))?)
    }
}
