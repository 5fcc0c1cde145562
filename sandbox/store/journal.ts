import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { applyChanges, type Changes, createState, stateAsChanges, type WorldState } from "./state";

/** Where a world's changes are kept. */
export type Journal = {
  /** Once it returns, the changes survive the end of the process. */
  append(changes: Changes): void;
  /** Replaces everything that was kept. */
  rewrite(state: WorldState): void;
  close(): void;
};

/** Keeps nothing. */
export const NO_JOURNAL: Journal = { append: () => {}, rewrite: () => {}, close: () => {} };

export class JournalError extends Error {
  override name = "JournalError";
}

const FORMAT = { format: "cardwell-sandbox-world", version: 1 };

const MAX_TIDY_LINES = 10_000;

/** Appends one line for each change. A process that is killed while it writes leaves at most one incomplete last line. */
export class FileJournal implements Journal {
  readonly #path: string;
  #file: number | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  append(changes: Changes): void {
    this.#file ??= openSync(this.#path, "a", 0o600);
    const { size } = fstatSync(this.#file);
    try {
      writeFileSync(this.#file, toLine(changes));
    } catch (error) {
      // On a full disk, half a line would make the next one unreadable.
      ftruncateSync(this.#file, size);
      throw error;
    }
  }

  rewrite(state: WorldState): void {
    this.close();
    writeState(this.#path, state);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** A crash leaves either the old file or the new one. */
export function writeState(path: string, state: WorldState): void {
  const temporaryPath = `${path}.new`;
  const file = openSync(temporaryPath, "w", 0o600);
  try {
    writeFileSync(file, toLine(FORMAT));
    for (const changes of stateAsChanges(state)) writeFileSync(file, toLine(changes));
  } finally {
    closeSync(file);
  }
  renameSync(temporaryPath, path);
}

export type StoredState = {
  state: WorldState;
  /** The file should be written again: it is long, or its last line is incomplete. */
  isUntidy: boolean;
};

/** Null if there is no such file. Drops an incomplete last line: its change was never confirmed to anyone. */
export async function readState(path: string): Promise<StoredState | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return null;
  let state: WorldState | null = null;
  let number = 0;
  let isIncomplete = false;
  for await (const { text, isEnded } of readLines(file)) {
    number += 1;
    if (isIncomplete) throw damaged(path, number - 1);
    const entry = parseLine(text);
    isIncomplete = !entry || !isEnded;
    if (!entry) continue;
    if (number === 1) requireFormat(entry, path);
    else if (state) applyChanges(state, reviveDates(entry as Changes));
    else if ("program" in entry) state = createState(entry.program as WorldState["program"]);
    else throw damaged(path, number);
  }
  if (!state) throw damaged(path, number);
  return { state, isUntidy: isIncomplete || number > MAX_TIDY_LINES };
}

/** Unlike readline, which in newer versions of Node.js also ends a line at U+2028, and JSON may contain that. */
async function* readLines(file: FileHandle): AsyncGenerator<{ text: string; isEnded: boolean }> {
  let rest = "";
  for await (const chunk of file.createReadStream({ encoding: "utf8" })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) yield { text, isEnded: true };
  }
  if (rest !== "") yield { text: rest, isEnded: false };
}

export function removeState(path: string): void {
  rmSync(path, { force: true });
}

function toLine(entry: object): string {
  return `${JSON.stringify(entry)}\n`;
}

function parseLine(line: string): object | null {
  try {
    const entry = JSON.parse(line);
    return typeof entry === "object" ? entry : null;
  } catch {
    return null;
  }
}

function requireFormat(entry: object, path: string): void {
  if (!("format" in entry) || entry.format !== FORMAT.format) throw damaged(path, 1);
  if ("version" in entry && entry.version === FORMAT.version) return;
  throw new JournalError(`${path} was written by another version of the sandbox. Delete it to start again.`);
}

function damaged(path: string, line: number): JournalError {
  return new JournalError(`${path} is damaged in line ${line}. Delete it to start with a new world.`);
}

const DATES = {
  cards: ["created"],
  transactions: ["created", "clearedAt", "refundedAt"],
  reissues: ["at"],
  fileRequests: ["requestedAt"],
  deliveries: ["createdAt", "deliveredAt", "nextAttemptAt"],
} as const;

function reviveDates(changes: Changes): Changes {
  for (const [name, fields] of Object.entries(DATES)) {
    const rows = changes[name as keyof typeof DATES] as readonly Record<string, unknown>[] | undefined;
    for (const row of rows ?? [])
      for (const field of fields) if (row[field]) row[field] = new Date(row[field] as string);
  }
  return changes;
}
