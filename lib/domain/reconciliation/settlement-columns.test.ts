import { describe, expect, it } from "vitest";
import {
  AS_EACH_FILE_SHOWS,
  completeFormats,
  excludesFormats,
  findMisfit,
  hasColumns,
  recognizeColumns,
  rowReader,
  type SettlementMapping,
  shownFormats,
} from "./settlement-columns";

const NAMES = ["transaction_id", "occurred_at", "event", "bill_amount", "effect"];
const ROW = ["t1", "2026-10-05T12:00:00+0000", "CLEARING", "10.00", "-10.00"];
const rowWith = (changes: Record<number, string>) => ROW.map((cell, index) => changes[index] ?? cell);

const MAPPING: SettlementMapping = {
  columns: {
    transactionId: "transaction_id",
    occurredAt: "occurred_at",
    event: "event",
    billAmount: "bill_amount",
    effect: "effect",
  },
  formats: { decimal: ".", dates: "day-first" },
};

describe("the columns of a settlement file", () => {
  it("are recognized by common names in any spelling", () => {
    const names = ["Transaction ID", "settledAt", "Entry-Type", "Billing.Amount", "NET (amount)"];
    const row = ["t1", "2026-10-05", "Purchase", "10,50", "-10,50"];
    expect(recognizeColumns(names, [row])).toEqual({
      mapping: {
        columns: {
          transactionId: "Transaction ID",
          occurredAt: "settledAt",
          event: "Entry-Type",
          billAmount: "Billing.Amount",
          effect: "NET (amount)",
        },
        formats: { decimal: ",", dates: null },
      },
      question: null,
    });
  });

  it.each([
    [
      ["a", "b", "c", "d", "e"],
      [ROW],
      "No column was recognized as “Transaction ID” and “Time” and “Billed amount”.",
    ],
    [
      ["transaction_id", "occurred_at", "x", "bill_amount", "y"],
      [ROW],
      "No column was recognized as “Event (clearing or refund)” or “Effect on the balance”, so refunds can’t be told from purchases.",
    ],
    [[...NAMES, "Bill Amount"], [[...ROW, "1"]], "The file has several columns “bill_amount”."],
    [
      NAMES,
      [rowWith({ 3: "1.234", 4: "" })],
      "The amounts can be read with a decimal point or with a decimal comma.",
    ],
    [
      NAMES,
      [rowWith({ 4: "-10,00" })],
      "Some amounts have a decimal point, and others have a decimal comma.",
    ],
    [
      NAMES,
      [rowWith({ 1: "05/10/2026" })],
      "The dates can be read with the day first or with the month first.",
    ],
    [
      NAMES,
      [rowWith({ 1: "31/10/2026" }), rowWith({ 1: "10/31/2026" })],
      "Some dates have the day first, and others have the month first.",
    ],
    [NAMES, [ROW, rowWith({ 3: "ten" })], "Row 2: “bill_amount” isn’t an amount."],
    [NAMES, [rowWith({ 0: " " })], "Row 1: “transaction_id” isn’t an ID."],
  ])("%j of %j raise the question %s", (names, rows, question) => {
    expect(recognizeColumns(names, rows)).toEqual({ mapping: null, question });
  });

  it("are known also in a file without rows", () => {
    expect(recognizeColumns(NAMES, []).mapping?.formats).toEqual({ decimal: null, dates: null });
  });

  it("leave a format open until a row decides it", () => {
    const whole = rowWith({ 3: "10", 4: "-10" });
    const { mapping } = recognizeColumns(NAMES, [whole]);
    if (!mapping) throw new Error("not recognized");
    expect(rowReader(NAMES, mapping)(rowWith({ 3: "1,234", 4: "-1,234" }))).toBeNull();
    expect(
      completeFormats(NAMES, mapping, [rowWith({ 3: "1,234", 4: "-1,234.50" })]).mapping?.formats.decimal,
    ).toBe(".");
    expect(completeFormats(NAMES, mapping, [rowWith({ 3: "1,234", 4: "" })]).question).toMatch(
      "decimal comma",
    );
  });

  it("fit a mapping that names columns which the file has once", () => {
    expect(findMisfit(NAMES, MAPPING, [ROW])).toBeNull();
    expect(hasColumns(NAMES, MAPPING)).toBe(true);
    expect(hasColumns(NAMES.slice(1), MAPPING)).toBe(false);
    expect(findMisfit(NAMES.slice(1), MAPPING, [])).toBe("The file has no column “transaction_id”.");
    expect(
      findMisfit(NAMES, { ...MAPPING, columns: { ...MAPPING.columns, billAmount: "event" } }, [ROW]),
    ).toBe("Row 1: “event” isn’t an amount.");
    const { occurredAt: _, ...columns } = MAPPING.columns;
    expect(findMisfit(NAMES, { ...MAPPING, columns }, [ROW])).toBe("No column was chosen as “Time”.");
    expect(findMisfit(NAMES, MAPPING, [rowWith({ 4: "n/a" })], 4_000)).toBe(
      "Row 4001: “effect” isn’t an amount.",
    );
  });
});

describe("formats that are as each file shows", () => {
  const mapping: SettlementMapping = { ...MAPPING, formats: AS_EACH_FILE_SHOWS };
  const comma = rowWith({ 1: "31.10.2026", 3: "10,00", 4: "-10,00" });

  it("let one mapping read files of both formats", () => {
    expect(completeFormats(NAMES, mapping, [ROW]).mapping?.formats).toEqual({ decimal: ".", dates: null });
    expect(completeFormats(NAMES, mapping, [comma]).mapping?.formats).toEqual({
      decimal: ",",
      dates: "day-first",
    });
    expect(completeFormats(NAMES, MAPPING, [comma]).question).toBe("Row 1: “bill_amount” isn’t an amount.");
  });

  it("are shown for what is certain, also if another cell doesn’t fit", () => {
    const rows = [rowWith({ 1: "05/10/2026", 3: "10,00", 4: "-10,00" }), rowWith({ 0: "", 3: "1", 4: "" })];
    expect(shownFormats(NAMES, mapping, rows)).toEqual({ decimal: ",", dates: null });
    expect(shownFormats(NAMES, MAPPING, rows)).toEqual(MAPPING.formats);
  });

  it("exclude no file, and chosen ones only a file that shows others", () => {
    const other = { decimal: ",", dates: "month-first" } as const;
    expect(excludesFormats(AS_EACH_FILE_SHOWS, other)).toBe(false);
    expect(excludesFormats(MAPPING.formats, AS_EACH_FILE_SHOWS)).toBe(false);
    expect(excludesFormats(MAPPING.formats, MAPPING.formats)).toBe(false);
    expect(excludesFormats(MAPPING.formats, { ...MAPPING.formats, decimal: "," })).toBe(true);
    expect(excludesFormats(MAPPING.formats, { ...MAPPING.formats, dates: "month-first" })).toBe(true);
  });
});

describe("a row", () => {
  const read = rowReader(NAMES, MAPPING);

  it("has no sign on what the event says already", () => {
    expect(read(rowWith({ 3: "(1,234.50)", 4: "-1234.50" }))).toMatchObject({
      event: "clearing",
      billAmount: "1234.50",
      effect: "-1234.50",
      merchant: null,
      balance: null,
    });
  });

  it.each([
    ["REFUND", "clearing", "refund"],
    ["Purchase return", "-1", "refund"],
    ["Captured", "1", "clearing"],
    ["Credit card purchase", "-1", "clearing"],
    ["CREDIT", "1", "refund"],
    ["Chargeback reversal", "-1", "other"],
    ["CLEARING_REVERSAL", "1", "other"],
    ["ADJUSTMENT", "-1", "other"],
    ["", "-10.00", "clearing"],
    ["", "10.00", "refund"],
    ["", "0.00", "other"],
    ["", "", "other"],
  ])("with the event %j and the effect %j is a %s", (event, effect, expected) => {
    expect(read(rowWith({ 2: event, 4: /\d/.test(effect) ? effect : "" }))?.event).toBe(expected);
  });

  it.each([
    { 0: "" },
    { 0: "t\0" },
    { 0: "t".repeat(256) },
    { 1: "yesterday" },
    { 3: "" },
    { 3: "1,23" },
    // An amount that isn't understood must not count as none.
    { 4: "n/a" },
  ])("that doesn’t fit is not read: %j", (changes) => {
    expect(read(rowWith(changes as Record<number, string>))).toBeNull();
  });

  it("with fewer cells than columns is not read", () => {
    expect(read(ROW.slice(0, 3))).toBeNull();
  });
});
