//! Files and their names: writing whole ones, mapping them, and telling from a
//! name what should be inside.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::Metric;

/// What follows the ending and the metric in a table's file name.
const EXTENSION: &str = "coda";
/// What the name of a file still being written begins with.
const UNFINISHED: &str = ".unfinished-";

/// The name of a table's file: `ELvR.dtw.coda`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The ending's name.
    pub ending: String,
    /// The metric.
    pub metric: Metric,
}

impl TableName {
    /// The file of this name in a folder.
    #[must_use]
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.{}.{EXTENSION}", self.ending, self.metric))
    }

    /// Reads a file name; `None` if it is not a table's.
    #[must_use]
    pub fn parse(file_name: &str) -> Option<Self> {
        let (ending, metric) =
            file_name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('.')?;
        Some(Self { ending: ending.to_owned(), metric: metric.parse().ok()? })
    }
}

/// Writes a file so that it is there whole or not at all, even if the power goes:
/// beside its place, synced, renamed, and the folder synced.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: what the umask leaves of it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Removes what a killed build left unfinished in a folder. Only for one who
/// holds the folder's lock.
///
/// # Errors
/// What the system says if the folder cannot be read or a file not removed.
pub fn discard_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Maps a file into memory.
pub(crate) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // Mapping a folder or a device would fail with a less clear message.
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    #[expect(unsafe_code, reason = "a memory map cannot be made without")]
    // SAFETY: the map is read only. Its bytes must not change while it lives: tables
    // are never written in place by this program (they are renamed into place),
    // and the README tells users not to. Bytes that do change are still checked
    // against their checksums before they are believed; a file cut short under a
    // map ends the process with a signal, which is no undefined behaviour.
    unsafe {
        Mmap::map(&file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let name = TableName { ending: "ELvR".into(), metric: Metric::Dtw };
        let path = name.path(Path::new("tables"));
        assert_eq!(path, Path::new("tables/ELvR.dtw.coda"));
        assert_eq!(TableName::parse("ELvR.dtw.coda"), Some(name));
        for other in ["ELvR.dtx.coda", "ELvR.coda", "ELvR.dtw", "ELvR.dtwcoda", ".lock", ""] {
            assert_eq!(TableName::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_failed_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("table");
        assert!(write_atomically(&path, b"bytes").is_err());
        // A folder in the way of the last step, the renaming.
        let path = folder.path().join("table");
        fs::create_dir(&path).unwrap();
        assert!(write_atomically(&path, b"bytes").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn leftovers_are_discarded_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        write_atomically(&folder.path().join("table"), b"bytes").unwrap();
        fs::write(folder.path().join(format!("{UNFINISHED}abc")), b"half").unwrap();
        discard_leftovers(folder.path()).unwrap();
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["table"]);
    }
}
