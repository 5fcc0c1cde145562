import "server-only";
import type pg from "pg";
import { notifyPerson } from "@/lib/auth/notify-person";
import { lockPerson } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { queueWrongCodeMail } from "@/lib/mail/account-mail";

const KIND = "wrong-code";

/**
 * After the right password and a wrong second factor: whoever entered them knows the password. Once a day, so that a
 * guesser can't fill the mailbox. Call `sendMails` and publish `person:<id>` afterward.
 */
export async function warnOfKnownPassword(
  client: pg.ClientBase,
  personId: string,
  { address, userAgent }: Pick<RequestInfo, "address" | "userAgent">,
): Promise<void> {
  const person = await lockPerson(client, personId);
  const { rowCount } = await client.query(
    "select from notifications where person_id = $1 and kind = $2 and created_at > now() - interval '1 day' limit 1",
    [personId, KIND],
  );
  if (!person || rowCount) return;
  const title = `Your password was entered with a wrong code: ${describeBrowser(userAgent)}, ${address}`;
  await notifyPerson(client, personId, { kind: KIND, title, href: "/settings/profile" });
  await queueWrongCodeMail(client, person, { address, userAgent });
}
