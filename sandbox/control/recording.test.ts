import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const record = (verb: "start" | "stop") => world.call("POST", `/sandbox/recording/${verb}`);
const readYaml = async () => (await world.call("GET", "/sandbox/recording?format=yaml")).body as string;

function remains() {
  const { cards, transactions, fileRequests, disagreements } = world.sandbox.state;
  return {
    cards: [...cards]
      .map((card) =>
        [
          card.cardholderName,
          card.status,
          card.statusReason,
          card.availableCredit,
          card.credentialsVersion,
        ].join(),
      )
      .sort(),
    transactions: [...transactions]
      .map((row) =>
        [row.merchant, row.amount, row.currency, row.billAmount, row.status, row.declineCode].join(),
      )
      .sort(),
    files: [...fileRequests].map(({ fileType, date }) => `${fileType} ${date}`),
    disagreements: [...disagreements].map(({ kind, day, count }) => `${kind} ${day} ${count}`),
    faults: world.sandbox.faults.list().map(({ id: _, ...fault }) => fault),
  };
}

async function doManyThings() {
  const issued = await world.api("POST", "/cards/", {
    customerType: "Consumer",
    kycApplicantId: "applicant-1",
    cardType: "virtual",
    preferredCardName: "Travel",
    spendLimit: 500,
    kyc: {
      firstName: "Ada",
      lastName: "Lovelace",
      dob: "1985-12-10",
      residentialAddress: {
        idDocumentType: "passport",
        idDocumentNumber: "X1",
        line1: "12 St James Square",
        line2: "none",
        city: "London",
        country: "GBR",
      },
    },
    meta: { id: "cust_1", otpPhoneNumber: { dialCode: 44, phoneNumber: "7911 123456" } },
  });
  const ada = issued.body.id;
  const buy = async (cardId: string, amount: number, more: object = {}) =>
    (await world.call("POST", "/sandbox/authorizations", { cardId, amount, merchant: "Kiosk", ...more })).body
      .transaction.id;
  const [existing] = [...world.sandbox.state.cards].filter(
    ({ status, id }) => status === "ACTIVE" && id !== ada,
  );
  const paper = await buy(ada, 40, { currency: "GBP" });
  await world.call("POST", `/sandbox/transactions/${paper}/clear`);
  const cash = await buy(ada, 60, { kind: "atm" });
  await world.call("POST", `/sandbox/transactions/${cash}/reverse`);
  await buy(ada, 5000);
  await world.call("POST", "/sandbox/clock", { advanceSeconds: 3 * 86_400 });
  await world.call("POST", `/sandbox/transactions/${paper}/refund`);
  await world.api("PUT", `/cards/${existing?.id.toUpperCase()}/freeze/`, { freeze: true });
  await buy(existing?.id ?? "", 3);
  await world.api("PUT", `/cards/${ada}/replace/`, {});
  await buy(ada, 7, { credentialsVersion: 1 });
  await world.api("PUT", `/cards/${ada}/block/`, { reason: "lost" });
  await world.call("POST", "/sandbox/disagreements", { kind: "missing-row", count: 2 });
  const yesterday = new Date(world.sandbox.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  await world.api("GET", `/files/daily/?date=${yesterday}`);
  await world.call("POST", "/sandbox/faults", { path: "/transactions/", times: 3, fault: { type: "drop" } });
  // Rejected calls have no effect and are not recorded.
  await world.api("PUT", "/cards/nobody/freeze/", { freeze: true });
  await world.call("POST", `/sandbox/transactions/${paper}/clear`);
}

it("a recording that began with a reset leaves the same when it is played", async () => {
  await record("start");
  await world.call("POST", "/sandbox/reset", { scenario: "demo", cards: 5, transactions: 30, seed: 9 });
  await doManyThings();
  const { body } = await record("stop");
  expect(body.isRecording).toBe(false);
  expect(body.story.steps).toHaveLength(16);
  expect(body.story).toMatchObject({ seed: 9, starts: { scenario: "demo", cards: 5, transactions: 30 } });
  const expected = remains();
  expect(expected.transactions).toHaveLength(35);
  const text = await readYaml();
  expect(body.yaml).toBe(text);
  expect(text).toMatch(
    /^# yaml-language-server: \$schema=http:\/\/localhost\/story\.schema\.json\nname: A recording\n/,
  );
  expect(body.needsThisData).toBe(false);
  await world.reset();
  const told = await world.call("POST", "/sandbox/story", { story: text });
  expect(told.body.story).toMatchObject({ status: "finished", error: null });
  expect(remains()).toEqual(expected);
});

it("a recording of a world as it is leaves the same when it is played on a snapshot of it", async () => {
  await world.call("POST", "/sandbox/reset", { scenario: "demo", cards: 5, transactions: 30 });
  await world.call("POST", "/sandbox/snapshots", { name: "before" });
  await record("start");
  await doManyThings();
  expect((await record("stop")).body.needsThisData).toBe(true);
  await world.call("POST", "/sandbox/clock", { advanceSeconds: 60 });
  const [expected, text] = [remains(), await readYaml()];
  await world.call("POST", "/sandbox/snapshots/before/restore");
  const told = await world.call("POST", "/sandbox/story", { story: text });
  expect(told.body.story).toMatchObject({ status: "finished", error: null });
  expect(remains()).toEqual(expected);
});

it("records nothing before the start or after the stop", async () => {
  expect((await world.call("GET", "/sandbox/recording")).body.isRecording).toBe(false);
  await record("start");
  await record("stop");
  await world.call("POST", "/sandbox/faults", { fault: { type: "drop" } });
  expect((await world.call("GET", "/sandbox/recording")).body).toEqual({
    isRecording: false,
    needsThisData: false,
    story: null,
    yaml: null,
  });
  expect((await world.call("GET", "/sandbox/recording?format=yaml")).status).toBe(404);
});

it("has the name that it is given, until the next recording", async () => {
  const name = (text: unknown) => world.call("POST", "/sandbox/recording/stop", { name: text });
  const clear = () => world.call("DELETE", "/sandbox/faults");
  await record("start");
  await world.call("POST", "/sandbox/faults", { fault: { type: "drop" } });
  expect((await name("A stolen card")).body.story.name).toBe("A stolen card");
  expect(await readYaml()).toContain("name: A stolen card\n");
  expect(await name("")).toMatchObject({ status: 400, body: { message: "name: must not be empty" } });
  const elsewhere = await world.request("http://127.0.0.1:5020/sandbox/recording?format=yaml", {
    headers: { "x-payments-api-key": world.worlds.config.apiKey },
  });
  expect(await elsewhere.text()).toContain("$schema=http://127.0.0.1:5020/story.schema.json");
  await record("start");
  await clear();
  expect((await record("stop")).body.story.name).toBe("A recording");
});
