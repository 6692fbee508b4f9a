//! The compression of table files, if the program was built with it.

#[cfg(feature = "store")]
pub(super) use zstd::bulk::{compress, decompress};

#[cfg(not(feature = "store"))]
pub(super) use absent::{compress, decompress};

#[cfg(not(feature = "store"))]
mod absent {
    use std::io::{Error, ErrorKind, Result};

    pub fn compress(_: &[u8], _: i32) -> Result<Vec<u8>> {
        Err(absent())
    }

    pub fn decompress(_: &[u8], _: usize) -> Result<Vec<u8>> {
        Err(absent())
    }

    fn absent() -> Error {
        Error::new(ErrorKind::Unsupported, "this program was built without files of endgame tables")
    }
}
