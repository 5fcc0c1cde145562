import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appendAudit } from "@/lib/audit/append";
import { findRewrite, parseHead } from "@/lib/audit/head";
import { insertPerson } from "@/lib/auth/people";
import { activateCopy, markRestoredCopy } from "@/lib/db/restored-copy";
import type { AlertMessage } from "@/lib/domain/alerts/alert-message";
import { ChangedChannel, NewChannel } from "@/lib/domain/alerts/channel";
import { ALERT_TOPICS, type AlertTopic, type ConditionName } from "@/lib/domain/alerts/conditions";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { verifyWebhook } from "@/lib/events/verify-webhook";
import { stopJobs } from "@/lib/jobs/queue";
import { releaseLeases } from "@/lib/jobs/release-leases";
import { sendMailsJob } from "@/lib/mail/send-mails";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import { closeServer, listenOn } from "@/testing/reports";
import { startSmtpServer } from "@/testing/smtp-server";
import { alertsWork } from "./alerts-work";
import { changeChannel, findChannel, insertChannel, pauseChannel, rotateSecret } from "./channels";
import { deliverAlerts, sendTest } from "./deliveries";
import type { Finding, Reader } from "./finding";
import { listAlerts, readNewestDeliveries } from "./read-alerts";
import { readConnections } from "./readers/database";
import { claimCheck, PROGRAM_READERS, sendHead, watchConditions } from "./watch-conditions";

type Received = { headers: Headers; body: string; message: AlertMessage };

let db: Database;
let origin: string;
let received: Received[] = [];
let status = 200;
let whileReceiving: (path: string) => Promise<unknown>;
const server = createServer(async (request, response) => {
  const body = await text(request);
  await whileReceiving(request.url ?? "");
  if (status === 200)
    received.push({
      headers: new Headers(request.headers as Record<string, string>),
      body,
      message: JSON.parse(body),
    });
  response.writeHead(status).end();
});

beforeAll(async () => {
  db = await openTestDashboard();
  origin = await listenOn(server);
  env().alertHosts = [new URL(origin).host];
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
  await closeServer(server);
});
beforeEach(() => {
  received = [];
  status = 200;
  whileReceiving = async () => undefined;
});
afterEach(async () => {
  await db.pool.query("delete from alerts; delete from alert_channels; delete from mails");
  await db.pool.query("update alert_watch set head_at = null, checked_at = '-infinity'");
  env().mail = { to: "outbox" };
});

const START = Date.parse("2026-11-18T10:00:00Z");
const at = (minutes: number) => new Date(START + minutes * 60_000);

/** A reader of one condition, which is seen or not. */
function seen(condition: ConditionName, isSeen: boolean, subject = ""): Reader[] {
  const findings: Finding[] = isSeen ? [{ condition, subject, detail: "It is so." }] : [];
  return [{ conditions: [condition], read: async () => findings }];
}

async function addChannel(
  channel: { kind: "webhook" | "slack"; secretUrl?: string } | { kind: "mail"; email: string },
  topics: readonly AlertTopic[] = ALERT_TOPICS,
) {
  const parsed = NewChannel.parse({ name: "Ops", topics, secretUrl: `${origin}/hook`, ...channel });
  return inTransaction(db.pool, (client) => insertChannel(client, parsed));
}

const typesReceived = () => received.map(({ message }) => message.type);
const makeDue = () => db.pool.query("update alert_deliveries set next_at = now() where state = 'waiting'");

describe("a restored copy", () => {
  it("sends no message and no test until it is activated", async () => {
    const { channelId } = await addChannel({ kind: "webhook" });
    await markRestoredCopy(db.pool);
    await watchConditions(seen("webhooks-forged", true), at(0));
    await deliverAlerts();
    expect(await sendTest((await findChannel(channelId)) as never)).toMatchObject({ is: "failed" });
    expect(typesReceived()).toEqual([]);
    await inTransaction(db.pool, activateCopy);
    await deliverAlerts();
    expect(typesReceived()).toEqual(["alert.opened"]);
  });
});

describe("an alert", () => {
  it("goes out once though several copies look at the same time, and so does its all-clear", async () => {
    const { secret } = await addChannel({ kind: "webhook" });
    const readers = seen("webhooks-forged", true);
    await Promise.all([1, 2, 3].map(() => watchConditions(readers, at(0))));
    await Promise.all([1, 2, 3].map(() => deliverAlerts()));
    expect(typesReceived()).toEqual(["alert.opened"]);
    const [{ headers, body, message } = received[0] as Received] = received;
    expect(verifyWebhook(headers, body, { secrets: [secret ?? ""], token: null }).verdict).toBe("accepted");
    expect(message.data).toMatchObject({
      title: "Webhook deliveries rejected",
      program: env().publicUrl.host,
    });

    await watchConditions(seen("webhooks-forged", false), at(1));
    await watchConditions(seen("webhooks-forged", true), at(3));
    await watchConditions(seen("webhooks-forged", false), at(4));
    await deliverAlerts();
    expect(typesReceived()).toEqual(["alert.opened"]);
    expect(await listAlerts()).toMatchObject([
      { clearedAt: null, resting: { since: at(4).toISOString(), clearAfterMinutes: 5 } },
    ]);
    await Promise.all([1, 2, 3].map(() => watchConditions(seen("webhooks-forged", false), at(9))));
    await Promise.all([1, 2, 3].map(() => deliverAlerts()));
    expect(typesReceived()).toEqual(["alert.opened", "alert.cleared"]);
    expect(received[1]?.message.data.alert?.id).toBe(message.data.alert?.id);
    expect(await listAlerts()).toMatchObject([{ clearedAt: at(9).toISOString() }]);
  });

  it("is read by one copy each minute", async () => {
    const claims = await Promise.all([1, 2, 3].map(() => claimCheck(db.pool)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it("is read while a receiver takes long for each of its messages", async () => {
    const { channelId } = await addChannel({ kind: "webhook" });
    await db.pool.query(
      `insert into alert_deliveries (id, channel_id, event, message, state)
       select gen_random_uuid(), $1, 'test', '{}', 'waiting' from generate_series(1, 3)`,
      [channelId],
    );
    const release = new AbortController();
    let requests = 0;
    whileReceiving = async () => {
      requests += 1;
      await pause(8_000, undefined, { signal: release.signal }).catch(() => undefined);
    };
    await alertsWork.start?.();
    try {
      await expect.poll(() => requests).toBe(1);
      await db.pool.query("update alert_watch set checked_at = '-infinity'");
      const countChecks = async () =>
        (await db.pool.query("select from alert_watch where checked_at > '-infinity'")).rowCount;
      await expect.poll(countChecks, { timeout: 50_000 }).toBe(1);
      expect(requests).toBeLessThan(3);
    } finally {
      release.abort();
      await alertsWork.stop?.();
    }
  });

  it("is read, and the head sent, although the clock was set back", async () => {
    await addChannel({ kind: "webhook" });
    await inTransaction(db.pool, (client) =>
      appendAudit(client, { phase: "event", action: "test", outcome: "succeeded" }),
    );
    await db.pool.query("update alert_watch set checked_at = now() + interval '3 hours'");
    expect([await claimCheck(db.pool), await claimCheck(db.pool)]).toEqual([true, false]);
    for (const minute of [180, 0, 5]) await sendHead(at(minute));
    const { rows } = await db.pool.query("select message from alert_deliveries order by number");
    expect(rows.map(({ message }) => JSON.parse(message).timestamp)).toEqual(
      [180, 0].map((minute) => at(minute).toISOString()),
    );
  });

  // The embedded database has the clock of its only copy.
  onlyOn("postgres", () => {
    it("has the database's times, because the clocks of copies differ", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
      await watchConditions(seen("issuer-unreachable", true));
      await sendHead();
      vi.useRealTimers();
      const { rows } = await db.pool.query(
        `select first_seen_at <= now() as "isSeen", head_at <= now() as "isSent" from alerts, alert_watch`,
      );
      expect(rows).toEqual([{ isSeen: true, isSent: true }]);
    });
  });

  it("is one for each subject, and is kept while its condition can't be read", async () => {
    await addChannel({ kind: "webhook" });
    await watchConditions(
      [...seen("job-failing", true, "prune"), ...seen("job-failing", true, "runs")],
      at(0),
    );
    const broken: Reader = { conditions: ["job-failing"], read: () => Promise.reject(new Error("no")) };
    for (const minute of [1, 20]) await watchConditions([broken], at(minute));
    const unread = (["prune", "runs"] as const).map((subject) => ({
      condition: "job-failing" as const,
      subject,
      isUnread: true as const,
    }));
    for (const minute of [30, 50])
      await watchConditions([{ conditions: ["job-failing"], read: async () => unread }], at(minute));
    await deliverAlerts();
    expect(received.map(({ message }) => message.data.alert?.subject)).toEqual(["prune", "runs"]);
    expect(await listAlerts()).toMatchObject([{ clearedAt: null }, { clearedAt: null }]);
  });

  it("isn't opened while another one explains it", async () => {
    await addChannel({ kind: "webhook" });
    for (const minute of [0, 3]) await watchConditions(seen("issuer-unreachable", true), at(minute));
    const both = [...seen("issuer-unreachable", true), ...seen("index-stale", true, "cards")];
    for (const minute of [4, 5, 6]) await watchConditions(both, at(minute));
    await deliverAlerts();
    const conditions = () => received.map(({ message }) => message.data.alert?.condition);
    expect(conditions()).toEqual(["issuer-unreachable"]);
    const onlyIndex = [...seen("issuer-unreachable", false), ...seen("index-stale", true, "cards")];
    for (const minute of [7, 9, 12, 13]) await watchConditions(onlyIndex, at(minute));
    await deliverAlerts();
    expect(conditions()).toEqual(["issuer-unreachable", "issuer-unreachable", "index-stale"]);
  });

  it("of another machine is left alone until that machine is gone", async () => {
    await watchConditions(seen("disk-full", true, "elsewhere"), at(0));
    expect((await db.pool.query("select from alerts")).rowCount).toBe(0);
    await db.pool.query(
      `insert into alerts (id, condition, subject, detail, first_seen_at, last_seen_at, opened_at)
       values (gen_random_uuid(), 'disk-full', 'elsewhere', '', $1, $1, $1)`,
      [at(0)],
    );
    await watchConditions(seen("disk-full", false), at(60));
    expect(await listAlerts()).toMatchObject([{ clearedAt: null, resting: null }]);
    for (const minute of [1500, 1510]) await watchConditions(seen("disk-full", false), at(minute));
    expect(await listAlerts()).toMatchObject([{ clearedAt: at(1510).toISOString() }]);
  });

  it("goes only to channels that want it, aren't paused, and were told that it was opened", async () => {
    await addChannel({ kind: "webhook" }, ["report-late"]);
    const { channelId } = await addChannel({ kind: "webhook" });
    await inTransaction(db.pool, (client) => pauseChannel(client, channelId, true));
    await watchConditions(seen("webhooks-forged", true), at(0));
    await inTransaction(db.pool, (client) => pauseChannel(client, channelId, false));
    for (const minute of [1, 6]) await watchConditions(seen("webhooks-forged", false), at(minute));
    await deliverAlerts();
    expect(received).toEqual([]);
  });

  it("that was being sent when its channel was paused isn't sent again, and neither is its all-clear", async () => {
    const { channelId } = await addChannel({ kind: "webhook" });
    const pause = (isPaused: boolean) =>
      inTransaction(db.pool, (client) => pauseChannel(client, channelId, isPaused));
    await watchConditions(seen("webhooks-forged", true), at(0));
    status = 503;
    whileReceiving = () => pause(true);
    await deliverAlerts();
    status = 200;
    await makeDue();
    await deliverAlerts();
    await pause(false);
    for (const minute of [1, 6]) await watchConditions(seen("webhooks-forged", false), at(minute));
    await deliverAlerts();
    expect(received).toEqual([]);
  });
});

describe("a slow receiver", () => {
  it("doesn't delay another channel", async () => {
    await addChannel({ kind: "webhook", secretUrl: `${origin}/slow` });
    await addChannel({ kind: "webhook", secretUrl: `${origin}/fast` });
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    whileReceiving = async (path) => (path === "/slow" ? isReleased : release());
    await watchConditions(seen("webhooks-forged", true), at(0));
    await deliverAlerts();
    const { rows } = await db.pool.query("select state from alert_deliveries");
    expect(rows).toEqual([{ state: "sent" }, { state: "sent" }]);
  });
});

describe("a receiver that fails", () => {
  it("gets everything in order once it recovers", async () => {
    const { channelId } = await addChannel({ kind: "slack" });
    status = 503;
    await watchConditions(seen("webhooks-forged", true), at(0));
    await deliverAlerts();
    await deliverAlerts();
    expect((await readNewestDeliveries()).get(channelId)).toMatchObject({
      state: "waiting",
      problem: "The receiver answered 503.",
    });
    for (const minute of [1, 6]) await watchConditions(seen("webhooks-forged", false), at(minute));
    status = 200;
    await makeDue();
    await Promise.all([deliverAlerts(), deliverAlerts()]);
    await deliverAlerts();
    const texts = received.map(({ message }) => (message as unknown as { text: string }).text);
    expect(texts).toEqual([
      expect.stringMatching(/^\*Webhook deliveries rejected\*/),
      expect.stringMatching(/^\*All clear: Webhook deliveries rejected\*/),
    ]);
  });

  it("gets the message again with the same ID if the process died while sending, and nothing after a day", async () => {
    await addChannel({ kind: "webhook" });
    await watchConditions(seen("webhooks-forged", true), at(0));
    await deliverAlerts();
    await db.pool.query(
      "update alert_deliveries set state = 'sending', claimed_at = now() - interval '3 minutes'",
    );
    await deliverAlerts();
    const ids = received.map(({ headers }) => headers.get("webhook-id"));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    await db.pool.query(
      "update alert_deliveries set state = 'waiting', created_at = now() - interval '25 hours'",
    );
    await deliverAlerts();
    expect(received).toHaveLength(2);
  });

  it("gets it again at once if an embedded dashboard was restarted while sending", async () => {
    await addChannel({ kind: "webhook" });
    let arrived = (): void => undefined;
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const release = new AbortController();
    whileReceiving = async () => {
      whileReceiving = async () => undefined;
      arrived();
      await pause(8_000, undefined, { signal: release.signal }).catch(() => undefined);
    };
    await watchConditions(seen("webhooks-forged", true), at(0));
    const interrupted = deliverAlerts();
    await hasArrived;
    await releaseLeases(db.pool);
    await deliverAlerts();
    const { rows } = await db.pool.query("select state, attempts from alert_deliveries");
    expect(rows).toEqual([{ state: "sent", attempts: 2 }]);
    release.abort();
    await interrupted;
  });

  it("is told by a test what is wrong, and a successful test sends what is waiting", async () => {
    const { channelId } = await addChannel({ kind: "webhook" });
    const test = async () => sendTest((await findChannel(channelId)) as never);
    status = 500;
    await watchConditions(seen("webhooks-forged", true), at(0));
    await deliverAlerts();
    expect(await test()).toEqual({ is: "failed", problem: "The receiver answered 500." });
    status = 200;
    expect(await test()).toEqual({ is: "sent", answer: "The receiver answered 200." });
    await deliverAlerts();
    expect(typesReceived()).toEqual(["alert.test", "alert.opened"]);
  });

  it("is not reached at all on a private address that isn't allowed", async () => {
    const { channelId } = await addChannel({
      kind: "webhook",
      secretUrl: `${origin}/`.replace("http", "https"),
    });
    const usual = env().alertHosts;
    env().alertHosts = [];
    const outcome = await sendTest((await findChannel(channelId)) as never);
    env().alertHosts = usual;
    expect(outcome).toMatchObject({ is: "failed", problem: expect.stringContaining("private network") });
    expect(received).toEqual([]);
  });
});

describe("a webhook's secret", () => {
  it("and its URL are encrypted, and both secrets sign during a rotation", async () => {
    const { channelId, secret } = await addChannel({ kind: "webhook" });
    const { rows } = await db.pool.query<{ text: string }>("select c::text as text from alert_channels c");
    expect(rows[0]?.text).not.toMatch(/whsec_|127\.0\.0\.1/);
    const rotated = await inTransaction(db.pool, (client) => rotateSecret(client, channelId, new Date()));
    await sendTest((await findChannel(channelId)) as never);
    const [{ headers, body } = received[0] as Received] = received;
    for (const one of [secret, rotated])
      expect(verifyWebhook(headers, body, { secrets: [one ?? ""], token: null }).verdict).toBe("accepted");
  });

  it("still signs after a second rotation on the same day, because the receiver may have missed the first", async () => {
    const { channelId, secret } = await addChannel({ kind: "webhook" });
    const rotate = () => inTransaction(db.pool, (client) => rotateSecret(client, channelId, new Date()));
    await rotate();
    await rotate();
    await sendTest((await findChannel(channelId)) as never);
    const [{ headers, body } = received[0] as Received] = received;
    expect(verifyWebhook(headers, body, { secrets: [secret ?? ""], token: null }).verdict).toBe("accepted");
  });
});

describe("by mail", () => {
  it("every active admin, or the chosen addresses, get it once through the outbox", async () => {
    const smtp = await startSmtpServer();
    env().mail = { to: "smtp", ...smtp.settings };
    for (const [email, role] of [
      ["ines@example.com", "admin"],
      ["sam@example.com", "support"],
    ] as const)
      await inTransaction(db.pool, (client) =>
        insertPerson(client, { email, name: "X", role, state: "active", passwordHash: null }),
      );
    const { channelId } = await addChannel({ kind: "mail", email: "" });
    await addChannel({ kind: "mail", email: "ops@example.com, night@example.com" });
    await watchConditions(seen("webhooks-forged", true), at(0));
    await Promise.all([deliverAlerts(), deliverAlerts()]);
    await Promise.all([sendMailsJob.run({}), sendMailsJob.run({})]);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([
      "ines@example.com",
      "night@example.com",
      "ops@example.com",
    ]);
    expect(smtp.received[0]?.source).toMatch(/^Subject: Webhook deliveries rejected \(/m);
    expect((await readNewestDeliveries()).get(channelId)).toMatchObject({ state: "sent", problem: null });
    expect(await sendTest((await findChannel(channelId)) as never)).toEqual({
      is: "sent",
      answer: "The mail server accepted 1 email.",
    });
    await smtp.stop();
  });

  it("nothing is sent by a process that lost its claim to another one", async () => {
    await addChannel({ kind: "mail", email: "ops@example.com" });
    await watchConditions(seen("webhooks-forged", true), at(0));
    await db.pool.query(
      `create function lose_claim() returns trigger language plpgsql as $$ begin
         update alert_deliveries set claimed_at = now() + interval '1 second'; return new; end $$;
       create trigger lose_claim before insert on mails for each row execute function lose_claim()`,
    );
    await deliverAlerts().catch(() => undefined);
    await db.pool.query("drop trigger lose_claim on mails; drop function lose_claim");
    expect((await db.pool.query("select from mails")).rowCount).toBe(0);
  });
});

describe("the head of the audit log", () => {
  const append = () =>
    inTransaction(db.pool, (client) =>
      appendAudit(client, { phase: "event", action: "session.begin", outcome: "succeeded" }),
    );

  it("goes out once an hour, and shows a chain that was rewritten", async () => {
    await addChannel({ kind: "webhook" });
    await addChannel({ kind: "webhook" }, ["report-late"]);
    await append();
    await Promise.all([1, 2, 3].map(() => sendHead(at(1))));
    await sendHead(at(59));
    await append();
    await sendHead(at(60));
    await deliverAlerts();
    const heads = received.map(({ message }) => message.data.head ?? "");
    // A newer head replaces one that was not sent yet.
    expect(heads).toHaveLength(1);
    const noted = parseHead(heads[0] ?? "");
    if (!noted) throw new Error("no head");
    expect(await findRewrite(db.pool, noted)).toBeNull();
    await sendHead(at(120));
    await deliverAlerts();
    expect(received).toHaveLength(2);
    expect(await findRewrite(db.pool, { ...noted, hash: "0".repeat(64) })).toContain("another hash");
  });
});

describe("the conditions of a new dashboard", () => {
  it("can all be read, and none but the unreachable issuer is seen", async () => {
    for (const reader of PROGRAM_READERS) {
      const findings = await reader.read(new Date());
      expect(
        findings
          .filter((found) => !("isUnread" in found))
          .map(({ condition }) => condition)
          .filter((name) => name !== "issuer-unreachable"),
      ).toEqual([]);
    }
  });

  onlyOn("postgres", () => {
    it("include the connections of other roles without special rights", async () => {
      const client = await db.pool.connect();
      const role = `ordinary_${process.pid}`;
      await client.query(`create role ${role}; grant ${role} to current_user; set role ${role}`);
      const { used } = await readConnections(client);
      await client.query(`reset role; drop role ${role}`);
      client.release();
      expect(used).toBeGreaterThan(0);
    });
  });
});

describe("a change of a channel", () => {
  const change = (id: string, changed: unknown) =>
    inTransaction(db.pool, (client) => changeChannel(client, id, ChangedChannel.parse(changed)));

  it("keeps what it doesn't name: the URL, and always the secret", async () => {
    const { channelId, secret } = await addChannel({ kind: "webhook" });
    await change(channelId, { name: "Night shift" });
    expect(await findChannel(channelId)).toMatchObject({
      name: "Night shift",
      target: { url: `${origin}/hook`, secret },
    });
    await change(channelId, { name: "Night shift", secretUrl: `${origin}/other` });
    expect((await findChannel(channelId))?.target).toMatchObject({ url: `${origin}/other`, secret });
  });

  it("replaces the addresses, also with all admins", async () => {
    const { channelId } = await addChannel({ kind: "mail", email: "ada@cardwell.test" });
    await change(channelId, { name: "Ops", email: "" });
    expect((await findChannel(channelId))?.target).toEqual({ kind: "mail", addresses: [] });
  });

  it("of a channel that is gone does nothing", async () => {
    expect(await change("5d5d0000-0000-4000-8000-000000000001", { name: "Ops" })).toBeNull();
  });
});
