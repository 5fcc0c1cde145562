import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TimeZoneOverride } from "@/lib/client/time-zone";
import { ReportRow, ReportRowHead, ReportRowListed, rowWidths } from "./report-row";

const COLUMNS = ["event_id", "occurred_at", "amount"];
const ROW = ["e-1", "2026-10-01T01:03:46+0000", "12.00"];
const ZONE = "Pacific/Kiritimati";
const MEANS = { time: 1, kind: null, amount: 2, currency: null, balance: null };
const ROUTER = { prefetch() {} } as unknown as ComponentProps<typeof AppRouterContext.Provider>["value"];

function draw(timeZone: string): { head: string[]; row: string[]; listed: string[]; widths: number[] } {
  const widths = rowWidths(COLUMNS, [ROW], { order: [0, 1, 2], timeZone });
  const drawn = (part: React.ReactNode) =>
    renderToStaticMarkup(
      <AppRouterContext.Provider value={ROUTER}>
        <TimeZoneOverride timeZone={timeZone}>{part}</TimeZoneOverride>
      </AppRouterContext.Provider>,
    )
      .split(/<[^>]*>/)
      .filter((text) => text.trim() !== "");
  const placed = { index: 0, place: {}, row: ROW };
  return {
    head: drawn(<ReportRowHead columns={COLUMNS} widths={widths} sort={null} hrefFor={() => "/"} />),
    row: drawn(<ReportRow {...placed} widths={widths} />),
    listed: drawn(<ReportRowListed {...placed} columns={COLUMNS} means={MEANS} />),
    widths: [...widths.template.matchAll(/\((\d+)ch/g)].map(([, size]) => Number(size)),
  };
}

describe("a row's time", () => {
  it("is short enough to be read whole; its zone stands in the head of its column, and of no other", () => {
    const { head, row } = draw(ZONE);
    expect(row).toContain("1 Oct 2026, 15:03:46");
    expect(head.join("")).toBe("event_idoccurred_at Kiritimati timeamount");
    expect(draw("UTC").head.join("")).toBe("event_idoccurred_at UTCamount");
  });

  it("says its zone itself where there is no head", () => {
    expect(draw(ZONE).listed).toContain("1 Oct 2026, 15:03:46 UTC+14");
  });

  it("has a column as wide as the head with its zone", () => {
    const [, zoned = 0] = draw("America/Argentina/Buenos_Aires").widths;
    expect(zoned).toBeGreaterThan("occurred_at Buenos Aires time".length + 3);
  });

  it("stands as the issuer wrote it in a column whose head names no zone", () => {
    const widths = rowWidths(COLUMNS, [["e-1", "", "12.00"]], { order: [1], timeZone: ZONE });
    const row = renderToStaticMarkup(<ReportRow index={0} place={{}} row={ROW} widths={widths} />);
    expect(row).toContain(">2026-10-01T01:03:46+0000<");
  });
});
