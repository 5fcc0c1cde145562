import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type {
  SettledEvent,
  SettlementException,
  TransactionSettlement,
} from "@/lib/domain/cards/transaction-facts";
import { TransactionSettlementSection } from "./transaction-settlement";

vi.mock("@/components/ui/buttons/intent-link", () => ({
  IntentLink: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}));

const clearing: SettledEvent = {
  event: "clearing",
  at: "2026-10-05T12:00:00.000Z",
  fees: "0.30",
  effect: "-9.70",
  source: { type: "daily", date: "2026-10-05", row: 12 },
  reportId: "report-1",
};

const render = (settlement: Partial<TransactionSettlement>) =>
  renderToStaticMarkup(
    <TransactionSettlementSection
      transactionId="tx-1"
      billCurrency="USD"
      settlement={{
        merchant: "Kaffeehaus",
        currency: null,
        events: [clearing],
        exceptions: [],
        ...settlement,
      }}
    />,
  );

describe("the settlement of a transaction", () => {
  it("says which row of which report each value comes from, and links to it", () => {
    const markup = render({});
    expect(markup).toContain(
      '<a href="/reports/report-1?search=tx-1">Daily settlement of 5 Oct 2026, row 12</a>',
    );
    expect(markup).toContain('<a href="/transactions?merchant=Kaffeehaus">Kaffeehaus</a>');
    expect(markup).toContain("0.30");
    expect(markup).toContain("9.70");
  });

  it("has neither a link nor an effect without permission to read reports", () => {
    const markup = render({ events: [{ ...clearing, effect: null, reportId: null }] });
    expect(markup).toContain("Daily settlement of 5 Oct 2026, row 12");
    expect(markup).not.toContain("/reports/");
    expect(markup).not.toContain("Balance effect");
  });

  it("says why a transaction has no merchant yet", () => {
    const markup = renderToStaticMarkup(
      <TransactionSettlementSection transactionId="tx-1" billCurrency="USD" settlement={null} />,
    );
    expect(markup).toContain("None has this transaction yet. They name the merchant");
  });

  it("names the merchant once, also of a refund without its clearing", () => {
    const refund: SettledEvent = { ...clearing, event: "refund" };
    expect(render({ events: [clearing, refund] }).match(/Kaffeehaus</g)).toHaveLength(1);
    expect(render({ events: [refund] })).toContain("Kaffeehaus<");
  });

  it("links to the exception where the file disagrees", () => {
    const markup = render({
      exceptions: [
        {
          id: "1",
          kind: "amount-differs",
          day: "2026-10-05",
          event: "clearing",
          field: "Billed amount",
          ours: "10",
          theirs: "12.50",
          valueCurrency: "USD",
        },
      ],
    });
    expect(markup).toContain("Amount differs");
    expect(markup).toContain("Billed amount: the issuer’s transaction has USD 10.00, the file USD 12.50.");
    expect(markup).toContain('<a href="/reconciliation/2026-10-05">View exception</a>');
    const text = (exception: Pick<SettlementException, "kind" | "ours" | "theirs">) =>
      render({
        exceptions: [
          { id: "1", day: "2026-10-05", event: "refund", field: "Day", valueCurrency: "USD", ...exception },
        ],
      });
    expect(text({ kind: "records-only", ours: null, theirs: null })).toContain(
      "No settlement file has the refund of this transaction.",
    );
    expect(text({ kind: "wrong-day", ours: "2026-10-05", theirs: "2026-10-04" })).toContain(
      "The file of 5 Oct 2026 has the refund of 4 Oct 2026.",
    );
  });
});
