import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import type { NewMapping } from "@/lib/domain/reconciliation/new-mapping";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import { getSettlementColumns } from "@/lib/queries/settlement-columns";
import { readSettlements } from "@/lib/reconciliation/read-settlements";
import { openTestDashboard } from "@/testing/dashboard-database";
import { settlementCsv, storeReport } from "@/testing/settlements";
import { signInAs } from "@/testing/sign-in-as";
import { mapSettlementColumns } from "./map-settlement-columns";

const MAPPING = {
  columns: { transactionId: "Ref", occurredAt: "When", event: "Kind", billAmount: "Betrag" },
  formats: { decimal: "," as const, dates: "day-first" as const },
};
const FOREIGN = "Ref;When;Kind;Betrag;Note\na;05.10.2026 12:00;Clearing;1.234,50;x\n";
const WITH_COMMAS = settlementCsv(0, [{ id: "b", at: "2026-10-04T12:00:00", bill: 1050 }]).replace(
  /-?\d+\.\d{2}/g,
  (amount) => `"${amount.replace(".", ",")}"`,
);

let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("finance");
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(() =>
  db.pool.query("truncate settlement_mappings, settlement_readings, report_requests, report_files cascade"),
);

const store = (content: string, date = "2026-10-05") =>
  storeReport(db.pool, { type: "daily", date, content });

async function map(mapping: z.input<typeof NewMapping>["mapping"], basedOn: number | null = null) {
  return mapSettlementColumns(randomUUID(), { type: "daily", mapping, basedOn });
}

async function versionOf(result: Awaited<ReturnType<typeof map>>): Promise<number> {
  if (!result.ok) throw new Error(result.error.message);
  return result.data.version;
}

async function seen(date: string | null = null) {
  const result = await getSettlementColumns({ type: "daily", date });
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const withColumn = (role: string, name: string) => ({
  ...MAPPING,
  columns: { ...MAPPING.columns, [role]: name },
});

describe("mapping settlement columns", () => {
  it("answers the file’s question, and says who decided what in the audit log", async () => {
    await store(FOREIGN);
    await readSettlements();
    expect(await seen()).toMatchObject({
      file: { state: "unclear", question: expect.stringMatching("No column was recognized"), rows: [{}] },
      draft: { columns: {}, formats: { decimal: null, dates: null } },
      versions: [],
    });
    const version = await versionOf(await map(MAPPING));
    await readSettlements();
    expect(await seen()).toMatchObject({
      file: { state: "read", question: null },
      draft: MAPPING,
      hasMapping: true,
      versions: [{ version, mapping: MAPPING, person: DEMO_PEOPLE.finance.name }],
      groups: [
        {
          columns: ["Ref", "When", "Kind", "Betrag", "Note"],
          formats: MAPPING.formats,
          dates: ["2026-10-05"],
        },
      ],
    });
    const { rows } = await db.pool.query<{ target: string; body: string }>(
      "select target, body from audit where action = 'reconciliation.map-columns' and outcome = 'succeeded' order by seq desc limit 1",
    );
    expect(rows[0]?.target).toBe("daily");
    expect(rows[0]?.body).toContain("As recognized");
    expect(rows[0]?.body).toContain("Betrag");
  });

  it("shows the file of a day, else the one that raises a question, else the newest", async () => {
    const days = ["2026-10-07", "2026-10-06", "2026-10-05"];
    for (const day of days) await store(day === "2026-10-06" ? FOREIGN : WITH_COMMAS, day);
    const shown = async (date: string | null = null) => (await seen(date)).file?.date;
    expect(await shown()).toBe("2026-10-07");
    await readSettlements();
    expect(await shown()).toBe("2026-10-06");
    expect(await shown("2026-10-05")).toBe("2026-10-05");
    expect(await shown("2026-01-01")).toBe("2026-10-06");
    expect((await seen()).files).toEqual(days.map((date) => ({ date, isUnclear: date === "2026-10-06" })));
  });

  it("records that the person saw rows of the file", async () => {
    const { reportId } = await store(FOREIGN);
    await seen();
    const { rowCount } = await db.pool.query(
      "select from audit where action = 'report.read' and target = $1",
      [reportId],
    );
    expect(rowCount).toBe(1);
  });

  it.each([
    [withColumn("billAmount", "Note"), "Daily settlement, 5 Oct 2026: Row 1: “Note” isn’t an amount."],
    [withColumn("billAmount", "Missing"), "No file has all of these columns."],
    [
      { ...MAPPING, formats: { ...MAPPING.formats, decimal: "." as const } },
      "Row 1: “Betrag” isn’t an amount.",
    ],
    [{ ...MAPPING, columns: {} }, "No column was chosen as"],
  ])("refuses what doesn’t fit, and says why", async (mapping, message) => {
    await store(FOREIGN);
    expect(await map(mapping)).toMatchObject({
      ok: false,
      error: { code: "refused", message: expect.stringContaining(message) },
    });
    expect((await db.pool.query("select from settlement_mappings")).rowCount).toBe(0);
  });

  it("refuses to break files that are understood, and names them", async () => {
    await store(settlementCsv(0, [{ id: "a", at: "2026-10-05T12:00:00", bill: 1050 }]), "2026-10-05");
    for (const day of ["2026-10-03", "2026-10-04"]) await store(WITH_COMMAS, day);
    await readSettlements();
    expect((await seen()).groups.map(({ formats, dates }) => [formats.decimal, dates])).toEqual([
      [".", ["2026-10-05"]],
      [",", ["2026-10-04", "2026-10-03"]],
    ]);
    const chosen = async (decimal: "." | "," | null) => {
      const { draft } = await seen();
      return map({ columns: draft?.columns ?? {}, formats: { decimal, dates: null } });
    };
    expect(await chosen(".")).toMatchObject({
      error: {
        code: "refused",
        message:
          "Daily settlement, 4 Oct 2026: Row 1: “bill_amount” isn’t an amount. Also not understood: 3 Oct 2026.",
      },
    });
    expect(await chosen(",")).toMatchObject({
      error: { message: "Daily settlement, 5 Oct 2026: Row 1: “bill_amount” isn’t an amount." },
    });
    await versionOf(await chosen(null));
    await readSettlements();
    const { rows } = await db.pool.query(
      "select state, mapping -> 'formats' ->> 'decimal' as decimal from settlement_readings order by date",
    );
    expect(rows).toEqual([
      { state: "read", decimal: "," },
      { state: "read", decimal: "," },
      { state: "read", decimal: "." },
    ]);
  });

  it("isn’t held up by a file that isn’t understood anyway", async () => {
    await store(FOREIGN);
    await store(FOREIGN.replace("1.234,50", "ten"), "2026-10-06");
    await readSettlements();
    await versionOf(await map(MAPPING));
    await readSettlements();
    const { rows } = await db.pool.query("select state from settlement_readings order by date");
    expect(rows).toEqual([{ state: "read" }, { state: "unclear" }]);
  });

  it("never writes a cell down, which may be a cardholder’s name", async () => {
    await store(FOREIGN.replace(";x\n", ";Ada Lovelace\n"));
    expect(await map(withColumn("billAmount", "Note"))).toMatchObject({ error: { code: "refused" } });
    await map(MAPPING);
    await store(FOREIGN.replace("1.234,50;x", "Ada Lovelace;x"), "2026-10-06");
    await readSettlements();
    const { rows } = await db.pool.query<{ text: string }>(
      "select body as text from audit union all select question from settlement_readings where question is not null",
    );
    expect(rows.map(({ text }) => text)).toContain("Row 1: “Betrag” isn’t an amount.");
    expect(JSON.stringify(rows)).not.toContain("Ada Lovelace");
  });

  it("checks the newest file that has the columns, and leaves the others to be recognized", async () => {
    await store(FOREIGN);
    await store(settlementCsv(0, [{ id: "b", at: "2026-10-06T12:00:00", bill: 1000 }]), "2026-10-06");
    await readSettlements();
    expect(await map(MAPPING)).toMatchObject({ ok: true });
    await readSettlements();
    const { rows } = await db.pool.query("select state from settlement_readings");
    expect(rows).toEqual([{ state: "read" }, { state: "read" }]);
  });

  it("returns to what is recognized with a version of its own", async () => {
    await store(FOREIGN);
    const first = await versionOf(await map(MAPPING));
    expect(await map(MAPPING, first)).toMatchObject({ error: { message: "Nothing would change." } });
    const second = await versionOf(await map(null, first));
    await readSettlements();
    expect(await seen()).toMatchObject({
      file: { state: "unclear" },
      hasMapping: false,
      versions: [{ version: second, mapping: null }, { version: first }],
    });
    expect(await map(null, second)).toMatchObject({ error: { message: "Nothing would change." } });
  });

  it("refuses what was decided on an older version, also at the same moment", async () => {
    await store(FOREIGN);
    const version = await versionOf(await map(MAPPING));
    expect(await map(withColumn("merchant", "Note"))).toMatchObject({ error: { code: "conflict" } });
    const results = await Promise.all([
      map(withColumn("merchant", "Note"), version),
      map(withColumn("fees", "Betrag"), version),
      map(null, version),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await db.pool.query("select from settlement_mappings")).rowCount).toBe(2);
  });
});
