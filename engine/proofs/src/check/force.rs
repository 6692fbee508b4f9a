//! Checks whether a certificate proves that a side can force a fortress (experiments/studies/fortresses.md §8).

use std::collections::{HashMap, HashSet};

use petteia_engine::rules::{Adjudication, Compulsory, Movement, Repetition};
use petteia_engine::{
    BoardSize, BySide, CheckedRules, Game, Geometry, OnBoard, Rules, Side, Square, SquareSet, with_width,
};

use super::check_fortress;
use super::forced_board::{CampRows, Captures, Spot};
use super::rules::are_known_in_forced;
use petteia_engine::fortress::Waiting;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCertificate {
    /// The game with its switches.
    pub game: String,
    /// The side that can force the fortress.
    pub side: Side,
    /// The number of its own moves that it needs at most.
    pub within: u8,
    /// Whether it cannot lose from then on, however the game is adjudicated.
    pub safe: bool,
    /// Number of states with a move.
    pub moves: usize,
    /// Number of states with a fortress.
    pub fortresses: usize,
}

/// Why a certificate is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("certificate, line {line}: {problem}")]
pub struct CertificateError {
    /// The line, from 1; 0 if something is missing.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

fn wrong<T>(line: usize, problem: impl Into<String>) -> Result<T, CertificateError> {
    Err(CertificateError { line, problem: problem.into() })
}

/// Checks a certificate, line by line.
///
/// # Errors
/// Describes the first line that is wrong, or what is missing.
pub fn check_certificate(text: &str) -> Result<CheckedCertificate, CertificateError> {
    let claim = Claim::read(text)?;
    with_width(claim.rules.board, claim)
}

/// The lines of a certificate.
struct Claim<'a> {
    name: String,
    rules: CheckedRules,
    captures: Captures,
    side: Side,
    ranks: usize,
    safe: bool,
    moves: Vec<MoveLine<'a>>,
    goals: Vec<GoalLine<'a>>,
}

/// A line with a move: its number, the state, the number of moves needed, and the move.
type MoveLine<'a> = (usize, CampRows, u8, &'a str);
/// A line with a fortress: its number, the state, the wall and the shuttle.
type GoalLine<'a> = (usize, CampRows, &'a str, &'a str);

impl<'a> Claim<'a> {
    fn read(text: &'a str) -> Result<Self, CertificateError> {
        let lines: Vec<&str> = text.lines().collect();
        let [version, game, side, ranks, goal, rest @ ..] = lines.as_slice() else {
            return wrong(0, "the header must have five lines: petteia-force 2, game, side, ranks, goal");
        };
        if *version != "petteia-force 2" {
            return wrong(1, "expected `petteia-force 2`");
        }
        let Some(game) = game.strip_prefix("game ") else { return wrong(2, "expected `game NAME`") };
        let (name, table) = game.split_once(' ').map_or((game, None), |(name, table)| (name, Some(table)));
        let rules = match table {
            None => Rules::parse(name).or_else(|error| wrong(2, error.to_string()))?,
            Some(table) => {
                let rules: Rules = serde_json::from_str(table).or_else(|error| wrong(2, format!("rules: {error}")))?;
                rules.check().or_else(|error| wrong(2, error.to_string()))?
            }
        };
        let side = match *side {
            "side white" => Side::White,
            "side black" => Side::Black,
            _ => return wrong(3, "expected `side white` or `side black`"),
        };
        let ranks = ranks.strip_prefix("ranks ").and_then(|ranks| ranks.parse::<usize>().ok());
        let Some(ranks) = ranks.filter(|&ranks| ranks >= 2 && ranks + 2 <= usize::from(rules.board.ranks)) else {
            return wrong(4, "expected `ranks N` with at least 2 ranks in the camp and 2 beyond it");
        };
        let safe = match *goal {
            "goal fortress" => false,
            "goal safe" => true,
            _ => return wrong(5, "expected `goal fortress` or `goal safe`"),
        };
        check_rules(&rules, side).or_else(|problem| wrong(2, problem))?;
        let steps = rules.movement == Movement::Step;
        let own_reach = if steps || rules.die.is_some() { 1 } else { usize::MAX };
        let highest = rules.die.map_or(usize::MAX, usize::from);
        // Leaders slide.
        let enemy_reach = if steps && rules.leader.is_none() { 1 } else { highest };
        let captures = Captures { edge: rules.edge, corner: rules.corner, own_reach, enemy_reach };
        let mut claim =
            Claim { name: name.to_owned(), rules, captures, side, ranks, safe, moves: Vec::new(), goals: Vec::new() };
        for (i, line) in rest.iter().enumerate() {
            claim.read_line(i + 6, line)?;
        }
        Ok(claim)
    }

    fn read_line(&mut self, number: usize, line: &'a str) -> Result<(), CertificateError> {
        let fields: Vec<&str> = line.split(' ').collect();
        let outside = fields.get(1).and_then(|outside| outside.parse::<u8>().ok()).map_or(0, usize::from);
        let camp = CampRows::read(fields[0], usize::from(self.rules.board.files), outside);
        let Some(camp) = camp.filter(|camp| (2..=self.ranks).contains(&camp.rows.len())) else {
            return wrong(number, "expected the ranks of the camp, or of a smaller one, first");
        };
        match fields.as_slice() {
            [_, "=", wall, shuttle] => self.goals.push((number, camp, wall, shuttle)),
            [_, outside, within, decision] if outside.parse::<u8>().is_ok() => match within.parse() {
                Ok(within) if within > 0 => self.moves.push((number, camp, within, decision)),
                _ => return wrong(number, "expected the number of moves, at least 1"),
            },
            _ => return wrong(number, "expected `STATE OUTSIDE MOVES FROM-TO` or `STATE = WALL FROM-TO`"),
        }
        Ok(())
    }

    /// Returns the square with a name in a camp with this number of ranks.
    fn spot(&self, name: &str, ranks: usize) -> Option<Spot> {
        let board: BoardSize = self.rules.board;
        let square = board.parse_square(name)?;
        let (file, rank) = (i32::from(board.file(square)), i32::from(board.rank(square)));
        let row = match self.side {
            Side::White => ranks as i32 - 1 - rank,
            Side::Black => rank - (i32::from(board.ranks) - ranks as i32),
        };
        (0..ranks as i32).contains(&row).then_some((file, row))
    }

    /// Returns whether captures by the side, or of its pieces, are not covered.
    fn is_quiet(&self) -> bool {
        self.rules.inciti || self.rules.leader.is_some()
    }

    /// Returns the square of the side's leader at the start, within a camp.
    fn leader<G: Geometry>(&self, game: &Game<G>, camp: &CampRows) -> Option<Spot> {
        let leader = game.start().leaders() & game.start().pieces(self.side);
        let square = leader.squares().next()?;
        self.spot(&self.rules.board.name(square), camp.rows.len())
    }

    fn start<G: Geometry>(&self, game: &Game<G>) -> Option<CampRows> {
        let text = game.text(&game.start());
        let ranks: Vec<&str> = text.split(' ').next()?.split('/').collect();
        let letter = |letter: char| match (letter, self.side) {
            ('S' | 'L', Side::White) | ('s' | 'l', Side::Black) => 'S',
            ('S' | 'L' | 's' | 'l', _) => 's',
            _ => letter,
        };
        let camp: Vec<&str> = match self.side {
            Side::White => ranks[ranks.len() - self.ranks..].to_vec(),
            Side::Black => ranks[..self.ranks].iter().rev().copied().collect(),
        };
        let camp: Vec<String> = camp.into_iter().map(|rank| rank.chars().map(letter).collect()).collect();
        let outside = game.start().pieces(!self.side).count() as usize;
        CampRows::read(&camp.join("/"), usize::from(self.rules.board.files), outside)
    }
}

/// Refuses rules that experiments/studies/fortresses.md §8 does not cover.
fn check_rules(rules: &Rules, side: Side) -> Result<(), String> {
    let moves = matches!(rules.movement, Movement::Slide | Movement::Step);
    let free = rules.compulsory[side] == Compulsory::Off;
    let known = are_known_in_forced(rules);
    let recur = !matches!(rules.limits.repetition, Repetition::Forbidden | Repetition::ForbiddenBoard);
    let covered = moves && free && known && !rules.has_placement() && recur;
    if covered { Ok(()) } else { Err("these rules are not covered".to_owned()) }
}

/// The number of moves needed: none in a state with a fortress, however many enemies are outside.
struct Needed<'a> {
    goals: HashSet<&'a Vec<Vec<char>>>,
    moves: HashMap<&'a CampRows, u8>,
}

impl Needed<'_> {
    /// Returns the number of moves needed from a state, by a line of its own camp or of a smaller one.
    fn from(&self, camp: &CampRows) -> Option<u8> {
        let goal = self.goals.contains(&camp.rows).then_some(0);
        goal.or_else(|| self.moves.get(camp).copied()).or_else(|| self.from(&camp.narrowed()?))
    }
}

impl OnBoard for Claim<'_> {
    type Output = Result<CheckedCertificate, CertificateError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let claim = &self;
        let game = Game::new(claim.rules.clone(), geometry);
        let first = game.start();
        if first.side() != Side::White || first.roll().is_some() || first.captured() != BySide::default() {
            return wrong(2, "these rules are not covered: White does not begin, or the game has begun already");
        }
        let start = match claim.start(&game) {
            Some(start) if start.own_pieces() == game.start().pieces(claim.side).count() as usize => start,
            _ => return wrong(4, "the camp does not contain exactly the side's pieces at the start"),
        };
        for line in &claim.goals {
            check_goal(claim, &game, &start, line).or_else(|problem| wrong(line.0, problem))?;
        }
        let needed = Needed {
            goals: claim.goals.iter().map(|(_, camp, _, _)| &camp.rows).collect(),
            moves: claim.moves.iter().map(|(_, camp, within, _)| (camp, *within)).collect(),
        };
        for line in &claim.moves {
            check_move(claim, &game, &needed, line).or_else(|problem| wrong(line.0, problem))?;
        }
        let roots = if claim.side == Side::White { vec![start] } else { start.after_enemy(claim.captures) };
        let within = roots.iter().map(|root| needed.from(root)).collect::<Option<Vec<u8>>>();
        let Some(within) = within.and_then(|within| within.into_iter().max()) else {
            return wrong(0, "a state in which the side makes its first move is missing");
        };
        Ok(CheckedCertificate {
            game: claim.name.clone(),
            side: claim.side,
            within,
            safe: claim.safe,
            moves: claim.moves.len(),
            fortresses: claim.goals.len(),
        })
    }
}

/// Checks a state with a fortress, with an enemy on every square of the field.
fn check_goal<G: Geometry>(
    claim: &Claim,
    game: &Game<G>,
    start: &CampRows,
    (_, camp, wall, shuttle): &GoalLine,
) -> Result<(), String> {
    let board = claim.rules.board;
    let square = |name: &str| board.parse_square(name).ok_or(format!("`{name}` is not a square"));
    let wall = wall.split(',').map(square).collect::<Result<Vec<Square>, String>>()?;
    let (home, away) = shuttle.split_once('-').ok_or("expected `FROM-TO`")?;
    let field = usize::from(board.ranks) - camp.rows.len();
    let (own, enemy, letter) = if claim.side == Side::White { ('S', 's', 'w') } else { ('s', 'S', 'b') };
    let mut ranks = vec![enemy.to_string().repeat(usize::from(board.files)); field];
    ranks.extend(camp.with_leader(claim.leader(game, camp)).ranks(own, enemy));
    if claim.side == Side::Black {
        ranks.reverse();
    }
    let text = format!("{} {letter} 0,0 0,0 0 0", ranks.join("/"));
    let position = game.parse(&text).map_err(|error| error.to_string())?;
    let (home, away) = (square(home)?, square(away)?);
    let waiting = Waiting { moves: vec![[home, away], [away, home]], again: 0 };
    check_fortress(game, &position, claim.side, &wall, &waiting)
        .map_err(|objection| format!("not a fortress: {objection}"))?;
    let kept = wall.len() + 1;
    if claim.is_quiet() && kept < start.own_pieces() {
        return Err("in this game all of the side's pieces must be in the fortress".to_owned());
    }
    if claim.safe && !is_safe(&claim.rules, claim.side, kept, start.own_pieces() - kept) {
        return Err("the game can still be lost with this fortress".to_owned());
    }
    Ok(())
}

/// Returns whether a side with a fortress of `kept` pieces cannot lose even if all its others, `lost`, are captured and
/// the enemy loses none.
fn is_safe(rules: &Rules, side: Side, kept: usize, lost: usize) -> bool {
    let counted = kept - usize::from(rules.has_leader(side) && !rules.count_leader);
    let enough = rules.bare[side].is_none_or(|bare| counted > usize::from(bare));
    let few = rules.capture_target.is_none_or(|target| lost < usize::from(target));
    let adjudicated = match rules.adjudication {
        Adjudication::Draw => true,
        Adjudication::Captures => lost == 0,
        // Nothing is captured in such games, so no position becomes dead.
        Adjudication::LastMoverLoses => rules.leader.is_some() || rules.inciti,
        Adjudication::Pieces | Adjudication::Free => false,
    };
    enough && few && adjudicated
}

/// Checks a state with a move: after every answer of the enemy, fewer moves must be needed.
fn check_move<G: Geometry>(
    claim: &Claim,
    game: &Game<G>,
    needed: &Needed,
    (_, camp, within, decision): &MoveLine,
) -> Result<(), String> {
    let spot = |name| claim.spot(name, camp.rows.len());
    let spots = decision.split_once('-').and_then(|(from, to)| Some((spot(from)?, spot(to)?)));
    let (from, to) = spots.ok_or_else(|| format!("`{decision}` is not a move inside the camp"))?;
    let after = camp.after_own(from, to, claim.captures).ok_or_else(|| format!("`{decision}` is not legal"))?;
    if claim.is_quiet() && (after.enemies() < camp.enemies() || claim.leader(game, camp) == Some(from)) {
        return Err(format!("`{decision}` captures or moves the leader, which is not covered in this game"));
    }
    if needed.from(&after) == Some(0) {
        return Ok(());
    }
    for answer in after.after_enemy(claim.captures) {
        if needed.from(&answer).is_none_or(|needs| needs >= *within) {
            let told = answer.ranks('S', 's').join("/");
            return Err(format!("there is no strategy against the answer that leads to {told} {}", answer.outside));
        }
    }
    Ok(())
}
