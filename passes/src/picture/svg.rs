//! Draws pictures as one SVG document, without Graphviz.
//!
//! The crate `graphlay` computes the positions: the boxes form layers from top to bottom, and the edges consist of
//! horizontal and vertical lines. The drawing depends only on the pictures and the caption. It has a light and a dark
//! color scheme; the reader's browser selects one.
use super::place::{LINE_HEIGHT, PADDING, extent, place, text_width};
use super::{Arrow, Mark, Node, Picture};
use graphlay::{EdgeRoute, Point, Size};
use std::fmt::Write;

/// The maximum number of blocks in a drawing, summed over its pictures.
pub const MAX_BLOCKS: usize = 300;
/// The maximum number of lines of text in the boxes of a drawing, summed over its pictures.
pub const MAX_LINES: usize = 5000;

/// The distance in pixels between the drawing and the border of the document, and between the drawings of two
/// functions.
const MARGIN: f64 = 16.0;

const STYLE: &str = "\
    .page { fill: #ffffff }
    text { font: 12px monospace; fill: #1f2328; white-space: pre }
    .title { font-weight: bold }
    .box { fill: #f6f8fa; stroke: #57606a }
    .edge { fill: none; stroke: #57606a }
    .edge-label { text-anchor: middle; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
    .head { fill: #57606a }
    .symbolic.box { fill: #ffd8c2 } .symbolic.edge { stroke: #b3261e } .symbolic.head { fill: #b3261e }
    .added { fill: #1a7f37 } .removed { fill: #b3261e } .changed { fill: #9a6700 }
    .added.box { fill: #dafbe1; stroke: #1a7f37; stroke-width: 2.5px }
    .removed.box { fill: #fff5f4; stroke: #b3261e; stroke-dasharray: 6 4 }
    .changed.box { fill: #fff8e0; stroke: #9a6700 }
    .added.edge { fill: none; stroke: #1a7f37; stroke-width: 2.5px }
    .removed.edge { fill: none; stroke: #b3261e; stroke-dasharray: 6 4 }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } text { fill: #e6edf3 }
      .box { fill: #161b22; stroke: #8b949e } .edge { stroke: #8b949e } .head { fill: #8b949e }
      .edge-label { stroke: #0d1117 }
      .symbolic.box { fill: #4a2a1a } .symbolic.edge { stroke: #ff7b72 }
      .symbolic.head { fill: #ff7b72 }
      .added { fill: #56d364 } .removed { fill: #ff7b72 } .changed { fill: #e3b341 }
      .added.box { fill: #12261e; stroke: #56d364 } .removed.box { fill: #25171c; stroke: #ff7b72 }
      .changed.box { fill: #272115; stroke: #e3b341 }
      .added.edge { stroke: #56d364 } .removed.edge { stroke: #ff7b72 }
    }
";

/// A reason why the pictures cannot be drawn.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DrawError {
    /// The drawing would be too large to read.
    #[error(
        "the picture is too large to draw: {blocks} blocks with {lines} lines (at most {MAX_BLOCKS} blocks and {MAX_LINES} lines)"
    )]
    TooLarge {
        /// The number of blocks in all pictures.
        blocks: usize,
        /// The number of lines of text in all boxes.
        lines: usize,
    },
    /// The layout failed.
    #[error("the picture cannot be drawn: {0}")]
    Layout(#[from] graphlay::LayoutError),
}

/// Returns an SVG document with the pictures, one below the other, below the lines `caption`.
///
/// # Errors
/// The pictures have more than [`MAX_BLOCKS`] blocks or [`MAX_LINES`] lines of text, or the layout fails.
pub fn draw(pictures: &[Picture], caption: &[String]) -> Result<String, DrawError> {
    let blocks = pictures.iter().map(|picture| picture.nodes.len()).sum();
    let lines = pictures.iter().map(Picture::line_count).sum();
    if blocks > MAX_BLOCKS || lines > MAX_LINES {
        return Err(DrawError::TooLarge { blocks, lines });
    }
    let mut drawing = Drawing {
        body: String::new(),
        width: 0.0,
        height: MARGIN,
    };
    for line in caption {
        drawing.text(line, "");
    }
    if pictures.iter().any(|picture| picture.is_diff) {
        drawing.legend();
    }
    for picture in pictures {
        drawing.picture(picture)?;
    }
    Ok(drawing.document(pictures))
}

/// The document under construction.
struct Drawing {
    body: String,
    width: f64,
    height: f64,
}

impl Drawing {
    fn document(self, pictures: &[Picture]) -> String {
        let titles: Vec<String> = pictures
            .iter()
            .map(|picture| escape(&picture.title))
            .collect();
        let title = format!("control-flow graph of {}", titles.join(", "));
        let width = self.width + 2.0 * MARGIN;
        let height = self.height + MARGIN;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            self.body
        )
    }

    /// Adds a line of text at the lower end of the drawing.
    fn text(&mut self, text: &str, class: &str) {
        self.height += LINE_HEIGHT;
        self.words(MARGIN, self.height - 3.0, text, class);
        self.width = self.width.max(text_width(text));
    }

    fn words(&mut self, x: f64, y: f64, text: &str, class: &str) {
        let class = match class {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let text = escape(text);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{class} xml:space=\"preserve\">{text}</text>"
        );
    }

    /// Adds a line of text that explains the signs and styles of added, removed and changed lines, boxes and edges.
    fn legend(&mut self) {
        self.height += LINE_HEIGHT;
        let words = [
            ("+ added (thick)   ", "added"),
            ("- removed (dashed)   ", "removed"),
            ("- + changed", "changed"),
        ];
        let mut x = MARGIN;
        for (text, class) in words {
            self.words(x, self.height - 3.0, text, class);
            x += text_width(text);
        }
        self.width = self.width.max(x);
    }

    fn picture(&mut self, picture: &Picture) -> Result<(), DrawError> {
        self.height += MARGIN;
        self.text(&format!("@{}", picture.title), "title");
        let placed = place(picture)?;
        let bounds = extent(&placed);
        let (left, top) = (MARGIN - bounds.min.x, self.height + PADDING - bounds.min.y);
        for (arrow, route) in picture.arrows.iter().zip(&placed.edges) {
            self.arrow(arrow, route, (left, top));
        }
        for (node, at) in picture.nodes.iter().zip(&placed.nodes) {
            let corner = (
                left + at.center.x - at.size.width / 2.0,
                top + at.center.y - at.size.height / 2.0,
            );
            self.node(node, corner, at.size);
        }
        // Labels are drawn last, so that no line covers them.
        for (arrow, route) in picture.arrows.iter().zip(&placed.edges) {
            if let Some(at) = route.label_anchor {
                let class = format!("edge-label {}", class(arrow.mark));
                self.words(
                    left + at.x,
                    top + at.y + 4.0,
                    &arrow.label,
                    class.trim_end(),
                );
            }
        }
        self.height += PADDING + bounds.max.y - bounds.min.y;
        self.width = self.width.max(bounds.max.x - bounds.min.x);
        Ok(())
    }

    fn node(&mut self, node: &Node, (x, y): (f64, f64), size: Size) {
        let class = format!("{} box", class(node.mark));
        let (class, width, height) = (class.trim_start(), size.width, size.height);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\"/>"
        );
        for (index, row) in node.rows.iter().enumerate() {
            let y = y + PADDING + LINE_HEIGHT * (index as f64 + 0.75);
            self.words(x + PADDING, y, &row.text, self::class(row.mark));
        }
    }

    fn arrow(&mut self, arrow: &Arrow, route: &EdgeRoute, (left, top): (f64, f64)) {
        let moved = |p: &Point| (left + p.x, top + p.y);
        let points = route.points.iter().map(moved);
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let mark = class(arrow.mark);
        let joined = |kind: &str| format!("{mark} {kind}").trim_start().to_owned();
        let (line, points) = (joined("edge"), points.join(" "));
        let _ = writeln!(
            self.body,
            "<polyline class=\"{line}\" points=\"{points}\"/>"
        );
        if let [.., from, to] = route.points.as_slice() {
            let (class, corners) = (joined("head"), head(moved(from), moved(to)));
            let _ = writeln!(
                self.body,
                "<polygon class=\"{class}\" points=\"{corners}\"/>"
            );
        }
    }
}

/// Returns the corners of the arrowhead of a line that ends at `to`.
fn head(from: (f64, f64), to: (f64, f64)) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let base = (to.0 - 8.0 * dx, to.1 - 8.0 * dy);
    let corners = [
        to,
        (base.0 - 4.0 * dy, base.1 + 4.0 * dx),
        (base.0 + 4.0 * dy, base.1 - 4.0 * dx),
    ];
    corners.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ")
}

/// Returns the class in the style sheet (`STYLE`) for a mark.
fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => "",
        Mark::Symbolic => "symbolic",
        Mark::Added => "added",
        Mark::Removed => "removed",
        Mark::Changed => "changed",
    }
}

/// Escapes text for XML. Control characters, which XML does not allow, become spaces.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
