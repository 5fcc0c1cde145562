import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The path itself, or the first folder above it that exists. */
export async function nearestFolder(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}
