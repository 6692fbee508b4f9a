//! The provenance of a run's numbers, in words for a paper.

use std::path::Path;

use super::status::Status;
use crate::program::bibtex;

impl Status {
    /// Returns the provenance of the numbers, line by line.
    #[must_use]
    pub fn provenance(&self) -> Vec<(&'static str, String)> {
        vec![
            ("experiment", self.plan.name.clone()),
            ("program", format!("petteia {}", self.manifest.version)),
            ("commit", self.commits_text()),
            ("seed", self.plan.seed.to_string()),
            ("question", format!("SHA-256 {}", self.manifest.question_sha256)),
            ("file", format!("SHA-256 {}", self.manifest.text_sha256())),
            ("cells", self.cells.len().to_string()),
            ("games", self.games_text()),
        ]
    }

    /// Returns the number of games that count.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// Returns the names of the cells without games.
    pub fn empty_cells(&self) -> impl Iterator<Item = &super::CellProgress> {
        self.cells.iter().filter(|cell| cell.games == 0)
    }

    fn commits_text(&self) -> String {
        let commits: Vec<&str> = self.commits.iter().map(String::as_str).collect();
        if commits.is_empty() { self.manifest.commit.clone() } else { commits.join(", ") }
    }

    fn games_text(&self) -> String {
        let state = match (self.is_complete(), self.is_out_of_time) {
            (true, _) => "complete",
            (false, true) => "not complete: the time budget was used up",
            (false, false) => "not complete",
        };
        format!("{} ({state})", self.games())
    }

    /// Returns how to cite the run and how to play it again.
    #[must_use]
    pub fn citation(&self, run: &Path) -> String {
        let (run, name) = (run.display(), &self.plan.name);
        format!(
            "The games were played with petteia {version} (commit {commits}): experiment “{name}”, {cells} cells, {games} \
             games, seed {seed}, SHA-256 of the question {sha256}. To play them again, build petteia at that commit, write \
             the experiment file with `petteia status {run} --experiment FILE` (SHA-256 {file_sha256}) and run `{again}`. \
             The same rows come out on any machine and any number of threads; `petteia status {run} --verify` plays a random \
             sample of them again, and `petteia replay {run} --cell CELL --game GAME` shows any game.",
            version = self.manifest.version,
            commits = self.commits_text(),
            cells = self.cells.len(),
            games = self.games(),
            seed = self.plan.seed,
            sha256 = self.manifest.question_sha256,
            file_sha256 = self.manifest.text_sha256(),
            again = self.command(),
        )
    }

    /// Returns how to cite the program and the run, as an entry of BibTeX.
    #[must_use]
    pub fn bibtex(&self) -> String {
        bibtex(&self.manifest.version, &self.commits_text(), &self.manifest.question_sha256)
    }

    /// Returns the command that asks the question again from its file.
    fn command(&self) -> String {
        let request = &self.manifest.request;
        let option =
            |name: &str, value: Option<u64>| value.map_or_else(String::new, |value| format!(" --{name} {value}"));
        format!("petteia run FILE{}{}", option("seed", request.seed), option("games", request.games))
    }
}
