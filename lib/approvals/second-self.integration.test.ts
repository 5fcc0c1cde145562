import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePolicies } from "@/lib/actions/change-policies";
import { changeRole } from "@/lib/actions/change-role";
import { choosePassword } from "@/lib/actions/choose-password";
import { decideRecovery } from "@/lib/actions/decide-recovery";
import { disablePerson } from "@/lib/actions/disable-person";
import { invitePerson } from "@/lib/actions/invite-person";
import { removeLostFactors } from "@/lib/actions/remove-lost-factors";
import { resetPassword } from "@/lib/actions/reset-password";
import { withdrawRequest } from "@/lib/actions/withdraw-request";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { listRecoveries } from "@/lib/auth/recoveries";
import { beginAuthenticator, confirmAuthenticator } from "@/lib/auth/second-factor/authenticators";
import { countFactors } from "@/lib/auth/second-factor/change-factors";
import type { PolicyKind } from "@/lib/domain/approvals/policies";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { listCaughtMails } from "@/lib/mail/outbox";
import { inTransaction } from "@/lib/postgres/open-database";
import { getRoleNeeds } from "@/lib/queries/approvals";
import {
  newId,
  type OpenApprovals,
  openApprovals,
  policySettings,
  requestedId,
  unwrap,
} from "@/testing/approvals";
import { testRequest } from "@/testing/test-request";

/** Every path on which one admin could come to act as their own second person (docs/decisions/068-*.md). */
let approvals: OpenApprovals;
let people = 0;
let attempts = 0;

beforeAll(async () => {
  approvals = await openApprovals();
  env().mail = { to: "nobody" };
  await approvals.as("admin");
  const secondAdmin = await idOf("second-admin@cardwell.test");
  unwrap(await accept(unwrap(await resetPassword(newId(), { personId: secondAdmin })).link));
});
afterAll(() => approvals.close());
beforeEach(() => {
  env().mail = { to: "nobody" };
});
afterEach(async () => {
  await switchTo([]);
  unwrap(await setDisabled(await idOf("second-admin@cardwell.test"), false));
});

const REASON = { reason: "A colleague joins the team" };

/** As an admin does it in Settings; with an emergency, because nobody else is asked here. */
async function switchTo(on: readonly PolicyKind[]): Promise<void> {
  await approvals.as("admin");
  const input = { settings: policySettings(on), basedOn: await approvals.version() };
  const result = await changePolicies(newId(), input, { reason: "Test", isEmergency: true });
  if (!result.ok && result.error.message !== "Nothing would change.") throw new Error(result.error.message);
}

async function idOf(email: string): Promise<string> {
  return (await findPersonByEmail(approvals.db.pool, email))?.id ?? "";
}

async function readPerson(personId: string) {
  const { rows } = await approvals.db.pool.query("select role, state from people where id = $1", [personId]);
  return rows[0];
}

const setDisabled = (personId: string, isDisabled: boolean) =>
  disablePerson(newId(), { personId, isDisabled });
const giveRole = (personId: string, role: Role, note?: Parameters<typeof changeRole>[2]) =>
  changeRole(newId(), { personId, role }, note);
/** Each time from another address, because attempts are counted for each. */
function accept(link: string | null, newPassword = "tulip-anchor-ninety") {
  attempts += 1;
  testRequest.headers.set("x-forwarded-for", `198.51.100.${attempts}`);
  return choosePassword({ token: link?.split("/").at(-1) ?? "", newPassword });
}

async function invite(role: Role) {
  people += 1;
  const email = `second-me-${people}@cardwell.test`;
  return invitePerson(newId(), { name: "Second Me", email, role });
}

async function join(role: Role): Promise<string> {
  const { personId, link } = unwrap(await invite(role));
  unwrap(await accept(link));
  return personId;
}

/** With a link that nobody but its person sees. */
async function joinByMail(role: Role): Promise<string> {
  const { personId, sentTo } = unwrap(await invite(role));
  const [sent] = (await listCaughtMails()).filter(({ recipient }) => recipient === sentTo);
  unwrap(await accept(sent?.content?.link?.url ?? null));
  return personId;
}

/** As if the other one had left long ago: an action would be remembered for a day, and refuse more than the policy. */
async function becomeOnlyAdmin(): Promise<void> {
  await approvals.db.pool.query("update people set state = 'disabled' where email = $1", [
    "second-admin@cardwell.test",
  ]);
  await approvals.as("admin");
}

async function giveFactor(personId: string): Promise<void> {
  const { pool } = approvals.db;
  const { id, secret } = await inTransaction(pool, (client) => beginAuthenticator(client, personId, "Phone"));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await inTransaction(pool, (client) => confirmAuthenticator(client, personId, id, code));
}

/** What the approver of a new role is told. */
async function readWarnings(personId: string): Promise<readonly string[] | undefined> {
  await approvals.as("admin");
  const requestId = requestedId(await giveRole(personId, "manager", REASON));
  const { review } = await approvals.readRequest(requestId);
  unwrap(await withdrawRequest(newId(), { requestId }));
  expect(review?.warnings?.title ?? "Check the person").toBe("Check the person");
  return review?.warnings?.texts;
}

const REFUSED = { ok: false, error: { code: "refused" } };
const ASKED = { ok: false, error: { code: "approval-required" } };

describe("without any policy, one admin alone", () => {
  it("invites, promotes, re-enables, and gives links to people who could approve", async () => {
    await approvals.as("admin");
    const { personId } = unwrap(await invite("manager"));
    const { link } = unwrap(await resetPassword(newId(), { personId }));
    unwrap(await accept(link));
    unwrap(await giveRole(personId, "admin"));
    unwrap(await setDisabled(personId, true));
    unwrap(await setDisabled(personId, false));
    unwrap(await giveRole(personId, "support"));
    expect(unwrap(await getRoleNeeds({}))).toEqual({});
  });
});

describe.each([["block"], ["issue"], ["sign-off"]] as const)(
  "with the policy %s alone, one admin",
  (kind) => {
    it("doesn't invite an approver", async () => {
      await switchTo([kind]);
      for (const role of ["admin", "manager"] as const)
        expect(await invite(role)).toMatchObject({
          error: { code: "refused", fields: { role: expect.any(String) } },
        });
      expect(await invite("finance")).toMatchObject(kind === "sign-off" ? REFUSED : { ok: true });
      expect(await invite("support")).toMatchObject({ ok: true });
    });

    it("doesn't make an approver of somebody else, also not in an emergency", async () => {
      await approvals.as("admin");
      const personId = await join("support");
      await switchTo([kind]);
      unwrap(await giveRole(personId, "auditor"));
      expect(await giveRole(personId, "manager")).toMatchObject(ASKED);
      const alone = { reason: "Fraud in progress", isEmergency: true };
      expect(await giveRole(personId, "manager", alone)).toMatchObject(REFUSED);
      expect(unwrap(await getRoleNeeds({}))).toMatchObject({ manager: { canActAlone: false } });
      const requestId = requestedId(await giveRole(personId, "manager", REASON));
      expect(await readPerson(personId)).toEqual({ role: "auditor", state: "active" });
      expect(await approvals.approveAs("manager", requestId)).toMatchObject({ ok: true });
      expect(await readPerson(personId)).toEqual({ role: "manager", state: "active" });
    });
  },
);

describe("an invitation of an approver", () => {
  it("that was made before the first policy can't be accepted after it", async () => {
    await approvals.as("admin");
    const { personId, link } = unwrap(await invite("manager"));
    await switchTo(["block"]);
    expect(await accept(link)).toMatchObject(REFUSED);
    expect(await readPerson(personId)).toEqual({ role: "manager", state: "invited" });
  });

  it("of finance ends with the policy for sign-offs, and not with another one", async () => {
    await approvals.as("admin");
    const [first, second] = [unwrap(await invite("finance")), unwrap(await invite("finance"))];
    await switchTo(["block"]);
    expect(await accept(first.link)).toMatchObject({ ok: true });
    await switchTo(["sign-off"]);
    expect(await accept(second.link)).toMatchObject(REFUSED);
  });

  it.each([[{ to: "nobody" }], [{ to: "outbox" }]] as const)(
    "gets a new link with a second admin only, with the email settings %j",
    async (mail) => {
      await approvals.as("admin");
      const { personId } = unwrap(await invite("manager"));
      await switchTo(["block"]);
      env().mail = mail;
      expect(unwrap(await resetPassword(newId(), { personId }))).toMatchObject({
        link: null,
        isWaiting: true,
      });
      const [recovery] = await listRecoveries();
      const decision = { recoveryId: recovery?.id ?? "", isConfirmed: true };
      expect(await decideRecovery(newId(), decision)).toMatchObject(REFUSED);
      await approvals.as("second-admin");
      const { link, sentTo } = unwrap(await decideRecovery(newId(), decision));
      const [sent] = (await listCaughtMails()).filter(({ recipient }) => recipient === sentTo);
      expect(await accept(link ?? sent?.content?.link?.url ?? null)).toMatchObject({ ok: true });
    },
  );

  it("gets no new link from the only admin, who is told the way", async () => {
    await becomeOnlyAdmin();
    const { personId } = unwrap(await invite("manager"));
    await switchTo(["block"]);
    expect(await resetPassword(newId(), { personId })).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("a role that can’t approve first") },
    });
    unwrap(await giveRole(personId, "support"));
    const { link } = unwrap(await resetPassword(newId(), { personId }));
    expect(await giveRole(personId, "manager", REASON)).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("accepted their invitation") },
    });
    unwrap(await accept(link));
    await approvals.as("admin");
    const requestId = requestedId(await giveRole(personId, "manager", REASON));
    expect(await approvals.approveAs("manager", requestId)).toMatchObject({ ok: true });
  });
});

describe("the account of an approver", () => {
  it("isn't taken over with a link by the only admin", async () => {
    await becomeOnlyAdmin();
    const personId = await join("manager");
    await switchTo(["block"]);
    expect(await resetPassword(newId(), { personId })).toMatchObject(REFUSED);
    env().mail = { to: "outbox" };
    expect(unwrap(await resetPassword(newId(), { personId }))).toMatchObject({
      link: null,
      isWaiting: false,
    });
  });

  it("isn't taken over with a link that was made before the first policy", async () => {
    await becomeOnlyAdmin();
    const personId = await join("support");
    const { link } = unwrap(await resetPassword(newId(), { personId }));
    unwrap(await giveRole(personId, "manager"));
    await switchTo(["block"]);
    expect(await accept(link)).toMatchObject(REFUSED);
  });

  it("isn't taken over with a link that was made before they became one", async () => {
    await approvals.as("admin");
    const personId = await join("support");
    await switchTo(["block"]);
    const { link } = unwrap(await resetPassword(newId(), { personId }));
    const requestId = requestedId(await giveRole(personId, "manager", REASON));
    unwrap(await approvals.approveAs("manager", requestId));
    expect(await accept(link)).toMatchObject(REFUSED);
  });

  it("isn't given to an account whose password the only admin may have set, without the approver knowing", async () => {
    await becomeOnlyAdmin();
    const shown = await join("support");
    env().mail = { to: "outbox" };
    const mailed = await joinByMail("support");
    await switchTo(["block"]);
    const warned = [expect.stringMatching(/was shown to .+ on .+\. Ask the person themselves/)];
    // Email that was set up or switched off since changes nothing.
    for (const to of ["outbox", "nobody"] as const) {
      env().mail = { to };
      expect(await readWarnings(shown)).toEqual(warned);
      expect(await readWarnings(mailed)).toBeUndefined();
    }
  });

  it("isn't given to one whose link another admin confirmed and was shown, without the approver knowing", async () => {
    await approvals.as("admin");
    const personId = await join("manager");
    unwrap(await resetPassword(newId(), { personId }));
    const [recovery] = await listRecoveries();
    await approvals.as("second-admin");
    const decision = { recoveryId: recovery?.id ?? "", isConfirmed: true };
    const { link } = unwrap(await decideRecovery(newId(), decision));
    unwrap(await accept(link, "maple-anchor-eighty"));
    await approvals.as("admin");
    unwrap(await giveRole(personId, "support"));
    await switchTo(["block"]);
    expect(await readWarnings(personId)).toEqual([
      expect.stringMatching(/shown to Olu Adeyemi on .+ and to Ines Duarte on /),
    ]);
  });

  it("keeps its second factors if the only admin asks to remove them", async () => {
    await becomeOnlyAdmin();
    const personId = await join("manager");
    await giveFactor(personId);
    await switchTo(["block"]);
    expect(await removeLostFactors(newId(), { personId })).toMatchObject(REFUSED);
    expect(await countFactors(approvals.db.pool, personId)).toBe(1);
    unwrap(await giveRole(personId, "support"));
    await approvals.as("admin");
  });

  it("isn't re-enabled by one admin, and comes back with a second person", async () => {
    await approvals.as("admin");
    const personId = await join("manager");
    await switchTo(["block"]);
    unwrap(await setDisabled(personId, true));
    expect(await setDisabled(personId, false)).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("a role that can’t approve first") },
    });
    expect(await readPerson(personId)).toEqual({ role: "manager", state: "disabled" });
    unwrap(await giveRole(personId, "support"));
    expect(await giveRole(personId, "manager", REASON)).toMatchObject(REFUSED);
    unwrap(await setDisabled(personId, false));
    const requestId = requestedId(await giveRole(personId, "manager", REASON));
    expect(await approvals.approveAs("manager", requestId)).toMatchObject({ ok: true });
    expect(await readPerson(personId)).toEqual({ role: "manager", state: "active" });
  });
});

it("the policies themselves aren't switched off by one admin without an emergency that everyone can see", async () => {
  await switchTo(["block"]);
  const input = { settings: policySettings([]), basedOn: await approvals.version() };
  expect(await changePolicies(newId(), input)).toMatchObject(ASKED);
});

it("who can't find a second person is told the way", async () => {
  const { pool } = approvals.db;
  await becomeOnlyAdmin();
  const personId = await join("support");
  await switchTo(["block"]);
  const { rows } = await pool.query("select id from people where role = 'manager' and state = 'active'");
  for (const { id } of rows) unwrap(await setDisabled(id, true));
  expect(await giveRole(personId, "manager", REASON)).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("switch the policies off") },
  });
  await switchTo([]);
  unwrap(await setDisabled(await idOf(DEMO_PEOPLE.manager.email), false));
});
