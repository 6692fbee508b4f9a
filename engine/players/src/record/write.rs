//! Writes records.

use std::fmt;

use petteia_engine::Rules;

use super::{Record, result_text};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { header, history } = self;
        let (rules, result) = (history.game().rules(), result_text(history.outcome()));
        let mut tag = |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", escape(value));
        tag("Game", &header.game)?;
        if Rules::parse(&header.game).as_ref() != Ok(rules) {
            tag("Rules", &serde_json::to_string(&**rules).map_err(|_| fmt::Error)?)?;
        }
        tag("White", &header.players.white)?;
        tag("Black", &header.players.black)?;
        if let Some(seed) = header.seed {
            tag("Seed", &seed.to_string())?;
        }
        if let Some(start) = history.own_start() {
            tag("Start", &history.game().text(start))?;
        }
        tag("Result", &result)?;
        let turns = history.turns(history.moments().len()).into_iter().map(|line| line + "\n");
        writeln!(f, "\n{}{result}", turns.collect::<String>())
    }
}

pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}
