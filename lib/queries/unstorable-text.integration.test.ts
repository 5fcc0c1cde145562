import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";
import { getActiveCards } from "./create-card";
import { getCustomer } from "./customer";
import { definePage } from "./define-page";
import { queryRoute } from "./define-route";
import { getReportPage, getReportRows } from "./reports";
import { getSinceFreeze } from "./since-freeze";

const UNSTORABLE = ["\0", "before\0after", "\ud800"];

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("admin");
});
afterAll(() => db.close());

it.each(UNSTORABLE)("a query rejects %j with a message", async (text) => {
  for (const result of [
    getCustomer({ customerId: text }),
    getActiveCards({ externalCustomerId: text }),
    getSinceFreeze({ cardId: text }),
    getReportPage({ person: text }),
    getReportPage({ before: text }),
    getReportRows({ reportId: text, search: text }),
  ])
    expect(await result).toMatchObject({
      ok: false,
      error: { code: "invalid", message: expect.any(String) },
    });
});

it.each(["/api/customers/%00/active-cards", "/api/cards/%00/since-freeze"])(
  "%s returns 400",
  async (path) => {
    const query = path.includes("cards/%00") ? queryRoute(getSinceFreeze) : queryRoute(getActiveCards);
    const params = Promise.resolve({ externalCustomerId: "\0", cardId: "\0" });
    const response = await query(new Request(`http://localhost${path}`), { params });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: "The request is invalid." } });
  },
);

const page = definePage({
  permission: "cards.read",
  path: "/customers/[externalCustomerId]",
  render: ({ searchParams }) => JSON.stringify(searchParams),
});

it.each(["%00", "a%00b", "\0"])("a page for %j is not found", async (id) => {
  const opened = page({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) });
  await expect(opened).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});

it("a page ignores parameters that can't be stored", async () => {
  const searchParams = Promise.resolve({ q: "\0", list: ["a", "\0"], "na\0me": "x", range: "week" });
  expect(await page({ params: Promise.resolve({ id: "100%" }), searchParams })).toBe('{"range":"week"}');
});
