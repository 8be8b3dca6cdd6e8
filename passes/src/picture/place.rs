//! The positions of the boxes and edges of a picture, in pixels.
use super::Picture;
use graphlay::{
    Direction, Edge, GraphBuilder, Layout, LayoutError, LayoutOptions, Node, Rect, Size, layout,
};

/// The width of a character in pixels. The font size is 12 pixels, and the characters of monospace fonts have a width
/// of 0.55 to 0.61 times the font size.
const CHAR_WIDTH: f64 = 7.3;
/// The distance between the baselines of two lines of text in pixels.
pub(super) const LINE_HEIGHT: f64 = 15.0;
/// The distance between the text and the border of a box in pixels.
pub(super) const PADDING: f64 = 8.0;

/// Computes the positions of boxes and edges. The edges that [`retreating`] returns run upward.
pub(super) fn place(picture: &Picture) -> Result<Layout, LayoutError> {
    let mut builder = GraphBuilder::new();
    let mut ids = Vec::new();
    for node in &picture.nodes {
        let widths = node.rows.iter().map(|row| text_width(&row.text));
        let width = widths.fold(4.0 * CHAR_WIDTH, f64::max) + 2.0 * PADDING;
        let height = node.rows.len() as f64 * LINE_HEIGHT + 2.0 * PADDING;
        ids.push(builder.add_node(Node {
            size: Size::new(width, height),
            ..Node::default()
        }));
    }
    let upward = retreating(picture);
    for (arrow, &reverse_for_ranking) in picture.arrows.iter().zip(&upward) {
        let label = Size::new(text_width(&arrow.label) + 4.0, LINE_HEIGHT);
        builder.add_edge(Edge {
            label_size: (!arrow.label.is_empty()).then_some(label),
            reverse_for_ranking,
            ..Edge::new(ids[arrow.from], ids[arrow.to])
        });
    }
    let mut options = LayoutOptions::layered_default();
    options.direction = Direction::TopBottom;
    layout(&builder.build(), &options)
}

/// Returns, for each edge, whether its target is an ancestor of its source in the tree of a depth-first search.
/// Without these edges, the graph has no cycle. The search starts at the entry block. If it does not reach all blocks,
/// it starts again at the first block that it has not reached.
fn retreating(picture: &Picture) -> Vec<bool> {
    #[derive(Copy, Clone, PartialEq)]
    enum State {
        New,
        Active,
        Done,
    }
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); picture.nodes.len()];
    for (index, arrow) in picture.arrows.iter().enumerate() {
        leaving[arrow.from].push(index);
    }
    let mut state = vec![State::New; picture.nodes.len()];
    let mut retreating = vec![false; picture.arrows.len()];
    for root in 0..picture.nodes.len() {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Active;
        // The active nodes, each with the number of its edges that the search has followed.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.pop() {
            let Some(&edge) = leaving[node].get(followed) else {
                state[node] = State::Done;
                continue;
            };
            path.push((node, followed + 1));
            let to = picture.arrows[edge].to;
            match state[to] {
                State::New => {
                    state[to] = State::Active;
                    path.push((to, 0));
                }
                State::Active => retreating[edge] = true,
                State::Done => {}
            }
        }
    }
    retreating
}

/// Returns the smallest rectangle that contains all boxes, edges and labels.
pub(super) fn extent(placed: &Layout) -> Rect {
    let mut rect = placed.bounds;
    for point in placed.edges.iter().flat_map(|edge| &edge.points) {
        rect.min.x = rect.min.x.min(point.x);
        rect.min.y = rect.min.y.min(point.y);
        rect.max.x = rect.max.x.max(point.x);
        rect.max.y = rect.max.y.max(point.y);
    }
    rect
}

/// Returns the width of a line of text in pixels.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHAR_WIDTH
}
