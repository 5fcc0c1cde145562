import { randomUUID } from "node:crypto";
import type { FilesEvent } from "@/lib/contract/webhook-event";
import type { Clock } from "@/sandbox/clock";
import type { SandboxConfig } from "@/sandbox/config";
import { issueLink } from "@/sandbox/reports/links";
import type { Attempt, DeliveryRecord } from "@/sandbox/store/records";
import type { Changes, WebhookTarget, WorldState } from "@/sandbox/store/state";
import { postWebhook, signedHeaders } from "./post-webhook";

const MAX_PARALLEL = 5;
const MAX_RETRY_DELAY_MS = 600_000;
const IDLE_POLL_MS = 60_000;
const ERROR_RETRY_MS = 5_000;

const MAX_STORED_ATTEMPTS = 50;

export function newDelivery(
  delivery: Partial<Pick<DeliveryRecord, "referenceId" | "body" | "nextAttemptAt">>,
): DeliveryRecord {
  return {
    id: `msg_${randomUUID().replaceAll("-", "")}`,
    createdAt: new Date(),
    referenceId: null,
    body: null,
    deliveredAt: null,
    nextAttemptAt: null,
    attempts: [],
    ...delivery,
  };
}

/** What a delivery needs to know of its world. */
type Sender = {
  readonly name: string;
  readonly isDefault: boolean;
  readonly clock: Clock;
  readonly config: SandboxConfig;
  readonly state: WorldState;
  readonly webhook: WebhookTarget | null;
  write(changes: Changes): void;
};

/**
 * Sends each delivery until the receiver responds with 2xx. All state is in the world, so a restart resumes
 * where it stopped. Delays and signatures use the system clock instead of the sandbox's, because the receiver
 * checks the signature's age against its own clock.
 */
export class Deliveries {
  readonly #world: Sender;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #stopped = true;
  #isRunRequested = false;

  constructor(world: Sender) {
    this.#world = world;
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
  async attempt(delivery: DeliveryRecord, target: WebhookTarget): Promise<void> {
    const body = delivery.body ?? this.#createBody(delivery);
    const attempt = await postWebhook(target.url, body, signedHeaders(target.secret, delivery.id, body));
    const isFinished = isSuccess(attempt) || delivery.deliveredAt !== null;
    const delayMs = Math.min(
      this.#world.config.webhook.retryMs * 2 ** delivery.attempts.length,
      MAX_RETRY_DELAY_MS,
    );
    this.record(delivery.id, attempt, isFinished ? null : new Date(Date.now() + delayMs));
  }

  record(id: string, attempt: Attempt, nextAttemptAt: Date | null): void {
    const delivery = this.#world.state.deliveries.get(id);
    // A reset may have removed it in the meantime.
    if (!delivery) return;
    const attempts = [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS);
    const deliveredAt = delivery.deliveredAt ?? (isSuccess(attempt) ? new Date() : null);
    this.#world.write({ deliveries: [{ ...delivery, attempts, deliveredAt, nextAttemptAt }] });
  }

  async #run(): Promise<void> {
    try {
      while (this.#isRunRequested && !this.#stopped) {
        this.#isRunRequested = false;
        const target = this.#world.webhook;
        if (!target) return;
        const due = this.#due();
        if (due.length > 0) this.#isRunRequested = true;
        await Promise.all(due.map((delivery) => this.attempt(delivery, target)));
      }
      const waitMs = Math.max(0, this.#nextAttemptAt() - Date.now());
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

  #due(): DeliveryRecord[] {
    const now = Date.now();
    return [...this.#world.state.deliveries]
      .filter(({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt.getTime() <= now)
      .sort((one, other) => Number(one.nextAttemptAt) - Number(other.nextAttemptAt))
      .slice(0, MAX_PARALLEL);
  }

  #nextAttemptAt(): number {
    let next = Infinity;
    for (const { nextAttemptAt } of this.#world.state.deliveries)
      if (nextAttemptAt) next = Math.min(next, nextAttemptAt.getTime());
    return next;
  }

  /** The body is created with the first attempt, because the link's lifetime starts when it is issued. */
  #createBody(delivery: DeliveryRecord): string {
    const { state, clock, name, isDefault } = this.#world;
    const request = state.fileRequests.get(delivery.referenceId ?? "");
    if (!request) throw new Error(`Delivery ${delivery.id} belongs to no file request`);
    const file = { referenceId: request.id, origin: request.origin, world: isDefault ? null : name };
    const event: FilesEvent = {
      eventType: "files",
      eventName: "file.ready",
      data: { reference_id: request.id, ...issueLink(file, state.program.linkSecret, clock.now()) },
    };
    const body = JSON.stringify(event);
    this.#world.write({ deliveries: [{ ...delivery, body }] });
    return body;
  }
}

export function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
