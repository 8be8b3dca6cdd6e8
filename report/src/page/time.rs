//! The sections with the time of the run by phase, and with the growth of states and expressions.
use super::escape::{duration, link, source, text};
use crate::model::{GrowthSample, LineCosts, Place, Report};
use crate::numbers::{counted, grouped};

/// The width and height of the drawing area of a curve, in units of the SVG picture.
const AREA: (f64, f64) = (440.0, 110.0);
/// The maximum number of source lines that the list of merges contains.
const MAX_LINES: usize = 20;

/// Returns the table of phases as HTML; empty if no times are known.
pub fn phases(report: &Report) -> String {
    let total: u64 = report.phases.iter().map(|phase| phase.us).sum();
    let greatest = report.phases.iter().map(|phase| phase.us).max();
    let row = |phase: &crate::model::Phase| {
        let share = 100.0 * phase.us as f64 / total.max(1) as f64;
        let part = phase.us as f64 / greatest.unwrap_or(1).max(1) as f64;
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"number\" data-value=\"{}\" style=\"--part:{part:.3}\">{}</td>\
             <td class=\"number\">{share:.0}\u{202f}%</td><td class=\"quiet\">{}</td></tr>\n",
            text(&phase.label),
            phase.us,
            duration(phase.us),
            text(&phase.help),
        )
    };
    let rows: String = report.phases.iter().map(row).collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"help\">The wall-clock time by phase. With several threads, phases run at the same time, and their \
             sum exceeds the time of the run.</p>\n<div class=\"wide\"><table class=\"sortable phases\"><thead><tr>\
             <th scope=\"col\">phase</th><th scope=\"col\">time</th><th scope=\"col\">share</th><th scope=\"col\">contents\
             </th></tr></thead><tbody>{rows}</tbody></table></div>\n"
        ),
    }
}

/// Returns the list of the lines at which states were merged, and the curves of growth, as HTML.
pub fn growth(report: &Report) -> String {
    if report.growth.len() < 3 {
        return merges(report);
    }
    let live = curve(report, "live states", |sample| sample.live);
    let nodes = curve(report, "expression nodes", |sample| sample.nodes);
    let has_merges = report.growth.iter().any(|sample| sample.merges > 0);
    let merged = match has_merges {
        true => {
            curve(report, "merges so far", |sample| sample.merges)
                + &curve(report, "expression nodes built by merges", |sample| {
                    sample.merge_nodes
                })
        }
        false => String::new(),
    };
    let meaning = match has_merges {
        true => {
            " A curve of expression nodes that rises steeply after merges means that merged values became large."
        }
        false => "",
    };
    format!(
        "{}<p class=\"help\">From left to right: the work of the run, from 0 to {} units.{meaning}</p>\n\
         <div class=\"curves\">{live}{nodes}{merged}</div>\n",
        merges(report),
        grouped(report.work),
    )
}

/// Returns the list of the lines at which states were merged; empty if there were no merges.
fn merges(report: &Report) -> String {
    let mut all: Vec<(&LineCosts, Place)> = Vec::new();
    for file in &report.files {
        let merged = file.lines.iter().filter(|costs| costs.joins > 0);
        all.extend(merged.map(|costs| {
            let place = Place {
                file: file.name.clone(),
                line: costs.line,
            };
            (costs, place)
        }));
    }
    all.sort_by(|a, b| b.0.joins.cmp(&a.0.joins).then_with(|| a.1.cmp(&b.1)));
    let total: u64 = all.iter().map(|(costs, _)| costs.joins).sum();
    let row = |(costs, place): &(&LineCosts, Place)| {
        let code = report.line(place).unwrap_or_default();
        format!(
            "<tr><td>{}</td><td><code>{}</code></td><td class=\"number\">{}</td></tr>\n",
            link(place),
            source(code.trim()),
            grouped(costs.joins)
        )
    };
    let rows: String = all.iter().take(MAX_LINES).map(row).collect();
    let more = match all.len().saturating_sub(MAX_LINES) {
        0 => String::new(),
        more => format!(" {} not shown.", counted(more as u64, "further line")),
    };
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"help\">{} in total. Each joins one state into another, so n states that meet need n − 1 merges.{more}\
             </p>\n<table class=\"sortable\"><thead><tr><th scope=\"col\">states merged at</th><th scope=\"col\">source</th>\
             <th scope=\"col\">merges</th></tr></thead><tbody>{rows}</tbody></table>\n",
            counted(total, "merge")
        ),
    }
}

/// Returns the curve of one value of the growth samples, such as the number of live states, over the work.
fn curve(report: &Report, title: &str, value: fn(&GrowthSample) -> u64) -> String {
    let most = report.growth.iter().map(value).max().unwrap_or(0);
    let work = report.growth.iter().map(|sample| sample.work).max();
    let (width, height) = AREA;
    let points: Vec<String> = report
        .growth
        .iter()
        .map(|sample| {
            let x = width * sample.work as f64 / work.unwrap_or(1).max(1) as f64;
            let y = height - height * value(sample) as f64 / most.max(1) as f64;
            format!("{x:.1},{y:.1}")
        })
        .collect();
    format!(
        "<figure class=\"curve\"><figcaption>{title}: at most {}</figcaption>\
         <svg viewBox=\"-1 -2 {} {}\" role=\"img\" aria-label=\"{title} over the work, at most {0}\">\
         <path d=\"M0,0V{height}H{width}\"/><polyline points=\"{}\"/></svg></figure>",
        grouped(most),
        width + 2.0,
        height + 4.0,
        points.join(" "),
    )
}
