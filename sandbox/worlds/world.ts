import type { DisagreementChange } from "@/lib/domain/settings/disagreements";
import { Clock } from "@/sandbox/clock";
import type { SandboxConfig } from "@/sandbox/config";
import { HttpError } from "@/sandbox/http/http-error";
import type { ReportProgram } from "@/sandbox/reports/report";
import { type Journal, NO_JOURNAL } from "@/sandbox/store/journal";
import {
  applyChanges,
  type Changes,
  copyState,
  type WebhookTarget,
  type WorldState,
} from "@/sandbox/store/state";
import { Recorder } from "@/sandbox/stories/recorder";
import { Deliveries } from "@/sandbox/webhooks/deliveries";
import { describeChanges } from "./describe-changes";
import { Faults } from "./faults";
import { noteChanges, RequestLog } from "./request-log";
import { Snapshots } from "./snapshots";

export type WorldOptions = {
  name: string;
  config: SandboxConfig;
  state: WorldState;
  journal?: Journal;
  /** Where snapshots are kept; null keeps them in memory only. */
  snapshotFolder?: string | null;
  /** The world of the key that the sandbox was started with; its events go to the configured address. */
  isDefault?: boolean;
};

/**
 * A card program of its own, with its own clock, faults and webhooks. Reading, deciding and writing happen in one turn
 * of the event loop, so that calls never see each other half done.
 */
export class World {
  readonly name: string;
  readonly isDefault: boolean;
  readonly config: SandboxConfig;
  readonly clock = new Clock();
  readonly faults = new Faults();
  readonly requests = new RequestLog();
  readonly deliveries: Deliveries;
  readonly snapshots: Snapshots;
  readonly recorder = new Recorder(this.clock);
  readonly createdAt = new Date();
  lastUsedAt = new Date();
  /** When all data was last replaced, or read from the file. */
  replacedAt = new Date();
  readonly #journal: Journal;
  #state: WorldState;
  #isClosed = false;

  constructor(options: WorldOptions) {
    const { name, config, state, journal = NO_JOURNAL, snapshotFolder = null, isDefault = false } = options;
    this.name = name;
    this.config = config;
    this.#journal = journal;
    this.isDefault = isDefault;
    this.#state = state;
    this.clock.offsetMs = state.program.clockOffsetMs;
    this.deliveries = new Deliveries(this);
    this.snapshots = new Snapshots(() => {
      this.#requireOpen();
      return this.#state;
    }, snapshotFolder);
  }

  get state(): WorldState {
    return this.#state;
  }

  /** Null: events are kept but not sent. */
  get webhook(): WebhookTarget | null {
    return this.#state.program.webhook ?? (this.isDefault ? this.config.webhook : null);
  }

  /** If the changes can't be kept, none of them happens. */
  write(changes: Changes): void {
    this.#requireOpen();
    const described = describeChanges(this.#state, changes);
    this.#journal.append(changes);
    applyChanges(this.#state, changes);
    noteChanges(described);
  }

  setClock(offsetMs: number): void {
    this.write({ program: { clockOffsetMs: Math.round(offsetMs) } });
    this.clock.offsetMs = offsetMs;
  }

  /** Events that waited for an address are sent now. */
  setWebhook({ url, secret }: { url: string; secret?: string | undefined }): void {
    this.write({ program: { webhook: { url, secret: secret ?? this.config.webhook.secret } } });
    this.deliveries.wake();
  }

  /** Replaces everything but the webhook address; faults are removed. */
  async replaceState(state: WorldState): Promise<void> {
    await this.deliveries.stop();
    this.#requireOpen();
    try {
      const next = copyState(state);
      next.program = { ...next.program, webhook: this.#state.program.webhook };
      this.#journal.rewrite(next);
      this.#state = next;
      this.replacedAt = new Date();
      this.clock.offsetMs = next.program.clockOffsetMs;
      this.faults.clear();
      noteChanges([`world replaced: ${next.cards.size} cards, ${next.transactions.size} transactions`]);
    } finally {
      this.deliveries.start();
    }
  }

  /** What the file's disagreements changed when it was last written. */
  saveDisagreementChanges(changes: ReadonlyMap<number, DisagreementChange[]>): void {
    const changed = [...this.#state.disagreements].flatMap((disagreement) => {
      const made = changes.get(disagreement.id);
      return made ? [{ ...disagreement, changes: made }] : [];
    });
    if (changed.length > 0) this.write({ disagreements: changed });
  }

  reportProgram(): ReportProgram {
    return { state: this.#state, currency: this.config.currency };
  }

  async close(): Promise<void> {
    await this.deliveries.stop();
    this.#isClosed = true;
    // A reset that waited for the same deliveries may have started them again.
    await this.deliveries.stop();
    this.#journal.close();
  }

  /** A request may have found the world before it was deleted. */
  #requireOpen(): void {
    if (this.#isClosed) throw new HttpError(409, `The world ${this.name} was deleted`);
  }
}
