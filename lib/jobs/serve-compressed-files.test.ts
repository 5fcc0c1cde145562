import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveCompressedFiles } from "./serve-compressed-files";

const SCRIPT = "/_next/static/chunks/page.js";

describe("a request for a static file", () => {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-static-"));
  // Next's place: responds with the path that it is asked for.
  const server = createServer((incoming, response) => response.setHeader("x-path", incoming.url ?? "").end());
  beforeAll(async () => {
    mkdirSync(join(folder, "chunks"));
    for (const name of [
      "page.js",
      "page.js.br",
      "page.js.gz",
      "old.css",
      "old.css.gz",
      "plain.js",
      "font.woff2",
    ])
      writeFileSync(join(folder, "chunks", name), "");
    await serveCompressedFiles(folder);
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function send(
    path: string,
    headers: Record<string, string>,
    method = "GET",
  ): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const [response] = await once(request({ port, path, headers, method }).end(), "response");
    return response.resume();
  }

  it.each([
    ["br before gzip", SCRIPT, "gzip, deflate, br, zstd", "br", "page.js.br"],
    ["gzip", SCRIPT, "gzip, deflate", "gzip", "page.js.gz"],
    ["gzip if br is refused", SCRIPT, "br;q=0, gzip;q=0.5", "gzip", "page.js.gz"],
    ["gzip if there is no br", "/_next/static/chunks/old.css", "br, GZIP", "gzip", "old.css.gz"],
    ["br in spite of a query", `${SCRIPT}?v=1`, "br", "br", "page.js.br"],
  ])("gets %s", async (_, path, accepted, encoding, file) => {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await send(path, { "accept-encoding": accepted }, method);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["x-path"]).toBe(`/_next/static/chunks/${file}`);
      expect(headers["content-type"]).toMatch(/^(application\/javascript|text\/css); charset=UTF-8$/);
    }
  });

  it.each([
    ["accepts no encoding", SCRIPT, {}],
    ["refuses every encoding", SCRIPT, { "accept-encoding": "br;q=0, gzip; q=0.0" }],
    ["names another encoding", SCRIPT, { "accept-encoding": "zstd, brotli" }],
    ["asks for a part", SCRIPT, { "accept-encoding": "br", range: "bytes=0-9" }],
    ["has a condition that can fail", SCRIPT, { "accept-encoding": "br", "if-match": '"1"' }],
    ["asks for a compressed copy", `${SCRIPT}.br`, { "accept-encoding": "br" }],
    ["asks for a file without a copy", "/_next/static/chunks/plain.js", { "accept-encoding": "br" }],
    [
      "asks for a file that can't be compressed",
      "/_next/static/chunks/font.woff2",
      { "accept-encoding": "br" },
    ],
    ["asks for a missing file", "/_next/static/chunks/missing.js", { "accept-encoding": "br" }],
    ["spells the path differently", "/_next/static//chunks/page.js", { "accept-encoding": "br" }],
    ["encodes the path", "/_next/static/%63hunks/page.js", { "accept-encoding": "br" }],
    ["leaves the folder", "/_next/static/x/../chunks/page.js", { "accept-encoding": "br" }],
  ])("is left alone if it %s", async (_, path, accepted) => {
    const { headers } = await send(path, accepted);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["x-path"]).toBe(path);
  });

  it("is left alone if it isn't a read", async () => {
    const { headers } = await send(SCRIPT, { "accept-encoding": "br" }, "POST");
    expect(headers["content-encoding"]).toBeUndefined();
  });
});
