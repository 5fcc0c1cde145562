import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SandboxConfig } from "@/sandbox/config";
import { HttpError } from "@/sandbox/http/http-error";
import {
  generateState,
  newLinkSecret,
  type ResetRequest,
  type Scenario,
} from "@/sandbox/scenarios/generate-state";
import { FileJournal, NO_JOURNAL, readState, removeState, writeState } from "@/sandbox/store/journal";
import { copyState, type WorldState } from "@/sandbox/store/state";
import { World } from "./world";
import { isWorldName, worldKeys } from "./world-keys";

const MAX_WORLDS = 500;

export type WorldsOptions = {
  config: SandboxConfig;
  /** Where the worlds are kept; null keeps them in memory only. */
  folder: string | null;
  /** What a new world starts with. */
  initial: { scenario: Scenario; seed: number };
};

const FILE = /^(.+)\.jsonl$/;

/** All worlds of a sandbox. A world is made when its key is first used, and read from its file when it is first needed. */
export class Worlds {
  readonly config: SandboxConfig;
  readonly folder: string | null;
  readonly keys: ReturnType<typeof worldKeys>;
  readonly #initial: WorldsOptions["initial"];
  readonly #opening = new Map<string, Promise<World>>();
  readonly #opened = new Map<string, World>();
  /** Those that exist, opened or not. */
  readonly #names: Set<string>;
  /** Generated worlds without changes, whose records new worlds share. */
  readonly #generated = new Map<string, Promise<WorldState>>();

  constructor({ config, folder, initial }: WorldsOptions) {
    this.config = config;
    this.folder = folder;
    this.#initial = initial;
    this.keys = worldKeys(config.apiKey);
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#names = new Set(folder ? listNames(folder) : []);
  }

  get limit(): number {
    return MAX_WORLDS;
  }

  get names(): string[] {
    return [...this.#names].sort();
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Null if the world was not used since the start. */
  findOpened(name: string): World | null {
    return this.#opened.get(name) ?? null;
  }

  /** Null if the key opens no world. */
  async findByKey(key: string): Promise<World | null> {
    const name = this.keys.nameOf(key);
    if (name === null) return null;
    const world = await this.open(name);
    world.lastUsedAt = new Date();
    return world;
  }

  /** The world of this name, which is made if it doesn't exist. */
  open(name: string): Promise<World> {
    return this.#opening.get(name) ?? this.#open(name, () => this.generate(this.#initial));
  }

  /** Throws if there is such a world already. */
  async create(name: string, makeState: () => Promise<WorldState>): Promise<World> {
    if (this.has(name)) throw new HttpError(409, `The world ${name} exists already`);
    return this.#open(name, makeState);
  }

  /** Doesn't read the world's file, so a damaged one can be deleted too. */
  async delete(name: string): Promise<void> {
    const opening = this.#opening.get(name);
    // It keeps its name until it is closed: a new world of this name would read the file that is removed below.
    if (opening) await (await opening).close();
    if (this.#opening.get(name) !== opening) return;
    this.#names.delete(name);
    this.#opening.delete(name);
    this.#opened.delete(name);
    if (!this.folder) return;
    rmSync(this.#snapshotFolder(name), { recursive: true, force: true });
    removeState(this.#path(name));
  }

  /** A new state, which shares its records with other worlds from the same request. */
  async generate(request: ResetRequest): Promise<WorldState> {
    const { currency } = this.config;
    if (request.now || request.cards !== undefined || request.transactions !== undefined)
      return generateState(currency, request);
    const hour = new Date().toISOString().slice(0, 13);
    const key = JSON.stringify([request.scenario, request.seed, hour]);
    const generated = this.#generated.get(key) ?? generateState(currency, request);
    this.#generated.clear();
    this.#generated.set(key, generated);
    generated.catch(() => this.#generated.delete(key));
    const state = copyState(await generated);
    // The links of the world before a reset must not work in the new one.
    state.program = { ...state.program, linkSecret: newLinkSecret() };
    return state;
  }

  async close(): Promise<void> {
    const worlds = await Promise.allSettled(this.#opening.values());
    await Promise.all(worlds.map((world) => (world.status === "fulfilled" ? world.value.close() : null)));
  }

  async #open(name: string, makeState: () => Promise<WorldState>): Promise<World> {
    if (!this.has(name) && this.#names.size >= MAX_WORLDS)
      throw new HttpError(429, `There are ${MAX_WORLDS} worlds already. Delete one first`);
    const isNew = !this.has(name);
    this.#names.add(name);
    const opening = this.#load(name, makeState);
    this.#opening.set(name, opening);
    opening.catch(() => {
      this.#opening.delete(name);
      if (isNew) this.#names.delete(name);
    });
    return opening;
  }

  async #load(name: string, makeState: () => Promise<WorldState>): Promise<World> {
    const path = this.folder && this.#path(name);
    const stored = path ? await readState(path) : null;
    const state = stored?.state ?? withOwnProgram(await makeState());
    if (path && (!stored || stored.isUntidy)) writeState(path, state);
    const world = new World({
      name,
      config: this.config,
      state,
      journal: path ? new FileJournal(path) : NO_JOURNAL,
      snapshotFolder: this.folder && this.#snapshotFolder(name),
      isDefault: name === this.keys.defaultName,
    });
    world.deliveries.start();
    this.#opened.set(name, world);
    return world;
  }

  #path(name: string): string {
    return join(this.folder ?? "", `${name}.jsonl`);
  }

  #snapshotFolder(name: string): string {
    return join(this.folder ?? "", `${name}.snapshots`);
  }
}

/** Its links work in no other world, and its events go nowhere yet. */
function withOwnProgram(state: WorldState): WorldState {
  return { ...state, program: { ...state.program, linkSecret: newLinkSecret(), webhook: null } };
}

function listNames(folder: string): string[] {
  return readdirSync(folder)
    .map((file) => FILE.exec(file)?.[1] ?? "")
    .filter(isWorldName);
}
