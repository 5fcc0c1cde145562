import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import type { Role } from "@/lib/domain/permissions";
import type { Result } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { stopJobs } from "@/lib/jobs/queue";
import { settleOperationsJob } from "@/lib/jobs/settle-operations";
import { getCardStatus } from "@/lib/queries/card";
import { getCardTimeline } from "@/lib/queries/card-timeline";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { addNote } from "./add-note";
import type { ConfirmedCard } from "./card-action";
import { freezeCard } from "./freeze-card";

// Next's request, which only a running server has: the cookie that the browser would send.
const browser = vi.hoisted(() => ({ cookie: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => ({ value: browser.cookie }) }),
}));

let program: TestProgram;
let cardId: string;

beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});
beforeEach(async () => {
  const request = sampleConsumerRequest({ cardType: "virtual" });
  cardId = (await program.sandbox.api<{ id: string }>("POST", "/cards/", request)).body.id;
});

async function come(role: Role): Promise<void> {
  const { pool } = program.db;
  const person = await findPersonByEmail(pool, DEMO_PEOPLE[role].email);
  const sid = await createSession(pool, { personId: person?.id ?? "", address: null, userAgent: null });
  browser.cookie = await encode({ token: { sid }, secret: env().authSecret });
}

async function freezeAs(role: Role): Promise<Result<ConfirmedCard>> {
  await come(role);
  return freezeCard(randomUUID(), { cardId, freeze: true });
}

async function unfreezeAs(role: Role, seen: Seen): Promise<Result<ConfirmedCard>> {
  await come(role);
  return freezeCard(randomUUID(), { cardId, freeze: false, seen });
}

type Seen = { status: string; readAt: string; noteId?: string };

async function noteAs(role: Role, body: string, subject = `card:${cardId}`): Promise<string> {
  await come(role);
  const kept = await addNote(randomUUID(), { subject, body });
  if (!kept.ok) throw new Error(kept.error.message);
  return kept.data.id;
}

/** What this person's screen shows now. */
async function look(role: Role) {
  await come(role);
  const read = await getCardStatus({ cardId });
  if (!read.ok) throw new Error(read.error.message);
  return read.data;
}

async function issuersStatus(): Promise<string> {
  return (await program.sandbox.api<{ status: string }>("GET", `/cards/${cardId}/`)).body.status;
}

async function lastEntry() {
  return (await listAudit({ target: cardId }, { limit: 1 })).rows[0];
}

function failNextRead(): Promise<void> {
  const fault = { type: "status", status: 500 };
  return program.armFault({ method: "GET", path: `/cards/${cardId}/`, times: 1, fault });
}

/** The request is sent, and nothing of this dashboard is left to hear the answer. Gives when it was asked for. */
async function dieWhileFreezing(role: Role, { isCarriedOut = true } = {}): Promise<{ at: string }> {
  await come(role);
  const send = globalThis.fetch;
  await new Promise<void>((die) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      if (!String(url).includes("/freeze/")) return send(url, init);
      if (isCarriedOut) await send(url, init);
      die();
      return new Promise<never>(() => undefined);
    });
    void freezeCard(randomUUID(), { cardId, freeze: true });
  });
  vi.restoreAllMocks();
  const { rows } = await program.db.pool.query<{ at: Date }>(
    "select at from audit where target = $1 and phase = 'begin' order by seq desc limit 1",
    [cardId],
  );
  return { at: rows[0]?.at.toISOString() ?? "" };
}

/** Long after: time passes for the operation, and nothing waits. */
async function settleAbandoned(): Promise<void> {
  await program.db.pool.query(
    `update operations set begun_at = begun_at - interval '10 minutes', sent_at = sent_at - interval '10 minutes',
       next_attempt_at = now() where target = $1 and state = 'begun'`,
    [cardId],
  );
  await settleOperationsJob.run({});
}

describe("an unfreeze", () => {
  it("of the freeze that the person saw is carried out", async () => {
    await freezeAs("manager");
    const seen = await look("support");
    expect(seen).toMatchObject({ status: "FROZEN", change: { by: "Jonas Weber", isYou: false } });
    expect(await unfreezeAs("support", seen)).toMatchObject({
      ok: true,
      data: { card: { status: "ACTIVE" }, previousStatus: "FROZEN" },
    });
    expect(await issuersStatus()).toBe("ACTIVE");
  });

  it("is refused, with who and when, once a colleague has changed the card", async () => {
    await freezeAs("support");
    const seen = await look("support");
    await unfreezeAs("manager", await look("manager"));
    const refused = await unfreezeAs("support", seen);
    expect(refused).toMatchObject({ ok: false, error: { code: "conflict", retry: "never" } });
    expect(!refused.ok && refused.error.message).toMatch(
      /^Jonas Weber unfroze this card at \d\d:\d\d:\d\d UTC\. Nothing was changed\.$/,
    );
    expect(await lastEntry()).toMatchObject({ action: "card.unfreeze", outcome: "failed" });
  });

  it("is refused also when the card was unfrozen and frozen anew: that is another freeze", async () => {
    await freezeAs("support");
    const seen = await look("support");
    await unfreezeAs("manager", await look("manager"));
    await freezeAs("manager");
    const refused = await unfreezeAs("support", seen);
    expect(!refused.ok && refused.error.message).toMatch(/^Jonas Weber froze this card at /);
    expect(await issuersStatus()).toBe("FROZEN");
  });

  it("is refused for a freeze made outside Cardwell that the screen did not show", async () => {
    const seen = await look("support");
    await program.sandbox.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    const refused = await unfreezeAs("support", seen);
    expect(!refused.ok && refused.error.message).toMatch(/^This card was frozen outside Cardwell/);
    expect(await issuersStatus()).toBe("FROZEN");
  });

  it("is refused until the person has seen what a colleague noted since the freeze", async () => {
    await freezeAs("support");
    const seen = await look("support");
    expect(seen.note).toBeNull();
    const noteId = await noteAs("manager", "Caller lost the card. Do NOT unfreeze.");
    const refused = await unfreezeAs("support", seen);
    expect(refused).toMatchObject({ ok: false, error: { code: "conflict", retry: "never" } });
    expect(!refused.ok && refused.error.message).toBe(
      "Read Jonas Weber’s note before you unfreeze this card. Nothing was changed.",
    );
    expect(await issuersStatus()).toBe("FROZEN");
    expect(JSON.stringify(await lastEntry())).not.toContain("Do NOT unfreeze");

    expect((await look("support")).note).toMatchObject({ id: noteId, person: "Jonas Weber" });
    expect(await unfreezeAs("support", { ...(await look("support")), noteId })).toMatchObject({ ok: true });
  });

  it("that was not sent, because the card could not be read, is not told as a doubtful one", async () => {
    await freezeAs("support");
    const seen = await look("support");
    await failNextRead();
    expect(await unfreezeAs("support", seen)).toMatchObject({
      ok: false,
      error: { code: "issuer-unavailable" },
    });
    const timeline = await getCardTimeline({ cardId, limit: 1 });
    expect(timeline).toMatchObject({
      ok: true,
      data: { events: [{ action: "card.unfreeze", outcome: "failed", isInDoubt: false }] },
    });
  });

  it("of a status that nobody names is not valid", async () => {
    await come("support");
    const bare = { cardId, freeze: false } as Parameters<typeof freezeCard>[1];
    expect(await freezeCard(randomUUID(), bare)).toMatchObject({ ok: false, error: { code: "invalid" } });
  });
});

describe("what is noted about a frozen card", () => {
  it("is shown from the freeze on, a colleague’s before the person’s own", async () => {
    await noteAs("manager", "Before the freeze");
    await freezeAs("manager");
    expect((await look("support")).note).toBeNull();
    await noteAs("manager", "Do NOT unfreeze");
    await noteAs("support", "Called again");
    expect((await look("support")).note).toMatchObject({
      body: "Do NOT unfreeze",
      person: "Jonas Weber",
      isYours: false,
      total: 2,
    });
    expect((await look("manager")).note).toMatchObject({ body: "Called again", person: "Mina Reyes" });
  });

  it("counts also when it is about the customer", async () => {
    await freezeAs("manager");
    const { body } = await program.sandbox.api<{ externalCustomerId: string }>("GET", `/cards/${cardId}/`);
    await noteAs("manager", "All cards of this customer stay frozen", `customer:${body.externalCustomerId}`);
    expect((await look("support")).note).toMatchObject({ person: "Jonas Weber" });
  });

  it("is shown whatever its age where nobody knows when the card was frozen", async () => {
    await program.sandbox.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    await noteAs("manager", "Frozen by the issuer’s desk");
    expect(await look("support")).toMatchObject({
      since: null,
      change: null,
      note: { body: "Frozen by the issuer’s desk" },
    });
  });

  it("is no part of a card that can be used", async () => {
    await noteAs("manager", "Prefers e-mail");
    expect((await look("support")).note).toBeNull();
  });
});

describe("a freeze", () => {
  it("is in force from the time that its result names on", async () => {
    const frozen = await freezeAs("support");
    const seen = await look("support");
    // Both may fall into the same millisecond.
    expect(frozen.ok && frozen.data.readAt <= seen.readAt).toBe(true);
    expect(frozen).toMatchObject({ ok: true, data: { previousStatus: "ACTIVE" } });
    expect(seen).toMatchObject({ change: { by: "Mina Reyes", isYou: true, isRecent: true } });
  });

  it("of a frozen card says that it changed nothing, and leaves the one who froze it named", async () => {
    await freezeAs("manager");
    expect(await freezeAs("support")).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN" }, previousStatus: "FROZEN" },
    });
    expect(await lastEntry()).toMatchObject({ message: "The card was already frozen." });
    expect((await look("support")).change?.by).toBe("Jonas Weber");
  });

  it("of a card that could not be read first takes no credit for a colleague's freeze", async () => {
    await freezeAs("manager");
    await failNextRead();
    expect(await freezeAs("support")).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN" }, previousStatus: null },
    });
    expect((await look("support")).change).toMatchObject({
      by: "Jonas Weber",
      isYou: false,
      isRecent: true,
      isCertain: true,
    });
  });

  it("of a card that could not be read first is told as a request: the card may have been frozen before", async () => {
    await failNextRead();
    await freezeAs("support");
    const uncertain = { by: "Mina Reyes", isRecent: true, isCertain: false };
    expect((await look("support")).change).toMatchObject({ ...uncertain, isYou: true });
    expect((await look("manager")).change).toMatchObject({ ...uncertain, isYou: false });
  });

  it("whose process died is told with the person who asked for it, and when", async () => {
    const asked = await dieWhileFreezing("manager");
    await settleAbandoned();
    const { change } = await look("support");
    expect(change).toMatchObject({ by: "Jonas Weber", isYou: false, isCertain: true });
    expect(change?.at).toBe(asked.at);
    expect(await lastEntry()).toMatchObject({
      action: "card.freeze",
      outcome: "succeeded",
      actor: { name: "Jonas Weber" },
      before: { status: "ACTIVE" },
      after: { status: "FROZEN" },
    });
  });

  it("whose process died takes no credit for one that was made before it was settled", async () => {
    await dieWhileFreezing("manager", { isCarriedOut: false });
    await freezeAs("support");
    await settleAbandoned();
    expect(await lastEntry()).toMatchObject({ actor: { name: "Jonas Weber" }, outcome: "succeeded" });
    expect((await look("support")).change).toMatchObject({ by: "Mina Reyes", isYou: true });
  });

  it("whose answer was lost is told as a doubtful one", async () => {
    const fault = { type: "commit-then-drop" };
    await program.armFault({ method: "PUT", path: `/cards/${cardId}/freeze/`, times: 2, fault });
    expect(await freezeAs("support")).toMatchObject({ ok: false, error: { code: "issuer-unavailable" } });
    expect(await getCardTimeline({ cardId, limit: 1 })).toMatchObject({
      ok: true,
      data: { events: [{ action: "card.freeze", outcome: "failed", isInDoubt: true }] },
    });
  });

  it("of a blocked card has failed, and is not sent", async () => {
    await program.sandbox.api("PUT", `/cards/${cardId}/block/`, { reason: "stolen" });
    const sent = vi.spyOn(globalThis, "fetch");
    const refused = await freezeAs("support");
    expect(sent.mock.calls.filter(([url]) => String(url).includes("/freeze/"))).toEqual([]);
    sent.mockRestore();
    expect(refused).toMatchObject({ ok: false, error: { code: "refused", retry: "never" } });
    expect(await lastEntry()).toMatchObject({
      action: "card.freeze",
      outcome: "failed",
      message: "The card is permanently blocked and can’t be frozen or unfrozen. Nothing was changed.",
      before: { status: "BLOCKED" },
    });
  });

  it("that meets a block on its way has failed: the issuer accepts it, and the card stays blocked", async () => {
    const issuer = globalThis.fetch;
    const onTheWay = vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      if (String(url).includes("/freeze/"))
        await program.sandbox.api("PUT", `/cards/${cardId}/block/`, { reason: "stolen" });
      return issuer(url, init);
    });
    const refused = await freezeAs("support");
    onTheWay.mockRestore();
    expect(refused).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await lastEntry()).toMatchObject({
      outcome: "failed",
      before: { status: "ACTIVE" },
      after: { status: "BLOCKED" },
    });
  });
});
