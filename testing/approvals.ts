import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import type { changePolicies } from "@/lib/actions/change-policies";
import { DEMO_PEOPLE, findPersonByEmail, insertPerson, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import type { Card } from "@/lib/contract/card";
import { DEFAULT_APPROVAL_SETTINGS, type PolicyKind } from "@/lib/domain/approvals/policies";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { stopJobs } from "@/lib/jobs/queue";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram } from "@/testing/card-program";

/** The browser that the mocked `next/headers` describes. */
export type TestBrowser = { cookies: Record<string, string>; address: string; userAgent: string };

export type Caller = { id: string; name: string; sessionCookie: string };

/** A program with the demo people, one more admin, and policies. */
export async function openApprovals(browser: TestBrowser) {
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
    const sid = await createSession(pool, { personId, address: null, userAgent: null });
    browser.cookies["cardwell.session"] = await encode({ token: { sid }, secret: env().authSecret });
    browser.address = "203.0.113.9";
    browser.userAgent = `Browser of ${device}`;
    return { id: personId, name, sessionCookie: browser.cookies["cardwell.session"] };
  }

  return {
    ...program,
    /** Each person has a browser of their own, unless another one's is named. */
    async as(who: Role | "second-admin", device?: string): Promise<Caller> {
      if (who === "second-admin") return signIn(secondAdmin ?? "", "Olu Adeyemi", device);
      const person = await findPersonByEmail(pool, DEMO_PEOPLE[who].email);
      return signIn(person?.id ?? "", DEMO_PEOPLE[who].name, device);
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
  for (const policy of Object.values(policies)) policy.approverRoles = approverRoles;
  return { policies, expiresAfterHours };
}

export const newId = () => randomUUID();
