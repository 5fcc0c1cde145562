import type { MailContent } from "@/lib/domain/mail/mail-content";
import { formatDateTime } from "@/lib/domain/time/date-time";
import { CONDITIONS, type ConditionName } from "./conditions";

/** What a channel is told, as a signed webhook has it. No personal data, card numbers, or keys. */
export type AlertMessage = {
  type: "alert.opened" | "alert.cleared" | "alert.test" | "audit.head";
  /** When it was created, in ISO 8601. */
  timestamp: string;
  data: {
    /** The host of the dashboard. */
    program: string;
    title: string;
    text: string;
    /** What to do; null if nothing is. */
    remedy: string | null;
    /** The page of the dashboard where to do it. */
    url: string;
    alert?: {
      id: string;
      condition: ConditionName;
      /** Which job, list, machine, or host it is about; empty if there is only one. */
      subject: string;
      severity: "critical" | "warning";
      since: string;
      clearedAt: string | null;
    };
    /** For `npm run audit:verify -- --against`. */
    head?: string;
  };
};

export type ToldAlert = {
  id: string;
  condition: ConditionName;
  subject: string;
  /** What was found when it was opened. */
  detail: string;
  firstSeenAt: Date;
};

export function openedMessage(alert: ToldAlert, now: Date, publicUrl: URL): AlertMessage {
  const { title, remedy } = CONDITIONS[alert.condition];
  const text = `${alert.detail} Since ${inUtc(alert.firstSeenAt)}.`;
  return alertMessage("alert.opened", alert, { title, text, remedy, clearedAt: null }, now, publicUrl);
}

export function clearedMessage(alert: ToldAlert, now: Date, publicUrl: URL): AlertMessage {
  const { title, over } = CONDITIONS[alert.condition];
  const text = `${over} It began at ${inUtc(alert.firstSeenAt)}.`;
  const content = { title: `All clear: ${title}`, text, remedy: null, clearedAt: now };
  return alertMessage("alert.cleared", alert, content, now, publicUrl);
}

export function headMessage(head: string, now: Date, publicUrl: URL): AlertMessage {
  return {
    type: "audit.head",
    timestamp: now.toISOString(),
    data: {
      program: publicUrl.host,
      title: "Head of the audit log",
      text: head,
      remedy: `Keep it. If the audit log is in doubt, run npm run audit:verify -- --against ${head}`,
      url: new URL("/audit", publicUrl).href,
      head,
    },
  };
}

export function testMessage(now: Date, publicUrl: URL): AlertMessage {
  return {
    type: "alert.test",
    timestamp: now.toISOString(),
    data: {
      program: publicUrl.host,
      title: "Test alert",
      text: "Alerts from Cardwell arrive here.",
      remedy: null,
      url: new URL("/settings/alerts", publicUrl).href,
    },
  };
}

function alertMessage(
  type: AlertMessage["type"],
  { id, condition, subject, firstSeenAt }: ToldAlert,
  content: { title: string; text: string; remedy: string | null; clearedAt: Date | null },
  now: Date,
  publicUrl: URL,
): AlertMessage {
  const { severity, page } = CONDITIONS[condition];
  const { title, text, remedy, clearedAt } = content;
  return {
    type,
    timestamp: now.toISOString(),
    data: {
      program: publicUrl.host,
      title: subject ? `${title}: ${subject}` : title,
      text,
      remedy,
      url: new URL(page, publicUrl).href,
      alert: {
        id,
        condition,
        subject,
        severity,
        since: firstSeenAt.toISOString(),
        clearedAt: clearedAt?.toISOString() ?? null,
      },
    },
  };
}

/** The body of a Slack-compatible webhook. */
export function slackBody({ data: { program, title, text, remedy, url } }: AlertMessage): { text: string } {
  const lines = [`*${escapeSlack(title)}* (${escapeSlack(program)})`, escapeSlack(text)];
  if (remedy) lines.push(escapeSlack(remedy));
  return { text: [...lines, `<${url}>`].join("\n") };
}

function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function alertMail({ data: { program, title, text, remedy, url } }: AlertMessage): MailContent {
  return {
    subject: `${title} (${program})`,
    greeting: "Hello,",
    paragraphs: [text, ...(remedy ? [remedy] : [])],
    link: { label: "Open Cardwell", url },
    reason: "You receive this email because an admin chose it in Settings, Alerts.",
  };
}

/** A message doesn't know its reader's time zone. */
function inUtc(at: Date): string {
  return formatDateTime(at, { style: "full", timeZone: "UTC" });
}
