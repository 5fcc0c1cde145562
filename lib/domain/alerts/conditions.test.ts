import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ALERT_TOPICS, CONDITIONS, type ConditionName, topicMeaning } from "./conditions";

/** The issuer's rule counts calls over three minutes instead. */
const SAME_AS_RULE: Partial<Record<ConditionName, string>> = {
  "issuer-rejects-key": "CardwellIssuerRejectsKey",
  "index-stale": "CardwellIndexStale",
  "webhooks-silent": "CardwellWebhooksSilent",
  "webhooks-forged": "CardwellWebhooksForged",
  "report-failed": "CardwellReportFailed",
  "report-late": "CardwellReportLate",
  "outcome-unknown": "CardwellOutcomeNeedsPerson",
  "audit-broken": "CardwellAuditChainBroken",
  "audit-unverified": "CardwellAuditNotVerified",
  "job-failing": "CardwellJobFailing",
  "job-stopped": "CardwellJobNotRunning",
  "mail-stuck": "CardwellMailStuck",
};
const RULES = readFileSync(new URL("../../../deploy/alerts.yaml", import.meta.url), "utf8").split(
  "- alert: ",
);

it.each(Object.entries(SAME_AS_RULE))("%s opens after the same time as %s, as severe", (name, rule) => {
  const text = RULES.find((one) => one.startsWith(`${rule}\n`)) ?? "";
  const { openAfterMinutes, severity } = CONDITIONS[name as ConditionName];
  expect(Number(/^ +for: (\d+)m$/m.exec(text)?.[1] ?? 0)).toBe(openAfterMinutes);
  expect(/severity: (\w+)/.exec(text)?.[1]).toBe(severity);
});

it.each(ALERT_TOPICS)("%s is explained in a sentence or two", (topic) => {
  expect(topicMeaning(topic)).toMatch(/^[A-Z].{20,110}\.$/);
});
