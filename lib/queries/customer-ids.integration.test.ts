import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNote } from "@/lib/actions/add-note";
import { createCard } from "@/lib/actions/create-card";
import { seedDemoPeople } from "@/lib/auth/people";
import { readCard } from "@/lib/card-index/status/read-card";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestDashboard } from "@/testing/dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { signInAs } from "@/testing/sign-in-as";
import { getCustomer } from "./customer";

/** Each pair has the same last four digits and valid check digits. */
const NUMERIC_IDS = ["7000000000091111", "7000000000171111"] as const;
const CARD_NUMBERS = ["4111111111111111", "4111111110381111"] as const;

let db: Database;
let sandbox: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("manager");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
  await server.close();
  await sandbox.close();
});

const requestOf = (id: string) => {
  const request = sampleConsumerRequest();
  return { ...request, meta: { ...request.meta, id } };
};

/** Issues a card outside Cardwell and returns the customer ID that the dashboard has for it. */
async function issueElsewhere(id: string): Promise<string> {
  const { status, body } = await sandbox.api("POST", "/cards/", requestOf(id));
  expect(status).toBe(201);
  const read = await readCard(body.id);
  if (!read.ok) throw new Error("The card cannot be read");
  return read.data.externalCustomerId;
}

async function cardsOf(customerId: string) {
  const found = await getCustomer({ customerId });
  return found.ok ? found.data.customer.cards : found.error.code;
}

describe("customers whose IDs have a valid check digit", () => {
  it("keep separate IDs, notes and profiles", async () => {
    for (const id of NUMERIC_IDS) {
      expect(await createCard(randomUUID(), requestOf(id))).toMatchObject({
        ok: true,
        data: { externalCustomerId: id },
      });
      expect(await findCustomerProfile(id)).not.toBeNull();
      expect(
        await addNote(randomUUID(), { subject: `customer:${id}`, body: `Of ${id.slice(0, 4)}` }),
      ).toMatchObject({ ok: true });
    }
    for (const id of NUMERIC_IDS) {
      const found = await getCustomer({ customerId: id });
      expect(found).toMatchObject({ ok: true, data: { customer: { id, cards: 1 } } });
      expect(found.ok && found.data.notes).toHaveLength(1);
      const { rows } = await db.pool.query(
        "select action, body::json -> 'input' ->> 'subject' as subject from audit where target = $1 and phase = 'begin'",
        [id],
      );
      expect(rows).toEqual([{ action: "customer.note", subject: `customer:${id}` }]);
    }
  });
});

describe("customers whose IDs are card numbers", () => {
  it("stay separate, and no card number is stored", async () => {
    const [first, second] = [await issueElsewhere(CARD_NUMBERS[0]), await issueElsewhere(CARD_NUMBERS[1])];
    expect(first).toMatch(/^•••• 1111~[0-9a-f]{10}$/);
    expect(second).toMatch(/^•••• 1111~[0-9a-f]{10}$/);
    expect(second).not.toBe(first);
    expect(await issueElsewhere(CARD_NUMBERS[0])).toBe(first);
    expect(await cardsOf(first)).toBe(2);
    expect(await cardsOf(second)).toBe(1);
    await addNote(randomUUID(), { subject: `customer:${first}`, body: "Only here" });
    expect(await getCustomer({ customerId: second })).toMatchObject({ ok: true, data: { notes: [] } });
    const { rows } = await db.pool.query("select c::text as row from indexed_cards c");
    for (const number of CARD_NUMBERS) expect(JSON.stringify(rows)).not.toContain(number);
  });

  it("can't get a card with the masked ID, which would be a new customer at the issuer", async () => {
    const masked = await issueElsewhere(CARD_NUMBERS[0]);
    expect(await createCard(randomUUID(), requestOf(masked))).toMatchObject({
      ok: false,
      error: { fields: { "meta.id": "is masked, so a card can’t be issued with it" } },
    });
  });
});
