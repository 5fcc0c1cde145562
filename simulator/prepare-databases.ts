import { hashPassword } from "@/lib/auth/password";
import { insertPerson } from "@/lib/auth/people";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { pool } from "@/lib/db/database";
import { DEMO_API_KEY, DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { emptyPglite } from "@/testing/pglite-snapshots";
import { runOn } from "./edges/machines";
import { RestorableDatabase } from "./edges/restorable-database";
import { time } from "./edges/virtual-time";
import { ACCOUNTS, COLLEAGUES } from "./names";
import { type Databases, drive, driveUntilDone, ISSUER_URL, World } from "./world";

/** Long enough that the background work has created the queue's tables and the index has the first cards. */
const START_MS = 30_000;
const FIRST_CARDS = 3;

/** A seed's clock begins days later: no leftover lease is valid, and there are reports about the first day. */
export const PREPARED_AGE_MS = 3 * 86_400_000;

export type Prepared = { databases: Databases; cardIds: string[] };

/** Migrates both databases and starts a dashboard once, so that each seed begins where a first start ended. */
export async function prepareDatabases(): Promise<Prepared> {
  time.reset();
  const empty = await emptyPglite();
  const databases = {
    dashboard: await RestorableDatabase.create(empty),
    issuer: await RestorableDatabase.create(empty),
  };
  const world = await World.open(0, databases, () => "deliver");
  const cardIds: string[] = [];
  for (let card = 0; card < FIRST_CARDS; card++) cardIds.push(await driveUntilDone(issueCard(card)));
  await driveUntilDone(world.startDashboard(0));
  await drive(() => false, time.now + START_MS);
  const [dashboard] = world.dashboards;
  if (dashboard) await driveUntilDone(runOn(dashboard, null, addColleagues));
  await world.close();
  for (const database of Object.values(databases)) await database.keep();
  return { databases, cardIds };
}

async function addColleagues(): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const name of COLLEAGUES)
    await insertPerson(await pool(), { ...ACCOUNTS[name], state: "active", passwordHash, isDemo: true });
}

async function issueCard(number: number): Promise<string> {
  const response = await fetch(`${ISSUER_URL}${API_PREFIX}/cards/`, {
    method: "POST",
    headers: { [API_KEY_HEADER]: DEMO_API_KEY, "content-type": "application/json" },
    body: JSON.stringify(sampleConsumerRequest({ meta: { id: `first-customer-${number}` } })),
  });
  const card = (await response.json()) as { id: string };
  return card.id;
}
