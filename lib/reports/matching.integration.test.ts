import { createHash, randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, latestEventId } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { setLinkRules } from "./capture";
import { matchDeliveries } from "./match-delivery";
import { readChunks, readRows } from "./read-file";
import { findFile, findReport, findSilence } from "./read-reports";
import { insertRequest } from "./requests";
import { closeServer, listenOn, openTestReports, type TestReports } from "./testing";
import { reportWorkDone, startReportWork } from "./work";

let reports: TestReports;
let files: Server;
let origin: string;
let answer: RequestListener;
let hits: { url: string | undefined; headers: Record<string, unknown> }[] = [];

const CSV = "occurred_at,event,amount,currency\n2026-11-10T00:00:00+0000,CLEARING,1.50,USD\n";
const asCsv: RequestListener = (_, response) =>
  response.writeHead(200, { "content-type": "text/csv" }).end(CSV);

beforeAll(async () => {
  reports = await openTestReports();
  files = createServer((request, response) => {
    hits.push({ url: request.url, headers: request.headers });
    answer(request, response);
  });
  origin = (await listenOn(files)).replace("127.0.0.1", "localhost");
});
afterAll(async () => {
  await reports.close();
  await closeServer(files);
});
afterEach(async () => {
  await reportWorkDone();
  await reports.db.pool.query(
    "update report_requests set state = 'failed' where state in ('requested', 'queued')",
  );
  hits = [];
  setLinkRules({});
});

const allow = () => {
  const { host } = new URL(origin);
  setLinkRules({ hosts: [host], sandboxHost: host });
};

/** A request that the issuer has been asked for, and the reference it gave. */
function waiting(): Promise<{ id: string; reference: string }> {
  // At once, or the work that is still under way would ask for it.
  return inTransaction(reports.db.pool, async (client) => {
    const id = await insertRequest(client, {
      type: "daily",
      date: "2026-11-10",
      personId: reports.personId,
    });
    const reference = randomUUID();
    await client.query(
      "update report_requests set state = 'requested', ask_at = null, asks = 4 where id = $1",
      [id],
    );
    await client.query("insert into report_asks (reference_id, request_id) values ($1, $2)", [reference, id]);
    return { id, reference };
  });
}

const send = (data: object, kind = "valid") =>
  reports.control("POST", "/webhooks/send", { kind, event: { eventType: "files", data } });

async function lastEffect(): Promise<unknown> {
  await reportWorkDone();
  const { rows } = await reports.db.pool.query(
    "select effect, request_id from webhook_deliveries order by id desc limit 1",
  );
  return rows[0];
}

const until = (id: string, state: string) =>
  vi.waitFor(async () => expect(await reports.row(id)).toMatchObject({ state }), {
    timeout: 10_000,
    interval: 20,
  });

describe("an event", () => {
  it("finds its request by reference, and is fetched without anything of ours", async () => {
    allow();
    answer = asCsv;
    const { id, reference } = await waiting();
    await waiting();
    await send({ reference_id: reference, link: `${origin}/a.csv` });
    await until(id, "captured");
    expect(await lastEffect()).toEqual({ effect: "matched", request_id: id });
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits)).not.toContain("sk_sandbox");
    expect(Object.keys(hits[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("is fetched by its whole link, also where a file's name passes for a card number", async () => {
    allow();
    answer = asCsv;
    const { id, reference } = await waiting();
    await send({ reference_id: reference, link: `${origin}/reports/4539578763621486.csv?sig=1` });
    await until(id, "captured");
    expect(hits.map(({ url }) => url)).toEqual(["/reports/4539578763621486.csv?sig=1"]);
  });

  it("without a reference goes to the only open request, and to none of two", async () => {
    allow();
    answer = asCsv;
    const only = await waiting();
    await send({ url: `${origin}/b.csv` });
    await until(only.id, "captured");
    await waiting();
    await waiting();
    await send({ url: `${origin}/c.csv` });
    expect(await lastEffect()).toEqual({ effect: "unmatched", request_id: null });
    expect(hits).toHaveLength(1);
  });

  it("that nobody here asked for is left for a person, and fetched from nowhere", async () => {
    allow();
    await waiting();
    await send({ reference_id: randomUUID(), link: `${origin}/d.csv` });
    expect(await lastEffect()).toEqual({ effect: "unmatched", request_id: null });
    expect(hits).toEqual([]);
  });

  it("that comes twice, late or under another id makes one file", async () => {
    allow();
    answer = asCsv;
    const { id, reference } = await waiting();
    const data = { reference_id: reference, link: `${origin}/e.csv` };
    await Promise.all([send(data, "doubled"), send(data), send(data)]);
    await until(id, "captured");
    await send(data);
    expect(await lastEffect()).toEqual({ effect: "needless", request_id: id });
    expect(await reports.count("report_files where request_id = $1", [id])).toBe(1);
    expect(await reports.count("notifications where href = $1", [`/reports/${id}`])).toBe(1);
  });

  it.each(["late", "unsigned", "wrong-signature", "altered"])(
    "that is %s is fetched from nowhere",
    async (kind) => {
      allow();
      const { id, reference } = await waiting();
      await send({ reference_id: reference, link: `${origin}/f.csv` }, kind);
      await reportWorkDone();
      expect((await reports.row(id)).state).toBe("requested");
      expect(hits).toEqual([]);
    },
  );
});

describe("an event that cannot be processed", () => {
  /** As they come while no process works on them: one batch. */
  async function batch(events: object[]): Promise<void> {
    await reports.db.pool.query(
      `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
       select gen_random_uuid(), 'accepted', 'x', '{}', body, 0 from unnest($1::text[]) body`,
      [events.map((data) => JSON.stringify({ eventType: "files", data }))],
    );
    startReportWork();
    await reportWorkDone();
  }
  async function outcomes(events: number) {
    const { rows } = await reports.db.pool.query<{ effect: string; message: string; request_id: string }>(
      "select effect, effect_message as message, request_id from webhook_deliveries order by id desc limit $1",
      [events],
    );
    return rows.toReversed();
  }

  it("is marked with its reason, and holds up no other", async () => {
    allow();
    answer = asCsv;
    const [first, last] = [await waiting(), await waiting()];
    await batch([
      { reference_id: first.reference, link: `${origin}/p.csv` },
      { reference_id: "a\u0000b", link: `${origin}/q.csv` },
      { reference_id: "x".repeat(30_000), link: `${origin}/q.csv` },
      { reference_id: last.reference, link: `${origin}/r\u0000.csv` },
      { reference_id: last.reference, link: `${origin}/s.csv` },
    ]);
    await until(first.id, "captured");
    await until(last.id, "captured");
    expect(await outcomes(5)).toMatchObject([
      { effect: "matched", request_id: first.id },
      { effect: "unmatched", request_id: null },
      { effect: "unmatched", request_id: null },
      { effect: "unknown-shape", request_id: null },
      { effect: "matched", request_id: last.id },
    ]);
  });

  it("for a reason that nobody thought of is set aside, and can be processed again", async () => {
    allow();
    answer = asCsv;
    const [first, last] = [await waiting(), await waiting()];
    await reports.db.pool.query(
      `alter table report_captures add constraint no_bad_link check (request_id <> '${first.id}') not valid`,
    );
    await batch([
      { reference_id: first.reference, link: `${origin}/bad.csv` },
      { reference_id: last.reference, link: `${origin}/t.csv` },
    ]);
    await reports.db.pool.query("alter table report_captures drop constraint no_bad_link");
    await until(last.id, "captured");
    expect(await outcomes(2)).toMatchObject([
      { effect: "failed", message: expect.stringContaining("could not be processed"), request_id: null },
      { effect: "matched", request_id: last.id },
    ]);
    expect((await reports.row(first.id)).state).toBe("requested");
    await reports.db.pool.query(
      "update webhook_deliveries set processed_at = null, effect = null where effect = 'failed'",
    );
    startReportWork();
    await until(first.id, "captured");
  });
});

describe("when a later batch fails", () => {
  it("what the earlier ones did is announced", async () => {
    const { pool } = reports.db;
    const { rows } = await pool.query<{ id: string }>(
      `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
       select gen_random_uuid(), 'accepted', 'x', '{}', '{}', 0 from generate_series(1, 101) returning id`,
    );
    await pool.query(
      `create function fill_disk() returns trigger language plpgsql as
         $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
       create trigger fill_disk before update on webhook_deliveries
         for each row when (new.id = ${rows.at(-1)?.id}) execute function fill_disk()`,
    );
    const seen = await latestEventId();
    await expect(matchDeliveries()).rejects.toThrow("no space left");
    await pool.query("drop trigger fill_disk on webhook_deliveries; drop function fill_disk");
    expect((await eventsSince(seen)).map(({ topic }) => topic)).toContain("webhooks");
    await matchDeliveries();
  });
});

describe("a link", () => {
  const failing = async (link: string): Promise<string | null> => {
    const { id, reference } = await waiting();
    await send({ reference_id: reference, link });
    await until(id, "failed");
    return (await reports.row(id)).reason;
  };

  it("to a host that is not allowed is not followed", async () => {
    expect(await failing(`${origin}/g.csv`)).toContain("not https");
    setLinkRules({ sandboxHost: new URL(origin).host });
    expect(await failing(`${origin}/g.csv`)).toContain("not an allowed host");
    expect(hits).toEqual([]);
  });

  it("that leads on elsewhere is not followed", async () => {
    allow();
    answer = (_, response) => response.writeHead(302, { location: `${origin}/other.csv` }).end();
    expect(await failing(`${origin}/h.csv`)).toContain("redirects are not followed");
    expect(hits.map(({ url }) => url)).toEqual(["/h.csv"]);
  });

  it("whose name means a private address, now or at the second look, is not connected to", async () => {
    const { port } = new URL(origin);
    let looks = 0;
    setLinkRules({
      hosts: [`files.issuer.example:${port}`],
      resolve: ((_name: string, _options: unknown, done: (error: null, found: object[]) => void) => {
        looks += 1;
        done(null, [{ address: "127.0.0.1", family: 4 }]);
      }) as never,
    });
    expect(await failing(`https://files.issuer.example:${port}/i.csv`)).toContain("private network");
    expect(looks).toBe(1);
    expect(hits).toEqual([]);
  });

  it("of the sandbox that means another machine is not connected to", async () => {
    const { port } = new URL(origin);
    setLinkRules({
      hosts: [`localhost:${port}`],
      sandboxHost: `localhost:${port}`,
      resolve: ((_name: string, _options: unknown, done: (error: null, found: object[]) => void) =>
        done(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "93.184.216.34", family: 4 },
        ])) as never,
    });
    expect(await failing(`${origin}/j.csv`)).toContain("private network");
    expect(hits).toEqual([]);
  });

  it.each([
    ["less than it said", { "content-length": String(CSV.length + 10) }],
    ["without saying how long, cut in a row", { connection: "close" }],
  ])("that sends %s gives no file", async (_, headers) => {
    allow();
    answer = (_request, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { "content-type": "text/csv", ...headers });
      response.write(CSV.slice(0, -4));
      setTimeout(() => response.socket?.end(), 50);
    };
    expect(await failing(`${origin}/k.csv`)).toMatch(/broke off|breaks off/);
  });

  it("that unfolds beyond the size we take is cut off", async () => {
    const { gzipSync } = await import("node:zlib");
    const { host } = new URL(origin);
    setLinkRules({ hosts: [host], sandboxHost: host, maxBytes: 100_000 });
    const bomb = gzipSync(Buffer.from(`a,b\n${"1,2\n".repeat(1_000_000)}`));
    expect(bomb.length).toBeLessThan(100_000);
    answer = (_, response) =>
      response.writeHead(200, { "content-type": "text/csv", "content-encoding": "gzip" }).end(bomb);
    expect(await failing(`${origin}/l.csv`)).toContain("larger than 100,000 bytes");
  });
});

describe("a captured file", () => {
  it("is read in its own order or another, whole or in part, across chunks", async () => {
    allow();
    const lines = Array.from(
      { length: 9_000 },
      (_, row) =>
        `2026-11-10T00:00:00+0000,${row % 2 ? "FEE" : "CLEARING"},${(row * 7) % 9_000},"Café, ""${row}"""`,
    );
    answer = (_, response) =>
      response
        .writeHead(200, { "content-type": "text/csv" })
        .end(`occurred_at,event,amount,merchant\n${lines.join("\n")}\n`);
    const { id, reference } = await waiting();
    await send({ reference_id: reference, link: `${origin}/m.csv` });
    await until(id, "captured");
    const fileId = (await reports.row(id)).file_id ?? "";
    expect(await reports.count("report_chunks where file_id = $1", [fileId])).toBeGreaterThan(1);
    const asked = { offset: 0, limit: 3, search: "", sort: null };

    const late = await readRows(fileId, { ...asked, offset: 8_998 });
    expect(late.rows.map((row) => row[3])).toEqual(['Café, "8998"', 'Café, "8999"']);
    expect(late.total).toBe(9_000);
    const dearest = await readRows(fileId, { ...asked, sort: { column: 2, direction: "desc" } });
    expect(dearest.rows.map((row) => row[2])).toEqual(["8999", "8998", "8997"]);
    const found = await readRows(fileId, { ...asked, search: 'café, "4321' });
    expect(found).toMatchObject({ total: 1, rows: [[expect.anything(), "FEE", "3247", 'Café, "4321"']] });
    const none = await readRows(fileId, { ...asked, search: "nothing like it" });
    expect(none).toEqual({ rows: [], firstRow: 0, total: 0 });
  });
});

describe("a file with card numbers in it", () => {
  it("is kept without them; both hashes and the number of masked values are known", async () => {
    allow();
    const sent = `occurred_at,event,amount,note,cvv\n${"2026-11-10T00:00:00+0000,CLEARING,1.50,,\n".repeat(9_000)}2026-11-10T00:00:01+0000,4111111111111111,1.50,"card 4111 1111 1111 1111, ""x""",123\n`;
    answer = (_, response) => response.writeHead(200, { "content-type": "text/csv" }).end(sent);
    const { id, reference } = await waiting();
    await send({ reference_id: reference, link: `${origin}/n.csv` });
    await until(id, "captured");
    const report = await findReport(id);
    const file = await findFile(id);
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(file?.fileId ?? "")) chunks.push(chunk);
    const kept = Buffer.concat(chunks);
    expect(kept.toString()).toBe(
      sent.replaceAll(/4111 ?1111 ?1111 ?1111/g, "•••• 1111").replace(",123\n", ",•••\n"),
    );
    const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(report?.file).toMatchObject({
      sha256: sha256(sent),
      bytes: sent.length,
      keptSha256: sha256(kept),
      keptBytes: kept.length,
      maskedValues: 3,
    });
    expect(file?.bytes).toBe(kept.length);
    expect(report?.history[0]?.message).toContain("3 values masked.");
    expect(JSON.stringify(report)).not.toContain("4111");
    const { rows } = await readRows(file?.fileId ?? "", { offset: 9_000, limit: 1, search: "", sort: null });
    expect(rows).toEqual([["2026-11-10T00:00:01+0000", "•••• 1111", "1.50", 'card •••• 1111, "x"', "•••"]]);
  });
});

describe("silence", () => {
  it("is told when a report was asked for and nothing has come for ten minutes", async () => {
    const { id } = await waiting();
    expect(await findSilence()).toBeNull();
    await reports.db.pool.query(
      "update report_requests set state_since = now() - interval '11 minutes' where id = $1",
      [id],
    );
    expect(await findSilence()).toMatchObject({ reports: 1 });
  });
});
