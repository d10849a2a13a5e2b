// A lock that the kernel frees when its holder dies, however it dies: SQLite's exclusive lock on an empty file.
// Nothing to clean up after kill -9, nothing to guess from process ids that may have been given to others.
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/** Kept even when the caller drops its release function: the garbage collector must not close the file. */
const held = new Set<DatabaseSync>();

/** The function that lets go, or null while another holder (another process, or this one) has the file. */
export function tryFileLock(path: string): (() => void) | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // a journal on disk would be a second file
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}
