export type MeasureDefinition = {
  title: string;
  unit: "count" | "milliseconds" | "bytes";
  /** Each copy has a value of its own, or all copies read the same one from the database. */
  scope: "copy" | "shared";
  /** How the values of several copies become one. */
  together: "sum" | "highest";
  /** What the value is about: happened during the minute, or was so at its end. */
  time: "during" | "at-end";
};

/** What each copy records every minute, in the order of the charts. To add one, add it here and to the sampler. */
export const MEASURES = {
  requests: { title: "Requests", unit: "count", scope: "copy", together: "sum", time: "during" },
  failedRequests: {
    title: "Failed requests",
    unit: "count",
    scope: "copy",
    together: "sum",
    time: "during",
  },
  pageMs: {
    title: "Page time, 95th percentile",
    unit: "milliseconds",
    scope: "copy",
    together: "highest",
    time: "during",
  },
  eventStreams: { title: "Event streams", unit: "count", scope: "copy", together: "sum", time: "at-end" },
  issuerCalls: { title: "Issuer calls", unit: "count", scope: "copy", together: "sum", time: "during" },
  failedIssuerCalls: {
    title: "Failed issuer calls",
    unit: "count",
    scope: "copy",
    together: "sum",
    time: "during",
  },
  issuerMs: {
    title: "Issuer time, 95th percentile",
    unit: "milliseconds",
    scope: "copy",
    together: "highest",
    time: "during",
  },
  missingRecords: {
    title: "Records missing from the index",
    unit: "count",
    scope: "shared",
    together: "highest",
    time: "at-end",
  },
  waitingJobs: { title: "Waiting jobs", unit: "count", scope: "shared", together: "highest", time: "at-end" },
  unprocessedWebhooks: {
    title: "Unprocessed webhooks",
    unit: "count",
    scope: "shared",
    together: "highest",
    time: "at-end",
  },
  loopDelayMs: {
    title: "Longest event loop delay",
    unit: "milliseconds",
    scope: "copy",
    together: "highest",
    time: "during",
  },
  memoryBytes: { title: "Memory", unit: "bytes", scope: "copy", together: "highest", time: "at-end" },
} as const satisfies Record<string, MeasureDefinition>;

export type Measure = keyof typeof MEASURES;

export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** Null if there was nothing to measure, such as the time of pages while none was opened. */
export type MinuteValues = Record<Measure, number | null>;
