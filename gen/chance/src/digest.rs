//! FNV-1a, 64 bits (Fowler, Noll, Vo): enough to distinguish names and files, and short enough to read.

/// A digest of a sequence of bytes.
#[derive(Clone, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds more bytes.
    pub fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The digest of all bytes added so far.
    #[must_use]
    pub const fn value(&self) -> u64 {
        self.0
    }
}

/// The digest of a text.
#[must_use]
pub fn digest(text: &str) -> u64 {
    let mut digest = Digest::default();
    digest.add(text.bytes());
    digest.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_authors() {
        for (text, value) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(digest(text), value, "{text}");
        }
    }
}
