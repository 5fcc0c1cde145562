import "server-only";
import { countStreams } from "@/lib/events/stream-hub";
import { issuer } from "@/lib/issuer/issuer";
import type { Database } from "@/lib/postgres/database";
import { METRICS } from "./metric-table";
import type { MetricsRegistry } from "./registry";

/** What this process knows without asking anyone. */
export function setProcessValues(registry: MetricsRegistry): void {
  const { version, build_id } = METRICS.cardwell_build_info.labels;
  registry.set("cardwell_build_info", { version: version[0], build_id: build_id[0] }, 1);
  registry.set("cardwell_event_streams_open", {}, countStreams());
  const { breaker, lastSuccessAt, clockSkewMs } = issuer().state();
  for (const state of METRICS.cardwell_issuer_circuit_state.labels.state)
    registry.set("cardwell_issuer_circuit_state", { state }, state === breaker ? 1 : 0);
  if (lastSuccessAt)
    registry.set("cardwell_issuer_last_success_timestamp_seconds", {}, Date.parse(lastSuccessAt) / 1000);
  if (clockSkewMs !== null) registry.set("cardwell_issuer_clock_skew_seconds", {}, clockSkewMs / 1000);
}

/** The embedded database has no pool. */
export function setPoolValues(registry: MetricsRegistry, { engine, pool }: Database): void {
  if (engine === "pglite") return;
  const { totalCount, idleCount, waitingCount, options } = pool;
  registry.set("cardwell_database_pool_connections", { state: "idle" }, idleCount);
  registry.set("cardwell_database_pool_connections", { state: "busy" }, totalCount - idleCount);
  registry.set("cardwell_database_pool_limit", {}, options.max);
  registry.set("cardwell_database_pool_waiting", {}, waitingCount);
}
