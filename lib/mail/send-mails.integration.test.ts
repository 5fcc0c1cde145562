import { EventEmitter, once } from "node:events";
import type pg from "pg";
import type pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLink } from "@/lib/auth/one-time-links";
import { insertPerson } from "@/lib/auth/people";
import { activateCopy, markRestoredCopy } from "@/lib/db/restored-copy";
import { approvalRequestedMail, invitationMail } from "@/lib/domain/mail/messages";
import { env, type SmtpSettings } from "@/lib/env";
import { releaseLeases } from "@/lib/jobs/release-leases";
import { createLog } from "@/lib/log";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard } from "@/testing/dashboard-database";
import { startSmtpServer } from "@/testing/smtp-server";
import { listMails, queueMail, requeueMail } from "./outbox";
import { sendMailsJob } from "./send-mails";

let db: Database;
let ada: { id: string; email: string };
let url: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await openTestDashboard();
  const person = { email: "ada@example.com", name: "Ada", role: "support", state: "invited" } as const;
  const id = await inTransaction(db.pool, (client) =>
    insertPerson(client, { ...person, passwordHash: null }),
  );
  ada = { id: id ?? "", email: person.email };
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from mails");
  await db.pool.query("update people set state = 'invited'");
  url = await inTransaction(db.pool, (client) => createLink(client, ada.id, "invite"));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startServer(...options: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...options);
  stops.push(server.stop);
  return server;
}

const queueInvitation = (client: pg.ClientBase) =>
  queueMail(
    client,
    ada,
    "invitation",
    invitationMail({ name: "Ada" }, { invitedBy: "Ines Duarte", url, hours: 72 }),
  );

async function queueFor(settings: SmtpSettings): Promise<void> {
  env().mail = { to: "smtp", ...settings };
  await inTransaction(db.pool, queueInvitation);
}

const requeue = async () => {
  const { rows } = await db.pool.query<{ id: string }>("select id from mails");
  return inTransaction(db.pool, (client) => requeueMail(client, rows[0]?.id ?? ""));
};

async function readMail() {
  const { rows } = await db.pool.query<{
    state: string;
    attempts: number;
    problem: string | null;
    isDue: boolean;
  }>(`select state, attempts, problem, next_at <= now() as "isDue" from mails`);
  return rows[0];
}

describe("an email", () => {
  it("waits in a restored copy until the copy is activated", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    await markRestoredCopy(db.pool);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "waiting", attempts: 0 });
    await inTransaction(db.pool, activateCopy);
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
  });

  it("arrives once, encrypted on the way, as text and HTML", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    await Promise.all([sendMailsJob.run({}), sendMailsJob.run({}), sendMailsJob.run({})]);
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ to: ["ada@example.com"], isEncrypted: true, user: "cardwell" });
    expect(mail?.source).toMatch(/^From: Cardwell <cards@example.com>$/m);
    expect(mail?.source).toMatch(/^Subject: Ines Duarte invited you to Cardwell$/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/html/m);
    expect(await readMail()).toMatchObject({ state: "sent", attempts: 1, problem: null });
  });

  it("is not sent if its transaction is rolled back", async () => {
    const server = await startServer();
    env().mail = { to: "smtp", ...server.settings };
    const rolledBack = inTransaction(db.pool, async (client) => {
      await queueInvitation(client);
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await sendMailsJob.run({});
    expect(server.received).toEqual([]);
  });

  it("has its link encrypted in the database", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    const { rows } = await db.pool.query<{ text: string }>("select mails::text as text from mails");
    expect(rows[0]?.text).not.toContain(url.split("/").at(-1));
  });

  it("has failed if the server rejects its recipient", async () => {
    const server = await startServer({
      onRcptTo: (_, __, callback) =>
        callback(Object.assign(new Error("No such mailbox"), { responseCode: 550 })),
    });
    await queueFor(server.settings);
    await sendMailsJob.run({});
    const mail = await readMail();
    expect(mail).toMatchObject({ state: "failed", attempts: 1 });
    expect(mail?.problem).toMatch(/^The server rejected the sender or the recipient: .*No such mailbox/);
  });

  it("has its recipient's address in the server's reply, but not in the log", async () => {
    const slot = processWide<pino.Logger>("log");
    const usual = slot.current;
    const lines: string[] = [];
    slot.current = createLog("info", { write: (line) => void lines.push(line) });
    const server = await startServer({
      onRcptTo: ({ address }, __, callback) =>
        callback(Object.assign(new Error(`<${address}>: unknown`), { responseCode: 550 })),
    });
    await queueFor(server.settings);
    await sendMailsJob.run({}).finally(() => {
      slot.current = usual;
    });
    expect((await readMail())?.problem).toContain(ada.email);
    expect(lines.join("")).toContain("EENVELOPE 550");
    expect(lines.join("")).not.toContain(ada.email);
  });

  it("waits and is sent again after a temporary rejection", async () => {
    let isBusy = true;
    const server = await startServer({
      onMailFrom: (_, __, callback) =>
        callback(isBusy ? Object.assign(new Error("Try later"), { responseCode: 450 }) : null),
    });
    await queueFor(server.settings);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "waiting", attempts: 1, isDue: false });
    isBusy = false;
    await sendMailsJob.run({});
    expect(server.received).toEqual([]);
    await db.pool.query("update mails set next_at = now()");
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
    expect(await readMail()).toMatchObject({ state: "sent", attempts: 2, problem: null });
  });

  it("waits while no server can be reached", async () => {
    const server = await startServer();
    await server.stop();
    stops.length = 0;
    await queueFor(server.settings);
    await sendMailsJob.run({});
    const mail = await readMail();
    expect(mail).toMatchObject({ state: "waiting", isDue: false });
    expect(mail?.problem).toMatch(/^The (server couldn’t be reached|connection failed): /);
  });

  it("is not sent to a server whose certificate isn't trusted, or without encryption", async () => {
    const server = await startServer();
    await queueFor({ ...server.settings, caFile: null });
    await sendMailsJob.run({});
    expect((await readMail())?.problem).toMatch(/self-signed/);
    const plain = await startServer({ disabledCommands: ["STARTTLS"] });
    await db.pool.query("delete from mails");
    await queueFor(plain.settings);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "waiting" });
    expect([...server.received, ...plain.received]).toEqual([]);
  });

  it("says that the password was rejected, and keeps the password to itself", async () => {
    const server = await startServer();
    await queueFor({ ...server.settings, login: { user: "cardwell", password: "wrong-password" } });
    await sendMailsJob.run({});
    const mail = await readMail();
    expect(mail).toMatchObject({ state: "waiting" });
    expect(mail?.problem).toMatch(/^The server rejected the user or the password/);
    expect(mail?.problem).not.toContain("wrong-password");
  });

  it("is not sent again if the connection breaks after the server has received all of it", async () => {
    const mailbox = new EventEmitter();
    const server = await startServer({
      onData(stream) {
        stream.resume().on("end", () => mailbox.emit("received"));
      },
    });
    await queueFor(server.settings);
    const run = sendMailsJob.run({});
    await once(mailbox, "received");
    server.cut();
    await run;
    expect(await readMail()).toMatchObject({ state: "unconfirmed", attempts: 1 });
    await db.pool.query("update mails set next_at = now()");
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "unconfirmed", attempts: 1 });
  });

  it("is sent again if the server hangs before it has received all of it", async () => {
    const contact = new EventEmitter();
    const server = await startServer({ onMailFrom: () => void contact.emit("made") });
    await queueFor(server.settings);
    const run = sendMailsJob.run({});
    await once(contact, "made");
    server.cut();
    await run;
    expect(await readMail()).toMatchObject({ state: "waiting", isDue: false });
  });

  it("is not sent again after a crash in the middle", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    await db.pool.query("update mails set state = 'sending', claimed_at = now() - interval '10 minutes'");
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "unconfirmed", problem: "Sending was interrupted" });
    expect(server.received).toEqual([]);
  });

  it("is marked at once if an embedded dashboard was restarted while it was sent", async () => {
    const contact = new EventEmitter();
    const server = await startServer({ onMailFrom: () => void contact.emit("made") });
    await queueFor(server.settings);
    const run = sendMailsJob.run({});
    await once(contact, "made");
    await releaseLeases(db.pool);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "unconfirmed", problem: "Sending was interrupted" });
    server.cut();
    await run;
    expect(await readMail()).toMatchObject({ state: "unconfirmed" });
  });

  it("isn't changed by an attempt that was given up, while another is under way", async () => {
    const replies: ((error?: Error) => void)[] = [];
    const contact = new EventEmitter();
    const server = await startServer({
      onMailFrom(_, __, reply) {
        replies.push(reply);
        contact.emit("made");
      },
    });
    const beginAttempt = async () => {
      const made = once(contact, "made");
      const run = sendMailsJob.run({});
      await made;
      return { run };
    };
    await queueFor(server.settings);
    const first = await beginAttempt();
    await db.pool.query("update mails set claimed_at = now() - interval '10 minutes'");
    await sendMailsJob.run({});
    await requeue();
    const second = await beginAttempt();
    replies[0]?.(Object.assign(new Error("No such mailbox"), { responseCode: 550 }));
    await first.run;
    expect(await readMail()).toMatchObject({ state: "sending" });
    replies[1]?.();
    await second.run;
    expect(await readMail()).toMatchObject({ state: "sent" });
  });

  it("has failed after a day of attempts", async () => {
    const server = await startServer();
    await server.stop();
    stops.length = 0;
    await queueFor(server.settings);
    for (let attempt = 0; attempt < 12; attempt++) {
      await db.pool.query("update mails set next_at = now()");
      await sendMailsJob.run({});
    }
    expect(await readMail()).toMatchObject({ state: "failed", attempts: 10 });
  });
});

describe("an email that waits while no server is configured", () => {
  const waitFor = (hours: number) =>
    db.pool.query("update mails set next_at = now() - make_interval(hours => $1)", [hours]);

  it("is sent within a day, and has failed after that", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    env().mail = { to: "nobody" };
    await waitFor(23);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({ state: "waiting" });
    await waitFor(24);
    await sendMailsJob.run({});
    expect(await readMail()).toMatchObject({
      state: "failed",
      problem: "Not sent: no server was available for a day",
    });
    env().mail = { to: "smtp", ...server.settings };
    await sendMailsJob.run({});
    expect(server.received).toEqual([]);
    await requeue();
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
  });
});

describe("an email that is of no use anymore", () => {
  const LINK = "the link has expired, was used, or was replaced";

  it.each([
    ["its link has expired", "update one_time_links set expires_at = now()", LINK],
    ["its link was used", "update one_time_links set used_at = now()", LINK],
    ["its person was disabled", "update people set state = 'disabled'", "the person is disabled"],
  ])("is not sent, now or later: %s", async (_, change, reason) => {
    const server = await startServer();
    await queueFor(server.settings);
    await db.pool.query(change);
    await sendMailsJob.run({});
    expect(server.received).toEqual([]);
    expect(await readMail()).toMatchObject({ state: "failed", attempts: 0, problem: `Not sent: ${reason}` });
    expect(await listMails()).toMatchObject([{ outdated: reason }]);
    expect(await requeue()).toBe(false);
  });

  it("is not sent: another link replaced its own", async () => {
    const server = await startServer();
    await queueFor(server.settings);
    url = await inTransaction(db.pool, (client) => createLink(client, ada.id, "invite"));
    await queueFor(server.settings);
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
    const states = (await listMails()).map(({ state, problem }) => ({ state, problem }));
    expect(states).toContainEqual({ state: "failed", problem: `Not sent: ${LINK}` });
  });

  it("is not sent: its request was decided, or has expired", async () => {
    const server = await startServer();
    env().mail = { to: "smtp", ...server.settings };
    const requests = { waiting: "1 hour", declined: "1 hour", expired: "-1 minute" };
    for (const [title, expiresIn] of Object.entries(requests)) {
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into approval_requests (id, kind, action, policy, content, state, requester_id, expires_at)
         values (gen_random_uuid(), 'block', 'card.block', '{}', '', $1, $2, now() + $3::interval) returning id`,
        [title === "declined" ? "declined" : "waiting", ada.id, expiresIn],
      );
      const request = {
        requester: "Ines",
        title,
        expiresAt: "soon",
        url: `https://x/approvals/${rows[0]?.id}`,
      };
      await inTransaction(db.pool, (client) =>
        queueMail(client, ada, "approval-requested", approvalRequestedMail({ name: "Ada" }, request)),
      );
    }
    await sendMailsJob.run({});
    expect(server.received).toHaveLength(1);
    const problems = (await listMails()).map(({ problem }) => problem).filter(Boolean);
    expect(problems).toEqual(Array(2).fill("Not sent: the request is no longer waiting for approval"));
  });

  it("is offered to be sent again only while its link works", async () => {
    const server = await startServer({
      onRcptTo: (_, __, callback) =>
        callback(Object.assign(new Error("No such mailbox"), { responseCode: 550 })),
    });
    await queueFor(server.settings);
    await sendMailsJob.run({});
    expect(await listMails()).toMatchObject([{ state: "failed", outdated: null }]);
    await db.pool.query("update one_time_links set expires_at = now()");
    expect(await listMails()).toMatchObject([{ state: "failed", outdated: LINK }]);
  });
});
