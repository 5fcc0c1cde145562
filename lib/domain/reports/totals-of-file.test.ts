import { expect, it } from "vitest";
import { type SettlementReading, totalsOfFile } from "./totals-of-file";

const means = { time: null, kind: null, amount: 0, currency: null, balance: null };
const summary = { means, firstAt: null, lastAt: null, totals: [], days: [] };
const reading: SettlementReading = {
  mapping: {
    columns: { transactionId: "Ref", occurredAt: "Datum", billAmount: "Brutto", effect: "Netto" },
    formats: { decimal: ",", dates: null },
  },
  totals: [{ event: "clearing", currency: "EUR", rows: 2, billed: "12.00", effect: "-11.00" }],
};

it("takes what the reconciliation read if the summary isn't about the same column or misses rows", () => {
  const file = { rows: 2, columns: ["Netto", "Brutto"], summary, reading };
  const totals = [{ kind: "CLEARING", currency: "EUR", rows: 2, amount: "-11.00" }];
  expect(totalsOfFile(file)).toEqual({ totals, unreadRows: 0 });
  const known = {
    ...summary,
    unreadRows: 0,
    totals: [{ kind: "SALE", currency: "EUR", rows: 2, amount: "-11.00" }],
  };
  expect(totalsOfFile({ ...file, summary: known })).toEqual({ totals: known.totals, unreadRows: 0 });
  expect(totalsOfFile({ ...file, summary: { ...known, means: { ...means, amount: 1 } } })).toEqual({
    totals,
    unreadRows: 0,
  });
});

it("counts the rows that an older summary left out", () => {
  expect(totalsOfFile({ rows: 2, columns: ["Netto"], summary, reading: null })).toEqual({
    totals: [],
    unreadRows: 2,
  });
});
