import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS } from "@/e2e/specs/access/matrix";
import { seedDemoPeople } from "@/lib/auth/people";
import { permit } from "@/lib/auth/permit";
import { changeFactorPolicy } from "@/lib/auth/second-factor/factor-policy";
import { isForEnrollment, PERMISSIONS } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";

const REFUSED = { code: "signed-out", message: expect.stringContaining("requires a second factor") };
/** What an enrollment and a sign-out need. */
const ENROLLMENT = [
  "begin-authenticator",
  "confirm-authenticator",
  "begin-passkey",
  "add-passkey",
  "confirm-identity",
  "sign-out",
];

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await inTransaction(db.pool, (client) =>
    changeFactorPolicy(client, { role: "admin", rule: "required", graceDays: 0 }),
  );
  await signInAs("admin");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});

describe("a session that lacks a required second factor", () => {
  const guarded = Object.entries(ACTIONS).flatMap(([file, access]) => (access === "public" ? [] : [file]));

  it.each(guarded.filter((file) => !ENROLLMENT.includes(file)))("can't run %s", async (file) => {
    const module = (await import(/* @vite-ignore */ join(import.meta.dirname, `${file}.ts`))) as Record<
      string,
      (operationId: string, input: unknown) => Promise<Result<unknown>>
    >;
    for (const action of Object.values(module))
      expect(await action(randomUUID(), {})).toMatchObject({ ok: false, error: REFUSED });
  });

  it.each(PERMISSIONS)("has %s only if an enrollment needs it", async (permission) => {
    const request = { address: "203.0.113.9", userAgent: null, requestId: "r" };
    const permitted = await permit(permission, { action: "test" }, request);
    expect(permitted).toMatchObject(
      isForEnrollment(permission) ? { ok: true } : { ok: false, error: REFUSED },
    );
  });

  it("can add a factor, and confirm who it is if that takes long", async () => {
    const { confirmIdentity } = await import("./confirm-identity");
    const { beginAuthenticator } = await import("./begin-authenticator");
    await db.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
    expect(await beginAuthenticator(randomUUID(), { name: "Phone" })).toMatchObject({
      ok: false,
      error: { code: "confirm-identity", confirmWith: ["password"] },
    });
    const proof = { way: "password", password: DEMO_PASSWORD } as const;
    expect(await confirmIdentity(randomUUID(), proof)).toMatchObject({ ok: true });
    expect(await beginAuthenticator(randomUUID(), { name: "Phone" })).toMatchObject({ ok: true });
    const { beginPasskey } = await import("./begin-passkey");
    expect(await beginPasskey(randomUUID(), {})).toMatchObject({ ok: true });
  });

  it("leaves no code in the audit log, right or wrong", async () => {
    const { beginAuthenticator } = await import("./begin-authenticator");
    const { confirmAuthenticator } = await import("./confirm-authenticator");
    const begun = await beginAuthenticator(randomUUID(), { name: "Phone" });
    if (!begun.ok) throw new Error(begun.error.message);
    const authenticatorId = begun.data.id;
    const right = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate();
    const wrong = right.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    const send = (oneTimeCode: string) =>
      confirmAuthenticator(randomUUID(), { authenticatorId, oneTimeCode });
    expect(await send(wrong)).toMatchObject({ ok: false });
    expect(await send(right)).toMatchObject({ ok: true });
    const { rows } = await db.pool.query("select body from audit where action = 'factor.add' order by seq");
    const inputs = rows.map(({ body }) => JSON.parse(body).input);
    expect(inputs).toEqual(Array(4).fill({ authenticatorId, oneTimeCode: "•••" }));
  });
});
