//! The program `petteia`: its commands, their output, and the games on the terminal. Only this crate uses both the simulator and
//! the reports.

pub mod cli;
mod commands;
mod comparable;
mod report;
pub mod screen;

use std::ffi::OsString;
use std::process::ExitCode;

use clap_complete::CompleteEnv;
use cli::{Cli, Command};

/// Returns the arguments; ends the program if they are wrong or only ask for help.
fn arguments() -> Cli {
    Cli::read().unwrap_or_else(|error| {
        if let Some(answer) = cli::wrong_value(&error) {
            commands::Failure::Input(answer).tell();
            std::process::exit(error.exit_code());
        }
        let is_plain = |argument: OsString| commands::shown(&argument.to_string_lossy()) == argument.to_string_lossy();
        if !error.use_stderr() || std::env::args_os().all(is_plain) {
            error.exit();
        }
        error.render().to_string().lines().for_each(|line| eprintln!("{}", commands::shown(line)));
        std::process::exit(error.exit_code())
    })
}

/// Where the size of files is limited, makes writing beyond the limit fail with an error message instead of a signal that
/// ends the program silently.
#[cfg(unix)]
fn survive_the_limit_of_files() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Without the handler only that message is lost.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Runs the command that the arguments name, and returns the exit status.
pub fn main() -> ExitCode {
    petteia_simulator::program::identify(env!("PETTEIA_COMMIT"));
    CompleteEnv::with_factory(cli::completing).var(cli::COMPLETE).complete();
    #[cfg(unix)]
    survive_the_limit_of_files();
    let result = match arguments().command {
        Command::New(options) => commands::new::new(&options),
        Command::Run(options) => commands::run::run(&options),
        Command::Search(options) => commands::search::search(&options),
        Command::Status(options) => commands::status::status(&options),
        Command::Merge(options) => commands::merge::merge(&options),
        Command::Claims(options) => commands::claims::claims(&options),
        Command::Compare(options) => commands::compare::compare(&options),
        Command::Report(options) => commands::report::report(&options),
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
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            failure.exit_code()
        }
    }
}
