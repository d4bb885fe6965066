//! The same picture on dark paper: each colour of its table becomes as dark as it was light, and keeps its hue. Lightness is
//! that of OKLab (Ottosson 2020), in which equal steps look equal.

use base::game::Tone;

/// White paper becomes this light: a deep tone that does not glare, and not black, on which letters would.
const PAPER: f64 = 0.21;
/// Black letters become this light: soft white.
const LETTERS: f64 = 0.95;
/// Less than one moves light tints apart: those of land and sea lie close together at the light end, and dark ones are told
/// apart with more trouble.
const BEND: f64 = 0.72;
/// How much stronger tints are at the dark end than they were at the light end, for the same reason.
const TINT: f64 = 1.35;

/// A colour of OKLab: its lightness from 0 to 1, and how far it is from grey, towards red and towards yellow.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shade {
    light: f64,
    red: f64,
    yellow: f64,
}

/// A table of colours, red, green and blue of each, in a tone.
pub(super) fn toned(palette: Vec<u8>, tone: Tone) -> Vec<u8> {
    match tone {
        Tone::Light => palette,
        Tone::Dark => palette.as_chunks::<3>().0.iter().flat_map(|colour| dark(*colour)).collect(),
    }
}

/// What a colour of a light picture is in a dark one.
fn dark(colour: [u8; 3]) -> [u8; 3] {
    let shade = Shade::of(colour);
    let light = PAPER + (LETTERS - PAPER) * (1.0 - shade.light).clamp(0.0, 1.0).powf(BEND);
    let tint = 1.0 + (TINT - 1.0) * (LETTERS - light) / (LETTERS - PAPER);
    Shade { light, ..shade }.tinted(tint).to_colour()
}

impl Shade {
    fn of(colour: [u8; 3]) -> Self {
        let [r, g, b] = colour.map(|channel| linear(f64::from(channel) / 255.0));
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        Self {
            light: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            red: 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            yellow: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
        }
    }

    /// The same hue and lightness, so many times as far from grey.
    fn tinted(self, times: f64) -> Self {
        Self { red: self.red * times, yellow: self.yellow * times, ..self }
    }

    /// The colour that a screen can show: one too strong for its lightness is brought nearer to grey, not to another hue.
    fn to_colour(self) -> [u8; 3] {
        let (mut shown, mut too_strong) = (0.0, 1.0);
        if self.is_on_screen() {
            shown = 1.0;
        } else {
            for _ in 0..12 {
                let middle = f64::midpoint(shown, too_strong);
                *(if self.tinted(middle).is_on_screen() { &mut shown } else { &mut too_strong }) = middle;
            }
        }
        self.tinted(shown).channels().map(|channel| (curved(channel.clamp(0.0, 1.0)) * 255.0).round() as u8)
    }

    fn is_on_screen(self) -> bool {
        self.channels().iter().all(|channel| (-1e-4..=1.0001).contains(channel))
    }

    /// Red, green and blue in proportion to light.
    fn channels(self) -> [f64; 3] {
        let l = (self.light + 0.396_337_777_4 * self.red + 0.215_803_757_3 * self.yellow).powi(3);
        let m = (self.light - 0.105_561_345_8 * self.red - 0.063_854_172_8 * self.yellow).powi(3);
        let s = (self.light - 0.089_484_177_5 * self.red - 1.291_485_548 * self.yellow).powi(3);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
        ]
    }
}

/// In proportion to light, of a channel as files have it.
fn linear(channel: f64) -> f64 {
    if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

fn curved(channel: f64) -> f64 {
    if channel <= 0.003_130_8 { channel * 12.92 } else { 1.055 * channel.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_table_stays_as_it_is() {
        let palette = vec![255, 255, 255, 0, 114, 178, 1, 2, 3];
        assert_eq!(toned(palette.clone(), Tone::Light), palette);
        assert_eq!(toned(palette.clone(), Tone::Dark).len(), palette.len());
    }

    #[test]
    fn paper_becomes_a_deep_tone_and_letters_soft_white() {
        let (paper, letters) = (dark([255; 3]), dark([0; 3]));
        assert!(paper.iter().all(|channel| (10..40).contains(channel)), "{paper:?}");
        assert!(letters.iter().all(|channel| (210..245).contains(channel)), "{letters:?}");
        let greys: Vec<u8> = (0..=255).map(|grey| dark([grey; 3])[1]).collect();
        assert!(greys.is_sorted_by(|darker, lighter| darker >= lighter), "what was lighter is darker");
    }

    #[test]
    fn hues_stay() {
        let [red, green, blue] = dark([0x1d, 0x3f, 0x73]);
        assert!(blue > green && green > red && blue > 150, "blue of a side: {red} {green} {blue}");
        let [red, green, blue] = dark([0x9c, 0x2f, 0x1b]);
        assert!(red > green && green > blue && red > 150, "red of a side: {red} {green} {blue}");
        let [red, green, blue] = dark([0xdc, 0xe7, 0xee]);
        assert!(blue > green && green > red && blue < 80, "the sea: {red} {green} {blue}");
    }

    #[test]
    fn every_colour_comes_back_from_the_space_as_it_was() {
        for colour in [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [242, 194, 48], [29, 63, 115]]
        {
            assert_eq!(Shade::of(colour).to_colour(), colour);
        }
    }
}
