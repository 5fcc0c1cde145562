import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CellFormats } from "@/lib/domain/reconciliation/cell-formats";
import { MappedFiles } from "./mapped-files";

const columns = ["id", "amount"];
const groups = [
  { columns, formats: { decimal: ".", dates: null } as const, dates: ["2026-10-24", "2026-10-23"] },
  { columns, formats: { decimal: ",", dates: null } as const, dates: ["2026-10-22"] },
  { columns: ["other"], formats: { decimal: null, dates: null }, dates: ["2026-10-21"] },
];

const textWith = (decimal: CellFormats["decimal"]) =>
  renderToStaticMarkup(
    <MappedFiles
      type="daily"
      mapping={{ columns: { transactionId: "id" }, formats: { decimal, dates: null } }}
      groups={groups}
    />,
  ).replaceAll(/<[^>]*>/g, "");

it("says which files it applies to, and which of them have another format", () => {
  expect(textWith(".")).toContain("Applies to 3 files with these columns (22 Oct 2026 to 24 Oct 2026)");
  expect(textWith(".")).toContain("1 file with other columns (21 Oct 2026) will be recognized by name.");
  expect(textWith(".")).toContain("1 file with another format wouldn’t be understood: 22 Oct 2026.");
  expect(textWith(",")).toContain(
    "2 files with another format wouldn’t be understood: 23 Oct 2026, 24 Oct 2026.",
  );
  expect(textWith(null)).not.toContain("another format");
});
