//! An agent as people write it in a file: its text, or the table of a program.

use std::fmt;
use std::ops::Deref;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The text of an agent. The table `{ command = ["python3", "my_agent.py"] }` becomes its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentText(pub(super) String);

impl AgentText {
    /// Returns the text of a program's table.
    pub fn of_table(table: toml::Table) -> Self {
        AgentText(toml::Value::Table(table).to_string())
    }
}

impl Deref for AgentText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for AgentText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> Visitor<'de> for TextOrTable {
            type Value = AgentText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "an agent such as \"mcts:playouts=200\", or a program such as { command = [\"python3\", \"my_agent.py\"] }",
                )
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<AgentText, E> {
                Ok(AgentText(text.to_owned()))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<AgentText, M::Error> {
                toml::Table::deserialize(MapAccessDeserializer::new(map)).map(AgentText::of_table)
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}
