//! Writes records.

use std::fmt;

use petteia_engine::Rules;

use super::{Record, result_text};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = &self.header;
        let result = result_text(self.result);
        let mut tag = |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", escape(value));
        tag("Game", &header.game)?;
        if Rules::parse(&header.game).as_ref() != Ok(&header.rules) {
            tag("Rules", &serde_json::to_string(&*header.rules).map_err(|_| fmt::Error)?)?;
        }
        tag("White", &header.players.white)?;
        tag("Black", &header.players.black)?;
        if let Some(seed) = header.seed {
            tag("Seed", &seed.to_string())?;
        }
        if let Some(start) = &self.start {
            tag("Start", start)?;
        }
        tag("Result", &result)?;
        writeln!(f, "\n{}{result}", turns(self))
    }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Formats the lines of the turns.
fn turns(record: &Record) -> String {
    let history = record.replay();
    history.turns(history.moments().len()).into_iter().map(|line| line + "\n").collect()
}
