import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { env } from "@/lib/env";
import { waitForReportWork } from "@/lib/reports/report-work";
import { openTestReports, type TestReports } from "@/testing/reports";
import { signedHeaders } from "@/testing/sandbox";
import { pruneRejected } from "./prune-rejected";
import { unsealBody } from "./webhook-body";
import { findDelivery, listDeliveries } from "./webhook-deliveries";
import { WEBHOOK_MAX_BYTES } from "./webhook-receiver";

let reports: TestReports;

beforeAll(async () => {
  reports = await openTestReports();
});
afterAll(() => reports.close());
beforeEach(async () => {
  await waitForReportWork();
  await reports.db.pool.query("delete from webhook_deliveries");
});

type Kind = "valid" | "late" | "doubled" | "unsigned" | "wrong-signature" | "altered";

async function send(kind: Kind, event?: unknown): Promise<(number | null)[]> {
  const { delivery } = await reports.control("POST", "/webhooks/send", { kind, event });
  return delivery.attempts.map(({ status }: { status: number | null }) => status);
}

async function listStoredDeliveries() {
  await waitForReportWork();
  const { rows } = await reports.db.pool.query(
    "select event_id, verdict, effect, repeats, headers, body, bytes from webhook_deliveries order by id",
  );
  return rows.map((row) => ({ ...row, body: unsealBody(row.event_id, row.body) }));
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
  ] as const)("rejects a delivery that is %s, stores it, and does not process it", async (kind, verdict) => {
    expect(await send(kind)).toEqual([401]);
    expect(await listStoredDeliveries()).toMatchObject([{ verdict, effect: null }]);
    expect(await reports.count("report_captures")).toBe(0);
  });

  it("accepts a delivery once, however often it is sent", async () => {
    expect(await send("doubled")).toEqual([202, 202]);
    expect(await listStoredDeliveries()).toMatchObject([
      { verdict: "accepted", effect: "unmatched", repeats: 1 },
    ]);
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
    ["a nested object as its type", { eventType: { a: { b: [null] } } }],
  ])("stores an event of unknown format (%s)", async (_, event) => {
    expect(await send("valid", event)).toEqual([202]);
    expect(await listStoredDeliveries()).toMatchObject([
      { verdict: "accepted", effect: "unknown-shape", body: JSON.stringify(event) },
    ]);
  });

  it("stores bodies that are not JSON or contain characters that PostgreSQL can't store", async () => {
    expect(await post("<xml/>")).toBe(202);
    expect(await post("a\0b")).toBe(202);
    expect(await listStoredDeliveries()).toMatchObject([
      { effect: "unknown-shape" },
      { effect: "unknown-shape" },
    ]);
  });

  it("doesn't read a body that is too large, with or without a content length", async () => {
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
    const stored = await listStoredDeliveries();
    expect(stored.map(({ verdict }) => verdict)).toEqual(["accepted", "too-large", "too-large"]);
    expect(stored[1]?.body).toBe("");
  });

  it("stores neither signatures nor shared secrets", async () => {
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
    const stored = JSON.stringify(await listStoredDeliveries());
    expect(stored).not.toMatch(/canary-token|canary-bearer|canary=cookie|v1,/);
  });

  it("stores only a few deliveries of a flood", async () => {
    // A fixed clock, so that all of them are sent within one second.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    try {
      const statuses = await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          fetch(reports.hookUrl, { method: "POST", body: `{"n":${number}}` }).then((r) => r.status),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(await reports.count("webhook_deliveries")).toBe(20);
      await fetch(reports.hookUrl, { method: "POST", body: "x".repeat(WEBHOOK_MAX_BYTES + 1) });
      expect(await reports.count("webhook_deliveries where verdict = 'too-large'")).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

const PAN = "4111111111111111";
const UUID = "41111111-1111-4111-8111-111111111111";

async function listShownDeliveries() {
  await waitForReportWork();
  const { rows } = await listDeliveries({}, 50);
  return Promise.all(rows.map(({ id }) => findDelivery(id)));
}

describe("a stored delivery", () => {
  it("contains no card number or security code, anywhere and however escaped", async () => {
    const escaped = [...PAN].map((digit) => `\\u003${digit}`).join("");
    const body = `{"id":"${UUID}","at":"2026-11-15T10:00:00Z","a":["${escaped}",{"b":4111111111111111}],"cvv":"123","a":"4111 1111 1111 1111","n":123}`;
    expect(await post(body)).toBe(202);
    expect(await post(`<xml>${PAN} CVV 123</xml>`)).toBe(202);
    await fetch(reports.hookUrl, {
      method: "POST",
      body: `{"cut off": "${PAN}, ${escaped}, cvv: 123`,
      headers: { "x-card": PAN, "webhook-id": `msg_${PAN}` },
    });
    const stored = await listStoredDeliveries();
    const all = JSON.stringify([stored, await listShownDeliveries()]);
    expect(all).not.toMatch(/4111 ?1111 ?1111 ?1111(?!-)|\\u003/);
    expect(all).not.toMatch(/cvv\W+123/i);
    expect(JSON.parse(stored[0]?.body)).toEqual({
      id: UUID,
      at: "2026-11-15T10:00:00Z",
      a: "•••• 1111",
      cvv: "•••",
      n: 123,
    });
    expect(stored[1]?.body).toBe("<xml>•••• 1111 CVV •••</xml>");
  });

  it("is shown without the secrets of a link, but keeps the complete link for the server", async () => {
    const link = "https://files.example/a.csv?expires=1&signature=canary";
    const event = JSON.stringify({ eventType: "files", data: { reference_id: "none", link } });
    for (const body of [
      event,
      event.replaceAll("&", "\\u0026").replaceAll("?", "\\u003f"),
      event.replaceAll("/", "\\/"),
      event.slice(0, -1),
    ])
      expect(await post(body)).toBe(202);
    const details = await listShownDeliveries();
    expect(details).toHaveLength(4);
    expect(JSON.stringify(details)).not.toContain("canary");
    expect((await listStoredDeliveries())[0]?.body).toBe(event);
  });
});

describe("a report's link with a number that looks like a card number", () => {
  const eventWith = (link: string) =>
    JSON.stringify({ eventType: "files", data: { reference_id: "none", link, note: `for ${PAN}` } });

  it("is stored unchanged and shown masked", async () => {
    const link = `${env().issuer.url}/reports/${PAN}.csv?sig=canary`;
    expect(await post(eventWith(link))).toBe(202);
    const [stored] = await listStoredDeliveries();
    expect(JSON.parse(stored?.body).data).toEqual({ reference_id: "none", link, note: "for •••• 1111" });
    expect(JSON.stringify(await listShownDeliveries())).not.toMatch(/4111111111111111|canary/);
  });

  it("is masked if it would never be followed", async () => {
    const link = `${env().issuer.url}/reports/${PAN}.csv`;
    expect(await post(eventWith(`https://elsewhere.example/${PAN}.csv`))).toBe(202);
    expect(await post(JSON.stringify({ eventType: "cards", data: { link } }))).toBe(202);
    await fetch(reports.hookUrl, { method: "POST", body: eventWith(link) });
    const stored = await listStoredDeliveries();
    expect(stored.map(({ verdict }) => verdict)).toEqual(["accepted", "accepted", "unsigned"]);
    expect(JSON.stringify(stored)).not.toContain(PAN);
  });
});

describe("rejected deliveries", () => {
  const insert = (verdict: string, count: number, at: string) =>
    reports.db.pool.query(
      `insert into webhook_deliveries (event_id, received_at, verdict, reason, headers, body, bytes, processed_at)
       select $1 || n, $3::timestamptz + n * interval '1 second', $1, 'x', '{}', '', 0, now()
       from generate_series(1, $2::int) n`,
      [verdict, count, at],
    );

  it("are pruned to the first and last of each verdict and day", async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await insert("altered", 1, `${day}T01:00:00Z`);
    await insert("accepted", 1, `${day}T01:00:00Z`);
    await insert("unsigned", 1, `${day}T02:00:00Z`);
    await insert("unsigned", 3_000, `${day}T03:00:00Z`);
    await pruneRejected();
    const remaining = await reports.db.pool.query(
      "select verdict, count(*)::int from webhook_deliveries group by verdict order by verdict",
    );
    expect(remaining.rows).toEqual([
      { verdict: "accepted", count: 1 },
      { verdict: "altered", count: 1 },
      { verdict: "unsigned", count: 200 },
    ]);
    expect(await reports.count("webhook_deliveries where received_at < $1", [`${day}T03:00:00Z`])).toBe(3);
  });

  it("are deleted after a month, unlike accepted ones", async () => {
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await insert("accepted", 1, day);
    await insert("too-old", 1, day);
    await pruneRejected();
    expect(await listStoredDeliveries()).toMatchObject([{ verdict: "accepted" }]);
  });

  it("are one row with a count if they repeat", async () => {
    for (let time = 0; time < 5; time += 1) await fetch(reports.hookUrl, { method: "POST", body: "{}" });
    expect(await listStoredDeliveries()).toMatchObject([{ verdict: "unsigned", repeats: 4 }]);
  });
});

describe("a shared secret instead of a signature", () => {
  const token = "shared-secret-of-the-issuer";
  const sendWithToken = (body: string, id: string) =>
    fetch(reports.hookUrl, { method: "POST", body, headers: { "x-webhook-token": token, "webhook-id": id } });

  it("does not authenticate the ID: the same body with new IDs is one event", async () => {
    const { webhook } = env();
    const before = webhook.token;
    webhook.token = token;
    try {
      const body = '{"eventType":"files","data":{"reference_id":"x"}}';
      for (const id of ["msg_1", "msg_2", "msg_3"]) expect((await sendWithToken(body, id)).status).toBe(202);
      expect((await sendWithToken(`${body} `, "msg_1")).status).toBe(202);
      expect(await listStoredDeliveries()).toMatchObject([
        { verdict: "accepted", repeats: 2 },
        { verdict: "accepted", repeats: 0 },
      ]);
    } finally {
      webhook.token = before;
    }
  });
});
