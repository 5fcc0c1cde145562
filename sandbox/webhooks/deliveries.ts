import type { FilesEvent } from "@/lib/contract/webhook-event";
import type { Database } from "@/lib/postgres/database";
import type { Clock } from "@/sandbox/clock";
import type { SandboxConfig } from "@/sandbox/config";
import { issueLink } from "@/sandbox/reports/links";
import {
  type Attempt,
  type Delivery,
  findNextAttemptAt,
  listDueDeliveries,
  recordAttempt,
  saveBody,
} from "@/sandbox/store/deliveries";
import { findFileRequest } from "@/sandbox/store/file-requests";
import { getWorld } from "@/sandbox/store/world";
import { postWebhook, signedHeaders } from "./post-webhook";

const MAX_PARALLEL = 5;
const MAX_RETRY_DELAY_MS = 600_000;
const IDLE_POLL_MS = 60_000;
const ERROR_RETRY_MS = 5_000;

type Options = { db: Database; clock: Clock; config: SandboxConfig };

/**
 * Sends each delivery until the receiver responds with 2xx. All state is in the table, so a restart resumes
 * where it stopped. Delays and signatures use the system clock instead of the sandbox's, because the receiver
 * checks the signature's age against its own clock.
 */
export class Deliveries {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #stopped = true;
  #isRunRequested = false;

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

  /** Checks for due deliveries now. */
  wake(): void {
    this.#isRunRequested = true;
    if (this.#stopped || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isRunRequested) this.wake();
    });
  }

  /** Makes one attempt now, whatever the state of the delivery. */
  async attempt(delivery: Delivery): Promise<Attempt> {
    const { db, config } = this.#options;
    const body = delivery.body ?? (await this.#createBody(delivery));
    const attempt = await postWebhook(
      config.webhook.url,
      body,
      signedHeaders(config.webhook.secret, delivery.id, body),
    );
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const isFinished = isDelivered || delivery.deliveredAt !== null;
    const delayMs = Math.min(config.webhook.retryMs * 2 ** delivery.attempts.length, MAX_RETRY_DELAY_MS);
    await recordAttempt(db.pool, delivery.id, attempt, {
      isDelivered,
      nextAttemptAt: isFinished ? null : new Date(Date.now() + delayMs),
    });
    return attempt;
  }

  async #run(): Promise<void> {
    const { db } = this.#options;
    try {
      while (this.#isRunRequested && !this.#stopped) {
        this.#isRunRequested = false;
        const due = await listDueDeliveries(db.pool, new Date(), MAX_PARALLEL);
        if (due.length > 0) this.#isRunRequested = true;
        await Promise.all(due.map((delivery) => this.attempt(delivery)));
      }
      const next = await findNextAttemptAt(db.pool);
      const waitMs = next ? Math.max(0, next.getTime() - Date.now()) : IDLE_POLL_MS;
      this.#sleep(Math.min(waitMs, IDLE_POLL_MS));
    } catch (error) {
      console.error("Webhook deliveries paused:", error instanceof Error ? error.message : error);
      this.#isRunRequested = false;
      this.#sleep(ERROR_RETRY_MS);
    }
  }

  #sleep(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), ms);
    this.#timer.unref();
  }

  /** The body is created with the first attempt, because the link's lifetime starts when it is issued. */
  async #createBody(delivery: Delivery): Promise<string> {
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
    await saveBody(db.pool, delivery.id, body);
    return body;
  }
}
