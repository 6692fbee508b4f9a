//! Pictures and letters. README's picture shows the numbers of README's run: the figure has them as text. After `petteia run experiments/quick.toml`,
//! `PETTEIA_WRITE=1 cargo test --test program pictures::` takes the new figure.

use std::fs;

use crate::support::{folder, petteia, root, write};

const PICTURE: &str = "docs/images/strength-draws.svg";
const DRAWN: &str = "runs/quick/figures/strength-draws.svg";

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The draws of each variant with the strongest player, as the figure says them: `97.0 [91.5, 99.0]`.
fn pictured(svg: &str) -> Vec<(String, String)> {
    let titles = svg.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next());
    let of_curve = |title: &str| {
        let (variant, values) = title.split_once('\n')?;
        let (_, strongest) = values.lines().last()?.split_once(": ")?;
        Some((variant.to_owned(), strongest.to_owned()))
    };
    titles.filter_map(of_curve).collect()
}

/// The same as README prints them.
fn printed(readme: &str) -> Vec<(String, String)> {
    let (_, table) = readme.split_once("────\n").expect("README prints a table");
    let rows = table.lines().take_while(|line| !line.starts_with("First move"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        (cells[0].to_owned(), cells[2..5].join(" "))
    };
    rows.map(row).collect()
}

#[test]
fn readme_has_the_numbers_of_its_picture() {
    if std::env::var_os("PETTEIA_WRITE").is_some() && root().join(DRAWN).exists() {
        fs::copy(root().join(DRAWN), root().join(PICTURE)).expect("the picture can be written");
    }
    let (readme, found) = (read("README.md"), pictured(&read(PICTURE)));
    assert!(readme.contains(PICTURE), "README shows {PICTURE}");
    assert_eq!(found, printed(&readme));
    let percent = |name: &str| {
        let (_, value) = found.iter().find(|(variant, _)| variant == name).unwrap_or_else(|| panic!("no {name}"));
        let value: f64 = value.split(' ').next().and_then(|value| value.parse().ok()).expect("a number");
        format!("{value:.0} %")
    };
    let (base, vagi) = (percent("city-8"), percent("+vagi"));
    let sentence = format!("draws {base} of its games of `city-8`, but {vagi} with `+vagi`");
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&sentence), "README says: {sentence}");
    assert!(readme.contains(&format!("draws fall from {base} in city-8 to {vagi}")), "so does its output");
}

#[test]
fn figures_and_latex_have_the_letters_of_labels() {
    let folder = folder("letters");
    let file = write(
        &folder,
        "name = \"letters\"\nseed = 1\ngames = 20\npairings = [\"random\"]\nvariants = [\n\
         { game = \"city-8\", label = \"ἐπὶ πέντε γραμμῶν\" }, { game = \"city-8+vagi\", label = \"тавлеи ḥꜣb\" },\n\
         { game = \"city-8+edge\", label = \"城\" }]\n",
    );
    let out = folder.join("run");
    let output = petteia(&["run", &file, "--out", &out.to_string_lossy(), "--quiet"], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    let warnings: Vec<&str> = errors.lines().filter(|line| line.contains("no letter")).collect();
    assert!(output.status.success() && warnings.len() == 1 && warnings[0].contains('城'), "{errors}");
    let latex = fs::read_to_string(out.join("latex/cells.tex")).expect("it was written");
    for text in
        [r"\petteiagreek{ἐπὶ} \petteiagreek{πέντε}", r"\petteiacyrillic{тавлеи} \d{h}3b", r"\petteiaother{城}{U+57CE}"]
    {
        assert!(latex.contains(text), "{text}: {latex}");
    }
    assert!(out.join("latex/letters.tex").exists() && out.join("figures/board.pdf").exists());
}
