import { describe, expect, it } from "vitest";
import { ROLE_NAMES, recognizeNames, type SettlementMapping } from "./settlement-columns";
import { understandCell } from "./understand-cell";

const NAMES = [
  "transaction_id",
  "occurred_at",
  "event",
  "bill_amount",
  "bill_currency",
  "effect",
  "merchant",
];
const ROW = ["t1", "05/10/2026 12:00", "Purchase", "1.234", "usd", "", "Café"];

describe("a cell in words", () => {
  const understand = (mapping: SettlementMapping, row: readonly string[]) =>
    ROLE_NAMES.filter((role) => mapping.columns[role]).map((role) =>
      understandCell(role, NAMES, mapping, row),
    );

  it("says what it means with the chosen formats", () => {
    const columns = recognizeNames(NAMES);
    expect(understand({ columns, formats: { decimal: ",", dates: "day-first" } }, ROW)).toEqual([
      "t1",
      "2026-10-05 12:00:00 UTC",
      "Clearing",
      "1234",
      "USD",
      "",
      "Café",
    ]);
    expect(understand({ columns, formats: { decimal: ".", dates: "month-first" } }, ROW)).toMatchObject({
      1: "2026-05-10 12:00:00 UTC",
      3: "1.234",
    });
  });

  it("is null if it isn’t understood", () => {
    const columns = recognizeNames(NAMES);
    expect(understand({ columns, formats: { decimal: null, dates: null } }, ROW)).toMatchObject({
      1: null,
      3: null,
    });
  });
});
