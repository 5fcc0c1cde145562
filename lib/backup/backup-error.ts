/** A backup can't be written, read or restored. The message says why and what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}
