import { once } from "node:events";
import { connect } from "node:tls";
import type { Page } from "@playwright/test";
import { LoginPage } from "@/e2e/pages/login-page";
import { check, expect } from "./check";
import { TARGET } from "./target";

const CERTIFICATE_DAYS = 7;
const DAY_MS = 86_400_000;

check("the process is live", async ({ request }) => {
  const response = await request.get("/api/health/live");
  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({ status: "live" });
});

check("it is ready, and the issuer is reachable", async ({ request }) => {
  const response = await request.get("/api/health/ready");
  expect(response.status()).toBe(200);
  const { status, issuer } = await response.json();
  expect(status).toBe("ready");
  // Unknown until the first call after a start.
  expect(["reachable", "unknown"]).toContain(issuer);
});

if (!TARGET.isLocal) {
  check(`TLS 1.2 or newer, with a certificate for at least ${CERTIFICATE_DAYS} more days`, async () => {
    expect(TARGET.isHttps, "the URL begins with https").toBe(true);
    const { hostname: host, port } = TARGET.url;
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: !TARGET.isInsecure,
    });
    await once(socket, "secureConnect");
    const { valid_to } = socket.getPeerCertificate();
    const protocol = socket.getProtocol();
    socket.destroy();
    expect(["TLSv1.2", "TLSv1.3"]).toContain(protocol);
    expect(new Date(valid_to).getTime() - Date.now()).toBeGreaterThan(CERTIFICATE_DAYS * DAY_MS);
  });
}

if (TARGET.isHttps && TARGET.url.port === "") {
  check("plain HTTP leads to HTTPS", async ({ request }) => {
    const response = await request.get(`http://${TARGET.url.hostname}/login`, { maxRedirects: 0 });
    expect([301, 308]).toContain(response.status());
    expect(response.headers().location).toMatch(/^https:/);
  });
}

check("the sign-in page is shown", async ({ page }) => {
  const loginPage = new LoginPage(page);
  await loginPage.open();
  await expect(loginPage.email).toBeVisible();
  await expect(loginPage.password).toBeVisible();
  await expect(loginPage.submit).toBeEnabled();
});

check("every response has the security headers", async ({ request }) => {
  for (const path of ["/login", "/api/health/live", "/api/auth/csrf"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("same-origin");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
});

check("only scripts with a nonce run", async ({ request }) => {
  const policy = (await request.get("/login")).headers()["content-security-policy"] ?? "";
  const scripts = policy.split("; ").find((rule) => rule.startsWith("script-src")) ?? "";
  expect(scripts).toMatch(/'nonce-[\w+/=]+'/);
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval/);
});

check("scripts and style sheets are compressed and cached", async ({ page, request }) => {
  for (const path of await listStaticFiles(page)) {
    const headers = (await request.get(path, { headers: { "accept-encoding": "gzip, br" } })).headers();
    expect(headers["content-encoding"], path).toMatch(/^(br|gzip)$/);
    expect(headers["cache-control"], path).toContain("immutable");
  }
});

check("no source maps are served", async ({ page, request }) => {
  for (const path of await listStaticFiles(page)) {
    expect(await (await request.get(path)).text(), path).not.toContain("sourceMappingURL=");
    expect((await request.get(`${path}.map`)).status(), `${path}.map`).toBe(404);
  }
});

check("the metrics need a token", async ({ request }) => {
  // 404 if METRICS_TOKEN isn't set.
  expect([401, 404]).toContain((await request.get("/metrics")).status());
});

check("a visitor is sent to the sign-in page, and gets no data", async ({ page, request }) => {
  await page.goto("/cards");
  await expect(page).toHaveURL(/\/login\?next=/);
  expect((await request.get("/api/search?text=a")).status()).toBe(401);
});

async function listStaticFiles(page: Page): Promise<string[]> {
  await page.goto("/login");
  const files = await page
    .locator("script[src], link[rel=stylesheet]")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? ""),
    );
  expect(files.length, "files of the sign-in page").toBeGreaterThan(1);
  return files;
}
