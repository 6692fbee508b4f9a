//! Typical mistakes and what is answered: the answers are in a file, to be read as a person reads them.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::support::{folder, program};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistakes {
    mistake: Vec<Mistake>,
}

/// A call of the program, in a folder with a file `mine.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    call: Vec<String>,
    mine: Option<String>,
}

impl Mistake {
    /// The file, the call, and the answer.
    fn told(&self, folder: &Path) -> String {
        let mine = folder.join("mine.toml");
        let _ = fs::remove_file(&mine);
        let mut text = String::new();
        if let Some(file) = &self.mine {
            fs::write(&mine, file).expect("the file can be written");
            text += &file.trim().lines().map(|line| format!("    {line}\n")).collect::<String>();
        }
        let output = program().args(&self.call).current_dir(folder).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{:?}", self.call);
        assert!(output.stdout.is_empty(), "{:?}", self.call);
        let answer = String::from_utf8(output.stderr).expect("errors are text");
        let plain = |word: &String| if word.contains(' ') { format!("'{word}'") } else { word.clone() };
        text += &format!("$ petteia {}\n", self.call.iter().map(plain).collect::<Vec<_>>().join(" "));
        text + answer.trim_end() + "\n"
    }
}

#[test]
fn typical_mistakes_are_answered_as_reviewed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program");
    let text = fs::read_to_string(here.join("mistakes.toml")).expect("the list is there");
    let Mistakes { mistake: mistakes } = toml::from_str(&text).expect("the list is right");
    let folder = folder("mistakes");
    let told: Vec<String> = mistakes.iter().map(|mistake| mistake.told(&folder)).collect();
    let found = told.join("\n");
    for word in ["expected u", "unknown variant", "unknown field", "invalid type", "invalid value", "invalid digit"] {
        assert!(!found.contains(word), "`{word}` is a word of a library:\n{found}");
    }
    let answers = here.join("mistakes.txt");
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(&answers, &found).expect("the answers can be written");
    }
    let reviewed = fs::read_to_string(&answers).expect("the answers are there");
    assert!(found == reviewed, "the answers are not those that were reviewed:\n{found}");
}
