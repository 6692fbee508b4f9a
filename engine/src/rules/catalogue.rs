//! The games of the sources, one row each (RULES §9).

use super::tafl;
use super::{
    Adjudication, Bound, CaptureAgain, Compulsory, DeadPosition, Entry, Hole, Hostile, Komi, Leader, LeaderCapture,
    LeaderMove, LeaderOwner, LeaderStart, LeaderSurrounded, Limits, Movement, NoMoves, Over, Placing, Progress,
    Removal, Repetition, Rules, RulesError, RulesErrors, Setup, TurnLimit, Undo, nearest,
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
    pub(super) define: fn() -> Rules,
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
    /// The rules of the Museum Quintana.
    Quintana,
    /// Wladyslaw Jan Kowalski, a web page (archived 2008).
    Kowalski,
    /// The Locus Ludi project, Fribourg.
    LocusLudi,
    /// Ulrich Schädler, 1994 and 2001.
    Schaedler,
    /// R. C. Bell, "Board and Table Games from Many Civilizations".
    Bell,
    /// Seega, as Lane, Parker, Davies and Murray describe it.
    Seega,
    /// Kharebga, as Bellin describes it.
    Kharebga,
    /// Seega or Kharebga on boards of Roman sites and on that of Poprad, as the Digital Ludeme Project suggests.
    RomanBoards,
    /// Hasami shogi: the usual modern form, and Murray's.
    Hasami,
    /// Wilson Pruitt, "Pessoi": a reconstruction with a program that plays it (2026).
    Pessoi,
    /// Ben Paul Wise, the latrunculi of "irrgo": a reconstruction with a program that plays it (2026).
    Irrgo,
    /// Linnaeus' diary of 1732, in Latin and in translations.
    Linnaeus,
    /// Rules as they were printed or shown in the 19th and 20th century: Smith 1811, Jaques 1855, Murray 1913, Low 1839, Lha-Mo
    /// 1926.
    Printed,
    /// The rules, layouts and forum of Aage Nielsen's site, the World Tafl Federation's among them.
    Nielsen,
    /// The rules of Tafl at cyningstan.com (Damian Walker), by way of Ludii's rulesets, and OpenTafl's layouts.
    Cyningstan,
    /// The crate `hnefatafl`, OpenTafl and other programs.
    Programs,
    /// Web pages: dragonheelslair.com, BrainKing, Wikipedia, the piecepack wiki.
    Web,
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
            Source::Quintana => "Museum Quintana",
            Source::Kowalski => "Kowalski",
            Source::LocusLudi => "Locus Ludi",
            Source::Schaedler => "Schädler",
            Source::Bell => "Bell",
            Source::Seega => "Seega",
            Source::Kharebga => "Kharebga",
            Source::RomanBoards => "Roman boards",
            Source::Hasami => "Hasami shogi",
            Source::Pessoi => "Pruitt",
            Source::Irrgo => "Wise",
            Source::Linnaeus => "Linnaeus",
            Source::Printed => "Printed rules",
            Source::Nielsen => "Nielsen",
            Source::Cyningstan => "Cyningstan",
            Source::Programs => "Programs",
            Source::Web => "Web pages",
            Source::Own => "-",
        }
    }
}

/// A board, with its ranks first, as in the names of games.
const fn board(ranks: u8, files: u8) -> BoardSize {
    BoardSize { files, ranks }
}

/// All games, in the order of the sources.
#[rustfmt::skip]
pub static GAMES: [Game; 114] = [
    Game { id: "city-8", source: Source::City, about: "the usual modern form: 8 stones a side slide like rooks", define: Rules::default },
    Game { id: "city-8-double", source: Source::Own, about: "the usual board with two rows a side", define: || Rules { setup: Setup::Rows(BySide::both(2)), ..Rules::default() } },
    Game { id: "city-12", source: Source::City, about: "the usual form on 12 files", define: || Rules { board: board(8, 12), ..Rules::default() } },
    Game { id: "city-8-step", source: Source::City, about: "stones step to a neighbour square", define: || Rules { movement: Movement::Step, ..Rules::default() } },
    Game { id: "city-8-forward", source: Source::City, about: "stones step straight ahead only", define: || Rules { movement: Movement::Forward, dead_position: DeadPosition::OffWithoutInciti, ..Rules::default() } },
    Game { id: "city-8-edge", source: Source::City, about: "the edge of the board captures too", define: || Rules { edge: true, ..Rules::default() } },
    Game { id: "poleis", source: Source::Poleis, about: "16 stones placed freely; a stone that ends its move away from every enemy is turned over (vagi)", define: poleis },
    Game { id: "lemery-petteia", source: Source::Lemery, about: "two rows and a leader that jumps; lose it or have it surrounded and lose", define: || lemery(board(8, 12), 2) },
    Game { id: "lemery-petteia-quick", source: Source::Lemery, about: "first to capture 13", define: || Rules { capture_target: Some(13), ..lemery(board(8, 12), 2) } },
    Game { id: "lemery-petteia-advanced", source: Source::Lemery, about: "edge capture, and a piece that does not capture may be huffed", define: || Rules { edge: true, compulsory: BySide::both(Compulsory::Huff), ..lemery(board(8, 12), 2) } },
    Game { id: "lemery-compact", source: Source::Lemery, about: "on 8 files, 16 stones a side", define: || lemery(board(8, 8), 2) },
    Game { id: "lemery-compact-quick", source: Source::Lemery, about: "first to capture 5", define: || Rules { capture_target: Some(5), ..lemery(board(8, 8), 2) } },
    Game { id: "lemery-ultra-compact", source: Source::Lemery, about: "on 8 files, 8 stones a side", define: || lemery(board(8, 8), 1) },
    Game { id: "lemery-crossing", source: Source::Lemery, about: "the leader must reach the enemy's back rank", define: || lemery_crossing(board(8, 12)) },
    Game { id: "lemery-compact-crossing", source: Source::Lemery, about: "the same on 8 files", define: || lemery_crossing(board(8, 8)) },
    Game { id: "lemery-latrunculi", source: Source::Lemery, about: "placed stones step or leap in chains; trapped ones are bound (alligati)", define: || lemery_latrunculi(1) },
    Game { id: "lemery-latrunculi-quick", source: Source::Lemery, about: "ends at 3 pieces", define: || lemery_latrunculi(3) },
    Game { id: "callen-simple-petteia", source: Source::Callen, about: "first to capture 7 of 12", define: || callen(1, Some(7)) },
    Game { id: "callen-double-petteia", source: Source::Callen, about: "first to capture 13 of 24", define: || callen(2, Some(13)) },
    Game { id: "callen-simple-latrunculi", source: Source::Callen, about: "with a leader that only four captors take", define: || Rules { leader: Some(callen_leader()), ..callen(1, Some(7)) } },
    Game { id: "callen-double-latrunculi", source: Source::Callen, about: "the same with two rows", define: || Rules { leader: Some(callen_leader()), ..callen(2, Some(13)) } },
    Game { id: "callen-simple-capture-leader", source: Source::Callen, about: "capture the leader", define: || callen_capture_leader(1) },
    Game { id: "callen-double-capture-leader", source: Source::Callen, about: "the same with two rows", define: || callen_capture_leader(2) },
    Game { id: "callen-simple-passing-leader", source: Source::Callen, about: "bring the leader to the enemy's back rank", define: || callen_passing_leader(1) },
    Game { id: "callen-double-passing-leader", source: Source::Callen, about: "the same with two rows", define: || callen_passing_leader(2) },
    Game { id: "callen-proto-tafl", source: Source::Callen, about: "White's leader must cross 24 attackers, who must capture when they can", define: callen_proto_tafl },
    Game { id: "quintana", source: Source::Quintana, about: "two rows of stones that slide; capture all 16", define: || Rules { setup: Setup::Rows(BySide::both(2)), ..Rules::default() } },
    Game { id: "kowalski-8x12", source: Source::Kowalski, about: "a row of stones and a dux that cannot be captured; a player who cannot move loses", define: || kowalski(board(8, 12), LeaderStart::RightCentre) },
    Game { id: "kowalski-10x11", source: Source::Kowalski, about: "the same with the dux in the middle of the back rank", define: || kowalski(board(10, 11), LeaderStart::BackRankCentre) },
    Game { id: "piso", source: Source::LocusLudi, about: "20 placed stones step; no move may repeat a position; a block is won by more captures", define: piso },
    Game { id: "seneca", source: Source::LocusLudi, about: "20 placed stones step or hop; a bound stone is removed before the next move", define: seneca },
    Game { id: "schaedler-1994", source: Source::Schaedler, about: "16 placed stones step or hop; a bound stone may be removed instead of moving", define: schaedler },
    Game { id: "schaedler-2001", source: Source::Schaedler, about: "the same; a stone may move between two enemies only if it binds one", define: || Rules { entry: Some(Entry::Traps), ..schaedler() } },
    Game { id: "bell-8x7", source: Source::Bell, about: "16 stones placed in pairs, then a dux; corner squares capture, and a captor may move again", define: || bell(board(8, 7)) },
    Game { id: "bell-8x8", source: Source::Bell, about: "the same on a chessboard", define: || bell(board(8, 8)) },
    Game { id: "seega-5", source: Source::Seega, about: "12 stones a side, placed in pairs around the empty centre, step", define: || seega(board(5, 5), 12) },
    Game { id: "seega-7", source: Source::Seega, about: "the same with 24 stones", define: || seega(board(7, 7), 24) },
    Game { id: "seega-9", source: Source::Seega, about: "the same with 40 stones", define: || seega(board(9, 9), 40) },
    Game { id: "kharebga-5", source: Source::Kharebga, about: "12 stones a side, placed in pairs around the empty centre, slide", define: || kharebga(board(5, 5), 12) },
    Game { id: "kharebga-7", source: Source::Kharebga, about: "the same with 24 stones", define: || kharebga(board(7, 7), 24) },
    Game { id: "seega-6x6", source: Source::RomanBoards, about: "Seega on 6×6 squares: 17 stones a side leave two squares empty", define: || seega(board(6, 6), 17) },
    Game { id: "seega-6x7", source: Source::RomanBoards, about: "Seega on 6×7 squares: 20 stones a side leave two squares empty", define: || seega(board(6, 7), 20) },
    Game { id: "seega-6x8", source: Source::RomanBoards, about: "Seega on 6×8 squares: 23 stones a side leave two squares empty", define: || seega(board(6, 8), 23) },
    Game { id: "seega-7x8", source: Source::RomanBoards, about: "Seega on 7×8 squares: 27 stones a side leave two squares empty", define: || seega(board(7, 8), 27) },
    Game { id: "seega-8x8", source: Source::RomanBoards, about: "Seega on 8×8 squares: 31 stones a side leave two squares empty", define: || seega(board(8, 8), 31) },
    Game { id: "seega-8x9", source: Source::RomanBoards, about: "Seega on 8×9 squares: 35 stones a side leave two squares empty", define: || seega(board(8, 9), 35) },
    Game { id: "seega-9x10", source: Source::RomanBoards, about: "Seega on 9×10 squares: 44 stones a side leave two squares empty", define: || seega(board(9, 10), 44) },
    Game { id: "seega-10x10", source: Source::RomanBoards, about: "Seega on 10×10 squares: 49 stones a side leave two squares empty", define: || seega(board(10, 10), 49) },
    Game { id: "seega-11x12", source: Source::RomanBoards, about: "Seega on 11×12 squares: 65 stones a side leave two squares empty", define: || seega(board(11, 12), 65) },
    Game { id: "seega-11x16", source: Source::RomanBoards, about: "Seega on 11×16 squares: 87 stones a side leave two squares empty", define: || seega(board(11, 16), 87) },
    Game { id: "seega-17x17", source: Source::RomanBoards, about: "Seega on 17×17 squares: 144 stones a side leave the centre empty", define: || seega(board(17, 17), 144) },
    Game { id: "seega-17x18", source: Source::RomanBoards, about: "Seega on 17×18 squares: 152 stones a side leave two squares empty", define: || seega(board(17, 18), 152) },
    Game { id: "kharebga-6x6", source: Source::RomanBoards, about: "Kharebga on 6×6 squares: 17 stones a side leave two squares empty", define: || kharebga(board(6, 6), 17) },
    Game { id: "kharebga-6x7", source: Source::RomanBoards, about: "Kharebga on 6×7 squares: 20 stones a side leave two squares empty", define: || kharebga(board(6, 7), 20) },
    Game { id: "kharebga-6x8", source: Source::RomanBoards, about: "Kharebga on 6×8 squares: 23 stones a side leave two squares empty", define: || kharebga(board(6, 8), 23) },
    Game { id: "kharebga-7x8", source: Source::RomanBoards, about: "Kharebga on 7×8 squares: 27 stones a side leave two squares empty", define: || kharebga(board(7, 8), 27) },
    Game { id: "kharebga-8x8", source: Source::RomanBoards, about: "Kharebga on 8×8 squares: 31 stones a side leave two squares empty", define: || kharebga(board(8, 8), 31) },
    Game { id: "kharebga-8x9", source: Source::RomanBoards, about: "Kharebga on 8×9 squares: 35 stones a side leave two squares empty", define: || kharebga(board(8, 9), 35) },
    Game { id: "kharebga-9x10", source: Source::RomanBoards, about: "Kharebga on 9×10 squares: 44 stones a side leave two squares empty", define: || kharebga(board(9, 10), 44) },
    Game { id: "kharebga-10x10", source: Source::RomanBoards, about: "Kharebga on 10×10 squares: 49 stones a side leave two squares empty", define: || kharebga(board(10, 10), 49) },
    Game { id: "kharebga-11x12", source: Source::RomanBoards, about: "Kharebga on 11×12 squares: 65 stones a side leave two squares empty", define: || kharebga(board(11, 12), 65) },
    Game { id: "kharebga-11x16", source: Source::RomanBoards, about: "Kharebga on 11×16 squares: 87 stones a side leave two squares empty", define: || kharebga(board(11, 16), 87) },
    Game { id: "kharebga-17x17", source: Source::RomanBoards, about: "Kharebga on 17×17 squares: 144 stones a side leave the centre empty", define: || kharebga(board(17, 17), 144) },
    Game { id: "kharebga-17x18", source: Source::RomanBoards, about: "Kharebga on 17×18 squares: 152 stones a side leave two squares empty", define: || kharebga(board(17, 18), 152) },
    Game { id: "hasami", source: Source::Hasami, about: "9 stones a side slide; whole lines are captured, and stones in corners", define: || hasami(true) },
    Game { id: "hasami-murray", source: Source::Hasami, about: "the same without lines: single stones are captured, and corners are safe", define: || hasami(false) },
    Game { id: "pessoi-8x8", source: Source::Pessoi, about: "16 placed stones slide; no move may be taken back at once, and after 160 moves more stones win", define: || pessoi(board(8, 8), 16) },
    Game { id: "pessoi-7x7", source: Source::Pessoi, about: "the same on 7×7 squares with 12 stones, the author's later default", define: || pessoi(board(7, 7), 12) },
    Game { id: "pessoi-5x5", source: Source::Pessoi, about: "the same on 5×5 squares with 6 stones", define: || pessoi(board(5, 5), 6) },
    Game { id: "pessoi-6x6", source: Source::Pessoi, about: "the same on 6×6 squares with 9 stones", define: || pessoi(board(6, 6), 9) },
    Game { id: "pessoi-7x8", source: Source::Pessoi, about: "the same on 7×8 squares with 14 stones", define: || pessoi(board(7, 8), 14) },
    Game { id: "pessoi-9x9", source: Source::Pessoi, about: "the same on 9×9 squares with 20 stones", define: || pessoi(board(9, 9), 20) },
    Game { id: "pessoi-5x5-dense", source: Source::Pessoi, about: "on 5×5 squares with 9 stones, which fill 72 % of the board", define: || pessoi(board(5, 5), 9) },
    Game { id: "pessoi-6x6-dense", source: Source::Pessoi, about: "the same on 6×6 squares with 13 stones", define: || pessoi(board(6, 6), 13) },
    Game { id: "pessoi-7x7-dense", source: Source::Pessoi, about: "the same on 7×7 squares with 18 stones", define: || pessoi(board(7, 7), 18) },
    Game { id: "pessoi-8x8-array", source: Source::Pessoi, about: "without placement: two rows a side", define: || pessoi_array(board(8, 8)) },
    Game { id: "pessoi-9x9-array", source: Source::Pessoi, about: "the same on 9×9 squares", define: || pessoi_array(board(9, 9)) },
    Game { id: "irrgo-8x10", source: Source::Irrgo, about: "20 placed stones slide and bind for good; a bound stone is removed before each move; no board may come back", define: || irrgo(board(8, 10), 20) },
    Game { id: "irrgo-6x6", source: Source::Irrgo, about: "the same on 6×6 squares with 12 stones", define: || irrgo(board(6, 6), 12) },
    Game { id: "irrgo-10x12", source: Source::Irrgo, about: "the same on 10×12 squares with 30 stones", define: || irrgo(board(10, 12), 30) },
    Game { id: "irrgo-8x10-step", source: Source::Irrgo, about: "stones step, or hop over their own side", define: || irrgo_step(board(8, 10), 20) },
    Game { id: "irrgo-6x6-step", source: Source::Irrgo, about: "the same on 6×6 squares with 12 stones", define: || irrgo_step(board(6, 6), 12) },
    Game { id: "irrgo-8x8-prose", source: Source::Irrgo, about: "by the author's text instead of his program: bound stones can be freed, in chains", define: irrgo_prose },
    Game { id: "brandubh", source: Source::Nielsen, about: "7×7, the Federation's: the king must reach a corner; on the throne and next to it four captors take him", define: || tafl::brandubh(tafl::BRANDUBH_CROSS) },
    Game { id: "brandubh-circle", source: Source::Nielsen, about: "the same with the attackers in a circle", define: || tafl::brandubh(tafl::BRANDUBH_CIRCLE) },
    Game { id: "brandub-walker", source: Source::Cyningstan, about: "the same, but nobody returns to the throne, and draws are left to the limits", define: tafl::brandub_walker },
    Game { id: "magpie", source: Source::Programs, about: "7×7: the king steps, and only four captors take him", define: tafl::magpie },
    Game { id: "ard-ri", source: Source::Nielsen, about: "7×7 without special squares: the king must reach the edge and is captured like a stone", define: tafl::ard_ri },
    Game { id: "ard-ri-step", source: Source::Web, about: "the same board; all pieces step, and four captors take the king", define: tafl::ard_ri_step },
    Game { id: "tablut", source: Source::Linnaeus, about: "9×9 as in the diary of 1732: nobody enters or crosses the throne, and the king must reach the edge", define: tafl::tablut },
    Game { id: "tablut-smith", source: Source::Printed, about: "the same by the translation of 1811: only four captors take the king", define: || tafl::four_sided(tafl::tablut()) },
    Game { id: "tablut-museum", source: Source::Nielsen, about: "9×9 to the edge; encirclement wins, and White loses by repetition (also Skalk edge)", define: || tafl::museum(tafl::TABLUT) },
    Game { id: "tablut-brainking", source: Source::Web, about: "9×9 to the edge: White begins, the king captures nothing, and four captors take him", define: tafl::tablut_brainking },
    Game { id: "sea-battle-9", source: Source::Nielsen, about: "9×9 without special squares: an unarmed king must reach the edge, and four captors take him", define: || tafl::sea_battle(tafl::TABLUT) },
    Game { id: "sea-battle-11", source: Source::Nielsen, about: "the same on 11×11 squares", define: || tafl::sea_battle(tafl::DIAMOND) },
    Game { id: "sea-battle-9-circle", source: Source::Cyningstan, about: "the same on 9×9 squares with the attackers in a circle", define: || tafl::sea_battle(tafl::SEA_CIRCLE) },
    Game { id: "imperial-contest", source: Source::Printed, about: "9×9 to the edge: an unarmed king moves at most four squares, and four captors take him (1855)", define: tafl::imperial_contest },
    Game { id: "old-hnefatafl", source: Source::Nielsen, about: "11×11 to the corners: four captors take the king, or three at the edge", define: tafl::old_hnefatafl },
    Game { id: "fetlar", source: Source::Nielsen, about: "11×11 to the corners: only four captors take the king; encirclement wins (2008)", define: tafl::fetlar },
    Game { id: "copenhagen", source: Source::Nielsen, about: "Fetlar with shieldwalls and edge forts; White loses by repetition (2012)", define: tafl::copenhagen },
    Game { id: "skalk-11", source: Source::Nielsen, about: "11×11 to the corners: on the throne and next to it four captors take the king", define: tafl::skalk },
    Game { id: "skalk-edge-11", source: Source::Nielsen, about: "11×11 to the edge by the rules of tablut-museum", define: || tafl::museum(tafl::DIAMOND) },
    Game { id: "tawlbwrdd-t-diamond", source: Source::Nielsen, about: "11×11 without special squares: the king must reach the edge, and all pieces are alike", define: || tafl::tawlbwrdd(tafl::DIAMOND) },
    Game { id: "tawlbwrdd-t-cross", source: Source::Cyningstan, about: "the same with the defenders in a cross", define: || tafl::tawlbwrdd(tafl::T_CROSS) },
    Game { id: "tawlbwrdd-bell-diamond", source: Source::Programs, about: "the same with the attackers in bells", define: || tafl::tawlbwrdd(tafl::BELL_DIAMOND) },
    Game { id: "tawlbwrdd-lewis-diamond", source: Source::Nielsen, about: "the same with the attackers in blocks", define: || tafl::tawlbwrdd(tafl::LEWIS_DIAMOND) },
    Game { id: "tawlbwrdd-lewis-cross", source: Source::Programs, about: "the same with the defenders in a cross", define: || tafl::tawlbwrdd(tafl::LEWIS_CROSS) },
    Game { id: "alea-evangelii", source: Source::Cyningstan, about: "19×19 to corners of four squares each: White begins, four captors take the king, or three at the edge", define: tafl::alea_evangelii },
    Game { id: "mak-yek", source: Source::Printed, about: "two rows a side slide; a piece that moves between two enemies captures both (1913)", define: || tafl::mak_yek(false) },
    Game { id: "mak-yek-low", source: Source::Printed, about: "the same, and whole lines are captured (1839)", define: || tafl::mak_yek(true) },
    Game { id: "ming-mang-8", source: Source::Web, about: "stones around the board slide; captured lines change their colour", define: || tafl::ming_mang(8) },
    Game { id: "ming-mang-17", source: Source::Web, about: "the same on 17×17 squares", define: || tafl::ming_mang(17) },
    Game { id: "gundru", source: Source::Printed, about: "the same on 9×9 squares, without the hop of a last piece (1926)", define: || tafl::ming_mang(9) },
    Game { id: "jul-gonu", source: Source::Web, about: "4×4: a row of stones each steps; no position may come back", define: tafl::jul_gonu },
];

fn lemery_leader() -> Leader {
    Leader {
        start: LeaderStart::ThirdFromRight,
        jump: true,
        lose: true,
        surrounded: LeaderSurrounded::On,
        ..Leader::default()
    }
}

fn callen_leader() -> Leader {
    Leader { capture: LeaderCapture::FourSided, ..Leader::default() }
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
        leader: Some(lemery_leader()),
        count_leader: false,
        corner: true,
        ..Rules::default()
    }
}

fn lemery_crossing(board: BoardSize) -> Rules {
    let leader = Leader {
        capture: LeaderCapture::Never,
        lose: false,
        surrounded: LeaderSurrounded::Off,
        crossing: true,
        ..lemery_leader()
    };
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
        board: board(8, 12),
        setup: Setup::Rows(BySide::both(rows)),
        bare: BySide::both(None),
        capture_target,
        adjudication: Adjudication::Captures,
        ..Rules::default()
    }
}

fn callen_capture_leader(rows: u8) -> Rules {
    Rules {
        leader: Some(Leader { lose: true, ..callen_leader() }),
        adjudication: Adjudication::LastMoverLoses,
        ..callen(rows, None)
    }
}

fn callen_passing_leader(rows: u8) -> Rules {
    Rules {
        leader: Some(Leader { capture: LeaderCapture::Never, crossing: true, ..callen_leader() }),
        adjudication: Adjudication::LastMoverLoses,
        ..callen(rows, None)
    }
}

fn callen_proto_tafl() -> Rules {
    Rules {
        setup: Setup::Rows(BySide { white: 1, black: 2 }),
        leader: Some(Leader { owner: LeaderOwner::White, crossing: true, ..callen_leader() }),
        bare: BySide { white: Some(0), black: None },
        compulsory: BySide { white: Compulsory::Off, black: Compulsory::Strict },
        adjudication: Adjudication::Draw,
        dead_position: DeadPosition::OffWithoutInciti,
        ..callen(1, None)
    }
}

fn kowalski(board: BoardSize, start: LeaderStart) -> Rules {
    Rules {
        board,
        leader: Some(Leader { start, capture: LeaderCapture::Never, ..callen_leader() }),
        corner: true,
        bare: BySide::both(None),
        dead_position: DeadPosition::OffWithoutInciti,
        ..Rules::default()
    }
}

fn piso() -> Rules {
    Rules {
        setup: Setup::Placement(20),
        movement: Movement::Step,
        corner: true,
        bare: BySide::both(Some(1)),
        no_moves: NoMoves::Adjudicate,
        adjudication: Adjudication::Captures,
        limits: Limits { repetition: Repetition::Forbidden, ..Limits::default() },
        ..Rules::default()
    }
}

fn seneca() -> Rules {
    Rules {
        movement: Movement::Hop,
        over: Some(Over::OwnOrBound),
        bound: Some(Bound::Held),
        removal: Some(Removal::BeforeMove),
        ..piso()
    }
}

fn schaedler() -> Rules {
    Rules {
        setup: Setup::Placement(16),
        movement: Movement::Hop,
        bound: Some(Bound::Held),
        bare: BySide::both(Some(1)),
        ..Rules::default()
    }
}

fn bell(board: BoardSize) -> Rules {
    let leader = Leader {
        start: LeaderStart::PlacedLast,
        movement: LeaderMove::Hop,
        capture: LeaderCapture::Custodial,
        ..callen_leader()
    };
    Rules {
        board,
        setup: Setup::Placement(16),
        per_turn: 2,
        movement: Movement::Step,
        leader: Some(leader),
        hostile_corner: Hostile::All,
        capture_again: CaptureAgain::Any,
        adjudication: Adjudication::Pieces,
        limits: Limits { no_progress: TurnLimit::Turns(30), ..Limits::default() },
        ..Rules::default()
    }
}

/// Seega and Kharebga: with a centre, it stays empty during the placement.
fn kharebga(board: BoardSize, stones: u8) -> Rules {
    let has_centre = board.files % 2 == 1 && board.ranks % 2 == 1;
    Rules {
        board,
        setup: Setup::Placement(stones),
        per_turn: 2,
        hole: has_centre.then_some(Hole::Centre),
        no_moves: NoMoves::Passes,
        adjudication: Adjudication::Pieces,
        ..Rules::default()
    }
}

fn seega(board: BoardSize, stones: u8) -> Rules {
    Rules { movement: Movement::Step, ..kharebga(board, stones) }
}

fn hasami(is_modern: bool) -> Rules {
    Rules {
        board: board(9, 9),
        capture_run: is_modern,
        corner: is_modern,
        bare: BySide::both(Some(1)),
        ..Rules::default()
    }
}

fn pessoi(board: BoardSize, stones: u8) -> Rules {
    Rules {
        board,
        setup: Setup::Placement(stones),
        undo: Undo::Forbidden,
        corner: true,
        bare: BySide::both(Some(1)),
        dead_position: DeadPosition::OffWithoutInciti,
        adjudication: Adjudication::Pieces,
        limits: Limits { move_cap: 160, ..Limits::NONE },
        ..Rules::default()
    }
}

fn pessoi_array(board: BoardSize) -> Rules {
    Rules { setup: Setup::Rows(BySide::both(2)), ..pessoi(board, 0) }
}

fn irrgo(board: BoardSize, stones: u8) -> Rules {
    Rules {
        board,
        setup: Setup::Placement(stones),
        placing: Some(Placing::Quiet),
        corner: true,
        bound: Some(Bound::Lasting),
        removal: Some(Removal::Joined),
        entry: Some(Entry::Safe),
        bare: BySide::both(Some(1)),
        dead_position: DeadPosition::OffWithoutInciti,
        adjudication: Adjudication::Free,
        komi: Komi::of_halves(3),
        limits: Limits {
            repetition: Repetition::ForbiddenBoard,
            no_progress: TurnLimit::Turns(40),
            progress: Some(Progress::Binds),
            ..Limits::NONE
        },
        ..Rules::default()
    }
}

fn irrgo_step(board: BoardSize, stones: u8) -> Rules {
    Rules { movement: Movement::Hop, over: Some(Over::Own), ..irrgo(board, stones) }
}

fn irrgo_prose() -> Rules {
    Rules {
        placing: Some(Placing::Safe),
        bound: Some(Bound::Chain),
        adjudication: Adjudication::Draw,
        komi: Komi::of_halves(0),
        limits: Limits { repetition: Repetition::ForbiddenBoard, turn_cap: TurnLimit::Turns(168), ..Limits::NONE },
        ..irrgo_step(board(8, 8), 20)
    }
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
