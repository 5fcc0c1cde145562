import { addNote } from "@/lib/actions/add-note";
import { approveRequest } from "@/lib/actions/approve-request";
import { beginAuthenticator } from "@/lib/actions/begin-authenticator";
import { blockCard } from "@/lib/actions/block-card";
import { changeFactorPolicy } from "@/lib/actions/change-factor-policy";
import { changePassword } from "@/lib/actions/change-password";
import { changePolicies } from "@/lib/actions/change-policies";
import { changeRole } from "@/lib/actions/change-role";
import { confirmAuthenticator } from "@/lib/actions/confirm-authenticator";
import { confirmIdentity } from "@/lib/actions/confirm-identity";
import { confirmSignIn } from "@/lib/actions/confirm-sign-in";
import { createCard } from "@/lib/actions/create-card";
import { decideRecovery } from "@/lib/actions/decide-recovery";
import { declineRequest } from "@/lib/actions/decline-request";
import { disablePerson } from "@/lib/actions/disable-person";
import { endOtherSessions } from "@/lib/actions/end-other-sessions";
import { endPersonSessions } from "@/lib/actions/end-person-sessions";
import { endSession } from "@/lib/actions/end-session";
import { freezeCard } from "@/lib/actions/freeze-card";
import { reissueCard } from "@/lib/actions/reissue-card";
import { removeLostFactors } from "@/lib/actions/remove-lost-factors";
import { requestReport } from "@/lib/actions/request-report";
import { signOut } from "@/lib/actions/sign-out";
import { withdrawRequest } from "@/lib/actions/withdraw-request";
import { listRecoveries } from "@/lib/auth/recoveries";
import { requestInfo } from "@/lib/auth/request-info";
import { sessionToken } from "@/lib/auth/session-token";
import { signIn } from "@/lib/auth/sign-in";
import { DEFAULT_APPROVAL_SETTINGS } from "@/lib/domain/approvals/policies";
import { DEFAULT_RENEW_OPTION } from "@/lib/domain/cards/renewal";
import { failure, type Result, success } from "@/lib/domain/result";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { getApproval, getApprovalSettings } from "@/lib/queries/approvals";
import { getCardStatus } from "@/lib/queries/card";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { PREPARE_BULK } from "./bulk/prepare-bulk";
import { currentMachine, runOn } from "./edges/machines";
import { applicantOf, expiryOf, reasonOf } from "./effects";
import { PREPARE_FINANCE } from "./finance/prepare-finance";
import { cookieOf, type People } from "./intent";
import { ACCOUNTS, type Name } from "./names";
import { noteOf, type Preparation, type Prepare, type PreparedRequest } from "./preparation";
import type { Act, ActOf } from "./step";
import { SETTLED_DAY } from "./world";

export const NEW_PASSWORD = "violet harbor 93 kettle drum";

/**
 * What the person reads first, and the request that they then send: it is the same each time it is sent. Null if they
 * can't read what they need.
 */
const PREPARE: { [Verb in Act["do"]]: Prepare<Verb> } = {
  ...PREPARE_FINANCE,
  ...PREPARE_BULK,
  create({ customer }, { operationId }) {
    const kycApplicantId = applicantOf(operationId);
    const meta = { id: `customer-${customer}` };
    return () => createCard(operationId, sampleConsumerRequest({ kycApplicantId, meta }));
  },
  freeze: (_, { operationId, ...card }) => {
    const cardId = card.cardId ?? "";
    return () => freezeCard(operationId, { cardId, freeze: true });
  },
  async unfreeze(_, { operationId, ...card }) {
    const cardId = card.cardId ?? "";
    const read = await getCardStatus({ cardId });
    if (!read.ok) return null;
    const { status, readAt, note } = read.data;
    const seen = { status, readAt, ...(note && { noteId: note.id }) };
    return () => freezeCard(operationId, { cardId, freeze: false, seen });
  },
  block(act, { operationId, cardId }) {
    const reason = act.request === undefined ? "lost" : reasonOf(operationId);
    return () => blockCard(operationId, { cardId: cardId ?? "", reason }, noteOf(act));
  },
  reissue(act, { operationId, cardId }) {
    const request =
      act.request === undefined
        ? { renewOption: DEFAULT_RENEW_OPTION }
        : {
            renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY" as const,
            expiryDate: expiryOf(operationId),
          };
    return () => reissueCard(operationId, { cardId: cardId ?? "", request }, noteOf(act));
  },
  note:
    (_, { operationId, cardId }) =>
    () =>
      addNote(operationId, { subject: `card:${cardId}`, body: "Called the customer." }),
  disable:
    ({ target }, { operationId, people }) =>
    () =>
      disablePerson(operationId, { personId: people[target].id, isDisabled: true }),
  enable:
    ({ target }, { operationId, people }) =>
    () =>
      disablePerson(operationId, { personId: people[target].id, isDisabled: false }),
  "change-role":
    (act, { operationId, people }) =>
    () =>
      changeRole(operationId, { personId: people[act.target].id, role: act.role }, noteOf(act)),
  async "change-policies"(act, { operationId }) {
    const page = await getApprovalSettings({});
    if (!page.ok) return null;
    const input = { settings: toSettings(act), basedOn: page.data.version };
    return () => changePolicies(operationId, input, noteOf(act));
  },
  look(_, { about, person, people }) {
    const requestId = about?.operationId ?? "";
    return async () => {
      const page = await getApproval({ requestId });
      if (page.ok && page.data.version) people[person].openPages.set(requestId, page.data.version);
      return page;
    };
  },
  async approve(_, { operationId, about, person, people }) {
    const requestId = about?.operationId ?? "";
    const opened = people[person].openPages.get(requestId);
    const page = await getApproval({ requestId });
    if (!page.ok && page.error.code === "not-found") return null;
    const shown = opened ?? (page.ok ? page.data.version : null);
    const seen = shown ?? (await readByAdmin(requestId, people)) ?? "0".repeat(64);
    return () => approveRequest(operationId, { requestId, seen, comment: "", acknowledgesSameDevice: true });
  },
  decline:
    (_, { operationId, about }) =>
    () =>
      declineRequest(operationId, { requestId: about?.operationId ?? "", comment: "Not now." }),
  withdraw:
    (_, { operationId, about }) =>
    () =>
      withdrawRequest(operationId, { requestId: about?.operationId ?? "" }),
  "sign-out": () => endOwnSession,
  "sign-in":
    (_, { person }) =>
    () =>
      signInAs(person),
  "give-code":
    (_, { code }) =>
    () =>
      confirmSignIn({ code: code ?? "" }),
  confirm(act, { operationId, code }) {
    if (act.code === "password" || act.code === "wrong-password") {
      const password = act.code === "password" ? DEMO_PASSWORD : "not the password";
      return () => confirmIdentity(operationId, { way: "password", password });
    }
    return () => confirmIdentity(operationId, { way: "code", code: code ?? "" });
  },
  "begin-factor":
    (_, { operationId }) =>
    () =>
      beginAuthenticator(operationId, { name: "Phone" }),
  "add-factor"(_, { operationId, person, people, code }) {
    const authenticatorId = people[person].app?.id ?? "";
    return () => confirmAuthenticator(operationId, { authenticatorId, oneTimeCode: code ?? "" });
  },
  "require-factor":
    ({ role, rule }, { operationId }) =>
    () =>
      changeFactorPolicy(operationId, { role, rule, graceDays: 0 }),
  "remove-factors":
    ({ target }, { operationId, people }) =>
    () =>
      removeLostFactors(operationId, { personId: people[target].id }),
  async "decide-removal"({ target, isConfirmed }, { operationId, people }) {
    const recovery = (await listRecoveries()).find(({ personId }) => personId === people[target].id);
    return recovery ? () => decideRecovery(operationId, { recoveryId: recovery.id, isConfirmed }) : null;
  },
  async "end-session"(_, { operationId, endedCookie }) {
    const claims = await sessionToken.decode({ token: endedCookie ?? "" });
    return claims ? () => endSession(operationId, { sessionId: String(claims.sid) }) : null;
  },
  "end-other-sessions":
    (_, { operationId }) =>
    () =>
      endOtherSessions(operationId, {}),
  "end-sessions-of":
    ({ target }, { operationId, people }) =>
    () =>
      endPersonSessions(operationId, { personId: people[target].id }),
  "request-report":
    ({ report }, { operationId }) =>
    () =>
      requestReport(operationId, { type: report, date: SETTLED_DAY }),
  "change-password":
    (_, { operationId }) =>
    () =>
      changePassword(operationId, { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD }),
};

export async function prepare(preparation: Preparation): Promise<PreparedRequest | null> {
  const { act } = preparation;
  return (PREPARE[act.do] as Prepare<Act["do"]>)(act, preparation);
}

/** Someone who may not approve has no button, but may know what an admin's page shows. */
async function readByAdmin(requestId: string, { admin, ...others }: People): Promise<string | null> {
  for (const person of [admin, others["second-admin"]]) {
    const request = { cookie: cookieOf(person), operationId: null };
    const page = await runOn(currentMachine(), request, () => getApproval({ requestId }));
    if (page.ok && page.data.version) return page.data.version;
  }
  return null;
}

function toSettings({ kinds, approvers }: ActOf<"change-policies">) {
  const { policies } = DEFAULT_APPROVAL_SETTINGS;
  const switched = (kind: (typeof kinds)[number]) => ({
    isOn: kinds.includes(kind),
    approverRoles: [...approvers],
  });
  return {
    expiresAfterHours: 1,
    policies: {
      ...policies,
      block: switched("block"),
      reissue: switched("reissue"),
      ...(kinds.includes("issue") && { issue: { ...policies.issue, ...switched("issue") } }),
      role: switched("role"),
      "sign-off": {
        isOn: kinds.includes("sign-off"),
        approverRoles: ["admin" as const, "finance" as const],
        includesDays: true,
      },
    },
  };
}

/** As the route does: an ended session is signed out, too. */
async function endOwnSession(): Promise<Result<null>> {
  const ended = await signOut(crypto.randomUUID(), {});
  return !ended.ok && ended.error.code === "signed-out" ? success(null) : ended;
}

async function signInAs(name: Name): Promise<Result<string>> {
  const { email } = ACCOUNTS[name];
  const outcome = await signIn({ email, password: DEMO_PASSWORD }, await requestInfo());
  if ("sessionId" in outcome)
    return success(await sessionToken.encode({ token: { sid: outcome.sessionId }, secret: "" }));
  return failure({ code: "signed-out", message: outcome.is, requestId: "", retry: "never" });
}
