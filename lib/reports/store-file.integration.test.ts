import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import type { Database } from "@/lib/postgres/database";
import { captureReport } from "@/testing/captured-report";
import { openTestDashboard } from "@/testing/dashboard-database";

let db: Database;
let personId = "";
beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  personId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
}, 120_000);
afterAll(() => db.close());

const HEADER = "occurred_at,event,amount\n";
const ROW = "2026-10-02T10:00:00Z,CLEARING,1.00\n";
/** More than a chunk. */
const MANY_ROWS = ROW.repeat(10_000);
const store = (...content: string[]) => captureReport(db.pool, { personId, content });

describe("a file is stored", () => {
  it("with a few cells more than the header", async () => {
    await expect(store(HEADER, ROW.replace("\n", ",,,\n"))).resolves.toBeTruthy();
  });

  it.each([
    ["first", ""],
    ["last", MANY_ROWS],
  ])("unless a row of the %s chunk has far more cells", async (_, rows) => {
    const wide = `2026-10-02T10:00:00Z,CLEARING,1.00${",".repeat(900_000)}\n`;
    await expect(store(HEADER, rows, wide)).rejects.toThrow("The file has too many columns for a report.");
  });

  it.each([
    ["first", ""],
    ["last", MANY_ROWS],
  ])("unless the %s chunk has a NUL", async (_, rows) => {
    await expect(store(HEADER, rows, ROW.replace("1.00", "1.\0"))).rejects.toThrow(
      "The link returned a page instead of a CSV file.",
    );
  });
});
