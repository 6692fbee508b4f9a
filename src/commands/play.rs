//! `petteia play`: a game on the terminal, line by line.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use petteia_engine::files::{read_text, write_output};
use petteia_engine::terminal::status;
use petteia_engine::{BySide, Rules, Side};
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_players::external::NoChoice;
use petteia_players::record::{Header, History, Record, Step, read_list};
use petteia_players::session::{Player, Session};
use petteia_simulator::{SolveProgress, Variant};

use super::boards::marked_board;
use super::{Failure, hanging, next_line, shown, variant, warn_of_failures};
use crate::cli::PlayArgs;

/// The default opponent: it answers in about a second.
pub const OPPONENT: &str = "alphabeta:nodes=2000000,endgames=auto";

/// The agent that gives hints, which answers at once.
const HINTER: &str = "medium";

pub fn play(args: &PlayArgs) -> Result<(), Failure> {
    let record = first_record(args)?;
    let players = players(args, &record)?;
    let hinter: AgentSpec = HINTER.parse().map_err(Failure::failed)?;
    prepare(&Player::Agent(hinter.clone()), &record)?;
    let seed = args.seed.or(record.header.seed).unwrap_or_else(seed_of_now);
    let file = args.load.clone().unwrap_or_else(|| PathBuf::from("game.txt"));
    let saved = record.history.steps();
    let session = Session::new(record, players, seed);
    let mut game = GameInLines { session, hinter, file, saved, is_quitting: false, ascii: args.drawing.ascii };
    let result = game.play(&mut stdin().lock(), &mut stdout());
    warn_of_failures(game.agents());
    result
}

/// The game that the options name: a recorded one, or a new one.
fn first_record(args: &PlayArgs) -> Result<Record, Failure> {
    if let Some(file) = &args.load {
        return read_record(file);
    }
    let Some(game) = &args.game else {
        return Err(Failure::input("name a game, such as city-8 (`petteia games` lists them), or a file with --load"));
    };
    let players = BySide::from_fn(|_| "human".to_owned());
    let Variant { name, rules } = variant(game)?;
    let history = History::starting_at(&rules, args.fen.as_deref()).map_err(Failure::input)?;
    Ok(Record { header: Header { game: name, players, seed: args.seed }, history })
}

/// The most bytes of a record: a million turns.
const MOST_RECORD: u64 = 1 << 25;

/// Returns the text of a game for a file: in the form of PGN if its name ends in `.pgn`.
pub fn record_text(record: &Record, file: &Path) -> String {
    let is_pgn = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    if is_pgn { record.exchange() } else { record.to_string() }
}

/// Reads a record file.
pub fn read_record(file: &Path) -> Result<Record, Failure> {
    let text = read_text(file, MOST_RECORD).map_err(Failure::input)?;
    Record::read(&text).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// Reads one game of a list, in which the games are numbered from 0.
pub fn read_listed(file: &Path, rules: &str, number: u64) -> Result<Record, Failure> {
    Rules::parse(rules).map_err(Failure::input)?;
    let text = read_text(file, MOST_RECORD).map_err(Failure::input)?;
    let source = file.display();
    let games = read_list(rules, &text).map_err(|error| Failure::input(format!("{source}: {error}")))?;
    let count = games.len();
    let chosen = usize::try_from(number).ok().and_then(|number| games.into_iter().nth(number));
    let missing = || Failure::input(format!("{source} has {count} games, numbered from 0; there is no game {number}"));
    chosen.map(|game| game.record).ok_or_else(missing)
}

/// Who plays: as the options say, else as the loaded record says, else a person against the default opponent.
fn players(args: &PlayArgs, record: &Record) -> Result<BySide<Player>, Failure> {
    let usual = BySide { white: "human", black: OPPONENT };
    let chosen = BySide { white: &args.white, black: &args.black };
    let recorded = recorded_players(record);
    let player = |side: Side| {
        let named = |failure: AgentError| Failure::input(format!("--{}: {failure}", side.name()));
        let player = match (chosen[side], &args.load) {
            (Some(text), _) => text.parse().map_err(named)?,
            (None, Some(_)) => recorded[side].clone(),
            (None, None) => usual[side].parse().map_err(Failure::failed)?,
        };
        prepare(&player, record).map(|()| player)
    };
    Ok(BySide { white: player(Side::White)?, black: player(Side::Black)? })
}

/// Gets the endgame tables of a player ready.
fn prepare(player: &Player, record: &Record) -> Result<(), Failure> {
    let progress = SolveProgress::new(false);
    player
        .prepare(record.history.game().rules(), &progress)
        .map_err(|error| Failure::input(format!("{player}: {error}")))?;
    progress.finish();
    Ok(())
}

/// The players of a record; a name that is not an agent's is a person's, and so is that of a program, which no file may
/// start.
fn recorded_players(record: &Record) -> BySide<Player> {
    BySide::from_fn(|side| match record.header.players[side].parse() {
        Ok(Player::Agent(agent)) if !agent.is_program() => Player::Agent(agent),
        _ => Player::Human,
    })
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A game that is played by lines of text.
struct GameInLines {
    session: Session,
    hinter: AgentSpec,
    /// Where the game is saved if nothing else is said.
    file: PathBuf,
    /// What need not be saved: the game as it was begun, loaded or saved.
    saved: Vec<Step>,
    /// Whether the person has asked to quit a game that is not saved.
    is_quitting: bool,
    /// Whether pieces are letters.
    ascii: bool,
}

/// What follows a line.
enum Reply {
    /// The board, which has changed.
    Board,
    Text(String),
    Quit,
}

const HELP: &str = "\
Type a move, such as a1-a5 (`moves` lists them all), or a word:
  moves  undo  hint  board  save [FILE]  load FILE  help  quit";

/// The most bytes of a line.
const MOST_LINE: u64 = 10_000;

impl GameInLines {
    /// Plays until the person quits or the input ends.
    fn play(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
        writeln!(output, "{}\n{HELP}", shown(&self.session.record().header.game))?;
        self.proceed(output)?;
        loop {
            write!(output, "{}: ", self.session.mover().map_or("The game is over", |_| self.mover()))?;
            output.flush()?;
            let too_long = format!("a line has {MOST_LINE} bytes or more; a move is much shorter");
            let Some(line) = next_line(input, MOST_LINE, &too_long).map_err(Failure::input)? else {
                return Ok(writeln!(output)?);
            };
            match self.obey(String::from_utf8_lossy(&line).trim()).unwrap_or_else(Reply::Text) {
                Reply::Board => self.proceed(output)?,
                Reply::Text(text) => writeln!(output, "{}", hanging("", &shown(&text)))?,
                Reply::Quit => return Ok(()),
            }
        }
    }

    /// Shows the board, and lets agents move until a person must decide or the game is over.
    fn proceed(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        self.show(output)?;
        while let Some(Player::Agent(spec)) = self.session.mover() {
            match self.session.task(spec).think() {
                Ok((choice, _)) => self.session.decide(choice),
                Err(NoChoice::Failed(fault)) => self.session.forfeit(fault),
                Err(NoChoice::NotStarted(error)) => return Err(Failure::failed(error)),
            }
            self.show(output)?;
        }
        Ok(())
    }

    /// Writes the last move, the board, and what the board does not show.
    fn show(&self, output: &mut impl Write) -> Result<(), Failure> {
        let history = self.session.history();
        let board = marked_board(history, history.moments().len(), self.ascii);
        let status = status(history.game(), history.state());
        Ok(writeln!(output, "\n{}\n{board}{}", self.session.note(), hanging("", &status))?)
    }

    /// Does what a line asks for.
    ///
    /// # Errors
    /// The line is no word and no legal move, or a file cannot be read or written.
    fn obey(&mut self, line: &str) -> Result<Reply, String> {
        let was_quitting = std::mem::take(&mut self.is_quitting);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => Ok(Reply::Text("type a move, or `help`".into())),
            "help" | "?" => Ok(Reply::Text(HELP.replace('\n', " "))),
            "board" => Ok(Reply::Board),
            "moves" | "hint" if self.session.mover().is_none() => Err("the game is over".into()),
            "moves" => Ok(Reply::Text(self.moves())),
            "hint" => self.hint().map(Reply::Text),
            "undo" if self.session.undo() => Ok(Reply::Board),
            "undo" => Err(self.session.note().to_owned()),
            "save" => self.save(rest.trim()),
            "load" => self.load(rest.trim()),
            "quit" if was_quitting || self.is_saved() => Ok(Reply::Quit),
            "quit" => {
                self.is_quitting = true;
                Err(format!("the game is not saved: `save` writes {}, `quit` again quits", self.file.display()))
            }
            _ => {
                self.session.type_move(line).map_err(|slip| format!("{slip}; `moves` lists the moves"))?;
                Ok(Reply::Board)
            }
        }
    }

    /// Lists the legal moves.
    fn moves(&self) -> String {
        let (game, state) = (self.session.history().game(), self.session.history().state());
        let legal = game.legal_moves(state).into_iter();
        let mut moves: Vec<String> = legal.map(|decision| game.move_text(decision)).collect();
        moves.sort();
        moves.join(" ")
    }

    fn hint(&self) -> Result<String, String> {
        let (hint, _) = self.session.hint_task(&self.hinter).think().map_err(|_| "there is no hint")?;
        Ok(self.session.history().game().move_text(hint))
    }

    fn is_saved(&self) -> bool {
        self.session.history().steps() == self.saved
    }

    /// Saves the game in the file that is named, else in the present one.
    fn save(&mut self, file: &str) -> Result<Reply, String> {
        let file = if file.is_empty() { self.file.clone() } else { file.into() };
        let record = record_text(self.session.record(), &file);
        write_output(&file, "play", record.as_bytes()).map_err(|error| error.to_string())?;
        (self.file, self.saved) = (file, self.session.history().steps());
        Ok(Reply::Text(format!("saved as {}", self.file.display())))
    }

    /// Goes on with the game of another file.
    fn load(&mut self, file: &str) -> Result<Reply, String> {
        if file.is_empty() {
            return Err("name the file: `load game.txt`".into());
        }
        if !self.is_saved() {
            return Err("the game is not saved: `save` it first, or `undo` its moves".into());
        }
        let record = read_record(Path::new(file)).map_err(|failure| failure.to_string())?;
        let players = recorded_players(&record);
        for side in Side::BOTH {
            prepare(&players[side], &record).map_err(|failure| failure.to_string())?;
        }
        (self.file, self.saved) = (file.into(), record.history.steps());
        let seed = record.header.seed.unwrap_or_else(seed_of_now);
        self.session = Session::new(record, players, seed);
        Ok(Reply::Board)
    }

    fn mover(&self) -> &'static str {
        self.session.history().state().position().side().title()
    }

    fn agents(&self) -> impl Iterator<Item = &AgentSpec> {
        let players = self.session.players();
        [&players.white, &players.black].into_iter().filter_map(|player| match player {
            Player::Agent(agent) => Some(agent),
            Player::Human => None,
        })
    }
}
