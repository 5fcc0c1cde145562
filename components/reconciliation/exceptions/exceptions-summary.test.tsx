import { expect, it } from "vitest";
import { renderWithRouter } from "@/testing/render-with-router";
import { ExceptionsSummary } from "./exceptions-summary";

it("links each count to its exceptions, and never adds currencies", () => {
  const markup = renderWithRouter(
    <ExceptionsSummary
      from="2026-10-01"
      to="2026-10-31"
      summary={{
        total: 3,
        unfinished: 1,
        byKind: [
          { kind: "twice", state: "explained", count: 2 },
          { kind: "twice", state: "open", count: 1 },
        ],
        sums: [
          { currency: "JPY", state: "open", count: 1, difference: "5" },
          { currency: "USD", state: "explained", count: 2, difference: "0.30" },
        ],
      }}
    />,
  );
  expect(markup).toContain(
    'href="/reconciliation/exceptions?from=2026-10-01&amp;to=2026-10-31&amp;kind=twice&amp;state=explained"',
  );
  expect(markup).not.toContain("Wrong day");
  expect(markup.replaceAll(/<[^>]*>/g, "")).toContain("OpenJPY 5ExplainedUSD 0.30");
});
