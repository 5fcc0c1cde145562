import { expect, it } from "vitest";
import { auditedQuery, hasTypedText } from "./audited-query";

it("keeps what was chosen, and masks what was typed", () => {
  expect(
    auditedQuery(
      "search=Ada%20L&status=FROZEN,ACTIVE&zone=America%2FNew_York&sort=holder:asc&columns=-design",
    ),
  ).toBe("search=•••&status=FROZEN,ACTIVE&zone=America/New_York&sort=holder:asc&columns=-design");
  expect(auditedQuery("customer=ada&merchant=Ada%27s&target=Ada&card=c1&unheard=of")).toBe(
    "customer=•••&merchant=•••&target=•••&card=•••&unheard=•••",
  );
  expect(auditedQuery("status=Ada%20Lovelace")).toBe("status=•••");
  expect(auditedQuery("")).toBe("");
});

it("knows whether anything was typed", () => {
  expect(hasTypedText("status=FROZEN&sort=holder:asc&from=2026-01-01")).toBe(false);
  expect(hasTypedText("status=FROZEN&search=Ada")).toBe(true);
});
