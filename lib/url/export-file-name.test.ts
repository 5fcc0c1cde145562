import { describe, expect, it } from "vitest";
import { auditView } from "./audit-view";
import { cardsView } from "./cards-view";
import { exportFileName } from "./export-file-name";
import { transactionsView } from "./transactions-view";

const nameOf = (query: string) =>
  exportFileName(
    "transactions",
    transactionsView.parse(new URLSearchParams(query)),
    transactionsView.defaults,
  );

describe("the name of an exported file", () => {
  it.each([
    ["", "transactions_all-days.csv"],
    ["from=2026-10-01&to=2026-10-31", "transactions_2026-10-01_to_2026-10-31_utc.csv"],
    ["from=2026-10-01&to=2026-10-01", "transactions_2026-10-01_utc.csv"],
    ["from=2026-10-01", "transactions_from_2026-10-01_utc.csv"],
    ["to=2026-10-31", "transactions_until_2026-10-31_utc.csv"],
    ["from=2026-10-01&zone=Europe/Berlin", "transactions_from_2026-10-01_europe-berlin.csv"],
  ])("has the period: %s", (query, name) => expect(nameOf(query)).toBe(name));

  it("has the filters, but neither the sort order nor the page", () => {
    expect(nameOf("status=DECLINED,PENDING&billed=USD&min=-5.50&sort=amount:asc&page=3&open=x")).toBe(
      "transactions_all-days_status-DECLINED+PENDING_billed-USD_min--5.50.csv",
    );
    const cards = cardsView.parse(new URLSearchParams("customer=cust_81158&type=VIRTUAL"));
    expect(exportFileName("cards", cards, cardsView.defaults)).toBe(
      "cards_all-days_type-VIRTUAL_customer-cust_81158.csv",
    );
    const audit = auditView.parse(new URLSearchParams("action=person.invite&before=12&entry=3"));
    expect(exportFileName("audit-log", audit, auditView.defaults)).toBe(
      "audit-log_all-days_action-person.invite.csv",
    );
  });

  it("ends with the format", () => {
    const view = cardsView.parse(new URLSearchParams("status=FROZEN"));
    expect(exportFileName("cards", view, cardsView.defaults, "xlsx")).toBe(
      "cards_all-days_status-FROZEN.xlsx",
    );
  });

  it("says that there was a search, but not the search text", () => {
    expect(nameOf("search=Ada%20Lovelace")).toBe("transactions_all-days_search.csv");
    const audit = auditView.parse(new URLSearchParams("target=Ada%20Lovelace&outcome=denied"));
    expect(exportFileName("audit-log", audit, auditView.defaults)).toBe(
      "audit-log_all-days_target_outcome-denied.csv",
    );
  });

  it("has no special characters of headers or file systems", () => {
    const name = nameOf(`customer=${encodeURIComponent('a/../"\\\r\n;é'.repeat(30))}`);
    expect(name).toMatch(/^[A-Za-z0-9._+-]+$/);
    expect(name.length).toBeLessThan(100);
  });
});
