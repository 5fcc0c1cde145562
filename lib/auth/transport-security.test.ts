import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireHttps } from "./transport-security";

const server = createServer((request, response) => {
  response.writeHead(request.url === "/missing" ? 404 : 200, { "content-type": "text/plain" });
  response.end();
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function readHeader(path: string): Promise<string | null> {
  return (await fetch(origin + path)).headers.get("strict-transport-security");
}

it("is required on every response if the public URL is https, and on none otherwise", async () => {
  requireHttps(new URL("http://localhost:3000"));
  expect(await readHeader("/")).toBeNull();
  requireHttps(new URL("https://cards.example"));
  for (const path of ["/", "/missing", "/_next/static/x.js", "/api/webhooks/issuer"])
    expect(await readHeader(path)).toBe("max-age=63072000; includeSubDomains");
});
