import { expect, test } from "@/e2e/fixtures/test";
import { PAGES, ROUTES } from "./matrix";

/** Reads no address: it stays open, takes only a POST, or has tests of its own. */
const LEFT_OUT = ["/api/events", "/api/activity", "/api/auth/[...nextauth]", "/api/webhooks/issuer"];

/** Names of parameters that pages and routes read. */
const QUERY = [
  "q",
  "search",
  "text",
  "person",
  "customer",
  "card",
  "status",
  "before",
  "after",
  "since",
  "next",
]
  .map((name) => `${name}=%00`)
  .join("&");

test("a NUL anywhere in an address is answered in our own words", async ({ enter, context }) => {
  test.setTimeout(90_000);
  await enter("admin");
  for (const path of [...Object.keys(PAGES), ...Object.keys(ROUTES)]) {
    if (LEFT_OUT.includes(path)) continue;
    const address = path.replace(/\[\w+\]/g, "%00");
    const answer = await context.request.get(`${address}?${QUERY}&from=2020-01-01&to=2020-01-01`);
    const expected = path.startsWith("/welcome/") ? [200] : path.includes("[") ? [400, 404] : [200, 400];
    expect(expected, address).toContain(answer.status());
    if (path.startsWith("/api/") && answer.status() >= 400)
      expect(await answer.json(), address).toMatchObject({ error: { message: expect.any(String) } });
  }
});
