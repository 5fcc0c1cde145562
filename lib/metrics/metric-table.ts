import { ENDPOINTS } from "@/lib/contract/endpoints";
import { KNOWN_ACTIONS } from "@/lib/domain/people/action-labels";
import { REPORT_STATES } from "@/lib/domain/reports/report";
import { ERROR_CODES } from "@/lib/domain/result";
import { WEBHOOK_VERDICTS } from "@/lib/domain/webhook-delivery";
import { FAILURE_KINDS } from "@/lib/issuer/connection";
import { ROUTES, STATIC_FILES } from "@/lib/logging/routes";

export type MetricDefinition = {
  type: "counter" | "gauge" | "histogram";
  /** One sentence without a period, as Prometheus shows it. */
  help: string;
  /** Every value that a label can have. Any other is counted as "other", so that no input becomes a label. */
  labels: Record<string, readonly string[]>;
  /** The upper limits of a histogram. */
  buckets?: readonly number[];
};

/** The value of a label that is not in its list. */
export const OTHER = "other";

const REQUEST_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A call takes 10 s at most by default, and 120 s with the longest timeout. */
const CALL_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const ROUTE_LABELS = [...ROUTES, STATIC_FILES];
const ENDPOINT_NAMES = Object.keys(ENDPOINTS);
const LISTS = ["cards", "transactions"];

/** The jobs of lib/jobs/background-work.ts, which can't be imported here: they record metrics themselves. */
export const JOB_NAMES = [
  "approvals",
  "prune",
  "reconcile",
  "record-ended-floods",
  "report-work",
  "reseal",
  "runs",
  "send-mails",
  "settle-operations",
  "verify-audit",
];

/** What the database is asked for at a scrape (lib/metrics/sources). */
export const SOURCES = [
  "audit",
  "index",
  "mail",
  "operations",
  "queue",
  "reports",
  "runs",
  "webhooks",
] as const;
export type SourceName = (typeof SOURCES)[number];

/**
 * Every metric. To add one, add it here and call `count`, `observe` or `set` where it changes; values from the database
 * belong into a source (lib/metrics/sources). Names follow https://prometheus.io/docs/practices/naming.
 */
export const METRICS = {
  cardwell_build_info: {
    type: "gauge",
    help: "Always 1, labeled with the version and the ID of the build",
    labels: {
      version: [process.env.CARDWELL_VERSION ?? "development"],
      build_id: [process.env.CARDWELL_BUILD ?? "development"],
    },
  },

  cardwell_http_requests_total: {
    type: "counter",
    help: "Requests that were answered, by route and class of status",
    labels: { method: METHODS, route: ROUTE_LABELS, status: STATUS_CLASSES },
  },
  cardwell_http_request_duration_seconds: {
    type: "histogram",
    help: "Time from the request to the end of its response, without event streams and downloads",
    labels: { method: METHODS, route: ROUTE_LABELS },
    buckets: REQUEST_SECONDS,
  },
  cardwell_event_streams_open: {
    type: "gauge",
    help: "Event streams to browsers that are open in this process",
    labels: {},
  },

  cardwell_actions_total: {
    type: "counter",
    help: "Actions that people sent, by the result they were given",
    labels: { action: KNOWN_ACTIONS, outcome: ["succeeded", "approval-requested", ...ERROR_CODES] },
  },
  cardwell_operations_total: {
    type: "counter",
    help: "Audited operations that ran, for people, approvals, and bulk runs",
    labels: { action: KNOWN_ACTIONS, outcome: ["succeeded", ...ERROR_CODES] },
  },
  cardwell_operations_open: {
    type: "gauge",
    help: "Operations without a known outcome: in progress, being resolved, or left to a person",
    labels: { state: ["in-progress", "resolving", "needs-person"] },
  },
  cardwell_sign_ins_total: {
    type: "counter",
    help: "Attempts to sign in, by method and result",
    labels: {
      method: ["password", "passkey", "second-factor", "single-sign-on"],
      result: ["signed-in", "needs-factor", "rejected", "throttled", "expired", "busy", "failed"],
    },
  },

  cardwell_issuer_calls_total: {
    type: "counter",
    help: "Calls to the issuer, by outcome; circuit-open was not sent",
    labels: { endpoint: ENDPOINT_NAMES, outcome: ["ok", "circuit-open", ...FAILURE_KINDS] },
  },
  cardwell_issuer_call_duration_seconds: {
    type: "histogram",
    help: "Time of calls that were sent to the issuer, with retries and waiting",
    labels: { endpoint: ENDPOINT_NAMES },
    buckets: CALL_SECONDS,
  },
  cardwell_issuer_circuit_state: {
    type: "gauge",
    help: "1 for the state that the circuit breaker is in, 0 for the others",
    labels: { state: ["closed", "open", "half-open"] },
  },
  cardwell_issuer_last_success_timestamp_seconds: {
    type: "gauge",
    help: "When the issuer last gave this process a proper response",
    labels: {},
  },
  cardwell_issuer_clock_skew_seconds: {
    type: "gauge",
    help: "How far the issuer's clock is ahead of ours",
    labels: {},
  },

  cardwell_index_records: {
    type: "gauge",
    help: "Records in the card index",
    labels: { list: LISTS },
  },
  cardwell_index_lag_records: {
    type: "gauge",
    help: "Records that the issuer has and the card index lacks, as far as known",
    labels: { list: LISTS },
  },
  cardwell_index_filled: {
    type: "gauge",
    help: "1 once the card index has had every record, otherwise 0",
    labels: { list: LISTS },
  },
  cardwell_index_fresh_timestamp_seconds: {
    type: "gauge",
    help: "When the card index was last in sync with the issuer's newest records",
    labels: { list: LISTS },
  },
  cardwell_index_verified_timestamp_seconds: {
    type: "gauge",
    help: "When the card index was last compared with all of the issuer's records",
    labels: { list: LISTS },
  },

  cardwell_queue_jobs: {
    type: "gauge",
    help: "Jobs in the queue; failed ones of about the last hour",
    labels: { queue: JOB_NAMES, state: ["waiting", "active", "failed"] },
  },
  cardwell_job_last_success_timestamp_seconds: {
    type: "gauge",
    help: "When a run of the job last succeeded, if that was in the last hour",
    labels: { queue: JOB_NAMES },
  },
  cardwell_job_runs_total: {
    type: "counter",
    help: "Runs of a job in this process",
    labels: { queue: JOB_NAMES, outcome: ["succeeded", "failed"] },
  },
  cardwell_job_duration_seconds: {
    type: "histogram",
    help: "Time of a job's runs in this process",
    labels: { queue: JOB_NAMES },
    buckets: JOB_SECONDS,
  },

  cardwell_webhook_deliveries_total: {
    type: "counter",
    help: "Webhook deliveries that this process received, by the result of the signature check",
    labels: { verdict: WEBHOOK_VERDICTS },
  },
  cardwell_webhook_last_accepted_timestamp_seconds: {
    type: "gauge",
    help: "When the newest accepted webhook delivery was received",
    labels: {},
  },
  cardwell_webhook_awaited_since_timestamp_seconds: {
    type: "gauge",
    help: "When the oldest unanswered report was requested, if no webhook delivery was accepted since",
    labels: {},
  },
  cardwell_webhook_unprocessed: {
    type: "gauge",
    help: "Accepted webhook deliveries that are not processed yet",
    labels: {},
  },

  cardwell_report_requests: {
    type: "gauge",
    help: "Report requests by state",
    labels: { state: REPORT_STATES },
  },
  cardwell_report_oldest_timestamp_seconds: {
    type: "gauge",
    help: "Since when the oldest report request has been in this state",
    labels: { state: ["queued", "requested", "link-received"] },
  },
  cardwell_reports_late: {
    type: "gauge",
    help: "Scheduled reports that should be here by now",
    labels: {},
  },

  cardwell_run_items: {
    type: "gauge",
    help: "Cards of running bulk runs that are waiting or in progress",
    labels: { state: ["waiting", "sent"] },
  },
  cardwell_runs: {
    type: "gauge",
    help: "Bulk runs that have begun and are not finished",
    labels: { state: ["running", "paused"] },
  },
  cardwell_mails: {
    type: "gauge",
    help: "Mails in the outbox that are not sent",
    labels: { state: ["waiting", "sending", "unconfirmed", "failed"] },
  },
  cardwell_mail_oldest_waiting_timestamp_seconds: {
    type: "gauge",
    help: "When the oldest waiting mail was created",
    labels: {},
  },

  cardwell_audit_rows: {
    type: "gauge",
    help: "Rows of the audit log, by whether they were verified",
    labels: { state: ["verified", "unverified"] },
  },
  cardwell_audit_chain_intact: {
    type: "gauge",
    help: "1 if the last verification of the audit chain found no problem, 0 if the chain is broken",
    labels: {},
  },
  cardwell_audit_chain_verified_timestamp_seconds: {
    type: "gauge",
    help: "When the audit chain was last verified",
    labels: { pass: ["newest", "full"] },
  },

  cardwell_database_pool_connections: {
    type: "gauge",
    help: "Connections of this process to PostgreSQL",
    labels: { state: ["idle", "busy"] },
  },
  cardwell_database_pool_limit: {
    type: "gauge",
    help: "The highest number of connections to PostgreSQL",
    labels: {},
  },
  cardwell_database_pool_waiting: {
    type: "gauge",
    help: "Queries and transactions that are waiting for a connection to PostgreSQL",
    labels: {},
  },

  cardwell_metrics_source_failures_total: {
    type: "counter",
    help: "Reads of metrics from the database that failed or took too long",
    labels: { source: SOURCES },
  },
  cardwell_metrics_source_read_timestamp_seconds: {
    type: "gauge",
    help: "When metrics were last read from the database",
    labels: { source: SOURCES },
  },
} as const satisfies Record<`cardwell_${string}`, MetricDefinition>;

type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;

/** The metrics of one type. */
export type NameOf<Type extends MetricDefinition["type"]> = {
  [Name in MetricName]: Metrics[Name]["type"] extends Type ? Name : never;
}[MetricName];

export type LabelsOf<Name extends MetricName> = { [Label in keyof Metrics[Name]["labels"]]: string };
