import { expect, test } from "@/e2e/fixtures/test";
import { ROUTES } from "./access/matrix";

test("every response has the security headers", async ({ request, page }) => {
  await page.goto("/login");
  const script = await page.locator("script[src]").first().getAttribute("src");
  for (const path of ["/login", "/", "/api/connection", "/api/health/live", "/no/such/page"]) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("same-origin");
    expect(headers["permissions-policy"], path).toContain("camera=()");
    const policy = headers["content-security-policy"] ?? "";
    for (const rule of [
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ]) {
      expect(policy, path).toContain(rule);
    }
    const scripts = policy.split("; ").find((rule) => rule.startsWith("script-src")) ?? "";
    expect(scripts, path).toMatch(/'nonce-[\w+/=]+'/);
    expect(scripts, path).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
  for (const response of [
    await request.get(script ?? ""),
    await request.post("/api/webhooks/issuer"),
    await request.get("/api/auth/csrf"),
  ]) {
    expect(response.headers()["x-content-type-options"], response.url()).toBe("nosniff");
  }
  const signIn = (await request.get("/api/auth/csrf")).headers();
  expect(signIn["content-security-policy"]).toContain("default-src 'none'");
  expect(signIn["referrer-policy"]).toBe("same-origin");
});

test("idle connections are kept alive longer than a reverse proxy keeps them", async ({ request }) => {
  const headers = (await request.get("/login")).headers();
  expect(headers["keep-alive"]).toBe("timeout=75");
});

test("rejects a path that can't be decoded, with the security headers", async ({ request }) => {
  const pathsOutsideProxy = [
    "/api/auth/%zz",
    "/api/auth/callback/credentials%",
    "/api/webhooks/%zz",
    "/_next/static/%zz",
  ];
  for (const path of [
    "/welcome/%zz",
    "/welcome/%",
    "/cards/%C0%80",
    "/no/such/%ED%A0%80",
    ...pathsOutsideProxy,
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(400);
    expect(response.headers()["x-content-type-options"], path).toBe("nosniff");
    expect(response.headers()["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});

test("HEAD and OPTIONS run no route handler, so nothing stays open and nothing is recorded", async ({
  request,
  signInAs,
  context,
}) => {
  await signInAs("admin");
  const countRecorded = async () =>
    (await (await context.request.get("/api/audit/export")).text())
      .split("\n")
      .filter((row) => row.includes("Ines Duarte")).length;
  const before = await countRecorded();
  for (const [path, access] of Object.entries(ROUTES)) {
    if (access === "public") continue;
    const head = await context.request.head(path);
    expect(head.status(), path).toBe(405);
    const options = await context.request.fetch(path, { method: "OPTIONS" });
    expect(options.status(), path).toBe(204);
  }
  // Each export is recorded before it is read, so the first one is included now.
  expect(await countRecorded()).toBe(before + 1);
  expect((await request.head("/api/health/live")).status()).toBe(200);
});

test("nonces are unique, and personal data is not cached", async ({ request, signInAs, context }) => {
  const policy = async () => (await request.get("/login")).headers()["content-security-policy"];
  expect(await policy()).not.toBe(await policy());
  await signInAs("admin");
  for (const path of ["/", "/audit", "/api/connection", "/api/audit/export"]) {
    expect((await context.request.get(path)).headers()["cache-control"], path).toContain("no-store");
  }
});

test("an injected script doesn't run", async ({ openBrowser }) => {
  // A separate browser, because its console errors are expected here.
  const page = await (await openBrowser("admin")).newPage();
  await page.goto("/");
  const ran = await page.evaluate(() => {
    const container = document.createElement("div");
    document.body.append(container);
    // Simulates issuer text that is rendered as HTML.
    container.innerHTML =
      '<img src="data:," onerror="window.wasRun = true"><script>window.wasRun = true</script>';
    const image = container.querySelector("img");
    return new Promise((resolve) => {
      image?.addEventListener("error", () => resolve("wasRun" in window));
    });
  });
  expect(ran).toBe(false);
});
