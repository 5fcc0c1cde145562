import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { restartIndex } from "@/lib/card-index/sync/restart-index";
import type { Card } from "@/lib/contract/card";
import type { Result } from "@/lib/domain/result";
import { stopJobs } from "@/lib/jobs/queue";
import { listNotes } from "@/lib/queries/notes";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { addNote } from "./add-note";
import { blockCard } from "./block-card";
import { dismissAttention } from "./dismiss-attention";
import { freezeCard } from "./freeze-card";
import { reissueCard } from "./reissue-card";
import { restoreAttention } from "./restore-attention";

const SERVER_ERROR = { type: "status", status: 500 };

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});
beforeEach(() => signInAs("support"));
afterEach(async () => {
  await program.clearFaults();
});

/** The index doesn't know it. */
async function issueElsewhere(): Promise<Card> {
  return (await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest())).body;
}

function makeUnreadable({ id }: Pick<Card, "id">): Promise<void> {
  return program.addFault({ method: "GET", path: `/cards/${id}/`, times: 20, fault: SERVER_ERROR });
}

const note = (subject: string, operationId = randomUUID()) =>
  addNote(operationId, { subject, body: "Called back" });

/** Whatever the audit log, the operations and the event stream have with this text. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows } = await program.db.pool.query<{ trace: string }>(
    `select * from (select body as trace from audit union all select concat_ws(' ', action, target) from operations
       union all select topic from events union all select key || coalesce(target, '') from throttled_attempts) traces
     where strpos(trace, $1) > 0`,
    [text],
  );
  return rows.map(({ trace }) => trace);
}

describe("what doesn't exist", () => {
  const request = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" } as const;
  const seen = { status: "FROZEN", readAt: "2026-11-15T14:03:21.000Z" };
  it.each<[string, (id: string) => Promise<Result<unknown>>]>([
    ["a note about a card", (id) => note(`card:${id}`)],
    ["a note about a customer", (id) => note(`customer:${id} (since 2019)`)],
    ["a freeze", (cardId) => freezeCard(randomUUID(), { cardId, freeze: true })],
    ["an unfreeze", (cardId) => freezeCard(randomUUID(), { cardId, freeze: false, seen })],
    ["a block", (cardId) => blockCard(randomUUID(), { cardId, reason: "lost" })],
    ["a reissue", (cardId) => reissueCard(randomUUID(), { cardId, request })],
    ["a dismissal", (id) => dismissAttention(randomUUID(), { key: `frozen-before:${id}`, reason: "x" })],
    ["the end of a dismissal", (id) => restoreAttention(randomUUID(), { key: `frozen-before:${id}` })],
  ])("refuses %s before the audit log or the event stream has its name", async (name, act) => {
    const invented = `${name.replaceAll(" ", "-")}-for-Ada-Lovelace`;
    for (const role of ["manager", "auditor"] as const) {
      await signInAs(role);
      const result = await act(invented);
      expect(role === "manager" ? ["not-found", "conflict"] : ["forbidden"]).toContain(
        result.ok ? "done" : result.error.code,
      );
      expect(await tracesOf(invented)).toEqual([]);
    }
  });
});

describe("a note about a card", () => {
  it("that the index doesn't know yet is added if the issuer has the card", async () => {
    const { id } = await issueElsewhere();
    expect(await note(`card:${id}`)).toMatchObject({ ok: true });
    expect(await listNotes([`card:${id}`])).toHaveLength(1);
    await signInAs("auditor");
    expect(await note(`card:${id}`)).toMatchObject({ error: { code: "forbidden" } });
    const { rows } = await program.db.pool.query(
      "select outcome, target from audit where action = 'card.note' order by seq desc limit 1",
    );
    expect(rows).toEqual([{ outcome: "denied", target: id }]);
  });

  it("says why it wasn't added", async () => {
    expect(await note(`card:${randomUUID()}`)).toMatchObject({
      error: { message: "The note wasn’t added. The issuer has no card with this ID.", retry: "never" },
    });
  });

  it("isn't added while nobody knows whether the card exists, and can be sent again", async () => {
    const [unknown, known] = [await issueElsewhere(), await issueElsewhere()];
    expect(await note(`card:${known.id}`)).toMatchObject({ ok: true });
    await makeUnreadable(unknown);
    await makeUnreadable(known);
    const operationId = randomUUID();
    expect(await note(`card:${unknown.id}`, operationId)).toMatchObject({
      error: {
        code: "issuer-unavailable",
        message: expect.stringContaining(
          "The note wasn’t added, because we couldn’t check that the card exists.",
        ),
        retry: "safe",
      },
    });
    expect(await tracesOf(unknown.id)).toEqual([]);
    expect(await note(`card:${known.id}`)).toMatchObject({ ok: true });
    await program.clearFaults();
    expect(await note(`card:${unknown.id}`, operationId)).toMatchObject({ ok: true });
  });

  it("that was added is answered as the first time when it is sent again, whatever became of the card", async () => {
    const card = await issueElsewhere();
    const operationId = randomUUID();
    const first = await note(`card:${card.id}`, operationId);
    expect(first).toMatchObject({ ok: true });
    await restartIndex();
    await makeUnreadable(card);
    expect(await note(`card:${card.id}`, operationId)).toEqual(first);
  });
});

describe("a note about a customer", () => {
  it("is added once the index knows the customer, and says until when to wait", async () => {
    await restartIndex();
    const { externalCustomerId } = await issueElsewhere();
    const subject = `customer:${externalCustomerId}`;
    expect(await note(subject)).toMatchObject({
      error: {
        code: "not-found",
        message:
          "The note wasn’t added, because this customer wasn’t found yet: we’re still reading cards from the issuer. Try again in a moment.",
        retry: "safe",
      },
    });
    await catchUp(program.listSyncs());
    expect(await note(subject)).toMatchObject({ ok: true });
    expect(await note("customer:nobody")).toMatchObject({
      error: { message: "The note wasn’t added. No cards found for this customer.", retry: "never" },
    });
  });
});
