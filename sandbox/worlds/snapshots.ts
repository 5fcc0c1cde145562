import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { HttpError } from "@/sandbox/http/http-error";
import { readState, removeState, writeState } from "@/sandbox/store/journal";
import { copyState, type WorldState } from "@/sandbox/store/state";
import { isWorldName } from "./world-keys";

export const MAX_SNAPSHOTS = 20;

export type Snapshot = { name: string; takenAt: Date };

const FILE = /^(.+)\.jsonl$/;

/** The states of one world that someone wants to return to, in memory or in a folder. */
export class Snapshots {
  readonly #taken = new Map<
    string,
    { takenAt: Date /** Null if it is in the folder. */; state: WorldState | null }
  >();
  readonly #folder: string | null;
  readonly #current: () => WorldState;

  constructor(current: () => WorldState, folder: string | null) {
    this.#current = current;
    this.#folder = folder;
    if (!folder) return;
    for (const [name, takenAt] of listFiles(folder)) this.#taken.set(name, { takenAt, state: null });
  }

  /** The newest first. */
  list(): Snapshot[] {
    return [...this.#taken].map(([name, { takenAt }]) => ({ name, takenAt })).reverse();
  }

  /** Replaces one of the same name. */
  take(name: string): Snapshot {
    if (!this.#taken.has(name) && this.#taken.size >= MAX_SNAPSHOTS)
      throw new HttpError(
        409,
        `There are ${MAX_SNAPSHOTS} snapshots of this world already. Delete one first`,
      );
    const state = copyState(this.#current());
    const takenAt = new Date();
    if (this.#folder) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeState(this.#path(name), state);
    }
    this.#taken.delete(name);
    this.#taken.set(name, { takenAt, state });
    return { name, takenAt };
  }

  async read(name: string): Promise<WorldState | null> {
    const taken = this.#taken.get(name);
    if (!taken) return null;
    return taken.state ?? (await readState(this.#path(name)))?.state ?? null;
  }

  delete(name: string): boolean {
    const isDeleted = this.#taken.delete(name);
    if (isDeleted && this.#folder) removeState(this.#path(name));
    return isDeleted;
  }

  #path(name: string): string {
    return join(this.#folder ?? "", `${name}.jsonl`);
  }
}

function listFiles(folder: string): [string, Date][] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return [];
  }
  return files
    .map((file): [string, Date] => [FILE.exec(file)?.[1] ?? "", statSync(join(folder, file)).mtime])
    .filter(([name]) => isWorldName(name))
    .sort(([, one], [, other]) => one.getTime() - other.getTime());
}
