import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freezeCard } from "@/lib/actions/freeze-card";
import { restartVerification } from "@/lib/audit/verification";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { type Env, env } from "@/lib/env";
import { receiveWebhook } from "@/lib/events/webhook-receiver";
import { issuer } from "@/lib/issuer/issuer";
import { verifyAuditJob } from "@/lib/jobs/verify-audit-job";
import { queueMail } from "@/lib/mail/outbox";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { tamperWithAudit } from "@/testing/tamper-with-audit";
import { testRequest } from "@/testing/test-request";
import { openTestOperations, type TestOperations } from "@/testing/unknown-operations";
import { recorder } from "./record";
import { openRegistry } from "./registry";
import { serveMetrics } from "./serve-metrics";

const TOKEN = "a token of the metrics test, long enough";
const HOLDER = "canary-holder";

let operations: TestOperations;
let program: TestOperations["program"];

beforeAll(async () => {
  operations = await openTestOperations();
  program = operations.program;
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  recorder.current = undefined;
  await operations.close();
});
beforeEach(() => {
  useToken(TOKEN);
  // What was read less than ten seconds ago would be shown again.
  processWide("metrics-database-values").current = undefined;
});

function useToken(metricsToken: string | null): void {
  processWide<Env>("env").current = { ...env(), metricsToken };
}

const get = (authorization?: string) =>
  serveMetrics(new Request("http://localhost/metrics", { headers: authorization ? { authorization } : {} }));

async function scrape(): Promise<string> {
  const response = await get(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  return response.text();
}

describe("access", () => {
  it("finds nothing without METRICS_TOKEN, even with an empty token", async () => {
    useToken(null);
    for (const authorization of [undefined, "Bearer ", "Bearer null", `Bearer ${TOKEN}`])
      expect((await get(authorization)).status).toBe(404);
  });

  it.each([undefined, "Bearer wrong", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN, "Bearer "])(
    "is refused with %s",
    async (authorization) => {
      const response = await get(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain("cardwell_");
    },
  );

  it("needs the token and no session, and is never cached", async () => {
    const response = await get(`Bearer ${TOKEN}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  });
});

it("shows what happened, without anything personal", async () => {
  openRegistry();
  const application = sampleConsumerRequest({ cardType: "virtual" });
  const { body: card } = await program.sandbox.api<{ id: string }>("POST", "/cards/", {
    ...application,
    externalCustomerId: HOLDER,
  });
  await catchUp(program.listSyncs());
  await signInAs("support");
  expect(await freezeCard(randomUUID(), { cardId: card.id, freeze: true })).toMatchObject({ ok: true });
  await freezeCard(randomUUID(), { cardId: `${HOLDER}@example.com`, freeze: true });
  testRequest.cookies.clear();
  await freezeCard(randomUUID(), { cardId: card.id, freeze: true });
  const forged = new Request("http://localhost/api/webhooks/issuer", {
    method: "POST",
    body: `{"email":"${HOLDER}@example.com"}`,
  });
  expect((await receiveWebhook(forged)).status).toBe(401);
  await verifyAuditJob.run({});

  const text = await scrape();
  for (const line of [
    'cardwell_actions_total{action="card.freeze",outcome="succeeded"} 1',
    'cardwell_actions_total{action="card.freeze",outcome="signed-out"} 1',
    'cardwell_operations_total{action="card.freeze",outcome="succeeded"} 1',
    'cardwell_issuer_calls_total{endpoint="freezeCard",outcome="ok"} 1',
    'cardwell_issuer_call_duration_seconds_count{endpoint="freezeCard"} 1',
    'cardwell_issuer_circuit_state{state="closed"} 1',
    'cardwell_issuer_circuit_state{state="open"} 0',
    'cardwell_webhook_deliveries_total{verdict="unsigned"} 1',
    'cardwell_index_records{list="cards"} 1',
    'cardwell_index_lag_records{list="cards"} 0',
    'cardwell_index_filled{list="cards"} 1',
    "cardwell_audit_chain_intact 1",
    'cardwell_audit_rows{state="unverified"} 0',
    'cardwell_operations_open{state="needs-person"} 0',
    'cardwell_mails{state="waiting"} 0',
    'cardwell_report_requests{state="requested"} 0',
    'cardwell_build_info{version="development",build_id="development"} 1',
  ])
    expect(text).toContain(`\n${line}\n`);
  for (const secret of [HOLDER, card.id, DEMO_PEOPLE.support.email, "example.com"])
    expect(text).not.toContain(secret);
});

it("shows a pool for PostgreSQL only", async () => {
  const text = await scrape();
  const shown = /^cardwell_database_pool_connections\{state="idle"\} \d+$/m.test(text);
  expect(shown).toBe(program.db.engine === "postgres");
  expect(/^cardwell_database_pool_(limit|waiting) /m.test(text)).toBe(shown);
});

it("shows what waits: an operation for a person, a mail, and a broken chain", async () => {
  const { pool } = program.db;
  await operations.createTracelessOperation();
  await operations.exhaustAttempts();
  await operations.createTracelessOperation();
  env().mail = { to: "smtp", host: "localhost", port: 1, login: null, tls: "none", caFile: null, from: "x" };
  const content = { subject: "x", greeting: "x", paragraphs: [], reason: "x" };
  await inTransaction(pool, (client) =>
    queueMail(client, { id: null, email: "someone@example.com" }, "alert", content),
  );
  await tamperWithAudit(pool, "update audit set body = body || ' ' where seq = 1");
  await restartVerification(pool);
  await verifyAuditJob.run({});
  const text = await scrape();
  expect(text).toContain('\ncardwell_operations_open{state="needs-person"} 1\n');
  expect(text).toContain('\ncardwell_operations_open{state="resolving"} 1\n');
  expect(text).toContain('\ncardwell_mails{state="waiting"} 1\n');
  expect(text).toMatch(/^cardwell_mail_oldest_waiting_timestamp_seconds \d+/m);
  expect(text).toContain("\ncardwell_audit_chain_intact 0\n");
  expect(text).not.toContain("someone@example.com");
});

it("shows an open circuit, and counts the calls that weren’t sent", async () => {
  openRegistry();
  await program.addFault({ times: 100, fault: { type: "status", status: 503 } });
  for (let call = 0; call < 6; call += 1) await issuer().listCardDesigns();
  const text = await scrape();
  await program.clearFaults();
  expect(text).toMatch(
    /^cardwell_issuer_calls_total\{endpoint="listCardDesigns",outcome="unavailable"\} [1-9]/m,
  );
  expect(text).toMatch(
    /^cardwell_issuer_calls_total\{endpoint="listCardDesigns",outcome="circuit-open"\} [1-9]/m,
  );
  expect(text).toContain('\ncardwell_issuer_circuit_state{state="closed"} 0\n');
});

it("answers while the database fails, and counts it", async () => {
  const { pool } = program.db;
  await pool.query("alter table mails rename to mails_elsewhere");
  const text = await scrape().finally(() => pool.query("alter table mails_elsewhere rename to mails"));
  expect(text).toContain('\ncardwell_metrics_source_failures_total{source="mail"} 1\n');
  expect(text).not.toMatch(/^cardwell_mails\{/m);
  expect(text).toMatch(/^cardwell_audit_chain_intact /m);
});
