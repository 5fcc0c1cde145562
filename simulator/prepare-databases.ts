import { API_PREFIX } from "@/lib/contract/endpoints";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { emptyPglite } from "@/testing/pglite-snapshots";
import { hash } from "./edges/argon2";
import { RestorableDatabase } from "./edges/restorable-database";
import { time } from "./edges/virtual-time";
import { ACCOUNTS, COLLEAGUES } from "./names";
import { askIssuer, type Databases, drive, driveUntilDone, World } from "./world";

/** Long enough that the background work has created the queue's tables and the index has the first cards. */
const START_MS = 30_000;
const FIRST_CARDS = 3;

/** A seed's clock begins days later: no leftover lease is valid, and there are reports about the first day. */
export const PREPARED_AGE_MS = 3 * 86_400_000;

export type Prepared = { databases: Databases; cardIds: string[] };

/** Migrates the database and starts a dashboard once, so that each seed begins where a first start ended. */
export async function prepareDatabases(): Promise<Prepared> {
  time.reset();
  const dashboard = await RestorableDatabase.create(await emptyPglite());
  const world = await World.open(0, { dashboard, issuer: null }, () => "deliver");
  const cardIds: string[] = [];
  for (let card = 0; card < FIRST_CARDS; card++) cardIds.push(await driveUntilDone(issueCard(card)));
  for (const [index, cardId] of cardIds.entries()) await driveUntilDone(settlePurchase(cardId, 10 + index));
  await driveUntilDone(world.startDashboard(0));
  await drive(() => false, time.now + START_MS);
  await world.close();
  await addColleagues(dashboard);
  await dashboard.keep();
  return { databases: { dashboard, issuer: world.issuerState }, cardIds };
}

/** Without a dashboard, which would do more than that. */
async function addColleagues({ pglite }: RestorableDatabase): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD);
  for (const colleague of COLLEAGUES) {
    const { id, email, name, role } = ACCOUNTS[colleague];
    await pglite.query(
      `insert into people (id, email, name, role, state, password_hash, is_demo)
       values ($1, $2, $3, $4, 'active', $5, true)`,
      [id, email, name, role, passwordHash],
    );
  }
}

async function issueCard(number: number): Promise<string> {
  const request = sampleConsumerRequest({ meta: { id: `first-customer-${number}` } });
  const card = (await (await askIssuer(`${API_PREFIX}/cards/`, request)).json()) as { id: string };
  return card.id;
}

/** So that a settlement file has rows. */
async function settlePurchase(cardId: string, amount: number): Promise<void> {
  const authorized = await askIssuer("/sandbox/authorizations", { cardId, amount });
  const { transaction } = (await authorized.json()) as { transaction: { id: string } };
  const cleared = await askIssuer(`/sandbox/transactions/${transaction.id}/clear`, {});
  if (!cleared.ok) throw new Error("The purchase was not cleared");
}
