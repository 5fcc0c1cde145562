import { describe, expect, test } from "vitest";
import { openApiDocument } from "@/sandbox/openapi";
import { documentationRoutes } from "./documentation";

const routes = documentationRoutes();

test("GET /openapi.json returns the document without a key", async () => {
  const response = await routes.request("/openapi.json");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

describe("GET /docs", () => {
  const page = async () => (await routes.request("/docs")).text();

  test("is a page that loads the document", async () => {
    expect((await routes.request("/docs")).headers.get("content-type")).toContain("text/html");
    expect((await routes.request("/docs/")).status).toBe(200);
    expect(await page()).toContain("/openapi.json");
  });

  test("loads nothing from other hosts", async () => {
    const html = await page();
    expect(html).not.toMatch(/(https?:)?\/\/[a-z]/i);
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(assets.length).toBeGreaterThanOrEqual(2);
    for (const address of assets) {
      const asset = await routes.request(address);
      expect([address, asset.status]).toEqual([address, 200]);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    const style = await (await routes.request("/docs/swagger-ui.css")).text();
    expect(style).not.toMatch(/@import|url\(\s*["']?(https?:)?\/\//);
  });

  test("serves only its own files", async () => {
    const others = [
      "package.json",
      "..%2f..%2fpackage.json",
      "%2e%2e/package.json",
      "__proto__",
      "constructor",
    ];
    for (const name of others) expect((await routes.request(`/docs/${name}`)).status, name).toBe(404);
  });
});
