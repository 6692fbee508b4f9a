//! The provenance of a run's numbers, in words for a paper.

use std::path::Path;

use super::manifest::Manifest;
use super::status::Status;
use crate::experiment::{Experiment, Plan};

impl Status {
    /// Returns the provenance of the numbers, line by line.
    pub fn provenance(&self) -> Vec<(&'static str, String)> {
        let Manifest { schema, version, commit, plan_sha256, plan, experiment_sha256, .. } = &self.manifest;
        vec![
            ("experiment", plan.name.clone()),
            ("program", format!("petteia {version}")),
            ("commit", commit.clone()),
            ("schema", schema.to_string()),
            ("seed", plan.seed.to_string()),
            ("plan", format!("SHA-256 {plan_sha256}")),
            ("file", format!("SHA-256 {experiment_sha256}")),
            ("cells", self.cells.len().to_string()),
            ("games", self.games_text()),
        ]
    }

    fn games_text(&self) -> String {
        let games: u64 = self.cells.iter().map(|cell| cell.games).sum();
        let state = if self.is_complete { "complete" } else { "not complete" };
        format!("{games} ({state})")
    }

    /// Returns how to cite the run and how to play it again.
    pub fn citation(&self, run: &Path) -> String {
        let Manifest { version, commit, plan_sha256, plan, experiment_sha256, .. } = &self.manifest;
        let games: u64 = self.cells.iter().map(|cell| cell.games).sum();
        let run = run.display();
        format!(
            "The games were played with petteia {version} (commit {commit}): experiment “{name}”, {cells} cells, {games} \
             games, seed {seed}, plan SHA-256 {plan_sha256}. To play them again, build petteia at that commit, write the \
             experiment file with `petteia info {run} --experiment > {name}.toml` (SHA-256 {experiment_sha256}) and run `{again}`. \
             The same rows come out on any machine and any number of threads; `petteia verify {run}` plays a random \
             sample of them again, and `petteia replay {run} --cell CELL --game GAME` shows any game.",
            name = plan.name,
            cells = self.cells.len(),
            seed = plan.seed,
            again = self.manifest.command(),
        )
    }
}

impl Manifest {
    /// Returns the command that plays the plan from its experiment file.
    pub fn command(&self) -> String {
        let name = &self.plan.name;
        let mut command = format!("petteia run {name}.toml");
        let path = format!("{name}.toml");
        let of_file = Experiment::from_text(Path::new(&path), &self.experiment)
            .and_then(|experiment| Ok((Plan::new(&experiment, None, None)?, experiment)));
        if let Ok((plan, experiment)) = of_file {
            let plain = Manifest::of(&experiment, &plan);
            if plain.plan.seed != self.plan.seed {
                command += &format!(" --seed {}", self.plan.seed);
            }
            let games = |manifest: &Manifest| manifest.plan.cells.iter().map(|cell| cell.games).collect::<Vec<_>>();
            if games(&plain) != games(self) {
                command += &format!(" --games {}", games(self)[0]);
            }
        }
        command
    }
}
