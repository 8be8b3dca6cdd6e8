//! Scatter plots: one point for each program, on logarithmic axes, with the diagonal on which both measurements are
//! equal.
use crate::error::Error;
use plotters::prelude::*;
use std::path::Path;

/// The points of one category, drawn in one color.
pub struct Cloud {
    /// The name of the category in the legend.
    pub name: &'static str,
    /// The coordinates of the points.
    pub points: Vec<(f64, f64)>,
}

const SIDE: u32 = 480;

/// Draws the plot as an SVG file. `axes` are the labels of the horizontal axis and of the vertical axis.
pub fn draw(path: &Path, caption: &str, axes: (&str, &str), clouds: &[Cloud]) -> Result<(), Error> {
    let drawn = || -> Result<(), Box<dyn std::error::Error + '_>> {
        let area = SVGBackend::new(path, (SIDE, SIDE)).into_drawing_area();
        area.fill(&WHITE)?;
        let all = || clouds.iter().flat_map(|cloud| &cloud.points);
        let most = all().fold(100.0, |most: f64, p| most.max(p.0).max(p.1)) * 1.5;
        let mut chart = ChartBuilder::on(&area)
            .caption(caption, ("sans-serif", 16))
            .margin(10)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d((1.0..most).log_scale(), (1.0..most).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(axes.0)
            .y_desc(axes.1)
            .draw()?;
        chart.draw_series(LineSeries::new([(1.0, 1.0), (most, most)], BLACK.mix(0.4)))?;
        for (number, cloud) in clouds.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let points = cloud.points.iter().map(|&(x, y)| (x.max(1.0), y.max(1.0)));
            chart
                .draw_series(points.map(|at| Circle::new(at, 4, color.filled())))?
                .label(cloud.name)
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
            name: "safe",
            points: points.to_vec(),
        };
        for cloud in [cloud(&[(10.0, 1e6), (0.0, 3.0)]), cloud(&[])] {
            draw(&path, "all", ("plain", "learning"), &[cloud]).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.contains("learning"), "{text}");
        }
    }
}
