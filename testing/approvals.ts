import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { approveRequest } from "@/lib/actions/approve-request";
import { blockCard } from "@/lib/actions/block-card";
import type { changePolicies } from "@/lib/actions/change-policies";
import { DEMO_PEOPLE, findPersonByEmail, insertPerson, seedDemoPeople } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import { type ApprovalNote, isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import { DEFAULT_APPROVAL_SETTINGS, POLICY_KINDS, type PolicyKind } from "@/lib/domain/approvals/policies";
import type { Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import { stopJobs } from "@/lib/jobs/queue";
import { getApproval } from "@/lib/queries/approvals";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram } from "@/testing/card-program";
import { signInPerson } from "./sign-in-as";
import { testRequest } from "./test-request";

export type Caller = { id: string; name: string; sessionId: string };

/** A program with the demo people, one more admin, and policies. */
export async function openApprovals() {
  const program = await openTestProgram();
  await seedDemoPeople("sandbox");
  const { pool } = program.db;
  const secondAdmin = await insertPerson(pool, {
    email: "second-admin@cardwell.test",
    name: "Olu Adeyemi",
    role: "admin",
    state: "active",
    passwordHash: null,
  });

  async function signIn(personId: string, name: string, device: string = name): Promise<Caller> {
    const { sessionId } = await signInPerson(personId);
    testRequest.headers.set("user-agent", `Browser of ${device}`);
    return { id: personId, name, sessionId };
  }

  async function as(who: Role | "second-admin", device?: string): Promise<Caller> {
    if (who === "second-admin") return signIn(secondAdmin ?? "", "Olu Adeyemi", device);
    const person = await findPersonByEmail(pool, DEMO_PEOPLE[who].email);
    return signIn(person?.id ?? "", DEMO_PEOPLE[who].name, device);
  }

  return {
    ...program,
    /** Each person has a browser of their own, unless another one's is named. */
    as,
    /** Returns the request's ID. */
    async requestBlock(
      cardId: string,
      { id = newId(), by = "manager" as Role | "second-admin", note = REASON as ApprovalNote } = {},
    ): Promise<string> {
      await as(by);
      return requestedId(await blockCard(id, { cardId, reason: "stolen" }, note));
    },
    /** What the person sees is what they approve, unless `change` says otherwise. */
    async approveAs(who: Role | "second-admin", requestId: string, change: Partial<Approval> = {}) {
      await as(who);
      const { version } = unwrap(await getApproval({ requestId }));
      const seen = version ?? "0".repeat(64);
      const approval = { requestId, seen, comment: "", acknowledgesSameDevice: false, ...change };
      return approveRequest(newId(), approval);
    },
    async readRequest(requestId: string) {
      await as("admin");
      return unwrap(await getApproval({ requestId }));
    },
    async entriesOf(operationId: string): Promise<EntryView[]> {
      const { rows } = await pool.query<EntryView>(
        `select action, phase, body::jsonb ->> 'message' as message, body::jsonb #>> '{actor,name}' as actor
         from audit where operation_id = $1 order by seq`,
        [operationId],
      );
      return rows;
    },
    /** How often the issuer is asked to block the card. */
    async countBlocks(cardId: string, run: () => Promise<unknown>): Promise<number> {
      const spy = vi.spyOn(globalThis, "fetch");
      await run();
      const blocks = spy.mock.calls.filter(([url]) => String(url).includes(`${cardId}/block`));
      spy.mockRestore();
      return blocks.length;
    },
    /** The newest first. */
    async notificationsOf(email: string): Promise<string[]> {
      const { rows } = await pool.query<{ title: string }>(
        `select n.title from notifications n join people p on p.id = n.person_id
         where p.email = $1 order by n.id desc`,
        [email],
      );
      return rows.map(({ title }) => title);
    },
    /** Directly in the database, because an action would need a second person. */
    async setPolicies(
      on: readonly PolicyKind[],
      approverRoles: Role[] = ["admin", "manager"],
    ): Promise<void> {
      const settings = policySettings(on, approverRoles);
      await pool.query("update approval_settings set settings = $1, version = version + 1", [
        JSON.stringify(settings),
      ]);
    },
    async issueCard(): Promise<Card> {
      return (
        await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest({ cardType: "virtual" }))
      ).body;
    },
    async statusOf(cardId: string): Promise<string> {
      return (await program.sandbox.api<Card>("GET", `/cards/${cardId}/`)).body.status;
    },
    async version(): Promise<number> {
      return (await pool.query("select version from approval_settings")).rows[0].version;
    },
    async close() {
      await stopJobs();
      await program.close();
    },
  };
}

export type OpenApprovals = Awaited<ReturnType<typeof openApprovals>>;

export function policySettings(
  on: readonly PolicyKind[],
  approverRoles: Role[] = ["admin", "manager"],
): Parameters<typeof changePolicies>[1]["settings"] {
  const { policies, expiresAfterHours } = structuredClone(DEFAULT_APPROVAL_SETTINGS);
  for (const kind of on) Object.assign(policies[kind], { isOn: true });
  for (const kind of POLICY_KINDS) if (kind !== "sign-off") policies[kind].approverRoles = approverRoles;
  return { policies, expiresAfterHours };
}

type EntryView = { action: string; phase: string; message: string; actor: string };

export const newId = () => randomUUID();

export const REASON = { reason: "Reported stolen by the holder" };

type Approval = Parameters<typeof approveRequest>[1];

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

export function requestedId(result: Result<unknown>): string {
  const data = unwrap(result);
  if (!isApprovalRequested(data)) throw new Error("It ran");
  return data.approvalRequested.id;
}
