import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reencryptBatch } from "@/lib/db/reencrypt-columns";
import { SEALED_COLUMNS } from "@/lib/db/sealed-columns";
import { findDelivery } from "@/lib/events/webhook-deliveries";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { listNotes } from "@/lib/queries/notes";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { claimCapture, nextLeaseEnd } from "./capture";
import { SealedFileError } from "./chunk-content";
import { matchDeliveries, matchDelivery } from "./match-delivery";
import { readChunks, readRows } from "./read-file";
import { findRequest, insertRequest, type ReportRequest } from "./requests";
import { openSealedLink } from "./sealed-link";
import { storeFile } from "./store-file";

const [OLD, CURRENT, OTHER] = ["o", "c", "x"].map((letter) => letter.repeat(40)) as [string, string, string];
const LINK = "https://files.example/a.csv?signature=canary";
const PLAIN_CSV = "name,amount\nAda Canary,2.00\n";
const CSV = `name,amount\n${"Ada Canary,1.50\n".repeat(40_000)}`;
const [noteId, captureId, fileId, storedFileId] = Array.from({ length: 4 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
];

let db: Database & { close(): Promise<void> };
let requestId: string;

/** The raw stored values, as in a copy of the database. */
async function stored(): Promise<string> {
  const { rows } = await db.pool.query(
    `select body as text from notes union all select body from webhook_deliveries
     union all select link from report_captures
     union all select encode(content, 'escape') from report_chunks`,
  );
  return JSON.stringify(rows);
}

const sealAll = async () => {
  for (const column of SEALED_COLUMNS) while (await reencryptBatch(db.pool, column, 3600));
};

const deliveryBody = async () => {
  const { rows } = await db.pool.query<{ id: string }>("select id from webhook_deliveries");
  return (await findDelivery(String(rows[0]?.id)))?.body;
};

async function fileText(id: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readChunks(id)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const link = async () =>
  openSealedLink(
    captureId,
    (await db.pool.query("select link from report_captures where id = $1", [captureId])).rows[0].link,
  );

async function expectAllReadable() {
  expect(await listNotes(["card:one"])).toMatchObject([{ body: "Ada Canary called" }]);
  expect(await deliveryBody()).toContain("Ada Canary");
  expect(await link()).toBe(LINK);
  expect(await fileText(fileId)).toBe(PLAIN_CSV);
  expect(await fileText(storedFileId)).toBe(CSV);
  const { rows } = await readRows(storedFileId, {
    offset: 39_999,
    limit: 1,
    search: "",
    timeZone: "UTC",
    sort: null,
  });
  expect(rows).toEqual([["Ada Canary", "1.50"]]);
}

beforeAll(async () => {
  db = await openTestDashboard();
  useSecrets(OLD);
  const personId = randomUUID();
  await db.pool.query(
    "insert into people (id, email, name, role) values ($1, 'ada@example.com', 'Ada', 'admin')",
    [personId],
  );
  requestId = randomUUID();
  await insertRequest(db.pool, { id: requestId, type: "daily", date: "2026-11-10", personId });
  // Plain text, as stored before encryption was introduced.
  await db.pool.query("insert into notes (id, subject, body, person_id) values ($1, 'card:one', $2, $3)", [
    noteId,
    "Ada Canary called",
    personId,
  ]);
  const delivery = await db.pool.query(
    `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
     values ('msg_1', 'accepted', 'x', '{}', '{"holder":"Ada Canary"}', 0) returning id`,
  );
  await db.pool.query(
    "insert into report_captures (id, request_id, delivery_id, link, state) values ($1, $2, $3, $4, 'done')",
    [captureId, requestId, delivery.rows[0].id, LINK],
  );
  for (const [id, text] of [
    [fileId, PLAIN_CSV],
    [storedFileId, CSV],
  ])
    await db.pool.query(
      "insert into report_files (id, capture_id, request_id, rows, bytes) values ($1, $2, $3, 1, $4)",
      [id, captureId, requestId, Buffer.byteLength(text ?? "")],
    );
  await db.pool.query(
    "insert into report_chunks (file_id, number, first_row, rows, bytes, content) values ($1, 0, 0, 1, 1, $2)",
    [fileId, await promisify(gzip)(PLAIN_CSV, { level: 0 })],
  );
  const opened = {
    contentType: "text/csv",
    isFramed: true,
    bytes: (async function* () {
      for (let at = 0; at < CSV.length; at += 10_000) yield Buffer.from(CSV.slice(at, at + 10_000));
    })(),
  };
  await storeFile(db.pool, storedFileId, opened as never, async () => undefined);
});
afterAll(() => db.close());

describe("notes, webhook bodies, report links and files", () => {
  it("can be read as plain text, are encrypted in the background, and can still be read", async () => {
    expect(await stored()).toContain("Ada Canary");
    await expectAllReadable();
    await sealAll();
    const sealed = await stored();
    expect(sealed).not.toContain("Canary");
    expect(sealed).not.toContain("canary");
    await expectAllReadable();
  });

  it("can be read after a secret change, and need only the new secret once re-encrypted", async () => {
    useSecrets(CURRENT, [OLD]);
    await expectAllReadable();
    await sealAll();
    useSecrets(CURRENT);
    await expectAllReadable();
  });

  it("are reported as unreadable if the secret is lost, without other errors", async () => {
    useSecrets(OTHER);
    expect(await listNotes(["card:one"])).toMatchObject([{ body: null }]);
    expect(await deliveryBody()).toBeNull();
    await expect(link()).rejects.toThrow("can’t be decrypted");
    await expect(fileText(fileId)).rejects.toThrow(SealedFileError);
    const rowsRequest = { offset: 0, limit: 1, search: "", timeZone: "UTC", sort: null };
    await expect(readRows(storedFileId, rowsRequest)).rejects.toThrow(
      "doesn’t have the secret it was encrypted with",
    );
  });
});

describe("pending work encrypted with another instance's secret", () => {
  beforeEach(async () => {
    useSecrets(CURRENT, [OLD]);
    await sealAll();
    await db.pool.query(
      "update webhook_deliveries set processed_at = null, effect = null, effect_message = null, received_at = now()",
    );
    await db.pool.query(
      "update report_captures set state = 'waiting', created_at = now(), lease_until = null",
    );
  });

  const delivery = async () =>
    (await db.pool.query("select processed_at, effect, effect_message from webhook_deliveries")).rows[0];

  it("leaves a delivery to that instance", async () => {
    useSecrets(OLD);
    await matchDeliveries();
    expect(await delivery()).toEqual({ processed_at: null, effect: null, effect_message: null });
    useSecrets(CURRENT, [OLD]);
    await matchDeliveries();
    expect(await delivery()).toMatchObject({ effect: "unknown-shape" });
  });

  it("reports a delivery that no instance has decrypted for an hour", async () => {
    useSecrets(OLD);
    await db.pool.query("update webhook_deliveries set received_at = now() - interval '61 minutes'");
    await matchDeliveries();
    expect(await delivery()).toMatchObject({
      effect: "failed",
      effect_message: expect.stringContaining("can’t be decrypted"),
    });
  });

  it("doesn't change a delivery that a person tries to match", async () => {
    useSecrets(OLD);
    const { rows } = await db.pool.query('select id, event_id as "eventId", body from webhook_deliveries');
    const chosen = await findRequest(db.pool, requestId);
    const outcome = await inTransaction(db.pool, (client) =>
      matchDelivery(client, rows[0], chosen as ReportRequest),
    );
    expect(outcome).toMatchObject({ effect: "failed" });
    expect(await delivery()).toMatchObject({ processed_at: null });
  });

  it("leaves a link to that instance for an hour, even if its holder died", async () => {
    useSecrets(OLD);
    expect(await claimCapture([])).toBeNull();
    await db.pool.query(
      "update report_captures set state = 'running', lease_until = now() - interval '1 minute'",
    );
    expect(await claimCapture([])).toBeNull();
    expect(await nextLeaseEnd()).toBeNull();
    useSecrets(CURRENT, [OLD]);
    expect(await nextLeaseEnd()).not.toBeNull();
    expect(await claimCapture([])).toMatchObject({ id: captureId });
    useSecrets(OLD);
    await db.pool.query(
      "update report_captures set state = 'waiting', created_at = now() - interval '61 minutes'",
    );
    expect(await claimCapture([])).toMatchObject({ id: captureId });
  });
});
