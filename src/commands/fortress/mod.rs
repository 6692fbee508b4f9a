//! `petteia fortress`: whether a side has a fortress, the fewest pieces that make one, and whether a side forces one.

mod force;
mod json;

use std::io::{Write, stdout};

use indicatif::ProgressBar;
use petteia_engine::{AnyGame, AnyPosition, AnySet, Side, SquareSet};
use petteia_proofs::fortress::{Answer, Breach, Fortress, Ground, Smallest, army, dangers, prove, smallest};
use petteia_simulator::fortress_drawing::{CALM, Drawing, OPEN, WALL, WEAK};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, hanging, position, style};
use crate::cli::{FortressArgs, SideArg};
pub use json::{SideJson, SmallestJson};
use petteia_engine::terminal::on_terminal;

pub fn fortress(args: &FortressArgs) -> Result<(), Failure> {
    match (&args.check, &args.game, args.force.force) {
        (Some(certificate), ..) => force::check(certificate, args.format),
        (None, None, _) => Err(Failure::input("give a game, or a certificate with --check")),
        (None, Some(game), Some(sides)) => force::force(game, sides, &args.force, args.format),
        (None, Some(game), None) => examine(game, args),
    }
}

/// Tests a position, or finds the smallest fortresses.
fn examine(name: &str, args: &FortressArgs) -> Result<(), Failure> {
    let game = AnyGame::of(super::rules(name)?);
    let drawing = Drawing { board: game.rules().board, ascii: args.ascii };
    let picture = Picture { game: &game, drawing };
    if args.smallest {
        let side = args.side.map_or(Side::White, Side::from);
        let most = args.most.unwrap_or_else(|| army(&game, side));
        let found = search(&game, side, most)?;
        return if args.format.json {
            print_json(&SmallestJson::of(&game, side, most, found.as_ref()))
        } else {
            picture.print_smallest(side, most, found.as_ref())
        };
    }
    let position = position(&game, args.fen.as_deref())?;
    let sides = args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    if args.format.json {
        let sides = sides.into_iter().map(|side| SideJson::of(&game, &position, side)).collect();
        return print_json(&FortressJson { game: name, fen: game.text(&position), sides });
    }
    let mut output = stdout().lock();
    writeln!(output, "{}", on_terminal(&game, &position, style(args.ascii)))?;
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

/// Finds the smallest fortresses of a side.
fn search(game: &AnyGame, side: Side, most: u32) -> Result<Option<Smallest>, Failure> {
    let bar = ProgressBar::new_spinner();
    let progress = |pieces| {
        bar.set_message(format!("none with {pieces} pieces"));
        bar.tick();
    };
    let found = smallest(game, side, most, progress).map_err(Failure::input);
    bar.finish_and_clear();
    found
}

/// Draws and describes fortresses.
struct Picture<'a> {
    game: &'a AnyGame,
    drawing: Drawing,
}

impl Picture<'_> {
    fn verdict(&self, position: &AnyPosition, side: Side) -> String {
        match prove(self.game, position, side) {
            Answer::Fortress(fortress) => self.fortress_text(position, side, &fortress),
            Answer::Breach(breach) => self.breach_text(side, &breach),
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

    fn print_smallest(&self, side: Side, most: u32, found: Option<&Smallest>) -> Result<(), Failure> {
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
        Ok(writeln!(output, "\n{}", hanging("", &self.drawing.legend()))?)
    }
}

#[derive(Serialize)]
struct FortressJson<'a> {
    game: &'a str,
    fen: String,
    sides: Vec<SideJson>,
}
