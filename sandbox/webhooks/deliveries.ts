import type { FilesEvent } from "@/lib/contract/webhook-event";
import type { Database } from "@/lib/postgres/database";
import type { Clock } from "@/sandbox/clock";
import type { SandboxConfig } from "@/sandbox/config";
import { issueLink } from "@/sandbox/reports/links";
import {
  type Attempt,
  type Delivery,
  findNextDue,
  keepBody,
  listDue,
  recordAttempt,
} from "@/sandbox/store/deliveries";
import { findFileRequest } from "@/sandbox/store/file-requests";
import { getWorld } from "@/sandbox/store/world";
import { post, signedHeaders } from "./post";

const PARALLEL = 5;
const LONGEST_PAUSE_MS = 600_000;
const IDLE_MS = 60_000;
const AFTER_ERROR_MS = 5_000;

type Options = { db: Database; clock: Clock; config: SandboxConfig };

/**
 * Sends what the deliveries table holds, until the receiver answers 2xx. All state is in the table, so a
 * restart goes on where it stopped. Pauses and signatures follow the machine's clock, not the moved one:
 * the receiver judges a signature's age by its own.
 */
export class Deliveries {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #stopped = true;
  #wanted = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Looks for due deliveries now. */
  wake(): void {
    this.#wanted = true;
    if (this.#stopped || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#wanted) this.wake();
    });
  }

  /** One attempt, now, whatever came before. */
  async attempt(delivery: Delivery): Promise<Attempt> {
    const { db, config } = this.#options;
    const body = delivery.body ?? (await this.#compose(delivery));
    const attempt = await post(
      config.webhook.url,
      body,
      signedHeaders(config.webhook.secret, delivery.id, body),
    );
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const isSettled = isDelivered || delivery.deliveredAt !== null;
    const pauseMs = Math.min(config.webhook.retryMs * 2 ** delivery.attempts.length, LONGEST_PAUSE_MS);
    await recordAttempt(db.pool, delivery.id, attempt, {
      isDelivered,
      nextAttemptAt: isSettled ? null : new Date(Date.now() + pauseMs),
    });
    return attempt;
  }

  async #run(): Promise<void> {
    const { db } = this.#options;
    try {
      while (this.#wanted && !this.#stopped) {
        this.#wanted = false;
        const due = await listDue(db.pool, new Date(), PARALLEL);
        if (due.length > 0) this.#wanted = true;
        await Promise.all(due.map((delivery) => this.attempt(delivery)));
      }
      const next = await findNextDue(db.pool);
      const waitMs = next ? Math.max(0, next.getTime() - Date.now()) : IDLE_MS;
      this.#sleep(Math.min(waitMs, IDLE_MS));
    } catch (error) {
      console.error("Webhook deliveries paused:", error instanceof Error ? error.message : error);
      this.#wanted = false;
      this.#sleep(AFTER_ERROR_MS);
    }
  }

  #sleep(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), ms);
    this.#timer.unref();
  }

  /** A file's event is written when it is first sent: that is when its link is issued and begins to die. */
  async #compose(delivery: Delivery): Promise<string> {
    const { db, clock } = this.#options;
    const request = await findFileRequest(db.pool, delivery.referenceId ?? "");
    if (!request) throw new Error(`Delivery ${delivery.id} belongs to no file request`);
    const { linkSecret } = await getWorld(db.pool);
    const event: FilesEvent = {
      eventType: "files",
      eventName: "file.ready",
      data: { reference_id: request.referenceId, ...issueLink(request, linkSecret, clock.now()) },
    };
    const body = JSON.stringify(event);
    await keepBody(db.pool, delivery.id, body);
    return body;
  }
}
