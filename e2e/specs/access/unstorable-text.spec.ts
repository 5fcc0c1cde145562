import { expect, test } from "@/e2e/fixtures/test";
import { NEEDS_PARAMETERS, PAGES, ROUTES } from "./matrix";

/** Routes that stay open, accept only POST, or have their own tests. */
const SKIPPED = [
  "/api/events",
  "/api/activity",
  "/api/auth/[...nextauth]",
  "/api/webhooks/issuer",
  "/api/sign-out",
  "/api/policy-reports",
  "/.well-known/security.txt",
  "/metrics",
];

/** Query parameters that pages and routes read. */
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

test("a NUL anywhere in a URL gets a clear error", async ({ signInAs, context }) => {
  test.setTimeout(90_000);
  await signInAs("admin");
  for (const path of [...Object.keys(PAGES), ...Object.keys(ROUTES)]) {
    if (SKIPPED.includes(path)) continue;
    const url = path.replace(/\[\w+\]/g, "%00");
    const response = await context.request.get(`${url}?${QUERY}&from=2020-01-01&to=2020-01-01`);
    const hasNoRecord = path.includes("[") || NEEDS_PARAMETERS.has(path);
    const expected = path.startsWith("/welcome/") ? [200] : hasNoRecord ? [400, 404] : [200, 400];
    expect(expected, url).toContain(response.status());
    if (path.startsWith("/api/") && response.status() >= 400)
      expect(await response.json(), url).toMatchObject({ error: { message: expect.any(String) } });
  }
});
