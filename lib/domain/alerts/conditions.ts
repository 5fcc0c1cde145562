export type Condition = {
  /** What is wrong, as a heading: "Issuer unreachable". */
  title: string;
  /** When it opens, in one sentence for people who choose topics. */
  meaning: string;
  severity: "critical" | "warning";
  /** How long it must be seen before it is an alert. The same as in deploy/alerts.yaml, where that has it. */
  openAfterMinutes: number;
  /** What to do, in one or two sentences. */
  remedy: string;
  /** Where to do it. */
  page: string;
  /** What the all-clear says. */
  over: string;
  /** While this other alert is open, it explains the condition, and nobody is told twice. */
  causedBy?: string;
  /** Each copy watches its own machine. */
  isPerMachine?: true;
};

/** Everything that alerts are about. A name is stored with channels and alerts, so it can't be changed. */
export const CONDITIONS = {
  "issuer-unreachable": {
    title: "Issuer unreachable",
    meaning: "No call to the issuer has succeeded for 3 minutes.",
    severity: "critical",
    openAfterMinutes: 3,
    remedy: "Cards can be read, but not changed. Test the connection, and ask the issuer.",
    page: "/settings/connection",
    over: "The issuer answers again.",
  },
  "issuer-rejects-key": {
    title: "Issuer rejects our key",
    meaning: "The issuer doesn’t accept our API key.",
    severity: "critical",
    openAfterMinutes: 0,
    remedy: "Check CARD_API_KEY, and whether the key was rotated or has expired at the issuer.",
    page: "/settings/connection",
    over: "The issuer accepts the key again.",
  },
  "index-stale": {
    title: "Card index outdated",
    meaning: "Our copy of the issuer’s cards and transactions is more than 5 minutes old.",
    severity: "warning",
    openAfterMinutes: 1,
    remedy: "Searches and lists may be outdated. Look for errors of the index sync in the log.",
    page: "/settings/connection",
    over: "The card index is in sync again.",
    causedBy: "issuer-unreachable",
  },
  "webhooks-silent": {
    title: "No webhooks",
    meaning: "A report was requested over an hour ago, and no webhook has arrived since.",
    severity: "warning",
    openAfterMinutes: 5,
    remedy: "Ask the issuer whether it delivers to our webhook URL, and with which result.",
    page: "/webhooks",
    over: "Webhooks arrive again, or none is expected anymore.",
  },
  "webhooks-forged": {
    title: "Webhook deliveries rejected",
    meaning: "A delivery to our webhook URL failed the signature check.",
    severity: "warning",
    openAfterMinutes: 0,
    remedy: "Somebody else sends them, or the webhook secret differs from the issuer’s. See the reasons.",
    page: "/webhooks",
    over: "No delivery was rejected in the last 15 minutes.",
  },
  "report-failed": {
    title: "Reports failed",
    meaning: "A report that was requested can’t be delivered.",
    severity: "warning",
    openAfterMinutes: 0,
    remedy: "See the reasons, and request the reports again.",
    page: "/reports",
    over: "No report failed in the last hour.",
  },
  "report-late": {
    title: "Scheduled reports late",
    meaning: "A report of a schedule isn’t here when it should be.",
    severity: "warning",
    openAfterMinutes: 5,
    remedy: "See which are missing, and ask the issuer about them.",
    page: "/reports/coverage",
    over: "No scheduled report is late.",
  },
  "outcome-unknown": {
    title: "Outcome unknown: a person is needed",
    meaning: "We can’t find out whether the issuer carried out an action.",
    severity: "critical",
    openAfterMinutes: 0,
    remedy:
      "The issuer’s records don’t tell what happened. Ask the issuer, and record the outcome on the overview. Don’t repeat the action.",
    page: "/",
    over: "Every outcome is known.",
  },
  "audit-broken": {
    title: "Audit log altered",
    meaning: "An entry of the audit log was edited or removed.",
    severity: "critical",
    openAfterMinutes: 0,
    remedy: "Keep the database as it is, and run npm run audit:verify, which names the first broken entry.",
    page: "/audit",
    over: "The audit log was verified again and is intact.",
  },
  "audit-unverified": {
    title: "Audit log not verified",
    meaning: "The audit log hasn’t been checked for changes for 15 minutes.",
    severity: "warning",
    openAfterMinutes: 5,
    remedy: "The job verify-audit should do so every minute. See whether it runs.",
    page: "/settings/connection",
    over: "The audit log is verified again.",
  },
  "job-failing": {
    title: "Job fails",
    meaning: "A job in the background failed 3 times in 15 minutes.",
    severity: "warning",
    openAfterMinutes: 0,
    remedy: "See what the job does, and look in the log for why it fails.",
    page: "/settings/connection",
    over: "The job has not failed repeatedly in the last 15 minutes.",
  },
  "job-stopped": {
    title: "Job doesn’t run",
    meaning: "A job in the background hasn’t succeeded for half an hour.",
    severity: "warning",
    openAfterMinutes: 30,
    remedy: "See what the job does. If no job runs, restart the copies one after another.",
    page: "/settings/connection",
    over: "The job runs again.",
  },
  "mail-stuck": {
    title: "Email can’t be sent",
    meaning: "Email has been waiting for more than half an hour.",
    severity: "warning",
    openAfterMinutes: 5,
    remedy: "Check SMTP_URL, and send a test email.",
    page: "/settings/alerts",
    over: "No email has been waiting for long.",
  },
  "disk-full": {
    title: "Disk almost full",
    meaning: "The disk of a machine that Cardwell runs on has little space left.",
    severity: "critical",
    openAfterMinutes: 5,
    remedy: "Free some space, or enlarge the disk.",
    page: "/settings/connection",
    over: "The disk has enough space again, or its machine has been gone for a day.",
    isPerMachine: true,
  },
  "database-full": {
    title: "Database near its limit",
    meaning: "The database is near its size limit, or near its limit of connections.",
    severity: "critical",
    openAfterMinutes: 5,
    remedy: "Enlarge the limit, or shorten the retention of what grows.",
    page: "/settings/connection",
    over: "The database is below its limits again.",
  },
  "certificate-expiring": {
    title: "Certificate expires soon",
    meaning: "A certificate of Cardwell or the issuer expires within 14 days.",
    severity: "warning",
    openAfterMinutes: 0,
    remedy: "Renew the certificate. If it is the issuer’s, ask the issuer.",
    page: "/settings/connection",
    over: "The certificate is valid for longer.",
  },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof CONDITIONS;

export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];

/** A condition by its stored name; null if only another version knows it. */
export function findCondition(name: string): Condition | null {
  return Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name as ConditionName] : null;
}

/** Sent to a channel every hour, beside the conditions. */
export const AUDIT_HEAD = "audit-head";

/** What a channel can be told. */
export const ALERT_TOPICS = [...CONDITION_NAMES, AUDIT_HEAD] as const;
export type AlertTopic = (typeof ALERT_TOPICS)[number];

export function topicTitle(topic: AlertTopic): string {
  return topic === AUDIT_HEAD ? "Head of the audit log, every hour" : CONDITIONS[topic].title;
}

export function topicMeaning(topic: AlertTopic): string {
  return topic === AUDIT_HEAD
    ? "Its newest hash. Whoever keeps it elsewhere can tell later whether the log was rewritten."
    : CONDITIONS[topic].meaning;
}
