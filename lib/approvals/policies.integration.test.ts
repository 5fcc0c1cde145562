import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { blockCard } from "@/lib/actions/block-card";
import { changePolicies } from "@/lib/actions/change-policies";
import { changeRole } from "@/lib/actions/change-role";
import { createCard } from "@/lib/actions/create-card";
import { disablePerson } from "@/lib/actions/disable-person";
import { invitePerson } from "@/lib/actions/invite-person";
import { reissueCard } from "@/lib/actions/reissue-card";
import { removeLostFactors } from "@/lib/actions/remove-lost-factors";
import { saveDraft } from "@/lib/actions/save-draft";
import { withdrawRequest } from "@/lib/actions/withdraw-request";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { toApplication } from "@/lib/contract/typed-application";
import { getApproval, getApprovalNeeds } from "@/lib/queries/approvals";
import { getDraft } from "@/lib/queries/draft";
import {
  newId,
  type OpenApprovals,
  openApprovals,
  policySettings,
  requestedId,
  unwrap,
} from "@/testing/approvals";
import { sampleConsumerRequest } from "@/testing/arbitraries";

let approvals: OpenApprovals;

beforeAll(async () => {
  approvals = await openApprovals();
});
afterAll(() => approvals.close());
afterEach(async () => {
  await approvals.setPolicies([]);
  await approvals.db.pool.query("update people set state = 'active'");
});

const REASON = { reason: "Agreed with the team lead" };
const EMERGENCY = { reason: "Fraud in progress", isEmergency: true };

async function withdrawRequestOf(who: "admin" | "manager", requestId: string) {
  await approvals.as(who);
  return withdrawRequest(newId(), { requestId });
}

const idOf = async (role: keyof typeof DEMO_PEOPLE) =>
  (await findPersonByEmail(approvals.db.pool, DEMO_PEOPLE[role].email))?.id ?? "";

describe("the policies", () => {
  it("are off at first, so that everything runs at once", async () => {
    await approvals.as("manager");
    const needs = await getApprovalNeeds({});
    expect(needs).toEqual({ ok: true, data: {} });
    const card = await approvals.issueCard();
    expect(await blockCard(newId(), { cardId: card.id, reason: "lost" })).toMatchObject({
      data: { card: { status: "BLOCKED" } },
    });
  });

  it("are switched on at once, and changed with a second person from then on", async () => {
    await approvals.as("admin");
    const switchOn = { settings: policySettings(["block"]), basedOn: await approvals.version() };
    expect(await changePolicies(newId(), switchOn)).toEqual({ ok: true, data: null });
    const switchOff = { settings: policySettings([]), basedOn: await approvals.version() };
    expect(await changePolicies(newId(), switchOff)).toMatchObject({ error: { code: "approval-required" } });
    const id = requestedId(await changePolicies(newId(), switchOff, REASON));
    const detail = await getApproval({ requestId: id });
    expect(detail).toMatchObject({
      data: {
        review: {
          changes: [
            { name: "Block a card", before: "On, approved by admin or manager", after: "Off" },
            { name: "Change these policies", after: "Off" },
          ],
        },
      },
    });
    expect(await approvals.approveAs("admin", id)).toMatchObject({ error: { code: "forbidden" } });
    expect(await approvals.approveAs("manager", id)).toMatchObject({ ok: true });
    expect(await getApprovalNeeds({})).toEqual({ ok: true, data: {} });
  });

  it("that nobody but the requester could pass are refused", async () => {
    const { pool } = approvals.db;
    await pool.query("update people set state = 'disabled' where email = 'second-admin@cardwell.test'");
    await approvals.as("admin");
    const basedOn = await approvals.version();
    const role = { settings: policySettings(["role"], ["admin"]), basedOn };
    expect(await changePolicies(newId(), role)).toMatchObject({
      error: {
        code: "refused",
        message: expect.stringContaining("“Change a role” would need a second person"),
      },
    });
    await pool.query("update people set state = 'disabled' where email = 'manager@cardwell.test'");
    const block = { settings: policySettings(["block"]), basedOn };
    expect(await changePolicies(newId(), block)).toMatchObject({ error: { code: "refused" } });
    await pool.query("update people set state = 'active'");
    expect(await changePolicies(newId(), block)).toMatchObject({ ok: true });
  });

  it("are not overwritten by an outdated page", async () => {
    await approvals.as("admin");
    const basedOn = await approvals.version();
    expect(await changePolicies(newId(), { settings: policySettings([]), basedOn })).toMatchObject({
      ok: true,
    });
    expect(await changePolicies(newId(), { settings: policySettings(["block"]), basedOn })).toMatchObject({
      error: { code: "conflict" },
    });
  });

  it("can only name roles that may approve", async () => {
    await approvals.as("admin");
    const basedOn = await approvals.version();
    expect(
      await changePolicies(newId(), { settings: policySettings(["block"], ["support"]), basedOn }),
    ).toMatchObject({ error: { code: "invalid" } });
    expect(await changePolicies(newId(), { settings: policySettings(["block"], []), basedOn })).toMatchObject(
      {
        error: { code: "invalid" },
      },
    );
  });
});

describe("each policy", () => {
  it("asks for a reissue with a new number, and not for one with the same number", async () => {
    await approvals.setPolicies(["reissue"]);
    const card = await approvals.issueCard();
    await approvals.as("manager");
    const same = { renewOption: "CALCULATE_NEW_EXPIRY_DATE" } as const;
    expect(await reissueCard(newId(), { cardId: card.id, request: same })).toMatchObject({ ok: true });
    const number = { renewOption: "NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE" } as const;
    const input = { cardId: card.id, request: number, cause: "stolen" } as const;
    expect(await reissueCard(newId(), input)).toMatchObject({ error: { code: "approval-required" } });
    const id = requestedId(await reissueCard(newId(), input, REASON));
    const lastFour = async () => (await approvals.sandbox.api("GET", `/cards/${card.id}/`)).body.lastFour;
    expect(await lastFour()).toBe(card.lastFour);
    expect(await approvals.approveAs("admin", id)).toMatchObject({ ok: true });
    expect(await lastFour()).not.toBe(card.lastFour);
  });

  it("asks for a card above the limit, and the card's page then shows the request", async () => {
    await approvals.setPolicies(["issue"]);
    await approvals.as("manager");
    const customer = newId();
    const request = (spendLimit: number) => sampleConsumerRequest({ spendLimit, meta: { id: customer } });
    expect(await createCard(newId(), request(1000))).toMatchObject({ ok: true });
    expect(await createCard(newId(), request(1000.01))).toMatchObject({
      error: { code: "approval-required" },
    });
    const id = requestedId(await createCard(newId(), request(5000), REASON));
    const cards = async () => {
      const { results } = (await approvals.sandbox.api("GET", "/cards/")).body;
      return results.filter((card: { externalCustomerId: string }) => card.externalCustomerId === customer);
    };
    expect(await cards()).toHaveLength(1);
    expect(await approvals.approveAs("admin", id)).toMatchObject({ ok: true });
    expect(await cards()).toHaveLength(2);
    const { rows } = await approvals.db.pool.query(
      "select target, outcome from approval_requests where id = $1",
      [id],
    );
    expect(rows).toEqual([{ target: (await cards())[0].id, outcome: "succeeded" }]);
  });

  it("leaves the draft of a card to be sent again once the request has ended without one", async () => {
    await approvals.setPolicies(["issue"]);
    await approvals.as("manager");
    const draftId = newId();
    const request = sampleConsumerRequest({ cardType: "virtual", spendLimit: 5_000 });
    const draft = { draftId, application: toApplication(request), operationId: draftId, tabId: newId() };
    const saved = unwrap(await saveDraft(newId(), { ...draft, basedOn: 0 }));
    const id = requestedId(await createCard(saved.operationId, request, REASON));
    expect(unwrap(await getDraft({ draftId }))).toMatchObject({ outcome: { requestId: id } });
    unwrap(await withdrawRequestOf("manager", id));
    const again = unwrap(await saveDraft(newId(), { ...draft, basedOn: saved.version }));
    expect(again).toMatchObject({ outcome: "unsent", isStale: false });
    expect(again.operationId).not.toBe(id);
    requestedId(await createCard(again.operationId, { ...request, spendLimit: 4_000 }, REASON));
  });

  it("asks for a role", async () => {
    await approvals.setPolicies(["role"]);
    const personId = await idOf("finance");
    await approvals.as("admin");
    expect(await changeRole(newId(), { personId, role: "admin" })).toMatchObject({
      error: { code: "approval-required" },
    });
    const id = requestedId(await changeRole(newId(), { personId, role: "support" }, REASON));
    const role = async () =>
      (await approvals.db.pool.query("select role from people where id = $1", [personId])).rows[0].role;
    expect(await role()).toBe("finance");
    expect(await approvals.approveAs("manager", id)).toMatchObject({ ok: true });
    expect(await role()).toBe("support");
    await approvals.db.pool.query("update people set role = 'finance' where id = $1", [personId]);
  });
});

describe("the policy for roles", () => {
  it("doesn't let a person decide on their own role", async () => {
    await approvals.setPolicies(["role"]);
    await approvals.as("admin");
    const personId = await idOf("manager");
    const id = requestedId(await changeRole(newId(), { personId, role: "admin" }, REASON));
    expect(await approvals.approveAs("manager", id)).toMatchObject({ error: { code: "forbidden" } });
    expect(await approvals.readRequest(id)).toMatchObject({ approvers: ["Olu Adeyemi"] });
    unwrap(await withdrawRequestOf("admin", id));
  });

  it("takes no request that changes nothing, or that one can't make for oneself", async () => {
    await approvals.setPolicies(["role"]);
    const { id: personId } = await approvals.as("admin");
    for (const role of ["admin", "manager"] as const)
      expect(await changeRole(newId(), { personId, role }, REASON)).toMatchObject({
        error: { code: "refused" },
      });
    const manager = { personId: await idOf("manager"), role: "manager" } as const;
    expect(await changeRole(newId(), manager, REASON)).toMatchObject({ error: { code: "refused" } });
  });

  it("can't be walked around by inviting a second person of one's own", async () => {
    await approvals.setPolicies(["role"]);
    await approvals.as("admin");
    for (const role of ["admin", "manager"] as const) {
      const person = { name: "Second Me", email: `${role}-2@cardwell.test`, role };
      expect(await invitePerson(newId(), person)).toMatchObject({ error: { code: "refused" } });
    }
    const person = { name: "Ada", email: "ada@cardwell.test", role: "support" } as const;
    expect(await invitePerson(newId(), person)).toMatchObject({ ok: true });
  });
});

it("an admin who disables the others can't recover anyone alone for a day", async () => {
  const { pool } = approvals.db;
  const personId = await idOf("manager");
  const secondAdmin = await findPersonByEmail(pool, "second-admin@cardwell.test");
  await pool.query(
    "insert into authenticators (id, person_id, name, secret, confirmed_at) values ($1, $1, 'X', 'x', now())",
    [personId],
  );
  await approvals.as("admin");
  unwrap(await disablePerson(newId(), { personId: secondAdmin?.id ?? "", isDisabled: true }));
  expect(await removeLostFactors(newId(), { personId })).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("24 hours") },
  });
  await pool.query("delete from authenticators");
});

describe("an emergency", () => {
  it("lets an admin act alone, tells every admin, and is recorded as such", async () => {
    await approvals.setPolicies(["block"]);
    const card = await approvals.issueCard();
    await approvals.as("admin");
    const id = newId();
    const input = { cardId: card.id, reason: "stolen" };
    expect(await blockCard(id, input, EMERGENCY)).toMatchObject({ data: { card: { status: "BLOCKED" } } });
    // A repeated call tells nobody again.
    expect(await blockCard(id, input, EMERGENCY)).toMatchObject({ ok: true });
    const { rows } = await approvals.db.pool.query(
      `select p.email from notifications n join people p on p.id = n.person_id
       where n.kind = 'approval-emergency' and n.href = $1 order by p.email`,
      [`/approvals/${id}`],
    );
    expect(rows.map(({ email }) => email)).toEqual(["admin@cardwell.test", "second-admin@cardwell.test"]);
    const audit = await approvals.db.pool.query(
      "select action, body::jsonb ->> 'message' as message from audit where operation_id = $1 order by seq",
      [id],
    );
    expect(audit.rows[0]).toEqual({ action: "approval.emergency", message: "Fraud in progress" });
    expect(audit.rows.at(-1)).toMatchObject({
      action: "card.block",
      message: "Emergency, without a second person: Fraud in progress",
    });
    const mails = await approvals.db.pool.query("select from mails where kind = 'approval-emergency'");
    expect(mails.rowCount).toBe(2);
  });

  it("asks the admin to confirm that it is them, whatever they do", async () => {
    await approvals.setPolicies(["issue"]);
    await approvals.as("admin");
    await approvals.db.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
    const request = sampleConsumerRequest({ cardType: "virtual", spendLimit: 5_000 });
    expect(await createCard(newId(), request, EMERGENCY)).toMatchObject({
      error: { code: "confirm-identity" },
    });
  });

  it("isn't for anyone else, nor without a reason", async () => {
    await approvals.setPolicies(["block"]);
    const card = await approvals.issueCard();
    const input = { cardId: card.id, reason: "stolen" };
    await approvals.as("manager");
    expect(await blockCard(newId(), input, EMERGENCY)).toMatchObject({ error: { code: "forbidden" } });
    await approvals.as("admin");
    expect(await blockCard(newId(), input, { ...EMERGENCY, reason: "" })).toMatchObject({
      error: { code: "invalid" },
    });
    expect(await approvals.statusOf(card.id)).toBe("ACTIVE");
  });
});
