import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/sandbox-defaults";
import { openTestReports, type TestReports } from "@/lib/reports/testing";
import { reportWorkDone } from "@/lib/reports/work";
import { signedHeaders } from "@/sandbox/webhooks/post";
import { WEBHOOK_MAX_BYTES } from "./webhook-receiver";

let reports: TestReports;

beforeAll(async () => {
  reports = await openTestReports();
});
afterAll(() => reports.close());
beforeEach(async () => {
  await reportWorkDone();
  await reports.db.pool.query("delete from webhook_deliveries");
});

type Kind = "valid" | "late" | "doubled" | "unsigned" | "wrong-signature" | "altered";

async function send(kind: Kind, event?: unknown): Promise<(number | null)[]> {
  const { delivery } = await reports.control("POST", "/webhooks/send", { kind, event });
  return delivery.attempts.map(({ status }: { status: number | null }) => status);
}

async function deliveries() {
  await reportWorkDone();
  const { rows } = await reports.db.pool.query(
    "select verdict, effect, repeats, headers, body, bytes from webhook_deliveries order by id",
  );
  return rows;
}

async function post(body: string, id = `msg_${Math.random()}`): Promise<number> {
  const response = await fetch(reports.hookUrl, {
    method: "POST",
    body,
    headers: signedHeaders(DEMO_WEBHOOK_SECRET, id, body),
  });
  return response.status;
}

describe("the receiver", () => {
  it.each([
    ["unsigned", "unsigned"],
    ["wrong-signature", "wrong-secret"],
    ["altered", "altered"],
    ["late", "too-old"],
  ] as const)("refuses what is %s, keeps it, and does nothing for it", async (kind, verdict) => {
    expect(await send(kind)).toEqual([401]);
    expect(await deliveries()).toMatchObject([{ verdict, effect: null }]);
    expect(await reports.count("report_captures")).toBe(0);
  });

  it("accepts a delivery once, however often it comes", async () => {
    expect(await send("doubled")).toEqual([202, 202]);
    expect(await deliveries()).toMatchObject([{ verdict: "accepted", effect: "unmatched", repeats: 1 }]);
    const body = '{"eventType":"files"}';
    const statuses = await Promise.all(Array.from({ length: 50 }, () => post(body, "msg_many")));
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(await reports.count("webhook_deliveries where event_id = 'msg_many'")).toBe(1);
  });

  it.each([
    ["another type", { eventType: "cards", data: {} }],
    ["a list", [1, 2]],
    ["a text", "hello"],
    ["no link", { eventType: "files", data: { reference_id: "x" } }],
    ["deep rubbish", { eventType: { a: { b: [null] } } }],
  ])("keeps an event of unknown shape (%s) and shows it", async (_, event) => {
    expect(await send("valid", event)).toEqual([202]);
    expect(await deliveries()).toMatchObject([
      { verdict: "accepted", effect: "unknown-shape", body: JSON.stringify(event) },
    ]);
  });

  it("keeps what is not even JSON, and what PostgreSQL could not hold", async () => {
    expect(await post("<xml/>")).toBe(202);
    expect(await post("a\0b")).toBe(202);
    expect(await deliveries()).toMatchObject([{ effect: "unknown-shape" }, { effect: "unknown-shape" }]);
  });

  it("does not read what is too large, whether its length is told or not", async () => {
    expect(await post("x".repeat(WEBHOOK_MAX_BYTES))).toBe(202);
    expect(await post("x".repeat(WEBHOOK_MAX_BYTES + 1))).toBe(413);
    const status = await new Promise<number | undefined>((done, fail) => {
      const outgoing = httpRequest(reports.hookUrl, { method: "POST" }, (response) => {
        done(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on("error", fail);
      for (let part = 0; part < 10; part += 1) outgoing.write("x".repeat(20_000));
      outgoing.end();
    });
    expect(status).toBe(413);
    const kept = await deliveries();
    expect(kept.map(({ verdict }) => verdict)).toEqual(["accepted", "too-large", "too-large"]);
    expect(kept[1]?.body).toBe("");
  });

  it("keeps no signature and no shared secret", async () => {
    await fetch(reports.hookUrl, {
      method: "POST",
      body: "{}",
      headers: {
        "x-webhook-token": "canary-token",
        authorization: "Bearer canary-bearer",
        cookie: "canary=cookie",
      },
    });
    await send("valid");
    const stored = JSON.stringify(await deliveries());
    expect(stored).not.toMatch(/canary-token|canary-bearer|canary=cookie|v1,/);
  });

  it("keeps only a little of a flood of forgeries", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, () =>
        fetch(reports.hookUrl, { method: "POST", body: "{}" }).then((r) => r.status),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await reports.count("webhook_deliveries")).toBeLessThanOrEqual(60);
  });
});
