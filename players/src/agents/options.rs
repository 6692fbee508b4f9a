//! The options in the text of an agent: `name=value,name=value`.

use petteia_engine::nearest;

use super::about::AgentAbout;
use super::error::AgentError;

/// The options of one agent, each valid and given once.
pub struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    /// Parses the text after the agent's name.
    pub fn read(about: &AgentAbout, text: &'a str) -> Result<Self, AgentError> {
        let known = about.options.iter().map(|option| option.name);
        let mut options: Vec<(&str, &str)> = Vec::new();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            if known.clone().all(|known| known != name) {
                let nearest = nearest(name, known);
                return Err(AgentError::UnknownOption { agent: about.name, found: name.to_owned(), nearest });
            }
            if options.iter().any(|&(given, _)| given == name) {
                return Err(AgentError::Repeated { option: name.to_owned() });
            }
            options.push((name, value));
        }
        Ok(Options(options))
    }

    /// Parses the value of an option with `read`; returns `None` if the option is not given. `right` describes the
    /// accepted values.
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

    /// Parses a whole number from 1 to `most`.
    pub fn count(&self, option: &'static str, most: u32, right: &'static str) -> Result<Option<u32>, AgentError> {
        self.get(option, right, |value| value.parse().ok().filter(|n| (1..=most).contains(n)))
    }
}
