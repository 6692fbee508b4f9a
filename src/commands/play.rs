//! `petteia play`: a game on the terminal.

use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use petteia_engine::{BySide, Side};
use petteia_files::read_text;
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_players::record::{Header, History, Record};
use petteia_players::session::{Player, Session};
use petteia_simulator::{SolveProgress, Variant};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{Failure, variant, warn_of_failures};
use crate::cli::PlayArgs;
use crate::screen::{Leave, PlayScreen};

/// The default opponent: it answers in about a second.
pub const OPPONENT: &str = "alphabeta:nodes=2000000,tables=auto";

/// The agent that gives hints, which answers at once.
const HINTER: &str = "medium";

pub fn play(args: &PlayArgs) -> Result<(), Failure> {
    let mut record = first_record(args)?;
    let mut players = players(args, &record)?;
    let mut file = args.load.clone().unwrap_or_else(|| PathBuf::from("game.txt"));
    let hinter: AgentSpec = HINTER.parse().map_err(Failure::failed)?;
    prepare(&Player::Agent(hinter.clone()), &record)?;
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        return Err(Failure::input("`petteia play` needs a terminal, but its input or output is redirected"));
    }
    let mut terminal = ratatui::try_init()?;
    let result = loop {
        let seed = args.seed.or(record.header.seed).unwrap_or_else(seed_of_now);
        let session = Session::new(record.clone(), players.clone(), seed);
        match on_screen(&mut terminal, PlayScreen::new(session, hinter.clone(), file.clone(), args.ascii)) {
            Ok(Leave::Load(other, other_file)) => {
                players = recorded_players(&other);
                (record, file) = (*other, other_file);
            }
            Ok(Leave::Quit) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    ratatui::restore();
    warn_of_failures([&players.white, &players.black].into_iter().filter_map(|player| match player {
        Player::Agent(agent) => Some(agent),
        Player::Human => None,
    }));
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

/// Reads a record file.
pub fn read_record(file: &Path) -> Result<Record, Failure> {
    let text = read_text(file, MOST_RECORD).map_err(Failure::input)?;
    Record::read(&text).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
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

/// How long the screen waits for a key before it checks on the agents.
const PATIENCE: Duration = Duration::from_millis(50);

fn on_screen(terminal: &mut DefaultTerminal, mut screen: PlayScreen) -> Result<Leave, Failure> {
    loop {
        screen.tick();
        terminal.draw(|frame| screen.draw(frame))?;
        if !event::poll(PATIENCE)? {
            continue;
        }
        let leave = match pressed(&event::read()?) {
            Some(Pressed::Interrupt) => Some(Leave::Quit),
            Some(Pressed::Key(key)) => screen.on_key(key),
            None => None,
        };
        if let Some(leave) = leave {
            return Ok(leave);
        }
    }
}

/// What a person pressed.
pub enum Pressed {
    /// A key.
    Key(KeyCode),
    /// Ctrl-C.
    Interrupt,
}

/// What was pressed, if the event is of a key.
pub fn pressed(event: &Event) -> Option<Pressed> {
    match event {
        Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
        Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. }) => {
            Some(Pressed::Interrupt)
        }
        Event::Key(key) => Some(Pressed::Key(key.code)),
        _ => None,
    }
}
