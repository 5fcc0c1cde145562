import "server-only";
import type pg from "pg";
import type { Person } from "@/lib/auth/people";
import {
  factorsRemovedMail,
  newDeviceMail,
  passwordChangedMail,
  recoveryMail,
  secondFactorMail,
  wrongCodeMail,
} from "@/lib/domain/mail/messages";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { formatDateTime } from "@/lib/domain/time/date-time";
import { env } from "@/lib/env";
import { queueMail } from "./outbox";

type Account = Pick<Person, "id" | "email" | "name">;

export async function queueNewDeviceMail(
  client: pg.ClientBase,
  person: Account,
  { address, userAgent }: { address: string | null; userAgent: string | null },
): Promise<void> {
  const url = new URL("/settings/profile", env().publicUrl).href;
  const browser = describeBrowser(userAgent);
  await queueMail(client, person, "new-device", newDeviceMail(person, { at: now(), address, browser, url }));
}

export async function queueWrongCodeMail(
  client: pg.ClientBase,
  person: Account,
  { address, userAgent }: { address: string | null; userAgent: string | null },
): Promise<void> {
  const url = new URL("/settings/profile", env().publicUrl).href;
  const browser = describeBrowser(userAgent);
  await queueMail(client, person, "wrong-code", wrongCodeMail(person, { at: now(), address, browser, url }));
}

export async function queuePasswordChangedMail(client: pg.ClientBase, person: Account): Promise<void> {
  await queueMail(client, person, "password-changed", passwordChangedMail(person, { at: now() }));
}

export async function queueFactorMail(
  client: pg.ClientBase,
  person: Account,
  kind: "authenticator" | "passkey",
  change: "added" | "removed",
): Promise<void> {
  await queueMail(client, person, "second-factor", secondFactorMail(person, { at: now(), kind, change }));
}

/** For a person who lost their factors. */
export async function queueFactorsRemovedMail(
  client: pg.ClientBase,
  person: Account,
  removedBy: string,
): Promise<void> {
  await queueMail(client, person, "second-factor", factorsRemovedMail(person, { at: now(), removedBy }));
}

/** To an admin who can confirm it. */
export async function queueRecoveryMail(
  client: pg.ClientBase,
  admin: Account,
  recovery: { requestedBy: string; what: string; person: string },
): Promise<void> {
  const url = new URL("/settings/team", env().publicUrl).href;
  await queueMail(client, admin, "recovery", recoveryMail(admin, { ...recovery, url }));
}

/** In UTC, because a mail doesn't know its reader's time zone. */
function now(): string {
  return formatDateTime(new Date(), { style: "full", timeZone: "UTC" });
}
