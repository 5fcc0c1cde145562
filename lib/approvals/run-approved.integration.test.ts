import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addNote } from "@/lib/actions/add-note";
import { blockCard } from "@/lib/actions/block-card";
import { declineRequest } from "@/lib/actions/decline-request";
import { reissueCard } from "@/lib/actions/reissue-card";
import { appendAudit } from "@/lib/audit/append";
import { findPersonByEmail, lockPerson } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import { activateCopy, markRestoredCopy } from "@/lib/db/restored-copy";
import { publishOn } from "@/lib/events/bus";
import { resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { inTransaction } from "@/lib/postgres/open-database";
import { newId, type OpenApprovals, openApprovals, REASON, unwrap } from "@/testing/approvals";
import { onlyOn } from "@/testing/database";
import { approvalsJob } from "./approvals-job";

let approvals: OpenApprovals;
let card: Card;

beforeAll(async () => {
  approvals = await openApprovals();
});
afterAll(() => approvals.close());
beforeEach(async () => {
  await approvals.setPolicies(["block"]);
  card = await approvals.issueCard();
});
afterEach(async () => {
  await approvals.clearFaults();
  await approvals.db.pool.query("update people set state = 'active'");
});

const EMERGENCY = { reason: "Fraud in progress", isEmergency: true };

/** Requested by the manager. */
const requestBlock = () => approvals.requestBlock(card.id);

async function refuseBlock(): Promise<void> {
  const path = `/cards/${card.id}/block/`;
  await approvals.addFault({ method: "PUT", path, times: 1, fault: { type: "status", status: 422 } });
}

/** As by a process that dies right afterward. */
async function approveOnly(id: string): Promise<void> {
  const admin = await approvals.as("admin");
  await approvals.db.pool.query(
    "update approval_requests set state = 'approved', decided_by = $2, decided_at = now() where id = $1",
    [id, admin.id],
  );
}

describe("a process that dies", () => {
  it("leaves nothing to the job of a restored copy before it is activated, because the original has run it", async () => {
    const id = await requestBlock();
    await approveOnly(id);
    await markRestoredCopy(approvals.db.pool);
    expect(await approvals.countBlocks(card.id, () => approvalsJob.run({}))).toBe(0);
    await inTransaction(approvals.db.pool, activateCopy);
    expect(await approvals.countBlocks(card.id, () => approvalsJob.run({}))).toBe(1);
  });

  it("between approval and run leaves it to the job, which runs it once", async () => {
    const id = await requestBlock();
    await approveOnly(id);
    const sent = await approvals.countBlocks(card.id, async () => {
      await Promise.all([approvalsJob.run({}), approvalsJob.run({})]);
      await approvalsJob.run({});
    });
    expect(sent).toBe(1);
    expect(await approvals.readRequest(id)).toMatchObject({
      state: "approved",
      outcome: { is: "succeeded" },
    });
    expect((await approvals.entriesOf(id)).find(({ phase }) => phase === "finish")?.message).toContain(
      "approved by Ines Duarte",
    );
  });

  it("doesn't run it for a requester who was disabled in between", async () => {
    const id = await requestBlock();
    await approveOnly(id);
    await approvals.db.pool.query(
      "update people set state = 'disabled' where email = 'manager@cardwell.test'",
    );
    await approvalsJob.run({});
    expect(await approvals.readRequest(id)).toMatchObject({ state: "void" });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("after the request was sent leaves an unknown outcome, which is resolved and then told", async () => {
    await approvals.setPolicies(["reissue"]);
    await approvals.as("manager");
    const id = newId();
    const request = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" } as const;
    unwrap(await reissueCard(id, { cardId: card.id, request }, REASON));
    const path = `/cards/${card.id}/replace/`;
    await approvals.addFault({ method: "PUT", path, times: 1, fault: { type: "commit-then-drop" } });
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.readRequest(id)).toMatchObject({ state: "approved", outcome: null });
    await approvals.db.pool.query("update operations set next_attempt_at = now() where id = $1", [id]);
    await resolveOperationsJob.run({});
    await approvalsJob.run({});
    expect(await approvals.readRequest(id)).toMatchObject({ outcome: { is: "succeeded" } });
    expect((await approvals.notificationsOf("manager@cardwell.test"))[0]).toContain("is done");
  });
});

describe("the outcome", () => {
  it("can't be made by another action under the request's ID", async () => {
    const id = await requestBlock();
    await approvals.as("support");
    const note = { subject: `card:${card.id}`, body: "Called the holder", needsFollowUp: false };
    expect(await addNote(id, note)).toMatchObject({ error: { code: "conflict" } });
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });

  it("is never that of another operation", async () => {
    const id = await requestBlock();
    const { id: personId } = await approvals.as("support");
    await approvals.db.pool.query(
      `insert into operations (id, person_id, action, target, input_hash, state, result, next_attempt_at)
       values ($1, $2, 'note.add', $3, 'x', 'succeeded', $4, now())`,
      [id, personId, card.id, JSON.stringify({ ok: true, data: null })],
    );
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.readRequest(id)).toMatchObject({
      state: "void",
      decision: { comment: "Something else was done under this request’s ID. It wasn’t carried out." },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
    expect((await approvals.notificationsOf("manager@cardwell.test"))[0]).toContain("It wasn’t carried out.");
  });

  it("follows the issuer's late confirmation", async () => {
    const id = await requestBlock();
    await refuseBlock();
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.readRequest(id)).toMatchObject({ outcome: { is: "failed" } });
    await approvals.db.pool.query("update operations set state = 'succeeded', result = $2 where id = $1", [
      id,
      JSON.stringify({ ok: true, data: null }),
    ]);
    await approvalsJob.run({});
    await approvalsJob.run({});
    expect(await approvals.readRequest(id)).toMatchObject({ outcome: { is: "succeeded" } });
    const told = (await approvals.notificationsOf("manager@cardwell.test")).slice(0, 2);
    expect(told).toEqual([expect.stringContaining("is done"), expect.stringContaining("but failed")]);
  });

  it("is void once, and keeps what the approver wrote", async () => {
    const id = await requestBlock();
    await approveOnly(id);
    await approvals.db.pool.query(
      "update people set state = 'disabled' where email = 'manager@cardwell.test'",
    );
    await Promise.all([approvalsJob.run({}), approvalsJob.run({})]);
    const voids = (await approvals.entriesOf(id)).filter(({ action }) => action === "approval.void");
    expect(voids).toHaveLength(1);
  });
});

// The embedded engine has only one connection, so nothing can wait for a lock.
onlyOn("postgres", () => {
  describe("at the same time", () => {
    /** Until somebody waits for a lock. */
    const waitForLock = (client: pg.ClientBase) =>
      vi.waitFor(async () => {
        const { rows } = await client.query("select from pg_locks where not granted");
        expect(rows).not.toEqual([]);
      }, 20_000);

    it("a request doesn't wait for the sign-in of an approver", async () => {
      await inTransaction(approvals.db.pool, async (client) => {
        const admin = await findPersonByEmail(client, "admin@cardwell.test");
        await lockPerson(client, admin?.id ?? "");
        await requestBlock();
        await appendAudit(client, { phase: "event", action: "session.begin", outcome: "succeeded" });
      });
    });

    it("a decision and another action end without a deadlock", async () => {
      const id = await requestBlock();
      await approvals.as("admin");
      let decision: Promise<unknown> | undefined;
      await inTransaction(approvals.db.pool, async (client) => {
        await appendAudit(client, { phase: "event", action: "session.begin", outcome: "succeeded" });
        decision = declineRequest(newId(), { requestId: id, comment: "Freeze it first" });
        await waitForLock(client);
        await publishOn(client, ["audit"]);
      });
      await expect(decision).resolves.toMatchObject({ ok: true });
    });
  });
});

describe("an emergency", () => {
  const emergencies = async (id: string) =>
    (await approvals.entriesOf(id)).filter(({ action }) => action === "approval.emergency");

  it("that meets the same request at the same moment is one or the other, and never silent", async () => {
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    await Promise.all([blockCard(id, input, REASON), blockCard(id, input, EMERGENCY)]);
    const { state } = await approvals.readRequest(id);
    const isBlocked = (await approvals.statusOf(card.id)) === "BLOCKED";
    expect(isBlocked).toBe(state === "emergency");
    expect(await emergencies(id)).toHaveLength(isBlocked ? 1 : 0);
  });

  it("that follows the same request waits like it", async () => {
    const id = await approvals.requestBlock(card.id, { by: "second-admin" });
    await approvals.as("second-admin");
    const again = await blockCard(id, { cardId: card.id, reason: "stolen" }, EMERGENCY);
    expect(again).toMatchObject({ data: { approvalRequested: { id } } });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("needs no answer from the issuer about the card", async () => {
    await approvals.db.pool.query("delete from indexed_cards where id = $1", [card.id]);
    const path = `/cards/${card.id}/`;
    await approvals.addFault({ method: "GET", path, times: 2, fault: { type: "rubbish" } });
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    expect(await blockCard(newId(), input, REASON)).toMatchObject({ error: { code: "issuer-broken" } });
    await blockCard(id, input, EMERGENCY);
    expect(await emergencies(id)).toHaveLength(1);
  });

  it("is none for a card that is blocked already", async () => {
    await approvals.sandbox.api("PUT", `/cards/${card.id}/block/`, { reason: "lost" });
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    expect(await blockCard(id, input, EMERGENCY)).toMatchObject({ error: { code: "refused" } });
    expect(await emergencies(id)).toHaveLength(0);
  });

  it("that fails is announced to every admin again", async () => {
    await refuseBlock();
    await approvals.as("admin");
    const id = newId();
    expect(await blockCard(id, { cardId: card.id, reason: "stolen" }, EMERGENCY)).toMatchObject({
      ok: false,
    });
    await approvalsJob.run({});
    for (const email of ["admin@cardwell.test", "second-admin@cardwell.test"]) {
      const [last, first] = await approvals.notificationsOf(email);
      expect(first).toContain("is acting without a second person");
      expect(last).toContain("but it failed");
    }
  });

  it("isn't repeated once its operation was removed", async () => {
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    unwrap(await blockCard(id, input, EMERGENCY));
    await approvalsJob.run({});
    await approvals.db.pool.query("delete from operations where id = $1", [id]);
    const sent = await approvals.countBlocks(card.id, async () => {
      expect(await blockCard(id, input)).toMatchObject({ error: { code: "conflict" } });
    });
    expect(sent).toBe(0);
  });

  it("whose process ended before it began is ended, and can't begin afterward", async () => {
    await refuseBlock();
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    await blockCard(id, input, EMERGENCY);
    await approvals.db.pool.query("delete from operations where id = $1", [id]);
    await approvals.db.pool.query(
      `update approval_requests set outcome = null, finished_at = null, decided_at = now() - interval '11 minutes'
       where id = $1`,
      [id],
    );
    await approvalsJob.run({});
    expect(await approvals.readRequest(id)).toMatchObject({
      outcome: { is: "failed", message: "This was interrupted before it began. Nothing was done." },
    });
    expect(await blockCard(id, input, EMERGENCY)).toMatchObject({ ok: false });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });
});
