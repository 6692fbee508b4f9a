//! Files that people write: each is either read, or rejected with the line.

use petteia_players::record::Record;
use petteia_simulator::Source;
use petteia_simulator::experiment::{ExperimentConfig, ExperimentError, Plan};
use petteia_simulator::fit::FitPlan;

use super::{Read, text};

const NAME: &str = "input.toml";

fn source(bytes: &[u8]) -> Source {
    Source::of(NAME, text(bytes))
}

/// Plans an experiment, including the proofs that it asks for, or rejects it.
pub fn experiment_toml(bytes: &[u8]) -> Read {
    let plan = |experiment: ExperimentConfig| {
        experiment.proofs()?;
        Plan::new(&experiment, None, None)
    };
    let planned = ExperimentConfig::read(source(bytes)).and_then(plan);
    if let Ok(plan) = &planned {
        assert!(!plan.cells.is_empty() && plan.cells.iter().all(|cell| cell.games > 0), "there is something to play");
    }
    read(text(bytes), planned)
}

/// Reads the plan of a fit, or rejects it.
pub fn fit_toml(bytes: &[u8]) -> Read {
    read(text(bytes), FitPlan::read(source(bytes)))
}

/// Checks that a rejection names an existing line and a reason.
fn read<T>(text: &str, result: Result<T, ExperimentError>) -> Read {
    let Err(error) = result else { return Read::Used };
    let message = error.to_string();
    let place = message.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(':')?.split_once(": "));
    let line = place.and_then(|(line, _)| line.parse::<usize>().ok());
    assert!(line.is_some_and(|line| (1..=text.lines().count() + 1).contains(&line)), "{message}");
    assert!(place.is_some_and(|(_, reason)| !reason.is_empty()), "{message}");
    Read::Refused
}

/// Checks that a record that was read is written in such a way that it reads back the same.
pub fn record_text(bytes: &[u8]) -> Read {
    match Record::read(text(bytes)) {
        Ok(record) => assert_eq!(Record::read(&record.to_string()).as_ref(), Ok(&record)),
        Err(error) => {
            assert!((1..=text(bytes).lines().count() + 1).contains(&error.line), "{error}");
            return Read::Refused;
        }
    }
    Read::Used
}
