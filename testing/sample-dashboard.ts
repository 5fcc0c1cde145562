import { randomUUID } from "node:crypto";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { insertPerson } from "@/lib/auth/people";
import { rowContext, sealText } from "@/lib/db/seal";
import { inTransaction } from "@/lib/postgres/open-database";
import { captureReport } from "./captured-report";
import { indexCard, indexTransaction } from "./indexed-samples";

/** What an export must not change: quotes, line ends, tabs, backslashes, and characters outside the basic plane. */
const ODD_TEXT = 'Zoë "the\tbook" O\\Brien\r\n\\N 💳';

/** Fills a dashboard's database with rows of many kinds: encrypted ones, files, cards with totals, audit entries. */
export async function fillSampleDashboard(
  db: pg.Pool,
  { cards = 40 }: { cards?: number } = {},
): Promise<void> {
  const person = await insertPerson(db, {
    email: `${randomUUID()}@example.com`,
    name: ODD_TEXT,
    role: "admin",
    state: "active",
    passwordHash: null,
  });
  for (let count = 0; count < 3; count++) {
    const id = randomUUID();
    await db.query("insert into notes (id, subject, body, person_id) values ($1, 'card:1', $2, $3)", [
      id,
      sealText(ODD_TEXT, rowContext("notes.body", id)),
      person,
    ]);
  }
  await captureReport(db, {
    personId: person ?? "",
    content: ["id,amount\n", ...Array.from({ length: 5_000 }, (_, at) => `tx_${at},${at}.00\n`)],
  });
  for (let count = 0; count < cards; count++) {
    const card = await indexCard(db, { holder: ODD_TEXT });
    await indexTransaction(db, { cardId: card.id });
  }
  await db.query("insert into events (topic) select 'cards' from generate_series(1, 5)");
  // The IDs of deleted rows must not be used again.
  await db.query("delete from events where id > 3");
  for (let count = 0; count < 5; count++) await appendSampleEntry(db);
}

export async function appendSampleEntry(db: pg.Pool, target: string = randomUUID()): Promise<number> {
  return inTransaction(db, (client) =>
    appendAudit(client, { phase: "event", action: "card.freeze", outcome: "succeeded", target }),
  );
}
