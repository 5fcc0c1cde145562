import { describe, expect, it } from "vitest";
import { exceptionFieldNames, exceptionValueCell, formatExceptionValue } from "./exception-value";

describe("a value of an exception", () => {
  it.each([
    ["Billed amount", "USD", "28.9", "USD 28.90", { is: "decimal", text: "28.90" }],
    ["Billed amount", "USD", "-1234.5", "USD -1,234.50", { is: "decimal", text: "-1234.50" }],
    ["Merchant’s amount", "JPY", "500", "JPY 500", { is: "decimal", text: "500" }],
    ["Merchant’s amount", "KWD", "5.5", "KWD 5.500", { is: "decimal", text: "5.500" }],
    // More digits than the currency has may be all that differs.
    ["Billed amount", "USD", "28.901", "USD 28.901", { is: "decimal", text: "28.901" }],
    ["Merchant’s amount", null, "5.5", "5.50", { is: "decimal", text: "5.50" }],
    ["Day", "USD", "2026-10-16", "16 Oct 2026", { is: "date", text: "2026-10-16" }],
    ["Billing currency", "USD", "EUR", "EUR", { is: "text", text: "EUR" }],
    ["Status", "USD", "DECLINED", "DECLINED", { is: "text", text: "DECLINED" }],
  ])("%s in %s: %s is shown as %s", (field, valueCurrency, value, shown, cell) => {
    expect(formatExceptionValue({ field, valueCurrency }, value)).toBe(shown);
    expect(exceptionValueCell({ field, valueCurrency }, value)).toEqual(cell);
  });

  it("is named for where it is from", () => {
    expect(exceptionFieldNames({ kind: "amount-differs", field: "Billed amount" }).theirs).toBe(
      "Billed amount in the file",
    );
    expect(exceptionFieldNames({ kind: "wrong-day", field: "Day" })).toEqual({
      ours: "Day of the file",
      theirs: "Date in the row",
    });
  });
});
