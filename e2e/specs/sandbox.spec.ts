import { expect, test } from "@/e2e/fixtures/test";

test("the issuer is ready with its demo world", async ({ sandbox }) => {
  const { scenario, counts } = await sandbox.health();
  expect(scenario).toBe("demo");
  expect(counts.cards).toBeGreaterThan(100);
});

test("lists cards with the API key, newest first", async ({ sandbox }) => {
  const issued = await sandbox.issueCard({ holder: "Ada Lovelace" });
  const { results } = await sandbox.listCards();
  // Another file may have left cards of later days in this world.
  expect(results).toContainEqual(expect.objectContaining({ id: issued.id, cardholderName: "Ada Lovelace" }));
  const created = results.map((card) => card.created);
  expect(created).toEqual(created.toSorted().reverse());
});

test("rejects a call without the API key", async ({ sandbox, request }) => {
  const response = await request.get(`${sandbox.url}/api/v1/merchant/cards/`);
  expect(response.status()).toBe(401);
});

test("approves and clears a purchase, and reduces the available credit", async ({ sandbox }) => {
  const card = await sandbox.issueCard({ spendLimit: 100 });
  const { approved, transaction } = await sandbox.authorize(card.id, 40, { merchant: "Kowloon Hardware" });
  expect(approved).toBe(true);
  await sandbox.clear(transaction.id);
  expect(await sandbox.getCard(card.id)).toMatchObject({ availableCredit: 60 });
  expect(await sandbox.authorize(card.id, 61)).toMatchObject({ approved: false });
});
