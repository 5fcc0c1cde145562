import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Cell, CellRow } from "@/lib/domain/exports/cell";
import { readXlsx } from "@/testing/read-xlsx";
import { type Sheet, writeXlsx } from "./write-xlsx";

async function write(...[sheets, limits]: Parameters<typeof writeXlsx>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(sheets, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sheetOf = (rows: readonly CellRow[], columns = ["a"], name = "Cards"): Sheet => ({
  name,
  columns,
  batches: [rows],
});

async function readCell(cell: Cell) {
  const [sheet] = readXlsx(await write([sheetOf([[cell]])]));
  return sheet?.rows[1]?.[0];
}

const TEXT_FORMAT = "49";

describe("a text", () => {
  it.each([
    "Ada",
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "0042",
    "123456789012345678",
    "1e5",
    " =1+1",
    "2026-11-15",
  ])("%j stays the same text and is never a formula or a number", async (text) => {
    for (const cell of [text, { is: "text", text } as const])
      expect(await readCell(cell)).toEqual({ text, isText: true, format: TEXT_FORMAT });
  });

  it("is the same after reading, whatever its characters are", async () => {
    const texts = [
      "a\rb",
      "\0",
      "\u001b[0m",
      "_x000D_",
      "_x005F_x000D_",
      "<&>\"'",
      "\ufffe",
      " a\t\n ",
      "é✓🎉",
    ];
    for (const text of texts) expect((await readCell(text))?.text).toBe(text);
    expect((await readCell("\ud800!"))?.text).toBe("\ufffd!");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1 }), async (text) => {
        expect((await readCell(text))?.text).toBe(text.toWellFormed());
      }),
      { numRuns: 200 },
    );
  });

  it("has only characters that XML allows", async () => {
    const parts = unzipSync(await write([sheetOf([["\0\u0001\b\v\f\r\u001f\ufffe\uffff"]])]));
    expect(strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array())).not.toMatch(
      /[^\t\n\u0020-\ud7ff\ue000-\ufffd]/,
    );
  });

  it("is cut at the length that Excel accepts", async () => {
    expect((await readCell("x".repeat(32_767)))?.text).toHaveLength(32_767);
    expect((await readCell("x".repeat(32_768)))?.text).toBe(`${"x".repeat(32_766)}…`);
    expect((await readCell(`${"x".repeat(32_765)}🎉🎉`))?.text).toBe(`${"x".repeat(32_765)}…`);
  });
});

describe("a number", () => {
  it.each([
    ["427.50", "#,##0.00"],
    ["-0.5", "#,##0.0"],
    ["1200", "#,##0"],
    ["1.500", "#,##0.000"],
    ["0.10", "#,##0.00"],
    ["999999999999999", "#,##0"],
    ["9999999999999.99", "#,##0.00"],
    ["12345678901234500", "#,##0"],
    ["0.000000000000001", "#,##0.000000000000000"],
  ])("%s has its own digits and decimals", async (text, format) => {
    expect(await readCell({ is: "decimal", text })).toEqual({ text, isText: false, format });
  });

  it.each([
    "1234567890123456",
    "99999999999999.99",
    "0.1234567890123456",
    "007.50",
    "1e5",
    "n/a",
    "1e+21",
    "",
  ])("%j is text, because a spreadsheet would change it", async (text) => {
    const cell = await readCell({ is: "decimal", text });
    expect(cell).toEqual(text === "" ? undefined : { text, isText: true, format: TEXT_FORMAT });
  });

  it("can be a count", async () => {
    expect(await readCell(1204)).toEqual({ text: "1204", isText: false, format: "1" });
  });

  it("is exact, whatever its size", async () => {
    const digits = fc.tuple(
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.integer({ min: 0, max: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(digits, async ([units, decimals]) => {
        const padded = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
        const whole = padded.slice(0, padded.length - decimals);
        const text = `${units < 0n ? "-" : ""}${whole}${decimals ? `.${padded.slice(-decimals)}` : ""}`;
        const cell = await readCell({ is: "decimal", text });
        expect(cell?.text).toBe(text);
        // A spreadsheet keeps 15 digits.
        if (!cell?.isText) expect(Number(Number(text).toPrecision(15))).toBe(Number(text));
      }),
      { numRuns: 200 },
    );
  });
});

describe("a date", () => {
  it.each([
    ["2026-11-15", "46341", "yyyy\\-mm\\-dd"],
    ["1900-03-01", "61", "yyyy\\-mm\\-dd"],
    ["2026-11-15 00:00:00", "46341.0000000000", "yyyy\\-mm\\-dd\\ hh:mm:ss"],
    ["2026-11-15 18:00:00", "46341.7500000000", "yyyy\\-mm\\-dd\\ hh:mm:ss"],
    ["2026-11-15 23:59:59.999", "46341.9999999884", "yyyy\\-mm\\-dd\\ hh:mm:ss.000"],
  ])("%s is a real one", async (text, number, format) => {
    expect(await readCell({ is: "date", text })).toEqual({ text: number, isText: false, format });
  });

  it.each(["1900-02-28", "1815-12-10", "2026-13-01", "yesterday", "2026-11-15 25:00:00"])(
    "%s is text, because Excel has no such date",
    async (text) => expect(await readCell({ is: "date", text })).toMatchObject({ text, isText: true }),
  );
});

describe("a sheet", () => {
  it("has its columns in bold, a frozen header, and widths that fit", async () => {
    const file = await write([
      sheetOf(
        [
          ["Ada", "x".repeat(200)],
          [null, undefined],
        ],
        ["holder_name", "note"],
      ),
    ]);
    const [sheet] = readXlsx(file);
    expect(sheet?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ["holder_name", "note"],
      ["Ada", "x".repeat(200)],
      [],
    ]);
    expect(sheet?.xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(sheet?.xml).toContain('<col min="1" max="1" width="13" customWidth="1"/>');
    expect(sheet?.xml).toContain('<col min="2" max="2" width="62" customWidth="1"/>');
    expect(sheet?.xml).toContain('<c r="A1" s="1"');
    expect(strFromU8(unzipSync(file)["xl/styles.xml"] ?? new Uint8Array())).toMatch(
      /<fonts count="2"><font>.*<\/font><font><b\/>.*<cellXfs count="\d+"><xf [^>]+\/><xf numFmtId="49" fontId="1"/,
    );
  });

  it("exists even without rows", async () => {
    const empty: Sheet = { name: "Empty", columns: ["a", "b"], batches: [] };
    expect(readXlsx(await write([empty])).map(({ rows }) => rows.length)).toEqual([1]);
  });

  it("continues on another one when it is full, with the header again", async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [index]);
    const batches = [rows.slice(0, 7), [], rows.slice(7, 18), rows.slice(18)];
    const sheets = readXlsx(
      await write([{ name: "Cards", columns: ["n"], batches }, sheetOf([["x"]], ["a"], "Fees")], {
        rows: 11,
        bytes: 2 ** 31,
      }),
    );
    expect(sheets.map(({ name }) => name)).toEqual(["Cards", "Cards (2)", "Cards (3)", "Fees"]);
    expect(sheets.map(({ rows: [head] }) => head?.[0]?.text)).toEqual(["n", "n", "n", "a"]);
    const numbers = sheets.slice(0, 3).flatMap(({ rows: [, ...below] }) => below.map(([cell]) => cell?.text));
    expect(numbers).toEqual(rows.map(([n]) => String(n)));
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([11, 11, 6, 2]);
  });

  it("continues on another one when it has too many bytes", async () => {
    const rows = Array.from({ length: 300 }, () => ["x".repeat(1_000)]);
    const sheets = readXlsx(await write([sheetOf(rows)], { rows: 1_048_576, bytes: 100_000 }));
    expect(sheets).toHaveLength(3);
    expect(sheets.reduce((sum, sheet) => sum + sheet.rows.length - 1, 0)).toBe(300);
  });

  it("has more than 26 columns", async () => {
    const columns = Array.from({ length: 800 }, (_, index) => `c${index}`);
    const [sheet] = readXlsx(await write([sheetOf([columns], columns)]));
    expect(sheet?.rows[1]?.map(({ text }) => text)).toEqual(columns);
    expect(sheet?.xml).toContain('r="AA2"');
    expect(sheet?.xml).toContain('r="ADT2"');
  });

  it("has a name that Excel accepts, once", async () => {
    const wanted = ["Fees", "fees", "a/b:c*?[]\\", "", "'quoted'", "x".repeat(40), "x".repeat(41), "R&D <1>"];
    const sheets = readXlsx(await write(wanted.map((name) => sheetOf([], ["a"], name))));
    expect(sheets.map(({ name }) => name)).toEqual([
      "Fees",
      "fees (2)",
      "a b c",
      "Sheet",
      "quoted",
      "x".repeat(31),
      `${"x".repeat(27)} (2)`,
      "R&D <1>",
    ]);
  });
});

describe("a workbook", () => {
  const rows = Array.from({ length: 2_000 }, (_, index): Cell[] => [
    { is: "text", text: crypto.randomUUID() },
    { is: "decimal", text: `${index}.50` },
  ]);

  it("has the same bytes for the same input, however it is batched and whenever it is written", async () => {
    const whole = await write([sheetOf(rows, ["id", "amount"])]);
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Auckland";
    const inBatches = await write([
      { name: "Cards", columns: ["id", "amount"], batches: [rows.slice(0, 1_000), rows.slice(1_000)] },
    ]);
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(inBatches.equals(whole)).toBe(true);
  });

  it("reads a batch only when the output before it was taken", async () => {
    let read = 0;
    function* batches() {
      for (;;) {
        read += 1;
        yield rows;
      }
    }
    const chunks = writeXlsx([{ name: "Cards", columns: ["id", "amount"], batches: batches() }]);
    await chunks.next();
    expect(read).toBe(1);
    for (let taken = 0; taken < 50; taken += 1) await chunks.next();
    const readAfter = read;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).toBe(readAfter);
    await chunks.return(undefined);
  });

  it("fails if its rows fail", async () => {
    async function* broken() {
      yield rows;
      throw new Error("the issuer failed");
    }
    await expect(write([{ name: "Cards", columns: [], batches: broken() }])).rejects.toThrow(
      "the issuer failed",
    );
  });
});
