//! One build at a time in a folder.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use coda_formats::discard_leftovers;

use crate::GenError;

/// The file that is locked.
const LOCK: &str = ".lock";

/// The right to write into a folder. Other processes cannot have it until it is
/// dropped, or the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    _file: File,
}

impl FolderLock {
    /// Makes the folder if it is not there, takes its lock, and clears away what a
    /// killed build left half written.
    ///
    /// # Errors
    /// [`GenError::InUse`] if another build has the lock, [`GenError::Folder`] if
    /// the folder cannot be written to.
    pub fn acquire(folder: &Path) -> Result<Self, GenError> {
        let failed = |fault| GenError::Folder { path: folder.to_owned(), fault };
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = folder.join(LOCK);
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(&lock).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(GenError::InUse { path: folder.to_owned(), lock });
            }
            Err(TryLockError::Error(fault)) => return Err(failed(fault)),
        }
        discard_leftovers(folder).map_err(failed)?;
        Ok(Self { folder: folder.to_owned(), _file: file })
    }

    /// The folder that is locked.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_holds_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made");
        let held = FolderLock::acquire(&path).unwrap();
        assert!(matches!(FolderLock::acquire(&path), Err(GenError::InUse { .. })));
        drop(held);
        assert!(FolderLock::acquire(&path).is_ok());
    }
}
