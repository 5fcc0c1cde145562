import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { type CardApplication, checkedCreateRequest } from "@/lib/contract/card-application";
import { toApplication } from "@/lib/contract/typed-application";
import { rowContext, seal } from "@/lib/db/seal";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getDraft, getUnfinishedDrafts } from "@/lib/queries/draft";
import { sampleConsumerRequest, sampleShipping } from "@/testing/arbitraries";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { signInAs } from "@/testing/sign-in-as";
import { blockCard } from "./block-card";
import { createCard } from "./create-card";
import { discardDraft } from "./discard-draft";
import { invitePerson } from "./invite-person";
import { reissueCard } from "./reissue-card";
import { saveDraft } from "./save-draft";

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
  await signInAs("manager");
});

const [TAB, OTHER_TAB] = [randomUUID(), randomUUID()];

type Save = {
  operationId?: string;
  replaces?: string;
  application?: CardApplication;
  tabId?: string;
  basedOn?: number;
};

const save = (draftId: string, more: Save = {}) =>
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
  ])("is rejected in %s, at that field, and nothing is sent to the issuer", async (field, input) => {
    const before = await cards();
    expect(await createCard(randomUUID(), input)).toMatchObject({
      ok: false,
      error: { code: "invalid", fields: { [field]: "must not contain a card number or security code" } },
    });
    expect(await cards()).toEqual(before);
  });

  it("is rejected at its field in the address of a reissue", async () => {
    const shippingInformation = { ...sampleShipping(), recipientFirstName: "4111111111111111" };
    const input = { cardId: randomUUID(), request: { shippingInformation } };
    expect(await reissueCard(randomUUID(), input)).toMatchObject({
      ok: false,
      error: {
        fields: {
          "request.shippingInformation.recipientFirstName": "must not contain a card number or security code",
        },
      },
    });
  });

  it("is masked in a block reason, and the card is blocked", async () => {
    const { body } = await sandbox.api("POST", "/cards/", request);
    const reason = "stolen with 4111111111111111";
    expect(await blockCard(randomUUID(), { cardId: body.id, reason })).toMatchObject({ ok: true });
    const { body: card } = await sandbox.api("GET", `/cards/${body.id}/`);
    expect(card).toMatchObject({ status: "BLOCKED", statusReason: "stolen with •••• 1111" });
  });

  it("is rejected at its field in a colleague's name or email address", async () => {
    await signInAs("admin");
    const input = {
      name: "4111111111111111",
      email: "4111111111111111@example.com",
      role: "support" as const,
    };
    expect(await invitePerson(randomUUID(), input)).toMatchObject({
      ok: false,
      error: { fields: { name: "must not contain a card number", email: "must not contain a card number" } },
    });
  });
});

describe("a draft encrypted with a lost secret", () => {
  const NEW = "the new secret, long enough to be one as well";

  it("is reported as unreadable, not as empty, until it is discarded", async () => {
    const draftId = randomUUID();
    const { authSecret } = env();
    await save(draftId);
    useSecrets(NEW);
    await signInAs("manager");
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
  it("is not overwritten by the older tab, which learns of the newer version and can overwrite it", async () => {
    const draftId = randomUUID();
    expect(await save(draftId)).toMatchObject({ data: { version: 1, isStale: false } });
    expect(
      await save(draftId, { tabId: OTHER_TAB, basedOn: 1, application: withKyc("corrected") }),
    ).toMatchObject({ data: { version: 2, isStale: false } });

    const older = { tabId: TAB, basedOn: 1, application: withKyc("older") };
    expect(await save(draftId, older)).toMatchObject({ ok: true, data: { version: 2, isStale: true } });
    expect(await read(draftId)).toMatchObject({ application: withKyc("corrected"), version: 2 });

    expect(await save(draftId, { ...older, basedOn: 2 })).toMatchObject({
      data: { version: 3, isStale: false },
    });
    expect(await read(draftId)).toMatchObject({ application: withKyc("older") });
    expect(
      await save(draftId, { tabId: OTHER_TAB, basedOn: 2, application: withKyc("again") }),
    ).toMatchObject({ data: { version: 3, isStale: true } });
  });

  it("is one draft even if both opened it before the first save", async () => {
    const draftId = randomUUID();
    await save(draftId);
    expect(await save(draftId, { tabId: OTHER_TAB, application: withKyc("other") })).toMatchObject({
      data: { version: 1, isStale: true },
    });
    expect(await read(draftId)).toMatchObject({ application: APPLICATION });
  });

  it("doesn't block a tab that missed the response to its own save", async () => {
    const draftId = randomUUID();
    await save(draftId);
    await save(draftId, { basedOn: 1, application: withKyc("unanswered") });
    expect(await save(draftId, { basedOn: 1, application: withKyc("typed on") })).toMatchObject({
      data: { version: 3, isStale: false },
    });
  });

  it("has no newer version if both have the same content", async () => {
    const draftId = randomUUID();
    await save(draftId);
    expect(await save(draftId, { tabId: OTHER_TAB, basedOn: 0 })).toMatchObject({
      data: { version: 1, isStale: false },
    });
    expect(await save(draftId, { basedOn: 1, application: withKyc("mine") })).toMatchObject({
      data: { version: 2, isStale: false },
    });
  });

  it("keeps the first of two simultaneous saves", async () => {
    const draftId = randomUUID();
    await save(draftId, { tabId: randomUUID() });
    const saves = ["one", "two", "three", "four"].map((id) =>
      save(draftId, { tabId: randomUUID(), basedOn: 1, application: withKyc(id) }),
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
  it("is returned unchanged, and only to the person who typed it", async () => {
    const draftId = randomUUID();
    expect(await save(draftId)).toMatchObject({
      ok: true,
      data: { operationId: draftId, outcome: "unsent" },
    });
    expect(await read(draftId)).toMatchObject({ application: APPLICATION, outcome: "unsent" });
    expect(await getUnfinishedDrafts({})).toMatchObject({ ok: true, data: [{ id: draftId }] });

    await signInAs("admin");
    expect(await read(draftId)).toBeNull();
    expect(await save(draftId)).toMatchObject({ ok: false, error: { code: "conflict" } });
    await discardDraft(randomUUID(), { draftId });

    await signInAs("manager");
    expect(await read(draftId)).toMatchObject({ application: APPLICATION });
    await discardDraft(randomUUID(), { draftId });
    expect(await read(draftId)).toBeNull();
  });

  it("is listed with the person's other unfinished drafts, the last changed first", async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (const draftId of [first, second, third]) await save(draftId, { application: withKyc(draftId) });
    await save(first, { application: withKyc("changed"), basedOn: 1 });
    await createCard(third, checkedCreateRequest(withKyc(third)));
    expect(await getUnfinishedDrafts({})).toMatchObject({
      data: [
        { id: first, application: withKyc("changed") },
        { id: second, application: withKyc(second) },
      ],
    });
    await discardDraft(randomUUID(), { draftId: first });
    expect(await getUnfinishedDrafts({})).toMatchObject({ data: [{ id: second }] });
    await signInAs("admin");
    expect(await getUnfinishedDrafts({})).toEqual({ ok: true, data: [] });
  });

  it("is encrypted at rest and not audited", async () => {
    const before = await db.pool.query("select count(*) from audit");
    await save(randomUUID());
    const { rows } = await db.pool.query("select d::text as row from drafts d");
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toMatch(/Lovelace|533401372|London|7400123456|applicant|Travel/);
    expect((await db.pool.query("select count(*) from audit")).rows).toEqual(before.rows);
  });

  it("keeps everything except card numbers, including one stored earlier", async () => {
    const draftId = randomUUID();
    const application = {
      ...APPLICATION,
      preferredCardName: "4111 1111 1111 1111",
      spendLimit: "5555555555554444",
    };
    expect(await save(draftId, { application })).toMatchObject({ ok: true });
    const masked = { ...APPLICATION, preferredCardName: "", spendLimit: "" };
    expect((await read(draftId))?.application).toEqual(masked);
    const sealed = seal(application, rowContext("drafts.sealed", draftId));
    await db.pool.query("update drafts set sealed = $1", [sealed]);
    expect((await read(draftId))?.application).toEqual(masked);
  });

  it("has one operation for all its tabs, until that ends without a card", async () => {
    const draftId = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    await save(draftId, { operationId: first });
    expect(await save(draftId, { operationId: second })).toMatchObject({ data: { operationId: first } });
    expect(await save(draftId, { operationId: second, replaces: first })).toMatchObject({
      data: { operationId: second },
    });
    // The other tab replaces the same operation and gets its replacement.
    expect(await save(draftId, { operationId: randomUUID(), replaces: first })).toMatchObject({
      data: { operationId: second },
    });
  });

  it("is emptied once its card is issued, and a late tab can't fill it again", async () => {
    const draftId = randomUUID();
    await save(draftId);
    const created = await createCard(draftId, checkedCreateRequest(APPLICATION));
    const cardId = created.ok && "id" in created.data ? created.data.id : "";
    expect(await read(draftId)).toMatchObject({ application: null, outcome: { cardId } });
    expect(await save(draftId)).toMatchObject({ ok: true, data: { outcome: { cardId } } });
    const { rows } = await db.pool.query("select sealed from drafts");
    expect(rows).toEqual([{ sealed: null }]);
    expect(await getUnfinishedDrafts({})).toEqual({ ok: true, data: [] });
  });

  it("is kept unchanged if the issuer rejects the card", async () => {
    const draftId = randomUUID();
    const application = { ...APPLICATION, kycApplicantId: "unverified" };
    await save(draftId, { application });
    const rejected = await createCard(draftId, checkedCreateRequest(application));
    expect(rejected).toMatchObject({ ok: false, error: { fields: { kycApplicantId: expect.any(String) } } });
    expect(await read(draftId)).toMatchObject({ application, outcome: "unsent" });
  });

  it("is pruned after seven days, and emptied if its card is found later", async () => {
    const [old, found] = [randomUUID(), randomUUID()];
    await save(old);
    await db.pool.query("update drafts set saved_at = now() - interval '8 days'");
    await save(found);
    await createCard(found, checkedCreateRequest(APPLICATION));
    await db.pool.query("update drafts set sealed = 'left over' where id = $1", [found]);
    await pruneJob.run({});
    const { rows } = await db.pool.query("select id, sealed from drafts");
    expect(rows).toEqual([{ id: found, sealed: null }]);
  });
});
