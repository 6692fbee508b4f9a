//! The program `petteia`: its commands and their output. Only this crate uses both the simulator and the reports.

pub mod cli;
mod commands;
mod comparable;
mod host;
mod report;
mod stop;

use std::ffi::OsString;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use clap_complete::CompleteEnv;
use cli::{Cli, Command};
pub use commands::Failure;
pub use commands::fortress::{SideJson, SmallestJson};
pub use commands::games::GamesJson;
pub use host::{Heeding, Host};
use petteia_proofs::endgame::Silent;
use petteia_simulator::store::RemoteJob;
use stop::Kept;

/// Reads the arguments; if they are wrong or only ask for help, returns the exit status after saying so.
fn read(arguments: &[OsString]) -> Result<Cli, u8> {
    Cli::read(arguments.iter().cloned()).map_err(|error| {
        if let Some(answer) = cli::wrong_value(&error) {
            return Failure::Input(answer).tell();
        }
        let status = error.exit_code() as u8;
        let is_plain = |argument: &OsString| commands::shown(&argument.to_string_lossy()) == argument.to_string_lossy();
        if !error.use_stderr() || arguments.iter().all(is_plain) {
            // The reader of the output may have closed it.
            let _ = error.print();
            return status;
        }
        error.render().to_string().lines().for_each(|line| eprintln!("{}", commands::shown(line)));
        status
    })
}

/// Where the size of files is limited, makes writing beyond the limit fail with an error message instead of a signal that
/// ends the program silently.
#[cfg(unix)]
fn survive_the_limit_of_files() {
    use std::sync::Arc;
    // Without the handler only that message is lost.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The program: runs the command that the arguments name, the first of which is its own name, and returns the exit status.
#[must_use]
pub fn program(arguments: Vec<OsString>) -> u8 {
    let status = run_program(arguments);
    // In a process of Python nobody else does it.
    let _ = std::io::stdout().flush();
    status
}

fn run_program(arguments: Vec<OsString>) -> u8 {
    identify();
    let arguments = host::ARGUMENTS.get_or_init(|| arguments);
    let completing = CompleteEnv::with_factory(cli::completing).var(cli::COMPLETE);
    match completing.try_complete(arguments.iter(), std::env::current_dir().ok().as_deref()) {
        Ok(false) => {}
        Ok(true) => return 0,
        Err(error) => {
            let _ = error.print();
            return error.exit_code() as u8;
        }
    }
    #[cfg(unix)]
    survive_the_limit_of_files();
    let command = match read(arguments) {
        Ok(asked) => asked.command,
        Err(status) => return status,
    };
    kept(&command).note();
    let ended = stop::watch_signals().map_err(Failure::from).and_then(|()| run(command));
    stop::settle();
    ended.map_or_else(|failure| failure.tell(), |()| 0)
}

/// Returns what a command keeps when it is stopped.
fn kept(command: &Command) -> Kept {
    match command {
        Command::Run(_) | Command::Search(_) | Command::Match(_) | Command::Handicap(_) | Command::Depth(_) => {
            Kept::Games
        }
        Command::Solve(_) => Kept::Tables,
        _ => Kept::Nothing,
    }
}

/// Runs a command, given by its name and arguments, for another program. It prints nothing and catches no signals; commands
/// that need a terminal are not meant for this.
///
/// # Errors
/// As the command, with the message that it would print.
pub fn execute(arguments: &[String], host: &Host) -> Result<(), Failure> {
    identify();
    let all = std::iter::once("petteia".to_owned()).chain(arguments.iter().cloned());
    let asked = Cli::read(all.map(Into::into)).map_err(Failure::input)?;
    host.run(|| run(asked.command))
}

/// Plays a unit for another process, given by its job as JSON, and returns the part as bytes; `None` if it was stopped.
///
/// # Errors
/// It is no job, or it cannot be played.
pub fn play_remote_job(job: &str, stop: &AtomicBool) -> Result<Option<Vec<u8>>, Failure> {
    identify();
    let job: RemoteJob = serde_json::from_str(job).map_err(Failure::input)?;
    let chunk =
        petteia_simulator::remote_job::play(&job, &Heeding { watch: &Silent, stop }, stop).map_err(Failure::failed)?;
    Ok(chunk.map(|chunk| chunk.to_bytes()))
}

fn identify() {
    petteia_simulator::program::set_build_commit(env!("PETTEIA_COMMIT"));
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::New(options) => commands::new::new(&options),
        Command::Run(options) => commands::run::run(&options),
        Command::Search(options) => commands::search::search(&options),
        Command::Status(options) => commands::status::status(&options),
        Command::Merge(options) => commands::merge::merge(&options),
        Command::Claims(options) => commands::claims::claims(&options),
        Command::Compare(options) => commands::compare::compare(&options),
        Command::Report(options) => commands::report::report(&options),
        Command::Query(options) => commands::query::query(&options),
        Command::Submit(options) => commands::submit::submit(&options),
        Command::Verify(options) => commands::verify::verify(&options),
        Command::Match(options) => commands::duel::duel(&options),
        Command::Handicap(options) => commands::handicap::handicap(&options),
        Command::Depth(options) => commands::depth::depth(&options),
        Command::Fit(options) => commands::fit::fit(&options),
        Command::Games(options) => commands::games::games(&options),
        Command::Agents(options) => commands::agents::agents(&options),
        Command::Show(options) => commands::show::show(&options),
        Command::Perft(options) => commands::perft::perft(&options),
        Command::Bench(options) => commands::bench::bench(&options),
        Command::Play(options) => commands::play::play(&options),
        Command::Engine(options) => commands::engine::engine(&options),
        Command::Replay(options) => commands::replay::replay(&options),
        Command::Fortress(options) => commands::fortress::fortress(&options),
        Command::Solve(options) => commands::solve::solve(&options),
        Command::Probe(options) => commands::probe::probe(&options),
        Command::Completions(options) => commands::completions::completions(&options),
    }
}
