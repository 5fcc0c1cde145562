import { afterAll, beforeAll, expect, test } from "vitest";
import { RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { describeRows } from "./rows";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.close());

async function issue(): Promise<string> {
  const { status, body } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 1000 }));
  expect(status).toBe(201);
  return body.id;
}
const retrieve = async (id: string) => (await world.api("GET", `/cards/${id}/`)).body;
const freeze = (id: string, on: boolean) => world.api("PUT", `/cards/${id}/freeze/`, { freeze: on });
const block = (id: string, reason: string) => world.api("PUT", `/cards/${id}/block/`, { reason });
const reissue = (id: string, body: object) => world.api("PUT", `/cards/${id}/replace/`, body);
const buy = async (cardId: string, credentials = {}) =>
  (await world.call("POST", "/sandbox/authorizations", { cardId, amount: 1, ...credentials })).body;

describeRows("3 States", {
  "ACTIVE: block → BLOCKED": async () => {
    const id = await issue();
    expect((await block(id, "stolen")).status).toBe(200);
    expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: "stolen" });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await buy(id)).toMatchObject({
        approved: false,
        code: "R8",
        transaction: { status: "DECLINED" },
      });
    }
    await freeze(id, false);
    expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: "stolen" });
  },
  "(card): freeze = true": async () => {
    const id = await issue();
    expect((await freeze(id, true)).status).toBe(200);
    expect(await retrieve(id)).toMatchObject({ status: "FROZEN", statusReason: null });
    expect(await buy(id)).toMatchObject({ approved: false, code: "R1" });
  },
  "(frozen card): freeze = false": async () => {
    const id = await issue();
    await freeze(id, true);
    expect((await freeze(id, false)).status).toBe(200);
    expect(await retrieve(id)).toMatchObject({ status: "ACTIVE", statusReason: null });
    expect(await buy(id)).toMatchObject({ approved: true, code: null });
  },
  "(card): reissue IDENTICAL_TO_THE_CURRENT_CARD → unchanged": async () => {
    const id = await issue();
    const before = await retrieve(id);
    expect((await reissue(id, { renewOption: "IDENTICAL_TO_THE_CURRENT_CARD" })).status).toBe(200);
    expect(await retrieve(id)).toStrictEqual(before);
    expect(await buy(id, { credentialsVersion: 1 })).toMatchObject({ approved: true });
  },
  "ACTIVE: reissue with any other option → original inactive": async () => {
    for (const renewOption of RENEW_OPTIONS.filter((option) => option !== "IDENTICAL_TO_THE_CURRENT_CARD")) {
      const id = await issue();
      expect((await reissue(id, { renewOption, expiryDate: "2099-01-01" })).status).toBe(200);
      expect(await retrieve(id)).toMatchObject({ id, status: "ACTIVE" });
      expect(await buy(id, { credentialsVersion: 1 })).toMatchObject({ approved: false, code: "R4" });
      expect(await buy(id, { credentialsVersion: 2 })).toMatchObject({ approved: true });
    }
  },
  "(none): create → ACTIVE": async () => {
    const { body } = await world.api("POST", "/cards/", sampleConsumerRequest());
    expect(body.status).toBe("ACTIVE");
    const stored = world.sandbox.state.cards.get(body.id);
    expect(stored?.cardNumber).toMatch(/^\d{16}$/);
    expect(stored?.cvv).toMatch(/^\d{3}$/);
    expect(stored?.expiryDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  },
});

test("3 freeze on a card that is blocked for suspected fraud is 400 with code 59 and changes nothing", async () => {
  for (const reason of ["fraud suspected", "FRAUD_SUSPECTED", "Suspected-Fraud", "FRAUD"]) {
    const id = await issue();
    await block(id, reason);
    const response = await freeze(id, true);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 59, status: "failed" });
    expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: reason });
  }
});

test("3 a card has the same state in the list as on its own record", async () => {
  await world.reset();
  const [active, frozen, blocked] = [await issue(), await issue(), await issue()];
  await freeze(frozen, true);
  await block(blocked, "lost");
  const { body } = await world.api("GET", "/cards/");
  const statuses = Object.fromEntries(
    body.results.map((card: { id: string; status: string }) => [card.id, card.status]),
  );
  expect(statuses).toEqual({ [active]: "ACTIVE", [frozen]: "FROZEN", [blocked]: "BLOCKED" });
});
