//! `petteia fortress`: whether a side stands where nothing can be captured for ever, and the fewest pieces that can.

use std::io::{Write, stdout};

use indicatif::ProgressBar;
use petteia_engine::rules::Setup;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Position, Side, Square, SquareSet, with_geometry};
use petteia_proofs::fortress::{Breach, Example, Fortress, Verdict, dangers, prove, smallest};

use super::{Failure, show::style};
use crate::cli::{FortressArgs, SideArg};
use petteia_simulator::board::on_terminal;

pub fn fortress(args: &FortressArgs) -> Result<(), Failure> {
    let rules = super::rules(&args.game)?;
    with_geometry(rules.board, Ask { rules, args })
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Side {
        match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }
    }
}

struct Ask<'a> {
    rules: CheckedRules,
    args: &'a FortressArgs,
}

impl OnBoard for Ask<'_> {
    type Output = Result<(), Failure>;

    fn run<G: Geometry>(self, geometry: G) -> Result<(), Failure> {
        let game = Game::new(self.rules, geometry);
        let picture = Picture { game: &game, ascii: self.args.ascii };
        if self.args.smallest {
            return picture.tell_smallest(self.args.side.map_or(Side::White, Side::from), self.args.most);
        }
        let position = match &self.args.fen {
            Some(text) => game.parse(text).map_err(Failure::input)?,
            None => game.start(),
        };
        let mut output = stdout().lock();
        writeln!(output, "{}", on_terminal(&game, &position, style(self.args.ascii)))?;
        let sides = self.args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
        for side in sides {
            write!(output, "\n{}", picture.verdict(&position, side))?;
        }
        Ok(())
    }
}

/// `White` or `Black`.
pub fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Draws fortresses and says what they are.
struct Picture<'a, G: Geometry> {
    game: &'a Game<G>,
    ascii: bool,
}

/// What a square of a drawing is: its symbol, and its letter for `--ascii`.
type Mark = (char, char);

const WALL: Mark = ('■', 'W');
const LEADER: Mark = ('▲', 'L');
const SHUTTLE: Mark = ('◆', 'M');
const STEP: Mark = ('◇', 'm');
const CALM: Mark = ('∙', '-');
const OPEN: Mark = (' ', ' ');
const WEAK: Mark = ('✗', 'x');

impl<G: Geometry> Picture<'_, G> {
    fn verdict(&self, position: &Position<G::Set>, side: Side) -> String {
        match prove(self.game, position, side) {
            Verdict::Fortress(fortress) => self.tell_fortress(position, side, &fortress),
            Verdict::Breach(breach) => self.tell_breach(side, &breach),
            Verdict::NotCovered(reason) => format!("{}: not covered: {reason}\n", name(side)),
        }
    }

    fn tell_fortress(&self, position: &Position<G::Set>, side: Side, fortress: &Fortress<G::Set>) -> String {
        let mut text = format!("{} has a fortress of {} pieces\n", name(side), fortress.pieces().count());
        text += &format!("  never moves: {}\n", self.names(fortress.wall));
        let [home, away] = fortress.shuttle.map(|square| self.game.rules().board.name(square));
        text += &format!("  moves to and fro: {home}-{away}\n");
        let dangers = dangers(self.game, position, side, fortress);
        if dangers.is_empty() {
            text += &format!("  {} cannot lose this game any more\n", name(side));
        }
        for danger in dangers {
            text += &format!("  but: {danger}\n");
        }
        let leader = position.leaders() & position.pieces(side);
        text + "\n" + &self.draw(|square| mark(fortress, leader, square))
    }

    fn tell_breach(&self, side: Side, breach: &Breach<G::Set>) -> String {
        let board = self.game.rules().board;
        let mut text = format!("{} has no fortress: {}\n", name(side), breach.shuttle.text());
        for &(square, weakness) in &breach.failing {
            text += &format!("  {} does not hold: {}\n", board.name(square), weakness.text());
        }
        if !breach.holding.is_empty() {
            text += &format!("  would hold: {}\n", self.names(breach.holding));
        }
        let weak = |square| breach.failing.iter().any(|&(failing, _)| failing == square);
        text + "\n"
            + &self.draw(|square| match square {
                _ if weak(square) => WEAK,
                _ if breach.holding.has(square) => WALL,
                _ if breach.open.has(square) => OPEN,
                _ => CALM,
            })
    }

    fn tell_smallest(&self, side: Side, most: Option<u32>) -> Result<(), Failure> {
        let most = most.unwrap_or_else(|| self.army(side));
        let bar = ProgressBar::new_spinner();
        let told = |pieces| {
            bar.set_message(format!("none with {pieces} pieces"));
            bar.tick();
        };
        let found = smallest(self.game, side, most, told).map_err(Failure::failed)?;
        bar.finish_and_clear();
        let mut output = stdout().lock();
        let Some(found) = found else {
            return Ok(writeln!(output, "{} has no fortress of at most {most} pieces", name(side))?);
        };
        let count = found.examples.len();
        let kinds = if count == 1 { "one kind".to_owned() } else { format!("{count} kinds") };
        writeln!(output, "The smallest fortresses of {} have {} pieces; {kinds}:", name(side), found.pieces)?;
        for example in &found.examples {
            writeln!(output, "\n{}", self.draw_example(example).trim_end_matches('\n'))?;
        }
        Ok(writeln!(output, "\n{}", self.legend())?)
    }

    /// The pieces that a side begins with.
    fn army(&self, side: Side) -> u32 {
        match self.game.rules().setup {
            Setup::Placement(stones) => u32::from(stones),
            Setup::Rows(_) => self.game.start().pieces(side).count(),
        }
    }

    fn draw_example(&self, example: &Example<G::Set>) -> String {
        self.draw(|square| match mark(&example.fortress, example.leader, square) {
            OPEN if !example.open.has(square) => CALM,
            mark => mark,
        })
    }

    fn draw(&self, mark: impl Fn(Square) -> Mark) -> String {
        let size = self.game.rules().board;
        let mut text = String::new();
        for rank in (0..size.ranks).rev() {
            text += &format!("{:>3} │", rank + 1);
            for square in (0..size.files).filter_map(|file| size.square(file, rank)) {
                let (symbol, letter) = mark(square);
                text += &format!(" {}", if self.ascii { letter } else { symbol });
            }
            text += " │\n";
        }
        let files: String = (0..size.files).map(|file| format!(" {}", char::from(b'a' + file))).collect();
        text + "     " + &files + "\n"
    }

    fn legend(&self) -> String {
        let entry = |(symbol, letter): Mark, name| format!("{} {name}", if self.ascii { letter } else { symbol });
        let entries = [
            entry(WALL, "never moves"),
            entry(LEADER, "leader"),
            entry(SHUTTLE, "moves to and fro"),
            entry(STEP, "its other square"),
            entry(CALM, "enemies cannot come here"),
        ];
        entries.join("   ")
    }

    fn names(&self, squares: G::Set) -> String {
        squares.squares().map(|square| self.game.rules().board.name(square)).collect::<Vec<_>>().join(", ")
    }
}

fn mark<S: SquareSet>(fortress: &Fortress<S>, leader: S, square: Square) -> Mark {
    let [home, away] = fortress.shuttle;
    match square {
        _ if square == home => SHUTTLE,
        _ if square == away => STEP,
        _ if fortress.wall.has(square) && leader.has(square) => LEADER,
        _ if fortress.wall.has(square) => WALL,
        _ => OPEN,
    }
}
