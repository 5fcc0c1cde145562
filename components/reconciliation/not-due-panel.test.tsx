import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NotDuePanel } from "./not-due-panel";

it("names each transaction that isn’t due yet, its date, and the file that is missing", () => {
  const item = { event: "clearing", madeOn: "2026-10-05", due: "2026-10-07", currency: "USD" } as const;
  const html = renderToStaticMarkup(
    <NotDuePanel
      items={[{ ...item, transactionId: "tx 1", amount: "10", missingFile: "2026-10-06" }]}
      total={3}
    />,
  );
  expect(html).toContain('href="/transactions?search=tx%201&amp;open=tx%201"');
  expect(html).toContain("Expected by 7 Oct 2026");
  expect(html).toContain("The settlement file of 6 Oct 2026 isn’t here.");
  expect(html).toContain("And 2 more.");
});
