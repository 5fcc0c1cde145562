import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
beforeEach(async () => {
  await world.call("POST", "/sandbox/story/stop");
  await world.reset();
});
afterAll(() => world.close());

const start = (story: unknown, options: object = {}) =>
  world.call("POST", "/sandbox/story", { story, ...options });
const control = (verb: string, body?: object) => world.call("POST", `/sandbox/story/${verb}`, body);

const STARTS = { scenario: "empty", now: "2026-03-10T08:00:00Z" };
const ANNA = { issue: { holder: "Anna Berg", spendLimit: 100 }, as: "anna" };

const inline = (...steps: object[]) => ({ name: "A test", starts: STARTS, steps });

/** What a story leaves behind, without the random IDs. */
function remains() {
  const { cards, transactions } = world.sandbox.state;
  const names = new Map([...cards].map(({ id, cardholderName }) => [id, cardholderName]));
  return {
    cards: [...cards].map(({ cardholderName, status, availableCredit, created }) => [
      cardholderName,
      status,
      availableCredit,
      created.toISOString(),
    ]),
    transactions: [...transactions].map(({ cardId, merchant, billAmount, status, created, clearedAt }) => [
      names.get(cardId),
      merchant,
      billAmount,
      status,
      created.toISOString(),
      clearedAt?.toISOString(),
    ]),
  };
}

test("a story starts no world that a reset refuses", async () => {
  for (const size of [
    { cards: 200_001, transactions: 0 },
    { cards: 1, transactions: 2_000_001 },
  ]) {
    const starts = { ...STARTS, scenario: "scale", ...size };
    expect((await world.call("POST", "/sandbox/reset", starts)).status).toBe(400);
    expect((await start({ name: "A test", starts, steps: [ANNA] })).status).toBe(400);
  }
});

describe("a story", () => {
  it("does each thing at its time", async () => {
    const { status, body } = await start(
      inline(
        ANNA,
        {
          at: "+2h",
          purchase: { card: "anna", amount: 40, merchant: "Kiosk" },
          as: "paper",
          expect: "approved",
        },
        { at: "day 2 09:00", clear: "paper" },
        { at: "+1h", refund: "paper" },
        { purchase: { card: "anna", amount: 30, merchant: "Bakery" }, as: "bread" },
        { reverse: "bread" },
        { freeze: "anna" },
        { purchase: { card: "anna", amount: 1 }, expect: "R1" },
        { unfreeze: "anna" },
        { reissue: { card: "anna" } },
        { purchase: { card: "anna", amount: 1, credentialsVersion: 1 }, expect: "R4" },
        { block: { card: "anna", reason: "fraud suspected" } },
        { freeze: "anna", expect: { error: "blocked for suspected fraud" } },
        { clock: "+1d" },
        { check: { card: "anna", status: "BLOCKED", availableCredit: 100 } },
      ),
    );
    expect([status, body.story.status, body.story.error]).toEqual([201, "finished", null]);
    expect(body.story).toMatchObject({ done: 15, events: 15, next: null });
    expect(body.story.log).toHaveLength(15);
    const clock = (await world.call("GET", "/sandbox/clock")).body;
    expect(clock.now.slice(0, 19)).toBe("2026-03-12T10:00:00");
    const transactions = [...world.sandbox.state.transactions];
    const [paper, bread] = ["Kiosk", "Bakery"].map((name) =>
      transactions.find(({ merchant }) => merchant === name),
    );
    expect(paper).toMatchObject({
      created: new Date("2026-03-10T10:00:00Z"),
      clearedAt: new Date("2026-03-11T09:00:00Z"),
      refundedAt: new Date("2026-03-11T10:00:00Z"),
      status: "REFUNDED",
    });
    expect(bread?.status).toBe("REVERSED");
  });

  it("arms faults for others, not for itself, and adds disagreements and reports", async () => {
    const { body } = await start(
      inline(
        { fault: { path: "/cards/", fault: { type: "status", status: 503 } } },
        ANNA,
        { at: "day 4 08:00", disagreement: { kind: "missing-row", day: "day 2" } },
        { report: { type: "daily", date: "2 days ago" } },
      ),
    );
    expect(body.story.status).toBe("finished");
    expect((await world.api("GET", "/cards/")).status).toBe(503);
    expect((await world.api("GET", "/cards/")).body.count).toBe(1);
    expect([...world.sandbox.state.disagreements]).toMatchObject([
      { kind: "missing-row", day: "2026-03-11" },
    ]);
    expect([...world.sandbox.state.fileRequests]).toMatchObject([{ fileType: "daily", date: "2026-03-11" }]);
  });

  it("says what it did about faults", async () => {
    const fault = { type: "drop" };
    const { body } = await start(
      inline(
        { fault: { fault } },
        { fault: { path: "/cards/", method: "GET", times: 3, fault } },
        { clearFaults: true },
      ),
    );
    expect(body.story.log.map(({ text }: { text: string }) => text)).toEqual([
      "Fault added: drop for the next call of any path",
      "Fault added: drop for the next 3 GET calls of /cards/",
      "Faults removed: 2",
    ]);
  });

  it("takes the same course each time, and another with another seed", async () => {
    const story = {
      ...inline(
        { issue: {} },
        { issue: {} },
        { issue: { customerType: "Business", spendLimit: { between: [10, 5000] } } },
        {
          repeat: {
            times: 40,
            every: { between: ["10m", "9h"] },
            steps: [
              {
                purchase: {
                  card: "any",
                  amount: { between: [1, 200] },
                  merchant: { any: ["Kiosk", "Bakery"] },
                  clearsAfter: { between: ["1h", "2d"] },
                },
              },
            ],
          },
        },
      ),
      starts: { scenario: "demo", cards: 5, transactions: 20, now: STARTS.now },
    };
    await start({ ...story, seed: 7 });
    const first = remains();
    expect(first.transactions.length).toBe(60);
    await start({ ...story, seed: 7 });
    const sorted = ({ cards, transactions }: typeof first) => [cards.sort(), transactions.sort()];
    expect(sorted(remains())).toEqual(sorted(first));
    await start({ ...story, seed: 8 });
    expect(sorted(remains())).not.toEqual(sorted(first));
  });

  it("without a start goes on in the world as it is", async () => {
    await start(inline(ANNA));
    const [card] = [...world.sandbox.state.cards];
    const { body } = await start({ name: "Goes on", steps: [{ at: "+1h", freeze: card?.id }] });
    expect(body.story.status).toBe("finished");
    expect(remains().cards).toMatchObject([["Anna Berg", "FROZEN", 100, expect.any(String)]]);
  });

  it("in a repeat, a name means the card of the same round", async () => {
    await start(
      inline({
        repeat: {
          times: 3,
          every: "1h",
          steps: [{ ...ANNA }, { at: "+1d", purchase: { card: "anna", amount: 10 } }],
        },
      }),
    );
    expect(remains().cards.map(([, , credit]) => credit)).toEqual([90, 90, 90]);
  });
});

describe("a story that takes another course fails with a sentence that names step and line", () => {
  const YAML = `name: A test
starts: { scenario: empty, now: 2026-03-10T08:00:00Z }
steps:
  - issue: { holder: Anna Berg, spendLimit: 100 }
    as: anna
  - purchase: { card: anna, amount: 12 }
    expect: R1
  - freeze: anna
`;

  it("from its text", async () => {
    const { status, body } = await start(YAML);
    expect(status).toBe(201);
    expect(body.story).toMatchObject({ status: "failed", done: 1 });
    expect(body.story.error).toMatch(
      /^line 6, steps\.2: expected R1, but USD 12\.00 at Sandbox Store .* approved$/,
    );
    expect(remains().cards[0]?.[1]).toBe("ACTIVE");
  });

  it.each([
    [
      { check: { card: "anna", status: "FROZEN" } },
      /steps\.2: expected Anna Berg.* to be FROZEN, but it is ACTIVE/,
    ],
    [{ check: { card: "anna", availableCredit: 5 } }, /steps\.2: .*available credit of 5, but it has 100/],
    [
      { freeze: "anna", expect: { error: "blocked" } },
      /steps\.2: expected the error “blocked”, but: .*frozen/,
    ],
    [{ issue: { request: { customerType: "Consumer" } } }, /steps\.2: kycApplicantId: is required/],
    [{ report: { type: "daily", date: "today" } }, /steps\.2: date: is too recent/],
  ])("%j", async (step, message) => {
    expect((await start(inline(ANNA, step))).body.story.error).toMatch(message);
  });
});

describe("a story with mistakes is rejected with line and field, and leaves the world as it is", () => {
  it.each([
    ["name: [", "story: line 1"],
    ["name: x\nsteps:\n  - purchse: { card: a }\n", "story: line 3, steps.1: has an unknown field: purchse"],
    [
      "name: x\nsteps:\n  - issue: {}\n    as: Anna\n",
      "story: line 4, steps.1.as: must be lowercase letters",
    ],
    [
      "name: x\nsteps:\n  - issue: {}\n  - at: 5 o'clock\n    clearFaults: true\n",
      "story: line 4, steps.2.at: must be a time",
    ],
    [
      "name: x\nsteps:\n  - freeze: nobody\n",
      "story: line 3, steps.1.freeze: no card above is called nobody",
    ],
    [
      "name: x\nsteps:\n  - issue: {}\n    as: a\n    at: +2h\n  - at: day 1 00:00\n    clearFaults: true\n",
      "is before the start",
    ],
    ["name: x\nsteps: []\n", "story: line 2, steps: must have a step"],
    ["no-such-story", "story: there is no story no-such-story; there are a-growing-program"],
  ])("%j", async (text, message) => {
    await start(inline(ANNA));
    const { status, body } = await start(text);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(remains().cards).toHaveLength(1);
  });

  it.each([
    [[{ issue: {}, freeze: "a" }], "must have one action; it has issue and freeze"],
    [[ANNA, { refund: "anna" }], "anna is a card, not a purchase"],
    [
      [
        { at: "+2h", ...ANNA },
        { at: "day 1 09:00", freeze: "anna" },
      ],
      "anna comes 1h later than this step",
    ],
    [[{ freeze: "any", expect: "R1" }], "can expect a decision only of a purchase"],
    [
      [{ repeat: { times: 1001, steps: [{ repeat: { times: 20, steps: [{ issue: {} }] } }] } }],
      "more than 20000 events",
    ],
    [
      [{ at: `+${"9".repeat(400)}w`, report: { type: "daily", date: "today" } }],
      "steps.1: must happen in the years 2000 to 2099",
    ],
  ])("%j", async (steps, message) => {
    expect((await start(inline(...steps))).body.message).toContain(message);
  });

  it.each([
    ["of aliases of aliases", () => aliases(8), "Excessive alias count"],
    ["with thousands of fields", () => fields(5000), "the story has too many fields"],
    ["of lists in lists", () => `a: ${"[".repeat(20_000)}`, "line 1: "],
  ])("%s", async (_, make, message) => {
    const { status, body } = await start(make());
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}: 1`).join("\n");

  const aliases = (levels: number) =>
    Array.from(
      { length: levels },
      (_, level) => `f${level}: &a${level} [${Array(10).fill(level === 0 ? "x" : `*a${level - 1}`)}]`,
    ).join("\n");

  it("of repeats in repeats", async () => {
    const depth = 5000;
    const steps = `${'[{"repeat":{"times":1,"steps":'.repeat(depth)}[{"clearFaults":true}]${"}}]".repeat(depth)}`;
    const body = `{"story":{"name":"Deep","steps":${steps}}}`;
    expect(await world.call("POST", "/sandbox/story", body)).toMatchObject({
      status: 400,
      body: { message: "story: the story is nested too deeply" },
    });
  });
});

describe("playing", () => {
  const STORY = inline(
    ANNA,
    { at: "+1h", freeze: "anna" },
    { at: "+1h", unfreeze: "anna" },
    { at: "+1h", freeze: "anna" },
  );

  it("steps, plays on at once, and has one story at a time", async () => {
    expect((await control("step")).status).toBe(409);
    expect((await start(STORY, { paused: true })).body.story).toMatchObject({
      status: "paused",
      done: 0,
      next: { at: "2026-03-10T08:00:00.000Z", place: "steps.1", action: "issue" },
    });
    expect((await start(STORY)).status).toBe(409);
    expect((await control("step", { count: 2 })).body.story).toMatchObject({
      status: "paused",
      done: 2,
      next: { at: "2026-03-10T10:00:00.000Z", action: "unfreeze" },
    });
    expect(remains().cards[0]?.[1]).toBe("FROZEN");
    expect((await control("play")).body.story).toMatchObject({ status: "finished", done: 4 });
    expect((await control("pause")).status).toBe(409);
    expect((await start(STORY)).status).toBe(201);
  });

  it("has one story at a time, also if two are started at once", async () => {
    const started = await Promise.all([start(STORY, { paused: true }), start(STORY, { paused: true })]);
    expect(started.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("plays at a speed, moves the clock along, and can be paused and stopped", async () => {
    await start(STORY, { speed: 3600 });
    await vi.waitFor(() => expect(remains().cards[0]?.[1]).toBe("FROZEN"), { timeout: 30_000, interval: 5 });
    const { story } = (await control("pause")).body;
    expect(story).toMatchObject({ status: "paused", speed: 3600 });
    expect(story.done).toBeLessThan(4);
    expect(story.now >= "2026-03-10T09:00:00").toBe(true);
    await control("play", { speed: 7200 });
    await vi.waitFor(
      async () => expect((await world.call("GET", "/sandbox/story")).body.story.status).toBe("finished"),
      { timeout: 30_000, interval: 20 },
    );
    await start(STORY, { speed: 1 });
    expect((await control("stop")).body.story).toMatchObject({ status: "stopped", next: null });
    expect((await start(STORY, { speed: 0 })).body.message).toContain("speed: must be instant");
  });

  it("happens later if someone moves the clock ahead", async () => {
    await start(STORY, { paused: true });
    await control("step");
    await world.call("POST", "/sandbox/clock", { now: "2026-03-15T08:00:00Z" });
    const { body } = await control("step", { count: 2 });
    expect(body.story.now.slice(0, 15)).toBe("2026-03-15T09:0");
  });

  it("ends with a sentence if the world is reset", async () => {
    await start(STORY, { paused: true });
    await world.reset();
    const { body } = await control("step");
    expect(body.story).toMatchObject({ status: "failed", error: expect.stringContaining("was reset") });
    expect(remains().cards).toEqual([]);
  });

  it("is told in its own world only", async () => {
    await start(STORY, { paused: true });
    const other = { "x-payments-api-key": "sk_sandbox_other" };
    expect((await world.call("GET", "/sandbox/story", undefined, other)).body).toEqual({ story: null });
  });
});

describe("adding a story", () => {
  const add = (story: unknown) => world.call("POST", "/sandbox/stories", { story });

  it("lists it, says whether it replaces the data, and tells it by its name", async () => {
    const going = "name: A stolen card\ndescription: Goes on.\nsteps:\n  - issue: { holder: Anna Berg }\n";
    const added = { story: "a-stolen-card", name: "A stolen card", description: "Goes on.", replaces: false };
    expect(await add(going)).toMatchObject({ status: 201, body: added });
    const { stories } = (await world.call("GET", "/sandbox/stories")).body;
    expect(stories).toContainEqual(added);
    expect(stories[0]).toMatchObject({ story: "a-growing-program", replaces: true });
    expect((await start("a-stolen-card")).body.story).toMatchObject({ status: "finished", replaces: false });
    expect((await add(JSON.stringify(inline(ANNA)))).body).toMatchObject({ story: "a-test", replaces: true });
    expect((await add(going.replace("Goes on", "Again"))).body.description).toBe("Again.");
    expect((await add("name: A quiet month\nsteps: [{ clearFaults: true }]")).body.story).toBe(
      "a-quiet-month-2",
    );
  });

  it.each([
    [
      "name: A\nsteps:\n  - purchase: { card: a, amount: -5 }",
      "story: line 3, steps.1.purchase.amount: must be more than 0",
    ],
    ["PK\u0003\u0004", "story: line 1"],
    ["x".repeat(500_001), "story: must be at most 500,000 characters"],
    [7, "story: must be the text of a story"],
  ])("rejects a file with a mistake", async (text, message) => {
    const { status, body } = await add(text);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it("keeps at most 20 for each world", async () => {
    const call = (index: number) =>
      world.call(
        "POST",
        "/sandbox/stories",
        { story: `name: Number ${index}\nsteps: [{ clearFaults: true }]` },
        { "x-payments-api-key": "sk_sandbox_many-stories" },
      );
    for (let index = 1; index <= 20; index++) expect((await call(index)).status).toBe(201);
    expect((await call(21)).body.message).toContain("20 stories were added already");
    expect((await call(3)).status).toBe(201);
  });
});

it("says in the log what was checked, and writes amounts as everywhere", async () => {
  const { body } = await start(
    inline(
      ANNA,
      { purchase: { card: "anna", amount: 40, merchant: "Kiosk" }, as: "paper" },
      { check: { card: "anna", status: "ACTIVE", availableCredit: 60 } },
      { check: { transaction: "paper", status: "PENDING" } },
    ),
  );
  expect(body.story.log.map(({ text }: { text: string }) => text.replace(/\d{4}/, "1234"))).toEqual([
    "Anna Berg’s card •••• 1234 issued",
    "USD 40.00 at Kiosk with Anna Berg’s card •••• 1234 approved",
    "Anna Berg’s card •••• 1234 is active and has USD 60.00 available",
    "USD 40.00 at Kiosk is pending",
  ]);
});

it("the overview names the story whose data the world has, and health says since when", async () => {
  const overview = async () => (await world.call("GET", "/sandbox/overview")).body;
  const before = (await overview()).replacedAt;
  await start(inline(ANNA));
  const told = await overview();
  expect(told.story).toEqual({ name: "A test", status: "finished" });
  expect(Date.parse(told.replacedAt)).toBeGreaterThanOrEqual(Date.parse(before));
  await world.reset();
  expect((await overview()).story).toBeNull();
  expect((await world.call("GET", "/sandbox/health")).body.replacedAt).toBe((await overview()).replacedAt);
});
