//! The games of the sources, one row each (RULES §9).

use super::{
    Adjudication, Compulsory, DeadPosition, Leader, LeaderCapture, LeaderOwner, LeaderStart, Movement, NoMoves, Rules,
    RulesError, RulesErrors, Setup, nearest,
};
use crate::vocab::{BoardSize, BySide};

/// A row of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name that commands and experiments use.
    pub id: &'static str,
    /// Where the rules are described.
    pub source: Source,
    /// What is special about it, in one line.
    pub about: &'static str,
    define: fn() -> Rules,
}

impl Game {
    /// The rules of the row.
    pub fn rules(&self) -> Rules {
        (self.define)()
    }
}

/// The texts that the games come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// "City", World of Abstract Games: the usual modern form and its suggestions.
    City,
    /// Dmytro, "Poleis: a simple playable modern reconstruction of Petteia" (BoardGameGeek).
    Poleis,
    /// Lemery Games, the rulebook of Petteia in "LUDOS Europe".
    Lemery,
    /// Moshe W. Callen, "Rules for Petteia and its variants".
    Callen,
    /// In no source; for comparison.
    Own,
}

impl Source {
    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            Source::City => "City",
            Source::Poleis => "Poleis",
            Source::Lemery => "Lemery",
            Source::Callen => "Callen",
            Source::Own => "-",
        }
    }
}

const BOARD_8X8: BoardSize = BoardSize { files: 8, ranks: 8 };
const BOARD_8X12: BoardSize = BoardSize { files: 12, ranks: 8 };

/// All games, in the order of the sources.
#[rustfmt::skip]
pub static GAMES: [Game; 26] = [
    Game { id: "city-8", source: Source::City, about: "the usual modern form: 8 stones a side slide like rooks", define: Rules::default },
    Game { id: "city-8-double", source: Source::Own, about: "the usual board with two rows a side", define: || city(|r| r.setup = Setup::Rows(BySide::both(2))) },
    Game { id: "city-12", source: Source::City, about: "the usual form on 12 files", define: || city(|r| r.board = BOARD_8X12) },
    Game { id: "city-8-step", source: Source::City, about: "stones step to a neighbour square", define: || city(|r| r.movement = Movement::Step) },
    Game { id: "city-8-forward", source: Source::City, about: "stones step straight ahead only", define: || city(|r| { r.movement = Movement::Forward; r.dead_position = DeadPosition::OffWithoutInciti }) },
    Game { id: "city-8-edge", source: Source::City, about: "the edge of the board captures too", define: || city(|r| r.edge = true) },
    Game { id: "poleis", source: Source::Poleis, about: "16 stones placed freely; a move without attack turns the stone (vagi)", define: poleis },
    Game { id: "lemery-petteia", source: Source::Lemery, about: "two rows and a leader that jumps; lose it or have it surrounded and lose", define: || lemery(BOARD_8X12, 2) },
    Game { id: "lemery-petteia-quick", source: Source::Lemery, about: "first to capture 13", define: || Rules { capture_target: Some(13), ..lemery(BOARD_8X12, 2) } },
    Game { id: "lemery-petteia-advanced", source: Source::Lemery, about: "edge capture, and a piece that does not capture may be huffed", define: || Rules { edge: true, compulsory: BySide::both(Compulsory::Huff), ..lemery(BOARD_8X12, 2) } },
    Game { id: "lemery-compact", source: Source::Lemery, about: "on 8 files, 16 stones a side", define: || lemery(BOARD_8X8, 2) },
    Game { id: "lemery-compact-quick", source: Source::Lemery, about: "first to capture 5", define: || Rules { capture_target: Some(5), ..lemery(BOARD_8X8, 2) } },
    Game { id: "lemery-ultra-compact", source: Source::Lemery, about: "on 8 files, 8 stones a side", define: || lemery(BOARD_8X8, 1) },
    Game { id: "lemery-crossing", source: Source::Lemery, about: "the leader must reach the enemy's back rank", define: || lemery_crossing(BOARD_8X12) },
    Game { id: "lemery-compact-crossing", source: Source::Lemery, about: "the same on 8 files", define: || lemery_crossing(BOARD_8X8) },
    Game { id: "lemery-latrunculi", source: Source::Lemery, about: "placed stones step or leap in chains; trapped ones are bound (alligati)", define: || lemery_latrunculi(1) },
    Game { id: "lemery-latrunculi-quick", source: Source::Lemery, about: "ends at 3 pieces", define: || lemery_latrunculi(3) },
    Game { id: "callen-simple-petteia", source: Source::Callen, about: "first to capture 7 of 12", define: || callen(1, Some(7)) },
    Game { id: "callen-double-petteia", source: Source::Callen, about: "first to capture 13 of 24", define: || callen(2, Some(13)) },
    Game { id: "callen-simple-latrunculi", source: Source::Callen, about: "with a leader that only four captors take", define: || Rules { leader: Some(CALLEN_LEADER), ..callen(1, Some(7)) } },
    Game { id: "callen-double-latrunculi", source: Source::Callen, about: "the same with two rows", define: || Rules { leader: Some(CALLEN_LEADER), ..callen(2, Some(13)) } },
    Game { id: "callen-simple-capture-leader", source: Source::Callen, about: "capture the leader", define: || callen_capture_leader(1) },
    Game { id: "callen-double-capture-leader", source: Source::Callen, about: "the same with two rows", define: || callen_capture_leader(2) },
    Game { id: "callen-simple-passing-leader", source: Source::Callen, about: "bring the leader to the enemy's back rank", define: || callen_passing_leader(1) },
    Game { id: "callen-double-passing-leader", source: Source::Callen, about: "the same with two rows", define: || callen_passing_leader(2) },
    Game { id: "callen-proto-tafl", source: Source::Callen, about: "White's leader must cross 24 attackers, who must capture when they can", define: callen_proto_tafl },
];

const LEMERY_LEADER: Leader = Leader {
    start: LeaderStart::ThirdFromRight,
    owner: LeaderOwner::Both,
    jump: true,
    capture: LeaderCapture::Custodial,
    captures: true,
    lose: true,
    surrounded: true,
    crossing: false,
};

const CALLEN_LEADER: Leader = Leader {
    start: LeaderStart::LeftCentre,
    owner: LeaderOwner::Both,
    jump: false,
    capture: LeaderCapture::FourSided,
    captures: true,
    lose: false,
    surrounded: false,
    crossing: false,
};

fn city(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

fn poleis() -> Rules {
    Rules {
        setup: Setup::Placement(16),
        bare: BySide::both(Some(1)),
        adjudication: Adjudication::Pieces,
        vagi: true,
        ..Rules::default()
    }
}

fn lemery(board: BoardSize, rows: u8) -> Rules {
    Rules {
        board,
        setup: Setup::Rows(BySide::both(rows)),
        leader: Some(LEMERY_LEADER),
        count_leader: false,
        corner: true,
        ..Rules::default()
    }
}

fn lemery_crossing(board: BoardSize) -> Rules {
    let leader =
        Leader { capture: LeaderCapture::Never, lose: false, surrounded: false, crossing: true, ..LEMERY_LEADER };
    Rules {
        leader: Some(leader),
        bare: BySide::both(None),
        no_moves: NoMoves::Draw,
        dead_position: DeadPosition::OffWithoutInciti,
        ..lemery(board, 2)
    }
}

fn lemery_latrunculi(bare: u16) -> Rules {
    Rules { setup: Setup::Placement(16), movement: Movement::Leap, bare: BySide::both(Some(bare)), ..Rules::default() }
}

fn callen(rows: u8, capture_target: Option<u16>) -> Rules {
    Rules {
        board: BOARD_8X12,
        setup: Setup::Rows(BySide::both(rows)),
        bare: BySide::both(None),
        capture_target,
        adjudication: Adjudication::Captures,
        ..Rules::default()
    }
}

fn callen_capture_leader(rows: u8) -> Rules {
    Rules {
        leader: Some(Leader { lose: true, ..CALLEN_LEADER }),
        adjudication: Adjudication::LastMoverLoses,
        ..callen(rows, None)
    }
}

fn callen_passing_leader(rows: u8) -> Rules {
    Rules {
        leader: Some(Leader { capture: LeaderCapture::Never, crossing: true, ..CALLEN_LEADER }),
        adjudication: Adjudication::LastMoverLoses,
        ..callen(rows, None)
    }
}

fn callen_proto_tafl() -> Rules {
    Rules {
        setup: Setup::Rows(BySide { white: 1, black: 2 }),
        leader: Some(Leader { owner: LeaderOwner::White, crossing: true, ..CALLEN_LEADER }),
        bare: BySide { white: Some(0), black: None },
        compulsory: BySide { white: Compulsory::Off, black: Compulsory::Strict },
        adjudication: Adjudication::Draw,
        dead_position: DeadPosition::OffWithoutInciti,
        ..callen(1, None)
    }
}

/// The row with an id.
pub fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

/// Splits a text such as `city-8-edge+die=4` into its game, by the longest id that fits, and its switches.
pub(super) fn split(text: &str) -> Result<(&'static Game, &str), RulesErrors> {
    let fits =
        |game: &&Game| text.strip_prefix(game.id).is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-']));
    match GAMES.iter().filter(fits).max_by_key(|game| game.id.len()) {
        Some(game) => Ok((game, &text[game.id.len()..])),
        None => {
            let id = text.split('+').next().unwrap_or(text);
            let known = GAMES.iter().map(|game| game.id);
            Err(RulesError::UnknownGame { found: id.to_owned(), nearest: nearest(id, known) }.into())
        }
    }
}
