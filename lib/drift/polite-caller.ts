import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createExchange, type Exchange, type Fetch, type ReceivedResponse } from "@/lib/issuer/exchange";

export type CallerOptions = {
  url: string;
  key: string;
  timeoutMs: number;
  /** Repeated calls count too. */
  maxCalls: number;
  /** Between two calls. */
  pauseMs: number;
  fetch?: Fetch;
  sleep?(durationMs: number): Promise<unknown>;
};

const MAX_ATTEMPTS = 3;
/** An issuer that wants a longer pause is left alone. */
const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 2_000;
/** After so many questions in a row, or the very first, it is down, and more would only add load. */
const MAX_UNANSWERED = 3;
/** Accepted by no issuer. */
const WRONG_KEY = "sk_wrong_key_for_drift_check";

/** Reads from the issuer one call after the other, never in parallel, and only with GET. */
export class PoliteCaller {
  readonly #options: CallerOptions;
  #calls = 0;
  #hasAnswered = false;
  #unanswered = 0;
  #stopReason: string | null = null;
  #hasFailed = false;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  get calls(): number {
    return this.#calls;
  }

  /** Why it asks nothing more; null if it does. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** Whether a question got no answer, rather than being left out because of the limit. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Null if there was no answer: an outage, or no more calls. */
  async get(path: string, { withWrongKey = false } = {}): Promise<ReceivedResponse | null> {
    const { url, key, maxCalls, timeoutMs, fetch: send = fetch, sleep = pause, pauseMs } = this.#options;
    const exchange = createExchange({
      url,
      key: withWrongKey ? WRONG_KEY : key,
      fetch: send,
      now: () => Date.now(),
    });
    for (let attempt = 1; this.#stopReason === null; attempt += 1) {
      if (this.#calls >= maxCalls) {
        this.#stopReason = `The limit of ${maxCalls} calls is reached.`;
        return null;
      }
      if (this.#calls > 0) await sleep(pauseMs);
      this.#calls += 1;
      const answer = await exchange({
        method: "GET",
        path,
        body: undefined,
        requestId: randomUUID(),
        timeoutMs,
      });
      if (isAnswered(answer)) {
        this.#hasAnswered = true;
        this.#unanswered = 0;
        return answer;
      }
      const waitMs = waitAfter(answer);
      if (waitMs > MAX_WAIT_MS)
        this.stop(`The issuer asks to wait for ${Math.ceil(waitMs / 1000)} seconds before the next call.`);
      else if (attempt === MAX_ATTEMPTS) {
        this.#giveUp(answer);
        return null;
      } else await sleep(waitMs);
    }
    return null;
  }

  stop(reason: string): void {
    this.#stopReason = reason;
    this.#hasFailed = true;
  }

  #giveUp(answer: Exchange): void {
    this.#hasFailed = true;
    this.#unanswered += 1;
    if (this.#hasAnswered && this.#unanswered < MAX_UNANSWERED) return;
    this.stop(`The issuer does not answer: ${describe(answer)}.`);
  }
}

function isAnswered(answer: Exchange): answer is ReceivedResponse {
  return answer.type === "response" && answer.status !== 429 && answer.status < 500;
}

function waitAfter(answer: Exchange): number {
  return (answer.type === "response" ? answer.retryAfterMs : null) ?? DEFAULT_WAIT_MS;
}

function describe(answer: Exchange): string {
  if (answer.type === "response") return `status ${answer.status}`;
  return answer.isTimeout ? "timeout" : (answer.code ?? "no connection");
}
