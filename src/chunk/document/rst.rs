//! reStructuredText, by lines: titles by the order in which their adornments appear, explicit markup with what is indented
//! below, literal blocks, tables, lists.

use super::flow::Flow;
use super::outline::{Kind, Outline};
use super::rows::{Marker, Rows, indented, rule};
use super::title::Styles;

/// What can adorn a title.
const SIGNS: &[u8] = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
/// A title's line may be shorter than the title if it is at least this long.
const LEAST: usize = 4;
/// A table whose end is not found is none after this many lines.
const LONGEST_TABLE: usize = 1_000;

/// A document on the way.
#[derive(Default)]
pub(super) struct Rst {
    flow: Flow,
    open: Open,
    styles: Styles,
    /// A passage announced a literal block; it is indented by this.
    announced: Option<u32>,
}

/// A block that is open.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    /// All that is indented further.
    Below(u32),
    /// Up to an empty line.
    Paragraph,
    /// A table between borders of `=`: rows and borders so far, and whether the last row is a border.
    Simple(usize, usize, bool),
}

impl Rst {
    /// Reads what begins at a row; gives the row after.
    pub(super) fn read(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> usize {
        let line = rows.line(row);
        let (columns, body) = indented(line);
        if self.goes_on(line, columns, outline) {
            return row + 1;
        }
        if line.is_empty() {
            self.flow.empty(outline);
            return row + 1;
        }
        let announced = if self.flow.runs() { None } else { self.announced.take() };
        if columns == 0
            && !self.flow.runs()
            && let Some(count) = self.heading(rows, row, outline)
        {
            self.flow.interrupt(0);
            self.announced = None;
            return row + count;
        }
        let opens = self.opening(body, columns, announced);
        if !matches!(opens, Open::Nothing) {
            let depth = self.flow.interrupt(columns);
            if body.starts_with(".. _") && body.ends_with(':') {
                outline.push_label(depth);
            } else {
                outline.push_block(depth);
            }
            self.open = opens;
            return row + 1;
        }
        if !self.flow.runs() {
            self.announced = None;
        }
        let runs = self.flow.runs();
        self.flow.text(columns, Marker::of(body).filter(|_| !runs || self.flow.depth() > 0), outline);
        if body.ends_with("::") {
            let start = if runs { self.announced.unwrap_or(columns).min(columns) } else { columns };
            self.announced = Some(start);
        }
        row + 1
    }

    /// Whether a line goes on with the block that is open.
    fn goes_on(&mut self, line: &str, columns: u32, outline: &mut Outline) -> bool {
        match &mut self.open {
            Open::Nothing => return false,
            Open::Below(outside) => {
                if line.is_empty() {
                    return false;
                }
                if columns <= *outside {
                    self.open = Open::Nothing;
                    return false;
                }
            }
            Open::Paragraph => {
                if line.is_empty() {
                    self.open = Open::Nothing;
                    return false;
                }
            }
            Open::Simple(count, borders, at_border) => {
                let ends = line.is_empty() && *at_border && *borders > 1 || *count > LONGEST_TABLE;
                if ends {
                    self.open = Open::Nothing;
                    return false;
                }
                *count += 1;
                *at_border = is_border(line);
                *borders += usize::from(*at_border);
            }
        }
        outline.push(Kind::Inside, self.flow.depth());
        true
    }

    /// The block that a line opens.
    fn opening(&self, body: &str, columns: u32, announced: Option<u32>) -> Open {
        if self.flow.runs() {
            return Open::Nothing;
        }
        if let Some(outside) = announced.filter(|&outside| columns > outside) {
            return Open::Below(outside);
        }
        if body == ".." || body.starts_with(".. ") {
            return Open::Below(columns);
        }
        if is_border(body) {
            return Open::Simple(1, 1, true);
        }
        let is_block = ["+--", "+==", ">>> ", "| "].iter().any(|opening| body.starts_with(opening));
        if is_block { Open::Paragraph } else { Open::Nothing }
    }

    /// Takes a heading in; gives how many rows it has.
    fn heading(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> Option<usize> {
        let line = rows.line(row);
        let below = rows.line(row + 1);
        if let Some((sign, above)) = rule(line, SIGNS) {
            let (last, count) = rule(rows.line(row + 2), SIGNS)?;
            let is_title = sign == last && above == count && above >= below.trim().chars().count().clamp(2, LEAST);
            if !is_title || below.is_empty() || rule(below, SIGNS).is_some() {
                return None;
            }
            return outline.push_heading(rows, 3, self.styles.level(sign, true), below).then_some(3);
        }
        let (sign, count) = rule(below, SIGNS)?;
        let is_title = count >= line.chars().count().min(LEAST) && count > 1;
        (is_title && outline.push_heading(rows, 2, self.styles.level(sign, false), line)).then_some(2)
    }
}

/// The border of a simple table: `====  ====`.
fn is_border(line: &str) -> bool {
    line.starts_with('=') && line.contains("= ") && line.bytes().all(|byte| byte == b'=' || byte == b' ')
}
