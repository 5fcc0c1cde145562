import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { findRestoredAt, markRestoredCopy } from "@/lib/db/restored-copy";
import { getRestoredCopy } from "@/lib/queries/restored-copy";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { activateRestoredCopy } from "./activate-restored-copy";

let program: TestProgram;
beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(() => program.close());

it("a restored copy is activated once, by an admin, on record, and then receives the sandbox’s webhooks", async () => {
  const { pool } = program.db;
  await signInAs("support");
  expect(await getRestoredCopy({})).toEqual({ ok: true, data: null });
  await markRestoredCopy(pool);
  expect(await getRestoredCopy({})).toMatchObject({ data: { canActivate: false } });
  expect(await activateRestoredCopy(randomUUID(), {})).toMatchObject({ error: { code: "forbidden" } });

  await signInAs("admin");
  await pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
  expect(await activateRestoredCopy(randomUUID(), {})).toMatchObject({ error: { code: "confirm-identity" } });
  expect(await findRestoredAt(pool)).not.toBeNull();

  await signInAs("admin");
  expect(await activateRestoredCopy(randomUUID(), {})).toMatchObject({ ok: true });
  expect(await findRestoredAt(pool)).toBeNull();
  const { body } = await program.sandbox.call("GET", "/sandbox/webhook");
  expect(body.url).toMatch(/\/api\/webhooks\/issuer$/);
  const { rows } = await pool.query(
    "select body::jsonb ->> 'outcome' as outcome from audit where action = 'copy.activate' and phase = 'finish' order by seq",
  );
  expect(rows.map(({ outcome }) => outcome)).toContain("succeeded");
  expect(await activateRestoredCopy(randomUUID(), {})).toMatchObject({ error: { code: "conflict" } });
});
