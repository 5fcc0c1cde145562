import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { seedDemoPeople } from "@/lib/auth/people";
import type { ConfirmedCard } from "@/lib/card-index/change-card";
import type { Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import { stopJobs } from "@/lib/jobs/queue";
import { resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { getCardStatus } from "@/lib/queries/card";
import { getCardTimeline } from "@/lib/queries/card-timeline";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { addNote } from "./add-note";
import { freezeCard } from "./freeze-card";

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

async function freezeAs(role: Role): Promise<Result<ConfirmedCard>> {
  await signInAs(role);
  return freezeCard(randomUUID(), { cardId, freeze: true });
}

async function unfreezeAs(role: Role, seen: Seen): Promise<Result<ConfirmedCard>> {
  await signInAs(role);
  return freezeCard(randomUUID(), { cardId, freeze: false, seen });
}

type Seen = { status: string; readAt: string; noteId?: string };

async function addNoteAs(role: Role, body: string, subject = `card:${cardId}`): Promise<string> {
  await signInAs(role);
  const added = await addNote(randomUUID(), { subject, body });
  if (!added.ok) throw new Error(added.error.message);
  return added.data.id;
}

/** The status that this person's screen shows. */
async function readStatusAs(role: Role) {
  await signInAs(role);
  const read = await getCardStatus({ cardId });
  if (!read.ok) throw new Error(read.error.message);
  return read.data;
}

async function readIssuerStatus(): Promise<string> {
  return (await program.sandbox.api<{ status: string }>("GET", `/cards/${cardId}/`)).body.status;
}

async function lastEntry() {
  return (await listAudit({ target: cardId }, { limit: 1 })).rows[0];
}

function failNextRead(times = 1): Promise<void> {
  const fault = { type: "status", status: 500 };
  return program.addFault({ method: "GET", path: `/cards/${cardId}/`, times, fault });
}

/** Sends the request and abandons the operation, as if the process had died. Returns the time of the request. */
async function crashWhileFreezing(role: Role, { isProcessed = true } = {}): Promise<{ at: string }> {
  await signInAs(role);
  const send = globalThis.fetch;
  await new Promise<void>((die) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      if (!String(url).includes("/freeze/")) return send(url, init);
      if (isProcessed) await send(url, init);
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

/** Ages the abandoned operation and resolves it. */
async function resolveAbandoned(): Promise<void> {
  await program.db.pool.query(
    `update operations set begun_at = begun_at - interval '10 minutes', sent_at = sent_at - interval '10 minutes',
       next_attempt_at = now() where target = $1 and state = 'begun'`,
    [cardId],
  );
  await resolveOperationsJob.run({});
}

describe("an unfreeze", () => {
  it("succeeds for the freeze that the person saw", async () => {
    await freezeAs("manager");
    const seen = await readStatusAs("support");
    expect(seen).toMatchObject({ status: "FROZEN", change: { by: "Jonas Weber", isYou: false } });
    expect(await unfreezeAs("support", seen)).toMatchObject({
      ok: true,
      data: { card: { status: "ACTIVE" }, previousStatus: "FROZEN" },
    });
    expect(await readIssuerStatus()).toBe("ACTIVE");
  });

  it("is rejected with the person and the time if a colleague has changed the card", async () => {
    await freezeAs("support");
    const seen = await readStatusAs("support");
    await unfreezeAs("manager", await readStatusAs("manager"));
    const rejected = await unfreezeAs("support", seen);
    expect(rejected).toMatchObject({ ok: false, error: { code: "conflict", retry: "never" } });
    expect(!rejected.ok && rejected.error.message).toMatch(
      /^Jonas Weber unfroze this card at \d\d:\d\d:\d\d UTC\. Nothing was changed\.$/,
    );
    expect(await lastEntry()).toMatchObject({ action: "card.unfreeze", outcome: "failed" });
  });

  it("is rejected if the card was unfrozen and frozen again, which is another freeze", async () => {
    await freezeAs("support");
    const seen = await readStatusAs("support");
    await unfreezeAs("manager", await readStatusAs("manager"));
    await freezeAs("manager");
    const rejected = await unfreezeAs("support", seen);
    expect(!rejected.ok && rejected.error.message).toMatch(/^Jonas Weber froze this card at /);
    expect(await readIssuerStatus()).toBe("FROZEN");
  });

  it("is rejected for a freeze made outside Cardwell that was not on screen", async () => {
    const seen = await readStatusAs("support");
    await program.sandbox.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    const rejected = await unfreezeAs("support", seen);
    expect(!rejected.ok && rejected.error.message).toMatch(/^This card was frozen outside Cardwell/);
    expect(await readIssuerStatus()).toBe("FROZEN");
  });

  it("is rejected until the person has seen a colleague's note since the freeze", async () => {
    await freezeAs("support");
    const seen = await readStatusAs("support");
    expect(seen.note).toBeNull();
    const noteId = await addNoteAs("manager", "Caller lost the card. Do NOT unfreeze.");
    const rejected = await unfreezeAs("support", seen);
    expect(rejected).toMatchObject({ ok: false, error: { code: "conflict", retry: "never" } });
    expect(!rejected.ok && rejected.error.message).toBe(
      "Read Jonas Weber’s note before you unfreeze this card. Nothing was changed.",
    );
    expect(await readIssuerStatus()).toBe("FROZEN");
    expect(JSON.stringify(await lastEntry())).not.toContain("Do NOT unfreeze");

    expect((await readStatusAs("support")).note).toMatchObject({ id: noteId, person: "Jonas Weber" });
    expect(await unfreezeAs("support", { ...(await readStatusAs("support")), noteId })).toMatchObject({
      ok: true,
    });
  });

  it("has no uncertain outcome if it was not sent because the card couldn't be read", async () => {
    await freezeAs("support");
    const seen = await readStatusAs("support");
    await failNextRead();
    expect(await unfreezeAs("support", seen)).toMatchObject({
      ok: false,
      error: { code: "issuer-unavailable" },
    });
    const timeline = await getCardTimeline({ cardId, limit: 1 });
    expect(timeline).toMatchObject({
      ok: true,
      data: { events: [{ action: "card.unfreeze", outcome: "failed", isOutcomeUncertain: false }] },
    });
  });

  it("is invalid without the status that the person saw", async () => {
    await signInAs("support");
    const withoutSeen = { cardId, freeze: false } as Parameters<typeof freezeCard>[1];
    expect(await freezeCard(randomUUID(), withoutSeen)).toMatchObject({
      ok: false,
      error: { code: "invalid" },
    });
  });
});

describe("the note of a frozen card", () => {
  it("is the newest since the freeze, a colleague’s before the person’s own", async () => {
    await addNoteAs("manager", "Before the freeze");
    await freezeAs("manager");
    expect((await readStatusAs("support")).note).toBeNull();
    await addNoteAs("manager", "Do NOT unfreeze");
    await addNoteAs("support", "Called again");
    expect((await readStatusAs("support")).note).toMatchObject({
      body: "Do NOT unfreeze",
      person: "Jonas Weber",
      isYours: false,
      total: 2,
    });
    expect((await readStatusAs("manager")).note).toMatchObject({
      body: "Called again",
      person: "Mina Reyes",
    });
  });

  it("can be about the customer", async () => {
    await freezeAs("manager");
    const { body } = await program.sandbox.api<{ externalCustomerId: string }>("GET", `/cards/${cardId}/`);
    await addNoteAs(
      "manager",
      "All cards of this customer stay frozen",
      `customer:${body.externalCustomerId}`,
    );
    expect((await readStatusAs("support")).note).toMatchObject({ person: "Jonas Weber" });
  });

  it("can have any age if the time of the freeze is unknown", async () => {
    await program.sandbox.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    await addNoteAs("manager", "Frozen by the issuer’s support team");
    expect(await readStatusAs("support")).toMatchObject({
      since: null,
      change: null,
      note: { body: "Frozen by the issuer’s support team" },
    });
  });

  it("is missing for an active card", async () => {
    await addNoteAs("manager", "Prefers email");
    expect((await readStatusAs("support")).note).toBeNull();
  });
});

describe("a freeze", () => {
  it("is in effect from the time in its result", async () => {
    const frozen = await freezeAs("support");
    const seen = await readStatusAs("support");
    // Both can have the same millisecond.
    expect(frozen.ok && frozen.data.readAt <= seen.readAt).toBe(true);
    expect(frozen).toMatchObject({ ok: true, data: { previousStatus: "ACTIVE" } });
    expect(seen).toMatchObject({ change: { by: "Mina Reyes", isYou: true, isRecent: true } });
  });

  it("reports no change of a frozen card and keeps the person who froze it", async () => {
    await freezeAs("manager");
    expect(await freezeAs("support")).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN" }, previousStatus: "FROZEN" },
    });
    expect(await lastEntry()).toMatchObject({ message: "The card was already frozen." });
    expect((await readStatusAs("support")).change?.by).toBe("Jonas Weber");
  });

  it("doesn't replace a colleague's freeze if the card couldn't be read first", async () => {
    await freezeAs("manager");
    await failNextRead();
    expect(await freezeAs("support")).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN" }, previousStatus: null },
    });
    expect((await readStatusAs("support")).change).toMatchObject({
      by: "Jonas Weber",
      isYou: false,
      isRecent: true,
      isCertain: true,
    });
  });

  it("is uncertain if the card couldn't be read first, because it may have been frozen before", async () => {
    // The index doesn't know it, so it is read once more.
    await failNextRead(2);
    await freezeAs("support");
    const uncertain = { by: "Mina Reyes", isRecent: true, isCertain: false };
    expect((await readStatusAs("support")).change).toMatchObject({ ...uncertain, isYou: true });
    expect((await readStatusAs("manager")).change).toMatchObject({ ...uncertain, isYou: false });
  });

  it("keeps its person and time if its process died", async () => {
    const abandoned = await crashWhileFreezing("manager");
    await resolveAbandoned();
    const { change } = await readStatusAs("support");
    expect(change).toMatchObject({ by: "Jonas Weber", isYou: false, isCertain: true });
    expect(change?.at).toBe(abandoned.at);
    expect(await lastEntry()).toMatchObject({
      action: "card.freeze",
      outcome: "succeeded",
      actor: { name: "Jonas Weber" },
      before: { status: "ACTIVE" },
      after: { status: "FROZEN" },
    });
  });

  it("doesn't replace a freeze made before it was resolved if its process died", async () => {
    await crashWhileFreezing("manager", { isProcessed: false });
    await freezeAs("support");
    await resolveAbandoned();
    expect(await lastEntry()).toMatchObject({ actor: { name: "Jonas Weber" }, outcome: "succeeded" });
    expect((await readStatusAs("support")).change).toMatchObject({ by: "Mina Reyes", isYou: true });
  });

  it("has an unknown outcome if the response was lost, until the card's status shows it", async () => {
    const fault = { type: "commit-then-drop" };
    await program.addFault({ method: "PUT", path: `/cards/${cardId}/freeze/`, times: 2, fault });
    expect(await freezeAs("support")).toMatchObject({ ok: false, error: { code: "issuer-unavailable" } });
    expect(await getCardTimeline({ cardId, limit: 1 })).toMatchObject({
      ok: true,
      data: { events: [{ action: "card.freeze", outcome: "unknown" }] },
    });
    await resolveOperationsJob.run({});
    expect(await lastEntry()).toMatchObject({ action: "card.freeze", outcome: "succeeded" });
  });

  it("fails for a blocked card without being sent", async () => {
    await program.sandbox.api("PUT", `/cards/${cardId}/block/`, { reason: "stolen" });
    const sent = vi.spyOn(globalThis, "fetch");
    const rejected = await freezeAs("support");
    expect(sent.mock.calls.filter(([url]) => String(url).includes("/freeze/"))).toEqual([]);
    sent.mockRestore();
    expect(rejected).toMatchObject({ ok: false, error: { code: "refused", retry: "never" } });
    expect(await lastEntry()).toMatchObject({
      action: "card.freeze",
      outcome: "failed",
      message: "The card is permanently blocked and can’t be frozen or unfrozen. Nothing was changed.",
      before: { status: "BLOCKED" },
    });
  });

  it("fails if the card is blocked in the meantime: the issuer accepts it, but the card stays blocked", async () => {
    const issuer = globalThis.fetch;
    const fetchSpy = vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      if (String(url).includes("/freeze/"))
        await program.sandbox.api("PUT", `/cards/${cardId}/block/`, { reason: "stolen" });
      return issuer(url, init);
    });
    const rejected = await freezeAs("support");
    fetchSpy.mockRestore();
    expect(rejected).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await lastEntry()).toMatchObject({
      outcome: "failed",
      before: { status: "ACTIVE" },
      after: { status: "BLOCKED" },
    });
  });
});
