import { expect, it } from "vitest";
import { parseExportFormat } from "./export-format";

it("is CSV unless another known format is given", () => {
  expect(parseExportFormat(null)).toBe("csv");
  expect(parseExportFormat("csv")).toBe("csv");
  expect(parseExportFormat("xlsx")).toBe("xlsx");
  for (const unknown of ["", "XLSX", "pdf", "csv,xlsx"]) expect(parseExportFormat(unknown)).toBeNull();
});
