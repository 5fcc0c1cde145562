import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { declineRequest } from "@/lib/actions/decline-request";
import { reissueCard } from "@/lib/actions/reissue-card";
import { listAudit } from "@/lib/audit/read";
import type { Card } from "@/lib/contract/card";
import { DEFAULT_RENEW_OPTION, REISSUE_CAUSES, type ReissueCause } from "@/lib/domain/cards/renewal";
import { can, ROLES } from "@/lib/domain/people/permissions";
import { newId, type OpenApprovals, openApprovals, requestedId } from "@/testing/approvals";

const COMPROMISED: readonly ReissueCause[] = ["lost", "stolen", "fraud"];
const REASON = { reason: "The holder called" };

let approvals: OpenApprovals;
let card: Card;

beforeAll(async () => {
  approvals = await openApprovals();
});
afterAll(() => approvals.close());
beforeEach(async () => {
  await approvals.setPolicies([]);
  card = await approvals.issueCard();
});
afterEach(() => approvals.clearFaults());

async function reissueAs(who: "manager" | "second-admin", cause: ReissueCause, note?: { reason: string }) {
  await approvals.as(who);
  return reissueCard(
    newId(),
    { cardId: card.id, cause, request: { renewOption: DEFAULT_RENEW_OPTION } },
    note,
  );
}

async function readCard(): Promise<Card> {
  return (await approvals.sandbox.api<Card>("GET", `/cards/${card.id}/`)).body;
}

async function finishedActions(): Promise<string[]> {
  const { rows } = await listAudit({ target: card.id }, { limit: 20 });
  return rows.filter(({ phase }) => phase === "finish").map(({ action, outcome }) => `${action} ${outcome}`);
}

describe("a reissue that waits for approval", () => {
  beforeEach(() => approvals.setPolicies(["reissue"]));

  it.each(REISSUE_CAUSES)("leaves the card usable only if nobody else has it (%s)", async (cause) => {
    const id = requestedId(await reissueAs("manager", cause, REASON));
    const isFrozen = COMPROMISED.includes(cause);
    expect((await readCard()).status).toBe(isFrozen ? "FROZEN" : "ACTIVE");
    const { review, differences } = await approvals.readRequest(id);
    expect(review?.alreadyDone ?? null).toBe(
      isFrozen ? "The card was frozen with the request. It stays frozen until it’s unfrozen." : null,
    );
    expect(differences).toEqual([]);
  });

  it("keeps the card frozen after it was declined, and after it was approved", async () => {
    const declined = requestedId(await reissueAs("manager", "stolen", REASON));
    await approvals.as("admin");
    await declineRequest(newId(), { requestId: declined, comment: "Ask the holder first" });
    expect(await readCard()).toMatchObject({ status: "FROZEN", lastFour: card.lastFour });

    const approved = requestedId(await reissueAs("manager", "stolen", REASON));
    expect((await approvals.approveAs("admin", approved)).ok).toBe(true);
    const after = await readCard();
    expect(after.status).toBe("FROZEN");
    expect(after.lastFour).not.toBe(card.lastFour);
  });

  it("is not requested if the card can't be frozen", async () => {
    const fault = { type: "status", status: 503 };
    await approvals.addFault({ method: "PUT", path: `/cards/${card.id}/freeze/`, fault });
    expect(await reissueAs("manager", "stolen", REASON)).toMatchObject({
      ok: false,
      error: {
        code: "issuer-unavailable",
        message: expect.stringMatching(/^Nothing else was done, because the freeze wasn’t confirmed\./),
      },
    });
    const { rows } = await approvals.db.pool.query("select from approval_requests where target = $1", [
      card.id,
    ]);
    expect(rows).toEqual([]);
  });

  it("says that the card is frozen if nobody else can approve the reissue", async () => {
    await approvals.setPolicies(["reissue"], ["manager"]);
    expect(await reissueAs("manager", "stolen", REASON)).toMatchObject({
      error: {
        code: "refused",
        message: expect.stringMatching(/^The card was frozen first\. Nobody else can approve this\./),
      },
    });
    expect((await readCard()).status).toBe("FROZEN");
  });

  it("freezes nothing while it is rejected for want of a reason", async () => {
    expect(await reissueAs("manager", "stolen")).toMatchObject({ error: { code: "approval-required" } });
    expect((await readCard()).status).toBe("ACTIVE");
  });
});

describe("a reissue without a policy", () => {
  it.each(COMPROMISED)("freezes the card first, each with its own entry in the log (%s)", async (cause) => {
    expect(await reissueAs("manager", cause)).toMatchObject({ ok: true });
    expect((await readCard()).status).toBe("FROZEN");
    expect(await finishedActions()).toEqual(["card.reissue succeeded", "card.freeze succeeded"]);
  });

  it("leaves the card frozen if the issuer then doesn't reissue it", async () => {
    const fault = { type: "status", status: 500 };
    await approvals.addFault({ method: "PUT", path: `/cards/${card.id}/replace/`, fault });
    expect(await reissueAs("manager", "stolen")).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^The card was frozen first\. /) },
    });
    expect((await readCard()).status).toBe("FROZEN");
  });

  it("freezes once for one intent, and not again for its repetition", async () => {
    await approvals.as("manager");
    const id = newId();
    const send = () =>
      reissueCard(id, { cardId: card.id, cause: "stolen", request: { renewOption: DEFAULT_RENEW_OPTION } });
    const sent = vi.spyOn(globalThis, "fetch");
    expect((await Promise.all([send(), send(), send()])).every(({ ok }) => ok)).toBe(true);
    await approvals.sandbox.api("PUT", `/cards/${card.id}/freeze/`, { freeze: false });
    expect(await send()).toMatchObject({ ok: true });
    const freezes = sent.mock.calls.filter(([url]) => String(url).includes("/freeze/"));
    sent.mockRestore();
    expect(freezes).toHaveLength(1);
    expect((await readCard()).status).toBe("ACTIVE");
  });
});

it("may freeze whoever may reissue", () => {
  const reissuing = ROLES.filter((role) => can(role, "cards.reissue"));
  expect(reissuing).not.toEqual([]);
  expect(reissuing.filter((role) => !can(role, "cards.freeze"))).toEqual([]);
});
