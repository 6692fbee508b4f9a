//! Who plays whom, as people write it.

use std::fmt;
use std::sync::LazyLock;

use petteia_players::external::KEYS;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::agent_text::AgentText;

/// Two players: `"random"` or a table with `agent` or a program for both sides, or `{ white = "…", black = "…" }`.
#[derive(Clone, Debug)]
pub struct PairingText {
    pub white: AgentEntry,
    pub black: AgentEntry,
    /// Games per cell of this pairing, instead of the experiment's.
    pub games: Option<u64>,
}

/// An agent, and the label with which readers see it.
#[derive(Clone, Debug)]
pub struct AgentEntry {
    pub agent: AgentText,
    pub label: Option<Spanned<String>>,
}

impl From<AgentText> for AgentEntry {
    fn from(agent: AgentText) -> Self {
        AgentEntry { agent, label: None }
    }
}

/// The keys of a pairing: those of its sides, of an agent that plays both, and of a program.
static PAIRING_KEYS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| ["white", "black", "games"].into_iter().chain(AGENT_KEYS.iter().copied()).collect());

/// The keys of an agent: itself with a label, or a program with a label.
static AGENT_KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| ["agent", "label"].into_iter().chain(KEYS).collect());

/// The values of a table of a pairing or an agent.
#[derive(Default)]
struct Entries {
    white: Option<AgentEntry>,
    black: Option<AgentEntry>,
    games: Option<u64>,
    agent: Option<AgentText>,
    label: Option<Spanned<String>>,
    program: toml::Table,
}

/// A key of a pairing or an agent.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KnownKey;

        // The error arises inside the deserializer, which knows the place of the key.
        impl Visitor<'_> for KnownKey {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key of a pairing or an agent")
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<Key, E> {
                let is_known = PAIRING_KEYS.contains(&key);
                if is_known { Ok(Key(key.to_owned())) } else { Err(E::unknown_field(key, &PAIRING_KEYS)) }
            }
        }

        deserializer.deserialize_identifier(KnownKey)
    }
}

impl Entries {
    fn of_map<'de, M: MapAccess<'de>>(mut map: M) -> Result<Self, M::Error> {
        let mut entries = Entries::default();
        while let Some(Key(key)) = map.next_key()? {
            match key.as_str() {
                "white" => entries.white = Some(map.next_value()?),
                "black" => entries.black = Some(map.next_value()?),
                "games" => entries.games = Some(map.next_value()?),
                "agent" => entries.agent = Some(map.next_value()?),
                "label" => entries.label = Some(map.next_value()?),
                _ => drop(entries.program.insert(key, map.next_value()?)),
            }
        }
        Ok(entries)
    }

    /// Takes out the agent that these values define; `None` if they define none.
    fn take_agent<E: Error>(&mut self) -> Result<Option<AgentEntry>, E> {
        let program = std::mem::take(&mut self.program);
        let agent = match (self.agent.take(), program.keys().next()) {
            (Some(_), Some(key)) => {
                return Err(E::custom(format!("`agent` and `{key}` are both given; leave one out")));
            }
            (agent, None) => agent,
            (None, Some(_)) if program.contains_key("command") => Some(AgentText::of_table(program)),
            (None, Some(key)) => {
                return Err(E::custom(format!("`{key}` is part of a program; write {{ command = …, {key} = … }}")));
            }
        };
        Ok(agent.map(|agent| AgentEntry { agent, label: self.label.take() }))
    }

    fn pairing<E: Error>(mut self) -> Result<PairingText, E> {
        let both = self.take_agent()?;
        let Entries { white, black, games, label, .. } = self;
        if let Some(both) = both {
            if white.is_some() || black.is_some() {
                return Err(E::custom("an agent plays both sides; leave it out, or `white` and `black`"));
            }
            return Ok(PairingText { white: both.clone(), black: both, games });
        }
        if label.is_some() {
            let message = "a `label` belongs to an agent; write { white = { agent = …, label = … }, black = … }";
            return Err(E::custom(message));
        }
        let missing = E::missing_field;
        let (white, black) = (white.ok_or_else(|| missing("white"))?, black.ok_or_else(|| missing("black"))?);
        Ok(PairingText { white, black, games })
    }

    fn agent<E: Error>(mut self) -> Result<AgentEntry, E> {
        let of_pairing =
            [("white", self.white.is_some()), ("black", self.black.is_some()), ("games", self.games.is_some())];
        if let Some((key, _)) = of_pairing.into_iter().find(|&(_, is_given)| is_given) {
            return Err(E::unknown_field(key, &AGENT_KEYS));
        }
        self.take_agent()?.ok_or_else(|| E::missing_field("agent"))
    }
}

impl<'de> Deserialize<'de> for PairingText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> Visitor<'de> for TextOrTable {
            type Value = PairingText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an agent such as \"random\" for both sides, a program such as { command = [\"python3\", \"my_agent.py\"] }, or a table with `white` and `black`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<PairingText, E> {
                let agent = AgentEntry::from(AgentText(text.to_owned()));
                Ok(PairingText { white: agent.clone(), black: agent, games: None })
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<PairingText, M::Error> {
                Entries::of_map(map)?.pairing()
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}

impl<'de> Deserialize<'de> for AgentEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> Visitor<'de> for TextOrTable {
            type Value = AgentEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an agent such as \"mcts:playouts=200\", a program such as { command = [\"python3\", \"my_agent.py\"] }, or a table with `agent` and `label`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<AgentEntry, E> {
                Ok(AgentText(text.to_owned()).into())
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<AgentEntry, M::Error> {
                Entries::of_map(map)?.agent()
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}
