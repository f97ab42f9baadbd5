//! What a design claims about its worlds and sides: numbers that must agree.

use grid::{Area, AreaError};

use super::Resolver;
use crate::parameters::global::{ADVANTAGE_MAX, ADVANTAGE_MIN, SIDES_MAX, SIDES_MIN, SIDES_WANTED};
use crate::{Diagnostic, IntGlobal, Node, SupportedAreas, counted};

impl Resolver<'_> {
    pub(super) fn take_claims(&mut self, node: &Node) {
        let mut supports = std::mem::take(&mut self.design.supports);
        const NAMES: &[&str] = &["size", "size-min", "size-max", "areas"];
        for (name, node) in self.tree.map(node, "claims") {
            self.claimed.insert(name.text.clone(), node.span);
            match name.text.as_str() {
                "size" => self.take_size(node, &mut supports.size),
                "size-min" => self.take_size(node, &mut supports.size_min),
                "size-max" => self.take_size(node, &mut supports.size_max),
                "areas" => {
                    let words: Option<Vec<_>> =
                        node.text().map(|text| text.split_whitespace().map(str::parse).collect());
                    match words.map(|words| words.into_iter().collect::<Result<Vec<_>, _>>()) {
                        Some(Ok(areas)) if !areas.is_empty() => supports.areas = areas,
                        _ => {
                            self.tree.wrong(node, "`areas`", "shapes with spaces between, such as \"hexagon cylinder\"")
                        }
                    }
                }
                _ => self.tree.unknown("unknown-claim", "claim", name, NAMES),
            }
        }
        self.design.supports = supports;
    }

    fn take_size(&mut self, node: &Node, size: &mut (u32, u32)) {
        match node.text().and_then(SupportedAreas::parse_size) {
            Some(given) => *size = given,
            None => {
                self.has_broken_claims = true;
                self.tree.wrong(node, "a size", "WIDTHxHEIGHT such as \"60x40\"");
            }
        }
    }

    pub(super) fn check_claims(&mut self) {
        let Some(&any) = self.claimed.values().next().filter(|_| !self.has_broken_claims) else { return };
        let claimed = self.claimed.clone();
        let at = |names: [&str; 2]| names.iter().find_map(|&name| claimed.get(name)).copied().unwrap_or(any);
        let SupportedAreas { size, size_min, size_max, areas } = self.design.supports.clone();
        let written = |(width, height): (u32, u32)| format!("{width}x{height}");
        let (least, most) = (written(size_min), written(size_max));
        if size_min.0 > size_max.0 || size_min.1 > size_max.1 {
            let message = format!("`size-min` is {least}, which is more than `size-max`, {most}");
            self.tree.fault(at(["size-min", "size-max"]), Diagnostic::error("claims-differ", message));
        } else if !(size_min.0..=size_max.0).contains(&size.0) || !(size_min.1..=size_max.1).contains(&size.1) {
            let message = format!("`size` is {}, which is not from {least} to {most}", written(size));
            let diagnostic = Diagnostic::error("claims-differ", message);
            let span = claimed.get("size").copied().unwrap_or_else(|| at(["size-min", "size-max"]));
            self.tree.fault(span, diagnostic.suggest("set `size`, `size-min` and `size-max` so that it is"));
        }
        let Some(&shape) = areas.first() else { return };
        if let Err(error) = Area::new(shape, size.0, size.1) {
            let message = format!("no {} has the size {}: {error}", shape.name(), written(size));
            self.tree.fault(at(["size", "areas"]), Diagnostic::error("bad-size", message));
        }
        for (name, size) in [("size-min", size_min), ("size-max", size_max)] {
            // The tallest hexagon depends on its width, so a pair of bounds that makes no area together is still valid as bounds.
            if let (Some(&span), Err(error)) = (claimed.get(name), Area::new(shape, size.0, size.1))
                && !matches!(error, AreaError::TooTall { .. })
            {
                self.tree.fault(span, Diagnostic::warning("bad-size", format!("no area has the `{name}`: {error}")));
            }
        }
    }

    /// Reports global variables whose values contradict each other.
    pub(super) fn check_globals(&mut self) {
        let of = |key: IntGlobal| (key.0.into(), self.design.global_int(key));
        let [(min_at, least), (max_at, most), (wanted_at, wanted)] = [SIDES_MIN, SIDES_MAX, SIDES_WANTED].map(of);
        let advantages = [ADVANTAGE_MIN, ADVANTAGE_MAX].map(of);
        let at = |numbers: &[usize]| numbers.iter().find_map(|number| self.set.get(number)).copied();
        let mut faults = Vec::new();
        if least > most {
            let message = format!("`sides-min` is {least}, which is more than `sides-max`, {most}");
            faults.push((at(&[min_at, max_at]), Diagnostic::error("sides-differ", message)));
        } else if !(least..=most).contains(&wanted) {
            let message = format!("`sides-wanted` is {wanted}, which is not from {least} to {most}");
            let diagnostic =
                Diagnostic::warning("sides-differ", format!("{message}, and counts as {}", wanted.clamp(least, most)));
            let diagnostic = diagnostic.suggest("set `sides-wanted` to a number from `sides-min` to `sides-max`");
            // Where nobody says how many are wanted, the bounds do.
            faults.push((at(&[wanted_at]), diagnostic));
        }
        let predefined = self.design.sides.len();
        if predefined as i32 > most {
            let message =
                format!("{} are predefined, which is more than `sides-max`, {most}", counted(predefined, "side"));
            faults.push((self.sides_at, Diagnostic::error("sides-differ", message)));
        }
        if let [(min_at, least @ 1..), (max_at, most @ 1..)] = advantages
            && least > most
        {
            let message = format!("`advantage-min` is {least}, which is more than `advantage-max`, {most}");
            faults.push((at(&[min_at, max_at]), Diagnostic::error("advantages-differ", message)));
        }
        if [min_at, max_at, wanted_at].iter().any(|number| self.broken.contains(number)) {
            return;
        }
        for (span, diagnostic) in faults {
            // Variables that are not set have their defaults, which agree.
            if let Some(span) = span {
                self.tree.fault(span, diagnostic);
            }
        }
    }
}

impl SupportedAreas {
    /// A size as people write it: `60x40`, or `60X40`.
    #[must_use]
    pub fn parse_size(text: &str) -> Option<(u32, u32)> {
        let (width, height) = text.split_once(['x', 'X'])?;
        Some((width.parse().ok()?, height.parse().ok()?))
    }
}
