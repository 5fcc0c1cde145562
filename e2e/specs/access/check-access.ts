import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { recordTried } from "@/e2e/fixtures/tried";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { type Access, NEEDS_PARAMETERS, PAGES, ROUTES } from "./matrix";

/** Checks every role, and no session, on every page and route over HTTP. */
export async function checkAccess(
  playwright: PlaywrightWorkerArgs["playwright"],
  origin: string,
): Promise<void> {
  for (const role of [...ROLES, null]) {
    const request = await playwright.request.newContext({ baseURL: origin });
    if (role) await signInWithRole(request, role);
    for (const [path, access] of Object.entries(PAGES)) await checkPage(request, path, access, role);
    for (const [path, access] of Object.entries(ROUTES)) await checkRoute(request, path, access, role);
    await request.dispose();
  }
}

async function checkPage(
  request: APIRequestContext,
  path: string,
  access: Access,
  role: Role | null,
): Promise<void> {
  if (access === "public") return;
  const response = await request.get(path, { maxRedirects: 0 });
  recordTried("requests", `${role} ${path}`);
  const description = `${role ?? "nobody"} opens ${path}`;
  if (!role) {
    expect(response.status(), description).toBe(307);
    expect(response.headers().location, description).toContain("/login");
    return;
  }
  // Only permitted roles learn that there is no record with this ID.
  const allowed = path.includes("[") || NEEDS_PARAMETERS.has(path) ? [200, 404] : [200];
  expect(access.includes(role) ? allowed : [403], description).toContain(response.status());
}

const POST_ROUTES = new Set(["/api/activity"]);

/** A day without records, because only the permission is tested. */
const EMPTY_DAY = "?from=2020-01-01&to=2020-01-01";

async function checkRoute(
  request: APIRequestContext,
  path: string,
  access: Access,
  role: Role | null,
): Promise<void> {
  if (access === "public" || path === "/api/events") return;
  const method = POST_ROUTES.has(path) ? "POST" : "GET";
  const response = await request.fetch(`${path}${EMPTY_DAY}`, { method, maxRedirects: 0 });
  recordTried("requests", `${role} ${path}`);
  // The placeholder itself is sent, and "[cardId]" is not a valid ID.
  const allowed = path.includes("[") || NEEDS_PARAMETERS.has(path) ? [200, 400, 404] : [200, 204];
  const expected = role ? (access.includes(role) ? allowed : [403]) : [401];
  expect(expected, `${role ?? "nobody"} calls ${path}`).toContain(response.status());
  if (!response.ok()) expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
}
