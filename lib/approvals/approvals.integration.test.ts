import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveRequest } from "@/lib/actions/approve-request";
import { blockCard } from "@/lib/actions/block-card";
import { declineRequest } from "@/lib/actions/decline-request";
import { reissueCard } from "@/lib/actions/reissue-card";
import { withdrawRequest } from "@/lib/actions/withdraw-request";
import { commitUnaudited } from "@/lib/audit/run-operation";
import type { Card } from "@/lib/contract/card";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { Result } from "@/lib/domain/result";
import { getApproval, getApprovals } from "@/lib/queries/approvals";
import { newId, type OpenApprovals, openApprovals, REASON, unwrap } from "@/testing/approvals";
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
  await approvals.db.pool.query("update people set role = 'manager' where email = 'manager@cardwell.test'");
});

/** Requested by the manager. */
const requestBlock = (id = newId()) => approvals.requestBlock(card.id, { id });

describe("an action that needs a second person", () => {
  it("is requested, approved, and runs once as the requester's operation, with both names in the log", async () => {
    const id = await requestBlock();
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
    expect((await approvals.notificationsOf("admin@cardwell.test"))[0]).toBe(
      `Jonas Weber asks for your approval: Block card •• ${card.lastFour}`,
    );
    const sent = await approvals.countBlocks(card.id, async () =>
      unwrap(await approvals.approveAs("admin", id)),
    );
    expect(sent).toBe(1);
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
    const finished = (await approvals.entriesOf(id)).find(({ phase }) => phase === "finish");
    expect(finished).toMatchObject({
      action: "card.block",
      actor: "Jonas Weber",
      message: "Requested by Jonas Weber, approved by Ines Duarte.",
    });
    expect(await approvals.readRequest(id)).toMatchObject({
      state: "approved",
      outcome: { is: "succeeded" },
      decision: { by: "Ines Duarte" },
    });
    expect((await approvals.notificationsOf("manager@cardwell.test"))[0]).toContain(
      "was approved by Ines Duarte",
    );
  });

  it("is rejected without a reason, as from a tab that doesn't know the policy", async () => {
    await approvals.as("manager");
    expect(await blockCard(newId(), { cardId: card.id, reason: "stolen" })).toMatchObject({
      ok: false,
      error: { code: "approval-required" },
    });
    expect(await blockCard(newId(), { cardId: card.id, reason: "stolen" }, { reason: " " })).toMatchObject({
      error: { code: "invalid", fields: { reason: expect.any(String) } },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("is one request for a double click and one per card", async () => {
    const id = newId();
    await approvals.as("manager");
    const input = { cardId: card.id, reason: "stolen" };
    const both = await Promise.all([blockCard(id, input, REASON), blockCard(id, input, REASON)]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await blockCard(id, { ...input, reason: "lost" }, REASON)).toMatchObject({
      error: { code: "conflict" },
    });
    await approvals.as("second-admin");
    expect(await blockCard(newId(), input, REASON)).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("Jonas Weber’s request “Block card") },
    });
    const { rows } = await approvals.db.pool.query("select from approval_requests where target = $1", [
      card.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("stores what it holds encrypted", async () => {
    const id = await requestBlock();
    const { rows } = await approvals.db.pool.query("select content from approval_requests where id = $1", [
      id,
    ]);
    expect(rows[0].content).toMatch(/^sealed\./);
  });

  it("tells the approvers by mail, but not the requester", async () => {
    const id = await requestBlock();
    const { rows } = await approvals.db.pool.query(
      "select recipient from mails where kind = 'approval-requested' and subject like $1 order by recipient",
      [`%•• ${card.lastFour}`],
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      "admin@cardwell.test",
      "second-admin@cardwell.test",
    ]);
    await approvals.as("manager");
    expect(unwrap(await getApprovals({ list: "waiting" })).items.map((item) => item.id)).not.toContain(id);
    expect(unwrap(await getApprovals({ list: "mine" })).items[0]).toMatchObject({ id, isMine: true });
  });

  it("is refused while nobody else could approve it", async () => {
    await approvals.setPolicies(["block"], ["manager"]);
    await approvals.as("manager");
    expect(await blockCard(newId(), { cardId: card.id, reason: "stolen" }, REASON)).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("Nobody else can approve this.") },
    });
  });
});

describe("a decision", () => {
  it("is never the requester's own", async () => {
    const id = await requestBlock();
    expect(await approvals.approveAs("manager", id)).toMatchObject({
      error: { code: "forbidden", message: "You can’t decide on your own request." },
    });
    expect(await declineRequest(newId(), { requestId: id, comment: "No" })).toMatchObject({
      error: { code: "forbidden" },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("needs a role that the policy names", async () => {
    await approvals.setPolicies(["block"], ["admin"]);
    await approvals.as("admin");
    const data = unwrap(await blockCard(newId(), { cardId: card.id, reason: "stolen" }, REASON));
    const id = isApprovalRequested(data) ? data.approvalRequested.id : "";
    expect(await approvals.approveAs("manager", id)).toMatchObject({ error: { code: "forbidden" } });
    await approvals.as("support");
    expect(
      await approveRequest(newId(), {
        requestId: id,
        seen: "0".repeat(64),
        comment: "",
        acknowledgesSameDevice: true,
      }),
    ).toMatchObject({ error: { code: "forbidden" } });
    unwrap(await approvals.approveAs("second-admin", id));
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });

  it("is bound to the role in the deciding transaction, not to the one the session had", async () => {
    await approvals.as("admin");
    const data = unwrap(await blockCard(newId(), { cardId: card.id, reason: "stolen" }, REASON));
    const id = isApprovalRequested(data) ? data.approvalRequested.id : "";
    await approvals.as("manager");
    const { version } = unwrap(await getApproval({ requestId: id }));
    const { approve } = await import("./decide");
    const manager = await approvals.as("manager");
    await approvals.db.pool.query("update people set role = 'finance' where id = $1", [manager.id]);
    expect(
      await approve(
        { requestId: id, comment: "", seen: version ?? "", acknowledgesSameDevice: false },
        {
          actor: manager,
          request: { requestId: "r", address: "198.51.100.1", userAgent: "Other" },
          trace: {},
          commit: commitUnaudited,
        },
      ),
    ).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });

  it("runs once if two approve at the same moment", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    const { version: seen } = unwrap(await getApproval({ requestId: id }));
    const input = { requestId: id, seen: seen ?? "", comment: "", acknowledgesSameDevice: false };
    const { approve } = await import("./decide");
    const admin = await approvals.as("admin");
    const second = await approvals.as("second-admin");
    const request = { requestId: "r", address: "198.51.100.1", userAgent: "Other" };
    const sent = await approvals.countBlocks(card.id, async () => {
      const results = await Promise.all([
        approve(input, { actor: admin, request, trace: {}, commit: commitUnaudited }),
        approve(input, { actor: second, request, trace: {}, commit: commitUnaudited }),
        approvalsJob.run({}),
      ]);
      const decisions = results.slice(0, 2) as Result<unknown>[];
      expect(decisions.filter(({ ok }) => ok)).toHaveLength(1);
      expect(decisions.find(({ ok }) => !ok)).toMatchObject({ error: { code: "conflict" } });
      await approvalsJob.run({});
    });
    expect(sent).toBe(1);
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });

  it("is asked for again if the card changed since, with the difference", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    const before = unwrap(await getApproval({ requestId: id }));
    expect(before.differences).toEqual([]);
    await approvals.sandbox.api("PUT", `/cards/${card.id}/freeze/`, { freeze: true });
    expect(await approvals.approveAs("admin", id, { seen: before.version ?? "" })).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("Nothing was approved") },
    });
    expect(await approvals.statusOf(card.id)).toBe("FROZEN");
    await approvals.as("admin");
    expect(unwrap(await getApproval({ requestId: id })).differences).toEqual([
      { name: "Status", before: "Active", after: "Frozen" },
    ]);
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });

  it("is never about another number than the one that was requested", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    const request = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" } as const;
    unwrap(await reissueCard(newId(), { cardId: card.id, request }));
    expect(await approvals.approveAs("second-admin", id)).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("number has changed") },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("can't be made while the card can't be read", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    const { version } = unwrap(await getApproval({ requestId: id }));
    await approvals.addFault({
      method: "GET",
      path: `/cards/${card.id}/`,
      times: 20,
      fault: { type: "status", status: 500 },
    });
    expect(await approvals.approveAs("admin", id, { seen: version ?? "" })).toMatchObject({ ok: false });
    await approvals.clearFaults();
    expect((await approvals.readRequest(id)).state).toBe("waiting");
  });

  it("on the requester's own browser needs an acknowledgment, which is recorded", async () => {
    const id = await requestBlock();
    await approvals.as("admin", "Jonas Weber");
    const detail = unwrap(await getApproval({ requestId: id }));
    expect(detail.isSameDevice).toBe(true);
    const input = { requestId: id, seen: detail.version ?? "", comment: "Sitting next to me" };
    expect(await approveRequest(newId(), { ...input, acknowledgesSameDevice: false })).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("requester’s browser") },
    });
    unwrap(await approveRequest(newId(), { ...input, acknowledgesSameDevice: true }));
    expect((await approvals.readRequest(id)).decision).toMatchObject({
      isSameDevice: true,
      comment: "Sitting next to me",
    });
  });

  it("to decline needs a sentence, does nothing, and tells the requester", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    expect(await declineRequest(newId(), { requestId: id, comment: " " })).toMatchObject({
      error: { code: "invalid" },
    });
    unwrap(await declineRequest(newId(), { requestId: id, comment: "Freeze it first" }));
    expect(await approvals.approveAs("second-admin", id)).toMatchObject({ error: { code: "conflict" } });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
    expect((await approvals.notificationsOf("manager@cardwell.test"))[0]).toContain(
      "was declined by Ines Duarte. It wasn’t carried out.",
    );
    await approvals.as("manager");
    expect(await blockCard(id, { cardId: card.id, reason: "stolen" }, REASON)).toMatchObject({
      error: { code: "refused" },
    });
  });
});

describe("a request", () => {
  it("can be withdrawn by its requester only, and stays on record", async () => {
    const id = await requestBlock();
    await approvals.as("admin");
    expect(await withdrawRequest(newId(), { requestId: id })).toMatchObject({ error: { code: "not-found" } });
    await approvals.as("manager");
    unwrap(await withdrawRequest(newId(), { requestId: id }));
    expect(await approvals.approveAs("admin", id)).toMatchObject({ error: { code: "conflict" } });
    expect(unwrap(await getApprovals({ list: "decided" })).items[0]).toMatchObject({
      id,
      state: "withdrawn",
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("expires, and doesn't stand in the way of a new one", async () => {
    const id = await requestBlock();
    await approvals.db.pool.query("update approval_requests set expires_at = now() where id = $1", [id]);
    expect(await approvals.approveAs("admin", id)).toMatchObject({ error: { code: "conflict" } });
    const next = await requestBlock();
    expect(await approvals.readRequest(id)).toMatchObject({ state: "expired" });
    await approvals.db.pool.query("update approval_requests set expires_at = now() where id = $1", [next]);
    await approvalsJob.run({});
    const { rows } = await approvals.db.pool.query("select state from approval_requests where id = $1", [
      next,
    ]);
    expect(rows).toEqual([{ state: "expired" }]);
    expect((await approvals.notificationsOf("manager@cardwell.test"))[0]).toContain(
      "expired without a decision",
    );
  });

  it("is void once its requester may no longer do it", async () => {
    const id = await requestBlock();
    await approvals.db.pool.query("update people set role = 'support' where email = 'manager@cardwell.test'");
    expect(await approvals.approveAs("admin", id)).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("void") },
    });
    expect(await approvals.readRequest(id)).toMatchObject({
      state: "void",
      decision: { comment: "Jonas Weber may no longer do this. It wasn’t carried out." },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });

  it("of a person who was disabled becomes void by itself", async () => {
    const id = await requestBlock();
    await approvals.db.pool.query(
      "update people set state = 'disabled' where email = 'manager@cardwell.test'",
    );
    await approvalsJob.run({});
    expect(await approvals.readRequest(id)).toMatchObject({
      state: "void",
      decision: { comment: "Jonas Weber is disabled. It wasn’t carried out." },
    });
  });

  it("keeps the policy that it was made under", async () => {
    const id = await requestBlock();
    await approvals.setPolicies([]);
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
    await approvals.setPolicies(["block"], ["manager"]);
    unwrap(await approvals.approveAs("admin", id));
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });
});
