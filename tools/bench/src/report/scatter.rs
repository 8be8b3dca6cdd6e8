//! Scatter plots: one point for each program, on logarithmic axes, with the diagonal on which both measurements are
//! equal.
use crate::error::Error;
use plotters::prelude::*;
use std::path::Path;

/// The points of one category, drawn in one color.
pub struct Cloud {
    /// The name of the category in the legend.
    pub name: String,
    /// The coordinates of the points.
    pub points: Vec<(f64, f64)>,
}

const SIDE: u32 = 480;

/// The labels and the start of the axes of a plot.
#[derive(Copy, Clone, Debug)]
pub struct Axes<'a> {
    /// The label of the horizontal axis.
    pub x: &'a str,
    /// The label of the vertical axis.
    pub y: &'a str,
    /// The least value of both axes. A smaller coordinate is drawn at this value, because a logarithmic axis has no
    /// zero.
    pub least: f64,
}

/// Draws the plot as an SVG file.
pub fn draw(path: &Path, caption: &str, axes: Axes, clouds: &[Cloud]) -> Result<(), Error> {
    let least = axes.least;
    let drawn = || -> Result<(), Box<dyn std::error::Error + '_>> {
        let area = SVGBackend::new(path, (SIDE, SIDE)).into_drawing_area();
        area.fill(&WHITE)?;
        let all = || clouds.iter().flat_map(|cloud| &cloud.points);
        let most = all().fold(100.0 * least, |most: f64, p| most.max(p.0).max(p.1)) * 1.5;
        let mut chart = ChartBuilder::on(&area)
            .caption(caption, ("sans-serif", 16))
            .margin(10)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d((least..most).log_scale(), (least..most).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(axes.x)
            .y_desc(axes.y)
            .draw()?;
        chart.draw_series(LineSeries::new(
            [(least, least), (most, most)],
            BLACK.mix(0.4),
        ))?;
        for (number, cloud) in clouds.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let points = cloud
                .points
                .iter()
                .map(|&(x, y)| (x.max(least), y.max(least)));
            chart
                .draw_series(points.map(|at| Circle::new(at, 4, color.filled())))?
                .label(&cloud.name)
                .legend(move |at| Circle::new(at, 4, color.filled()));
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
    fn a_plot_without_points_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scatter.svg");
        let cloud = |points: &[(f64, f64)]| Cloud {
            name: "safe".to_owned(),
            points: points.to_vec(),
        };
        for cloud in [cloud(&[(10.0, 1e6), (0.0, 3.0)]), cloud(&[])] {
            let axes = Axes {
                x: "plain",
                y: "learning",
                least: 1.0,
            };
            draw(&path, "all", axes, &[cloud]).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.contains("learning"), "{text}");
        }
    }
}
