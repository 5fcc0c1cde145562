import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { countTried } from "@/testing/count-tried";
import { CSV, openTestFileHost, type TestFileHost } from "@/testing/file-host";
import { setLinkRules } from "./capture";
import { readChunks, readRows } from "./read-file";
import { findFile, findReport } from "./read-reports";

let host: TestFileHost;
beforeAll(async () => {
  host = await openTestFileHost();
});
afterAll(() => host.close());
afterEach(() => host.reset());

describe("a link", () => {
  const failing = async (link: string): Promise<string | null> => {
    const { id, reference } = await host.insertRequestedReport();
    await host.send({ reference_id: reference, link });
    await host.reports.waitForState(id, "failed");
    countTried("bad links");
    return (await host.reports.row(id)).reason;
  };

  it("is not opened if its host is not allowed", async () => {
    expect(await failing(`${host.origin}/g.csv`)).toContain("doesn’t use HTTPS");
    setLinkRules({ sandboxHost: new URL(host.origin).host });
    expect(await failing(`${host.origin}/g.csv`)).toContain("isn’t an allowed host");
    expect(host.requests).toEqual([]);
  });

  it("is not followed if it redirects", async () => {
    host.allowLinks();
    host.respond = (_, response) => response.writeHead(302, { location: `${host.origin}/other.csv` }).end();
    expect(await failing(`${host.origin}/h.csv`)).toContain("redirects aren’t followed");
    expect(host.requests.map(({ url }) => url)).toEqual(["/h.csv"]);
  });

  it("is not opened if its host resolves to a private address at the first or the second lookup", async () => {
    const { port } = new URL(host.origin);
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
    expect(host.requests).toEqual([]);
  });

  it("is not opened if it is the sandbox's but resolves to another machine", async () => {
    const { port } = new URL(host.origin);
    setLinkRules({
      hosts: [`localhost:${port}`],
      sandboxHost: `localhost:${port}`,
      resolve: ((_name: string, _options: unknown, done: (error: null, found: object[]) => void) =>
        done(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "93.184.216.34", family: 4 },
        ])) as never,
    });
    expect(await failing(`${host.origin}/j.csv`)).toContain("private network");
    expect(host.requests).toEqual([]);
  });

  it.each([
    ["less than its content length", { "content-length": String(CSV.length + 10) }],
    ["no content length and ends inside a row", { connection: "close" }],
  ])("produces no file if it sends %s", async (_, headers) => {
    host.allowLinks();
    host.respond = (_request, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { "content-type": "text/csv", ...headers });
      response.write(CSV.slice(0, -4));
      setTimeout(() => response.socket?.end(), 50);
    };
    expect(await failing(`${host.origin}/k.csv`)).toMatch(/connection closed|ends in the middle/);
  });

  it("is aborted if it decompresses beyond the size limit", async () => {
    const { host: name } = new URL(host.origin);
    setLinkRules({ hosts: [name], sandboxHost: name, maxBytes: 100_000 });
    const bomb = gzipSync(Buffer.from(`a,b\n${"1,2\n".repeat(1_000_000)}`));
    expect(bomb.length).toBeLessThan(100_000);
    host.respond = (_, response) =>
      response.writeHead(200, { "content-type": "text/csv", "content-encoding": "gzip" }).end(bomb);
    expect(await failing(`${host.origin}/l.csv`)).toContain("larger than 100,000 bytes");
  });
});

describe("a stored file", () => {
  it("is read in file order or sorted, completely or in part, across chunks", async () => {
    host.allowLinks();
    const lines = Array.from(
      { length: 9_000 },
      (_, row) =>
        `2026-11-10T00:00:00+0000,${row % 2 ? "FEE" : "CLEARING"},${(row * 7) % 9_000},"Café, ""${row}"""`,
    );
    host.respond = (_, response) =>
      response
        .writeHead(200, { "content-type": "text/csv" })
        .end(`occurred_at,event,amount,merchant\n${lines.join("\n")}\n`);
    const { id, reference } = await host.insertRequestedReport();
    await host.send({ reference_id: reference, link: `${host.origin}/m.csv` });
    await host.reports.waitForState(id, "captured");
    const fileId = (await host.reports.row(id)).file_id ?? "";
    expect(await host.reports.count("report_chunks where file_id = $1", [fileId])).toBeGreaterThan(1);
    const rowsRequest = { offset: 0, limit: 3, search: "", timeZone: "UTC", sort: null };

    const lastRows = await readRows(fileId, { ...rowsRequest, offset: 8_998 });
    expect(lastRows.rows.map((row) => row[3])).toEqual(['Café, "8998"', 'Café, "8999"']);
    expect(lastRows.total).toBe(9_000);
    const mostExpensive = await readRows(fileId, { ...rowsRequest, sort: { column: 2, direction: "desc" } });
    expect(mostExpensive.rows.map((row) => row[2])).toEqual(["8999", "8998", "8997"]);
    const found = await readRows(fileId, { ...rowsRequest, search: 'café, "4321' });
    expect(found).toMatchObject({ total: 1, rows: [[expect.anything(), "FEE", "3247", 'Café, "4321"']] });
    const shown = { ...rowsRequest, search: "10 Nov 2026, 14:00:00" };
    expect(await readRows(fileId, shown)).toMatchObject({ total: 0 });
    expect(await readRows(fileId, { ...shown, timeZone: "Pacific/Kiritimati" })).toMatchObject({
      total: 9_000,
    });
    const none = await readRows(fileId, { ...rowsRequest, search: "nothing like it" });
    expect(none).toEqual({ rows: [], firstRow: 0, total: 0 });
  });
});

describe("a file with card numbers", () => {
  it("is stored without them, with both hashes and the number of masked values", async () => {
    host.allowLinks();
    const sent = `occurred_at,event,amount,note,cvv\n${"2026-11-10T00:00:00+0000,CLEARING,1.50,,\n".repeat(9_000)}2026-11-10T00:00:01+0000,4111111111111111,1.50,"card 4111 1111 1111 1111, ""x""",123\n`;
    host.respond = (_, response) => response.writeHead(200, { "content-type": "text/csv" }).end(sent);
    const { id, reference } = await host.insertRequestedReport();
    await host.send({ reference_id: reference, link: `${host.origin}/n.csv` });
    await host.reports.waitForState(id, "captured");
    const report = await findReport(id);
    const file = await findFile(id);
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(file?.fileId ?? "")) chunks.push(chunk);
    const stored = Buffer.concat(chunks);
    expect(stored.toString()).toBe(
      sent.replaceAll(/4111 ?1111 ?1111 ?1111/g, "•••• 1111").replace(",123\n", ",•••\n"),
    );
    const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(report?.file).toMatchObject({
      sha256: sha256(sent),
      bytes: sent.length,
      storedSha256: sha256(stored),
      storedBytes: stored.length,
      maskedValues: 3,
    });
    expect(file?.bytes).toBe(stored.length);
    expect(report?.history[0]?.message).toContain("3 values masked.");
    // The full number, because its first four digits can occur in an ID by chance.
    expect(JSON.stringify(report)).not.toMatch(/4111 ?1111 ?1111 ?1111/);
    const { rows } = await readRows(file?.fileId ?? "", {
      offset: 9_000,
      limit: 1,
      search: "",
      timeZone: "UTC",
      sort: null,
    });
    expect(rows).toEqual([["2026-11-10T00:00:01+0000", "•••• 1111", "1.50", 'card •••• 1111, "x"', "•••"]]);
  });
});
