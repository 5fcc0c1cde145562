import "server-only";
import type { MinuteValues } from "@/lib/domain/instances/measures";
import { quantile } from "@/lib/domain/instances/quantile";
import { FAILURE_KINDS, IS_ISSUER_RESPONSE } from "@/lib/issuer/connection";
import { STATIC_FILES } from "@/lib/logging/routes";
import { METRICS, OTHER } from "@/lib/metrics/metric-table";
import type { Recorder } from "@/lib/metrics/record";

const PROPER_ANSWERS = new Set<string>(["ok", ...FAILURE_KINDS.filter((kind) => IS_ISSUER_RESPONSE[kind])]);

export type Tallied = Pick<
  MinuteValues,
  "requests" | "failedRequests" | "pageMs" | "issuerCalls" | "failedIssuerCalls" | "issuerMs"
>;

/** Counts since the last reset what /metrics counts since the start of the process. */
export class MinuteTally implements Recorder {
  #requests = 0;
  #failedRequests = 0;
  #issuerCalls = 0;
  #failedIssuerCalls = 0;
  #pageSeconds = new Buckets(METRICS.cardwell_http_request_duration_seconds.buckets);
  #issuerSeconds = new Buckets(METRICS.cardwell_issuer_call_duration_seconds.buckets);

  count: Recorder["count"] = (name, labels) => {
    if (name === "cardwell_http_requests_total") {
      this.#requests += 1;
      if (labels.status === "5xx") this.#failedRequests += 1;
    } else if (name === "cardwell_issuer_calls_total") {
      this.#issuerCalls += 1;
      if (!PROPER_ANSWERS.has(labels.outcome ?? "")) this.#failedIssuerCalls += 1;
    }
  };

  observe: Recorder["observe"] = (name, labels, seconds) => {
    if (name === "cardwell_http_request_duration_seconds") {
      if (labels.method === "GET" && isPage(labels.route ?? OTHER)) this.#pageSeconds.add(seconds);
    } else if (name === "cardwell_issuer_call_duration_seconds") this.#issuerSeconds.add(seconds);
  };

  set: Recorder["set"] = () => undefined;

  read(): Tallied {
    return {
      requests: this.#requests,
      failedRequests: this.#failedRequests,
      pageMs: this.#pageSeconds.percentile95Ms(),
      issuerCalls: this.#issuerCalls,
      failedIssuerCalls: this.#failedIssuerCalls,
      issuerMs: this.#issuerSeconds.percentile95Ms(),
    };
  }

  reset(): void {
    this.#requests = 0;
    this.#failedRequests = 0;
    this.#issuerCalls = 0;
    this.#failedIssuerCalls = 0;
    this.#pageSeconds.reset();
    this.#issuerSeconds.reset();
  }
}

function isPage(route: string): boolean {
  return ![OTHER, STATIC_FILES, "/metrics"].includes(route) && !/^\/(api|\.well-known)\//.test(route);
}

class Buckets {
  #counts: number[] = [];

  constructor(readonly limits: readonly number[]) {
    this.reset();
  }

  add(value: number): void {
    const found = this.limits.findIndex((limit) => value <= limit);
    const bucket = found === -1 ? this.limits.length : found;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  percentile95Ms(): number | null {
    const seconds = quantile(0.95, this.limits, this.#counts);
    return seconds === null ? null : Math.round(seconds * 1000);
  }

  reset(): void {
    this.#counts = Array(this.limits.length + 1).fill(0);
  }
}
