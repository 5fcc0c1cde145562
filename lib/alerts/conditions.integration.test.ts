import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appendAudit } from "@/lib/audit/append";
import { restartVerification } from "@/lib/audit/verification";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { dismissOne } from "@/lib/card-index/attention/dismissals";
import type { ConditionName } from "@/lib/domain/alerts/conditions";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { sendJob, startJobs } from "@/lib/jobs/queue";
import { verifyAuditJob } from "@/lib/jobs/verify-audit-job";
import { queueMail } from "@/lib/mail/outbox";
import { sendMailsJob } from "@/lib/mail/send-mails";
import { operationsSource } from "@/lib/metrics/sources/operations";
import { inTransaction } from "@/lib/postgres/open-database";
import { catchUp } from "@/testing/card-program";
import { startSmtpServer } from "@/testing/smtp-server";
import { tamperWithAudit } from "@/testing/tamper-with-audit";
import { openTestOperations, type TestOperations } from "@/testing/unknown-operations";
import { PROGRAM_READERS } from "./watch-conditions";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
  await seedDemoPeople("sandbox");
});
afterAll(() => operations.close());
afterEach(() => operations.reset());

const db = () => operations.program.db.pool;

/** What the condition's reader sees, `laterMinutes` from now by its clock. */
async function see(condition: ConditionName, laterMinutes = 0): Promise<string[]> {
  const reader = PROGRAM_READERS.find(({ conditions }) => conditions.includes(condition));
  const found = (await reader?.read(new Date(Date.now() + laterMinutes * 60_000))) ?? [];
  return found.flatMap((finding) =>
    finding.condition === condition && "detail" in finding ? [finding.detail] : [],
  );
}

async function countOpen(state: string): Promise<number | undefined> {
  return (await operationsSource.read(db())).find(({ labels }) => labels.state === state)?.value;
}

describe("an unknown outcome", () => {
  it("is told once the job has left it to a person, who then dismisses it", async () => {
    const { operationId } = await operations.createTracelessOperation();
    await operations.resolve();
    expect(await see("outcome-unknown")).toEqual([]);
    expect([await countOpen("resolving"), await countOpen("needs-person")]).toEqual([1, 0]);
    await operations.exhaustAttempts();
    expect(await see("outcome-unknown")).toEqual(["The outcome of 1 operation is unknown."]);
    expect([await countOpen("resolving"), await countOpen("needs-person")]).toEqual([0, 1]);
    const person = await findPersonByEmail(db(), DEMO_PEOPLE.manager.email);
    const dismissal = { reason: "a test card", personId: person?.id ?? "" };
    await inTransaction(db(), (client) => dismissOne(client, `unknown:${operationId}`, dismissal));
    expect(await see("outcome-unknown")).toEqual([]);
    expect(await countOpen("needs-person")).toBe(0);
  });
});

describe("the issuer", () => {
  it.each([
    ["issuer-unreachable", 503, "No call to the issuer succeeds."],
    ["issuer-rejects-key", 401, "The issuer doesn’t accept our key."],
  ] as const)("is %s when it answers %i", async (condition, status, detail) => {
    await issuer().listCardDesigns();
    expect(await see(condition)).toEqual([]);
    await operations.program.addFault({ times: 100, fault: { type: "status", status } });
    await issuer().listCards();
    expect(await see(condition)).toEqual([detail]);
    await operations.program.clearFaults();
    await expect.poll(() => see(condition), { timeout: 30_000 }).toEqual([]);
  });
});

describe("the card index", () => {
  it("is outdated five minutes after it was last in sync", async () => {
    await catchUp(operations.program.listSyncs());
    expect(await see("index-stale", 4)).toEqual([]);
    expect(await see("index-stale", 6)).toEqual([
      "The index of cards is older than five minutes.",
      "The index of transactions is older than five minutes.",
    ]);
  });
});

describe("the audit log", () => {
  it("is unverified if its job last ran over 15 minutes ago, and altered if an entry was", async () => {
    await inTransaction(db(), (client) =>
      appendAudit(client, { phase: "event", action: "session.begin", outcome: "succeeded" }),
    );
    await verifyAuditJob.run({});
    expect(await see("audit-unverified", 14)).toEqual([]);
    expect(await see("audit-unverified", 16)).toEqual([
      "The audit log was last verified over 15 minutes ago.",
    ]);
    expect(await see("audit-broken")).toEqual([]);
    await tamperWithAudit(db(), "update audit set body = replace(body, 'session', 'nothing')");
    await restartVerification(db());
    await verifyAuditJob.run({});
    expect(await see("audit-broken")).toEqual(["The chain of the audit log is broken."]);
  });
});

describe("email", () => {
  it("is stuck while the server can't be reached for half an hour", async () => {
    const smtp = await startSmtpServer();
    env().mail = { to: "smtp", ...smtp.settings, port: 1 };
    const content = { subject: "x", greeting: "x", paragraphs: [], reason: "x" };
    await inTransaction(db(), (client) =>
      queueMail(client, { id: null, email: "ops@example.com" }, "test", content),
    );
    const sendAfter = async (minutes: number) => {
      await db().query(
        `update mails set created_at = created_at - make_interval(mins => $1),
           next_at = next_at - make_interval(mins => $1)`,
        [minutes],
      );
      await sendMailsJob.run({});
    };
    for (const minutes of [0, 29]) await sendAfter(minutes);
    expect(await see("mail-stuck")).toEqual([]);
    await sendAfter(2);
    expect(await see("mail-stuck")).toEqual(["Email has been waiting for more than half an hour."]);
    env().mail = { to: "smtp", ...smtp.settings };
    await sendAfter(60);
    expect(smtp.received).toHaveLength(1);
    expect(await see("mail-stuck")).toEqual([]);
    await smtp.stop();
  });
});

describe("a job", () => {
  it("is failing after the queue's retries, and stopped until it succeeds", async () => {
    let isBroken = true;
    const run = async () => {
      if (isBroken) throw new Error("broken");
    };
    await startJobs([{ ...verifyAuditJob, run }]);
    await sendJob(verifyAuditJob.name, {});
    await expect
      .poll(() => see("job-failing"), { timeout: 60_000 })
      .toEqual([expect.stringMatching(/^The job verify-audit failed [3-9] times in 15 minutes\.$/)]);
    const stopped = ["The job verify-audit has not succeeded for half an hour."];
    expect(await see("job-stopped")).toEqual(stopped);
    isBroken = false;
    await sendJob(verifyAuditJob.name, {});
    await expect.poll(() => see("job-stopped"), { timeout: 60_000 }).toEqual([]);
    await db().query("update pgboss.job set completed_on = completed_on - interval '31 minutes'");
    expect(await see("job-stopped")).toEqual(stopped);
  });
});

describe("the database", () => {
  it("is near its limit", async () => {
    env().databaseMaxBytes = 1_000_000;
    expect(await see("database-full")).toEqual([expect.stringMatching(/^The database has .+ of 1\.0 MB\.$/)]);
    env().databaseMaxBytes = null;
    expect(await see("database-full")).toEqual([]);
  });
});
