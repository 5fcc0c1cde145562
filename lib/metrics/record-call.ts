import "server-only";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { IssuerFailure, IssuerResult } from "@/lib/issuer/failure";
import { count, observe } from "./record";

export function recordCall(endpoint: EndpointName, result: IssuerResult<unknown>): void {
  const outcome = result.ok ? "ok" : outcomeOf(result.failure);
  count("cardwell_issuer_calls_total", { endpoint, outcome });
  const { attempts, durationMs } = result.ok ? result.response : result.failure;
  if (attempts > 0) observe("cardwell_issuer_call_duration_seconds", { endpoint }, durationMs / 1000);
}

function outcomeOf(failure: IssuerFailure): string {
  return failure.kind === "unavailable" && failure.breakerOpen ? "circuit-open" : failure.kind;
}
