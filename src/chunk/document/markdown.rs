//! Markdown, by lines: `#` and underlined headings, fences, tables, quotations, lists, comments.
//!
//! What it takes for a heading is what CommonMark does, but for underlined paragraphs of several lines, which are hardly
//! ever meant, and with `<h1>…</h1>` on a line of its own, by which many a readme is called.

use super::flow::Flow;
use super::front;
use super::outline::{Kind, Outline};
use super::rows::{Marker, Rows, blanks, indented, rule, run};
use crate::chunk::embedded::Example;

/// A document on the way.
#[derive(Default)]
pub(super) struct Markdown {
    flow: Flow,
    open: Open,
}

/// A block that is open.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    Fence(Fence),
    /// Up to a line that holds this.
    Html(&'static str),
    Table,
    Quotation,
    /// By its indent.
    Code,
}

/// A fenced text.
struct Fence {
    sign: u8,
    /// How often the sign stands.
    count: usize,
    /// In how many quotations it is.
    quotes: usize,
    /// The column, after the signs of these, where the item around has its text.
    base: u32,
    /// So many columns of indent are none of the text's.
    indent: u32,
    /// If it is a program.
    example: Option<Example>,
}

impl Fence {
    /// Of its first line without what is around it, and without so many columns of indent.
    fn opening(row: usize, body: &str, quotes: usize, base: u32, columns: u32) -> Option<Self> {
        let (sign, count) = fence(body)?;
        let indent = if quotes > 0 || base > 0 { columns } else { 0 };
        Some(Fence { sign, count, quotes, base, indent, example: Example::of(&body[count..], row) })
    }

    /// The first line of one in a quotation.
    fn quoted(row: usize, body: &str) -> Option<Self> {
        let (mut quotes, mut inside) = (0, body);
        while let Some(inner) = unquoted(inside, 1) {
            (quotes, inside) = (quotes + 1, inner);
        }
        let (columns, body) = indented(inside);
        if columns < 4 { Fence::opening(row, body, quotes, 0, columns) } else { None }
    }
}

impl Markdown {
    /// Reads what begins at a row; gives the row after.
    pub(super) fn read(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> usize {
        if let Some(after) = front::read(rows, row, outline) {
            return after;
        }
        let line = rows.line(row);
        if self.goes_on(rows, row, outline) {
            return row + 1;
        }
        if line.is_empty() {
            self.flow.empty(outline);
            if !matches!(self.open, Open::Code) {
                self.open = Open::Nothing;
            }
            return row + 1;
        }
        let (columns, body) = indented(line);
        let (depth, base) = self.flow.around(columns);
        if columns - base >= 4 {
            self.deep(columns, body, outline);
            return row + 1;
        }
        if depth == 0
            && let Some(count) = self.heading(rows, row, body, outline)
        {
            self.flow.interrupt(0);
            self.open = Open::Nothing;
            return row + count;
        }
        let opens = opening(rows, row, body, base, columns);
        if !matches!(opens, Open::Nothing) {
            let quotes_on = matches!(self.open, Open::Quotation) && body.starts_with('>');
            let depth = self.flow.interrupt(columns);
            outline.push(if quotes_on { Kind::Inside } else { Kind::Block }, depth);
            self.open = opens;
            return row + 1;
        }
        if is_break(body) {
            let depth = self.flow.interrupt(columns);
            self.open = Open::Nothing;
            outline.push(Kind::Passage, depth);
            return row + 1;
        }
        let runs = self.flow.runs();
        let marker =
            Marker::of(body).filter(|marker| !(runs && self.flow.depth() == 0 && (marker.goes_on || marker.is_bare)));
        // A row of a table, and what runs on in a quotation.
        if marker.is_none() && matches!(self.open, Open::Table | Open::Quotation) {
            outline.push(Kind::Inside, self.flow.depth());
            return row + 1;
        }
        // An item may begin with a fence.
        let first = marker.as_ref().and_then(|marker| {
            let base = columns.saturating_add(marker.width);
            Fence::opening(row, body[marker.length..].trim_start(), 0, base, base)
        });
        self.open = Open::Nothing;
        self.flow.text(columns, marker, outline);
        if let Some(fence) = first {
            self.flow.interrupt(fence.base);
            self.open = Open::Fence(fence);
        }
        row + 1
    }

    /// All is read; what is open ends here.
    pub(super) fn finish(&mut self, rows: Rows, outline: &mut Outline) {
        if let Open::Fence(fence) = std::mem::take(&mut self.open) {
            outline.push_example(fence.example, rows);
        }
    }

    /// Whether a row goes on with a fence or with HTML.
    fn goes_on(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> bool {
        let line = rows.line(row);
        let closes = match &mut self.open {
            Open::Fence(fence) => {
                let inside = unquoted(line, fence.quotes);
                let (columns, body) = indented(inside.unwrap_or_default());
                if inside.is_none_or(|inside| !inside.is_empty() && columns < fence.base) {
                    // The quotation or the item that it stands in has ended.
                    self.finish(rows, outline);
                    return false;
                }
                let is_last = columns < fence.base + 4
                    && rule(body, &[fence.sign]).is_some_and(|(_, closing)| closing >= fence.count);
                if let (Some(inside), Some(example), false) = (inside, &mut fence.example, is_last) {
                    let before = line.len() - inside.len() + blanks(inside, fence.indent);
                    example.add(row, rows.start(row), rows.whole(row), before);
                }
                is_last
            }
            Open::Html(end) => line.contains(*end),
            _ => return false,
        };
        outline.push(Kind::Inside, self.flow.depth());
        if closes {
            let quotes_on = matches!(&self.open, Open::Fence(fence) if fence.quotes > 0);
            self.finish(rows, outline);
            if quotes_on {
                self.open = Open::Quotation;
            }
        }
        true
    }

    /// A line that is indented by four columns or more.
    fn deep(&mut self, columns: u32, body: &str, outline: &mut Outline) {
        if self.flow.runs() {
            // Lists of other writers are indented by a tab under a text of two columns.
            self.flow.text(columns, Marker::of(body).filter(|_| self.flow.depth() > 0), outline);
            return;
        }
        let goes_on = matches!(self.open, Open::Code);
        self.open = Open::Code;
        let depth = self.flow.interrupt(columns);
        outline.push(if goes_on { Kind::Inside } else { Kind::Block }, depth);
    }

    /// Takes a heading in; gives how many rows it has.
    fn heading(&self, rows: Rows, row: usize, body: &str, outline: &mut Outline) -> Option<usize> {
        let level = run(body, b'#');
        if (1..=6).contains(&level) {
            let title = &body[level..];
            let is_apart = title.starts_with([' ', '\t']);
            return (is_apart && outline.push_heading(rows, 1, level as u32, without_closing(title))).then_some(1);
        }
        if let Some((level, title)) = html_heading(body) {
            return outline.push_heading(rows, 1, level, title).then_some(1);
        }
        if self.flow.runs()
            || body.starts_with('>')
            || Marker::of(body).is_some()
            || is_break(body)
            || fence(body).is_some()
        {
            return None;
        }
        let (columns, below) = indented(rows.line(row + 1));
        let (sign, count) = rule(below, b"=-")?;
        let level = if sign == b'=' { 1 } else { 2 };
        (columns < 4 && count > 1 && outline.push_heading(rows, 2, level, body)).then_some(2)
    }
}

/// The block that a line opens.
fn opening(rows: Rows, row: usize, body: &str, base: u32, columns: u32) -> Open {
    if let Some(fence) = Fence::opening(row, body, 0, base, columns) {
        return Open::Fence(fence);
    }
    match body.as_bytes().first() {
        Some(b'>') => return Fence::quoted(row, body).map_or(Open::Quotation, Open::Fence),
        Some(b'<') => {
            let tag = |tag: &str| body.get(1..=tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag));
            let raw = [("!--", "-->"), ("pre", "</pre"), ("script", "</script"), ("style", "</style")];
            if let Some((_, end)) = raw.into_iter().find(|(name, end)| tag(name) && !body.contains(end)) {
                return Open::Html(end);
            }
        }
        _ => {}
    }
    if body.contains('|') && is_delimiter(rows.line(row + 1)) { Open::Table } else { Open::Nothing }
}

/// The sign of a fence and how often it stands, where a line without its indent opens one.
fn fence(body: &str) -> Option<(u8, usize)> {
    let &sign = body.as_bytes().first().filter(|&sign| matches!(sign, b'`' | b'~'))?;
    let count = run(body, sign);
    let is_inline = sign == b'`' && body[count..].contains('`');
    (count >= 3 && !is_inline).then_some((sign, count))
}

/// What follows so many signs of quotation; none if there are fewer.
fn unquoted(mut line: &str, quotes: usize) -> Option<&str> {
    for _ in 0..quotes {
        let inside = line.trim_start_matches([' ', '\t']).strip_prefix('>')?;
        line = inside.strip_prefix(' ').unwrap_or(inside);
    }
    Some(line)
}

/// The row under a table's head: `| --- | :-: |`.
fn is_delimiter(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.bytes().all(|byte| b"|-: \t".contains(&byte))
}

/// `***`, `- - -`, `___`.
fn is_break(body: &str) -> bool {
    let Some(&sign) = body.as_bytes().first().filter(|sign| b"*-_".contains(sign)) else { return false };
    let blank = |byte: u8| byte == b' ' || byte == b'\t';
    body.bytes().all(|byte| byte == sign || blank(byte)) && body.bytes().filter(|&byte| byte == sign).count() >= 3
}

/// `# Title ##`: what closes a heading is no part of it.
fn without_closing(title: &str) -> &str {
    let open = title.trim_end_matches('#');
    if open.is_empty() || open.ends_with([' ', '\t']) { open } else { title }
}

/// `<h1 align="center">Title</h1>`.
fn html_heading(body: &str) -> Option<(u32, &str)> {
    let rest = body.strip_prefix("<h").or_else(|| body.strip_prefix("<H"))?;
    let level = rest.chars().next().filter(|level| ('1'..='6').contains(level))?.to_digit(10)?;
    let after = rest[1..].starts_with([' ', '>']).then(|| rest[1..].split_once('>'))??.1;
    let end = after.rfind("</h").or_else(|| after.rfind("</H"))?;
    Some((level, &after[..end]))
}
