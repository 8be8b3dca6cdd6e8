//! Growth plots: each plot shows a measurement of one program by size, on a logarithmic vertical axis. The plots of
//! all programs form a sheet (one SVG file).
use crate::error::Error;
use crate::grid::{Measured, Row};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// A line of a growth plot: its name and its points.
pub struct Line {
    /// The name of the line in the legend.
    pub name: String,
    /// The points, each a size and a value.
    pub points: Vec<(u32, f64)>,
}

/// A plot: its title and its lines.
pub struct Picture {
    /// The title above the plot.
    pub title: String,
    /// The lines in the order in which they are drawn; this order determines their colors.
    pub lines: Vec<Line>,
}

/// The width of one plot, in pixels.
const WIDTH: u32 = 300;
/// The height of one plot, in pixels.
const HEIGHT: u32 = 240;
/// The maximum number of plots beside each other on a sheet.
const COLUMNS: usize = 4;
const MARGIN: u32 = 40;

/// Returns one plot for each program, with one line for each mode. `value` selects the measurement to plot.
pub fn pictures(rows: &[Row], value: impl Fn(&Measured) -> f64) -> Vec<Picture> {
    let mut pictures: Vec<Picture> = Vec::new();
    for row in rows {
        let title = row.cell.program.name;
        if pictures.last().is_none_or(|last| last.title != title) {
            pictures.push(Picture {
                title: title.to_owned(),
                lines: Vec::new(),
            });
        }
        let lines = &mut pictures.last_mut().expect("there is one").lines;
        let point = (row.cell.size, value(&row.measured));
        match lines
            .iter_mut()
            .find(|line| line.name == row.cell.mode.name)
        {
            Some(line) => line.points.push(point),
            None => lines.push(Line {
                name: row.cell.mode.name.to_owned(),
                points: vec![point],
            }),
        }
    }
    pictures
}

/// A sheet with one plot for each program.
pub struct Sheet {
    /// The name of the file to write.
    pub file: &'static str,
    /// The caption of the sheet.
    pub caption: &'static str,
    /// The function that returns the measurement to plot.
    pub value: fn(&Measured) -> f64,
    /// The least value on the vertical axis.
    pub least: f64,
}

impl Sheet {
    /// Returns a sheet that plots CPU seconds.
    pub const fn times(file: &'static str, caption: &'static str) -> Sheet {
        Sheet {
            file,
            caption,
            value: |m| m.cpu_s,
            least: 0.01,
        }
    }

    /// Returns a sheet that plots a count.
    pub const fn counts(
        file: &'static str,
        caption: &'static str,
        value: fn(&Measured) -> f64,
    ) -> Sheet {
        Sheet {
            file,
            caption,
            value,
            least: 1.0,
        }
    }

    /// Draws the sheet with the measurements of `rows`; writes it to the folder `out`.
    pub fn draw(&self, rows: &[Row], out: &Path) -> Result<(), Error> {
        let pictures = pictures(rows, self.value);
        draw(&out.join(self.file), self.caption, &pictures, self.least)
    }
}

/// Draws plots as one sheet, an SVG file. A value below `least` is drawn at `least`, because a logarithmic axis has no
/// zero.
pub fn draw(path: &Path, caption: &str, pictures: &[Picture], least: f64) -> Result<(), Error> {
    let columns = COLUMNS.min(pictures.len()).max(1);
    let rows = pictures.len().div_ceil(columns).max(1);
    let size = (WIDTH * columns as u32, HEIGHT * rows as u32 + MARGIN);
    let sheet = SVGBackend::new(path, size).into_drawing_area();
    let failed = || Error::file::<String>(path);
    let drawn = || -> Result<(), Box<dyn std::error::Error + '_>> {
        sheet.fill(&WHITE)?;
        let sheet = sheet.titled(caption, ("sans-serif", 18))?;
        for (area, picture) in sheet.split_evenly((rows, columns)).iter().zip(pictures) {
            one(area, picture, least)?;
        }
        sheet.present()?;
        Ok(())
    };
    drawn().map_err(|error| failed()(error.to_string()))
}

fn one<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    picture: &Picture,
    least: f64,
) -> Result<(), Box<dyn std::error::Error + 'a>> {
    let points = || picture.lines.iter().flat_map(|line| &line.points);
    let first = points().map(|p| p.0).min().unwrap_or(0);
    let last = points().map(|p| p.0).max().unwrap_or(0).max(first + 1);
    let most = points().map(|p| p.1).fold(least * 10.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(&picture.title, ("sans-serif", 14))
        .margin(8)
        .x_label_area_size(24)
        .y_label_area_size(48)
        .build_cartesian_2d(first..last, (least..most * 1.5).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(4)
        .y_labels(5)
        .y_label_formatter(&|value| label(*value))
        .draw()?;
    for (number, line) in picture.lines.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let points = || line.points.iter().map(|&(x, y)| (x, y.max(least)));
        chart
            .draw_series(LineSeries::new(points(), color.stroke_width(2)))?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], color.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

fn label(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.0}M", v / 1e6),
        v if v >= 1e3 => format!("{:.0}k", v / 1e3),
        v if v >= 1.0 => format!("{v:.0}"),
        v => format!("{v}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_sheet_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("growth.svg");
        let line = |name: &str, points: &[(u32, f64)]| Line {
            name: name.to_owned(),
            points: points.to_vec(),
        };
        let picture = |title: &str, lines| Picture {
            title: title.to_owned(),
            lines,
        };
        let pictures = [
            picture(
                "one",
                vec![line("K", &[(1, 0.0), (2, 1e6)]), line("C", &[(1, 1.0)])],
            ),
            picture("two", vec![]),
        ];
        draw(&path, "growth", &pictures, 1.0).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for part in ["growth", "one", "two", ">K<", "</svg>"] {
            assert!(text.replace('\n', "").contains(part), "{part}: {text}");
        }
        draw(&path, "none", &[], 1.0).unwrap();
    }
}
