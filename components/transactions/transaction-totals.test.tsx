import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TotalsList } from "./transaction-totals";

it("lists totals by currency with spend first, without adding them together", () => {
  const markup = renderToStaticMarkup(
    <TotalsList
      totals={[
        { currency: "USD", status: "DECLINED", transactions: 1, amount: "50.5" },
        { currency: "USD", status: "CLEARED", transactions: 2_100, amount: "1204000.10" },
        { currency: "EUR", status: "PENDING", transactions: 3, amount: "7" },
      ]}
    />,
  );
  const texts = markup
    .split(/<\/?d[tld][^>]*>|<\/?div>|<\/?section[^>]*>/)
    .map((part) => part.replaceAll(/<[^>]*>/g, ""));
  expect(texts.filter((text) => text !== "")).toEqual([
    "Pending, 3 transactions",
    "EUR 7.00",
    "Cleared, 2,100 transactions",
    "USD 1,204,000.10",
    "Declined, 1 transaction",
    "USD 50.50",
  ]);
});
