//! Bar charts: one bar for each value, in ascending order. A bar for a negative value extends below the zero line.
use crate::error::Error;
use plotters::prelude::*;
use std::path::Path;

const WIDTH: u32 = 480;
const HEIGHT: u32 = 320;
/// The empty space for the legend at the left, as a fraction of the space for the bars.
const LEGEND: f64 = 0.45;
/// The empty space on each side of a bar, as a fraction of the width that the axis reserves for the bar.
const GAP: f64 = 0.15;

/// The bars of one series: a name for the legend, and a value for each bar.
pub struct Series {
    /// The name of the series in the legend.
    pub name: String,
    /// The values. They are drawn from the smallest to the greatest.
    pub values: Vec<f64>,
}

/// Draws a bar chart as an SVG file. The bars of several series are drawn beside each other; `axis` is the label of
/// the vertical axis.
pub fn draw(path: &Path, caption: &str, axis: &str, series: &[Series]) -> Result<(), Error> {
    let drawn = || -> Result<(), Box<dyn std::error::Error + '_>> {
        let area = SVGBackend::new(path, (WIDTH, HEIGHT)).into_drawing_area();
        area.fill(&WHITE)?;
        let values = || {
            series
                .iter()
                .flat_map(|series| series.values.iter().copied())
        };
        let (least, most) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let room = match (most - least) * 0.1 {
            0.0 => 0.5,
            room => room,
        };
        let bottom = if least < 0.0 { least - room } else { 0.0 };
        let longest = series.iter().map(|series| series.values.len()).max();
        let slots = longest.unwrap_or(0).max(1) as f64;
        let mut chart = ChartBuilder::on(&area)
            .caption(caption, ("sans-serif", 16))
            .margin(10)
            .x_label_area_size(8)
            .y_label_area_size(64)
            .build_cartesian_2d(-LEGEND * slots..slots, bottom..most + room)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .disable_x_mesh()
            .x_labels(0)
            .y_desc(axis)
            .draw()?;
        let width = (1.0 - 2.0 * GAP) / series.len().max(1) as f64;
        for (number, series) in series.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let mut values = series.values.clone();
            values.sort_by(f64::total_cmp);
            let bars = values.into_iter().enumerate().map(|(slot, value)| {
                let left = slot as f64 + GAP + number as f64 * width;
                Rectangle::new([(left, 0.0), (left + width, value)], color.filled())
            });
            chart
                .draw_series(bars)?
                .label(&series.name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 8, y + 4)], color.filled()));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .draw()?;
        area.present()?;
        Ok(())
    };
    drawn().map_err(|error| Error::file::<String>(path)(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_below_zero_and_no_bars_are_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bars.svg");
        let series = |values: &[f64]| Series {
            name: "dynamic".to_owned(),
            values: values.to_vec(),
        };
        for values in [&[2.0, -1.0, 0.0][..], &[]] {
            draw(&path, "coverage", "%", &[series(values)]).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.contains("dynamic"), "{text}");
        }
    }
}
