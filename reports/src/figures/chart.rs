//! The frame of all charts by cell: title, legends, a row for each cell with its names at the left, panels with an axis below,
//! and further pages if there are many rows.

use super::axis::Axis;
use super::fields::Field;
use super::legend::{self, Legend, Sign};
use super::pages::{heading, text_lines};
use super::picture::{Align, Area, Picture, Words, wrap};
use super::study::Study;
use super::theme::{self, LABEL, LEADING, SMALL, Weight, mm, text_width};

/// A chart, apart from its marks.
pub(crate) struct Chart {
    /// The note on the cells follows.
    pub(crate) words: Words,
    pub(crate) width: f64,
    pub(crate) legends: Vec<Legend>,
    pub(crate) panels: Vec<Panel>,
    /// Height of one cell's row.
    pub(crate) pitch: f64,
    /// A column of numbers at the right: its heading, and a text for each cell.
    pub(crate) numbers: Option<(&'static str, Vec<String>)>,
}

/// One field of marks.
pub(crate) struct Panel {
    /// Written above it, if there are several.
    pub(crate) heading: Option<&'static str>,
    pub(crate) axis: Axis,
    /// A value marked by a strong line.
    pub(crate) reference: Option<f64>,
}

/// The place of a cell's marks in one panel.
pub(crate) struct Row {
    pub(crate) cell: usize,
    pub(crate) pairing: usize,
    pub(crate) panel: usize,
    /// The row's part of the panel: the quantity across, and upwards from 0 to 1.
    pub(crate) field: Field,
}

/// A group of cells with its label broken into lines.
struct Block<'a> {
    lines: Vec<String>,
    cells: &'a [usize],
    height: f64,
}

/// Widths of the columns, the same on all pages.
struct Columns {
    labels: f64,
    agents: f64,
    numbers: f64,
}

/// Where the names of the rows begin.
const NAMES_START: f64 = theme::MARGIN + mm(1.0);
const COLUMN_GAP: f64 = mm(2.5);
const PANEL_GAP: f64 = mm(7.0);
const BLOCK_PADDING: f64 = mm(1.3);
const AXIS_HEIGHT: f64 = mm(10.5);
const LINE: f64 = LABEL * LEADING;

impl Chart {
    /// A chart of full width with small rows, without legends and numbers.
    pub(crate) fn of(words: Words, panels: Vec<Panel>) -> Self {
        Self { words, width: theme::WIDTH, legends: Vec::new(), panels, pitch: mm(3.8), numbers: None }
    }

    /// The pages of the chart; `mark` draws one cell in one panel, and returns what is drawn as text.
    pub(crate) fn draw(&self, study: &Study, mark: impl Fn(&mut Picture, &Row) -> String) -> Vec<Picture> {
        let sheet = Sheet { chart: self, study, columns: Columns::of(self, study) };
        let blocks = sheet.blocks();
        let head = sheet.head(&mut Picture::figure(self.width, self.words.clone()));
        let pages = paged(&blocks, theme::MAX_HEIGHT - head - AXIS_HEIGHT);
        let count = pages.len();
        let pages = pages.into_iter().enumerate();
        pages
            .map(|(index, blocks)| {
                let rows: f64 = blocks.iter().map(|block| block.height).sum();
                let mut picture = Picture::figure(self.width, self.words.of_page(index, count));
                picture.height = head + rows + AXIS_HEIGHT;
                sheet.head(&mut picture);
                sheet.body(&mut picture, blocks, head, &mark);
                picture
            })
            .collect()
    }

    /// Whether a legend has the marks of the agents, with their numbers of games; otherwise each row names them.
    fn marks_agents(&self) -> bool {
        self.legends.iter().flat_map(|legend| &legend.entries).any(|(sign, _)| matches!(sign, Sign::Marker(_)))
    }
}

impl Columns {
    fn of(chart: &Chart, study: &Study) -> Self {
        let widest = |texts: &mut dyn Iterator<Item = &str>, size: f64| {
            texts.map(|text| text_width(text, size, Weight::Regular)).fold(0.0, f64::max)
        };
        let labels = widest(&mut study.groups.iter().map(|g| g.label.as_str()), LABEL);
        let agents = if study.several_pairings() && !chart.marks_agents() {
            let names = widest(&mut study.pairings.iter().map(String::as_str), SMALL);
            names.min(mm(34.0)) + COLUMN_GAP
        } else {
            0.0
        };
        let numbers = chart.numbers.as_ref().map_or(0.0, |(heading, texts)| {
            let texts = widest(&mut texts.iter().map(String::as_str), SMALL);
            texts.max(text_width(heading, SMALL, Weight::Medium)) + COLUMN_GAP
        });
        let most = if agents > 0.0 { 0.22 * chart.width } else { 0.32 * chart.width };
        Self { labels: labels.min(most) + COLUMN_GAP, agents, numbers }
    }
}

/// A chart with the cells it is drawn for.
struct Sheet<'a> {
    chart: &'a Chart,
    study: &'a Study<'a>,
    columns: Columns,
}

impl Sheet<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let blocks = self.study.groups.iter().map(|group| {
            let lines = wrap(&group.label, self.columns.labels - COLUMN_GAP + 1.0, LABEL);
            let rows: f64 = group.cells.iter().map(|&cell| self.row_height(cell)).sum();
            Block { height: rows.max(lines.len() as f64 * LINE) + BLOCK_PADDING, lines, cells: &group.cells }
        });
        blocks.collect()
    }

    /// A cell's row is as high as its marks or the name of its agents need.
    fn row_height(&self, cell: usize) -> f64 {
        let lines = self.agent_lines(cell).len();
        let names = lines as f64 * SMALL * LEADING + mm(0.6);
        self.chart.pitch.max(names)
    }

    fn agent_lines(&self, cell: usize) -> Vec<String> {
        if self.columns.agents == 0.0 {
            return Vec::new();
        }
        let name = &self.study.pairings[self.study.pairing_of[cell]];
        wrap(name, self.columns.agents - COLUMN_GAP + 1.0, SMALL)
    }

    /// Title, notes and legends; returns where they end.
    fn head(&self, picture: &mut Picture) -> f64 {
        let chart = self.chart;
        let mut y = heading(picture, &self.study.note(!chart.marks_agents()));
        for legend in &chart.legends {
            y = legend::draw(picture, legend, y + mm(0.8));
        }
        let panel_headings = chart.panels.iter().any(|panel| panel.heading.is_some());
        let has_headings = chart.numbers.is_some() || panel_headings;
        y + if has_headings { mm(5.0) } else { mm(1.8) }
    }

    /// Axes and rows.
    fn body(&self, picture: &mut Picture, blocks: &[Block], top: f64, mark: &impl Fn(&mut Picture, &Row) -> String) {
        let bottom = top + blocks.iter().map(|block| block.height).sum::<f64>();
        bands(picture, blocks, top);
        let fields = self.fields(picture, top, bottom);
        for (panel, field) in self.chart.panels.iter().zip(&fields) {
            panel.draw(picture, *field);
        }
        if let Some((heading, _)) = &self.chart.numbers {
            let at = (numbers_end(picture), top - mm(1.2));
            picture.styled(heading, at, Align::Right, SMALL, Weight::Medium, theme::INK);
        }
        let mut y = top;
        for block in blocks {
            self.block(picture, block, y, &fields, mark);
            y += block.height;
        }
    }

    fn fields(&self, picture: &Picture, top: f64, bottom: f64) -> Vec<Area> {
        let left = NAMES_START + self.columns.labels + self.columns.agents + mm(1.0);
        let right = picture.width - theme::MARGIN - mm(4.0) - self.columns.numbers;
        let count = self.chart.panels.len();
        let width = (right - left + PANEL_GAP) / count as f64 - PANEL_GAP;
        let area = |index: usize| {
            let left = left + index as f64 * (width + PANEL_GAP);
            Area { left, top, right: left + width, bottom }
        };
        (0..count).map(area).collect()
    }

    /// The rows of one variant, from `top`.
    fn block(
        &self,
        picture: &mut Picture,
        block: &Block,
        top: f64,
        fields: &[Area],
        mark: &impl Fn(&mut Picture, &Row) -> String,
    ) {
        let middle = top + block.height / 2.0;
        text_lines(picture, &block.lines, (NAMES_START, middle), LABEL);
        let heights = block.cells.iter().map(|&cell| self.row_height(cell));
        let mut y = middle - heights.sum::<f64>() / 2.0;
        for &cell in block.cells {
            let height = self.row_height(cell);
            let middle = y + height / 2.0;
            picture.group(self.study.number(cell), |picture| self.row_texts(picture, cell, middle));
            for (panel, field) in fields.iter().enumerate() {
                let row = Row {
                    cell,
                    pairing: self.study.pairing_of[cell],
                    panel,
                    field: self.chart.panels[panel].field(Area {
                        top: middle - self.chart.pitch / 2.0,
                        bottom: middle + self.chart.pitch / 2.0,
                        ..*field
                    }),
                };
                let shown = |picture: &mut Picture| {
                    let text = mark(picture, &row);
                    if text.is_empty() {
                        text
                    } else {
                        format!("{}\n{}: {text}", self.study.name(cell), row.field.across.label)
                    }
                };
                picture.mark(self.study.number(cell), Some(row.field.area), shown);
            }
            y += height;
        }
    }

    /// The agents before a row and the numbers behind it.
    fn row_texts(&self, picture: &mut Picture, cell: usize, middle: f64) {
        let left = NAMES_START + self.columns.labels;
        text_lines(picture, &self.agent_lines(cell), (left, middle), SMALL);
        if let Some((_, texts)) = &self.chart.numbers {
            let at = (numbers_end(picture), middle + 0.35 * SMALL);
            picture.text(&texts[cell], at, Align::Right, SMALL);
        }
    }
}

fn numbers_end(picture: &Picture) -> f64 {
    picture.width - theme::MARGIN - mm(1.0)
}

/// Shades every other block, so that the eye keeps to its row.
fn bands(picture: &mut Picture, blocks: &[Block], top: f64) {
    let mut y = top;
    for (index, block) in blocks.iter().enumerate() {
        if index % 2 == 0 {
            let area =
                Area { left: theme::MARGIN, top: y, right: picture.width - theme::MARGIN, bottom: y + block.height };
            picture.rectangle(area, theme::BAND);
        }
        y += block.height;
    }
}

impl Panel {
    /// A panel without a heading, in which a strong line may mark a value.
    pub(crate) fn of(axis: Axis, reference: Option<f64>) -> Self {
        Self { heading: None, axis, reference }
    }

    /// The panel, or the part of it that is a row.
    fn field(&self, area: Area) -> Field {
        Field { area, across: self.axis.clone(), up: Axis::plain(self.heading.unwrap_or_default()) }
    }

    /// Grid, axis and heading.
    fn draw(&self, picture: &mut Picture, area: Area) {
        let field = self.field(area);
        field.frame(picture);
        if let Some(value) = self.reference {
            field.line(picture, vec![(value, 0.0), (value, 1.0)], theme::THIN, theme::INK);
        }
    }
}

/// The blocks of each page: as many as fit into `room`, at least one.
fn paged<'b, 's>(blocks: &'b [Block<'s>], room: f64) -> Vec<&'b [Block<'s>]> {
    let mut pages = Vec::new();
    let (mut start, mut used) = (0, 0.0);
    for (index, block) in blocks.iter().enumerate() {
        if index > start && used + block.height > room {
            pages.push(&blocks[start..index]);
            (start, used) = (index, 0.0);
        }
        used += block.height;
    }
    pages.push(&blocks[start..]);
    pages
}
