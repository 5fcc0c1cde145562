import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import type { Database } from "@/lib/postgres/database";
import { readSettlements } from "@/lib/reconciliation/read-settlements";
import { captureReport } from "@/testing/captured-report";
import { openTestDashboard } from "@/testing/dashboard-database";
import { findReport } from "./read-reports";
import { sumFiles } from "./sum-files";

let db: Database;
let personId = "";
beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  personId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
}, 120_000);
afterAll(() => db.close());

const capture = async (date: string, lines: readonly string[]) =>
  (await captureReport(db.pool, { date, personId, content: lines.map((line) => `${line}\n`) })).reportId;

describe("the sums of files", () => {
  it("include decimal commas and other names of columns", async () => {
    const ids = await Promise.all([
      capture("2026-10-20", [
        "occurred_at,event,transaction_id,bill_amount,bill_currency,effect",
        "2026-10-20T10:00:00Z,CLEARING,t1,10.00,EUR,-10.00",
      ]),
      capture("2026-10-21", [
        "occurred_at;event;transaction_id;bill_amount;bill_currency;effect",
        "2026-10-21T10:00:00Z;CLEARING;t2;1.010,13;EUR;-1.010,13",
      ]),
      capture("2026-10-22", [
        "Booked at,Entry type,Reference,Gross,Account currency,Net",
        "2026-10-22T10:00:00Z,CLEARING,t3,2.00,EUR,-2.00",
      ]),
    ]);
    expect(await sumFiles(ids)).toMatchObject({
      types: [
        {
          files: 3,
          totals: [{ kind: "CLEARING", currency: "EUR", rows: 3, amount: "-1022.13" }],
          leftOut: [],
        },
      ],
    });
  });

  it("name the files that aren't included", async () => {
    const known = await capture("2026-10-23", ["effect,bill_currency", "-1.00,EUR"]);
    const unknown = await capture("2026-10-24", ["Betrag,Währung", "-1.00,EUR"]);
    const nameless = await capture("2026-10-25", ["effect", "-1.00"]);
    expect(await sumFiles([known, nameless, unknown])).toMatchObject({
      files: 3,
      types: [
        {
          files: 1,
          totals: [{ amount: "-1.00" }],
          leftOut: [
            { id: unknown, date: "2026-10-24" },
            { id: nameless, date: "2026-10-25" },
          ],
        },
      ],
    });
    expect((await findReport(unknown))?.file?.summary).toMatchObject({ totals: [], unreadRows: 1 });
  });

  it("use what the reconciliation read of a file that was summarized before", async () => {
    const id = await capture("2026-10-26", [
      "occurred_at,event,transaction_id,bill_amount,bill_currency,effect",
      '2026-10-26T10:00:00Z,CLEARING,t6,"10,00",EUR,"-10,00"',
    ]);
    await db.pool.query(
      "update report_files set summary = summary - 'unreadRows' || '{\"totals\": []}' where request_id = $1",
      [id],
    );
    expect(await sumFiles([id])).toMatchObject({ types: [{ files: 0, leftOut: [{ id }] }] });
    await readSettlements();
    const totals = [{ kind: "CLEARING", currency: "EUR", rows: 1, amount: "-10.00" }];
    expect(await sumFiles([id])).toMatchObject({ types: [{ files: 1, totals, leftOut: [] }] });
    expect((await findReport(id))?.file?.summary).toMatchObject({ totals, unreadRows: 0 });
  });
});
