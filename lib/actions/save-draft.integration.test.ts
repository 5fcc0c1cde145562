import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import { type CardApplication, checkedCreateRequest } from "@/lib/contract/card-application";
import { toApplication } from "@/lib/contract/typed-application";
import { rowContext, seal } from "@/lib/db/seal";
import type { Role } from "@/lib/domain/permissions";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getDraft, getUnfinishedDrafts } from "@/lib/queries/draft";
import { sampleConsumerRequest, sampleShipping } from "@/testing/arbitraries";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { blockCard } from "./block-card";
import { createCard } from "./create-card";
import { discardDraft } from "./discard-draft";
import { invitePerson } from "./invite-person";
import { reissueCard } from "./reissue-card";
import { saveDraft } from "./save-draft";

// Next's request, which only a running server has: the cookie that the browser would send.
const browser = vi.hoisted(() => ({ cookie: "" }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": "203.0.113.9" }),
  cookies: async () => ({ get: () => ({ value: browser.cookie }) }),
}));

const APPLICATION = toApplication(sampleConsumerRequest());

let db: Database;
let sandbox: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
  await server.close();
  await sandbox.close();
});
beforeEach(async () => {
  await db.pool.query("delete from drafts");
  await come("manager");
});

async function come(role: Role) {
  const person = await findPersonByEmail(db.pool, DEMO_PEOPLE[role].email);
  const sid = await createSession(db.pool, { personId: person?.id ?? "", address: null, userAgent: null });
  browser.cookie = await encode({ token: { sid }, secret: env().authSecret });
}

const [TAB, OTHER_TAB] = [randomUUID(), randomUUID()];

type Save = {
  operationId?: string;
  replaces?: string;
  application?: CardApplication;
  tabId?: string;
  basedOn?: number;
};

const keep = (draftId: string, more: Save = {}) =>
  saveDraft(randomUUID(), {
    draftId,
    operationId: draftId,
    application: APPLICATION,
    tabId: TAB,
    basedOn: 0,
    ...more,
  });

const withKyc = (kycApplicantId: string): CardApplication => ({ ...APPLICATION, kycApplicantId });

async function read(draftId: string) {
  const draft = await getDraft({ draftId });
  return draft.ok ? draft.data : null;
}

describe("a card number", () => {
  const request = checkedCreateRequest(APPLICATION);
  const cards = async () => (await sandbox.api("GET", "/cards/")).body;

  it.each([
    ["preferredCardName", { ...request, preferredCardName: "4111111111111111" }],
    ["meta.id", { ...request, meta: { ...request.meta, id: "cust_attacker_4111111111111111" } }],
    ["spendLimit", { ...request, spendLimit: 4111111111111111 }],
  ])("in %s is refused by name, and the issuer is not asked", async (field, given) => {
    const before = await cards();
    expect(await createCard(randomUUID(), given)).toMatchObject({
      ok: false,
      error: { code: "invalid", fields: { [field]: "must not contain a card number or security code" } },
    });
    expect(await cards()).toEqual(before);
  });

  it("in the address of a reissue is refused by name", async () => {
    const shippingInformation = { ...sampleShipping(), recipientFirstName: "4111111111111111" };
    const given = { cardId: randomUUID(), request: { shippingInformation } };
    expect(await reissueCard(randomUUID(), given)).toMatchObject({
      ok: false,
      error: {
        fields: {
          "request.shippingInformation.recipientFirstName": "must not contain a card number or security code",
        },
      },
    });
  });

  it("in the reason of a block is masked, and the card is blocked", async () => {
    const { body } = await sandbox.api("POST", "/cards/", request);
    const reason = "stolen with 4111111111111111";
    expect(await blockCard(randomUUID(), { cardId: body.id, reason })).toMatchObject({ ok: true });
    const { body: card } = await sandbox.api("GET", `/cards/${body.id}/`);
    expect(card).toMatchObject({ status: "BLOCKED", statusReason: "stolen with •••• 1111" });
  });

  it("in a colleague's name or email address is refused by name", async () => {
    await come("admin");
    const given = {
      name: "4111111111111111",
      email: "4111111111111111@example.com",
      role: "support" as const,
    };
    expect(await invitePerson(randomUUID(), given)).toMatchObject({
      ok: false,
      error: { fields: { name: "must not contain a card number", email: "must not contain a card number" } },
    });
  });
});

describe("a draft of a secret that the server no longer has", () => {
  const NEW = "the new secret, long enough to be one as well";

  it("says that it can't be opened, and not that it is empty, until it is discarded", async () => {
    const draftId = randomUUID();
    const { authSecret } = env();
    await keep(draftId);
    useSecrets(NEW);
    await come("manager");
    const unreadable = { id: draftId, application: null, unreadable: "secret", outcome: "unsent" };
    expect(await read(draftId)).toMatchObject(unreadable);
    expect(await getUnfinishedDrafts({})).toMatchObject({ ok: true, data: [unreadable] });

    useSecrets(NEW, [authSecret]);
    expect(await read(draftId)).toMatchObject({ application: APPLICATION, unreadable: null });

    useSecrets(NEW);
    await discardDraft(randomUUID(), { draftId });
    expect(await read(draftId)).toBeNull();
    useSecrets(authSecret);
  });
});

describe("a draft in two tabs", () => {
  it("is not saved over by the older tab, which is told of the newer version and may insist", async () => {
    const draftId = randomUUID();
    expect(await keep(draftId)).toMatchObject({ data: { version: 1, isStale: false } });
    expect(
      await keep(draftId, { tabId: OTHER_TAB, basedOn: 1, application: withKyc("corrected") }),
    ).toMatchObject({ data: { version: 2, isStale: false } });

    const older = { tabId: TAB, basedOn: 1, application: withKyc("older") };
    expect(await keep(draftId, older)).toMatchObject({ ok: true, data: { version: 2, isStale: true } });
    expect(await read(draftId)).toMatchObject({ application: withKyc("corrected"), version: 2 });

    expect(await keep(draftId, { ...older, basedOn: 2 })).toMatchObject({
      data: { version: 3, isStale: false },
    });
    expect(await read(draftId)).toMatchObject({ application: withKyc("older") });
    expect(
      await keep(draftId, { tabId: OTHER_TAB, basedOn: 2, application: withKyc("again") }),
    ).toMatchObject({ data: { version: 3, isStale: true } });
  });

  it("is one draft also when both opened it before it was first saved", async () => {
    const draftId = randomUUID();
    await keep(draftId);
    expect(await keep(draftId, { tabId: OTHER_TAB, application: withKyc("other") })).toMatchObject({
      data: { version: 1, isStale: true },
    });
    expect(await read(draftId)).toMatchObject({ application: APPLICATION });
  });

  it("is not in the way of a tab that missed the answer to its own save", async () => {
    const draftId = randomUUID();
    await keep(draftId);
    await keep(draftId, { basedOn: 1, application: withKyc("unanswered") });
    expect(await keep(draftId, { basedOn: 1, application: withKyc("typed on") })).toMatchObject({
      data: { version: 3, isStale: false },
    });
  });

  it("has no newer version where both hold the same", async () => {
    const draftId = randomUUID();
    await keep(draftId);
    expect(await keep(draftId, { tabId: OTHER_TAB, basedOn: 0 })).toMatchObject({
      data: { version: 1, isStale: false },
    });
    expect(await keep(draftId, { basedOn: 1, application: withKyc("mine") })).toMatchObject({
      data: { version: 2, isStale: false },
    });
  });

  it("keeps the one of two saves at once that came first", async () => {
    const draftId = randomUUID();
    await keep(draftId, { tabId: randomUUID() });
    const saves = ["one", "two", "three", "four"].map((id) =>
      keep(draftId, { tabId: randomUUID(), basedOn: 1, application: withKyc(id) }),
    );
    const stale = (await Promise.all(saves)).map((result) => result.ok && result.data.isStale);
    expect(stale.filter((isStale) => isStale === false)).toHaveLength(1);
    expect(await read(draftId)).toMatchObject({
      version: 2,
      application: withKyc(["one", "two", "three", "four"][stale.indexOf(false)] ?? ""),
    });
  });
});

describe("a draft", () => {
  it("comes back as it was typed, to whoever typed it and to nobody else", async () => {
    const draftId = randomUUID();
    expect(await keep(draftId)).toMatchObject({
      ok: true,
      data: { operationId: draftId, outcome: "unsent" },
    });
    expect(await read(draftId)).toMatchObject({ application: APPLICATION, outcome: "unsent" });
    expect(await getUnfinishedDrafts({})).toMatchObject({ ok: true, data: [{ id: draftId }] });

    await come("admin");
    expect(await read(draftId)).toBeNull();
    expect(await keep(draftId)).toMatchObject({ ok: false, error: { code: "conflict" } });
    await discardDraft(randomUUID(), { draftId });

    await come("manager");
    expect(await read(draftId)).toMatchObject({ application: APPLICATION });
    await discardDraft(randomUUID(), { draftId });
    expect(await read(draftId)).toBeNull();
  });

  it("is listed with all others that are not finished, the last changed first, to whoever typed them", async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (const draftId of [first, second, third]) await keep(draftId, { application: withKyc(draftId) });
    await keep(first, { application: withKyc("changed"), basedOn: 1 });
    await createCard(third, checkedCreateRequest(withKyc(third)));
    expect(await getUnfinishedDrafts({})).toMatchObject({
      data: [
        { id: first, application: withKyc("changed") },
        { id: second, application: withKyc(second) },
      ],
    });
    await discardDraft(randomUUID(), { draftId: first });
    expect(await getUnfinishedDrafts({})).toMatchObject({ data: [{ id: second }] });
    await come("admin");
    expect(await getUnfinishedDrafts({})).toEqual({ ok: true, data: [] });
  });

  it("is sealed at rest, and no line in the audit log", async () => {
    const before = await db.pool.query("select count(*) from audit");
    await keep(randomUUID());
    const { rows } = await db.pool.query("select d::text as row from drafts d");
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toMatch(/Lovelace|533401372|London|7400123456|applicant|Travel/);
    expect((await db.pool.query("select count(*) from audit")).rows).toEqual(before.rows);
  });

  it("keeps all that was typed except a card number, also one that was kept before", async () => {
    const draftId = randomUUID();
    const application = {
      ...APPLICATION,
      preferredCardName: "4111 1111 1111 1111",
      spendLimit: "5555555555554444",
    };
    expect(await keep(draftId, { application })).toMatchObject({ ok: true });
    const kept = { ...APPLICATION, preferredCardName: "", spendLimit: "" };
    expect((await read(draftId))?.application).toEqual(kept);
    const sealed = seal(application, rowContext("drafts.sealed", draftId));
    await db.pool.query("update drafts set sealed = $1", [sealed]);
    expect((await read(draftId))?.application).toEqual(kept);
  });

  it("gives all its tabs one intent, until that has ended without a card", async () => {
    const draftId = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    await keep(draftId, { operationId: first });
    expect(await keep(draftId, { operationId: second })).toMatchObject({ data: { operationId: first } });
    expect(await keep(draftId, { operationId: second, replaces: first })).toMatchObject({
      data: { operationId: second },
    });
    // The other tab renews the same one: it is told what stands in its place.
    expect(await keep(draftId, { operationId: randomUUID(), replaces: first })).toMatchObject({
      data: { operationId: second },
    });
  });

  it("is emptied by the card that it becomes, and a late tab cannot fill it again", async () => {
    const draftId = randomUUID();
    await keep(draftId);
    const created = await createCard(draftId, checkedCreateRequest(APPLICATION));
    const cardId = created.ok ? created.data.id : "";
    expect(await read(draftId)).toMatchObject({ application: null, outcome: { cardId } });
    expect(await keep(draftId)).toMatchObject({ ok: true, data: { outcome: { cardId } } });
    const { rows } = await db.pool.query("select sealed from drafts");
    expect(rows).toEqual([{ sealed: null }]);
    expect(await getUnfinishedDrafts({})).toEqual({ ok: true, data: [] });
  });

  it("stays, whole, when the issuer refuses", async () => {
    const draftId = randomUUID();
    const application = { ...APPLICATION, kycApplicantId: "unverified" };
    await keep(draftId, { application });
    const refused = await createCard(draftId, checkedCreateRequest(application));
    expect(refused).toMatchObject({ ok: false, error: { fields: { kycApplicantId: expect.any(String) } } });
    expect(await read(draftId)).toMatchObject({ application, outcome: "unsent" });
  });

  it("is pruned after seven days, and emptied when its card was found later", async () => {
    const [old, found] = [randomUUID(), randomUUID()];
    await keep(old);
    await db.pool.query("update drafts set saved_at = now() - interval '8 days'");
    await keep(found);
    await createCard(found, checkedCreateRequest(APPLICATION));
    await db.pool.query("update drafts set sealed = 'left over' where id = $1", [found]);
    await pruneJob.run({});
    const { rows } = await db.pool.query("select id, sealed from drafts");
    expect(rows).toEqual([{ id: found, sealed: null }]);
  });
});
