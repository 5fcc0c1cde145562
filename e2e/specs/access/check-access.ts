import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import { enterAs } from "@/e2e/fixtures/sign-in";
import { ROLES, type Role } from "@/lib/domain/permissions";
import { type Access, PAGES, ROUTES } from "./matrix";

/** Every cell of person × page and person × route, over HTTP and as the server decides it. */
export async function checkAccess(
  playwright: PlaywrightWorkerArgs["playwright"],
  origin: string,
): Promise<void> {
  for (const who of [...ROLES, null]) {
    const request = await playwright.request.newContext({ baseURL: origin });
    if (who) await enterAs(request, who);
    for (const [path, access] of Object.entries(PAGES)) await checkPage(request, path, access, who);
    for (const [path, access] of Object.entries(ROUTES)) await checkRoute(request, path, access, who);
    await request.dispose();
  }
}

async function checkPage(
  request: APIRequestContext,
  path: string,
  access: Access,
  who: Role | null,
): Promise<void> {
  if (access === "public") return;
  const response = await request.get(path, { maxRedirects: 0 });
  const place = `${who ?? "nobody"} opens ${path}`;
  if (!who) {
    expect(response.status(), place).toBe(307);
    expect(response.headers().location, place).toContain("/login");
    return;
  }
  // Whoever may look hears that there is nothing by that id; to anyone else it is the same as any other.
  const allowed = path.includes("[") ? [200, 404] : [200];
  expect(access.includes(who) ? allowed : [403], place).toContain(response.status());
}

const POSTED = new Set(["/api/activity"]);

/** Who may export is asked here, not how fast all records stream. */
const A_QUIET_DAY = "?from=2020-01-01&to=2020-01-01";

async function checkRoute(
  request: APIRequestContext,
  path: string,
  access: Access,
  who: Role | null,
): Promise<void> {
  if (access === "public" || path === "/api/events") return;
  const method = POSTED.has(path) ? "POST" : "GET";
  const response = await request.fetch(`${path}${A_QUIET_DAY}`, { method, maxRedirects: 0 });
  // The placeholder itself is sent, and "[cardId]" is not a valid id.
  const allowed = path.includes("[") ? [200, 400, 404] : [200, 204];
  const expected = who ? (access.includes(who) ? allowed : [403]) : [401];
  expect(expected, `${who ?? "nobody"} calls ${path}`).toContain(response.status());
  if (!response.ok()) expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
}
