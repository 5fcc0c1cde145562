import "server-only";
import type pg from "pg";

/** Publish `person:<id>` after the transaction. */
export async function notifyPerson(
  client: pg.ClientBase,
  personId: string,
  { kind, title, href }: { kind: string; title: string; href: string },
): Promise<void> {
  await client.query("insert into notifications (person_id, kind, title, href) values ($1, $2, $3, $4)", [
    personId,
    kind,
    title,
    href,
  ]);
}
