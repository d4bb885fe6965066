//! SVG becomes PNG: with our own two fonts, without any file, address or font of the machine, the same bytes each time.
//! Knows nothing of what a picture shows.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};

use base::game::Tone;

use super::palette::{Indexed, index};
use super::tone;

/// The one family of fonts that pictures are lettered in; of it we have the condensed faces alone.
const FAMILY: &str = "DejaVu Sans";
const FONT_FILES: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSansCondensed.ttf"), include_bytes!("fonts/DejaVuSansCondensed-Bold.ttf")];

/// How hard it is tried to make a file short: beyond this, twice the time saves one byte in fifty.
const EFFORT: u8 = 4;

/// The most pixels along a side.
const LONGEST_SIDE: u32 = 4_096;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    FONT_FILES.into_iter().for_each(|file| fonts.load_font_data(file.to_vec()));
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    Arc::new(fonts)
});

/// An SVG document in pixels, as it lies under others.
pub(super) struct Ground(Pixmap);

/// What an SVG document shows when it is scaled, then moved, on white: so many pixels of it.
pub(super) fn ground(svg: &str, (width, height): (u32, u32), scale: f64, at: (f64, f64)) -> Result<Ground, String> {
    let tree = Tree::from_str(svg, &options()).map_err(|why| format!("read its SVG: {why}"))?;
    check_size(width, f64::from(height))?;
    let mut canvas = Pixmap::new(width, height).ok_or_else(|| format!("{width} by {height} pixels"))?;
    canvas.fill(Color::WHITE);
    let [scale, right, down] = [scale, at.0, at.1].map(|value| value as f32);
    resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, right, down), &mut canvas.as_mut());
    Ok(Ground(canvas))
}

fn check_size(width: u32, height: f64) -> Result<(), String> {
    if width == 0 || width > LONGEST_SIDE || height > f64::from(LONGEST_SIDE) {
        return Err(format!("{width} by {height} pixels: a side has 1 to {LONGEST_SIDE}"));
    }
    Ok(())
}

/// The PNG file of an SVG document, `width` pixels wide, on white or on a ground as wide. The tone is given to its table of
/// colours when everything is drawn: a ground, which is kept, is the same in every tone.
pub(super) fn png(svg: &str, width: u32, ground: Option<&Ground>, tone: Tone) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &options()).map_err(|why| format!("read its SVG: {why}"))?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).ceil();
    check_size(width, height)?;
    let mut canvas = Pixmap::new(width, height as u32).ok_or_else(|| format!("{width} by {height} pixels"))?;
    canvas.fill(Color::WHITE);
    if let Some(Ground(under)) = ground.filter(|ground| ground.0.width() == width) {
        let both = canvas.data().len().min(under.data().len());
        canvas.data_mut()[..both].copy_from_slice(&under.data()[..both]);
    }
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut canvas.as_mut());
    encode(&canvas, tone).map_err(|why| format!("write its PNG: {why}"))
}

/// Our fonts and nothing from outside: what an `href` names, file, address or data, is left out.
fn options() -> Options<'static> {
    Options {
        font_family: FAMILY.to_owned(),
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// With a table of its colours: a picture of flat colours is a third as long that way.
fn encode(canvas: &Pixmap, tone: Tone) -> Result<Vec<u8>, png::EncodingError> {
    let Indexed { palette, pixels } = index(canvas.data());
    let palette = tone::toned(palette, tone);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(EFFORT));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(inside: &str) -> Vec<u8> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">{inside}</svg>"#
        );
        png(&svg, 80, None, Tone::Light).expect("draws")
    }

    #[test]
    fn the_file_is_as_wide_as_asked_and_keeps_its_shape() {
        let file = drawn("");
        assert_eq!(&file[1..4], b"PNG");
        assert_eq!(file[16..24], [0, 0, 0, 80, 0, 0, 0, 40]);
    }

    #[test]
    fn letters_of_several_alphabets_are_drawn_with_the_fonts_in_the_house() {
        let written = |text: &str, family: &str| {
            drawn(&format!(r#"<text x="2" y="14" font-size="10" font-family="{family}">{text}</text>"#))
        };
        let blank = drawn("");
        let all = ["A", "é", "Ł", "Ж", "Ω", "→", "▲"].map(|text| written(text, "sans-serif"));
        for (n, one) in all.iter().enumerate() {
            assert_ne!(one, &blank);
            assert!(all[..n].iter().all(|other| other != one));
        }
        assert_eq!(written("A", "sans-serif"), written("A", "Comic Sans MS"));
    }

    #[test]
    fn bold_is_another_face() {
        let weight = |weight| drawn(&format!(r#"<text x="2" y="14" font-size="10" font-weight="{weight}">A</text>"#));
        assert_ne!(weight("400"), weight("700"));
    }

    #[test]
    fn a_ground_lies_under_a_picture_as_far_as_it_reaches() {
        let red = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#f00"/></svg>"##;
        let under = ground(red, (80, 20), 20.0, (10.0, 0.0)).expect("draws");
        let empty = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>"#;
        let on_ground = png(empty, 80, Some(&under), Tone::Light).expect("draws");
        assert_ne!(on_ground, png(empty, 80, None, Tone::Light).expect("draws"));
        assert_eq!(on_ground[16..24], [0, 0, 0, 80, 0, 0, 0, 40]);
        assert!(ground(red, (0, 20), 1.0, (0.0, 0.0)).is_err());
    }

    /// What stands in the chunks of a file that have this name.
    fn chunks(file: &[u8], name: &[u8; 4]) -> Vec<Vec<u8>> {
        let mut rest = &file[8..];
        let mut found = Vec::new();
        while let Some((head, after)) = rest.split_first_chunk::<8>() {
            let (length, kind) = head.split_at(4);
            let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            if kind == name {
                found.push(after[..length].to_vec());
            }
            rest = &after[length + 4..];
        }
        found
    }

    #[test]
    fn a_dark_picture_differs_in_its_table_of_colours_alone() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="9" height="9" fill="#1d3f73"/><circle cx="20" cy="9" r="7" fill="#9c2f1b"/><text x="2" y="18" font-size="9">A</text></svg>"##;
        let [light, dark, again] =
            [Tone::Light, Tone::Dark, Tone::Dark].map(|tone| png(svg, 80, None, tone).expect("draws"));
        assert_eq!(dark, again);
        for name in [b"IHDR", b"IDAT"] {
            assert_eq!(chunks(&light, name), chunks(&dark, name));
        }
        let (paper, night) = (&chunks(&light, b"PLTE")[0], &chunks(&dark, b"PLTE")[0]);
        assert_eq!((paper.len(), &paper[..3]), (night.len(), &[255; 3][..]));
        assert!(night[..3].iter().all(|channel| *channel < 40), "{night:?}");
    }

    #[test]
    fn what_is_no_svg_or_too_large_is_refused_with_the_reason() {
        let refused = |svg: &str, width| png(svg, width, None, Tone::Light).expect_err("refused");
        assert!(refused("<svg", 80).contains("SVG"));
        let tall = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1000"/>"#;
        assert!(refused(tall, 80).contains("80 by 80000 pixels"));
        assert!(refused(tall, 0).contains("pixels"));
    }
}
