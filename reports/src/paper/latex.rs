//! The report as LaTeX: parts to input into a paper, and a short document that contains them.

use petteia_engine::Section;

use super::games::{self, Change, Game};
pub(crate) use super::letters::escaped;
use super::{ANSWERS, Methods, article, boards, letters, methods, pair, sources, with_citations};
use crate::cell_table::CellTable;
use crate::figures::{FigureFile, common};
use crate::labels::pairing;
use crate::number_format::{points_with_interval, written};
use crate::report::Report;
use crate::summary::CellSummary;

/// The start of the document; the folder compiles with `latexmk -pdf report.tex`, and with `-xelatex` or `-lualatex`.
const PREAMBLE: &str = r"\documentclass[a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{booktabs,longtable,graphicx}
\usepackage[font=small]{caption}
\input{letters}
\renewcommand{\floatpagefraction}{0.5}
";

/// The names of all files; not every report has each of them.
pub(crate) const FILES: [&str; 11] = [
    "article.tex",
    "findings.tex",
    "games.tex",
    "methods.tex",
    "cells.tex",
    "petteia.bib",
    "effects.tex",
    "figures.tex",
    "pair.tex",
    "letters.tex",
    "report.tex",
];

/// All files with their texts.
pub(super) fn files(report: &Report, played: &Methods) -> Vec<(String, String)> {
    let mut files = vec![
        ("article.tex".to_owned(), escaped(&article(report, played)) + "\n"),
        ("findings.tex".to_owned(), findings(report)),
        ("methods.tex".to_owned(), methods_text(report, played)),
        ("cells.tex".to_owned(), cell_table(report, &report.in_tables, "cells")),
        ("petteia.bib".to_owned(), sources::bibliography(played)),
        ("letters.tex".to_owned(), letters::COMMANDS.to_owned()),
    ];
    let mut sections = vec![("For the article", "article"), ("Findings", "findings")];
    let games = games::games(&report.analysis.cells, &played.rules);
    if !games.is_empty() {
        sections.push(("Games", "games"));
        let board = if boards(report, played).is_empty() { "" } else { START };
        files.push(("games.tex".to_owned(), board.to_owned() + &games.iter().map(game).collect::<String>()));
    }
    if !report.figures.is_empty() {
        sections.push(("Figures", "figures"));
        files.push(("figures.tex".to_owned(), figures(report)));
    }
    let pair = pair(report);
    if !pair.is_empty() {
        sections.push(("Two variants side by side", "pair"));
        files.push(("pair.tex".to_owned(), cell_table(report, &pair, "pair")));
    }
    sections.push(("All cells", "cells"));
    if !report.analysis.effects.is_empty() {
        sections.push(("Effects", "effects"));
        files.push(("effects.tex".to_owned(), effects(report)));
    }
    sections.push(("Methods", "methods"));
    files.push(("report.tex".to_owned(), document(played, &sections)));
    files
}

/// The document, with a section for each part.
fn document(played: &Methods, sections: &[(&str, &str)]) -> String {
    let title = format!("\\title{{Report on the run {}}}\n", escaped(&played.name));
    let author = format!("\\author{{petteia {}}}\n\\date{{}}\n", escaped(&played.version));
    let sections: String =
        sections.iter().map(|(heading, part)| format!("\\section{{{heading}}}\n\\input{{{part}}}\n")).collect();
    let bibliography = "\\clearpage\n\\bibliographystyle{plain}\n\\bibliography{petteia}\n\\end{document}\n";
    format!("{PREAMBLE}{title}{author}\\begin{{document}}\n\\maketitle\n{sections}{bibliography}")
}

fn findings(report: &Report) -> String {
    report.remark.iter().chain(&report.findings).map(|finding| format!("{}\n\n", escaped(finding))).collect()
}

/// The rules of a game, a paragraph for each section, and a list of its variants.
fn game(game: &Game) -> String {
    let section = |section: &Section| paragraph(&escaped(section.title), &escaped(&section.sentences.join(" ")));
    let change = |change: &Change| paragraph(&broken(change.name), &escaped(&change.text()));
    let rules: String = game.rules.iter().map(section).chain(game.changes.iter().map(change)).collect();
    let combined = game.combined_text().map_or_else(String::new, |text| broken(&text) + "\n\n");
    format!("\\subsection*{{{}}}\n{rules}{combined}", broken(game.name))
}

fn paragraph(heading: &str, text: &str) -> String {
    format!("\\paragraph{{{heading}}} {text}\n\n")
}

fn methods_text(report: &Report, played: &Methods) -> String {
    let cite = |key: &str| format!("~\\cite{{{key}}}");
    let sentences = methods(report, played);
    let sentences: Vec<String> = sentences.iter().map(|text| with_citations(text, escaped, cite)).collect();
    let rules = match sources::of_rules(&report.analysis.cells).join(",") {
        keys if keys.is_empty() => String::new(),
        keys => format!(" The rules follow \\cite{{{keys}}}."),
    };
    let key = played.bibtex.split(['{', ',']).nth(1).unwrap_or_default();
    let program = format!("The games were played with petteia~\\cite{{{key}}}.{rules}");
    format!("{}\n{program}\n\n{}\n", sentences.join("\n"), with_breaks(&played.citation))
}

/// The start of the games.
const START: &str = "\\begin{center}\n\\includegraphics[width=\\linewidth,height=60mm,keepaspectratio]{../figures/board.pdf}\n\
                     \\end{center}\n";

/// A table of cells over as many pages as it needs.
fn cell_table(report: &Report, cells: &[CellSummary], label: &str) -> String {
    let CellTable { shared, headings, rows, names, notes } = CellTable::of(cells);
    let of = if shared.is_empty() { String::new() } else { format!("{}. ", escaped(&shared)) };
    let remark = report.remark.as_ref().map_or_else(String::new, |remark| escaped(remark) + " ");
    let note = escaped(&notes.join(" "));
    let caption = format!("{remark}{of}Shares of all games with 95\\,\\% intervals. {note} Plies: median.");
    let line = |level: usize| headings.iter().map(|heading| escaped(heading[level])).collect::<Vec<_>>().join(" & ");
    let columns = ["", "p{50mm}", "p{31mm}p{23mm}"][names].to_owned() + &"r".repeat(headings.len() - names);
    let headings = format!("{} \\\\\n{}", line(0), line(1));
    let texts = rows.iter().map(|row| row.iter().map(|text| broken(text)).collect());
    table(&columns, &caption, label, &headings, texts)
}

fn effects(report: &Report) -> String {
    let remark = report.remark.as_ref().map_or_else(String::new, |remark| escaped(remark) + " ");
    let caption = "Observed contrasts of the share of draws in percentage points, averaged over the other factors, with \
                   95\\,\\% intervals; observed odds ratios at the first levels of the other factors; and p-values of the \
                   contrasts, corrected by Holm's procedure. No model is fitted.";
    let texts = report.analysis.effects.iter().map(|effect| {
        let numbers = [
            points_with_interval(Some(effect.marginal)),
            written(effect.odds_ratio, |ratio| format!("{ratio:.3}")),
            if effect.p_holm < 0.001 { "< 0.001".to_owned() } else { format!("{:.3}", effect.p_holm) },
        ];
        let term = effect.term.replace(':', " × ");
        let names = [broken(&pairing(effect.agents())), broken(&term)];
        names.into_iter().chain(numbers.iter().map(|text| escaped(text))).collect()
    });
    let headings = r"agents & term & points [95\,\%] & odds ratio [95\,\%] & $p$ (Holm)";
    table("p{38mm}p{30mm}rrr", &(remark + caption), "effects", headings, texts)
}

/// The figures of full width, as many on a page as fit; the narrow ones are for the columns of a paper.
fn figures(report: &Report) -> String {
    let mut text = format!("{}\n\n", escaped(&common(&report.in_tables)));
    let mut left = PAGE;
    let wide = report.figures.iter().filter(|figure| !figure.is_narrow());
    let (answers, more): (Vec<&FigureFile>, Vec<&FigureFile>) =
        wide.partition(|figure| ANSWERS.contains(&&*figure.name));
    for figure in answers.into_iter().chain(more) {
        let (scale, height) = placed(figure);
        if height > left {
            text += "\\clearpage\n";
            left = PAGE;
        }
        left -= height;
        text += &float(figure, scale);
    }
    text
}

/// The height of the text of a page, in millimetres.
const PAGE: f64 = 257.0;

/// The height of a caption with the space around it, in millimetres.
const CAPTION: f64 = 32.0;

/// The part of the text width that a figure has, and the height that it needs with its caption. A figure that is slightly too
/// tall for half a page is made smaller.
fn placed(figure: &FigureFile) -> (f64, f64) {
    /// The smallest scale at which labels can be read.
    const SMALLEST: f64 = 0.75;
    let half = PAGE / 2.0 - CAPTION;
    let scale = (half / figure.height_mm).min(1.0);
    let scale = if scale < SMALLEST { 1.0 } else { scale };
    (scale, (scale * figure.height_mm + CAPTION).min(PAGE))
}

fn float(figure: &FigureFile, scale: f64) -> String {
    let FigureFile { name, title, .. } = figure;
    // Rounded down, so that two figures keep to their page.
    let scale = (100.0 * scale).floor() / 100.0;
    format!(
        "\\begin{{figure}}[p]\n\\centering\n\
         \\includegraphics[width={scale:.2}\\linewidth,height=0.88\\textheight,keepaspectratio]{{../figures/{name}.pdf}}\n\
         \\caption[{{{title}}}]{{{whole}}}\\label{{fig:{name}}}\n\\end{{figure}}\n",
        title = escaped(title.trim_end_matches('.')),
        whole = escaped(&figure.title_and_caption()),
    )
}

/// A table over as many pages as it needs.
pub(crate) fn table(
    columns: &str,
    caption: &str,
    label: &str,
    headings: &str,
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let rows: Vec<String> = rows.map(|row| row.join(" & ") + r" \\").collect();
    let head = format!("\\toprule\n{headings} \\\\\n\\midrule\n");
    format!(
        "{{\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{longtable}}{{{columns}}}\n\
         \\caption{{{caption}}}\\label{{tab:{label}}}\\\\\n{head}\\endfirsthead\n{head}\\endhead\n\\bottomrule\n\\endfoot\n\
         {}\n\\end{{longtable}}\n}}\n",
        rows.join("\n")
    )
}

/// A name that may be broken where it has parts.
pub(crate) fn broken(text: &str) -> String {
    let is_break = |c: char| matches!(c, '+' | ',' | ':');
    let part = |part: &str| match part.strip_suffix(is_break) {
        Some(name) if part.ends_with('+') => format!("{}\\allowbreak{{}}+", escaped(name)),
        Some(name) => format!("{}{}\\allowbreak{{}}", escaped(name), &part[name.len()..]),
        None => escaped(part),
    };
    text.split_inclusive(is_break).map(part).collect()
}

/// A text with commands between backticks, whose long words may be broken anywhere, but for check sums, which are copied.
fn with_breaks(text: &str) -> String {
    let words = |part: &str| part.split(' ').map(breakable).collect::<Vec<_>>().join(" ");
    let typed = |(index, part)| match index % 2 {
        0 => words(part),
        _ => format!("\\texttt{{{}}}", words(part)),
    };
    format!("{{\\sloppy {}\\par}}", text.split('`').enumerate().map(typed).collect::<String>())
}

/// A word that may be broken anywhere if it is long; check sums and commits stay whole, with the punctuation around them.
fn breakable(word: &str) -> String {
    const LONG: usize = 20;
    let is_sum = |part: &str| part.len() >= LONG && part.bytes().all(|digit| digit.is_ascii_hexdigit());
    match word.split(|c: char| !c.is_ascii_alphanumeric()).find(|part| is_sum(part)) {
        Some(sum) => escaped(word).replacen(sum, &format!("\\texttt{{{sum}}}"), 1),
        None if word.chars().count() < LONG || !word.is_ascii() => escaped(word),
        None => word.chars().map(|c| escaped(&c.to_string()) + r"\allowbreak{}").collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_between_their_parts() {
        assert_eq!(broken("city-8+no_progress=4"), r"city-8\allowbreak{}+no\_progress=4");
        assert_eq!(broken("Πόλις: a+b"), r"\petteiagreek{Πόλις}:\allowbreak{} a\allowbreak{}+b");
    }

    #[test]
    fn check_sums_can_be_copied_and_long_paths_broken() {
        let sum = "28087fe7038bb26bb5425a07bf779f10388f84a9e7a7c549d2102d1a70e69847";
        let text = with_breaks(&format!("(commit {sum}-modified): `runs/a_long_name_of_a_run`"));
        assert!(
            text.starts_with(&format!(r"{{\sloppy (commit \texttt{{{sum}}}-modified): \texttt{{r\allowbreak{{}}u")),
            "{text}"
        );
    }
}
