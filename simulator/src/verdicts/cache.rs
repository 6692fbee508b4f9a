//! Answers that took long to compute, kept in files with the questions they answer.

use std::path::Path;

use petteia_engine::files::read_regular;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::VerdictError;
use crate::program::{VERSION, commit};

/// A question with its answer.
#[derive(Serialize, Deserialize)]
struct Known<Answer> {
    version: String,
    commit: String,
    question: serde_json::Value,
    answer: Answer,
}

/// Returns the answer to a question: from the file if this program wrote it for the same question and it still `holds`,
/// otherwise from `find`, in which case it is written to the file.
pub fn remembered<Answer: Serialize + DeserializeOwned>(
    path: &Path,
    question: &impl Serialize,
    holds: impl FnOnce(&Answer) -> bool,
    find: impl FnOnce() -> Result<Answer, VerdictError>,
) -> Result<Answer, VerdictError> {
    let question = serde_json::to_value(question).map_err(|error| VerdictError::file(path, error))?;
    let (version, commit) = (VERSION.to_owned(), commit().to_owned());
    // A file that cannot be read contains no answer and is rewritten.
    let known = read_regular(path).ok().and_then(|text| serde_json::from_slice::<Known<Answer>>(&text).ok());
    if let Some(known) = known
        && (&known.version, &known.commit, &known.question) == (&version, &commit, &question)
        && holds(&known.answer)
    {
        return Ok(known.answer);
    }
    let answer = find()?;
    let known = Known { version, commit, question, answer };
    let text = serde_json::to_string_pretty(&known).map_err(|error| VerdictError::file(path, error))?;
    super::write(path, &text)?;
    Ok(known.answer)
}
