//! The options in an agent's text: `name=value,name=value`.

use petteia_engine::nearest;

use super::AgentError;
use super::catalogue::options_of;

/// The options of one agent, each known and given once.
pub struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    /// Reads the text after the agent's name.
    pub fn read(agent: &'static str, text: &'a str) -> Result<Self, AgentError> {
        let mut options: Vec<(&str, &str)> = Vec::new();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            if options_of(agent).all(|known| known != name) {
                let nearest = nearest(name, options_of(agent));
                return Err(AgentError::UnknownOption { agent, found: name.to_owned(), nearest });
            }
            if options.iter().any(|&(given, _)| given == name) {
                return Err(AgentError::Repeated { option: name.to_owned() });
            }
            options.push((name, value));
        }
        Ok(Options(options))
    }

    /// The value of an option as `read` understands it; `None` when it is not given. `right` says what it takes.
    pub fn get<T>(
        &self,
        option: &'static str,
        right: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, AgentError> {
        let Some(&(_, value)) = self.0.iter().find(|&&(name, _)| name == option) else { return Ok(None) };
        let bad = || AgentError::BadValue { option, found: value.to_owned(), right };
        read(value).map(Some).ok_or_else(bad)
    }

    /// A whole number from 1 to `most`.
    pub fn count(&self, option: &'static str, most: u32, right: &'static str) -> Result<Option<u32>, AgentError> {
        self.get(option, right, |value| value.parse().ok().filter(|n| (1..=most).contains(n)))
    }
}
