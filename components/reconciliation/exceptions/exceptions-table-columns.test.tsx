import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import { ExceptionFileLink } from "./exception-links";
import { EXCEPTIONS_TABLE_COLUMNS } from "./exceptions-table-columns";

const columns = new Map(EXCEPTIONS_TABLE_COLUMNS.map((column) => [column.id, column]));

it("has the merchant and both values by default, the values also beside the panel", () => {
  expect(columns.get("merchant")?.isHiddenByDefault).toBeUndefined();
  expect(columns.get("values")).toMatchObject({ header: "Ours and theirs" });
  expect(columns.get("values")?.from).toBeUndefined();
});

it("keeps a long note within its column, with the whole text on hover", () => {
  const note = "Refunded by hand after the merchant called twice".repeat(5);
  const row = { reason: "other", note, owner: null } as ListedException;
  const markup = renderToStaticMarkup(columns.get("reason")?.cell(row));
  expect(markup).toContain("truncate");
  expect(markup).toContain(`title="${note}"`);
});

it("names the file with the row", () => {
  const report = { id: "r1", type: "daily", date: "2026-10-16" } as const;
  const text = (isShort: boolean) =>
    renderToStaticMarkup(<ExceptionFileLink {...{ report, rowNumber: 25, transactionId: "t1", isShort }} />);
  expect(text(false)).toContain('href="/reports/r1?search=t1"');
  expect(text(false)).toContain(">Daily settlement, 16 Oct 2026, row 26<");
  expect(text(true)).toContain('aria-label="View Daily settlement, 16 Oct 2026, row 26"');
  expect(text(true)).toContain(">Daily, row 26<");
});
