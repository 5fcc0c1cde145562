import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const MISSING = "/_next/static/chunks/missing.js";

test("scripts and style sheets were compressed during the build, and a browser keeps them", async ({
  page,
  baseURL,
}) => {
  await page.goto("/login");
  const paths = await listFiles(page);
  expect(paths.some((path) => path.endsWith(".css"))).toBe(true);
  for (const path of paths) {
    const send = (headers: Record<string, string>) => sendTo(`${baseURL}${path}`, headers);
    const plain = await send({});
    const asBrotli = await send({ "accept-encoding": "gzip, deflate, br, zstd" });
    const asGzip = await send({ "accept-encoding": "gzip, deflate" });
    expect(plain.headers["content-encoding"], path).toBeUndefined();
    expect(asBrotli.headers["content-encoding"], path).toBe("br");
    expect(asGzip.headers["content-encoding"], path).toBe("gzip");
    expect(brotliDecompressSync(asBrotli.body).equals(plain.body), path).toBe(true);
    expect(gunzipSync(asGzip.body).equals(plain.body), path).toBe(true);
    for (const { headers, body } of [plain, asBrotli, asGzip]) {
      // Next doesn't know the length of what it compresses for each request.
      expect(headers["content-length"], path).toBe(String(body.length));
      expect(headers["content-type"], path).toBe(plain.headers["content-type"]);
      expect(headers["cache-control"], path).toBe("public, max-age=31536000, immutable");
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers.vary, path).toContain("Accept-Encoding");
    }
  }
});

test("a compressed file can be revalidated, measured, and read in part", async ({ page, baseURL }) => {
  await page.goto("/login");
  const [path = ""] = await listFiles(page);
  const send = (headers: Record<string, string>, method = "GET") =>
    sendTo(`${baseURL}${path}`, { "accept-encoding": "br", ...headers }, method);
  const full = await send({});
  const head = await send({}, "HEAD");
  expect(head.headers["content-length"]).toBe(full.headers["content-length"]);
  expect(head.body).toHaveLength(0);
  const unchanged = await send({ "if-none-match": full.headers.etag ?? "" });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers["cache-control"]).toContain("immutable");
  expect((await send({ "if-none-match": '"another"' })).body.equals(full.body)).toBe(true);
  const part = await send({ range: "bytes=0-9" });
  expect(part.status).toBe(206);
  expect(part.headers["content-encoding"]).toBeUndefined();
  expect(part.body).toHaveLength(10);
});

test("no other file is served, however its path is written", async ({ page, baseURL }) => {
  await page.goto("/login");
  const [path = ""] = await listFiles(page);
  const name = path.replace("/_next/static/chunks/", "");
  for (const [written, status] of [
    [MISSING, 404],
    [`${path}.map`, 404],
    [`${path}/`, 308],
    [`/_next/static//chunks/${name}`, 308],
    [`/_next/static\\chunks\\${name}`, 308],
    ["/_next/static/..%2f..%2fpackage.json", 404],
    ["/_next/static/%2e%2e/BUILD_ID", 400],
    ["/_next/static/../BUILD_ID", 400],
    ["/_next/static/../server/middleware.js", 400],
    [`${path}%00.br`, 404],
    ["/_next/static/%zz", 400],
  ] as const) {
    const reply = await sendTo(`${baseURL}`, { "accept-encoding": "br, gzip" }, "GET", written);
    expect(reply.status, written).toBe(status);
    expect(reply.headers["content-encoding"], written).not.toBe("br");
  }
});

async function listFiles(page: Page): Promise<string[]> {
  const urls = await page
    .locator("script[src], link[rel=stylesheet]")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? ""),
    );
  return urls.filter((url) => url.startsWith("/_next/static/"));
}

/** Unlike a browser, neither decompresses the response nor changes the path. */
async function sendTo(
  url: string,
  headers: Record<string, string>,
  method = "GET",
  path = new URL(url).pathname,
): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const [response] = await once(request({ hostname, port, path, method, headers }).end(), "response");
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}
