import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listPolicyReports } from "@/lib/db/policy-reports";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { receivePolicyReports } from "./receive-policy-reports";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from policy_reports");
  await db.pool.query("delete from throttles");
});

function send(body: string): Promise<Response> {
  const headers = { host: "localhost:3000", "content-type": "application/csp-report" };
  return receivePolicyReports(
    new Request("http://localhost:3000/api/policy-reports", { method: "POST", headers, body }),
  );
}

const report = (blocked: string) =>
  JSON.stringify({
    "csp-report": {
      "document-uri": "http://localhost:3000/customers/ada@example.com?tab=notes",
      "effective-directive": "script-src-elem",
      "blocked-uri": blocked,
    },
  });

describe("reports of the content security policy", () => {
  it("are counted, without IDs, query strings, and addresses", async () => {
    for (let time = 0; time < 3; time++) expect((await send(report("inline"))).status).toBe(204);
    expect(await listPolicyReports()).toMatchObject([
      { directive: "script-src-elem", blocked: "inline", page: "/customers/[…]", reports: 3 },
    ]);
  });

  it("are limited in size, to a rate, and to a number of kinds", async () => {
    expect((await send(" ".repeat(20_000) + report("inline"))).status).toBe(204);
    expect(await listPolicyReports()).toEqual([]);
    for (let kind = 0; kind < 35; kind++) await send(report(`https://site-${kind}.example/`));
    expect((await listPolicyReports()).length).toBeLessThanOrEqual(30);
    await db.pool.query(
      "insert into policy_reports select 'img-src', 'https://' || n, '/' from generate_series(1, 200) n",
    );
    await db.pool.query("delete from throttles");
    const before = await listPolicyReports();
    await send(report("https://one-more.example/"));
    expect(await listPolicyReports()).toHaveLength(before.length);
  });

  it("that are junk change nothing", async () => {
    for (const junk of ["", "{", "[]", "null", report("x").replace("localhost:3000/", "evil.example/")])
      expect((await send(junk)).status).toBe(204);
    expect(await listPolicyReports()).toEqual([]);
  });
});
