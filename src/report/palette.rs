//! Pixels become places in a table of at most 64 colours: of flat pictures all others are blends along edges, and the eye
//! finds no difference. The same pixels give the same table.

/// Colours are told apart by the upper five bits of red, green and blue.
const BITS: u32 = 5;
const BUCKETS: usize = 1 << (3 * BITS);
const MOST: usize = 64;
/// Of them, those that are in it for being frequent alone.
const FREQUENT: usize = 40;

/// A picture by places in a table.
pub(super) struct Indexed {
    /// Red, green and blue of each colour.
    pub palette: Vec<u8>,
    /// The colour of each pixel.
    pub pixels: Vec<u8>,
}

/// Pixels that look alike, together.
#[derive(Clone, Copy, Default)]
struct Bucket {
    count: u64,
    sums: [u64; 3],
}

impl Bucket {
    /// The colour in the middle of them, to the nearest.
    fn colour(&self) -> [u8; 3] {
        self.sums.map(|sum| u8::try_from((sum + self.count / 2) / self.count.max(1)).unwrap_or(u8::MAX))
    }
}

/// The table of opaque pixels of four bytes each; colours for which it has no room take the nearest in it.
pub(super) fn index(rgba: &[u8]) -> Indexed {
    let runs = runs(rgba);
    let mut buckets = vec![Bucket::default(); BUCKETS];
    for (pixel, length) in &runs {
        let bucket = &mut buckets[place(pixel)];
        bucket.count += length;
        (0..3).for_each(|channel| bucket.sums[channel] += u64::from(pixel[channel]) * length);
    }
    let mut used: Vec<usize> = (0..BUCKETS).filter(|place| buckets[*place].count > 0).collect();
    used.sort_by_key(|place| (std::cmp::Reverse(buckets[*place].count), *place));
    let colours = table(&used.iter().map(|place| buckets[*place]).collect::<Vec<_>>());
    let mut entry = vec![0_u8; BUCKETS];
    for place in used {
        let nearest = nearest(&colours, buckets[place].colour());
        entry[place] = u8::try_from(nearest).unwrap_or(u8::MAX);
    }
    let mut pixels = Vec::with_capacity(rgba.len() / 4);
    for (pixel, length) in &runs {
        pixels.resize(pixels.len() + *length as usize, entry[place(pixel)]);
    }
    Indexed { palette: colours.concat(), pixels }
}

/// Pixels that follow their like, counted together: most of a flat picture.
fn runs(rgba: &[u8]) -> Vec<([u8; 4], u64)> {
    let (pixels, _) = rgba.as_chunks::<4>();
    let mut runs: Vec<([u8; 4], u64)> = Vec::new();
    let (mut last, mut length) = ([0; 4], 0);
    for pixel in pixels {
        if *pixel == last {
            length += 1;
            continue;
        }
        if length > 0 {
            runs.push((last, length));
        }
        (last, length) = (*pixel, 1);
    }
    if length > 0 {
        runs.push((last, length));
    }
    runs
}

/// The colours of the table: first the most frequent, then those that are farthest from all in it, the more so the more
/// frequent they are: a small sign keeps its colour, and a blend along an edge does not need one.
fn table(used: &[Bucket]) -> Vec<[u8; 3]> {
    let all: Vec<([u8; 3], u32)> = used.iter().map(|bucket| (bucket.colour(), bucket.count.ilog2() + 1)).collect();
    let (frequent, rare) = all.split_at(all.len().min(FREQUENT));
    let mut colours: Vec<[u8; 3]> = frequent.iter().map(|(colour, _)| *colour).collect();
    let to_nearest = |colour: [u8; 3]| colours.iter().map(|other| distance(colour, *other)).min().unwrap_or(0);
    let mut far: Vec<u32> = rare.iter().map(|(colour, _)| to_nearest(*colour)).collect();
    while colours.len() < MOST {
        let farthest = (0..rare.len()).max_by_key(|place| (far[*place] * rare[*place].1, std::cmp::Reverse(*place)));
        let Some(next) = farthest.filter(|place| far[*place] > 0).map(|place| rare[place].0) else { break };
        colours.push(next);
        for (place, (colour, _)) in rare.iter().enumerate() {
            far[place] = far[place].min(distance(*colour, next));
        }
    }
    colours
}

fn place(pixel: &[u8]) -> usize {
    let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(|channel| usize::from(channel >> (8 - BITS)));
    (red << BITS | green) << BITS | blue
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let apart = |channel: usize| u32::from(one[channel].abs_diff(other[channel])).pow(2);
    apart(0) + apart(1) + apart(2)
}

fn nearest(colours: &[[u8; 3]], wanted: [u8; 3]) -> usize {
    (0..colours.len()).min_by_key(|rank| distance(colours[*rank], wanted)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(indexed: &Indexed, pixel: usize) -> &[u8] {
        let at = usize::from(indexed.pixels[pixel]) * 3;
        &indexed.palette[at..at + 3]
    }

    #[test]
    fn flat_colours_stay_as_they_are() {
        let pixels = [[255, 255, 255, 255], [0, 114, 178, 255], [255, 255, 255, 255], [1, 2, 3, 255]].concat();
        let indexed = index(&pixels);
        assert_eq!(indexed.palette.len(), 9);
        assert_eq!(shown(&indexed, 0), [255, 255, 255]);
        assert_eq!((shown(&indexed, 1), shown(&indexed, 3)), (&[0, 114, 178][..], &[1, 2, 3][..]));
        assert_eq!(indexed.pixels[0], 0);
    }

    #[test]
    fn a_colour_for_which_the_table_has_no_room_takes_the_nearest() {
        let of = |red: u8, green: u8| [red, green, 9, 255];
        let common = (0..8).flat_map(|red| (0..8).map(move |green| of(red * 32, green * 32)));
        let mut pixels: Vec<u8> = common.clone().chain(common).flatten().collect();
        pixels.extend(of(90, 65));
        let indexed = index(&pixels);
        assert_eq!(indexed.palette.len(), MOST * 3);
        assert_eq!(shown(&indexed, 128), [96, 64, 9]);
        assert_eq!(shown(&indexed, 0), [0, 0, 9]);
    }

    #[test]
    fn a_small_sign_keeps_its_colour_among_many_blends() {
        let blends = (0..64).flat_map(|step| std::iter::repeat_n([0, step * 3, 0, 255], 50));
        let mut pixels: Vec<u8> = blends.flatten().collect();
        pixels.extend([[242, 194, 48, 255]; 3].concat());
        let indexed = index(&pixels);
        assert_eq!(shown(&indexed, 3200), [242, 194, 48]);
    }
}
