import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { TransactionTotals } from "@/lib/domain/cards/listed";
import TotalsList from "./totals-list";

const NOTHING: TransactionTotals = { totals: [], unavailable: null, synced: null };

function textsOf(totals: Partial<TransactionTotals>): string[] {
  return renderToStaticMarkup(<TotalsList {...NOTHING} {...totals} />)
    .split(/<\/?(?:d[tld]|div|section|p)[ >][^>]*>?|<\/?(?:d[tld]|div|section|p)>/)
    .map((part) => part.replaceAll(/<[^>]*>/g, ""))
    .filter((text) => text !== "");
}

describe("the totals of a list", () => {
  it("are listed by currency with spend first, each with the decimals of its currency", () => {
    const usd = { currency: "USD", spend: "1204002.10" };
    expect(
      textsOf({
        totals: [
          { currency: "JPY", status: "REFUNDED", transactions: 3, amount: "700", spend: "0" },
          { ...usd, status: "CLEARED", transactions: 2_100, amount: "1204000.10" },
          { ...usd, status: "DECLINED", transactions: 1, amount: "50.5" },
          { ...usd, status: "PENDING", transactions: 4, amount: "2" },
        ],
      }),
    ).toEqual([
      ...["Refunded · 3", "JPY 700"],
      ...["Spend · 2,104", "USD 1,204,002.10"],
      ...["Cleared · 2,100", "USD 1,204,000.10"],
      ...["Pending · 4", "USD 2.00"],
      ...["Declined · 1", "USD 50.50"],
    ]);
  });

  it("say that the index is still syncing, also if nothing was found yet", () => {
    expect(textsOf({ synced: { known: 1_240, total: 5_000 } })).toEqual([
      "Incomplete: 1,240 of 5,000 transactions are synced so far.",
    ]);
    expect(textsOf({ synced: { known: 0, total: null } })).toEqual([
      "Incomplete: 0 transactions are synced so far.",
    ]);
  });

  it("say why there are none", () => {
    expect(textsOf({ unavailable: "Too many to add up." })).toEqual(["Too many to add up."]);
    expect(textsOf({})).toEqual([]);
  });
});
