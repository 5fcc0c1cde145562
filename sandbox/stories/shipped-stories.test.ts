import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import type { TransactionRecord } from "@/sandbox/store/records";
import {
  downloadReport,
  openTestSandbox,
  openWebhookReceiver,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";
import { SHIPPED_STORIES } from "./shipped-stories";
import type { StoryState } from "./story-player";

let world: TestSandbox;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({ webhook: { url: receiver.url, secret: "whsec_c2VjcmV0", retryMs: 20 } });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function tell(story: string): Promise<StoryState> {
  const { status, body } = await world.call("POST", "/sandbox/story", { story });
  expect([status, body.story?.status, body.story?.error]).toEqual([201, "finished", null]);
  return body.story;
}

const transactions = () => [...world.sandbox.state.transactions];
const at = (merchant: string) => transactions().filter((transaction) => transaction.merchant === merchant);
const cardOf = (holder: string) =>
  [...world.sandbox.state.cards].find((card) => card.cardholderName === holder);

function countStatuses(rows: TransactionRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it("ships the five stories, each with a description", async () => {
  const { body } = await world.call("GET", "/sandbox/stories");
  expect(body.stories.map(({ story }: { story: string }) => story)).toEqual([
    "a-growing-program",
    "a-merchant-breach",
    "a-quiet-month",
    "issuer-outage",
    "month-end-with-a-late-settlement",
  ]);
  for (const { description } of body.stories) expect(description.length).toBeGreaterThan(100);
  expect(SHIPPED_STORIES).toHaveLength(5);
});

it("a quiet month leaves cleared purchases, one refund, one reversal, and few declines", async () => {
  await tell("a-quiet-month");
  expect(world.sandbox.state.cards.size).toBe(4);
  const counts = countStatuses(transactions());
  expect(counts).toMatchObject({ REFUNDED: 1, REVERSED: 1 });
  expect(counts.PENDING ?? 0).toBeLessThan(15);
  expect(counts.CLEARED).toBeGreaterThan(140);
  expect(transactions().flatMap(({ declineCode }) => declineCode ?? [])).toEqual(
    expect.arrayContaining(["R1", "R2"]),
  );
  expect(counts.DECLINED).toBeLessThan(8);
  const days = new Set(transactions().map(({ created }) => toIsoDate(created)));
  expect(days.size).toBeGreaterThan(25);
  expect(at("Geldautomat Mitte")).toMatchObject([{ status: "CLEARED", atmFee: 2.5 }]);
});

it("a merchant breach leaves blocked and reissued cards, and no stolen money", async () => {
  await tell("a-merchant-breach");
  for (const holder of ["Olivia Bennett", "Henry Clarke", "Samuel Ellis"])
    expect(cardOf(holder)).toMatchObject({ status: "BLOCKED", statusReason: "fraud suspected" });
  for (const holder of ["Grace Whitaker", "Lucy Thornton"])
    expect(cardOf(holder)).toMatchObject({ status: "ACTIVE", credentialsVersion: 2 });
  expect(new Set(at("Larkspur Gifts Online").map(({ cardId }) => cardId)).size).toBe(5);
  const stolen = at("Circuit Barn").filter(({ amount }) => [1899, 1249, 450, 1599].includes(amount));
  expect(stolen.map(({ status, declineCode }) => declineCode ?? status)).toEqual(
    expect.arrayContaining(["REFUNDED", "REVERSED", "R2", "R1", "R4", "R4"]),
  );
  const olivia = cardOf("Olivia Bennett");
  const paid = transactions().filter(({ cardId, status }) => cardId === olivia?.id && status === "CLEARED");
  expect(olivia?.availableCredit).toBeCloseTo(
    2500 - paid.reduce((sum, { billAmount }) => sum + billAmount, 0),
  );
});

describe("month end with a late settlement", () => {
  it("leaves a purchase of one month that cleared in the next, and the reports that show it", async () => {
    await tell("month-end-with-a-late-settlement");
    const [flights] = at("Peregrine Airlines");
    const [bought, cleared] = [flights?.created, flights?.clearedAt].map((time) => toIsoDate(time as Date));
    expect(bought?.slice(0, 7)).not.toBe(cleared?.slice(0, 7));
    expect(cleared).toBe(addDays(bought as string, 7));
    expect([...world.sandbox.state.fileRequests].map(({ fileType }) => fileType)).toEqual([
      "daily",
      "daily",
      "daily",
      "monthly",
      "monthlyTransactionFees",
    ]);
    const file = await downloadReport(world, receiver, "daily", cleared as string);
    expect(file).toContain(`CLEARING,${flights?.id}`);
  });

  it("has a file with a missing row in the middle", async () => {
    await world.call("POST", "/sandbox/story", { story: "month-end-with-a-late-settlement", paused: true });
    const isBeforeCorrection = async () => {
      const { body } = await world.call("GET", "/sandbox/story");
      return body.story.next.action !== "clearDisagreements";
    };
    while (await isBeforeCorrection()) await world.call("POST", "/sandbox/story/step");
    const { body } = await world.call("GET", "/sandbox/disagreements");
    expect(body.disagreements).toMatchObject([{ kind: "missing-row", changes: [{ after: null }] }]);
    await world.call("POST", "/sandbox/story/play", { speed: "instant" });
    expect((await world.call("GET", "/sandbox/disagreements")).body.disagreements).toEqual([]);
  });
});

it("an issuer outage stops the API but not the purchases, and ends", async () => {
  await world.call("POST", "/sandbox/story", { story: "issuer-outage", paused: true });
  const statuses = new Set<number>();
  const day = toIsoDate(world.sandbox.clock.now());
  for (;;) {
    const { body } = await world.call("POST", "/sandbox/story/step");
    if (body.story.status !== "paused") break;
    const { now } = body.story;
    if (now >= `${day}T14:11` && now < `${day}T14:40`)
      statuses.add((await world.api("GET", "/cards/")).status);
  }
  expect([...statuses]).toEqual([503]);
  expect((await world.call("GET", "/sandbox/story")).body.story).toMatchObject({
    status: "finished",
    error: null,
  });
  expect((await world.api("GET", "/cards/")).status).toBe(200);
  expect(cardOf("Ruth Goodwin")).toMatchObject({ status: "ACTIVE", availableCredit: 647.6 });
  const during = transactions().filter(({ merchant }) =>
    ["Copper Pot Diner", "Redrock Fuel"].includes(merchant),
  );
  expect(during.length).toBeGreaterThanOrEqual(10);
});

it("a growing program leaves more than a hundred cards, and more in each phase", async () => {
  await tell("a-growing-program");
  const cards = [...world.sandbox.state.cards];
  expect(cards.length).toBe(115);
  const weeks = cards.map(({ created }) =>
    Math.floor((created.getTime() - Number(cards[0]?.created)) / 604_800_000),
  );
  const inWeeks = (from: number, to: number) => weeks.filter((week) => week >= from && week < to).length;
  expect([inWeeks(0, 2), inWeeks(2, 5), inWeeks(5, 8)]).toEqual([10, 45, 60]);
  expect(cards.filter(({ customerType }) => customerType === "Business")).toHaveLength(9);
  expect(cardOf("Zoë Holloway")).toMatchObject({ status: "BLOCKED", statusReason: "customer left" });
  expect(transactions().length).toBe(592);
  expect(at("Blue Finch Coffee").at(-1)).toMatchObject({ declineCode: "R8" });
});
