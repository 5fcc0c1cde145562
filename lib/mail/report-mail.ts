import "server-only";
import type pg from "pg";
import type { Person } from "@/lib/auth/people";
import { reportMail } from "@/lib/domain/mail/messages";
import type { NoticeText } from "@/lib/domain/reports/report-notice";
import { env } from "@/lib/env";
import { queueMail } from "./outbox";

/** To a subscriber. Call `sendMails` after the transaction. */
export async function queueReportMail(
  client: pg.ClientBase,
  person: Pick<Person, "id" | "email" | "name">,
  { title, lines, href }: NoticeText,
): Promise<void> {
  const url = new URL(href, env().publicUrl).href;
  await queueMail(client, person, "report", reportMail(person, { title, lines, url }));
}
