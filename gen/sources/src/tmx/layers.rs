//! The layers of a map of Tiled: which are shown and where, and the numbers of their tiles.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use design::Diagnostics;
use grid::Area;
use roxmltree::Node;
use ruzstd::decoding::StreamingDecoder;

use super::{Source, one};

/// A layer of tiles or objects, and how it is shown.
pub(super) struct Shown<'d, 'i> {
    pub(super) node: Node<'d, 'i>,
    /// How far it is moved, in pixels: its own offset and those of its groups.
    pub(super) offset: (f64, f64),
    pub(super) is_hidden: bool,
}

/// The layers of a map, those in groups too, the lowest first. Groups are walked without recursion: they may lie deep in each other.
pub(super) fn layers<'d, 'i>(source: Source<'_>, map: Node<'d, 'i>) -> Result<Vec<Shown<'d, 'i>>, Diagnostics> {
    let mut found = Vec::new();
    for node in map.descendants().filter(|node| matches!(node.tag_name().name(), "layer" | "objectgroup")) {
        let (mut offset, mut is_hidden, mut is_within) = ((0.0, 0.0), false, true);
        for part in node.ancestors().take_while(|part| *part != map) {
            is_within &= part == node || part.has_tag_name("group");
            offset.0 += source.coordinate(part, "offsetx")?;
            offset.1 += source.coordinate(part, "offsety")?;
            is_hidden |= is_hidden_itself(part);
        }
        if is_within {
            found.push(Shown { node, offset, is_hidden });
        }
    }
    Ok(found)
}

/// Whether nobody sees a layer, a group or an object.
pub(super) fn is_hidden_itself(node: Node<'_, '_>) -> bool {
    let opacity = node.attribute("opacity").and_then(|text| text.trim().parse::<f64>().ok());
    node.attribute("visible") == Some("0") || opacity.is_some_and(|opacity| opacity <= 0.0)
}

/// Tiles of a layer that lie together: row by row from their north-west.
pub(super) struct Block {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: u32,
    pub(super) gids: Vec<u32>,
}

impl Block {
    /// The tiles that are not empty, with their places.
    pub(super) fn tiles(&self) -> impl Iterator<Item = ((i64, i64), u32)> + '_ {
        let wide = i64::from(self.width);
        let place = move |index: usize| (self.x + index as i64 % wide, self.y + index as i64 / wide);
        self.gids.iter().enumerate().filter(|(_, gid)| **gid != 0).map(move |(index, gid)| (place(index), *gid))
    }
}

/// The tiles of a layer: those of a map of this size, or the chunks of an infinite one.
pub(super) fn blocks(
    source: Source<'_>,
    layer: Node<'_, '_>,
    size: Option<(u32, u32)>,
) -> Result<Vec<Block>, Diagnostics> {
    let data = layer.children().find(|child| child.has_tag_name("data"));
    if let Some((width, height)) = size {
        let own = (source.number(layer, "width", Some(width))?, source.number(layer, "height", Some(height))?);
        if own != (width, height) {
            let message = format!("a layer of {}x{} tiles in a map of {width}x{height}", own.0, own.1);
            return Err(one(source.fault(layer, "bad-layer", message).expected("layers of the map's size")));
        }
        let Some(data) = data else { return Ok(Vec::new()) };
        let gids = tile_numbers(source, data, data, width as usize * height as usize)?;
        return Ok(vec![Block { x: 0, y: 0, width, gids }]);
    }
    let (mut found, mut total) = (Vec::new(), 0_u64);
    for chunk in data.iter().flat_map(|data| data.children()).filter(|child| child.has_tag_name("chunk")) {
        let (width, height) = (source.number(chunk, "width", None)?, source.number(chunk, "height", None)?);
        let count = u64::from(width) * u64::from(height);
        total += count;
        // Before memory is taken for them.
        if width == 0 || total > 2 * u64::from(Area::CELLS_MAX) {
            let message = format!("a layer has a chunk of {width}x{height} tiles, which is none or makes too many");
            return Err(one(source.fault(chunk, "bad-layer", message).expected("chunks as Tiled saves them")));
        }
        let (x, y) = (source.whole(chunk, "x")?, source.whole(chunk, "y")?);
        let gids = tile_numbers(source, chunk.parent().unwrap_or(chunk), chunk, count as usize)?;
        found.push(Block { x, y, width, gids });
    }
    Ok(found)
}

/// The numbers of the tiles in `holder`, `count` of them, packed as `data` says.
fn tile_numbers(
    source: Source<'_>,
    data: Node<'_, '_>,
    holder: Node<'_, '_>,
    count: usize,
) -> Result<Vec<u32>, Diagnostics> {
    let wrong = |message: String| {
        one(source.fault(holder, "bad-layer", message).expected("a layer as Tiled saves it, in CSV or Base64"))
    };
    // A text may be cut into pieces by comments.
    let text = || holder.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect::<String>();
    let gids: Vec<u32> = match data.attribute("encoding") {
        None => {
            let tiles = holder.children().filter(|child| child.has_tag_name("tile"));
            tiles.map(|tile| source.number(tile, "gid", Some(0))).collect::<Result<_, _>>()?
        }
        Some("csv") => {
            let number =
                |part: &str| part.trim().parse().map_err(|_| wrong(format!("a layer has the tile `{}`", part.trim())));
            text().split(',').take(count + 1).map(number).collect::<Result<_, _>>()?
        }
        Some("base64") => {
            let packed: String = text().split_whitespace().collect();
            let packed = STANDARD.decode(packed).map_err(|error| wrong(format!("a layer is no Base64: {error}")))?;
            let packed = packed.as_slice();
            let mut bytes = Vec::new();
            let most = 4 * count as u64 + 1;
            let unpacked = match data.attribute("compression").unwrap_or_default() {
                "" => packed.take(most).read_to_end(&mut bytes),
                "zlib" => flate2::read::ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes),
                "gzip" => flate2::read::GzDecoder::new(packed).take(most).read_to_end(&mut bytes),
                "zstd" => StreamingDecoder::new(packed)
                    .map_err(std::io::Error::other)
                    .and_then(|decoder| decoder.take(most).read_to_end(&mut bytes)),
                other => {
                    let message = format!("a layer is packed with {other}, which is not read");
                    let right = "CSV or zlib: choose it as Tile Layer Format in Map Properties";
                    return Err(one(source.fault(data, "unknown-packing", message).expected(right)));
                }
            };
            unpacked.map_err(|error| wrong(format!("a layer cannot be unpacked: {error}")))?;
            if bytes.len() != 4 * count {
                return Err(wrong(format!("a layer has not the {count} tiles of the map")));
            }
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        }
        Some(other) => return Err(wrong(format!("a layer is written in {other}"))),
    };
    if gids.len() != count {
        return Err(wrong(format!("a layer has not the {count} tiles of the map")));
    }
    Ok(gids)
}
