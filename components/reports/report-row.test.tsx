import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TimeZoneOverride } from "@/lib/client/time-zone";
import { renderWithRouter } from "@/testing/render-with-router";
import { ReportListItem, ReportRow, ReportTableHead, rowWidths } from "./report-row";

const COLUMNS = ["event_id", "occurred_at", "amount"];
const ROW = ["e-1", "2026-10-01T01:03:46+0000", "12.00"];
const ZONE = "Pacific/Kiritimati";
const COLUMN_ROLES = { time: 1, kind: null, amount: 2, currency: null, balance: null };

function render(timeZone: string): { head: string[]; row: string[]; listItem: string[]; widths: number[] } {
  const widths = rowWidths(COLUMNS, [ROW], { order: [0, 1, 2], timeZone });
  const renderText = (part: React.ReactNode) =>
    renderWithRouter(<TimeZoneOverride timeZone={timeZone}>{part}</TimeZoneOverride>)
      .split(/<[^>]*>/)
      .filter((text) => text.trim() !== "");
  const rowProps = { index: 0, style: {}, row: ROW };
  return {
    head: renderText(<ReportTableHead columns={COLUMNS} widths={widths} sort={null} hrefFor={() => "/"} />),
    row: renderText(<ReportRow {...rowProps} widths={widths} />),
    listItem: renderText(<ReportListItem {...rowProps} columns={COLUMNS} columnRoles={COLUMN_ROLES} />),
    widths: [...widths.template.matchAll(/\((\d+)ch/g)].map(([, size]) => Number(size)),
  };
}

describe("the time in a row", () => {
  it("leaves out the zone, which only the column header shows", () => {
    const { head, row } = render(ZONE);
    expect(row).toContain("1 Oct 2026, 15:03:46");
    expect(head.join("")).toBe("event_idoccurred_at Kiritimati timeamount");
    expect(render("UTC").head.join("")).toBe("event_idoccurred_at UTCamount");
  });

  it("includes the zone in the list layout, which has no header", () => {
    expect(render(ZONE).listItem).toContain("1 Oct 2026, 15:03:46 UTC+14");
  });

  it("has a column that fits the header with the zone", () => {
    const [, zoned = 0] = render("America/Argentina/Buenos_Aires").widths;
    expect(zoned).toBeGreaterThan("occurred_at Buenos Aires time".length + 3);
  });

  it("is shown as the issuer wrote it in a column without a zone", () => {
    const widths = rowWidths(COLUMNS, [["e-1", "", "12.00"]], { order: [1], timeZone: ZONE });
    const row = renderToStaticMarkup(<ReportRow index={0} style={{}} row={ROW} widths={widths} />);
    expect(row).toContain(">2026-10-01T01:03:46+0000<");
  });
});
