import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Difference } from "@/lib/contract/drift/difference";
import { createIssuer } from "@/lib/issuer/create-issuer";
import { pruneJob } from "@/lib/jobs/prune";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { createDriftRecorder } from "./drift-recorder";
import { clearDrift, listDrift, MAX_STORED_KINDS, storeDrift } from "./stored-drift";

const ORIGIN = "https://issuer.example";

let db: Database & { close(): Promise<void> };
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(() => db.pool.query("truncate issuer_drift"));

const difference = (change: Partial<Difference>): Difference => ({
  kind: "unknown-field",
  endpoint: "listCards",
  field: "results[].nickname",
  value: "",
  effect: "harmless",
  contract: "2.1 Card: does not have this field",
  example: '"Aaa"',
  seen: 1,
  ...change,
});

it("counts a difference with its first and last time, and keeps the first example", async () => {
  await storeDrift([difference({ seen: 3 })]);
  await db.pool.query(
    "update issuer_drift set first_at = now() - interval '2 days', last_at = now() - interval '1 day'",
  );
  await storeDrift([
    difference({ seen: 4, example: "null" }),
    difference({ kind: "new-value", effect: "broken", value: "ON_HOLD" }),
  ]);
  const [broken, known, ...others] = await listDrift();
  expect(others).toEqual([]);
  expect(broken).toMatchObject({ title: "Unknown value", effect: "broken", call: "GET /cards/", seen: 1 });
  expect(known).toMatchObject({ seen: 7, example: '"Aaa"', meaning: "The dashboard ignores it." });
  expect((known?.lastAt.getTime() ?? 0) - (known?.firstAt.getTime() ?? 0)).toBeGreaterThan(86_400_000);
});

it("keeps a bounded number of kinds, and goes on counting those", async () => {
  const many = Array.from({ length: MAX_STORED_KINDS + 50 }, (_, index) =>
    difference({ field: `f${index}` }),
  );
  await storeDrift(many);
  await storeDrift(many);
  const stored = await listDrift();
  expect(stored).toHaveLength(MAX_STORED_KINDS);
  expect(stored.every(({ seen }) => seen === 2)).toBe(true);
});

it("is shown if another version of the dashboard stored it", async () => {
  await storeDrift([difference({})]);
  await db.pool.query("update issuer_drift set kind = 'later', endpoint = 'laterCall', effect = 'odd'");
  expect(await listDrift()).toMatchObject([{ title: "later", call: "laterCall", effect: "shown" }]);
});

it("is forgotten 30 days after it was last seen, or when it is cleared", async () => {
  await storeDrift([difference({ field: "old" }), difference({ field: "new" })]);
  await db.pool.query("update issuer_drift set first_at = now() - interval '90 days'");
  await db.pool.query("update issuer_drift set last_at = now() - interval '31 days' where field = 'old'");
  await pruneJob.run({});
  expect(await listDrift()).toMatchObject([{ field: "new" }]);
  expect(await clearDrift()).toBe(1);
  expect(await listDrift()).toEqual([]);
});

const CARD = {
  id: "0f9b6a52-6f0c-4c55-9b7e-0d8d8f1a2b3c",
  currency: "USD",
  lastFour: "4471",
  externalCustomerId: "cust_1",
  cardholderName: "Ada Lovelace",
  cardName: "Travel",
  cardDesign: "classic",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-15T14:03:22+0000",
};

/** The dashboard's client, with an issuer that answers with these rows. */
function clientFor(...results: object[]) {
  return createIssuer({
    url: ORIGIN,
    key: "sk_live_canary_0123456789",
    timeoutMs: 5_000,
    onAnswer: createDriftRecorder(ORIGIN),
    fetch: async () => Response.json({ results, count: results.length, next: null, previous: null }),
  });
}

it("stores what the dashboard's own calls see, while they work as before", async () => {
  const drifted = { ...CARD, status: "ON_HOLD", nickname: "Ada Lovelace", cvv: "123" };
  const result = await clientFor(CARD, drifted).listCards();
  expect(result).toMatchObject({
    ok: true,
    data: { results: [{ status: "ACTIVE" }, { status: "ON_HOLD" }] },
  });
  await expect.poll(listDrift).toHaveLength(3);
  const stored = await listDrift();
  expect(stored.map(({ title, field, example }) => [title, field, example]).sort()).toEqual([
    ["Field for a card secret", "cvv", ""],
    ["Unknown field", "results[].nickname", '"Aaa Aaaaaaaa"'],
    ["Unknown value", "results[].status", "ON_HOLD"],
  ]);
  const { rows } = await db.pool.query("select string_agg(d::text, '') as text from issuer_drift d");
  expect(rows[0].text).not.toContain("Lovelace");
});

it("stores nothing for answers that follow the contract", async () => {
  await clientFor(CARD).listCards();
  await clientFor({ ...CARD, cardName: null }).listCards();
  await expect.poll(listDrift).toHaveLength(1);
  expect(await listDrift()).toMatchObject([{ title: "Null instead of a value", seen: 1, effect: "broken" }]);
});
