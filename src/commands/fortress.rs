//! `petteia fortress`: whether a side stands where nothing can be captured for ever, and the fewest pieces that can.

use std::io::{Write, stdout};

use indicatif::ProgressBar;
use petteia_engine::{AnyGame, AnyPosition, AnySet, Side, SquareSet};
use petteia_proofs::fortress::{Answer, Breach, Fortress, army, dangers, prove, smallest};
use petteia_simulator::fortress_drawing::{CALM, Drawing, OPEN, WALL, WEAK};

use super::{Failure, style};
use crate::board::on_terminal;
use crate::cli::{FortressArgs, SideArg};

pub fn fortress(args: &FortressArgs) -> Result<(), Failure> {
    let game = AnyGame::of(super::rules(&args.game)?);
    let drawing = Drawing { board: game.rules().board, ascii: args.ascii };
    let picture = Picture { game: &game, drawing };
    if args.smallest {
        return picture.tell_smallest(args.side.map_or(Side::White, Side::from), args.most);
    }
    let position = match &args.fen {
        Some(text) => game.parse(text).map_err(Failure::input)?,
        None => game.start(),
    };
    let mut output = stdout().lock();
    writeln!(output, "{}", on_terminal(&game, &position, style(args.ascii)))?;
    let sides = args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    for side in sides {
        write!(output, "\n{}", picture.verdict(&position, side))?;
    }
    Ok(())
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Side {
        match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }
    }
}

/// Draws fortresses and says what they are.
struct Picture<'a> {
    game: &'a AnyGame,
    drawing: Drawing,
}

impl Picture<'_> {
    fn verdict(&self, position: &AnyPosition, side: Side) -> String {
        match prove(self.game, position, side) {
            Answer::Fortress(fortress) => self.tell_fortress(position, side, &fortress),
            Answer::Breach(breach) => self.tell_breach(side, &breach),
            Answer::NotCovered(reason) => format!("{}: not covered: {reason}\n", side.title()),
        }
    }

    fn tell_fortress(&self, position: &AnyPosition, side: Side, fortress: &Fortress<AnySet>) -> String {
        let mut text = format!("{} has a fortress of {} pieces\n", side.title(), fortress.pieces().count());
        text += &format!("  never moves: {}\n", self.drawing.names(fortress.wall));
        let [home, away] = fortress.shuttle.map(|square| self.game.rules().board.name(square));
        text += &format!("  moves to and fro: {home}-{away}\n");
        let dangers = dangers(self.game, position, side, fortress);
        if dangers.is_empty() {
            text += &format!("  {} cannot lose this game any more\n", side.title());
        }
        for danger in dangers {
            text += &format!("  but: {danger}\n");
        }
        let leader = position.leaders() & position.pieces(side);
        text + "\n" + &self.drawing.fortress(fortress, leader)
    }

    fn tell_breach(&self, side: Side, breach: &Breach<AnySet>) -> String {
        let board = self.game.rules().board;
        let mut text = format!("{} has no fortress: {}\n", side.title(), breach.shuttle.text());
        for &(square, weakness) in &breach.failing {
            text += &format!("  {} does not hold: {}\n", board.name(square), weakness.text());
        }
        if !breach.holding.is_empty() {
            text += &format!("  would hold: {}\n", self.drawing.names(breach.holding));
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

    fn tell_smallest(&self, side: Side, most: Option<u32>) -> Result<(), Failure> {
        let most = most.unwrap_or_else(|| army(self.game, side));
        let bar = ProgressBar::new_spinner();
        let told = |pieces| {
            bar.set_message(format!("none with {pieces} pieces"));
            bar.tick();
        };
        let found = smallest(self.game, side, most, told).map_err(Failure::failed)?;
        bar.finish_and_clear();
        let mut output = stdout().lock();
        let Some(found) = found else {
            return Ok(writeln!(output, "{} has no fortress of at most {most} pieces", side.title())?);
        };
        let count = found.examples.len();
        let kinds = if count == 1 { "one kind".to_owned() } else { format!("{count} kinds") };
        writeln!(output, "The smallest fortresses of {} have {} pieces; {kinds}:", side.title(), found.pieces)?;
        for example in &found.examples {
            writeln!(output, "\n{}", self.drawing.example(example).trim_end_matches('\n'))?;
        }
        Ok(writeln!(output, "\n{}", self.drawing.legend())?)
    }
}
